"""The command line: `python -m interpret TABLE` prints the rule inside a machine trained on it."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TextIO

from interpret.cluster import DASK, LOCAL
from interpret.command import OPENML, Parser, add, obeyed, run
from interpret.cores import JOBS
from interpret.loading import loading
from interpret.settings import Settings

OTHERS = (
    "rulescope recommend FILE ranks items for users, rulescope serve opens the dashboard, "
    "rulescope schema prints what documents hold; each has its own --help."
)


def main(
    argv: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
    called: str = f"python -m {__package__}",
) -> int:
    """Runs one command; 0, or 2 with one line on stderr that says what is wrong with the input.

    called: how the user has called it, for the sentences that say so.
    """
    return obeyed(_argument_parser(called), _obey, argv, stdout, stderr)


def _obey(given: dict[str, Any], stdout: TextIO) -> None:
    with loading():
        from interpret.answering import answered  # here, because --help need not wait for it

    answered(given, stdout)


def _argument_parser(called: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=called,
        description="Find the rule inside a support vector machine trained on a table.",
        epilog=OTHERS if called == "rulescope" else None,
        allow_abbrev=False,
    )
    parser.add_argument(
        "TABLE",
        help="a file with a header (CSV, TSV, Excel, OpenDocument, Parquet or ARFF, also gzipped), "
        f"or {OPENML}NUMBER for a table of openml.org, or the answer that --json wrote; or a "
        "folder, a pattern or a URL of Parquet files of any size, of which a sample trains and "
        "every row judges",
    )
    for setting in fields(Settings):
        add(parser, setting)
    _add_results(parser)
    _add_ways_to_tell(parser)
    parser.add_argument(
        "--test",
        metavar="FILE",
        help="judge on the rows of this table, and learn from all of TABLE",
    )
    parser.add_argument(
        "--by",
        action="append",
        metavar="COLUMN",
        help="tell every rate of machine and rule by the groups of a column and of pairs of such "
        "columns, and where they are wrong most; the column need be no attribute; may be repeated",
    )
    parser.add_argument(
        "--predict",
        metavar="FILE",
        help="score the rows of a second table; where they have a class, say whether the rule "
        "still holds",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        help=f"parts of the work done at a time, which changes no answer (default: {JOBS}, or one "
        "for each core)",
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=f"work on a cluster of Dask, {LOCAL} or like tcp://host:8786, which changes no answer "
        f"(default: {DASK}, or none)",
    )
    parser.add_argument(
        "--parquet", metavar="FOLDER", help="write the scored rows of any size into a new folder"
    )
    parser.add_argument("--csv", metavar="FILE", help="write the scored rows; - for stdout")
    return parser


def _add_ways_to_tell(parser: argparse.ArgumentParser) -> None:
    """How a card is told."""
    parser.add_argument(
        "--scale",
        metavar="SCORE:DOUBLES:ODDS",
        help="tell the card on a scale as in credit: 600:50:19 is a score of 600 at odds of 19 to "
        "1 for the class, and 50 points double the odds; verdicts stay; also of an answer",
    )
    parser.add_argument(
        "--no-negative-points",
        action="store_true",
        default=None,
        help="tell the card with points for the class alone, tests turned round; also of an answer",
    )


def _add_results(parser: argparse.ArgumentParser) -> None:
    """The files that an answer is written to."""
    parser.add_argument("--json", metavar="FILE", help="write the whole answer; - for stdout")
    parser.add_argument("--html", metavar="FILE", help="write a report to open in a browser")
    parser.add_argument(
        "--appendix",
        metavar="FILE",
        help="write the report with an appendix: every figure, choice and setting",
    )
    parser.add_argument(
        "--export",
        action="append",
        metavar="FILE",
        help="write rule and card as the ending of the name says: .sql, .py, .pmml, .dmn, .xlsx or "
        ".md; .rule.pmml and .scorecard.pmml say which of the two; also of an answer that --json "
        "wrote; may be repeated",
    )


if __name__ == "__main__":
    sys.exit(run(main))
