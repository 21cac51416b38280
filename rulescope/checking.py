"""The command `rulescope check`: checks an answer by a program of its own, `check_answer.py`."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from interpret.command import Parser, add_options, obeyed
from interpret.forms.answer.proof import CHECKER

ARGUMENTS = {
    "ANSWER": "a document that --json or the page wrote",
    "TABLE": "the CSV file that it is about",
}


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Returns 0 if no claim fails, 1 if one does not hold, 2 if no answer could be checked."""
    statuses = [0]

    def check(given: dict[str, Any], out: TextIO) -> None:
        program = [sys.executable, str(CHECKER), given["ANSWER"], given["TABLE"]]
        with subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        ) as running:
            for line in running.stdout or ():
                out.write(line)
        statuses.append(running.returncode)

    return obeyed(_argument_parser(), check, argv, stdout, stderr) or statuses[-1]


def _argument_parser() -> Parser:
    parser = Parser(
        prog="rulescope check",
        description="Check an answer against its table by check_answer.py, a program that needs "
        "Python and NumPy alone and shares no code with Rulescope.",
    )
    add_options(parser, ARGUMENTS)
    return parser
