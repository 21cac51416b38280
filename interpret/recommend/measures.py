"""How good one user's ranking is, counted on the items that were held out."""

import numpy as np

PAIRS, LIST = ("AUC", "AUC, ties lost"), ("mAP@10", "nDCG@10", "recall@10")
NAMES = PAIRS + LIST
K = 10
GAIN = 1 / np.log2(np.arange(2, K + 2))


def measured(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> np.ndarray:
    """The figures of NAMES of one user's ranking, float (5,).

    scores: of all items, (n_items,); known: items that are not ranked; held: those held out, which
    ought to rank first. The AUC counts a tie as half; "ties lost" counts it as an error, as
    Polato's eq. 3.4 does. Both are nan where no other item is left to rank below.
    """
    return np.array([*_of_pairs(scores, known, held), *_of_list(scores, known, held)])


def figure(name: str, scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> float:
    """One of them alone: either all items are put in order, or the first ten are found."""
    of, names = (_of_pairs, PAIRS) if name in PAIRS else (_of_list, LIST)
    return of(scores, known, held)[names.index(name)]


def _of_pairs(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    is_other = np.ones(len(scores), dtype=bool)
    is_other[known] = is_other[held] = False
    others, right = np.sort(scores[is_other]), scores[held]
    if not len(others):
        return np.nan, np.nan
    below = np.searchsorted(others, right, "left")
    upto = np.searchsorted(others, right, "right")
    return float((below + upto).mean() / (2 * len(others))), float(below.mean() / len(others))


def _of_list(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    return top_figures(np.isin(best(scores, known), held), len(held))


def best(scores: np.ndarray, known: np.ndarray, k: int = K) -> np.ndarray:
    """The k items of the largest scores that are not known; of equal ones the first."""
    scores = scores.copy()
    scores[known] = -np.inf
    k = min(k, len(scores) - len(known))
    if k <= 0:
        return np.zeros(0, dtype=np.intp)
    if k < len(scores):
        least = -np.partition(-scores, k - 1)[k - 1]
        above = np.flatnonzero(scores > least)
        equal = np.flatnonzero(scores == least)[: k - len(above)]
        chosen = np.concatenate([above, equal])
    else:
        chosen = np.arange(len(scores))
    return chosen[np.lexsort((chosen, -scores[chosen]))]


def top_figures(hits: np.ndarray, n_held: int) -> tuple[float, float, float]:
    """Average precision, nDCG and recall at 10 of a list, by which of its places hit."""
    places = np.flatnonzero(hits)
    precision = np.arange(1, len(places) + 1) / (places + 1)
    possible = min(K, n_held)
    return (
        float(precision.sum() / possible),
        float(GAIN[places].sum() / GAIN[:possible].sum()),
        len(places) / n_held,
    )
