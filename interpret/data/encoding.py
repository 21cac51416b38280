"""One-hot encoding: a Table becomes 0/1 examples whose variables know attribute and value.

A column of numbers has two variables for each of its cuts, ≤ and >, and a third for an empty cell
where there is one. Every row therefore has the same number of ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import digits
from interpret.data.table import Column, Table

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
        place = {(v.attribute, v.cut, v.value): i for i, v in enumerate(self.variables)}
        coded = []
        for name, cut in self._questions():
            column = table.column(name)
            places = np.array(
                [place.get((name, cut, answer), -1) for answer in _answers(column, cut)]
            )
            coded.append((places, column.codes))
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
        known = {(v.attribute, v.cut, v.value) for v in self.variables}
        found: dict[str, np.ndarray] = {}
        for name, cut in self._questions():
            answers = _answers(table.column(name), cut)
            found[name] = np.array(
                [(name, cut, answer) not in known for answer in answers], dtype=bool
            )
        return found

    def _questions(self) -> dict[tuple[str, float | None], None]:
        """What the variables ask of a row: the value of an attribute, or the side of a cut."""
        return dict.fromkeys((variable.attribute, variable.cut) for variable in self.variables)

    def _check(self, table: Table) -> None:
        there = set(table.names)
        missing = [name for name in self.attributes if name not in there]
        if missing:
            raise DataError(
                f"The table must have the columns the machine was trained on, and it lacks "
                f"{listed(map(quoted, missing))}. Add them, or rename the columns that hold them."
            )


def _answers(column: Column, cut: float | None) -> Sequence[str | None]:
    """What each value of the column answers; a text that is no number answers with itself."""
    if cut is None:
        return column.values
    numbers = column.values.numbers
    sides = np.where(numbers <= cut, TO, ABOVE).astype(object)
    texts = np.isnan(numbers)
    sides[texts] = [value for value, is_text in zip(column.values, texts, strict=True) if is_text]
    return sides.tolist()
