"""Totals of rows: how far they tell the classes apart, how stable."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.forms.answer.form import Band
from interpret.measures import area_under_curve

SMALL, LARGE = 0.10, 0.25  # stability indices from which on a change is small, and large
PARTS = 10  # into which the rows are divided, about


@dataclass(frozen=True)
class Totals:
    """A range of totals from `low` up to the next range: its rows then and now."""

    low: int
    then: int
    now: int


@dataclass(frozen=True)
class PointsStability:
    """How the totals of new rows compare with those of the card's rows. index: the population
    stability index; parts: into how many ranges of totals the rows were divided; by_chance: the
    mean of the index where only chance differs; then, now: numbers of rows; ranges: the ranges,
    from the lowest totals on.
    """

    index: float
    parts: int
    by_chance: float
    then: int
    now: int
    ranges: tuple[Totals, ...] = ()


def ks(totals: np.ndarray, y: np.ndarray) -> float | None:
    """The largest difference between the shares of the classes at or below a total (Kolmogorov).

    totals: int (n,); y: bool (n,). None where the rows have one class only.
    """
    if not 0 < y.sum() < len(y):
        return None
    at = np.unique(totals)
    below = [
        np.searchsorted(np.sort(totals[rows]), at, side="right") / rows.sum() for rows in (y, ~y)
    ]
    return float(np.abs(below[0] - below[1]).max())


def gini(totals: np.ndarray, y: np.ndarray) -> float | None:
    """Twice the area under the ROC curve, less 1; None where the rows have one class only."""
    if not 0 < y.sum() < len(y):
        return None
    return 2 * area_under_curve(totals, y) - 1


def stability(bands: Sequence[Band], totals: np.ndarray) -> PointsStability | None:
    """The stability index of new totals, int (n,); None where one side has no rows.

    The new totals are compared with the training rows of the bands, or with the judged rows where
    the former are not known. Neighbouring bands are joined until a part has a tenth of these rows.
    Totals beyond the bands belong to the nearest part. Half a row is added to each part, so that
    none is empty.
    """
    counts = np.array([band.trained for band in bands])
    if not counts.any():
        counts = np.array([band.share.n for band in bands])
    if not counts.any() or not len(totals):
        return None
    starts, then = _parts([band.low for band in bands], counts)
    place = np.maximum(np.searchsorted(starts, totals, side="right") - 1, 0)
    now = np.bincount(place, minlength=len(starts))
    k, n, m = len(starts), int(then.sum()), len(totals)
    expected, found = (then + 0.5) / (n + k / 2), (now + 0.5) / (m + k / 2)
    index = float(((found - expected) * np.log(found / expected)).sum())
    ranges = map(Totals, starts.tolist(), then.tolist(), now.tolist())
    return PointsStability(index, k, (k - 1) * (1 / n + 1 / m), n, m, tuple(ranges))


def _parts(lows: Sequence[int], counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each part begins, and its rows: bands are joined from the lowest on, until a part has
    at least a tenth of the rows. Bands left over at the end join the last part.
    """
    enough, starts, rows, in_part = counts.sum() / PARTS, [lows[0]], [], 0
    for place, count in enumerate(counts.tolist()):
        if in_part and in_part >= enough:
            starts.append(lows[place])
            rows.append(in_part)
            in_part = 0
        in_part += count
    if rows and in_part < enough:
        starts.pop()
        rows[-1] += in_part
    else:
        rows.append(in_part)
    return np.array(starts), np.array(rows)
