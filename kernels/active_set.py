"""An active set for the duals of kernel machines: Newton steps on variables between bounds."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kernels.rounding import dot
from kernels.steady import factorise, solved, weighed_sum

STEPS = 300  # at most
FACES, WORK = 20, 3e10  # the fewest factorisations, and the multiplications up to which more follow
RIDGE = 1e-10  # on the diagonal of what is factorised, as a share of the mean diagonal
RELEASED = 0.1  # share of the largest push inwards from which a bound is released


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
        """What is maximised, at alpha and its f."""
        return dot(self.p, alpha) - dot(f, self.s * alpha) / 2

    def slope(self, f: np.ndarray, multiplier: float = 0.0) -> np.ndarray:
        """The gradient of the value, sᵀα kept by the multiplier."""
        return self.p - self.s * (f + multiplier)


def ascend(dual: Dual, alpha: np.ndarray) -> Iterator[np.ndarray]:
    """Feasible alphas, from a feasible one towards the optimum, until no step improves.

    After a step within the bounds, α at a bound that the gradient pushes inwards are released: at
    most as many as are free, or only the one pushed hardest if the last release did not raise the
    value, since that one always does. If a step would leave the bounds, the α that meet them become
    fixed. K may be singular.
    """
    f, free = dual.f(alpha), (alpha > 0) & (alpha < dual.C)
    face, faces, work, residual, reached = None, 0, 0.0, np.inf, -np.inf
    for _ in range(STEPS):
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
    """alpha moved along the step as far as all stay within their bounds, and which then stop."""
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
