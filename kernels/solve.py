"""Margins and enclosing balls of Gram matrices, each with a proof of how good it is.

Only this module calls libsvm. libsvm starts, an active set finishes, and neither is trusted to know
when to stop: every answer carries a lower and an upper bound of the optimum, computed in float64
from the answer.
"""

from dataclasses import dataclass, replace

import numpy as np
from sklearn import config_context
from sklearn.svm import SVC

from kernels.blas import one_thread
from kernels.simplex import WORK, Dual, Optimum, ascend, optimum
from kernels.steady import dot, weighed_sum

HARD = np.inf
SOFT_INSTEAD_OF_HARD = 16.0  # the C where the classes cannot be separated, for a mean K_ii of 1
TOLERANCE = 1e-4  # of libsvm
INSEPARABLE = 1e-7  # a hull distance² that counts as 0, as a share of the examples' variance
PART = 700  # examples that are tried first for a hard margin, if there are twice as many or more
ROUNDING = 1e-12  # of a decision value, per Σα; a smaller distance of the classes counts as 0
LITTLE = 1e-4  # below this gap, work ends after the first stretch that does not halve it
LOOSE = 1e-2  # libsvm's tolerance where the bounds may be that far apart
UNUSED = np.random.RandomState(0)  # libsvm draws a seed and ignores it


@dataclass(frozen=True, eq=False)
class Margin:
    """A solution of max Σα − ½ αᵀYKYα with yᵀα = 0 and 0 ≤ α_i ≤ C c_i, all c_i = 1 unless given.

    alpha: shape (n,), feasible. intercept: the best one for w = Σ y_i α_i φ(x_i). lower, upper:
    bounds of the optimum: the value of alpha, and of a primal solution made of it. separable:
    whether w separates the two classes with some intercept, which proves that they are separable.
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
        """(upper − lower) / upper: alpha misses at most this share of the optimum."""
        if not np.isfinite(self.upper):
            return np.inf
        return (self.upper - self.lower) / self.upper if self.upper > 0 else 0.0


class Ball(Optimum):
    """The smallest ball around all examples, its centre Σ α_i φ(x_i).

    lower, upper: bounds of the squared radius R² = max Σ α_i K_ii − αᵀKα; upper is that of the ball
    around this centre.
    """


def margin(
    K: np.ndarray,
    y: np.ndarray,
    C: float = HARD,
    gap: float = 1e-9,
    weights: np.ndarray | None = None,
) -> Margin:
    """The machine of Gram matrix K, shape (n, n), and classes y = ±1, shape (n,).

    weights: c_i > 0, shape (n,), how much each example counts. A hard margin (C = inf) between
    classes that cannot be separated, numerically, is answered by a soft one: separable is False
    and C finite. The search ends once the bounds are within `gap` of each other, relatively, or
    when it cannot improve them.
    """
    K, y = _gram(K), np.asarray(y, dtype=np.float64)
    if y.shape != (len(K),):
        raise ValueError(
            f"A margin needs one class for each row of the Gram matrix; got {y.shape} classes "
            f"for {len(K)} rows."
        )
    if set(np.unique(y).tolist()) != {-1.0, 1.0}:
        raise ValueError(
            "A margin needs examples of both classes, written -1 and 1; "
            f"got the classes {np.unique(y)[:5].tolist()}."
        )
    if not C > 0:
        raise ValueError(f"C must be a positive number or inf, the hard margin; got {C!r}.")
    c = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=np.float64)
    if c.shape != y.shape or not ((c > 0) & np.isfinite(c)).all():
        raise ValueError(
            f"Weights must be positive numbers, one for each of the {len(y)} examples; "
            f"got {c.shape} of at least {c.min(initial=np.inf)}."
        )
    K, unit = _in_units(K)
    with one_thread():
        hopeless = C == HARD and _hopeless_in_part(K, y)
        machine = _margin(K, y, SOFT_INSTEAD_OF_HARD if hopeless else C * unit, c, gap)
        if hopeless:
            machine = replace(machine, separable=False)
        elif C == HARD and not machine.separable:
            machine = replace(_margin(K, y, SOFT_INSTEAD_OF_HARD, c, gap), separable=False)
    return replace(
        machine,
        alpha=machine.alpha / unit,
        lower=machine.lower / unit,
        upper=machine.upper / unit,
        C=machine.C / unit,
    )


def ball(K: np.ndarray, gap: float = 1e-9) -> Ball:
    """The smallest enclosing ball of the examples of Gram matrix K, shape (n, n).

    The search ends once the bounds are within `gap` of each other, relatively, or when it
    cannot improve them.
    """
    K, unit = _in_units(_gram(K))
    with one_thread():
        best = optimum(K, np.diag(K), gap)
    lower = max(0.0, best.lower)
    return Ball(best.alpha, lower * unit, max(lower, best.upper) * unit)


def _gram(K: np.ndarray) -> np.ndarray:
    K = np.asarray(K, dtype=np.float64)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or not len(K):
        raise ValueError(f"A Gram matrix has shape (n, n), with n at least 1; got {K.shape}.")
    if not np.isfinite(K).all():
        raise ValueError("A Gram matrix needs finite numbers; got NaN or infinity in it.")
    return K


def _in_units(K: np.ndarray) -> tuple[np.ndarray, float]:
    """K with a mean diagonal near 1, and its divisor, a power of two so that this is exact."""
    scale = np.diag(K).mean()
    unit = 2.0 ** round(np.log2(scale)) if scale > 0 else 1.0
    return (K / unit if unit != 1 else K), unit


def _hopeless_in_part(K: np.ndarray, y: np.ndarray) -> bool:
    """Whether a part of many examples, with both classes, is proven not to be separable.

    Then the whole is not separable either, and this test costs little. If the part is separable,
    nothing follows.
    """
    if len(y) < 2 * PART:
        return False
    rows = np.linspace(0, len(y) - 1, PART).astype(int)
    K, y = K[np.ix_(rows, rows)], y[rows]
    if abs(y.sum()) == PART:
        return False
    ones = np.ones(PART)
    alpha = _libsvm(K, y, HARD, ones, TOLERANCE, _limits(PART, HARD)[0])
    return _certified(K, y, HARD, ones, alpha).lower > _hopeless(K)


def _hopeless(K: np.ndarray) -> float:
    """The least optimum of the hard margin at which the classes count as not separable."""
    variance = np.diag(K).mean() - K.mean()
    return float(2 / (INSEPARABLE * variance)) if variance > 0 else np.inf


def _margin(K: np.ndarray, y: np.ndarray, C: float, c: np.ndarray, gap: float) -> Margin:
    hopeless = _hopeless(K) if C == HARD else np.inf
    for limit in _limits(len(y), C):
        start = _libsvm(K, y, C, c, LOOSE if gap >= LOOSE else TOLERANCE, limit)
        best = _certified(K, y, C, c, start)
        if best.gap <= gap or best.lower > hopeless:
            return best
    dual = Dual(K, y, np.ones(len(y)), C * c)
    work, before = 0.0, best.gap
    for alpha in ascend(dual, best.alpha):
        work += float(np.count_nonzero((alpha > 0) & (alpha < dual.C))) ** 3
        answer = _certified(K, y, C, c, alpha)
        best = min(best, answer, key=lambda answer: answer.gap)
        if best.gap <= gap or answer.lower > hopeless:
            break
        if work > WORK:
            if before < LITTLE and best.gap > before / 2:
                break
            work, before = 0.0, best.gap
    return best


def _limits(n: int, C: float) -> tuple[int, ...]:
    """How many iterations libsvm may take for n examples, in each of its tries.

    If a hard margin takes longer, there usually is none, or the active set finds it sooner; a few
    iterations often prove that there is none.
    """
    if C != HARD:
        return (max(100_000, 100 * n),)
    few, most = max(20_000, 3 * n), max(20_000, 20 * n)
    return (few, most) if few < most / 2 else (most,)


class _Libsvm(SVC):
    """libsvm without the warning that it ended early, and without the check of labels.

    The bounds tell how far it came, and filters of warnings are shared by threads. The labels are
    known to be -1 and 1; scikit-learn's check takes longer than libsvm for a small machine.
    """

    def _warn_from_fit_status(self) -> None:
        pass

    def _validate_targets(self, y: np.ndarray) -> np.ndarray:
        self.classes_, self.class_weight_ = np.array([-1, 1]), np.ones(2)
        return (y > 0).astype(np.float64)


def _libsvm(
    K: np.ndarray, y: np.ndarray, C: float, c: np.ndarray, tolerance: float, limit: int
) -> np.ndarray:
    """α as libsvm leaves it, shape (n,), for c as in margin; tolerance: of the slopes."""
    machine = _Libsvm(
        kernel="precomputed",
        C=min(C, 1e10),
        tol=tolerance,
        max_iter=limit,
        random_state=UNUSED,
    )
    with config_context(assume_finite=True, skip_parameter_validation=True):
        machine.fit(K, y, sample_weight=None if C == HARD else c)
    alpha = np.zeros(len(y))
    alpha[machine.support_] = np.abs(machine.dual_coef_[0])
    return alpha


def _certified(K: np.ndarray, y: np.ndarray, C: float, c: np.ndarray, alpha: np.ndarray) -> Margin:
    """alpha made feasible, with the bounds it proves."""
    most = C * c
    alpha = _balanced(y, most, alpha)
    f = weighed_sum(K, y * alpha)
    norm2, total = dot(f, y * alpha), float(alpha.sum())
    least, largest = float(f[y > 0].min()), float(f[y < 0].max())
    separates = least - largest > ROUNDING * total
    upper = 2 * norm2 / (least - largest) ** 2 if separates else np.inf  # w scaled to margin 1
    if C == HARD:
        scale = total / norm2 if norm2 > 0 else 1.0
        lower = scale * total / 2 if norm2 > 0 or total == 0 else np.inf
        intercept = -scale * (least + largest) / 2
        return Margin(scale * alpha, intercept, lower, max(lower, upper), separates, C)
    intercept = _best_intercept(y, c, f)
    loss = dot(most, np.maximum(0, 1 - y * (f + intercept)))
    lower = total - norm2 / 2
    upper = max(lower, min(upper, norm2 / 2 + loss))
    return Margin(alpha, intercept, lower, upper, separates, C)


def _best_intercept(y: np.ndarray, c: np.ndarray, f: np.ndarray) -> float:
    """The b at which Σ c_i max(0, 1 − y_i (f_i + b)) is least.

    Its slope is Σ c_i over the kinks y_i − f_i below b, less Σ c_i over the positive examples;
    between two kinks it may be flat.
    """
    order = np.argsort(y - f, kind="stable")
    below, positive = np.cumsum(c[order]), c[y > 0].sum()
    at = np.searchsorted(below, positive * np.array([1 - 1e-12, 1 + 1e-12]))
    return float((y - f)[order[at]].mean())


def _balanced(y: np.ndarray, C: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """alpha within [0, C], the heavier class scaled down to the lighter.

    α at C stay there if scaling the rest of the class is enough.
    """
    alpha = np.clip(alpha, 0, C)
    alpha = np.where(alpha > C * (1 - 1e-10), C, alpha)
    excess = dot(y, alpha)
    heavier = y * excess > 0
    free = heavier & (alpha < C)
    part = free if alpha[free].sum() > abs(excess) else heavier
    if excess:
        alpha[part] *= max(0.0, 1 - abs(excess) / alpha[part].sum())
    return alpha
