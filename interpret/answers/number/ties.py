"""Choices that the last digits of a sum do not decide: equal values are told apart by their order.

The same sum has other last digits on another processor. Values nearer than NEAR count as equal.
"""

from collections.abc import Sequence

import numpy as np

NEAR = 1e-7  # of the largest


def levels(values: np.ndarray) -> np.ndarray:
    """The place of each value's level among all, from 0 for the largest: int (n,).

    Values that are nearer than NEAR to the next larger one are on its level.
    """
    order = np.argsort(-values, kind="stable")
    scale = float(np.abs(values).max(initial=0.0))
    steps = -np.diff(values[order], prepend=values[order[:1]]) > NEAR * scale
    found = np.empty(len(values), dtype=int)
    found[order] = np.cumsum(steps)
    return found


def largest(values: Sequence[float] | np.ndarray) -> int:
    """The first of the places whose values are as large as any."""
    amounts = np.asarray(values, dtype=float)
    return int(np.flatnonzero(amounts >= amounts.max() - NEAR * float(np.abs(amounts).max()))[0])


def smallest(values: Sequence[float] | np.ndarray) -> int:
    """The first of the places whose values are as small as any."""
    return largest(-np.asarray(values, dtype=float))
