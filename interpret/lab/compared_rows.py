"""Rows of a comparison as its kernels see them: for maps, heat maps, curves of expressiveness."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.table import Table
from interpret.data.task import Task
from interpret.lab.compare import Compared, Comparison, sampled
from interpret.lab.maps import RowMap, row_map
from interpret.present.wording import one_of
from interpret.row_limits import ROWS
from kernels.base import FeatureKernel, Kernel, Normalized
from kernels.catalog import parse
from kernels.counts import Counts
from kernels.geometry import expressiveness

FAMILIES = {  # name -> the kernel of a degree, as in the thesis's Figure 6.7 (both degrees alike)
    "mC": "mC({k})",
    "mD": "mD({k})",
    "mDNF": "mDNF({k},{k})",
    "mCNF": "mCNF({k},{k})",
    "DNF": "DNF({k},{k})",
    "CNF": "CNF({k},{k})",
}
HIGHEST = 8
COLUMNS = 8  # told of a row at most


def alike_first(K: np.ndarray) -> np.ndarray:
    """An order of the rows of a Gram matrix in which neighbours are alike (Bar-Joseph 2001)."""
    if len(K) < 3:
        return np.arange(len(K))
    apart = squareform(np.clip(K.max() - K, 0, None), checks=False)
    return leaves_list(linkage(apart, "average", optimal_ordering=True))


def expressiveness_curves(X: np.ndarray) -> Mapping[str, tuple[float, ...]]:
    """The standardised spectral ratio of every family at the degrees 1 to HIGHEST, X 0/1.

    A curve ends where a family has no feature of so high a degree.
    """
    curves = {}
    none = Counts(X.shape[1], 0, 0, 0)
    for family, text in FAMILIES.items():
        kernels = [parse(text.format(k=k)) for k in range(1, HIGHEST + 1)]
        possible = takewhile(lambda kernel: _has_features(kernel, none), kernels)
        curves[family] = tuple(expressiveness(kernel(X)) for kernel in possible)
    return curves


def _has_features(kernel: Kernel, none: Counts) -> bool:
    """Whether a normalised kernel of the families has any feature. none: Counts of empty rows."""
    assert isinstance(kernel, Normalized)
    assert isinstance(kernel.of, FeatureKernel)
    return kernel.of.features(none).total > 0


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """The rows of a comparison's maps.

    table: with cells as in the file; columns: those that are told of a row; y: which rows are
    positive, bool (n,); examples: the rows as the kernels read them, 0/1; at: their places among
    all rows that are compared, ascending.
    """

    table: Table
    columns: tuple[str, ...]
    y: np.ndarray
    examples: np.ndarray
    at: np.ndarray

    def gram(self, kernel: str) -> np.ndarray:
        """How alike a kernel finds every two rows."""
        return parse(kernel)(self.examples)

    def map(self, compared: Compared, before: RowMap | None) -> RowMap:
        """The map of a kernel. before: that of the kernel before it."""
        decisions = np.array(compared.decisions, dtype=float)[self.at]
        heights = None if before is None else before.heights
        return row_map(self.gram(compared.kernel), decisions, heights)

    def in_classes(self, kernel: str) -> np.ndarray:
        """An order of the rows, the positive ones first, in each class like beside like."""
        K, classes = self.gram(kernel), (np.flatnonzero(self.y), np.flatnonzero(~self.y))
        return np.concatenate([rows[alike_first(K[np.ix_(rows, rows)])] for rows in classes])

    def cells(self) -> dict[str, list[str]]:
        """What stands in each row, by the columns' names."""
        columns = {name: self.table.column(name) for name in self.columns}
        return {
            name: [one_of((column.values[code],)) for code in column.codes]
            for name, column in columns.items()
        }

    def curves(self) -> dict[str, tuple[float, ...]]:
        """Expressiveness over the degree of every family."""
        return dict(expressiveness_curves(self.examples))


def compared_rows(c: Comparison, task: Task) -> ComparedRows:
    """The rows of a comparison's maps, of those that were left out. task: of its rows."""
    compared = np.array(c.rows)
    read, _ = prepared(task, compared)
    encoding = Encoding.fit(read.table.rows(compared), read.attributes)
    left_out = np.flatnonzero([one is not None for one in c.kernels[0].decisions])
    at = left_out[sampled(task.y[compared[left_out]], c.seed, ROWS.mapped)]
    rows = compared[at]
    examples = encoding.encode(read.table.rows(rows))
    return ComparedRows(
        task.table.rows(rows), read.attributes[:COLUMNS], task.y[rows], examples, at
    )
