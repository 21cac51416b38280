"""One-hot encoding: a Table becomes 0/1 examples whose variables know attribute and value.

A number is asked on which side of each cut it lies: a cut is the pair of variables ≤ and >, and an
empty cell is an answer of its own. So every row has as many ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import Column, Table

TO, ABOVE = "≤", ">"


@dataclass(frozen=True)
class Variable:
    """A 0/1 column: whether the attribute has the value (None: an empty cell).

    Of a cut the value is the side of it: "≤" or ">".
    """

    attribute: str
    value: str | None
    cut: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.attribute} = empty"
        if self.cut is None:
            return f"{self.attribute} = {self.value}"
        return f"{self.attribute} {self.value} {self.cut:.15g}"


@dataclass(frozen=True)
class Encoding:
    """Variables in their order; attributes and values are matched by name, in any table."""

    variables: tuple[Variable, ...]

    @classmethod
    def fit(cls, table: Table, attributes: Sequence[str]) -> "Encoding":
        """One variable for each value that the table's rows have, in the columns' own order.

        Of a column with cuts, two for each coarse one, and a third where a cell is empty.
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
        for name, cut in self._questions():
            column = table.column(name)
            places = np.array([place.get((name, cut, own), -1) for own in _answers(column, cut)])
            at = places[column.codes]
            known = np.flatnonzero(at >= 0)
            examples[known, at[known]] = 1
        return examples

    def unseen(self, table: Table) -> dict[str, np.ndarray]:
        """For each attribute, which values of its column are none to the encoding: bool."""
        self._check(table)
        known = {(v.attribute, v.cut, v.value) for v in self.variables}
        found: dict[str, np.ndarray] = {}
        for name, cut in self._questions():
            answers = _answers(table.column(name), cut)
            found[name] = np.array([(name, cut, own) not in known for own in answers], dtype=bool)
        return found

    def _questions(self) -> dict[tuple[str, float | None], None]:
        """What is asked of each row: an attribute's value, or a side of one of its cuts."""
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
    """What each of the column's values answers; of a cut, a text that is no number is itself."""
    if cut is None:
        return column.values
    numbers = column.values.numbers
    sides = np.where(numbers <= cut, TO, ABOVE).astype(object)
    texts = np.isnan(numbers)
    sides[texts] = [value for value, is_text in zip(column.values, texts, strict=True) if is_text]
    return sides.tolist()
