"""Rows scored with a stored sum: what it predicts for any table, and which terms hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpret.answers.document import NO_ANSWER
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.record import AGAIN
from interpret.answers.rows import check_columns
from interpret.answers.shapes import ClauseShape, PreparationShape
from interpret.data.amounts import numbers_of
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.documents import Amount, an_object, into, many, restored
from interpret.rules.logic import Clause


@dataclass(frozen=True, eq=False)
class NumberScores:
    """What a sum says of each row of a table.

    predicted: (n_rows,); held: which terms hold, (n_rows, n_terms); truth: the number itself, NaN
    where there is none, None without the column.
    """

    predictor: "NumberPredictor"
    predicted: np.ndarray
    held: np.ndarray
    truth: np.ndarray | None


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

    def scores(self, table: Table) -> NumberScores:
        """What the sum says of each row; a DataError names missing columns."""
        read = self.preparation.table(table)
        check_columns(read.names, self.attributes)
        held = [clause.holds(read) for clause, _ in self.terms]
        of_rows = np.array(held, dtype=bool).reshape(len(held), table.n_rows).T
        predicted = self.base + of_rows @ np.array([effect for _, effect in self.terms])
        return NumberScores(self, predicted, of_rows, self._truth(table))

    def _truth(self, table: Table) -> np.ndarray | None:
        if self.target not in table.names:
            return None
        return numbers_of(table, self.target)


def _predictor(given: Mapping[str, Any]) -> NumberPredictor:
    terms = tuple((term["clause"], term["effect"]) for term in given["terms"])
    return NumberPredictor(given["target"], given["base"], terms, given["preparation"])


_Predictor = into(
    an_object(
        target=str,
        base=Amount,
        terms=many(an_object(clause=ClauseShape, effect=Amount)),
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
