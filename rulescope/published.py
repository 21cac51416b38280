"""The JSON schema of all documents: the command `rulescope schema` and its Python function."""

import json
from collections.abc import Sequence
from typing import Any, TextIO

from interpret.command import Parser, obeyed


def schema() -> dict[str, Any]:
    """The JSON schema (dialect 2020-12) of all kinds of documents, as a new dict of plain values.

    Every document that this version writes is valid. Documents may hold more than the schema says.
    """
    from interpret.document_schema import document_schema  # it loads all that writes documents

    return document_schema()


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Writes the schema to stdout. Returns 2 after one line on stderr if there are arguments."""
    parser = Parser(
        prog="rulescope schema",
        description="Print the JSON schema of the documents that --json and the page write.",
    )
    return obeyed(parser, _write, argv, stdout, stderr)


def _write(given: dict[str, Any], stdout: TextIO) -> None:  # noqa: ARG001
    stdout.write(json.dumps(schema(), indent=1) + "\n")
