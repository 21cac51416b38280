"""max cᵀα − αᵀQα over the simplex, α ≥ 0 and Σα = 1, with a proof of how good the answer is.

The enclosing ball is this with c the diagonal of its Gram matrix (kernels.solve), a user's
ranking with c twice the mean similarity to what was not chosen (kernels.preference).
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import OneClassSVM

from kernels.active_set import Dual, ascend

ROUNDS = 12  # of guessing which α are 0, at most
SLOW = 3
STEPS = 30  # of conjugate gradients in a round
FIRST, LATER = 1e-2, 1e-3  # the share of the squared residual that a round leaves
TOLERANCE = 1e-4  # of libsvm


@dataclass(frozen=True, eq=False)
class Optimum:
    """A point of the simplex and what it proves of the optimum.

    alpha: shape (n,), at least 0, of sum 1. lower: its value cᵀα − αᵀQα. upper: no point has a
    larger value: the largest c_i − 2 (Qα)_i, plus αᵀQα, since the value is concave.
    """

    alpha: np.ndarray
    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """upper − lower, as a share of the larger of the two in size."""
        size = max(abs(self.lower), abs(self.upper))
        return (self.upper - self.lower) / size if size > 0 else 0.0


def optimum(Q: np.ndarray, c: np.ndarray, gap: float = 1e-6) -> Optimum:
    """The best point for Q, positive semidefinite of shape (n, n), and c, shape (n,).

    The search ends once the bounds are within `gap` of each other, relatively, or when it cannot
    improve them. Callers with many problems hold BLAS to one thread around all of them.
    """
    best = _certified(Q, c, np.full(len(c), 1 / len(c)))
    for alpha in chain(_pivots(Q, c, best.alpha), _from_libsvm(Q, c)):
        if best.gap <= gap:
            break
        best = min(best, _certified(Q, c, alpha), key=lambda one: one.gap)
    return best


def _certified(Q: np.ndarray, c: np.ndarray, alpha: np.ndarray) -> Optimum:
    """alpha made feasible, with the bounds it proves."""
    alpha = np.maximum(alpha, 0)
    alpha /= alpha.sum()
    f = Q @ alpha
    norm2 = float(alpha @ f)
    lower = float(c @ alpha) - norm2
    return Optimum(alpha, lower, max(lower, float((c - 2 * f).max()) + norm2))


def _pivots(Q: np.ndarray, c: np.ndarray, alpha: np.ndarray) -> Iterator[np.ndarray]:
    """Ever better points, until SLOW rounds did not halve the violation of optimality.

    A round takes conjugate gradients among the free α. Then what fell below 0 is fixed there,
    and what is worth more than the mean is released: many at a time, so that rounds are few.
    """
    half, free, violation, slow = c / 2, np.ones(len(c)), np.inf, 0
    slope = half - Q @ alpha
    for round_ in range(ROUNDS):
        residual = (slope - slope @ free / free.sum()) * free
        direction, size = residual, float(residual @ residual)
        enough = size * (FIRST if round_ < 3 else LATER)
        for _ in range(STEPS):
            pushed = Q @ direction
            curvature = float(direction @ pushed)
            if size <= enough or curvature <= 0:
                break
            alpha = alpha + (size / curvature) * direction
            residual = residual - (size / curvature) * (pushed - pushed @ free / free.sum()) * free
            size, before = float(residual @ residual), size
            direction = residual + (size / before) * direction
        alpha = np.maximum(alpha, 0)
        if not 0 < alpha.sum() < np.inf:
            return
        alpha /= alpha.sum()
        yield alpha
        slope = half - Q @ alpha
        mean = float(alpha @ slope)
        violation, before = float(slope.max()) - mean, violation
        slow += violation > before / 2
        if slow == SLOW:
            return
        free = ((alpha > 0) | (slope > mean)).astype(np.float64)


def _from_libsvm(Q: np.ndarray, c: np.ndarray) -> Iterator[np.ndarray]:
    """libsvm's answer, then those of an active set on its support: for few α above 0.

    On the simplex cᵀα is a quadratic form too, so the problem is that of one class.
    """
    n = len(c)
    alpha = np.ones(n)
    if n > 1:
        machine = OneClassSVM(
            kernel="precomputed", nu=1 / n, tol=TOLERANCE, max_iter=max(20_000, 20 * n)
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine.fit(Q - (c[:, None] + c) / 2)
        alpha = np.zeros(n)
        alpha[machine.support_] = machine.dual_coef_[0]
    yield alpha
    alpha = alpha / alpha.sum()
    yield from ascend(Dual(Q, np.full(n, np.sqrt(2)), c, np.full(n, np.inf)), alpha)
