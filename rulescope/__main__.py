"""The command `rulescope`, also `python -m rulescope`: rules, recommendations, the dashboard."""

import sys
from collections.abc import Sequence
from typing import TextIO

from interpret.program import stoppable


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Runs one command. Returns 0, or 2 after one line on stderr about what is wrong."""
    first, rest = (argv[0], argv[1:]) if argv else ("", argv)
    if first in ("serve", "settings", "check"):
        from rulescope.commands import COMMANDS  # here, so that --help does not wait for it

        return COMMANDS[first](rest, stdout, stderr)
    if first == "recommend":
        from interpret.ranking.command import main as recommend

        return recommend(rest, stdout, stderr)
    from interpret.__main__ import main as explain

    return explain(argv, stdout, stderr, "rulescope")


def command() -> None:
    """The entry point of the command `rulescope`."""
    stoppable()
    from interpret.command import run

    sys.exit(run(main))


if __name__ == "__main__":
    command()
