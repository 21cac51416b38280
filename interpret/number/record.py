"""The document of a number explained: what --json, the store and downloads hold.

`number_document` writes it as standard JSON and `restore_number` reads it back, figure by figure;
nothing is fitted again. null stands for a figure on rows that do not exist.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.answers.shapes import SettingsShape, of_parts, terms_of
from interpret.data.table import Table
from interpret.number.explanation import (
    SOURCES,
    NumberExplanation,
    NumberTerm,
    TensorMachine,
)
from interpret.number.judged import JudgedNumbers
from interpret.number.validated import SCALES, OtherScale

AGAIN = "Explain the number again."

TermShape = doc.made(NumberTerm, rows=of_parts(doc.Count), carried_by=doc.many(doc.Count))
doc.known(OtherScale, doc.made(OtherScale, scale=doc.one_of(SCALES)))
doc.known(TensorMachine, doc.made(TensorMachine, way=doc.one_of(("listed", "streamed"))))

NumberShape = doc.into(
    doc.fields_of(
        NumberExplanation,
        settings=SettingsShape,
        table=None,
        digest=None,
        rows=of_parts(doc.many(doc.Count)),
        terms=terms_of(TermShape),
        judged=of_parts(doc.made(JudgedNumbers)),
        mean_judged=of_parts(doc.made(JudgedNumbers)),
        source=doc.one_of(SOURCES),
    ),
    lambda given: NumberExplanation(table="", digest="", **given),
)
AnswerShape = doc.an_object(table=doc.an_object(name=str, digest=str), number=NumberShape)


def number_document(table: Table, e: NumberExplanation) -> dict[str, Any]:
    """The whole answer, with all that predictions need, as standard JSON."""
    written = doc.as_json(e) | {"settings": e.settings.to_dict()}
    return of_table(table) | {"number": written}


def restore_number(document: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document; a DataError in one sentence where it was altered."""
    restored = doc.restored(AnswerShape, document, WHOLE, AGAIN)
    e: NumberExplanation = restored["number"]
    return replace(e, table=restored["table"]["name"], digest=restored["table"]["digest"])
