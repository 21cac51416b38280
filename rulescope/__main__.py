"""The command `rulescope`, also `python -m rulescope`: a table's rule, recommendations, pages."""

import sys
from collections.abc import Sequence
from typing import TextIO

from interpret.__main__ import main as explain
from interpret.command import run


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Runs one command; 0, or 2 with one line on stderr that says what is wrong with the input."""
    first, rest = (argv[0], argv[1:]) if argv else ("", argv)
    if first == "serve":
        from rulescope.serving import main as serve  # here, as --help need not wait for it

        return serve(rest, stdout, stderr)
    if first == "schema":
        from rulescope.published import main as published

        return published(rest, stdout, stderr)
    if first == "recommend":
        from interpret.answers.ranking.command import main as recommend

        return recommend(rest, stdout, stderr, "rulescope recommend")
    return explain(argv, stdout, stderr, "rulescope")


def command() -> None:
    """What the command `rulescope` runs."""
    sys.exit(run(main))


if __name__ == "__main__":
    command()
