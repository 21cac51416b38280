"""One-hot encoding: a Table becomes 0/1 examples whose variables know attribute and value.

A column of numbers has two variables for each of its cuts, ≤ and >, and a third for an empty cell
where there is one. Every row therefore has the same number of ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import digits
from interpret.data.table import Table

ROWS_AT_ONCE = 2**13  # examples that stay in the cache
TO, ABOVE = "≤", ">"


@dataclass(frozen=True)
class Variable:
    """A 0/1 column: whether the attribute has the value (None: an empty cell).

    Where there is a cut, the value is the side of it that a number lies on: "≤" or ">".
    """

    attribute: str
    value: str | None
    cut: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.attribute} = empty"
        if self.cut is None:
            return f"{self.attribute} = {self.value}"
        return f"{self.attribute} {self.value} {digits(self.cut)}"


@dataclass(frozen=True)
class Encoding:
    """Variables in their order; attributes and values are matched by name, in any table."""

    variables: tuple[Variable, ...]

    @classmethod
    def fit(cls, table: Table, attributes: Sequence[str]) -> "Encoding":
        """One variable for each value that the table's rows have, in the columns' own order.

        A column with cuts has two for each of its coarse cuts, and a third where a cell is empty.
        """
        variables: list[Variable] = []
        for column in map(table.column, attributes):
            there = [v for v, n in zip(column.values, column.counts, strict=True) if n]
            answers = [TO, ABOVE, *(value for value in there if value is None)]
            for cut in column.coarse:
                variables += [Variable(column.name, answer, cut) for answer in answers]
            if not column.cuts:
                variables += [Variable(column.name, value) for value in there]
        return cls(tuple(variables))

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(variable.attribute for variable in self.variables))

    def encode(self, table: Table) -> np.ndarray:
        """Examples, uint8 of shape (n_rows, n_variables); a value never seen gives zeros."""
        self._check(table)
        examples = np.zeros((table.n_rows, len(self.variables)), dtype=np.uint8)
        coded = [(places, table.column(name).codes) for name, places in self._places(table)]
        for start in range(0, table.n_rows, ROWS_AT_ONCE):
            some = examples[start : start + ROWS_AT_ONCE]
            for places, codes in coded:
                at = places[codes[start : start + ROWS_AT_ONCE]]
                known = np.flatnonzero(at >= 0)
                some[known, at[known]] = 1
        return examples

    def unseen(self, table: Table) -> dict[str, np.ndarray]:
        """For each attribute the values that the encoding does not know, as bool (n_values,)."""
        self._check(table)
        return {name: places < 0 for name, places in self._places(table)}

    def _places(self, table: Table) -> Iterator[tuple[str, np.ndarray]]:
        """The attribute of each question that variables ask of a row, its value or the side of a
        cut, and the place of the variable that each value answers with, int (n_values,): -1 if none
        does.
        """
        questions: dict[tuple[str, float | None], dict[str | None, int]] = {}
        for i, variable in enumerate(self.variables):
            answers = questions.setdefault((variable.attribute, variable.cut), {})
            answers[variable.value] = i
        for (name, cut), answers in questions.items():
            values = table.column(name).values
            if cut is None:
                places = np.array([answers.get(value, -1) for value in values], dtype=np.intp)
            else:
                sides = answers.get(TO, -1), answers.get(ABOVE, -1)
                places = np.where(values.numbers <= cut, *sides)
                for at in np.flatnonzero(np.isnan(values.numbers)):
                    places[at] = answers.get(values[at], -1)  # a text answers with itself
            yield name, places

    def _check(self, table: Table) -> None:
        there = set(table.names)
        missing = [name for name in self.attributes if name not in there]
        if missing:
            raise DataError(
                f"The table must have the columns the machine was trained on, and it lacks "
                f"{listed(map(quoted, missing))}. Add or rename them."
            )
