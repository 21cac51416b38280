"""The command line: `python -m interpret TABLE` trains a machine and prints the rule inside it."""

if __name__ == "__main__":  # before anything else is loaded
    from interpret.program import stoppable

    stoppable()

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TextIO

from interpret.command import REPEATED, Parser, add, add_options, obeyed, run
from interpret.program import loading
from interpret.settings import Settings

OTHERS = (
    f"{REPEATED}. Also, each with --help: rulescope settings (what --set knows), recommend (ranks "
    "items), serve (the dashboard), check (an answer, by another program)."
)
HEADINGS = {  # of --help and of the documentation, by the first option below each
    "TABLE": "What is asked",
    "json": "What is written",
    "table": "Databases",
}
TABLE = {
    "TABLE": "file, folder, pattern, URL or database; or a stored answer",
}
SET = {"--set NAME=VALUE ...": "any other setting"}
OUTPUT = {
    "--json FILE": "the whole answer; - for stdout",
    "--html FILE": "a report",
    "--export FILE ...": "rule and card as .py or .sql (DuckDB), .postgres.sql, .spark.sql",
    "--csv FILE": "the scored rows; - for stdout",
    "--predict FILE": "rows to score",
    "--by COLUMN ...": "how right, group by group",
    "--others": "other good rules, and columns the rule can do without",
    "--verbose": "every figure",
}
DATABASE = {
    "--table NAME": "its table",
    "--query SELECT": "a query instead of a table",
    "--key COLUMN": "what tells its rows apart (default: the primary key)",
    "--into NAME": "keep scored rows as a view or NAME.parquet",
    "--yes": "replace what is there; read all of a warehouse",
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
        usage=f"{called} TABLE [options]",
        description="Train a support vector machine on a table and find the rule inside it.",
        epilog=OTHERS if called == "rulescope" else REPEATED,
    )
    asked, written, databases = map(parser.add_argument_group, HEADINGS.values())
    add_options(asked, TABLE)
    for setting in fields(Settings):
        if "shown" in setting.metadata:
            add(asked, setting)
    add_options(asked, SET)
    add_options(written, OUTPUT)
    add_options(databases, DATABASE)
    return parser


if __name__ == "__main__":
    sys.exit(run(main))
