"""The code in the pages of this folder: what there is of it, and what a command prints.

A block of `console` holds commands that are run, by the tests and, where PRINTS stands behind it,
when the site is built; one of `sh` holds what asks for a server, a network or much time, and is
checked to parse; one of `python` is run by the tests. A line that a backslash ends goes on.
"""

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from rulescope.__main__ import main

PRINTS = "<!-- and prints -->"
CELL = "{code-cell} ipython3"  # of a page that is a notebook
BLOCK = re.compile(r"^```(\w+|\{code-cell\} ipython3)\n(?::tags:[^\n]*\n)?(.*?)^```$", re.M | re.S)
HERE = re.compile(r"^\.venv/bin/python -m (?:interpret|rulescope)\b\.?")  # as if not installed
INDENTED = re.compile(r"^ {4}((?:\.venv/bin/python -m |rulescope |make |pip ).*)$", re.M)
INLINE = re.compile(r"(?<!`)`((?:rulescope|python -m) [^`\n]+)`")


@dataclass(frozen=True)
class Block:
    """A block of code in a page, and where it ends."""

    language: str
    code: str
    end: int

    @property
    def commands(self) -> Iterator[list[str]]:
        """Each command as its words; one from the project's folder as if it were installed."""
        for line in self.code.replace("\\\n", " ").splitlines():
            if words := shlex.split(HERE.sub("rulescope ", line), comments=True):
                yield words


def readme(text: str) -> str:
    """The README as a page is: of its commands, those on samples are run, in their order."""

    def fenced(found: re.Match[str]) -> str:
        runs = re.search(r"-m interpret (sample_data|answer)", found[1])
        return f"```{'console' if runs else 'sh'}\n{found[1]}\n```"

    return INDENTED.sub(fenced, text)


def blocks(text: str, *languages: str) -> list[Block]:
    """The blocks of code in a page, of these languages."""
    found = (Block(one[1], one[2], one.end()) for one in BLOCK.finditer(text))
    return [block for block in found if block.language in languages]


def printed(words: list[str], folder: Path) -> str:
    """What a command prints that is run in a folder; an AssertionError where it refuses."""
    assert words[0] == "rulescope", f"only rulescope is run here, and not {words[0]}"
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder):
        status = main(words[1:], out, err)
    assert status == 0, f"{shlex.join(words)}: {err.getvalue()}"
    return out.getvalue()


def answered(text: str, folder: Path) -> str:
    """A page with what its commands print, where it asks for that; folder: where they are run."""
    if PRINTS not in text:
        return text
    parts, start = [], 0
    for block in blocks(text, "console"):
        told = "".join(printed(words, folder) for words in block.commands)
        parts.append(text[start : block.end])
        start = block.end
        if text[start:].lstrip().startswith(PRINTS):
            start = text.index(PRINTS, start) + len(PRINTS)
            parts.append(f"\n\n```{{code-block}} text\n:class: printed\n{told.rstrip()}\n```")
    return "".join(parts) + text[start:]


def sample_tables(folder: Path, root: Path) -> None:
    """The sample tables in a folder, where the pages' commands look for them."""
    (folder / "sample_data").mkdir()
    for file in (root / "sample_data").glob("*.csv"):
        shutil.copy(file, folder / "sample_data")
