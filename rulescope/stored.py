"""Answers read from documents. They score rows and can be exported; nothing is fitted."""

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from interpret.answers.document import NO_ANSWER, read_document
from interpret.answers.rows import warn_of_open
from interpret.data.complaints import DataError, quoted
from interpret.data.frame import NAME, frame_of_rows, frame_table
from interpret.data.preparation import Preparation
from interpret.data.read_again import lost_digits
from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import Predictor, predictors
from interpret.number.kind import (
    needed_by,
    number_as_python,
    number_as_sql,
    predicted_numbers,
    restore_number,
)
from interpret.present.dialects import dialect_named
from interpret.registry import kind_in
from interpret.tell.html import as_piece
from interpret.tell.number import answer
from interpret.tell.text import as_text
from rulescope.scoring import Scoring

Document = Mapping[str, Any]


def load(source: "str | Path | Document") -> "StoredRules | StoredNumber":
    """Reads the answer in a document, ready to score rows anywhere. Nothing in it is executed.

    source: a file that `--json`, the page or `to_json` wrote, or its content as a dict. Returns a
    StoredRules, or a StoredNumber if the answer explains a number. Raises ValueError, in one
    sentence, if it is not such a document, and OSError if the file cannot be read.
    """
    if isinstance(source, Mapping):
        document: Document | None = source
    else:
        document = read_document(Path(source).read_bytes())
    if document is None:
        raise DataError(f"{NO_ANSWER}, and this is none. Name such a file.")
    kind = kind_in(document)
    if kind not in STORED:
        raise DataError(f"{NO_ANSWER}, and this is {quoted(kind)}. Name such a file.")
    return STORED[kind](document)


class StoredRules(Scoring):
    """The rules and cards of a document, one or one for each class, with their machines.

    `classes_` are the classes as texts, in order, and `document` is what was read. An array must
    have the columns of the table that was learned from, in the same order and without the class.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._read = predictors(document)
        first = self._read[0]
        names = {name for rule in self._read for name in (*rule.e.positive, *rule.e.negative)}
        known = first.calibration.classes or {}
        self._known = {name: known.get(name, 1) for name in sorted(names)}
        self.classes_ = np.array([*self._known], dtype=object)

    def to_json(self) -> str:
        """The document as it was read."""
        return _written(self.document)

    def _explanations(self) -> Sequence[Explanation]:
        return [rule.e for rule in self._read]

    def _rules(self) -> Sequence[Predictor]:
        return self._read

    def _sizes(self) -> Mapping[str, float]:
        return self._known

    def _column_names(self) -> Sequence[str] | None:
        return _attributes(self.document, self._read[0].e.target)

    def _table(self, X: Any) -> Table:
        return _rows(X, self._column_names(), [rule.e.preparation for rule in self._read])

    def _by_label(self, values: Sequence[Any]) -> dict[Any, Any]:
        of = [rule.e.positive for rule in self._read]
        names = [labels[0] if len(labels) == 1 else labels for labels in of]
        return dict(zip(names, values, strict=True))


class StoredNumber:
    """The sum in a document that explains a number. `document` is what was read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._explanation = restore_number(document)

    def predict(self, X: Any) -> np.ndarray:
        """The number of each row, float (n_rows,). X: as for StoredRules.predict.

        Where a condition depends on a cell that cannot be read it is NaN, and a UserWarning names
        the cells.
        """
        e = self._explanation
        table = self._table(X)
        predicted = predicted_numbers(e, table).predicted
        columns = e.preparation.sources(e.preparation.table(table), needed_by(e))
        warn_of_open(columns, np.isnan(predicted), "no number (NaN)")
        return predicted

    def _table(self, X: Any) -> Table:
        e = self._explanation
        return _rows(X, _attributes(self.document, e.target), [e.preparation])

    def to_text(self) -> str:
        """The answer as a text: the sum, its figures, and its proof."""
        return as_text(answer.at_length(self._explanation))

    def to_sql(self, dialect: str = "duckdb") -> str:
        """A query with every column of `data` and the number as "predicted".

        dialect: as for StoredRules.to_sql.
        """
        return number_as_sql(self._explanation, dialect_named(dialect))

    def to_python(self) -> str:
        """The source of a function of a row that needs only Python, 3.10 or newer."""
        return number_as_python(self._explanation)

    def to_json(self) -> str:
        """The document as it was read."""
        return _written(self.document)

    def _repr_html_(self) -> str:
        return as_piece(answer.at_length(self._explanation))


STORED: dict[str, type[StoredRules] | type[StoredNumber]] = {
    "explain": StoredRules,
    "number": StoredNumber,
}


def _rows(X: Any, names: Sequence[str] | None, preparations: Sequence[Preparation]) -> Table:
    """The Table of some rows; a UserWarning where a program has cut the digits of names off."""
    table = frame_table(frame_of_rows(X, names), NAME)
    readings = {one.column: one for own in preparations for one in own.readings}
    for sentence in lost_digits(table, readings.values()):
        warnings.warn(sentence, stacklevel=4)
    return table


def _written(document: Document) -> str:
    return json.dumps(document, allow_nan=False, ensure_ascii=False)


def _attributes(document: Document, target: str) -> list[str] | None:
    """The columns of the table learned from, without its class; None where none are named."""
    names = document.get("table", {}).get("columns")
    return None if names is None else [name for name in names if name != target]
