"""Rows scored with a stored sum: what it predicts for any table, and which terms hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpret.answer.predict import NO_ANSWER, check_columns
from interpret.answer.record import preparation_from_dict
from interpret.data.amounts import amounts_read, is_amount
from interpret.data.complaints import DataError
from interpret.data.prepare import Preparation
from interpret.data.table import Table
from interpret.numbers.explanation import NumberExplanation
from interpret.numbers.record import clause_from_list
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
        """The attributes that a term asks for."""
        asked = (test.attribute for clause, _ in self.terms for test in clause.tests)
        return tuple(dict.fromkeys(asked))

    def scores(self, table: Table) -> NumberScores:
        """What the sum says of each row; a DataError names columns that are missing."""
        read = self.preparation.table(table)
        check_columns(read, self.attributes)
        held = [clause.holds(read) for clause, _ in self.terms]
        of_rows = np.array(held, dtype=bool).reshape(len(held), table.n_rows).T
        predicted = self.base + of_rows @ np.array([effect for _, effect in self.terms])
        return NumberScores(self, predicted, of_rows, self._truth(table))

    def _truth(self, table: Table) -> np.ndarray | None:
        if self.target not in table.names:
            return None
        column = table.column(self.target)
        if is_amount(column):
            column = amounts_read(table, self.target)[0].column(self.target)
        return column.values.numbers[column.codes]


def number_predictor(document: Mapping[str, Any]) -> NumberPredictor:
    """What a document predicts with; a DataError where it explains no number."""
    try:
        d = document["number"]
        terms = tuple((clause_from_list(own["clause"]), float(own["effect"])) for own in d["terms"])
        preparation = preparation_from_dict(d["preparation"])
        return NumberPredictor(d["target"], float(d["base"]), terms, preparation)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"{NO_ANSWER} this one lacks the terms of its sum. Explain the number again."
        ) from error


def predictor_of(e: NumberExplanation) -> NumberPredictor:
    """What an explanation predicts with."""
    terms = tuple((term.clause, term.effect) for term in e.terms)
    return NumberPredictor(e.target, e.base, terms, e.preparation)
