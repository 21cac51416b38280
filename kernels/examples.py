"""0/1 examples: equal ones merged, pairs counted, and values looked up for every pair.

Examples are uint8 or convertible to it, of shape (n_examples, n_variables).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import ModuleType
from typing import Any

import numpy as np

from kernels.counts import Counts

ROWS_AT_ONCE = 64  # a block of this size stays in the processor's cache
TABLE_AT_MOST = 2**26  # entries of a table with a place for every possible Counts


def counted(X: np.ndarray, Z: np.ndarray | None) -> tuple[list[Counts], np.ndarray]:
    """The distinct Counts of all pairs, and the index of each pair's: shape (len(X), len(Z))."""
    pairs = Pairs.of(X, Z)
    codes = room_for(pairs.shape, _smallest(prod(pairs.places)))
    counts = pairs.counts
    return counts, pairs.fill(codes, np.arange(len(counts), dtype=codes.dtype))


@dataclass(frozen=True, eq=False)
class Pairs:
    """All pairs of two sets of examples, and a place for every Counts that they may have.

    x, z: the examples as words, z transposed; in_x, in_z: the distinct numbers of ones that
    examples have; of_x, of_z: what each example adds to a pair's place, which is their sum plus the
    number of ones that both share.
    """

    n_variables: int
    x: np.ndarray
    z: np.ndarray
    in_x: np.ndarray
    in_z: np.ndarray
    of_x: np.ndarray
    of_z: np.ndarray

    @classmethod
    def of(cls, X: np.ndarray, Z: np.ndarray | None) -> "Pairs":
        X = _zeros_and_ones(X)
        Z = X if Z is None else _zeros_and_ones(Z)
        if X.shape[1] != Z.shape[1]:
            raise ValueError(
                f"Both sets of examples must have the same variables; got {X.shape[1]} and "
                f"{Z.shape[1]} columns. Encode them with one encoding."
            )
        (in_x, of_x), (in_z, of_z) = (
            np.unique(examples.sum(axis=1, dtype=np.int64), return_inverse=True)
            for examples in (X, Z)
        )
        steps = (len(in_z) * (X.shape[1] + 1), X.shape[1] + 1)
        numbers_of = [
            (of * step).astype(np.uint64) for of, step in zip((of_x, of_z), steps, strict=True)
        ]
        z = np.ascontiguousarray(words(Z).T)
        return cls(X.shape[1], words(X), z, in_x, in_z, *numbers_of)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.of_x), len(self.of_z)

    @property
    def places(self) -> tuple[int, int, int]:
        """The shape of the table of places: by the ones of x, of z, and of both."""
        return len(self.in_x), len(self.in_z), self.n_variables + 1

    @cached_property
    def present(self) -> np.ndarray:
        """The places of the pairs, each once, ascending."""
        if self._few:
            occurs = np.zeros(prod(self.places), dtype=bool)
            _loops().mark(self.x, self.z, self.of_x, self.of_z, occurs)
            return np.flatnonzero(occurs)
        return self._found[0]

    @property
    def counts(self) -> list[Counts]:
        """The Counts of each place that is present."""
        at_x, at_z, both = np.unravel_index(self.present, self.places)
        numbers = (self.in_x[at_x].tolist(), self.in_z[at_z].tolist(), both.tolist())
        return [Counts(self.n_variables, *of_pair) for of_pair in zip(*numbers, strict=True)]

    def fill(self, matrix: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The matrix, filled with every pair's value; values: of the places present."""
        if self._few:
            table = self._table(values)
            _loops().look_up(self.x, self.z, self.of_x, self.of_z, table, matrix)
        else:
            np.take(values, self._found[1], out=matrix, mode="clip")
        return matrix

    def weighed(self, values: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Σ weight · value over each x's pairs, (n,); values: as in fill; weights: of each z."""
        sums = np.zeros(len(self.of_x))
        if self._few:
            offsets, table = (self.of_x, self.of_z), self._table(values)
            _loops().weigh(self.x, self.z, offsets, table, weights, sums)
        else:
            from kernels.steady import products  # here, because numba takes a while to load

            sums += products(values[self._found[1]], weights)
        return sums

    def _table(self, values: np.ndarray) -> np.ndarray:
        """The values of all places, 0 for those not present."""
        table = np.zeros(prod(self.places), dtype=values.dtype)
        table[self.present] = values
        return table

    @property
    def _few(self) -> bool:
        """Whether a table has room for all places."""
        return prod(self.places) <= TABLE_AT_MOST

    @cached_property
    def _found(self) -> tuple[np.ndarray, np.ndarray]:
        """The places that are present, and which of them each pair has; used without a table."""
        both = np.arange(self.n_variables + 1)
        places = np.empty(self.shape, dtype=both.dtype)
        _loops().look_up(self.x, self.z, 0 * self.of_x, 0 * self.of_z, both, places)
        places += (self.of_x[:, None] + self.of_z).astype(both.dtype)
        present, of_pair = np.unique(places, return_inverse=True)
        return present, of_pair.reshape(self.shape)  # NumPy 1 gives them in one row


def distinct(X: np.ndarray, y: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The first of each set of equal examples, and the set to which each example belongs.

    y: two classes as signs or bool; if given, a set holds examples of one class only.
    """
    if X.dtype != np.uint8 or X.max(initial=0) > 1:
        rows = X if y is None else np.column_stack([X, y > 0])
        _, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        return first, of.ravel()
    keys = list(words(X).byteswap().T)  # these numbers sort as the bits do
    keys += [] if y is None else [y > 0]
    order = np.lexsort(keys[::-1]) if keys else np.arange(len(X))
    begins = np.arange(len(X)) == 0
    for key in keys:
        begins[1:] |= np.diff(key[order]) != 0
    of = np.empty(len(X), dtype=np.intp)
    of[order] = np.cumsum(begins) - 1
    return order[begins], of


def words(X: np.ndarray) -> np.ndarray:
    """The examples as bits: uint64 (n_examples, n_words), from 0/1 of (n_examples, n_variables)."""
    n, n_variables = X.shape
    bits = np.zeros((n, 8 * -(-n_variables // 64)), dtype=np.uint8)
    bits[:, : -(-n_variables // 8)] = np.packbits(X, axis=1)
    return bits.view(np.uint64)


def _loops() -> ModuleType:
    """The compiled loops, imported late because numba takes a while to load."""
    from kernels import shared

    return shared


def _smallest(size: int) -> type[np.integer]:
    """The smallest integer type that can count to `size`."""
    return next(
        kind for kind in (np.uint8, np.uint16, np.int32, np.int64) if size <= np.iinfo(kind).max
    )


def gather(table: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """table[codes], of the shape of the codes; a MemoryError in words where it does not fit."""
    if table.dtype != np.float64:
        return np.asarray(table[codes])
    matrix = room_for(codes.shape, table.dtype)
    _loops().gathered(table, codes, matrix)
    return matrix


def room_for(shape: tuple[int, int], dtype: np.dtype | type) -> np.ndarray:
    try:
        return np.empty(shape, dtype=dtype)
    except MemoryError:
        needed = 8 * shape[0] * shape[1] / 2**30
        raise MemoryError(
            f"The matrix of {shape[0]:,} × {shape[1]:,} pairs of examples needs {needed:,.0f} GB "
            "of memory, which is not there. Take a sample of the examples."
        ) from None


def blocks(n: int, size: int = ROWS_AT_ONCE) -> Iterator[slice]:
    """Slices of n rows, `size` in each but the last."""
    return (slice(start, start + size) for start in range(0, n, size))


def _zeros_and_ones(X: Any) -> np.ndarray:
    """The examples as uint8 (n_examples, n_variables); a ValueError unless all are 0 or 1."""
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(
            f"Examples must be an array of shape (n_examples, n_variables); got shape {X.shape}. "
            "Put one example in each row."
        )
    if X.dtype == np.uint8 and X.max(initial=0) <= 1:
        return X
    check_zeros_and_ones(X)
    return X.astype(np.uint8)


def check_zeros_and_ones(X: np.ndarray) -> None:
    """A ValueError unless every entry is 0 or 1."""
    odd = np.asarray(X)[~np.isin(X, (0, 1))].tolist()
    if odd:
        raise ValueError(
            f"Boolean kernels need examples of 0 and 1 only; got {odd[0]!r}. "
            "Encode each attribute = value as a variable of its own first."
        )
