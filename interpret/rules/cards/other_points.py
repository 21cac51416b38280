"""No other points: a bound on every card of the same clauses, by branch and bound.

The objective of a card is the loss of slope · points · clauses + offset at the best slope ≥ 0 and
offset, plus the ridge on the weights slope · points; so points and their multiples are equal cards.
All points between two vectors l ≤ p ≤ u, with any slope s, lie among the real weights w with s l ≤
w ≤ s u, where loss and ridge are convex and can be bounded from below. By
`interpret.rules.cards.convex` the loss is at least Σ e h(q) + Σ r z with Σ r z = w · g, g_j the sum
of r over the rows where clause j holds, and for any m the ridge is at least ρ m · w − ρ/2 m².
Together w · g + ρ m · w is at least s · C with

    C = Σ_j min(l_j c_j, u_j c_j),   c = g + ρ m,

so that the bound is Σ e h(q) − ρ/2 m² + min(0, S · C) where no slope is above S. That is so of

- S = √(2 F / ρ) / |p|, above which the ridge alone is more than F, which another card has;
- S = STEEPEST: totals are whole, so that at most one total then has a score within ±STEEPEST / 2,
  and with the slope STEEPEST and this score kept no row's part of the loss is more than
  exp(−STEEPEST / 2) larger.

One of a card's multiples has a clause whose points exceed half of the range. So the search starts
with a box for each clause and sign that may have these largest points; if the work does not suffice
for these boxes, it starts with one box.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import sqrt

import numpy as np

from interpret.rules.cards.convex import (
    UNIT,
    Fit,
    Within,
    as_one,
    centred,
    even,
    loss_of,
    merged,
    residuals,
    scores_of,
    spread,
    two_classes,
    value_at,
)
from interpret.rules.cards.integer_points import curve
from interpret.rules.cards.logistic import RowsToFit, near
from interpret.rules.search import is_possible

STEEPEST = 64.0
PER_NODE = 20  # steps of Newton
GENTLE = 0.1  # the largest slope to start with, at which not all chances are 0 or 1
SURE = 0.1  # relative precision of a bound at which a box that needs to be divided is given up


@dataclass(frozen=True)
class PointsBound:
    """A lower bound on the loss of all allowed points, and the best points met with their loss.

    Losses include the ridge. Points that are better than the card's own have no common divisor.
    """

    bound: float
    points: tuple[int, ...]
    loss: float

    @property
    def proven(self) -> bool:
        """Whether no other points have a smaller loss, up to differences that count as equal."""
        return self.loss <= self.bound + near(self.loss)


def points_bound(
    columns: np.ndarray,
    points: np.ndarray,
    rows: RowsToFit,
    allowed: tuple[int, np.ndarray],
    work: int,
) -> PointsBound | None:
    """A bound on every card of these clauses with points that are allowed.

    columns: which rows each clause holds for, bool (n, k); points: the card's own, (k,); allowed:
    their largest size, and for each clause the sign that they must have, 0 for any; work: about how
    many multiplications may be made. None without a clause, for rows of one class, or for points
    that do not tell rows apart.
    """
    if not np.ptp(columns @ points) > 0 or not two_classes(rows):
        return None
    patterns, rows = merged(columns, rows)
    reach, signs = allowed
    best = np.array(points, dtype=np.int64)
    least = card_fit(patterns, best, rows).objective
    k = columns.shape[1]
    nodes = max(1, work // (PER_NODE * patterns.size * k))
    floor = np.inf
    numbers = count()
    heap: list[tuple[float, int, np.ndarray, np.ndarray, np.ndarray, float]] = []

    def look(low: np.ndarray, high: np.ndarray, start: np.ndarray) -> None:
        """Bounds a box and closes it or queues it; a card near its minimum may be the new best."""
        nonlocal best, least, floor, nodes
        nodes -= 1
        bound, weights = relaxed(patterns, rows, low, high, start, least - near(least) / 2)
        tried = np.clip(np.rint(weights[2:] / weights[1]), low, high).astype(np.int64)
        loss = card_fit(patterns, tried, rows).objective
        if not is_possible(-loss, -bound, near(loss)):
            bound = 0.0
        if loss < least - near(least):
            best, least = tried, loss
        if bound >= least - near(least) / 2 or (low == high).all():
            floor = min(floor, bound)
        else:
            heappush(heap, (round(bound, 9), next(numbers), low, high, weights, bound))

    boxes = _boxes(reach, signs)
    for low, high in boxes if len(boxes) <= nodes else [_widest(reach, signs)]:
        look(low, high, np.concatenate([[0.0, 1.0], np.zeros(k)]))
    while heap and heap[0][-1] < least - near(least) / 2 and nodes > 0:
        *_, low, high, weights, _ = heappop(heap)
        j, at = _branching(patterns, rows, low, high, weights)
        below, above = high.copy(), low.copy()
        below[j], above[j] = at, at + 1
        look(low, below, weights)
        look(above, high, weights)
    bound = min([floor, least, *(entry[-1] for entry in heap)])
    if (best != points).any():
        best //= np.gcd.reduce(best)
    return PointsBound(max(0.0, float(bound)), tuple(best.tolist()), least)


def _widest(reach: int, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least and the largest points that are allowed."""
    return np.where(signs > 0, 0, -reach), np.where(signs < 0, 0, reach)


def _boxes(reach: int, signs: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Boxes that together contain every card or one of its multiples."""
    half, boxes = reach // 2, []
    for j in range(len(signs)):
        low, high = _widest(reach, signs)
        low[:j], high[:j] = np.maximum(low[:j], -half), np.minimum(high[:j], half)
        for sign, ends in ((1, (half + 1, reach)), (-1, (-reach, -half - 1))):
            if signs[j] != -sign:
                low[j], high[j] = ends
                boxes.append((low.copy(), high.copy()))
    return boxes


@dataclass(frozen=True)
class CardFit:
    """A card's fit at its best slope ≥ 0 and offset; objective: the loss with the ridge."""

    objective: float
    loss: float
    slope: float


def card_fit(columns: np.ndarray, points: np.ndarray, rows: RowsToFit) -> CardFit:
    """The fit of points; columns: the rows for which each clause holds, int or bool (n, k)."""
    levels, of = np.unique(columns @ points, return_inverse=True)
    alike, size = as_one(rows, of), int(points @ points)
    slope, _, objective = curve(levels, alike, size, (0.1, 0.0))
    if slope < 0 or len(levels) == 1:
        level = np.zeros(len(levels))
        slope, objective = 0.0, loss_of(alike, level + even(alike, level))
    return CardFit(
        float(objective), float(objective - 0.5 * alike.ridge * size * slope * slope), float(slope)
    )


def relaxed(
    patterns: np.ndarray,
    rows: RowsToFit,
    low: np.ndarray,
    high: np.ndarray,
    start: np.ndarray,
    enough: float,
) -> tuple[float, np.ndarray]:
    """A bound on every card from low to high, and (offset, slope, weights) near the best one.

    start: the same triple of a larger box; enough: a bound at which the search may end.
    """
    free = np.flatnonzero(low < high)
    design = np.column_stack([np.ones(len(patterns)), patterns @ low, patterns[:, free]])
    fit = Fit(design.astype(float), rows, _penalty(low, free, rows.ridge))
    widths, steepest = (high - low)[free], _steepest(low, high, rows.ridge, enough)
    limits = _limits(widths, steepest)
    inside = np.clip(start[2:][free] / start[1] - low[free], 0.1 * widths, 0.9 * widths)
    slope = min(float(start[1]), GENTLE, steepest / 2)
    theta = np.concatenate([[0.0], [slope], slope * inside])
    theta[0] = even(rows, scores_of(fit.design, theta))
    units, bound = np.empty(len(patterns), dtype=np.int64), 0.0
    weight, last = 1e-3, near(enough) / (16 * len(limits.spare))
    while True:
        weight = max(weight / 10, last)
        theta = centred(fit, limits, theta, weight)
        weights = theta[1] * low
        weights[free] += theta[2:]
        entropy = residuals(rows, scores_of(fit.design, theta), units)
        pulled, least = _pulled(weights, rows.ridge)
        gains = units @ patterns + pulled
        least += entropy + min(
            0.0, steepest * UNIT * int(np.minimum(low * gains, high * gains).sum())
        )
        bound = max(bound, least)
        value = value_at(fit, theta)
        hopeless = len(free) and value - bound < SURE * (enough - value)  # undivided
        if bound >= enough or weight == last or hopeless:
            break
    return min(bound, enough), np.concatenate([theta[:2], weights])


def _pulled(weights: np.ndarray, ridge: float) -> tuple[np.ndarray, float]:
    """ρ m in units, whole, for the weights as m, and −ρ/2 m²."""
    if not ridge:
        return np.zeros(len(weights), dtype=np.int64), 0.0
    pulled = np.rint(np.clip(ridge * weights, -1.0, 1.0) / UNIT).astype(np.int64)
    return pulled, -0.5 * sum((points * UNIT) ** 2 for points in pulled.tolist()) / ridge


def _steepest(low: np.ndarray, high: np.ndarray, ridge: float, enough: float) -> float:
    """The slope above which no card from low to high needs to be considered."""
    size = int((np.maximum(np.maximum(low, -high), 0) ** 2).sum())
    if not ridge * size:
        return STEEPEST
    return min(STEEPEST, 1.000001 * sqrt(2 * max(enough, near(0.0)) / (ridge * size)))


def _penalty(low: np.ndarray, free: np.ndarray, ridge: float) -> np.ndarray:
    """The ridge as a quadratic of (offset, slope, each free weight minus slope · low)."""
    parts = np.zeros((len(low), len(free) + 2), dtype=np.int64)
    parts[:, 1] = low
    parts[free, np.arange(len(free)) + 2] = 1
    return ridge * (parts.T @ parts)


def _limits(widths: np.ndarray, steepest: float) -> Within:
    """Limits on (offset, slope, each free weight minus slope · low); widths: high − low of each."""
    f = len(widths)
    slopes = np.zeros((2 * f + 2, f + 2))
    slopes[:f, 2:], slopes[f : 2 * f, 2:] = np.eye(f), -np.eye(f)
    slopes[f : 2 * f, 1] = widths
    slopes[-2:, 1] = 1.0, -1.0
    return Within(slopes, np.concatenate([np.zeros(2 * f + 1), [steepest]]))


def _branching(
    patterns: np.ndarray, rows: RowsToFit, low: np.ndarray, high: np.ndarray, weights: np.ndarray
) -> tuple[int, int]:
    """The clause to branch on, where rounding costs most, and the points below the cut."""
    points = weights[2:] / weights[1]
    at = np.clip(np.floor(points), low, high - 1).astype(np.int64)
    off = np.minimum(points - at, at + 1 - points)
    worth = spread(patterns, rows, weights) + rows.ridge + 1e-6
    costs = np.where(low < high, np.maximum(off, 0.01) ** 2 * worth, -1.0)
    j = int(np.argmax(np.round(costs / costs.max(), 6)))
    return j, int(at[j])
