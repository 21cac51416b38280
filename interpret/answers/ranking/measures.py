"""How good one user's ranking is, counted on the items that were held out."""

import numpy as np

from interpret.answers.ranking.ordering import beside, first

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
    """A single figure of NAMES, computed from the order of all items or from the first ten."""
    of, names = (_of_pairs, PAIRS) if name in PAIRS else (_of_list, LIST)
    return of(scores, known, held)[names.index(name)]


def _of_pairs(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    is_out = _among(len(scores), known)
    is_out[held] = True
    below, equal, others = beside(scores, is_out, np.sort(scores[held]))
    if not others:
        return np.nan, np.nan
    return float((below + equal / 2).mean() / others), float(below.mean() / others)


def _of_list(scores: np.ndarray, known: np.ndarray, held: np.ndarray) -> tuple[float, ...]:
    return top_figures(np.isin(best(scores, known), held), len(held))


def best(scores: np.ndarray, known: np.ndarray, k: int = K) -> np.ndarray:
    """The k items with the largest scores that are not known; the first of equal ones."""
    found: np.ndarray = first(scores, _among(len(scores), known), k)
    return found


def _among(n: int, items: np.ndarray) -> np.ndarray:
    is_in = np.zeros(n, dtype=bool)
    is_in[items] = True
    return is_in


def with_unseen(row: np.ndarray, n_held: int, n_unseen: int) -> np.ndarray:
    """One user's figures, float (5,), if n_unseen further items had been held out and came last.

    row: the figures by n_held items. The same items rank below those, and each place of the list is
    what it was; but there is more to be found.
    """
    share = n_held / (n_held + n_unseen)
    places, more = min(K, n_held), min(K, n_held + n_unseen)
    by_gain = GAIN[:places].sum() / GAIN[:more].sum()
    return row * np.array([share, share, places / more, by_gain, share])


def top_figures(hits: np.ndarray, n_held: int) -> tuple[float, float, float]:
    """Average precision, nDCG and recall at 10 of a list, from the places that are hits."""
    places = np.flatnonzero(hits)
    precision = np.arange(1, len(places) + 1) / (places + 1)
    possible = min(K, n_held)
    return (
        float(precision.sum() / possible),
        float(GAIN[places].sum() / GAIN[:possible].sum()),
        len(places) / n_held,
    )
