"""The commands of `rulescope` beside its rules and rankings: serve, settings and check.

They are loaded when one of them is called, so that the help of the others does not wait for them.
"""

import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from os import environ
from pathlib import Path
from typing import Any, TextIO

from dashboard import __file__ as dashboard_file
from interpret.command import Parser, add_options, obeyed
from interpret.data.complaints import quoted
from interpret.forms.answer.proof import CHECKER
from interpret.ranking.recommend import Recommending
from interpret.settings import SettingsError, rare_settings

URL = "RULESCOPE_DATABASE_URL"  # as jobs.database.URL, whose module loads SQLAlchemy
ADDRESS = re.compile(r"[A-Za-z0-9:][A-Za-z0-9_.:-]{0,252}")
NEEDED = ("streamlit", "sqlalchemy")
CHECKED = {
    "ANSWER": "a document that --json or the page wrote",
    "TABLE": "the CSV file that it is about",
}


def serve(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Serves until it is stopped. Returns 2 after one line on stderr if it cannot."""
    return obeyed(serve_parser(), _serve, argv, stdout, stderr)


def _serve(given: dict[str, Any], stdout: TextIO) -> None:  # noqa: ARG001
    if not all(map(find_spec, NEEDED)):
        raise SettingsError(
            "The dashboard needs packages that are not installed. Install them: "
            'pip install "rulescope[dashboard]".'
        )
    if not 0 < given.get("port", 1) < 2**16:
        raise SettingsError(f"--port must be between 1 and {2**16 - 1}; got {given['port']}.")
    if not ADDRESS.fullmatch(given.get("address", "localhost")):
        raise SettingsError(
            f"--address must be a name or an IP address; got {quoted(given['address'])}."
        )
    if "var" in given or URL not in environ:
        var = given.pop("var", "var")
        if not var.strip() or not var.isprintable():
            raise SettingsError(f"--var must be the name of a folder; got {quoted(var)}.")
        place = Path(var).absolute() / "runs.sqlite"
        environ[URL] = f"sqlite:///{place}"
    options = [f"--server.{name}={value}" for name, value in given.items()]
    script = Path(dashboard_file).parents[1] / "serve.py"
    sys.argv = ["streamlit", "run", str(script), *options]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def serve_parser() -> Parser:
    parser = Parser(
        prog="rulescope serve",
        description="Serve the dashboard until you press Ctrl+C.",
    )
    parser.add_argument(
        "--port", type=int, metavar="N", help="the port to listen on (default: 8501)"
    )
    parser.add_argument(
        "--address",
        metavar="NAME",
        help="the address to listen on (default: localhost, which only this machine can reach)",
    )
    parser.add_argument(
        "--var",
        metavar="FOLDER",
        help=f"the folder for tables and runs (default: {URL}, or var in this folder)",
    )
    return parser


def settings(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Prints what --set knows. Returns 2 after one line on stderr if there are arguments."""
    parser = Parser(
        prog="rulescope settings",
        description="List the settings of --set NAME=VALUE, with their values.",
    )
    return obeyed(parser, _print_settings, argv, stdout, stderr)


def _print_settings(given: dict[str, Any], stdout: TextIO) -> None:  # noqa: ARG001
    for name, meaning, values in rare_settings():
        stdout.write(f"{name}: {meaning}\n    {values}\n")
    stdout.write("\nOf rulescope recommend:\n")
    for name, meaning, values in rare_settings(Recommending):
        stdout.write(f"{name}: {meaning}\n    {values}\n")


def check(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Returns 0 if all that is checked holds, 1 if a claim is false, 2 if it cannot be checked."""
    statuses = [0]

    def run(given: dict[str, Any], out: TextIO) -> None:
        program = [sys.executable, str(CHECKER), given["ANSWER"], given["TABLE"]]
        with subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        ) as running:
            for line in running.stdout or ():
                out.write(line)
        statuses.append(running.returncode)

    return obeyed(check_parser(), run, argv, stdout, stderr) or statuses[-1]


def check_parser() -> Parser:
    parser = Parser(
        prog="rulescope check",
        description="Check an answer against its table by check_answer.py, a program that needs "
        "Python and NumPy alone and shares no code with Rulescope.",
    )
    add_options(parser, CHECKED)
    return parser


COMMANDS: dict[str, Callable[[Sequence[str], TextIO, TextIO], int]] = {
    "serve": serve,
    "settings": settings,
    "check": check,
}
