"""How well numbers are predicted: shares of the variation and typical errors, with intervals.

How much of the variation is explained is a ratio of two sums over rows, and heavy tails are common:
resampling the rows at hand then gives intervals that are too narrow, since the rows that would make
the largest difference are not among them. Each end of such an interval is therefore computed with
one further row, the one that moves this end most: as far out as the farthest row, and farther where
the tail is heavy.
"""

from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from scipy.stats import t

from interpret.number.on_rows import SPREAD
from kernels.examples import blocks

LEAST_ROWS = 5  # or groups, with a condition and without it, for an interval of its effect
AT_ONCE = 4096  # groups that are left out in one step
RESAMPLED = 500
LIMITS = (2.5, 97.5)  # per cent
LIGHT = 0.2  # the index of a tail up to which one more row lies about as far out as the farthest
FARTHEST = 4.0  # at most, how many times farther out than the farthest row one more is taken to lie
CELLS_AT_ONCE = 2**20  # terms in the resamples of one step


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval by resampling (`ratio_ends`); None where there is no row."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class JudgedNumbers:
    """Predictions against the truth on some rows.

    explained: the share of the variation explained, R², against the mean of the training rows;
    error: the mean absolute error.
    """

    rows: int
    explained: Estimate
    error: Estimate


def judged(
    y: np.ndarray,
    predicted: np.ndarray,
    mean: float,
    seed: int = 0,
    groups: np.ndarray | None = None,
) -> JudgedNumbers:
    """How predictions compare with the truth.

    y, predicted: (n_rows,); mean: what would be predicted without any attribute; groups: whose rows
    are resampled together, int (n_rows,) (the cluster bootstrap: Davison and Hinkley, Bootstrap
    Methods and their Application, 1997, section 3.8).
    """
    n, nothing = len(y), Estimate(None, None, None)
    if not n:
        return JudgedNumbers(0, nothing, nothing)
    scale, left, apart, of = _terms(y, predicted, mean, groups)
    squares, variation = np.bincount(of, left**2), np.bincount(of, apart)
    explained = nothing
    if variation.sum() > 0:
        low, high = ratio_ends(squares, variation, seed)
        explained = Estimate(float(1 - squares.sum() / variation.sum()), 1 - high, 1 - low)
    low, high = ratio_ends(np.bincount(of, left), np.bincount(of).astype(float), seed)
    error = Estimate(float(left.mean() * scale), low * scale, high * scale)
    return JudgedNumbers(n, explained, error)


def nearly_always_explains(
    y: np.ndarray, predicted: np.ndarray, mean: float, seed: int, groups: np.ndarray | None
) -> bool:
    """Whether predictions are nearer than the mean in all but one of forty resamples of the rows.

    The parameters are those of `judged`. Unlike an Estimate, this takes no further row into
    account.
    """
    _, left, apart, of = _terms(y, predicted, mean, groups)
    if not apart.any():
        return False
    return resampled_ends(np.bincount(of, left**2), np.bincount(of, apart), seed)[1] < 1


def _terms(
    y: np.ndarray, predicted: np.ndarray, mean: float, groups: np.ndarray | None
) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """The scale of the numbers; in its units the distance of each row from its prediction, and the
    squared distance from the mean; and the group of each row, from 0 on.
    """
    scale = max(float(np.abs(y).max()), float(np.abs(predicted).max()), abs(mean)) or 1.0
    left, apart = np.abs(y / scale - predicted / scale), (y / scale - mean / scale) ** 2
    of = np.arange(len(y)) if groups is None else np.unique(groups, return_inverse=True)[1]
    return scale, left, apart, of


def effect_intervals(
    columns: np.ndarray, y: np.ndarray, groups: np.ndarray | None = None
) -> list[tuple[float | None, float | None]]:
    """The 95 % interval of each effect of least squares on these rows, by the jackknife.

    columns: bool or float (n_rows, n_terms); groups: whose rows are left out together, int
    (n_rows,). (None, None) where too few rows hold or lack the condition, or where the other
    conditions determine it on these rows. It is valid if the conditions were chosen on other rows.
    Leaving out one row at a time is HC3 (MacKinnon and White, Journal of Econometrics 29, 1985).
    The degrees of freedom of t are the rows, or groups, that hold the condition or those that lack
    it, whichever are fewer, less one.
    """
    n, k = columns.shape
    if not n or not k:
        return [(None, None)] * k
    design = np.column_stack([np.ones(n), columns])
    of = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
    order, parts = np.argsort(of, kind="stable"), int(of.max()) + 1
    starts = np.searchsorted(of[order], np.arange(parts))
    products, along = design.T @ design, design.T @ y
    effects = np.linalg.lstsq(products, along, rcond=1e-10)[0]
    squares = np.zeros(k + 1)
    for block in blocks(parts, AT_ONCE):
        rows = order[starts[block.start] : starts[block.stop] if block.stop < parts else None]
        places = starts[block] - starts[block.start]
        rows_design = design[rows]
        less = np.add.reduceat(rows_design[:, :, None] * rows_design[:, None, :], places)
        gone = np.add.reduceat(rows_design * y[rows, None], places)
        without = np.linalg.pinv(products - less, rcond=1e-10, hermitian=True)
        left = (without @ (along - gone)[:, :, None])[:, :, 0]
        squares += ((left - effects) ** 2).sum(axis=0)
    holding = [len(np.unique(of[holds > 0])) for holds in design.T[1:]]
    lacking = [len(np.unique(of[holds == 0])) for holds in design.T[1:]]
    smaller = np.minimum(holding, lacking)
    reach = t.ppf(1 - LIMITS[0] / 100, np.maximum(smaller - 1, 1)) * np.sqrt(squares[1:])
    known = _tells(design) & (smaller >= LEAST_ROWS)
    return [
        (float(effect - far), float(effect + far)) if is_known else (None, None)
        for effect, far, is_known in zip(effects[1:], reach, known, strict=True)
    ]


def _tells(design: np.ndarray) -> np.ndarray:
    """Which columns after the first are not determined by the others on these rows: bool."""
    counts = design[:, 1:].sum(axis=0)
    smaller = np.minimum(counts, len(design) - counts)
    new = []
    for i in range(1, design.shape[1]):
        others = np.delete(design, i, axis=1)
        left = design[:, i] - others @ np.linalg.lstsq(others, design[:, i], rcond=None)[0]
        new.append(float(left @ left))
    return np.array(new) > SPREAD * smaller


def ratio_ends(above: np.ndarray, below: np.ndarray, seed: int) -> tuple[float, float]:
    """The 95 % interval of the ratio of two sums, from independent terms of both.

    above, below: (n_terms,), none negative, of at least one term; the sum of `below` is positive.
    It is the union of two intervals: by resampling, and by the linear approximation of the
    logarithm with one further row.
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
    """The interval in which the ratio lies in 95 % of resamples; parameters as in ratio_ends."""
    n, rng, ratios = len(above), np.random.default_rng(seed), []
    times = max(1, CELLS_AT_ONCE // n)
    for start in range(0, RESAMPLED, times):
        drawn = rng.integers(0, n, (min(times, RESAMPLED - start), n))
        tops, bottoms = above[drawn].sum(axis=1), below[drawn].sum(axis=1)
        ratios.append(tops[bottoms > 0] / bottoms[bottoms > 0])
    low, high = np.percentile(np.concatenate(ratios), LIMITS)
    return float(low), float(high)


def _farther(terms: np.ndarray) -> float:
    """How many times the largest term the next one beyond it may be, at least 1.

    For a tail that falls by a power it is 1 / (1 − index) on average; the index is estimated from
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
