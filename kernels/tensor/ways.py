"""Values and derivatives of the dual problem (4.28), by the features or by the kernel alone.

Both ways give the power Σ_f u_f^q, u_f = Σ_i α_i φ_f(x_i); the scores Σ_f u_f^(q−1) φ_f(x_i) of the
examples; and a step of Newton's method.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from math import factorial, prod

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from kernels.examples import blocks
from kernels.tensor.kernels import TensorKernel

AT_ONCE = 512  # tuples of examples on each side of a block of the kernel's matrix
KEPT_AT_MOST = 2**22  # entries of the products, up to which they are kept in memory


class Listed:
    """By the features themselves, Φ of shape (n_examples, n_features): O(n · n_features)."""

    def __init__(self, features: np.ndarray, q: int) -> None:
        self.features, self.q = features, q

    def at(self, alpha: np.ndarray) -> "ListedPoint":
        return ListedPoint(self.features, self.q, self.features.T @ alpha)


@dataclass(frozen=True)
class ListedPoint:
    """A point α by the features. u: Σ_i α_i φ_f(x_i) of each feature, (n_features,)."""

    features: np.ndarray
    q: int
    u: np.ndarray

    @property
    def power(self) -> float:
        return float((self.u**self.q).sum())

    @cached_property
    def scores(self) -> np.ndarray:
        return self.features @ self.u ** (self.q - 1)

    def newton(self, ridge: np.ndarray, sides: np.ndarray) -> np.ndarray:
        """(∂scores/∂α + diag(ridge))⁻¹ sides, by a matrix of the smaller side of Φ."""
        root = np.sqrt(self.q - 1) * np.abs(self.u) ** (self.q // 2 - 1)
        scaled = self.features * root
        n, n_features = scaled.shape
        if n <= n_features:
            curved = scaled @ scaled.T
            curved[np.diag_indices(n)] += ridge
            return cho_solve(cho_factor(curved, check_finite=False), sides, check_finite=False)
        inner = scaled.T @ (scaled / ridge[:, None])
        inner[np.diag_indices(n_features)] += 1
        across = sides / ridge[:, None]
        kept = cho_solve(cho_factor(inner, check_finite=False), scaled.T @ across)
        return across - (scaled @ kept) / ridge[:, None]


class Streamed:
    """By the kernel alone: the tensor as a matrix between tuples of q/2 examples, never stored.

    Its entries are computed and discarded in blocks; tuples of 0/1 examples that share the same
    variables count as one. Memory grows with n^(q/2), time with its square.
    """

    def __init__(self, X: np.ndarray, kernel: TensorKernel, q: int) -> None:
        self.kernel, self.q, self.n = kernel, q, len(X)
        self.tuples = _tuples(self.n, q // 2)
        self.times = _orderings(self.tuples)
        self.products = _Products(X, self.tuples, kernel.is_boolean)

    def at(self, alpha: np.ndarray) -> "StreamedPoint":
        return StreamedPoint(self, alpha)

    def masses(self, alpha: np.ndarray) -> np.ndarray:
        """Σ α_i … α_j over the tuples of each product, in all their orders: (n_products,)."""
        mass = self.times * alpha[self.tuples].prod(axis=1)
        return np.bincount(self.products.of, mass, len(self.products))

    def against(self, masses: np.ndarray) -> np.ndarray:
        """Σ over all products of their mass times the kernel with each product: (n_products,)."""
        total = np.zeros(len(masses))
        parts = list(blocks(len(masses), AT_ONCE))
        for place, part in enumerate(parts):
            rows = self.products.rows(part)
            for other in parts[place:]:
                block = self.kernel.of(rows @ self.products.rows(other).T)
                total[part] += block @ masses[other]
                if other != part:
                    total[other] += masses[part] @ block
        return total

    def predict(self, alpha: np.ndarray, X: np.ndarray) -> np.ndarray:
        """⟨w, φ(x)⟩ of other examples (eq. 4.32): (len(X),)."""
        masses = self.masses(alpha)
        fewer = _tuples(self.n, self.q // 2 - 1)
        weights = _orderings(fewer) * alpha[fewer].prod(axis=1)
        met = self.products.X[fewer].prod(axis=1)
        scores = np.zeros(len(X))
        for block in blocks(len(masses), AT_ONCE):
            rows, mass = self.products.rows(block), masses[block]
            for i, x in enumerate(X.astype(rows.dtype)):
                for part in blocks(len(met), AT_ONCE):
                    shared = (met[part] * x) @ rows.T
                    scores[i] += weights[part] @ (self.kernel.of(shared) @ mass)
        return scores


class StreamedPoint:
    """A point α by the kernel alone."""

    def __init__(self, way: Streamed, alpha: np.ndarray) -> None:
        self.way, self.alpha = way, alpha

    @cached_property
    def curve(self) -> np.ndarray:
        """Σ k(x_i, x_j, …) α … α over all but two of the q examples: (n, n)."""
        way, alpha, h = self.way, self.alpha, self.way.q // 2
        met = way.against(way.masses(alpha))[way.products.of]
        met = met * way.times * factorial(h - 2) / factorial(h)
        flat = np.zeros(way.n * way.n)
        for i, j in permutations(range(h), 2):
            others = [k for k in range(h) if k not in (i, j)]
            place = way.tuples[:, i] * way.n + way.tuples[:, j]
            flat += np.bincount(place, met * alpha[way.tuples[:, others]].prod(axis=1), len(flat))
        return flat.reshape(way.n, way.n)

    @property
    def power(self) -> float:
        return float(self.alpha @ self.scores)

    @cached_property
    def scores(self) -> np.ndarray:
        return self.curve @ self.alpha

    def newton(self, ridge: np.ndarray, sides: np.ndarray) -> np.ndarray:
        """(∂scores/∂α + diag(ridge))⁻¹ sides."""
        curved = (self.way.q - 1) * self.curve
        curved[np.diag_indices(self.way.n)] += ridge
        return cho_solve(cho_factor(curved, check_finite=False), sides, check_finite=False)


class _Products:
    """The product of the examples of each tuple; for 0/1 examples the distinct ones, packed."""

    def __init__(self, X: np.ndarray, tuples: np.ndarray, is_boolean: bool) -> None:
        self.is_boolean, self.n_variables, self.tuples = is_boolean, X.shape[1], tuples
        self.X = X.astype(np.float32 if is_boolean else float)
        self.of = np.arange(len(tuples))
        if is_boolean:
            bits = np.packbits(X.astype(bool), axis=1)
            shared = np.bitwise_and.reduce(bits[tuples], axis=1)
            whole = np.ascontiguousarray(shared).view(f"V{shared.shape[1]}").ravel()
            _, first, self.of = np.unique(whole, return_index=True, return_inverse=True)
            self.bits = shared[first]

        self.kept = None
        if len(self) * X.shape[1] <= KEPT_AT_MOST:
            self.kept = self._made(slice(0, len(self)))

    def __len__(self) -> int:
        return len(self.bits) if self.is_boolean else len(self.tuples)

    def rows(self, block: slice) -> np.ndarray:
        """Some of the products, of shape (n_block, n_variables)."""
        return self._made(block) if self.kept is None else self.kept[block]

    def _made(self, block: slice) -> np.ndarray:
        if self.is_boolean:  # counts are exact in float32
            held = np.unpackbits(self.bits[block], axis=1, count=self.n_variables)
            return held.astype(np.float32)
        return self.X[self.tuples[block]].prod(axis=1)


def _tuples(n: int, size: int) -> np.ndarray:
    """The ascending tuples of `size` of n examples, of shape (n_tuples, size)."""
    if size == 2:
        return np.stack(np.triu_indices(n), axis=1).astype(np.int32)
    return np.array(list(combinations_with_replacement(range(n), size)), dtype=np.int32)


def _orderings(tuples: np.ndarray) -> np.ndarray:
    """In how many orders the entries of each ascending tuple can stand: (n_tuples,)."""
    size = tuples.shape[1]
    repeats = np.ones(len(tuples))
    run = np.ones(len(tuples))
    for k in range(1, size):
        run = np.where(tuples[:, k] == tuples[:, k - 1], run + 1, 1)
        repeats *= run
    return prod(range(1, size + 1)) / repeats
