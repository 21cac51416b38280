"""max cᵀα − αᵀQα over the simplex, α ≥ 0 and Σα = 1, with a proof of how good the answer is.

For the enclosing ball c is the diagonal of its Gram matrix (kernels.solve); for a user's ranking it
is twice the mean similarity to what was not chosen (`recommender.preference`). Steps between pairs
of examples come first: each moves weight from one example to another, choosing the pair that raises
the value most (Fan, Chen and Lin 2005, second order). A step costs O(n), and about two for each
example are usually enough, where Newton's method would cost O(n³). An active set finishes the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from kernels.compiled import compiled
from kernels.steady import dot, factorise, solved, weighed_sum

ACTIVE_STEPS = 300  # at most
FACES, WORK = 20, 3e10  # the fewest factorisations, and the multiplications up to which more follow
RIDGE = 1e-10  # on the diagonal of what is factorised, as a share of the mean diagonal
RELEASED = 0.1  # share of the largest push inwards from which a bound is released
STEPS, FIRST_STEPS = 10, 1000  # at most, between pairs: for each example, and in addition
LOOK = 8  # steps between two checks of the bounds
FLAT = 1e-12  # the least curvature between two examples


@dataclass(frozen=True, eq=False)
class Dual:
    """max pᵀα − ½ ‖Σ s_i α_i φ(x_i)‖² with sᵀα fixed and 0 ≤ α ≤ C.

    K: the Gram matrix of φ, shape (n, n). s, p, C: shape (n,), no s_i is 0.
    """

    K: np.ndarray
    s: np.ndarray
    p: np.ndarray
    C: np.ndarray

    def f(self, alpha: np.ndarray) -> np.ndarray:
        """K S α, the products of the sum with every φ(x_i)."""
        return weighed_sum(self.K, self.s * alpha)

    def value(self, alpha: np.ndarray, f: np.ndarray) -> float:
        """The objective at alpha and its f."""
        return dot(self.p, alpha) - dot(f, self.s * alpha) / 2

    def slope(self, f: np.ndarray, multiplier: float = 0.0) -> np.ndarray:
        """The gradient of the value, sᵀα kept by the multiplier."""
        return self.p - self.s * (f + multiplier)


def ascend(dual: Dual, alpha: np.ndarray) -> Iterator[np.ndarray]:
    """Feasible alphas, from a feasible one towards the optimum, until no step improves.

    After a step within the bounds, α at a bound that the gradient pushes inwards are released: at
    most as many as are free, or only the one pushed hardest if the last release did not raise the
    value, since that one always does. If a step would leave the bounds, the α that reach them are
    fixed. K may be singular.
    """
    f, free = dual.f(alpha), (alpha > 0) & (alpha < dual.C)
    face, faces, work, residual, reached = None, 0, 0.0, np.inf, -np.inf
    for _ in range(ACTIVE_STEPS):
        value = dual.value(alpha, f)
        if free.any():
            if face is None:
                faces, work = faces + 1, work + float(np.count_nonzero(free)) ** 3
                face = _Face.of(dual, free) if faces <= FACES or work <= WORK else None
                if face is None:
                    return
            step, multiplier = face.newton(dual.slope(f))
            if ((alpha + step < 0) | (alpha + step > dual.C)).any():
                alpha, met = _up_to_a_bound(dual, alpha, step)
                f, free = dual.f(alpha), free & ~met
                face, residual = None, np.inf
                yield alpha
                continue
            alpha = alpha + step
            f = dual.f(alpha)
            yield alpha
        else:
            multiplier = _between(dual, alpha, f)
        slope = dual.slope(f, multiplier)
        inwards = np.where(free, 0, np.where(alpha > 0, -slope, slope))
        previous, residual = residual, np.abs(slope[free]).max(initial=0)
        if inwards.max() > max(residual, 1e-13):
            released = max(1, int(np.count_nonzero(free))) if value > reached else 1
            hardest = np.sort(inwards)[-min(released, len(inwards))]
            free = free | (inwards >= max(hardest, RELEASED * inwards.max()) * (1 - 1e-9))
            face, residual, reached = None, np.inf, value
        elif residual >= previous / 2:
            return


def _between(dual: Dual, alpha: np.ndarray, f: np.ndarray) -> float:
    """The multiplier at which the two α that gain most by moving together gain equally."""
    gain = dual.p / dual.s - f
    rises = np.where(dual.s > 0, alpha < dual.C, alpha > 0)  # s α can rise
    falls = np.where(dual.s > 0, alpha > 0, alpha < dual.C)
    return float(gain[rises].max() + gain[falls].min()) / 2


def _up_to_a_bound(
    dual: Dual, alpha: np.ndarray, step: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """alpha moved along the step until one reaches its bound, and which of them do."""
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step > 0, dual.C - alpha, alpha) / np.abs(step)
    room[step == 0] = np.inf
    met = room <= room.min()
    alpha = np.clip(alpha + room.min() * step, 0, dual.C)
    alpha[met] = np.where(step > 0, dual.C, 0)[met]
    return alpha, met


@dataclass(frozen=True, eq=False)
class _Face:
    """The dual restricted to the free α, the others fixed: a quadratic M, of factor UᵀU."""

    at: np.ndarray
    s: np.ndarray
    factor: np.ndarray
    towards_s: np.ndarray  # M⁻¹s

    @classmethod
    def of(cls, dual: Dual, free: np.ndarray) -> "_Face | None":
        """None where K is not positive semidefinite on the free examples."""
        at = np.flatnonzero(free)
        s = dual.s[at]
        M = dual.K[np.ix_(at, at)]
        scale = M.diagonal().mean() or 1.0
        M += scale  # a constant kernel beside K: no change where sᵀα is fixed; it bounds M⁻¹s
        M *= s
        M *= s[:, None]
        for ridge in (RIDGE, 1e3 * RIDGE, 1e6 * RIDGE):
            U = M.copy()
            U[np.diag_indices(len(at))] += ridge * scale
            if factorise(U):
                return cls(at, s, U, solved(U, s))
        return None

    def newton(self, slope: np.ndarray) -> tuple[np.ndarray, float]:
        """The step to the optimum of the face, of slope's shape, and the multiplier there."""
        straight = solved(self.factor, slope[self.at])
        multiplier = dot(self.s, straight) / dot(self.s, self.towards_s)
        step = np.zeros(len(slope))
        step[self.at] = straight - multiplier * self.towards_s
        return step, multiplier


@dataclass(frozen=True, eq=False)
class Optimum:
    """A point of the simplex, with bounds of the optimum.

    alpha: shape (n,), at least 0, of sum 1. lower: its value cᵀα − αᵀQα. upper: no point has a
    larger value than the largest c_i − 2 (Qα)_i plus αᵀQα, since the objective is concave.
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
