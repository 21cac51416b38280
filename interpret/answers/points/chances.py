"""Chances and logarithmic losses of many rows at once; compiled by numba."""

from typing import NamedTuple

import numpy as np

from kernels.compiled import compiled


class RowsToFit(NamedTuple):
    """What scores are fitted to: targets in [0, 1], and what each row counts for, float (n,).

    ridge: half of it times the sum of squared weights is added to the loss of all rows. When rows
    are merged, all rows together count for 1, and the ridge is divided by what they counted for.
    """

    targets: np.ndarray
    each: np.ndarray
    ridge: float = 0.0


@compiled
def chances(z):  # pragma: no cover
    """1 / (1 + e^−z), float (n,)."""
    u = np.exp(-np.abs(z))  # at most 1, so that nothing overflows
    return np.where(z >= 0.0, 1.0, u) / (1.0 + u)


@compiled
def chances_and_losses(z):  # pragma: no cover
    """The chances, and log(1 + e^z), which is the loss of a row with target 0: float (n,) both.

    With target t a row's loss is less by t · z.
    """
    u = np.exp(-np.abs(z))
    return np.where(z >= 0.0, 1.0, u) / (1.0 + u), np.maximum(z, 0.0) + np.log1p(u)
