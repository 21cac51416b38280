"""The document of a number explained: what --json, the store and downloads hold.

`number_document` writes it as standard JSON and `restore_number` reads it back, figure by figure;
nothing is fitted again. null stands for a figure on rows that do not exist.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpret.answer.record import WHOLE  # and with it how tests and clauses are written
from interpret.answer.shapes import of_parts, settings_of  # and with them the shape of a clause
from interpret.data.table import Table
from interpret.documents import (
    SCHEMA,
    Count,
    an_object,
    as_json,
    check_schema,
    fields_of,
    into,
    known,
    made,
    many,
    one_of,
    read,
)
from interpret.numbers.explanation import SOURCES, NumberExplanation, TensorMachine, Term
from interpret.numbers.judged import JudgedNumbers
from interpret.versions import versions

AGAIN = "Explain the number again."

known(Term, made(Term, rows=of_parts(Count)))
known(TensorMachine, made(TensorMachine, way=one_of(("listed", "streamed"))))
NumberShape = into(
    fields_of(
        NumberExplanation,
        settings=into(dict[str, Any], settings_of),
        table=None,
        digest=None,
        rows=of_parts(many(Count)),
        judged=of_parts(made(JudgedNumbers)),
        mean_judged=of_parts(made(JudgedNumbers)),
        source=one_of(SOURCES),
    ),
    lambda given: NumberExplanation(table="", digest="", **given),
)
AnswerShape = an_object(table=an_object(name=str, digest=str), number=NumberShape)


def number_document(table: Table, e: NumberExplanation) -> dict[str, Any]:
    """The whole answer for a table whose number is explained; all that predictions need."""
    return {
        "schema": SCHEMA,
        "versions": versions(),
        "table": {
            "name": table.name,
            "digest": table.digest,
            "rows": table.n_rows,
            "columns": list(table.names),
        },
        "number": as_json(e) | {"settings": e.settings.to_dict()},
    }


def restore_number(document: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document; a DataError in one sentence where it was altered."""
    check_schema(document, WHOLE, AGAIN)
    found = read(AnswerShape, document, WHOLE, AGAIN)
    e: NumberExplanation = found["number"]
    return replace(e, table=found["table"]["name"], digest=found["table"]["digest"])
