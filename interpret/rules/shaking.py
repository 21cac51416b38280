"""Random perturbations, so that a search gets away from a local optimum."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

MOST_DROPPED = 3  # clauses at a time
LEAST, MOST = 0.3, 1.7  # the factors on a row's weight lie between these

Part = TypeVar("Part")


def without_some(rule: Sequence[Part], rng: np.random.Generator, most: int) -> list[Part]:
    """The rule without one to `most` of its clauses, in random order."""
    dropped = int(rng.integers(1, most + 1))
    return [rule[i] for i in rng.permutation(len(rule))[dropped:]]


def shaken(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The row weights, each multiplied by a random number near 1, in 64ths: (n_rows,).

    Whole weights can then be added in any order, exactly: of float32 too, up to 2¹⁸.
    """
    return weights * np.round(rng.uniform(LEAST, MOST, len(weights)) * 64) / 64
