"""max cᵀα − αᵀQα over the simplex, α ≥ 0 and Σα = 1, with a proof of how good the answer is.

The enclosing ball is this with c the diagonal of its Gram matrix (kernels.solve), a user's
ranking with c twice the mean similarity to what was not chosen (kernels.preference). Steps between
pairs of examples find it (kernels.pairs, compiled); what they cannot finish an active set does.
"""

from dataclasses import dataclass

import numpy as np

from kernels.active_set import Dual, ascend
from kernels.pairs import step_by_pairs
from kernels.rounding import dot
from kernels.steady import weighed_sum

STEPS, FIRST_STEPS = 10, 1000  # between pairs: so many for each example, and so many at first


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
