"""Kernels of q examples (Hibraj's thesis, chapter 4, after Salzo & Suykens 2016), q an even number.

Each is a function of one number, what its q examples share: the sum over the variables of their
product. It equals Σ_f φ_f(x_1) … φ_f(x_q) over its features f (eq. 4.29).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, inf, prod

import numpy as np

from kernels.boolean import at_least_one
from kernels.examples import check_zeros_and_ones


class TensorKernel(ABC):
    """A similarity of q examples. Kernels are frozen values.

    is_boolean: whether it takes only 0/1 examples.
    """

    is_boolean = False

    @abstractmethod
    def of(self, shared: np.ndarray) -> np.ndarray:
        """The kernel of what q examples share, float64 of the same shape."""

    def n_features(self, _n_variables: int) -> float:
        """How many features there are; inf where they cannot be counted."""
        return inf

    def features(self, _X: np.ndarray, _q: int) -> np.ndarray:
        """φ of each example: float64 of shape (n_examples, n_features)."""
        raise TypeError(f"The features of {self!r} are infinitely many: they cannot be listed.")

    def read(self, X: np.ndarray) -> np.ndarray:
        """The examples as the kernel reads them."""
        return X

    def __call__(self, *examples: np.ndarray) -> float:
        """The kernel of q examples, each of shape (n_variables,)."""
        shared = np.prod(np.array([self.read(np.asarray(x, float)) for x in examples]), axis=0)
        return float(self.of(np.atleast_1d(shared.sum()))[0])


@dataclass(frozen=True)
class _OfDegree(TensorKernel):
    degree: int

    def __post_init__(self) -> None:
        at_least_one("degree", self.degree)


@dataclass(frozen=True)
class LinearTensor(TensorKernel):
    """What the examples share (eq. 4.26): the features are the variables."""

    def of(self, shared: np.ndarray) -> np.ndarray:
        return shared.astype(float)

    def n_features(self, n_variables: int) -> float:
        return n_variables

    def features(self, X: np.ndarray, _q: int) -> np.ndarray:
        return np.asarray(X, dtype=float)


class PolynomialTensor(_OfDegree):
    """A power of what they share (eq. 4.33): monomials, each scaled by its multinomial^(1/q)."""

    def of(self, shared: np.ndarray) -> np.ndarray:
        return shared.astype(float) ** self.degree

    def n_features(self, n_variables: int) -> float:
        return comb(n_variables + self.degree - 1, self.degree)

    def features(self, X: np.ndarray, q: int) -> np.ndarray:
        X = np.asarray(X, dtype=float)
        columns = []
        for chosen in combinations_with_replacement(range(X.shape[1]), self.degree):
            repeats = prod(factorial(chosen.count(j)) for j in set(chosen))
            scale = (factorial(self.degree) / repeats) ** (1 / q)
            columns.append(scale * X[:, chosen].prod(axis=1))
        return np.array(columns).T


@dataclass(frozen=True)
class ExponentialTensor(TensorKernel):
    """The exponential of what they share (eq. 4.34): monomials of every degree."""

    def of(self, shared: np.ndarray) -> np.ndarray:
        return np.exp(shared)


class _BooleanTensor(_OfDegree):
    is_boolean = True

    def read(self, X: np.ndarray) -> np.ndarray:
        check_zeros_and_ones(X)
        return np.asarray(X)

    def of(self, shared: np.ndarray) -> np.ndarray:
        most = int(shared.max(initial=0))
        table = np.array([float(self._count(s)) for s in range(most + 1)])
        return np.take(table, shared.astype(np.intp))

    def n_features(self, n_variables: int) -> float:
        return self._count(n_variables)

    def features(self, X: np.ndarray, _q: int) -> np.ndarray:
        held = np.asarray(self.read(X), dtype=float)
        parts = []
        for degree in self.degrees:
            chosen = _combinations(held.shape[1], degree)
            part = held[:, chosen[:, 0]]
            for k in range(1, degree):
                part *= held[:, chosen[:, k]]
            parts.append(part)
        return np.concatenate(parts, axis=1)

    def _count(self, shared: int) -> int:
        """How many of its conjunctions hold if `shared` variables hold."""
        return sum(comb(shared, degree) for degree in self.degrees)

    @property
    @abstractmethod
    def degrees(self) -> range:
        """The lengths of its conjunctions, in the order of the features."""


class ConjunctionsTensor(_BooleanTensor):
    """How many ANDs of `degree` distinct variables hold in all examples."""

    @property
    def degrees(self) -> range:
        return range(self.degree, self.degree + 1)


class ConjunctionsUpToTensor(_BooleanTensor):
    """How many ANDs of 1 to `degree` distinct variables hold in all examples."""

    @property
    def degrees(self) -> range:
        return range(1, self.degree + 1)


class DisjunctionsTensor(ConjunctionsTensor):
    """The ORs of `degree` distinct variables, by De Morgan: ANDs of the negated variables.

    An OR is 1 minus the AND of the negations, so with an unpenalised intercept both make the same
    machine, with weights of opposite sign. Without an intercept this is no kernel of the ORs.
    """

    def read(self, X: np.ndarray) -> np.ndarray:
        return 1 - super().read(X)


@lru_cache(maxsize=8)
def _combinations(n_variables: int, size: int) -> np.ndarray:
    """The sets of `size` variables in the order of itertools: (n_sets, size)."""
    sets = np.fromiter(combinations(range(n_variables), size), np.dtype((np.int32, (size,))))
    return sets.reshape(-1, size)
