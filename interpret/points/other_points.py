"""No other points: a bound on the loss of every card of the same clauses, by branch and bound.

The loss of a card is that of slope · points · clauses + offset at the best slope ≥ 0 and offset, so
that points and their multiples are equal cards. The points between two vectors l ≤ p ≤ u, with any
slope s, are among the real weights w with s l ≤ w ≤ s u: over these the loss is convex, and
bounded from below by `interpret.points.convex`, where Σ r z = w · g is at least s · C with

    C = Σ_j min(l_j g_j, u_j g_j),   g_j = Σ of r over the rows where clause j holds.

A slope above STEEPEST is never needed: totals are whole, so that at most one total then has a score
within ±STEEPEST / 2, and with the slope STEEPEST and this score kept no row's part of the loss is
more than exp(−STEEPEST / 2) larger. So the bound is Σ e h(q) + min(0, STEEPEST · C).

Of each card and its multiples one has more than half of the range in one of its points: there the
search begins, with a box for each clause and sign that the largest points may have.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np

from interpret.points.convex import (
    UNIT,
    RowsToFit,
    Within,
    as_one,
    centred,
    loss_at,
    merged,
    residuals,
    two_classes,
)
from interpret.points.scored import near

STEEPEST = 64.0
PER_NODE = 20  # steps of Newton
GENTLE = 0.1  # the largest slope to begin with, where chances are not yet all 0 or 1
SURE = 0.1  # of the way to a bound that would be enough: what a bound may be off by that is not


@dataclass(frozen=True)
class PointsBound:
    """bound: no points allowed have a smaller loss; points: the best met, and their loss.

    Better points than the card's own are without a common divisor.
    """

    bound: float
    points: tuple[int, ...]
    loss: float

    @property
    def proven(self) -> bool:
        """Whether no other points have a smaller loss, but for what is called equal."""
        return self.loss <= self.bound + near(self.loss)


def points_bound(
    columns: np.ndarray,
    points: np.ndarray,
    rows: RowsToFit,
    allowed: tuple[int, np.ndarray],
    work: int,
) -> PointsBound | None:
    """A bound on every card of these clauses with the points that are allowed.

    columns: which rows each clause holds for, bool (n, k); points: the card's own, (k,); allowed:
    their largest size, and for each clause the sign that they must have, 0 for any; work: how many
    multiplications are made at most, about. None without a clause, or where the rows are of one
    class or the points tell none of them apart.
    """
    if not np.ptp(columns @ points) > 0 or not two_classes(rows):
        return None
    patterns, rows = merged(columns, rows)
    reach, signs = allowed
    best = np.array(points, dtype=np.int64)
    least = card_fit(patterns @ best, rows)[0]
    k = columns.shape[1]
    nodes = max(1, work // (PER_NODE * patterns.size * k))
    floor = np.inf
    numbers = count()
    heap: list[tuple[float, int, np.ndarray, np.ndarray, np.ndarray, float]] = []

    def look(low: np.ndarray, high: np.ndarray, start: np.ndarray) -> None:
        """Bounds a box, which is closed or waits; a card near its least loss may be the best."""
        nonlocal best, least, floor, nodes
        nodes -= 1
        bound, weights = relaxed(patterns, rows, low, high, start, least - near(least) / 2)
        tried = np.clip(np.rint(weights[2:] / weights[1]), low, high).astype(np.int64)
        loss = card_fit(patterns @ tried, rows)[0]
        if loss < least - near(least):
            best, least = tried, loss
        if bound >= least - near(least) / 2 or (low == high).all():
            floor = min(floor, bound)
        else:
            heappush(heap, (round(bound, 9), next(numbers), low, high, weights, bound))

    start = np.concatenate([[0.0, 1.0], np.zeros(k)])
    half = reach // 2
    for j in range(k):
        low, high = np.where(signs > 0, 0, -reach), np.where(signs < 0, 0, reach)
        low[:j], high[:j] = np.maximum(low[:j], -half), np.minimum(high[:j], half)
        for sign, own in ((1, (half + 1, reach)), (-1, (-reach, -half - 1))):
            if signs[j] != -sign:
                low[j], high[j] = own
                look(low.copy(), high.copy(), start)
    while heap and heap[0][-1] < least - near(least) / 2 and nodes > 0:
        *_, low, high, weights, _ = heappop(heap)
        j, at = _branching(patterns, rows, low, high, weights)
        below, above = high.copy(), low.copy()
        below[j], above[j] = at, at + 1
        look(low, below, weights)
        look(above, high, weights)
    bound = min([floor, least, *(own[-1] for own in heap)])
    if (best != points).any():
        best //= np.gcd.reduce(best)
    return PointsBound(max(0.0, float(bound)), tuple(best.tolist()), least)


def card_fit(totals: np.ndarray, rows: RowsToFit) -> tuple[float, float]:
    """The loss of totals at the best offset and slope, from 0 to STEEPEST; and this slope."""
    own, of = np.unique(totals, return_inverse=True)
    alike = as_one(rows, of)
    design = np.column_stack([np.ones(len(own)), own - own.mean()])
    limits = Within(np.array([[0.0, 1.0], [0.0, -1.0]]), np.array([0.0, STEEPEST]))
    start = np.array([0.0, 1 / max(1.0, np.ptp(own))])
    for weight in 1e-3, 1e-5, 1e-7, 1e-9, 1e-11:
        start = centred(design, alike, limits, start, weight)
    return float(loss_at(design, alike, start)), float(start[1])


def relaxed(
    patterns: np.ndarray,
    rows: RowsToFit,
    low: np.ndarray,
    high: np.ndarray,
    start: np.ndarray,
    enough: float,
) -> tuple[float, np.ndarray]:
    """A bound on every card from low to high, and (offset, slope, weights) of about least loss.

    start: such of a box around; enough: a bound that need not be surpassed.
    """
    free = np.flatnonzero(low < high)
    design = np.column_stack([np.ones(len(patterns)), patterns @ low, patterns[:, free]])
    design = design.astype(float)
    own = (high - low)[free]
    limits = _limits(own)
    inside = np.clip(start[2:][free] / start[1] - low[free], 0.1 * own, 0.9 * own)
    slope = min(float(start[1]), GENTLE)
    theta = np.concatenate([[0.0], [slope], slope * inside])
    share = rows.each @ rows.targets
    theta[0] = np.log(share / (1 - share)) - rows.each @ design @ theta
    found, bound = np.empty(len(patterns), dtype=np.int64), 0.0
    weight, last = 1e-3, near(enough) / (16 * len(limits.spare))
    while True:
        weight = max(weight / 10, last)
        theta = centred(design, rows, limits, theta, weight)
        entropy = residuals(rows, design @ theta, found)
        gains = found @ patterns
        least = int(np.minimum(low * gains, high * gains).sum())
        bound = max(bound, entropy + min(0.0, STEEPEST * UNIT * least))
        loss = loss_at(design, rows, theta)
        hopeless = len(free) and loss - bound < SURE * (enough - loss)  # to be surpassed undivided
        if bound >= enough or weight == last or hopeless:
            break
    weights = theta[1] * low
    weights[free] += theta[2:]
    return bound, np.concatenate([theta[:2], weights])


def _limits(own: np.ndarray) -> Within:
    """Of (offset, slope, what each free weight is above slope · low); own: high − low of each."""
    f = len(own)
    slopes = np.zeros((2 * f + 2, f + 2))
    slopes[:f, 2:], slopes[f : 2 * f, 2:] = np.eye(f), -np.eye(f)
    slopes[f : 2 * f, 1] = own
    slopes[-2:, 1] = 1.0, -1.0
    return Within(slopes, np.concatenate([np.zeros(2 * f + 1), [STEEPEST]]))


def _branching(
    patterns: np.ndarray, rows: RowsToFit, low: np.ndarray, high: np.ndarray, weights: np.ndarray
) -> tuple[int, int]:
    """The clause to branch on, and the points below the cut: where rounding costs most."""
    z = weights[0] + patterns @ weights[2:]
    curve = rows.each / (2 + 2 * np.cosh(np.clip(z, -300, 300)))
    share = curve @ patterns / curve.sum()
    points = weights[2:] / weights[1]
    at = np.clip(np.floor(points), low, high - 1).astype(np.int64)
    off = np.minimum(points - at, at + 1 - points)
    costs = np.where(low < high, np.maximum(off, 0.01) ** 2 * (share * (1 - share) + 1e-6), -1.0)
    j = int(np.argmax(np.round(costs / costs.max(), 6)))
    return j, int(at[j])
