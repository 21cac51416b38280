"""A machine for many rows: a linear one with the squared hinge, on Nyström features of landmarks.

With landmarks L and K_LL = UᵀU the features φ(x) = U⁻ᵀ k(L, x) have the products of the Nyström
kernel k̂(x, z) = k(x, L) K_LL⁺ k(L, z), which is k where x or z is a landmark (Williams &
Seeger 2001). The machine minimises ½ ‖w‖² + Σ C_i max(0, 1 − y_i f(x_i))², f(x) = w·φ(x) + b. At
its optimum every example has a weight v_i = y_i · 2 C_i max(0, 1 − y_i f(x_i)), with
w = Σ v_i φ(x_i) and Σ v_i = 0; formulas are weighed by it as by y_i α_i without landmarks.
"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from kernels.base import Kernel
from kernels.blas import one_thread
from kernels.compiled import compiled
from kernels.examples import blocks, distinct
from kernels.steady import (
    by_triangle,
    decided,
    dot,
    factorise,
    inverse,
    on_grid,
    products,
    solved,
    weighed_sum,
)

ROWS_AT_ONCE, MANY = 4096, 2**16
RANK = 1e-7  # of the largest diagonal; a landmark that adds less to the others is left out
BITS = 20  # of a feature in the second derivative, so that a sum of 2¹² products is exact
MOST_STEPS = 60  # of Newton's method
OPTIMAL = 1e-6  # the gradient's norm at which Newton's method ends, as a share of ‖w‖


@dataclass(frozen=True, eq=False)
class Linear:
    """f(x) = w·φ(x) + b of examples' features.

    scores: f of the examples, (n,); gap: ‖(w − Σ v_i φ(x_i), Σ v_i)‖ / ‖w‖, 0 at the optimum.
    """

    w: np.ndarray
    b: float
    scores: np.ndarray
    gap: float


def whitening(K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The landmarks that are independent of each other, as places (rank,), and U⁻¹, (rank, rank).

    K: the landmarks' Gram matrix. φ(x) is k(x, L) times U⁻¹ for L these landmarks in this order:
    each is the one that those before it explain least.
    """
    U, left = np.zeros_like(K), K.diagonal().copy()
    places = np.empty(len(K), dtype=int)
    rank, least = 0, RANK * float(left.max())
    while rank < len(K) and left.max() > least:
        place = places[rank] = left.argmax()
        U[rank] = (K[place] - weighed_sum(U[:rank], U[:rank, place].copy())) / np.sqrt(left[place])
        left -= U[rank] ** 2
        rank += 1
        left[places[:rank]] = 0
    return places[:rank], inverse(U[:rank, places[:rank]])


def features(kernel: Kernel, X: np.ndarray, L: np.ndarray, A: np.ndarray) -> np.ndarray:
    """φ of the examples X, float32 of shape (len(X), rank), for L and A = U⁻¹ as by `whitening`."""
    F = np.empty((len(X), len(A)), dtype=np.float32)
    wide = np.empty((min(len(X), ROWS_AT_ONCE), len(A)))
    for rows in blocks(len(X), ROWS_AT_ONCE):
        to_landmarks = kernel(X[rows], L)
        by_triangle(to_landmarks, A, wide[: len(to_landmarks)])
        F[rows] = wide[: len(to_landmarks)]
    return F


def decisions(
    kernel: Kernel, X: np.ndarray, examples: np.ndarray, coefficients: np.ndarray, intercept: float
) -> np.ndarray:
    """Σ coefficient_j k(x, example_j) + intercept for each x in X; many rows without their matrix.

    Among many rows or many examples, equal ones are computed once.
    """
    of = None
    if len(examples) > ROWS_AT_ONCE:
        first, same = distinct(examples)
        if 2 * len(first) <= len(examples):
            examples, coefficients = examples[first], np.bincount(same, coefficients)
    if len(X) > ROWS_AT_ONCE:
        first, same = distinct(X)
        if 2 * len(first) <= len(X):
            X, of = X[first], same
    if len(X) > ROWS_AT_ONCE:
        parts = [kernel.weighed(X[rows], examples, coefficients) for rows in blocks(len(X), MANY)]
        decisions = decided(np.concatenate(parts) + intercept)
    else:
        decisions = decided(products(kernel(X, examples), coefficients) + intercept)
    return decisions if of is None else decisions[of]


def squared_hinge(
    F: np.ndarray, y: np.ndarray, C: np.ndarray, start: Linear | None = None
) -> Linear:
    """The machine of features F, (n, rank), classes y = ±1 and a cost C_i for each example.

    Newton's method with exact line search ends after finitely many steps (Keerthi & DeCoste 2005).
    The second derivative is kept; only the rows that enter or leave the margin change it. start:
    the machine to start from.
    """
    with one_thread():
        return _newton(F, y, C, start)


def _newton(F: np.ndarray, y: np.ndarray, C: np.ndarray, start: Linear | None) -> Linear:
    rank = F.shape[1]
    w, b = (np.zeros(rank), 0.0) if start is None else (start.w, start.b)
    H, inside = np.zeros((rank + 1, rank + 1)), np.zeros(len(y), dtype=bool)
    f = products(F, w) + b
    largest = max(1.0, float(np.abs(F).max(initial=0))) * sqrt(float(C.max(initial=0)))
    best: float = inf
    for _ in range(MOST_STEPS):
        v = hinge_weights(f, y, C)
        slope = np.append(w - weighed_sum(F, v), -v.sum())
        gap = sqrt(dot(slope, slope)) / max(1e-300, sqrt(dot(w, w)))
        if gap <= OPTIMAL or gap > 1e6 * best:
            break
        best = min(best, gap)
        now = y * f < 1
        _add(H, F, C, np.flatnonzero(now & ~inside), 2.0, largest)
        _add(H, F, C, np.flatnonzero(inside & ~now), -2.0, largest)
        inside = now
        second = H + np.eye(rank + 1)
        second[-1, -1] += 1e-12 * max(1.0, H[-1, -1]) - 1
        factorise(second)
        step = -solved(second, slope)
        along = products(F, step[:-1]) + step[-1]
        t = _line(w, step[:-1], f, along, y, C)
        if t == 0:
            break
        w, b, f = w + t * step[:-1], b + t * step[-1], f + t * along
    return Linear(w, float(b), f, gap)


def hinge_weights(f: np.ndarray, y: np.ndarray, C: np.ndarray) -> np.ndarray:
    """v_i = y_i · 2 C_i max(0, 1 − y_i f_i)."""
    return y * (2 * C * np.maximum(0.0, 1 - y * f))


@compiled
def slope_of_loss(f, along, y, C, t):  # pragma: no cover
    """The derivative of Σ C_i max(0, 1 − y_i (f_i + t along_i))² by t; all float64 (n,).

    Eight sums run side by side, always in the same order.
    """
    sums = np.zeros(8)
    for i in range(len(f)):
        short = 1 - y[i] * (f[i] + t * along[i])
        if short > 0:
            sums[i % 8] -= 2 * C[i] * short * y[i] * along[i]
    return sums.sum()


def _add(
    H: np.ndarray, F: np.ndarray, C: np.ndarray, rows: np.ndarray, factor: float, largest: float
) -> None:
    """Adds factor Σ C_i (φ_i, 1)(φ_i, 1)ᵀ of these rows to H, exactly for rounded √C_i (φ_i, 1)."""
    for block in blocks(len(rows), ROWS_AT_ONCE):
        of_block = rows[block]
        some = np.ones((len(of_block), len(H)))
        some[:, :-1] = F[of_block]
        some *= np.sqrt(C[of_block])[:, None]
        some = on_grid(some, largest, BITS)
        H += factor * (some.T @ some)


def _line(
    w: np.ndarray, step: np.ndarray, f: np.ndarray, along: np.ndarray, y: np.ndarray, C: np.ndarray
) -> float:
    """How far along the step the objective, convex and piecewise quadratic, is least."""
    flat, steep = dot(w, step), dot(step, step)

    def slope(t: float) -> float:
        return flat + t * steep + float(slope_of_loss(f, along, y, C, t))

    low, high = 0.0, 1.0
    if slope(0.0) >= 0:
        return 0.0
    while slope(high) < 0 and high < 2**20:
        low, high = high, 2 * high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2
