"""Random perturbations, so that a search gets away from a local optimum."""

from collections.abc import Sequence

import numpy as np

MOST_DROPPED = 3  # clauses at a time
CAUTION = (1, 4, 64)  # how many times a negative row counts while a rule grows
LEAST, MOST = 0.3, 1.7  # the factors on a row's weight lie between these


def without_some(rule: Sequence[int], rng: np.random.Generator) -> list[int]:
    """The rule without one to MOST_DROPPED of its clauses, in random order."""
    dropped = int(rng.integers(1, MOST_DROPPED + 1))
    return [rule[i] for i in rng.permutation(len(rule))[dropped:]]


def shaken(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The row weights, each multiplied by a random number near 1: int64 (n_rows,)."""
    return np.rint(weights * rng.uniform(LEAST, MOST, len(weights))).astype(np.int64)


def cautious(weights: np.ndarray, caution: int) -> np.ndarray:
    """The row weights, where a negative row counts so many times: (n_rows,)."""
    return np.where(weights < 0, caution, 1) * weights
