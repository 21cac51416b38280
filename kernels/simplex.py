"""max cᵀα − αᵀQα over the simplex, α ≥ 0 and Σα = 1, with a proof of how good the answer is.

The enclosing ball is this problem with c the diagonal of its Gram matrix (kernels.solve), a user's
ranking is it with c twice the mean similarity to what was not chosen (kernels.preference). Steps
between pairs of examples come first: each moves weight from one example to another, choosing the
pair that raises the value most (Fan, Chen and Lin 2005, second order). A step costs O(n), and about
two for each example are enough where a matrix of Newton's method would cost O(n³). An active set
finishes what they cannot.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from kernels.active_set import Dual, ascend
from kernels.compiled import compiled
from kernels.rounding import dot
from kernels.steady import weighed_sum

STEPS, FIRST_STEPS = 10, 1000  # between pairs, at most: for each example, and in addition
LOOK = 8  # steps between two looks at the bounds
FLAT = 1e-12  # the least curvature between two examples


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
    Q, c = np.ascontiguousarray(Q, dtype=np.float64), np.ascontiguousarray(c, dtype=np.float64)
    n = len(c)
    alpha = np.full(n, 1 / n)
    step_by_pairs(Q, c, alpha, gap / 2, STEPS * n + FIRST_STEPS)
    best = _certified(Q, c, alpha)
    if best.gap > gap:
        dual = Dual(Q, np.full(n, np.sqrt(2)), c, np.full(n, np.inf))
        for alpha in ascend(dual, best.alpha):
            best = min(best, _certified(Q, c, alpha), key=lambda one: one.gap)
            if best.gap <= gap:
                break
    return best


def _certified(Q: np.ndarray, c: np.ndarray, alpha: np.ndarray) -> Optimum:
    """alpha made feasible, with the bounds it proves."""
    alpha = np.maximum(alpha, 0)
    alpha /= alpha.sum()
    f = weighed_sum(Q, alpha)
    norm2 = dot(alpha, f)
    lower = dot(c, alpha) - norm2
    return Optimum(alpha, lower, max(lower, float((c - 2 * f).max()) + norm2))


@partial(compiled, fastmath={"nnan", "nsz"}, error_model="numpy")
def _largest(values):  # pragma: no cover
    """The place of the largest value, the first of equals."""
    most = values[0]
    for value in values:
        most = max(most, value)
    for i in range(len(values)):
        if values[i] == most:
            return i
    return 0


@partial(compiled, error_model="numpy")
def step_by_pairs(Q, c, alpha, gap, most):  # pragma: no cover
    """Moves alpha towards max cᵀα − αᵀQα over the simplex; returns how many steps that took.

    It ends once the bounds are within `gap` of each other, relatively, no pair raises the value, or
    `most` steps are done. alpha: float64 (n,), feasible.
    """
    n = len(c)
    slope, gain, diagonal = c.copy(), np.empty(n), np.empty(n)
    for i in range(n):
        diagonal[i] = Q[i, i]
        if alpha[i] > 0:
            for j in range(n):
                slope[j] -= 2 * alpha[i] * Q[i, j]
    for step in range(most):
        up = _largest(slope)
        if step % LOOK == 0:
            linear, along = 0.0, 0.0
            for j in range(n):
                linear += c[j] * alpha[j]
                along += slope[j] * alpha[j]
            norm2 = (linear - along) / 2
            lower, upper = linear - norm2, slope[up] + norm2
            if upper - lower <= gap * max(abs(lower), abs(upper)):
                return step
        row = Q[up]
        for j in range(n):
            rise = slope[up] - slope[j]
            curvature = max(diagonal[up] + diagonal[j] - 2 * row[j], FLAT)
            moved = min(rise / curvature * 0.5, alpha[j])
            gain[j] = moved * (rise - moved * curvature)
        down = _largest(gain)
        if not gain[down] > 0:
            return step
        curvature = max(diagonal[up] + diagonal[down] - 2 * row[down], FLAT)
        moved = min((slope[up] - slope[down]) / curvature * 0.5, alpha[down])
        alpha[up] += moved
        alpha[down] = 0.0 if moved >= alpha[down] else alpha[down] - moved
        other = Q[down]
        for j in range(n):
            slope[j] -= 2 * moved * (row[j] - other[j])
    return most
