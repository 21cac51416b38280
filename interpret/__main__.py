"""The command line: `python -m interpret TABLE` trains a machine and prints the rule inside it."""

if __name__ == "__main__":  # before anything else is loaded
    from interpret.program import stoppable

    stoppable()

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TextIO

from interpret.command import OPENML, REPEATS, Parser, add, obeyed, run
from interpret.cores import JOBS
from interpret.program import loading
from interpret.settings import Settings

OTHERS = (
    "Other commands: rulescope recommend FILE ranks items for users, rulescope serve opens the "
    "dashboard, rulescope check ANSWER TABLE checks an answer by a program that shares no code "
    "with this one, and rulescope schema prints the JSON schema of documents. Each has its own "
    "--help."
)

HEADINGS = {  # of --help and of the documentation, by the first option below each
    "target": "The table and its columns",
    "cuts": "Numbers and empty cells",
    "kernel": "The machine",
    "class_weight": "What errors cost",
    "form": "The rule",
    "pin": "What the rule must keep to",
    "price": "Length, chance and effort",
    "population": "The genetic search",
    "json": "Input and output",
}


def main(
    argv: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
    called: str = f"python -m {__package__}",
) -> int:
    """Runs one command. Returns 0, or 2 after one line on stderr about what is wrong.

    called: the name by which the user called the command, for sentences that mention it.
    """
    return obeyed(_argument_parser(called), _obey, argv, stdout, stderr)


def _obey(given: dict[str, Any], stdout: TextIO) -> None:
    with loading():
        from interpret.answering import answered  # late, so that --help does not wait for it

    answered(given, stdout)


def _argument_parser(called: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=called,
        description="Train a support vector machine on a table and find the rule inside it.",
        epilog=OTHERS if called == "rulescope" else None,
        allow_abbrev=False,
    )
    parser.add_argument(
        "TABLE",
        help="a file with a header (CSV, TSV, Excel, OpenDocument, Parquet or ARFF, gzipped or "
        f"not); {OPENML}NUMBER for a table of openml.org; an answer that --json wrote; or a "
        "folder, a pattern or a URL of files of any size, or a database such as "
        "postgresql://HOST/NAME, where Rulescope learns from a sample and judges every row",
    )
    group: argparse._ActionsContainer = parser
    for setting in fields(Settings):
        if setting.name in HEADINGS:
            group = parser.add_argument_group(HEADINGS[setting.name])
        add(group, setting)
    _add_files_and_work(parser.add_argument_group(HEADINGS["json"]))
    return parser


def _add_files_and_work(parser: argparse._ActionsContainer) -> None:
    """The options that are no settings: which files to read and write, and where to work."""
    _add_results(parser)
    _add_ways_to_tell(parser)
    _add_where(parser)
    parser.add_argument(
        "--test",
        metavar="FILE",
        help="learn from all of TABLE, and judge on the rows of this second table",
    )
    parser.add_argument(
        "--by",
        action="append",
        metavar="COLUMN",
        help="show every rate of machine and rule for each group of this column and for pairs of "
        "such columns, and where they are wrong most; the rule need not use the column "
        f"{REPEATS}",
    )
    parser.add_argument(
        "--predict",
        metavar="FILE",
        help="score the rows of a second table; if they have a class, say whether the rule still "
        "holds",
    )
    parser.add_argument(
        "--unread",
        choices=("empty", "no", "yes", "error"),
        help="what a row of --predict gets if its verdict hangs on a cell that cannot be read: no, "
        "yes, empty for no verdict, or error to refuse the file, which also goes for --test "
        "(default: empty)",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        help="how many parts of the work to do at the same time; it changes no answer (default: "
        f"{JOBS}, or one for each core)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the scored rows; - for stdout")


def _add_where(parser: argparse._ActionsContainer) -> None:
    """The options on tables that stay where they are."""
    parser.add_argument(
        "--table",
        metavar="NAME",
        help="where TABLE, or what --predict names, is a database: its table, also SCHEMA.TABLE",
    )
    parser.add_argument("--query", metavar="SELECT", help="a query instead of a table")
    parser.add_argument(
        "--key",
        metavar="COLUMN",
        help="the column that is another one in every row of a database's table, by which rows are "
        "drawn (default: the primary key)",
    )
    parser.add_argument(
        "--into",
        metavar="NAME",
        help="keep the scored rows, however many, with points and verdicts: as NAME.parquet, or as "
        "a view of the database that they are in",
    )
    parser.add_argument(
        "--yes",
        action="store_true",
        default=None,
        help="replace what --into names if it is there; read all rows of a warehouse",
    )


def _add_ways_to_tell(parser: argparse._ActionsContainer) -> None:
    """The options on how an answer is shown."""
    parser.add_argument(
        "--verbose",
        action="store_true",
        default=None,
        help="print every figure, both forms and what exactly is proven, instead of a few lines",
    )
    parser.add_argument(
        "--others",
        action="store_true",
        default=None,
        help="look for other rules that are about as right on left-out training rows, and which "
        "columns the rule can do without; --csv then says of each row which share of them agrees",
    )
    parser.add_argument(
        "--ask",
        action="append",
        metavar="COLUMN=COST",
        help="with --others, put the rules in order by what it costs to ask for their columns, "
        f"each once, 1 where no cost is given {REPEATS}",
    )
    parser.add_argument(
        "--scale",
        metavar="SCORE:DOUBLES:ODDS",
        help="show the card on a credit scale: with 600:50:19 a score of 600 means odds of 19 to 1 "
        "for the class, and 50 more points double the odds. Verdicts stay the same. Also works on "
        "a stored answer",
    )


def _add_results(parser: argparse._ActionsContainer) -> None:
    """The options on which files to write."""
    parser.add_argument(
        "--json", metavar="FILE", help="write the whole answer as JSON; - for stdout"
    )
    parser.add_argument(
        "--certificate",
        action="store_true",
        default=None,
        help="put into --json what a program without Rulescope needs to check the proof, also from "
        "5,000 rows on (below, it is always there)",
    )
    parser.add_argument(
        "--html", metavar="FILE", help="write a report of two pages that opens in a browser"
    )
    parser.add_argument(
        "--appendix",
        metavar="FILE",
        help="write the report with an appendix of every figure, choice and setting",
    )
    parser.add_argument(
        "--export",
        action="append",
        metavar="FILE",
        help="write rule and card in the format of the ending: .sql, .py, .pmml, .xlsx or .md; "
        ".rule.pmml and .scorecard.pmml choose one of the two. Also works on a stored answer "
        f"{REPEATS}",
    )


if __name__ == "__main__":
    sys.exit(run(main))
