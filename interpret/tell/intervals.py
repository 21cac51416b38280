"""Figures with their intervals as dots on one axis, so that what differs can be seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from interpret.tell import svg

HIGH, GAP = 34, 11  # of a row, in pixels; between its dots
TICKS = 4  # on the axis, at most about
EDGE = 14  # pixels at either end of the axis


@dataclass(frozen=True)
class Plotted:
    """A figure with the ends of its interval; told: the same in words."""

    value: float
    ends: tuple[float, float]
    told: str
    colour: str = svg.ONE
    full: bool = True


@dataclass(frozen=True)
class Row:
    """What a figure is of, with a dot for each who has it."""

    name: str
    dots: tuple[Plotted, ...]


def intervals(rows: Sequence[Row], scale: Callable[[float], str], at: float | None = None) -> str:
    """A line for each row on one axis. scale: a number in words; at: what to compare with."""
    low, high, step = axis(rows, at)
    across = (svg.WIDTH - 2 * EDGE) / (high - low)

    def x(value: float) -> float:
        return EDGE + across * (value - low)

    tops = [0.0]
    for row in rows:
        tops.append(tops[-1] + HIGH + GAP * (len(row.dots) - 1))
    bottom = tops[-1] + 4
    marks = []
    ticks = round((high - low) / step)
    bands = [(top + 17, below) for top, below in pairwise([*tops[:-1], bottom])]  # below the labels
    for i in range(ticks + 1):
        place = x(low + i * step)
        anchor = "start" if not i else "end" if i == ticks else "middle"
        marks += [svg.line((place, top), (place, below), width=0.4) for top, below in bands]
        edge = 0 if not i else svg.WIDTH if i == ticks else place
        marks.append(svg.label(edge, bottom + 15, scale(low + i * step), anchor=anchor))
    if at is not None:
        marks += [svg.line((x(at), top), (x(at), below), dashed=True) for top, below in bands]
    for row, top in zip(rows, tops, strict=False):
        shown = ", ".join(scale(dot.value) for dot in row.dots)
        beside = (len(shown) + 1) * svg.LETTER
        marks.append(svg.label(0, top + 12, row.name, svg.WIDTH - beside))
        marks.append(svg.label(svg.WIDTH, top + 12, shown, anchor="end"))
        for i, dot in enumerate(row.dots):
            y = top + 23 + GAP * i
            marks.append(svg.line((x(dot.ends[0]), y), (x(dot.ends[1]), y), dot.colour, 2))
            marks.append(svg.circle(x(dot.value), y, 4.5, dot.colour, dot.told, filled=dot.full))
    return svg.picture(bottom + 22, intervals_text(rows), marks)


def intervals_text(rows: Sequence[Row]) -> str:
    """The picture in words."""
    return "; ".join(f"{row.name}: {', '.join(dot.told for dot in row.dots)}" for row in rows) + "."


def axis(rows: Sequence[Row], at: float | None = None) -> tuple[float, float, float]:
    """Where the axis begins and ends, and the step between its ticks: round numbers around all."""
    shown = [end for row in rows for dot in row.dots for end in (*dot.ends, dot.value)]
    shown += [] if at is None else [at]
    low, high = min(shown, default=0.0), max(shown, default=1.0)
    step = round_step((high - low or abs(high) or 1.0) / TICKS)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return first * step, max(last, first + 1) * step, step


def round_step(least: float) -> float:
    """The smallest round number that is no smaller than this one."""
    power = 10.0 ** floor(log10(least))
    steps = (power * factor for factor in (1, 2, 2.5, 5, 10))
    return next(step for step in steps if step >= least * (1 - 1e-9))
