"""The interval of a ratio of two sums over rows, also where a few rows make most of a sum.

How much of the variation is explained is such a ratio, and heavy tails are common: resampling the
rows at hand then promises too much, since the rows that would make the largest difference are not
among them. Each end of an interval is therefore that of the rows with one more, which speaks most
for that end: it is as far out as the farthest row, and farther where the tail is heavy.
"""

from math import exp, sqrt

import numpy as np
from scipy.stats import t

RESAMPLED = 500
LIMITS = (2.5, 97.5)  # per cent
LIGHT = 0.2  # the index of a tail up to which the next row is about as far out as the farthest
FARTHEST = 4.0  # times as far out as the farthest row that one more is taken to be, at most
AT_ONCE = 2**20  # cells of resamples


def ratio_ends(above: np.ndarray, below: np.ndarray, seed: int) -> tuple[float, float]:
    """The 95 % interval of the ratio of two sums, from independent terms of both.

    above, below: (n_terms,), none negative, of at least one term; the sum of `below` is positive.
    It joins the interval by resampling with that of the logarithm by its linear approximation, of
    the rows with one more.
    """
    if not above.any():
        return 0.0, 0.0
    low, high = resampled_ends(above, below, seed)
    least, most = int(np.argmax(below - above)), int(np.argmax(above - below))
    one_more = (
        np.append(above, above[least]),
        np.append(below, _farther(below) * below[least]),
    )
    low = min(low, _end(*one_more, -1))
    farther = _farther(above)
    one_more = np.append(above, farther * above[most]), np.append(below, farther * below[most])
    return low, max(high, _end(*one_more, 1))


def resampled_ends(above: np.ndarray, below: np.ndarray, seed: int) -> tuple[float, float]:
    """Between which the ratio lies in 95 % of resamples of the terms; as in ratio_ends."""
    n, rng, ratios = len(above), np.random.default_rng(seed), []
    times = max(1, AT_ONCE // n)
    for start in range(0, RESAMPLED, times):
        drawn = rng.integers(0, n, (min(times, RESAMPLED - start), n))
        tops, bottoms = above[drawn].sum(axis=1), below[drawn].sum(axis=1)
        ratios.append(tops[bottoms > 0] / bottoms[bottoms > 0])
    low, high = np.percentile(np.concatenate(ratios), LIMITS)
    return float(low), float(high)


def _farther(terms: np.ndarray) -> float:
    """How far out the next term may be that is beyond the largest, 1 if as far as that.

    Of a tail that falls by a power it is 1 / (1 − index) on average; the index is estimated from
    the largest terms (Hill, Annals of Statistics 3, 1975).
    """
    falling = np.sort(terms)[::-1]
    k = max(2, int(len(terms) ** 0.5))
    if len(terms) <= k or falling[k] <= 0:
        return 1.0
    index = max(0.0, float(np.log(falling[:k] / falling[k]).mean()) - LIGHT)
    return min(FARTHEST, 1 / (1 - index)) if index < 1 else FARTHEST


def _end(above: np.ndarray, below: np.ndarray, side: int) -> float:
    """The end of the interval of the ratio on one side, −1 or 1, by Student's t."""
    tops, bottoms = float(above.sum()), float(below.sum())
    deviation = sqrt(float(((above / tops - below / bottoms) ** 2).sum()))
    reach = float(t.ppf(LIMITS[1] / 100, len(above) - 1)) * deviation
    return tops / bottoms * exp(side * reach)
