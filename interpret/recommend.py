"""The command line: `python -m interpret.recommend FILE --user NAME` ranks items for users."""

import sys

from interpret.program import stoppable

if __name__ == "__main__":
    stoppable()
    from interpret.command import run
    from interpret.ranking.command import main

    sys.exit(run(main))
