"""Cut points of a column of numbers: where the class changes and at quantiles, or given by hand.

Cuts where the class changes: first the cut that tells most about the class, then the best cut of
each part, as long as a cut saves more bits of description than it costs (Fayyad & Irani 1993).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, floor, inf, isfinite, log, log2

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.learn_reading import MOST_NUMBERS
from interpret.data.numbers import digits, number
from interpret.data.table import Column, Table, Values

MOST_CUTS = 7  # cuts of a column, at most
LEAST_ROWS_A_SIDE, LEAST_SHARE_A_SIDE = 5, 0.02  # of the rows, on each side of a cut
LEAST_TO_COMPARE = 3  # numbers of a column that is not cut: of two, a value says it more plainly
MOST_ROWS = 20_000  # rows to learn the cuts of a column from
COARSE_PARTS, FINE_PARTS = 4, 12  # quantile parts, for a machine and for a rule
FINEST_PARTS = 64  # where a cut is moved to fit a number
COMPARISON = re.compile(r"(.*\S)\s*(>=|<=|[<>≤≥])\s*([^<>≤≥=\s][^<>≤≥=]*)")


def entropy_cuts(column: Column, y: np.ndarray) -> tuple[float, ...]:
    """Readable cuts between the column's numbers that tell the classes apart; there may be none.

    y: bool (n_rows,). Rows without a number are left out.
    """
    amounts, place, labels = _numbers(column, y)
    if len(amounts) < 2:
        return ()
    if len(place) > MOST_ROWS:
        kept = np.random.default_rng(0).choice(len(place), MOST_ROWS, replace=False)
        place, labels = place[kept], labels[kept]
    least = max(LEAST_ROWS_A_SIDE, ceil(LEAST_SHARE_A_SIDE * len(place)))
    below = np.zeros((2, len(amounts) + 1), dtype=np.int64)  # rows of a class below each number
    for label in (0, 1):
        below[label, 1:] = np.bincount(place[labels == label], minlength=len(amounts)).cumsum()
    places: list[int] = []
    parts = [_best_cut(below, 0, len(amounts), least)]
    while parts and len(places) < MOST_CUTS:
        saved, low, at, high = heappop(parts)
        if _is_worth(-saved, below[:, [low, at, high]]):
            places.append(at)
            for part in ((low, at), (at, high)):
                heappush(parts, _best_cut(below, *part, least))
    return tuple(cut_behind(amounts, at - 1) for at in sorted(places))


def variance_cuts(column: Column, y: np.ndarray) -> tuple[float, ...]:
    """Readable cuts at which the mean of y changes by more than noise; there may be none.

    y: float (n_rows,). A cut is kept if it explains more variance than the best of many cuts of
    noise would.
    """
    amounts, place, wanted = _numbers(column, y)
    if len(amounts) < 2:
        return ()
    scale = float(np.abs(wanted).max()) or 1.0
    least = max(LEAST_ROWS_A_SIDE, ceil(LEAST_SHARE_A_SIDE * len(place)))
    from sklearn.tree import DecisionTreeRegressor

    tree = DecisionTreeRegressor(
        min_samples_leaf=least, max_leaf_nodes=MOST_CUTS + 1, random_state=0
    )
    grown = tree.fit(place[:, None], wanted / scale).tree_
    rows, variance = grown.n_node_samples, grown.impurity
    cuts, open_nodes = [], [0]
    while open_nodes:
        node = open_nodes.pop()
        sides = int(grown.children_left[node]), int(grown.children_right[node])
        if sides[0] < 0:
            continue
        kept = sum(float(rows[side]) * float(variance[side]) for side in sides) / float(rows[node])
        share = 1 - kept / max(float(variance[node]), 1e-300)
        if rows[node] * share > 3 * log(len(place)):
            cuts.append(cut_behind(amounts, floor(grown.threshold[node])))  # places are whole
            open_nodes += sides
    return tuple(sorted(cuts))


def quantile_cuts(column: Column, parts: int = COARSE_PARTS) -> tuple[float, ...]:
    """Readable cuts that leave about as many rows in each part; none in a column of one number."""
    amounts, place, _ = _numbers(column, np.zeros(len(column.codes), dtype=bool))
    if len(amounts) < 2:
        return ()
    upto = np.cumsum(np.bincount(place))[:-1]  # rows up to each number but the last
    wanted = len(place) * np.arange(1, parts) / parts
    behind = np.unique(np.abs(upto[:, None] - wanted).argmin(axis=0))
    return tuple(cut_behind(amounts, i) for i in behind)


def cut_behind(amounts: np.ndarray, i: int) -> float:
    """A readable cut between the i-th of some numbers, which rise, and the next.

    Between whole numbers it is whole: above 1 is what people say, and not above 1.5.
    """
    cut = readable(float(amounts[i]), float(amounts[i + 1]))
    return float(floor(cut)) if _are_whole(amounts) else cut


def cuts_between(amounts: np.ndarray) -> list[float]:
    """The cut_behind each of some numbers, which rise, but the last."""
    cuts = [readable(below, beyond) for below, beyond in pairwise(amounts.tolist())]
    return [float(floor(cut)) for cut in cuts] if _are_whole(amounts) else cuts


def _are_whole(amounts: np.ndarray) -> bool:
    return bool((amounts == np.floor(amounts)).all())


def readable(below: float, beyond: float) -> float:
    """The roundest number about half way between two: at least `below`, and less than `beyond`."""
    middle, quarter = below / 2 + beyond / 2, beyond / 4 - below / 4
    low, high = below / 2 + middle / 2, middle / 2 + beyond / 2
    if quarter > 0 and isfinite(quarter):
        for digits in range(-ceil(log2(quarter) / log2(10)) - 1, 18):
            for step in (5, 1):
                nearest = round(middle * 10.0**digits / step) * step
                cut = float(f"{nearest}e{-digits}")
                if low <= cut <= high:
                    return cut
    return middle if below <= middle < beyond else below


def idle_cuts(table: Table, given: Mapping[str, Sequence[float]]) -> list[str]:
    """A sentence for each column whose given cuts leave all its numbers on one side."""
    sentences = []
    for name, cuts in given.items():
        column = table.column(name)
        amounts = column.values.numbers[(column.counts > 0) & ~np.isnan(column.values.numbers)]
        low, high = min(amounts, default=-inf), max(amounts, default=inf)
        idle = [digits(cut) for cut in cuts if not low <= cut < high]
        if idle:
            sentences.append(
                f"The numbers of {quoted(name)} go from {digits(low)} to {digits(high)}, and a "
                f"cut at {listed(idle)} tells no rows apart."
            )
    return sentences


def _numbers(column: Column, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of the rows with a number: the distinct numbers, ascending; each row's place, and its y."""
    numbers = column.values.numbers
    used = np.flatnonzero((column.counts > 0) & ~np.isnan(numbers))
    amounts, places_of = numbers[used], np.arange(len(used))
    if not (amounts[1:] > amounts[:-1]).all():  # which takes less than sorting them anew
        amounts, places_of = np.unique(amounts, return_inverse=True)
    place = np.full(len(numbers), -1)
    place[used] = places_of
    cells = place[column.codes]
    there = cells >= 0
    return amounts, cells[there], y[there]


def _best_cut(below: np.ndarray, low: int, high: int, least: int) -> tuple[int, int, int, int]:
    """Of the numbers from index low to before high: the bits that the best cut saves, negated, low,
    the index of the first number above the cut, and high. Of equals the lowest cut is the best.
    """
    ends = below[:, [low, high]]
    left, right = below[:, low + 1 : high] - ends[:, :1], ends[:, 1:] - below[:, low + 1 : high]
    saved = _bits(ends[:, 1] - ends[:, 0]) - _bits(left) - _bits(right)
    saved[(left.sum(axis=0) < least) | (right.sum(axis=0) < least)] = 0
    best = int(saved.argmax()) if len(saved) else 0
    return -int(saved[best]) if len(saved) else 0, low, low + 1 + best, high


def _bits(rows: np.ndarray) -> np.ndarray:
    """What the classes of some rows take to write down, in whole millionths of a bit, so that
    equal cuts stay equal on every processor. rows: of each class, int (2, ...).
    """
    shares = rows / np.maximum(rows.sum(axis=0), 1)
    each = np.log2(shares, out=np.zeros(shares.shape), where=shares > 0)
    return np.rint(-1e6 * (rows * each).sum(axis=0)).astype(np.int64)


def _is_worth(saved: int, ends: np.ndarray) -> bool:
    """Whether a cut saves more bits than it costs (Fayyad & Irani 1993, eq. 9).

    saved: millionths of a bit; ends: rows below both ends of the part and below the cut, (2, 3).
    """
    counts = [ends[:, 2] - ends[:, 0], ends[:, 1] - ends[:, 0], ends[:, 2] - ends[:, 1]]
    n_classes = [np.count_nonzero(part) for part in counts]
    entropy = [
        k * float(_bits(part)) / 1e6 / max(part.sum(), 1)
        for k, part in zip(n_classes, counts, strict=True)
    ]
    cost = log2(3 ** n_classes[0] - 2) - entropy[0] + entropy[1] + entropy[2]
    return saved > 0 and saved / 1e6 > log2(int(counts[0].sum()) - 1) + cost


def is_amount(column: Column) -> bool:
    """Whether the column is a number to be explained rather than a class: more than 12 numbers."""
    amounts = column.values.numbers[column.counts > 0]
    return column.is_numeric and len(np.unique(amounts[~np.isnan(amounts)])) > MOST_NUMBERS


def halves(above: float) -> tuple[str, str]:
    """The names of the two classes that a cut makes of a target of numbers: above it, up to it."""
    return f"above {digits(above)}", f"{digits(above)} or less"


def compared(target: str) -> tuple[str, str] | None:
    """The column and the class that a target like "rent > 900" names, None for another text."""
    found = COMPARISON.fullmatch(target)
    if found is None:
        return None
    name, sign, text = found.groups()
    cut = number(text)
    if cut is None or sign not in (">", "<=", "≤"):
        raise DataError(
            "A target is a column, or one compared with a number like rent > 900 or rent <= 900; "
            f"{quoted(target)} is neither."
        )
    above, up_to = halves(cut)
    return name, above if sign == ">" else up_to


def cut_of(classes: Sequence[str]) -> float | None:
    """The cut after whose side a class is named; None where there is no such cut."""
    cut = number(classes[0].removeprefix("above ").removesuffix(" or less")) if classes else None
    return cut if cut is not None and len(classes) == 1 and classes[0] in halves(cut) else None


def cut_between(positive: tuple[str, ...], negative: tuple[str, ...]) -> float | None:
    """The cut whose two sides these classes are named after; None where there is none."""
    cut = cut_of(positive)
    return cut if cut is not None and {*positive, *negative} == {*halves(cut)} else None


def numbers_of(table: Table, target: str) -> np.ndarray:
    """The number in each cell of a column: (n_rows,), NaN where there is none."""
    column = table.column(target)
    return column.values.numbers[column.codes]


def middle(table: Table, target: str) -> float:
    """A number with few digits that divides the rows of a column of numbers in halves."""
    amounts = numbers_of(table, target)
    there = np.sort(amounts[~np.isnan(amounts)])
    place = len(there) // 2
    return cut_behind(there, place - 1)


def halved(table: Table, target: str, above: float) -> Table:
    """The table with its target divided by a cut into two classes.

    A DataError where the target is no column of numbers, or no row is on one side of the cut.
    """
    column = table.column(target)
    if column.values and set(column.values) <= {*halves(above), None}:
        return table
    if not column.is_numeric:
        raise DataError(
            f"Only a column of numbers has cells above {digits(above)}, and {quoted(target)} holds "
            "texts. Choose its values that count as positive instead."
        )
    amounts = column.values.numbers
    high = np.isfinite(amounts) & (amounts > above)
    sides = np.where(np.isnan(amounts), 2, np.where(high, 0, 1))
    places = sides[column.codes]
    n_high, n_low = (int(np.count_nonzero(places == side)) for side in (0, 1))
    if not n_high or not n_low:
        raise DataError(
            f"The cut must leave rows on both sides, and {counted(n_high, 'row')} of "
            f"{quoted(target)} {'is' if n_high == 1 else 'are'} above {digits(above)}, {n_low:,} "
            "not. Move it into the range of the numbers."
        )
    values = Values((*halves(above), *([None] if (places == 2).any() else [])))
    return table.having(
        replace(column, values=values, codes=places.astype(np.int32), kind="category")
    )
