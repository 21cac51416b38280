"""The simplex problem's steps between pairs of examples, compiled by numba.

A step moves weight from one example to another, choosing the pair that raises the value most (Fan,
Chen and Lin 2005, second order). It costs O(n), and about two steps for each example are enough
where a matrix of Newton's method would cost O(n³).
"""

from functools import partial

import numpy as np

from kernels.compiled import compiled

LOOK = 8  # steps between two looks at the bounds
FLAT = 1e-12  # the curvature between two examples, at least


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
    """alpha, moved towards max cᵀα − αᵀQα over the simplex, and how many steps that took.

    It ends where the bounds are within `gap` of each other, relatively, where no pair raises the
    value, or after `most` steps. alpha: float64 (n,), feasible; it is changed.
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
