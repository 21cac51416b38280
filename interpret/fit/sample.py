"""What a rule is learned from, and in which way: a Sample of rows, and a Way."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.rules.logic import Formula
from kernels.svm import row_weights


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows to learn from, with their cells as machine and rule read them.

    y: which rows are of the positive class, bool of shape (n_rows,); each: what a row counts for,
    of shape (n_rows,), 1 unless the classes are to count alike.
    """

    table: Table
    attributes: tuple[str, ...]
    y: np.ndarray
    each: np.ndarray

    @classmethod
    def of(
        cls, table: Table, attributes: tuple[str, ...], y: np.ndarray, counting: str | None = None
    ) -> "Sample":
        """The sample of a table's rows; counting: a class weight as scikit-learn calls it."""
        return cls(table, attributes, y, row_weights(counting, y))

    def __len__(self) -> int:
        return len(self.y)

    def rows(self, indices: np.ndarray) -> "Sample":
        """The sample of some of the rows, each of which counts for what it counted for."""
        return replace(
            self, table=self.table.rows(indices), y=self.y[indices], each=self.each[indices]
        )

    def counted(self, counting: str | None) -> "Sample":
        """The same rows, each of which counts for what it does among these rows alone."""
        return replace(self, each=row_weights(counting, self.y))

    @property
    def signs(self) -> np.ndarray:
        """1 for the rows of the positive class, −1 for the others: float64 of shape (n_rows,)."""
        return np.where(self.y, 1.0, -1.0)

    @property
    def smaller_class(self) -> int:
        """How many rows the smaller of the two classes has."""
        return int(min(self.y.sum(), (~self.y).sum()))

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding.fit(self.table, self.attributes)

    @cached_property
    def examples(self) -> np.ndarray:
        """The rows as a machine reads them: 0/1 of shape (n_rows, n_variables)."""
        return self.encoding.encode(self.table)


@dataclass(frozen=True)
class Way:
    """A way to fit a rule. The fields' values are those of the settings of the same names.

    A rule describes the positive class, or the other class and is denied: here is decided what
    that means for the weights of rows and for the formula that a search finds.
    """

    fit_to: str
    side: str
    language: str

    @property
    def denies(self) -> bool:
        return self.side == "against"

    def worth(self, weights: np.ndarray) -> np.ndarray:
        """What it is worth to cover each row, where the weights speak for the positive class."""
        return -weights if self.denies else weights

    def verdict(self, found: Formula) -> Formula:
        """The formula that says which rows are positive, from the one that was searched for."""
        return found.denial if self.denies else found
