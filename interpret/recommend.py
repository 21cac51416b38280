"""The command line: `python -m interpret.recommend FILE --user NAME` ranks items for users."""

import sys

from interpret.answers.ranking.command import main
from interpret.command import run

if __name__ == "__main__":
    sys.exit(run(main))
