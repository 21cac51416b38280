"""What every document of an answer begins with, and how a file that holds one is read."""

import json
from typing import Any

from interpret import documents as doc
from interpret.data.table import Table
from interpret.versions import versions

WHOLE = "A stored answer must be as it was written"
NO_ANSWER = (
    "What predicts must be an answer of Rulescope, as --json and the page's JSON download write it"
)


def of_table(table: Table) -> dict[str, Any]:
    """What every document of an answer begins with: the versions at work, and the table."""
    return {
        "schema": doc.SCHEMA,
        "versions": versions(),
        "table": {
            "name": table.name,
            "digest": table.digest,
            "rows": table.n_rows,
            "columns": list(table.names),
        },
    }


def read_document(raw: bytes) -> dict[str, Any] | None:
    """The JSON object that a file holds; None where it holds something else."""
    if not raw.lstrip().startswith(b"{"):
        return None
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
