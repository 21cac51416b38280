"""Symmetric matrices between items: stored whole, or as differences from a small table.

Where few items share a user, most entries follow from the two items' numbers of users alone, and
only the others are stored one by one. Either way a product is a sum in float64, term by term in the
order of the items. Compiling does not change that order, so equal items get equal sums on any
processor.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from kernels.compiled import compiled


@dataclass(frozen=True, eq=False)
class Whole:
    """A symmetric matrix K between n items: an array of float32 or float64, (n, n), in C order."""

    K: np.ndarray

    def __len__(self) -> int:
        return len(self.K)

    def part(self, chosen: np.ndarray) -> np.ndarray:
        """K of the chosen rows and columns, which ascend: float64 (n_chosen, n_chosen)."""
        return _part_of_whole(self.K, chosen.astype(np.intp))

    def row(self, item: int) -> np.ndarray:
        """An item's similarities, float64 (n,)."""
        return self.K[item].astype(np.float64)

    def total(self) -> np.ndarray:
        """The sum of each item's similarities, float64 (n,)."""
        return self.K.sum(axis=0, dtype=np.float64)

    def weighed(self, table: sparse.csr_array) -> np.ndarray:
        """table @ K for a table of float64 weights, (n_rows, n): float64, of the same shape."""
        out = np.zeros((table.shape[0], len(self)))
        _weigh_whole(self.K, _arrays(table), out)
        return out


@dataclass(frozen=True, eq=False)
class Near:
    """K_ij = base[size_i, size_j] + near_ij, with the methods of Whole.

    near: float64 or float32 (n, n), its indices sorted; base: float64 (n_sizes, n_sizes),
    symmetric; size: each item's place in it, int (n,).
    """

    near: sparse.csr_array
    base: np.ndarray
    size: np.ndarray

    @classmethod
    def alone(cls, near: sparse.csr_array) -> "Near":
        """The matrix whose other entries are all 0."""
        return cls(near, np.zeros((1, 1)), np.zeros(near.shape[0], dtype=np.intp))

    def __len__(self) -> int:
        return len(self.size)

    def part(self, chosen: np.ndarray) -> np.ndarray:
        return _part_of_near(_arrays(self.near), self.base, self.size, chosen.astype(np.intp))

    def row(self, item: int) -> np.ndarray:
        one = np.array([item]), np.array([0, 1])
        return self.weighed(sparse.csr_array((np.ones(1), *one), shape=(1, len(self))))[0]

    def total(self) -> np.ndarray:
        often = np.bincount(self.size, minlength=len(self.base))
        return (self.base * often).sum(axis=1)[self.size] + np.bincount(
            self.near.indices, self.near.data, len(self)
        )

    def weighed(self, table: sparse.csr_array) -> np.ndarray:
        out = np.zeros((table.shape[0], len(self)))
        _weigh_near(_arrays(self.near), self.base, self.size, _arrays(table), out)
        return out


Similar = Whole | Near


def _arrays(table: sparse.csr_array) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return table.indptr, table.indices, table.data


@compiled
def _part_of_whole(K, chosen):  # pragma: no cover
    """K of the chosen rows and columns, in float64."""
    n = len(chosen)
    part = np.empty((n, n))
    for i in range(n):
        row = K[chosen[i]]
        for j in range(n):
            part[i, j] = row[chosen[j]]
    return part


@compiled
def _weigh_whole(K, table, out):  # pragma: no cover
    """Adds to each row of out the rows of K that a table names, times its weights.

    table: the three arrays of a sparse table: where its rows end, their items, their weights.
    """
    ends, items, weights = table
    n = K.shape[1]
    for i in range(len(ends) - 1):
        sums = out[i]
        for k in range(ends[i], ends[i + 1]):
            weight, row = weights[k], K[items[k]]
            for j in range(n):
                sums[j] += weight * row[j]


@compiled
def _part_of_near(near, base, size, chosen):  # pragma: no cover
    """The part of the matrix base[size_i, size_j] + near_ij in which i and j are chosen.

    near: three arrays, the items of a row ascending; chosen: ascending.
    """
    starts, columns, values = near
    n = len(chosen)
    part = np.empty((n, n))
    for i in range(n):
        user = chosen[i]
        row = base[size[user]]
        for j in range(n):
            part[i, j] = row[size[chosen[j]]]
        at, end = starts[user], starts[user + 1]
        for j in range(n):
            wanted, high = chosen[j], end
            while at < high:
                middle = (at + high) // 2
                if columns[middle] < wanted:
                    at = middle + 1
                else:
                    high = middle
            if at < end and columns[at] == wanted:
                part[i, j] += values[at]
    return part


@compiled
def _weigh_near(near, base, size, table, out):  # pragma: no cover
    """_weigh_whole for the matrix base[size_i, size_j] + near_ij."""
    starts, columns, values = near
    ends, items, weights = table
    n_sizes = len(base)
    of_sizes = np.empty(n_sizes)
    for i in range(len(ends) - 1):
        sums = out[i]
        of_sizes[:] = 0.0
        for k in range(ends[i], ends[i + 1]):
            weight, row = weights[k], base[size[items[k]]]
            for a in range(n_sizes):
                of_sizes[a] += weight * row[a]
        for j in range(len(sums)):
            sums[j] += of_sizes[size[j]]
        for k in range(ends[i], ends[i + 1]):
            weight, item = weights[k], items[k]
            for m in range(starts[item], starts[item + 1]):
                sums[columns[m]] += weight * values[m]
