"""The support vector machine's dual, solved and certified: libsvm starts, an active set finishes.

Nothing else in the project calls libsvm. Its own stop is not believed: every answer carries a
lower and an upper bound of the optimum, computed from the answer itself in float64.
"""

import warnings
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC
from threadpoolctl import ThreadpoolController

HARD = np.inf
SOFT_INSTEAD_OF_HARD = 16.0  # the C where the classes cannot be separated, for a mean K_ii of 1
INSEPARABLE = 1e-7  # a hull distance² that counts as none, as a share of the examples' variance
TOLERANCE = 1e-4  # of libsvm
STEPS = 300  # of the active set, at most
FACES, WORK = 10, 3e10  # it may factorise so often, then until so many multiplications
ROUNDING = 1e-12  # of a decision value, per Σα: a smaller distance of the classes is none
RIDGE = 1e-10  # on the diagonal of what it factorises, as a share of the mean diagonal
RELEASED = 0.1  # share of the largest push inwards from which it releases a bound
BLAS = ThreadpoolController()  # one thread is the fastest at these sizes


@dataclass(frozen=True, eq=False)
class Margin:
    """A solution of max Σα − ½ αᵀYKYα with yᵀα = 0 and 0 ≤ α ≤ C.

    alpha: shape (n,), feasible. intercept: the best one for w = Σ y_i α_i φ(x_i).
    lower, upper: bounds of the optimum: the value of alpha, and of a primal solution made of it.
    separable: w separates the two classes with some intercept, a proof that they can be.
    C: the one used; inf is the hard margin.
    """

    alpha: np.ndarray
    intercept: float
    lower: float
    upper: float
    separable: bool
    C: float

    @property
    def gap(self) -> float:
        """(upper − lower) / upper: at least the share of the optimum that alpha misses."""
        if not np.isfinite(self.upper):
            return np.inf
        return (self.upper - self.lower) / self.upper if self.upper > 0 else 0.0


def margin(K: np.ndarray, y: np.ndarray, C: float = HARD, gap: float = 1e-9) -> Margin:
    """The machine of Gram matrix K, shape (n, n), and classes y = ±1, shape (n,).

    A hard margin (C = inf) between classes that cannot be separated, numerically, is answered
    by a soft one: separable is False and C finite. The search ends once the bounds are within
    `gap` of each other, relatively, or when it cannot improve them.
    """
    K, y = _problem(K, y, C)
    unit = _power_of_two(np.diag(K).mean())
    if unit != 1:
        K = K / unit
    with BLAS.limit(limits=1):
        found = _solve(K, y, C * unit, gap)
        if C == HARD and not found.separable:
            found = replace(_solve(K, y, SOFT_INSTEAD_OF_HARD, gap), separable=False)
    return replace(
        found,
        alpha=found.alpha / unit,
        lower=found.lower / unit,
        upper=found.upper / unit,
        C=found.C / unit,
    )


def _power_of_two(scale: float) -> float:
    """The one next to scale: dividing by it rounds nothing."""
    return 2.0 ** round(np.log2(scale)) if np.isfinite(scale) and scale > 0 else 1.0


def _problem(K: np.ndarray, y: np.ndarray, C: float) -> tuple[np.ndarray, np.ndarray]:
    K, y = np.asarray(K, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if y.ndim != 1 or K.shape != (len(y), len(y)):
        raise ValueError(
            "A margin needs a Gram matrix of shape (n, n) and n classes; "
            f"got shapes {K.shape} and {y.shape}."
        )
    if set(np.unique(y).tolist()) != {-1.0, 1.0}:
        raise ValueError(
            "A margin needs examples of both classes, written -1 and 1; "
            f"got the classes {np.unique(y)[:5].tolist()}."
        )
    if not C > 0:
        raise ValueError(f"C must be a positive number or inf, the hard margin; got {C!r}.")
    return K, y


def _solve(K: np.ndarray, y: np.ndarray, C: float, gap: float) -> Margin:
    start = _certified(K, y, C, _libsvm(K, y, C))
    return start if start.gap <= gap else _active_set(K, y, C, start, gap)


def _libsvm(K: np.ndarray, y: np.ndarray, C: float) -> np.ndarray:
    # a hard margin that takes longer is none, as a rule, or one the active set finds sooner
    limit = max(20_000, 20 * len(y)) if C == HARD else max(100_000, 100 * len(y))
    machine = SVC(kernel="precomputed", C=min(C, 1e10), tol=TOLERANCE, max_iter=limit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(K, y)
    alpha = np.zeros(len(y))
    alpha[machine.support_] = np.abs(machine.dual_coef_[0])
    return alpha


def _certified(K: np.ndarray, y: np.ndarray, C: float, alpha: np.ndarray) -> Margin:
    """alpha made feasible, with the bounds it proves."""
    alpha = _feasible(alpha, y, C)
    f = K @ (y * alpha)
    norm2, total = float(f @ (y * alpha)), float(alpha.sum())
    least, most = float(f[y > 0].min()), float(f[y < 0].max())
    separates = least - most > ROUNDING * total
    upper = 2 * norm2 / (least - most) ** 2 if separates else np.inf  # w scaled to margin 1
    if C == HARD:
        scale = total / norm2 if norm2 > 0 else 1.0
        lower = scale * total / 2 if norm2 > 0 or total == 0 else np.inf
        intercept = -scale * (least + most) / 2
        return Margin(scale * alpha, intercept, lower, max(lower, upper), separates, C)
    # over the intercept the loss is least, and flat, between these two of its kinks
    middle = np.count_nonzero(y > 0)
    intercept = float(np.partition(y - f, [middle - 1, middle])[middle - 1 : middle + 1].mean())
    loss = float(np.maximum(0, 1 - y * (f + intercept)).sum())
    lower = total - norm2 / 2
    upper = max(lower, min(upper, norm2 / 2 + C * loss))
    return Margin(alpha, intercept, lower, upper, separates, C)


def _feasible(alpha: np.ndarray, y: np.ndarray, C: float) -> np.ndarray:
    """alpha within [0, C], the heavier class scaled down to the lighter.

    What is at C stays there if scaling the rest of its class is enough.
    """
    alpha = np.clip(alpha, 0, C)
    alpha[alpha > C * (1 - 1e-10)] = C
    excess = y @ alpha
    heavier = y * excess > 0
    free = heavier & (alpha < C)
    part = free if alpha[free].sum() > abs(excess) else heavier
    if excess:
        alpha[part] *= max(0.0, 1 - abs(excess) / alpha[part].sum())
    return alpha


def _active_set(K: np.ndarray, y: np.ndarray, C: float, start: Margin, gap: float) -> Margin:
    """Newton steps among the free α, those strictly between 0 and C, beginning at start.

    Where a step stays in the box, the bounds that push inwards are released, or the hardest
    pushing alone where the last release raised nothing, which always does; where it leaves the
    box, what it meets becomes fixed. The best certificate on the way is returned.
    """
    best, alpha = start, start.alpha
    f = K @ (y * alpha)
    free = (alpha > 0) & (alpha < C)
    variance = np.diag(K).mean() - K.mean()
    hopeless = 2 / (INSEPARABLE * variance) if C == HARD and variance > 0 else np.inf
    face, faces, work, residual, reached = None, 0, 0.0, np.inf, -np.inf
    for _ in range(STEPS):
        value = _value(alpha, y, f)
        if best.gap <= gap or value > hopeless:
            break
        if free.any():
            if face is None:
                faces, work = faces + 1, work + float(np.count_nonzero(free)) ** 3
                if faces > FACES and work > WORK:
                    break
                face = _Face.of(K, y, free)
                if face is None:
                    break
            step, intercept = face.newton(1 - y * f)
            if ((alpha + step < 0) | (alpha + step > C)).any():
                alpha, f, free = _into_box(K, y, C, alpha, f, step, free)
                face, residual = None, np.inf
                continue
            alpha = alpha + step
            f = K @ (y * alpha)
            best = min(best, _certified(K, y, C, alpha), key=lambda answer: answer.gap)
        else:
            intercept = _between(y, C, alpha, f)
        slope = 1 - y * (f + intercept)
        inwards = np.where(free, 0, np.where(alpha > 0, -slope, slope))
        previous, residual = residual, np.abs(slope[free]).max(initial=0)
        if inwards.max() > max(residual, 1e-13):
            share = RELEASED if value > reached and free.any() else 1 - 1e-9
            free = free | (inwards >= share * inwards.max())
            face, residual, reached = None, np.inf, value
        elif residual >= previous / 2:
            break
    return min(best, _certified(K, y, C, alpha), key=lambda answer: answer.gap)


def _value(alpha: np.ndarray, y: np.ndarray, f: np.ndarray) -> float:
    return float(alpha.sum() - f @ (y * alpha) / 2)


def _between(y: np.ndarray, C: float, alpha: np.ndarray, f: np.ndarray) -> float:
    """The intercept for which the two α that most gain by moving together gain alike."""
    rises = np.where(y > 0, alpha < C, alpha > 0)  # y α can rise
    falls = np.where(y > 0, alpha > 0, alpha < C)
    return float((y - f)[rises].max() + (y - f)[falls].min()) / 2


def _into_box(
    K: np.ndarray,
    y: np.ndarray,
    C: float,
    alpha: np.ndarray,
    f: np.ndarray,
    step: np.ndarray,
    free: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The step clipped to the box if the value rises, else cut at the first bound it meets.

    Returns alpha, its f = K Y alpha, and what is free there.
    """
    clipped = _feasible(alpha + step, y, C)
    f_clipped = K @ (y * clipped)
    if _value(clipped, y, f_clipped) > _value(alpha, y, f):
        return clipped, f_clipped, (clipped > 0) & (clipped < C)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step > 0, C - alpha, alpha) / np.abs(step)
    room[step == 0] = np.inf
    met = room <= room.min()
    alpha = np.clip(alpha + room.min() * step, 0, C)
    alpha[met] = np.where(step[met] > 0, C, 0)
    return alpha, K @ (y * alpha), free & ~met


@dataclass(frozen=True, eq=False)
class _Face:
    """The dual restricted to the free α, the others fixed: a factorised quadratic M."""

    at: np.ndarray
    y: np.ndarray
    factor: tuple[np.ndarray, bool]
    towards_y: np.ndarray  # M⁻¹y

    @classmethod
    def of(cls, K: np.ndarray, y: np.ndarray, free: np.ndarray) -> "_Face | None":
        """None where K is not positive semidefinite on the free examples."""
        at = np.flatnonzero(free)
        y = y[at]
        M = K[np.ix_(at, at)]
        scale = M.diagonal().mean() or 1.0
        M += scale  # a constant kernel beside K: no change where yᵀα = 0, and it bounds M⁻¹y
        M *= y
        M *= y[:, None]
        diagonal = M.diagonal().copy()
        for ridge in (RIDGE, 1e3 * RIDGE, 1e6 * RIDGE):
            M[np.diag_indices(len(at))] = diagonal + ridge * scale
            try:
                factor = cho_factor(M, lower=True, check_finite=False)
            except LinAlgError:
                continue
            return cls(at, y, factor, cho_solve(factor, y, check_finite=False))
        return None

    def newton(self, gradient: np.ndarray) -> tuple[np.ndarray, float]:
        """The step to the optimum of the face, of gradient's shape, and the intercept there."""
        straight = cho_solve(self.factor, gradient[self.at], check_finite=False)
        intercept = float((self.y @ straight) / (self.y @ self.towards_y))
        step = np.zeros(len(gradient))
        step[self.at] = straight - intercept * self.towards_y
        return step, intercept
