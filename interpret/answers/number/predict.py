"""Rows scored with a stored sum: what it predicts for any table, and which terms hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpret.answers.document import NO_ANSWER
from interpret.answers.noted_cells import NotedCells, noted_cells
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.record import AGAIN
from interpret.answers.rows import check_columns
from interpret.answers.shapes import ClauseShape, PreparationShape, terms_of
from interpret.answers.unread import NONE, REFUSED, Unread, check_read
from interpret.data.complaints import quoted
from interpret.data.cuts import numbers_of
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.documents import Amount, an_object, into, restored
from interpret.rules.logic import Clause, fired, open_clauses
from interpret.settings import SettingsError


@dataclass(frozen=True, eq=False)
class NumberScores:
    """What a sum says of each row of a table.

    predicted: (n_rows,), NaN where a term hangs on a cell that cannot be read; held: which terms
    hold, (n_rows, n_terms); truth: the number itself, NaN where there is none, None without the
    column; not_read: an entry for each column with cells that cannot be read; read: what is said of
    how the cells were read.
    """

    predictor: "NumberPredictor"
    predicted: np.ndarray
    held: np.ndarray
    truth: np.ndarray | None
    not_read: tuple[NotedCells, ...] = ()
    read: tuple[str, ...] = ()


@dataclass(frozen=True)
class NumberPredictor:
    """A base and terms, ready for any table that has their attributes."""

    target: str
    base: float
    terms: tuple[tuple[Clause, float], ...]
    preparation: Preparation

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that the terms test."""
        named = (test.attribute for clause, _ in self.terms for test in clause.tests)
        return tuple(dict.fromkeys(named))

    def scores(self, table: Table, unread: Unread = NONE) -> NumberScores:
        """What the sum says of each row; a DataError names missing columns.

        unread: whether rows are refused in which a term hangs on a cell that cannot be read.
        """
        if unread not in (NONE, REFUSED):
            raise SettingsError(
                "No and yes are verdicts, and a number is a sum: where a cell cannot be read it is "
                f"empty, or refused with “error” (unread); got {quoted(unread)}."
            )
        read = self.preparation.table(table)
        check_columns(read.names, self.attributes)
        clauses, sources = self._clauses, self.preparation.sources(read, self.attributes)
        held, is_open = fired(clauses, read), np.any(open_clauses(clauses, read), axis=1)
        check_read(sources, is_open, unread)
        predicted = self.base + held @ np.array([effect for _, effect in self.terms])
        return NumberScores(
            self,
            np.where(is_open, np.nan, predicted),
            held,
            numbers_of(read, self.target) if self.target in read.names else None,
            noted_cells((column, column.values.unread) for column in sources),
            tuple(sentence for sentence in read.notices if sentence not in table.notices),
        )

    @property
    def _clauses(self) -> list[Clause]:
        return [clause for clause, _ in self.terms]


def _predictor(given: Mapping[str, Any]) -> NumberPredictor:
    terms = tuple((term["clause"], term["effect"]) for term in given["terms"])
    return NumberPredictor(given["target"], given["base"], terms, given["preparation"])


_Predictor = into(
    an_object(
        target=str,
        base=Amount,
        terms=terms_of(an_object(clause=ClauseShape, effect=Amount)),
        preparation=PreparationShape,
    ),
    _predictor,
)
_Answer = an_object(number=_Predictor)


def number_predictor(document: Mapping[str, Any]) -> NumberPredictor:
    """What a document predicts with; a DataError where it explains no number."""
    found: NumberPredictor = restored(_Answer, document, NO_ANSWER, AGAIN)["number"]
    return found


def predictor_of(e: NumberExplanation) -> NumberPredictor:
    """What an explanation predicts with."""
    terms = tuple((term.clause, term.effect) for term in e.terms)
    return NumberPredictor(e.target, e.base, terms, e.preparation)
