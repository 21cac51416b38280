"""`python -m rulescope TABLE`, and the command `rulescope`: the command line of `interpret`."""

import sys

from interpret.__main__ import main
from interpret.command import run


def command() -> None:
    """What the command `rulescope` runs."""
    sys.exit(run(main))


if __name__ == "__main__":
    command()
