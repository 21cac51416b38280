"""Kernel: a number for each pair of 0/1 examples, and the matrices of these numbers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from math import inf, isqrt, sqrt

import numpy as np

from kernels.counts import Counts
from kernels.examples import Pairs, counted, gather, room_for

Number = int | Fraction | float


class Kernel(ABC):
    """A similarity of 0/1 examples that depends on their Counts alone. Kernels are frozen values.

    A kernel defines `value`; `k(X, Z)` and `k.exact(X, Z)` follow, for X of shape
    (n_examples, n_variables) and Z of shape (n_others, n_variables), by default X.
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
        pairs = Pairs.of(X, Z)
        matrix = room_for(pairs.shape, np.float64)
        return pairs.fill(matrix, self._table(pairs.counts))

    def weighed(self, X: np.ndarray, Z: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Σ_j weight_j k(x, z_j) of each x in X, float64 (len(X),), without the matrix."""
        pairs = Pairs.of(X, Z)
        return pairs.weighed(self._table(pairs.counts), np.ascontiguousarray(weights))

    def on(self, pairs: list[Counts], codes: np.ndarray) -> np.ndarray:
        """The float64 matrix, of the shape of the codes, for pairs and codes as from `counted`."""
        return gather(self._table(pairs), codes)

    def _table(self, pairs: list[Counts]) -> np.ndarray:
        try:
            return np.array([float(value) for value in self.values(pairs)])
        except OverflowError:
            raise ValueError(
                f"A kernel's values must fit a float64 (1.8e308), and for these examples those of "
                f"{self!r} do not. Use {self!r}.normalized(), whose values lie in [0, 1]."
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
        """The kernel of both feature spaces, their maps concatenated."""
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
    """The union of families: a family itself, so that other kernels can be built over it."""

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

    An example without any feature has similarity 1 to its equals and 0 to all others.
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
