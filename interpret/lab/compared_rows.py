"""Rows of a comparison as its kernels see them, for heat maps and curves of expressiveness."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.task import Task
from interpret.lab.compare import Comparison, sampled
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
HOVERED = 8  # columns told of a picked row


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
class Seen:
    """How alike a kernel finds n rows, the positive ones first.

    similarity: (n, n); is_positive: bool (n,); order: of the rows, in each class like beside like.
    """

    similarity: np.ndarray
    is_positive: np.ndarray
    order: np.ndarray

    @property
    def words(self) -> str:
        """The mean similarity of two different rows, within a class and between the classes."""
        y = self.is_positive
        same = y[:, None] == y
        inside, across = self.similarity[same & ~np.eye(len(y), dtype=bool)], self.similarity[~same]
        means = [f"{values.mean():.2f}" if values.size else "–" for values in (inside, across)]
        return f"{means[0]} within a class, {means[1]} across"


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """A comparison's task: in_file with cells as in the file, and task as the kernels read it.

    part: the rows of the heat maps, as indices into the task's table.
    """

    in_file: Task
    task: Task
    encoding: Encoding
    part: np.ndarray

    @property
    def shown(self) -> np.ndarray:
        """The rows of the maps, one class after the other."""
        return self.part[np.argsort(~self.task.y[self.part], kind="stable")]

    def seen(self, kernel: str) -> Seen:
        """The rows of the maps as a kernel sees them."""
        shown = self.shown
        y = self.task.y[shown]
        K = parse(kernel)(self.encoding.encode(self.task.table.rows(shown)))
        classes = (np.flatnonzero(y), np.flatnonzero(~y))
        order = [rows[alike_first(K[np.ix_(rows, rows)])] for rows in classes]
        return Seen(K, y, np.concatenate(order))

    def cells(self) -> list[list[str]]:
        """What stands in the first columns of each row of the maps."""
        table = self.in_file.table
        columns = {name: table.column(name) for name in self.task.attributes[:HOVERED]}
        return [
            [f"{name} = {one_of((c.values[c.codes[row]],))}" for name, c in columns.items()]
            for row in self.shown
        ]

    def curves(self) -> dict[str, tuple[float, ...]]:
        """Expressiveness over the degree of every family, on the rows of the heat maps."""
        return dict(expressiveness_curves(self.encoding.encode(self.task.table.rows(self.part))))


def compared_rows(c: Comparison, in_file: Task) -> ComparedRows:
    """A comparison's rows. in_file: the task that they are indices into."""
    rows = np.array(c.rows)
    task, _ = prepared(in_file, rows)
    encoding = Encoding.fit(task.table.rows(rows), task.attributes)
    return ComparedRows(in_file, task, encoding, rows[sampled(task.y[rows], c.seed, ROWS.heat_map)])
