"""The command line: `python -m interpret TABLE` trains a machine and prints the rule inside it."""

if __name__ == "__main__":  # before anything else is loaded
    from interpret.program import stoppable

    stoppable()

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TextIO

from interpret.command import Parser, add, add_options, obeyed, run
from interpret.cores import JOBS
from interpret.program import loading
from interpret.settings import Settings

OTHERS = (
    "Other commands: rulescope recommend FILE ranks items for users, rulescope serve opens the "
    "dashboard, and rulescope check ANSWER TABLE checks an answer by a program that shares no code "
    "with this one. Each has its own --help."
)

HEADINGS = {  # of --help and of the documentation, by the first option below each
    "target": "The table and its columns",
    "cuts": "Numbers and empty cells",
    "kernel": "The machine",
    "cost": "What errors cost",
    "form": "The rule",
    "pin": "What the rule must keep to",
    "price": "Length, chance and effort",
    "population": "The genetic search",
    "json": "Input and output",
}


OPTIONS = {  # that are no settings: what to write and how to tell it, what to read, where to work
    "--json FILE": "write the whole answer as JSON; - for stdout",
    "--certificate": "put into --json what a program without Rulescope needs to check the proof, "
    "also from 5,000 rows on (below, it is always there)",
    "--html FILE": "write a report of two pages that opens in a browser",
    "--export FILE ...": "write rule and card as SQL or Python, by the ending: .sql or .py. Also "
    "works on a stored answer",
    "--verbose": "print every figure, both forms and what exactly is proven, instead of a few "
    "lines",
    "--others": "look for other rules that are about as right on left-out training rows, and which "
    "columns the rule can do without",
    "--table NAME": "where TABLE, or what --predict names, is a database: its table, also "
    "SCHEMA.TABLE",
    "--query SELECT": "a query instead of a table",
    "--key COLUMN": "the column that is another one in every row of a database's table, by which "
    "rows are drawn (default: the primary key)",
    "--into NAME": "keep the scored rows, however many, with points and verdicts: as NAME.parquet, "
    "or as a view of the database that they are in",
    "--yes": "replace what --into names if it is there; read all rows of a warehouse",
    "--by COLUMN ...": "show every rate of machine and rule for each group of this column and for "
    "pairs of such columns, and where they are wrong most; the rule need not use the column",
    "--predict FILE": "score the rows of a second table; if they have a class, say whether the "
    "rule still holds",
    "--jobs N": "how many parts of the work to do at the same time; it changes no answer (default: "
    f"{JOBS}, or one for each core)",
    "--csv FILE": "write the scored rows; - for stdout",
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
    )
    parser.add_argument(
        "TABLE",
        help="a file with a header (CSV, TSV, Excel, OpenDocument or Parquet, gzipped or not); an "
        "answer that --json wrote; or a folder, a pattern or a URL of files of any size, or a "
        "database such as postgresql://HOST/NAME, where Rulescope learns from a sample and judges "
        "every row",
    )
    group: argparse._ActionsContainer = parser
    for setting in fields(Settings):
        if setting.name in HEADINGS:
            group = parser.add_argument_group(HEADINGS[setting.name])
        add(group, setting)
    add_options(parser.add_argument_group(HEADINGS["json"]), OPTIONS)
    return parser


if __name__ == "__main__":
    sys.exit(run(main))
