"""A race: a candidate far behind the best on the first folds is not tried on the others.

Rounds and thresholds are fixed, so that the race is the same on any number of cores.
"""

from collections.abc import Sequence

import numpy as np

from interpret.data.splits import Split

HOPELESS = 2.0  # standard errors behind the best
ENOUGH = 60  # left-out rows before anything is hopeless


def rounds(splits: Sequence[Split]) -> list[int]:
    """How many folds are done after each round: the fewest that tell anything, then twice that."""
    seen = np.cumsum([len(left_out) for _, left_out in splits])
    done = [1 + int(np.argmax(seen >= min(ENOUGH, seen[-1])))]
    while done[-1] < len(splits):
        done.append(min(2 * done[-1], len(splits)))
    return done


def hopeless(right: np.ndarray, best: np.ndarray) -> bool:
    """Whether a candidate is far behind the best.

    right, best: what each row seen so far counts for where the one and the other are right, else 0;
    (n_rows,).
    """
    return float(best.mean() - right.mean()) > HOPELESS * paired_error(right, best)


def paired_error(one: np.ndarray, other: np.ndarray) -> float:
    """The standard error of the difference of two means over the same rows."""
    difference = one.astype(float) - other
    return float(difference.std() / np.sqrt(len(difference)))
