"""The licences of what Rulescope installs: `python -m docs.licences`; 1 where one does not fit.

It lists every package of FILES, and every package that those need, with the licence that the
package names. A program under BSD-3-Clause may use libraries under the licences of FITTING.
Libraries under the LGPL and the MPL are used as separate packages that are not changed, as these
licences demand.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
FILES = ("requirements.txt", "requirements-url.txt", "requirements-warehouse.txt")
FITTING = (
    "0BSD",
    "Apache",
    "BSD",
    "CC0",
    "LGPL",
    "LLVM-exception",
    "Lesser General Public",
    "MIT",
    "MPL",
    "Mozilla Public License",
    "PSF",
    "Python Software Foundation",
    "Unlicense",
    "Zlib",
)


def main() -> int:
    """Prints a line for each package; 1 where a licence does not fit or is not told."""
    found = {own.name: licence(own) for own in brought(asked())}
    width = max(map(len, found))
    for name in sorted(found, key=str.lower):
        print(f"{name:{width}}  {found[name] or 'not told'}")  # noqa: T201
    wrong = sorted(name for name, text in found.items() if not fits(text))
    if wrong:
        sys.stderr.write(f"Look at the licences of {', '.join(wrong)}: they may not fit.\n")
    return bool(wrong)


def asked() -> list[str]:
    """The packages that the files of requirements name."""
    lines = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in FILES).splitlines()
    named = [line.split("#")[0].strip() for line in lines]
    return [line for line in named if line and not line.startswith("-")]


def brought(requirements: list[str]) -> Iterator[Distribution]:
    """Each installed distribution that the requirements name, or need in turn, once."""
    waiting, seen = [Requirement(text) for text in requirements], set()
    while waiting:
        wanted = waiting.pop()
        key = re.sub(r"[-_.]+", "-", wanted.name).lower(), frozenset(wanted.extras)
        if key in seen:
            continue
        seen.add(key)
        found = distribution(wanted.name)
        yield found
        for text in found.requires or ():
            needed = Requirement(text)
            extras = wanted.extras or {""}
            if not needed.marker or any(needed.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(needed)


def licence(own: Distribution) -> str:
    """What a distribution says about its licence, in one line."""
    told = own.metadata
    kinds = [name for name in told.get_all("Classifier") or () if name.startswith("License ::")]
    short = (told.get("License") or "").strip()
    if "\n" in short or len(short) > 60:  # the whole text of it
        short = ""
    named = ", ".join(name.rpartition(" :: ")[2] for name in kinds)
    return told.get("License-Expression") or named or short


def fits(text: str) -> bool:
    """Whether every licence that applies is one of FITTING; of "A OR B", one is enough."""
    either = [re.split(r"\s+AND\s+|, (?!Version)", one) for one in re.split(r"\s+OR\s+", text)]
    return any(all(any(own in name for own in FITTING) for name in one) for one in either)


if __name__ == "__main__":
    sys.exit(main())
