"""Figures of Gram matrices: margin, ball, expressiveness; of one, or of a Family.

The distance ρ is that of the two classes' convex hulls, as in Polato's thesis (eq. 4.31): twice the
geometric margin of the separating hyperplane. A Family is many kernels on the same examples, in the
memory of one Gram matrix.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from kernels.base import Kernel
from kernels.examples import counted, gather
from kernels.solve import ball, margin


@dataclass(frozen=True, eq=False)
class Point:
    """A combination of kernels with its measured ratio and bounds.

    weights: shape (n_kernels,), at least 0, of sum 1. ratio: an upper bound of R²/ρ², with ρ the
    distance of the classes' hulls (eq. 4.31). radii: a_r, a lower bound of the squared radius that
    is linear in the weights; distances: b_r, an upper bound of ρ² of the same kind (eq. 9.14).
    """

    weights: np.ndarray
    ratio: float
    radii: np.ndarray
    distances: np.ndarray

    @property
    def bound(self) -> float:
        """No combination has a smaller ratio than min a_r / b_r: R² ≥ μᵀa and ρ² ≤ μᵀb."""
        return least_ratio(self.radii, self.distances)

    @property
    def gradient(self) -> np.ndarray:
        """∂ratio/∂β at weights μ = softmax(β), shape (n_kernels,) (eq. 9.15)."""
        radius2, distance2 = self.weights @ self.radii, self.weights @ self.distances
        slope = self.radii * distance2 - self.distances * radius2
        return self.weights * slope / distance2**2


class Family:
    """Gram matrices of kernels on examples X of the classes y = ±1, by default with the identity.

    It keeps the kernels' values on the Counts that occur, (n_kernels, n_counts), and which Counts
    each pair of examples has, (n, n). If all examples have equally many ones there are few Counts,
    so more kernels take hardly more memory.
    """

    def __init__(
        self, kernels: Sequence[Kernel], X: np.ndarray, y: np.ndarray, identity: bool = True
    ) -> None:
        if not kernels:
            raise ValueError("A family of kernels needs at least one.")
        pairs, codes = counted(X, None)
        small = np.uint8 if len(pairs) <= 2**8 else np.uint16 if len(pairs) <= 2**16 else np.int32
        self.kernels, self.y, self.identity = tuple(kernels), np.asarray(y, dtype=float), identity
        self.codes = codes.astype(small)
        self.table = np.array(
            [[float(value) for value in kernel.values(pairs)] for kernel in kernels]
        )
        self.diagonal = np.diag(self.codes)

    def __len__(self) -> int:
        """How many weights a combination has; the last is the identity's, if there is one."""
        return len(self.kernels) + self.identity

    @property
    def uniform(self) -> np.ndarray:
        return np.full(len(self), 1 / len(self))

    def vertex(self, r: int) -> np.ndarray:
        """The weights of one kernel alone."""
        return np.eye(len(self))[r]

    def gram(self, weights: np.ndarray) -> np.ndarray:
        """Σ μ_r K_r, shape (n, n)."""
        K = gather(weights[: len(self.kernels)] @ self.table, self.codes)
        if self.identity:
            K[np.diag_indices(len(K))] += weights[-1]
        return K

    def forms(self, v: np.ndarray) -> np.ndarray:
        """vᵀK_r v for every kernel, shape (n_kernels,)."""
        at = np.flatnonzero(v)
        codes = self.codes[np.ix_(at, at)].ravel()
        pairs = np.bincount(codes, np.outer(v[at], v[at]).ravel(), self.table.shape[1])
        of_identity = [v @ v] if self.identity else []
        return np.append(self.table @ pairs, of_identity)

    def traces(self, alpha: np.ndarray) -> np.ndarray:
        """Σ α_i K_r,ii for every kernel, shape (n_kernels,)."""
        of_identity = [alpha.sum()] if self.identity else []
        counts = np.bincount(self.diagonal, alpha, self.table.shape[1])
        return np.append(self.table @ counts, of_identity)

    def radii2(self, alpha: np.ndarray) -> np.ndarray:
        """A lower bound of R² for each kernel, by a ball's weights alpha, of sum 1."""
        return np.maximum(0, self.traces(alpha) - self.forms(alpha))

    def distances2(self, alpha: np.ndarray) -> np.ndarray:
        """An upper bound of ρ² for each kernel: the squared distance of two points of the hulls."""
        return np.maximum(0, self.forms(2 * self.y * alpha / alpha.sum()))

    def at(self, weights: np.ndarray, gap: float = 1e-9) -> Point:
        """The point of these weights; its ratio is inf where the classes are not separated.

        gap: the relative error that radius and distance may each have; the bounds hold at any gap.
        """
        K = self.gram(weights)
        enclosing, separating = ball(K, gap), margin(K, self.y, gap=gap)
        ratio = enclosing.upper * separating.upper / 2 if separating.separable else np.inf
        return Point(
            weights, ratio, self.radii2(enclosing.alpha), self.distances2(separating.alpha)
        )


def least_ratio(radii: np.ndarray, distances: np.ndarray) -> float:
    """The least a_r / b_r; a kernel that is constant, 0 / 0, takes no part."""
    counts = distances > 0
    return float((radii[counts] / distances[counts]).min(initial=np.inf))


@dataclass(frozen=True)
class Bounds:
    """A number known to lie between two others."""

    lower: float
    upper: float


def hull_distance2(K: np.ndarray, y: np.ndarray) -> Bounds:
    """ρ², the squared distance of the hulls of the classes y = ±1 (eq. 4.31).

    The lower bound is 0 where no hyperplane was found that separates them.
    """
    solved = margin(K, y)
    nearest = 2 / solved.upper if solved.separable else 0.0
    return Bounds(nearest, max(nearest, 2 / solved.lower))


def radius2(K: np.ndarray) -> Bounds:
    """R², the squared radius of the smallest ball around all examples (eq. 4.32)."""
    solved = ball(K)
    return Bounds(solved.lower, solved.upper)


def radius_margin_ratio(radius2: Bounds, distance2: Bounds, n: int) -> Bounds:
    """R² / (ρ² n) of n examples; its upper bound is inf where the classes cannot be separated.

    With the geometric margin ρ/2 in place of ρ it would be four times as large.
    """
    upper = radius2.upper / (distance2.lower * n) if distance2.lower > 0 else inf
    return Bounds(radius2.lower / (distance2.upper * n), upper)


def spectral_ratio(K: np.ndarray) -> float:
    """Trace norm over Frobenius norm: 1 of a constant matrix, √n of the identity (eq. 4.34)."""
    return float(np.trace(K) / np.linalg.norm(K))


def expressiveness(K: np.ndarray) -> float:
    """The spectral ratio, standardised to [0, 1] (eq. 4.36); 0 of a single example."""
    n = len(K)
    return (spectral_ratio(K) - 1) / (sqrt(n) - 1) if n > 1 else 0.0
