"""The code blocks in the pages of this folder, and what their commands print.

The tests run the commands of a `console` block; if PRINTS follows the block, building the site runs
them too and shows what they print. A `sh` block holds commands that need a server, a network or
much time; the tests check that they parse. The tests also run `python` blocks. A line that ends
with a backslash continues on the next.
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
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
HERE = re.compile(r"^\.venv/bin/python -m rulescope\b")  # the command where it is not installed
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
        """The words of each command, as if Rulescope were installed."""
        for line in self.code.replace("\\\n", " ").splitlines():
            if words := shlex.split(HERE.sub("rulescope ", line), comments=True):
                yield words


def readme(text: str) -> str:
    """The README with its commands in fences; those on sample tables are to be run, in order."""

    def fenced(found: re.Match[str]) -> str:
        runs = re.search(r"-m rulescope (sample_data|answer)", found[1])
        return f"```{'console' if runs else 'sh'}\n{found[1]}\n```"

    return INDENTED.sub(fenced, text)


def blocks(text: str, *languages: str) -> list[Block]:
    """The blocks of code in a page, of these languages."""
    found = (Block(one[1], one[2], one.end()) for one in BLOCK.finditer(text))
    return [block for block in found if block.language in languages]


def printed(words: list[str], folder: Path) -> str:
    """What a command prints when it is run in this folder; an AssertionError if it refuses."""
    assert words[0] == "rulescope", f"only rulescope is run here, and not {words[0]}"
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder):
        status = main(words[1:], out, err)
    assert status == 0, f"{shlex.join(words)}: {err.getvalue()}"
    return out.getvalue()


def answered(text: str, folder: Path) -> str:
    """A page with the output of its commands where it asks for that; they run in this folder."""
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
    """Puts the sample tables into a folder, where the pages' commands look for them."""
    (folder / "sample_data").mkdir()
    for file in (root / "sample_data").glob("*.csv"):
        shutil.copy(file, folder / "sample_data")
