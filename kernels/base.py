"""Kernel: a number for each pair of 0/1 examples, and the matrices that are made of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cached_property
from math import inf, isqrt, prod, sqrt
from types import ModuleType
from typing import Any

import numpy as np

from kernels.counts import Counts

Number = int | Fraction | float
ROWS_AT_ONCE = 64  # a block of them stays in the cache
TABLE_AT_MOST = 2**26  # entries of a table with a place for every possible Counts


class Kernel(ABC):
    """A similarity of 0/1 examples that depends on their Counts alone. Kernels are frozen values.

    A kernel gives `value`; `k(X, Z)` and `k.exact(X, Z)` follow, for X of shape
    (n_examples, n_variables) and Z of shape (n_others, n_variables), Z = X unless given.
    """

    is_exact = True

    @abstractmethod
    def value(self, counts: Counts) -> Number:
        """The kernel of one pair of examples."""

    def values(self, pairs: Iterable[Counts]) -> list[Number]:
        """The kernel of many pairs."""
        return [self.value(counts) for counts in pairs]

    def __call__(self, X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
        """The float64 matrix of shape (len(X), len(Z))."""
        pairs = _Pairs.of(X, Z)
        matrix = _room(pairs.shape, np.float64)
        return pairs.fill(matrix, self._table(pairs.counts))

    def on(self, pairs: list[Counts], codes: np.ndarray) -> np.ndarray:
        """The float64 matrix of pairs as `counted` gives them, of the shape of the codes."""
        return gather(self._table(pairs), codes)

    def _table(self, pairs: list[Counts]) -> np.ndarray:
        try:
            return np.array([float(value) for value in self.values(pairs)])
        except OverflowError:
            raise ValueError(
                f"A kernel's values must fit a float64 (1.8e308), and those of {self!r} do not "
                f"here. Use {self!r}.normalized(), whose values lie in [0, 1]."
            ) from None

    def exact(self, X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
        """The object matrix of exact integers or Fractions, shape (len(X), len(Z))."""
        if not self.is_exact:
            raise TypeError(f"{self!r} has irrational values; call it instead: kernel(X, Z).")
        pairs, codes = counted(X, Z)
        table = np.empty(len(pairs), dtype=object)
        table[:] = self.values(pairs)
        return gather(table, codes)

    def normalized(self) -> "Kernel":
        """The same kernel between examples scaled to norm 1 in its feature space."""
        return Normalized(self)

    def __add__(self, other: "Kernel") -> "Kernel":
        """The kernel of the two feature spaces side by side."""
        parts = (*_parts(self), *_parts(other))
        families = tuple(part for part in parts if isinstance(part, FeatureKernel))
        return FeatureSum(families) if len(families) == len(parts) else Sum(parts)

    def __repr__(self) -> str:
        given = [
            (field.name, getattr(self, field.name))
            for field in fields(self)  # type: ignore[arg-type]
            if field.default is MISSING or getattr(self, field.name) != field.default
        ]
        shown = ", ".join(repr(v) if name == "degree" else f"{name}={v!r}" for name, v in given)
        return f"{type(self).__name__}({shown})"


class FeatureKernel(Kernel):
    """A kernel that counts features: the formulas of one family that hold in both examples."""

    @abstractmethod
    def features(self, counts: Counts) -> Counts:
        """The counts of the family's formulas, from those of the variables."""

    def value(self, counts: Counts) -> int:
        return self.features(counts).both


@dataclass(frozen=True, repr=False)
class Sum(Kernel):
    """The sum of kernels."""

    parts: tuple[Kernel, ...]

    @property
    def is_exact(self) -> bool:  # type: ignore[override]
        return all(part.is_exact for part in self.parts)

    def value(self, counts: Counts) -> Number:
        return sum(part.value(counts) for part in self.parts)

    def __repr__(self) -> str:
        return "(" + " + ".join(map(repr, self.parts)) + ")"


@dataclass(frozen=True, repr=False)
class FeatureSum(FeatureKernel):
    """Families side by side: a family itself, so that other kernels can be built over it."""

    parts: tuple[FeatureKernel, ...]

    def features(self, counts: Counts) -> Counts:
        return sum((part.features(counts) for part in self.parts), Counts(0, 0, 0, 0))

    def __repr__(self) -> str:
        return "(" + " + ".join(map(repr, self.parts)) + ")"


@dataclass(frozen=True, repr=False)
class Mixture(Kernel):
    """Σ weight · kernel, one weight ≥ 0 for each kernel; exact where weights and kernels are."""

    kernels: tuple[Kernel, ...]
    weights: tuple[Number, ...]

    def __post_init__(self) -> None:
        if not self.kernels or len(self.kernels) != len(self.weights):
            raise ValueError(
                "A mixture needs one weight for each of its kernels, of which there is at least "
                f"one; got {len(self.kernels)} kernels and {len(self.weights)} weights."
            )
        if not all(0 <= weight < inf for weight in self.weights):
            raise ValueError(f"The weights of a mixture must be 0 or more; got {self.weights!r}.")

    @property
    def is_exact(self) -> bool:  # type: ignore[override]
        rational = all(isinstance(weight, int | Fraction) for weight in self.weights)
        return rational and all(kernel.is_exact for kernel in self.kernels)

    def value(self, counts: Counts) -> Number:
        return self.values([counts])[0]

    def values(self, pairs: Iterable[Counts]) -> list[Number]:
        pairs = list(pairs)
        columns = [kernel.values(pairs) for kernel in self.kernels]
        return [
            sum(weight * value for weight, value in zip(self.weights, row, strict=True))
            for row in zip(*columns, strict=True)
        ]


@dataclass(frozen=True, repr=False)
class Normalized(Kernel):
    """k(x, z) / √(k(x, x) k(z, z)), counted in integers and divided once, last.

    An example without any feature is similar, by 1, to its equals only.
    """

    of: Kernel
    is_exact = False

    def value(self, counts: Counts) -> Number:
        return self.values([counts])[0]

    def values(self, pairs: Iterable[Counts]) -> list[Number]:
        norms: dict[tuple[int, int], Number] = {}

        def norm(total: int, ones: int) -> Number:
            if (total, ones) not in norms:
                norms[total, ones] = self.of.value(Counts(total, ones, ones, ones))
            return norms[total, ones]

        def similarity(c: Counts) -> float:
            x, z = norm(c.total, c.in_x), norm(c.total, c.in_z)
            if x == 0 or z == 0:
                return float(c.in_x == c.in_z == c.both)
            return _cosine(self.of.value(c), x, z)

        return [similarity(counts) for counts in pairs]

    def __repr__(self) -> str:
        return f"{self.of!r}.normalized()"


def _parts(kernel: Kernel) -> tuple[Kernel, ...]:
    return kernel.parts if isinstance(kernel, Sum | FeatureSum) else (kernel,)


def _cosine(both: Number, x: Number, z: Number) -> float:
    """both / √(x z), rounded once where the three are rational."""
    if x == z:
        return float(both / x)
    product = x * z
    if isinstance(product, float) or isinstance(both, float):
        return float(both) / sqrt(product)
    root = isqrt(product.numerator * product.denominator << 128)  # √product · denominator · 2⁶⁴
    return (both.numerator * product.denominator << 64) / (both.denominator * root)


def counted(X: np.ndarray, Z: np.ndarray | None) -> tuple[list[Counts], np.ndarray]:
    """The distinct Counts of all pairs, and for each pair which it has: shape (len(X), len(Z))."""
    pairs = _Pairs.of(X, Z)
    codes = _room(pairs.shape, _smallest(prod(pairs.places)))
    counts = pairs.counts
    return counts, pairs.fill(codes, np.arange(len(counts), dtype=codes.dtype))


@dataclass(frozen=True, eq=False)
class _Pairs:
    """All pairs of two sets of examples, and a place for every Counts that they may have.

    x, z: the examples as words, z transposed; in_x, in_z: how many ones an example has, each number
    once; of_x, of_z: the examples' parts in a pair's place, to which the ones they share are added.
    """

    n_variables: int
    x: np.ndarray
    z: np.ndarray
    in_x: np.ndarray
    in_z: np.ndarray
    of_x: np.ndarray
    of_z: np.ndarray

    @classmethod
    def of(cls, X: np.ndarray, Z: np.ndarray | None) -> "_Pairs":
        X = _zeros_and_ones(X)
        Z = X if Z is None else _zeros_and_ones(Z)
        if X.shape[1] != Z.shape[1]:
            raise ValueError(
                f"Both sets of examples must have the same variables; got {X.shape[1]} and "
                f"{Z.shape[1]} columns. Encode them with one encoding."
            )
        (in_x, of_x), (in_z, of_z) = (
            np.unique(own.sum(axis=1, dtype=np.int64), return_inverse=True) for own in (X, Z)
        )
        steps = (len(in_z) * (X.shape[1] + 1), X.shape[1] + 1)
        own = [(of * step).astype(np.uint64) for of, step in zip((of_x, of_z), steps, strict=True)]
        z = np.ascontiguousarray(words(Z).T)
        return cls(X.shape[1], words(X), z, in_x, in_z, *own)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.of_x), len(self.of_z)

    @property
    def places(self) -> tuple[int, int, int]:
        """How many places there are, by the ones of x, of z, and of both."""
        return len(self.in_x), len(self.in_z), self.n_variables + 1

    @cached_property
    def present(self) -> np.ndarray:
        """The places of the pairs, each once and in order."""
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
        return [Counts(self.n_variables, *own) for own in zip(*numbers, strict=True)]

    def fill(self, matrix: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The matrix, of every pair's value by its place; values: of the places present."""
        if self._few:
            table = np.zeros(prod(self.places), dtype=values.dtype)
            table[self.present] = values
            _loops().look_up(self.x, self.z, self.of_x, self.of_z, table, matrix)
        else:
            np.take(values, self._found[1], out=matrix, mode="clip")
        return matrix

    @property
    def _few(self) -> bool:
        """Whether a table has room for all places."""
        return prod(self.places) <= TABLE_AT_MOST

    @cached_property
    def _found(self) -> tuple[np.ndarray, np.ndarray]:
        """The places that are present, and for each pair which it has, where there is no table."""
        both = np.arange(self.n_variables + 1)
        places = np.empty(self.shape, dtype=both.dtype)
        _loops().look_up(self.x, self.z, 0 * self.of_x, 0 * self.of_z, both, places)
        places += (self.of_x[:, None] + self.of_z).astype(both.dtype)
        return np.unique(places, return_inverse=True)


def words(X: np.ndarray) -> np.ndarray:
    """The examples as bits: uint64 (n_examples, n_words), from 0/1 of (n_examples, n_variables)."""
    n, n_variables = X.shape
    bits = np.zeros((n, 8 * -(-n_variables // 64)), dtype=np.uint8)
    bits[:, : -(-n_variables // 8)] = np.packbits(X, axis=1)
    return bits.view(np.uint64)


def _loops() -> ModuleType:
    """The compiled loops: here, because numba takes a while to load."""
    from kernels import shared

    return shared


def _smallest(size: int) -> type[np.integer]:
    """The smallest integer type that can count to `size`."""
    return next(
        own for own in (np.uint8, np.uint16, np.int32, np.int64) if size <= np.iinfo(own).max
    )


def gather(table: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """table[codes], of the shape of the codes; MemoryError in words where it does not fit."""
    if table.dtype != np.float64:
        return np.asarray(table[codes])
    matrix = _room(codes.shape, table.dtype)
    _loops().gathered(table, codes, matrix)
    return matrix


def _room(shape: tuple[int, int], dtype: np.dtype | type) -> np.ndarray:
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
    """The examples as uint8 (n_examples, n_variables); a ValueError where they are no 0 and 1."""
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(
            f"Examples must be an array of shape (n_examples, n_variables); got shape {X.shape}. "
            "Put one example in each row."
        )
    if X.dtype == np.uint8 and X.max(initial=0) <= 1:
        return X
    if not np.isin(X, (0, 1)).all():
        odd = X[~np.isin(X, (0, 1))].tolist()[0]
        raise ValueError(
            f"Boolean kernels need examples of 0 and 1 only; got {odd!r}. "
            "Encode each attribute = value as a variable of its own first."
        )
    return X.astype(np.uint8)
