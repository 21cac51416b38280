"""Symmetric matrices between items: held whole, or as what differs from a small table.

Where few items share a user, most entries follow from the two items' numbers of users alone, and
only the others are kept one by one. Either way a product is a sum in float64, term by term in the
order of the items, compiled without leave to change that order: equal items get equal sums, on any
processor.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy import sparse

from kernels.similar_loops import part_of_near, part_of_whole, weigh_near, weigh_whole


class Similar(Protocol):
    """A symmetric matrix K between n items."""

    def __len__(self) -> int: ...

    def part(self, chosen: np.ndarray) -> np.ndarray:
        """K of the chosen rows and columns, which rise: float64 (n_chosen, n_chosen)."""
        ...

    def row(self, item: int) -> np.ndarray:
        """An item's similarities, float64 (n,)."""
        ...

    def total(self) -> np.ndarray:
        """The sum of each item's similarities, float64 (n,)."""
        ...

    def weighed(self, table: sparse.csr_array) -> np.ndarray:
        """table @ K of a table of float64 weights, (n_rows, n): float64, of the same shape."""
        ...

    def frobenius(self) -> float:
        """The root of the sum of all squares."""
        ...


@dataclass(frozen=True, eq=False)
class Whole:
    """K as an array of float32 or float64, (n, n), in the order of C."""

    K: np.ndarray

    def __len__(self) -> int:
        return len(self.K)

    def part(self, chosen: np.ndarray) -> np.ndarray:
        return part_of_whole(self.K, chosen.astype(np.intp))

    def row(self, item: int) -> np.ndarray:
        return self.K[item].astype(np.float64)

    def total(self) -> np.ndarray:
        return self.K.sum(axis=0, dtype=np.float64)

    def weighed(self, table: sparse.csr_array) -> np.ndarray:
        out = np.zeros((table.shape[0], len(self)))
        weigh_whole(self.K, _arrays(table), out)
        return out

    def frobenius(self) -> float:
        return float(np.linalg.norm(self.K))


@dataclass(frozen=True, eq=False)
class Near:
    """K_ij = base[size_i, size_j] + near_ij.

    near: float64 or float32 (n, n), its indices sorted; base: float64 (n_sizes, n_sizes),
    symmetric; size: each item's place in it, int (n,).
    """

    near: sparse.csr_array
    base: np.ndarray
    size: np.ndarray

    @classmethod
    def alone(cls, near: sparse.csr_array) -> "Near":
        """The matrix of which all other entries are 0."""
        return cls(near, np.zeros((1, 1)), np.zeros(near.shape[0], dtype=np.intp))

    def __len__(self) -> int:
        return len(self.size)

    def part(self, chosen: np.ndarray) -> np.ndarray:
        return part_of_near(_arrays(self.near), self.base, self.size, chosen.astype(np.intp))

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
        weigh_near(_arrays(self.near), self.base, self.size, _arrays(table), out)
        return out

    def frobenius(self) -> float:
        often = np.bincount(self.size, minlength=len(self.base)).astype(np.float64)
        rows = np.repeat(self.size, np.diff(self.near.indptr))
        base = self.base[rows, self.size[self.near.indices]]
        near = self.near.data.astype(np.float64)
        others = float(often @ self.base**2 @ often)
        return float(np.sqrt(others + float((near * (2 * base + near)).sum())))


def _arrays(table: sparse.csr_array) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return table.indptr, table.indices, table.data
