"""One-hot encoding: a Table becomes 0/1 examples whose variables know attribute and value."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import Table


@dataclass(frozen=True)
class Variable:
    """A 0/1 column: whether the attribute has the value (None: an empty cell)."""

    attribute: str
    value: str | None


@dataclass(frozen=True)
class Encoding:
    """Variables in their order; attributes and values are matched by name, in any table."""

    variables: tuple[Variable, ...]

    @classmethod
    def fit(cls, table: Table, attributes: Sequence[str]) -> "Encoding":
        """One variable for each value that the table's rows have, in the columns' own order."""
        columns = [table.column(name) for name in attributes]
        return cls(
            tuple(
                Variable(column.name, value)
                for column in columns
                for value, count in zip(column.values, column.counts, strict=True)
                if count
            )
        )

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(variable.attribute for variable in self.variables))

    def encode(self, table: Table) -> np.ndarray:
        """Examples, uint8 of shape (n_rows, n_variables); a value never seen gives zeros."""
        there = set(table.names)
        missing = [name for name in self.attributes if name not in there]
        if missing:
            raise DataError(
                f"The table must have the columns the machine was trained on, and it lacks "
                f"{listed(map(quoted, missing))}. Add them, or rename the columns that hold them."
            )
        examples = np.zeros((table.n_rows, len(self.variables)), dtype=np.uint8)
        place = {(v.attribute, v.value): i for i, v in enumerate(self.variables)}
        for name in self.attributes:
            column = table.column(name)
            places = np.array([place.get((name, value), -1) for value in column.values])
            at = places[column.codes]
            known = np.flatnonzero(at >= 0)
            examples[known, at[known]] = 1
        return examples
