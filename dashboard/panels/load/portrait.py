"""A column as a small picture: how often each value stands in it, by class, and where it is empty.

The picture is a file of its own, so that it can stand in a cell of a table.
"""

from base64 import b64encode
from collections.abc import Sequence

import numpy as np

from interpret.data.cuts import is_amount
from interpret.data.table import Column
from interpret.tell import svg
from interpret.tell.charts import BAD, FAMILY_COLORS

SIZE = (160.0, 40.0)
BARS, STRIPS = 16, 40  # of the values, and of the rows one after the other
STRIP = 6.0  # pixels, below the bars
LOOKED_AT = 20_000  # rows, evenly spaced


def portrait(column: Column, classes: Column | None, bad: Sequence[str] = ()) -> str:
    """The address of the picture; classes: the column of classes, None if a number is explained.

    Classes have their colours from the most frequent on. bad: those that are bad news.
    """
    colours = list(FAMILY_COLORS)
    if classes is not None:
        for place, rank in enumerate(_ranks(classes)):
            if classes.values[place] in bad and rank < len(colours):
                colours[rank] = BAD
    width, height = SIZE
    stacks = counts(column, classes)
    most = max(1, int(stacks.sum(axis=1).max(initial=0)))
    across, marks = width / max(1, len(stacks)), []
    high = height - STRIP - 3
    for place, stack in enumerate(stacks):
        top = high
        for share, colour in zip(stack / most, colours, strict=False):
            top -= high * share
            marks.append(svg.rectangle(place * across, top, (across - 1, high * share), colour))
    for place, share in enumerate(empty(column)):
        left, size = place * width / STRIPS, (width / STRIPS, STRIP * share)
        marks.append(svg.rectangle(left, height - size[1], size, svg.FAINT))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(marks)}</svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode('ascii')}"


def counts(column: Column, classes: Column | None) -> np.ndarray:
    """How many rows each bar has of each class, (at most BARS, at most as many as colours).

    A bar is a value, the most frequent ones in their order, or an equal part of the numbers.
    """
    rows = _looked_at(column)
    codes, n_values = column.codes[rows], len(column.values)
    bar_of = np.full(n_values, -1)
    filled = np.flatnonzero(column.counts[: n_values - (column.values[-1] is None)] > 0)
    if is_amount(column):
        amounts = column.values.numbers[filled]
        ends = np.linspace(amounts.min(), amounts.max(), BARS + 1)[1:-1]
        bar_of[filled], n_bars = np.searchsorted(ends, amounts, side="right"), BARS
    else:
        often = np.sort(filled[np.argsort(-column.counts[filled], kind="stable")[:BARS]])
        bar_of[often], n_bars = np.arange(len(often)), len(often)
    side_of = np.zeros(1, int)
    sides = np.zeros(len(rows), int)
    if classes is not None:
        last = len(FAMILY_COLORS) - 1
        side_of = np.minimum(_ranks(classes), last)
        sides = side_of[classes.codes[rows]]
    found = np.zeros((n_bars, int(side_of.max()) + 1), int)
    np.add.at(found, (bar_of[codes][bar_of[codes] >= 0], sides[bar_of[codes] >= 0]), 1)
    return found


def _ranks(classes: Column) -> np.ndarray:
    """The place of each class by frequency, the most frequent first."""
    return np.argsort(np.argsort(-classes.counts, kind="stable"), kind="stable")


def empty(column: Column) -> Sequence[float]:
    """The share of empty cells in each of STRIPS equal parts of the rows, in their order."""
    if not column.missing:
        return ()
    parts = np.array_split(column.missing_rows, STRIPS)
    return [float(part.mean()) if len(part) else 0.0 for part in parts]


def _looked_at(column: Column) -> np.ndarray:
    n = len(column.codes)
    return np.unique(np.linspace(0, n - 1, min(n, LOOKED_AT)).astype(int))
