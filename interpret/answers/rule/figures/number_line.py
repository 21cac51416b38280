"""A column of numbers as a line: how many rows of each class lie where, and the rule's cuts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.numbers import digits
from interpret.tell import svg

BINS = 30
APART = 44  # pixels between two cuts whose numbers are written
HIGH, TOP, EDGE = 56, 18, 1  # pixels of the bars of one class, above them, and beside them
BOTTOM = TOP + 2 * HIGH
TAILS = (0.5, 99.5)  # percentiles, beyond which rows are counted in the outer bars


@dataclass(frozen=True)
class NumberLine:
    """Rows of both classes along a column. counts: of each bin, rows of the class and others.

    edges: of the bins, one more than there are; cuts: the rule's, rising; between: rows of either
    class up to the first cut, between each two, and above the last.
    """

    name: str
    classes: tuple[str, str]
    edges: tuple[float, ...]
    counts: tuple[tuple[int, int], ...]
    cuts: tuple[float, ...]
    between: tuple[tuple[int, int], ...]


def number_line(
    name: str, classes: tuple[str, str], amounts: np.ndarray, y: np.ndarray, cuts: Sequence[float]
) -> NumberLine:
    """amounts: float (n,), NaN where there is no number; y: bool (n,), whether of the first class.

    Few different numbers have a bin each; many have bins of equal width that include all cuts.
    """
    there = ~np.isnan(amounts)
    numbers = np.unique(amounts[there])
    if len(numbers) <= BINS:
        middle = (numbers[1:] + numbers[:-1]) / 2
        reach = (numbers[1] - numbers[0]) / 2 if len(numbers) > 1 else 0.5
        ends = numbers[[0, -1]] if len(numbers) else np.zeros(2)
        edges = np.array([ends[0] - reach, *middle, ends[1] + reach])
    else:
        low, high = np.percentile(amounts[there], TAILS)
        edges = np.linspace(min(low, *cuts), max(high, *cuts), BINS + 1)
    ends = np.sort(np.asarray(cuts, dtype=float))
    counts, between = (_counted(amounts[there], y[there], inner) for inner in (edges[1:-1], ends))
    return NumberLine(name, classes, tuple(edges.tolist()), counts, tuple(ends.tolist()), between)


def _counted(amounts: np.ndarray, y: np.ndarray, inner: np.ndarray) -> tuple[tuple[int, int], ...]:
    """How many rows of either class lie up to each of these ends, and above the last."""
    place = np.searchsorted(inner, amounts, side="left")
    of = [np.bincount(place[y == of_class], minlength=len(inner) + 1) for of_class in (True, False)]
    return tuple((int(one), int(other)) for one, other in zip(*of, strict=True))


def across(line: NumberLine, value: float) -> float:
    """Where a number lies in the picture, in pixels from the left; beyond the scale at its end."""
    low, high = _scale(line)
    return EDGE + (svg.WIDTH - 2 * EDGE) * (min(max(value, low), high) - low) / ((high - low) or 1)


def _scale(line: NumberLine) -> tuple[float, float]:
    shown = [*line.edges, *line.cuts]
    return min(shown), max(shown)


def drawn_line(line: NumberLine, was: float | None = None) -> str:
    """The first class above the line, the other below, each as shares of its rows.

    was: a cut that is tried elsewhere, which is dashed.
    """
    low, high = _scale(line)

    def x(value: float) -> float:
        return across(line, value)

    totals = [max(1, sum(count[side] for count in line.counts)) for side in (0, 1)]
    most = (
        max((count[side] / totals[side] for count in line.counts for side in (0, 1)), default=1)
        or 1
    )
    middle, marks = TOP + HIGH, []
    for start, end, count in zip(line.edges, line.edges[1:], line.counts, strict=False):
        counts = (f"{n:,} {name}" for n, name in zip(count, line.classes, strict=True))
        text = f"{start:.6g} to {end:.6g}: {', '.join(counts)}"
        width = max(0.8, x(end) - x(start) - 0.6)
        for side, colour in ((0, svg.ONE), (1, svg.OTHER)):
            tall = HIGH * count[side] / totals[side] / most
            top = middle - tall - 0.5 if side == 0 else middle + 0.5
            marks.append(svg.rectangle(x(start), top, (width, tall), colour, text))
    marks.append(svg.line((0, middle), (svg.WIDTH, middle)))
    last, bottom = -np.inf, BOTTOM
    for cut in line.cuts:
        ends = (x(cut), TOP - 4), (x(cut), bottom)
        marks.append(svg.line(*ends, "currentColor", 1.5, dashed=cut == was))
        if x(cut) - last > APART:
            marks.append(_beside(x(cut), digits(cut)))
            last = x(cut)
    marks.append(svg.label(0, bottom + 14, f"{low:.6g}"))
    marks.append(svg.label(svg.WIDTH, bottom + 14, f"{high:.6g}", anchor="end"))
    for side, (name, colour) in enumerate(zip(line.classes, (svg.ONE, svg.OTHER), strict=True)):
        y, total = bottom + 34 + 20 * side, sum(count[side] for count in line.counts)
        marks.append(svg.rectangle(0, y - 9, (10, 10), colour))
        where = "below" if side else "above"
        text = f"{where}: {name}, {total:,} rows"
        marks.append(svg.label(16, y, text, svg.WIDTH - 16))
    return svg.picture(bottom + 62, line_text(line), marks)


def line_text(line: NumberLine) -> str:
    """How many rows of either class there are between each two cuts."""
    ends = [-np.inf, *line.cuts, np.inf]
    parts = []
    for low, high, counts_there in zip(ends, ends[1:], line.between, strict=False):
        where = f"above {low:.6g}" if high == np.inf else f"up to {high:.6g}"
        counts = (f"{n:,} {name}" for n, name in zip(counts_there, line.classes, strict=True))
        parts.append(f"{where}: {' and '.join(counts)}")
    return f"{line.name}. {'; '.join(parts)}."


def _beside(x: float, text: str) -> str:
    anchor = "start" if x < 40 else "end" if x > svg.WIDTH - 40 else "middle"
    return svg.label(x, 11, text, anchor=anchor)
