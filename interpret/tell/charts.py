"""How all our charts are drawn: colours, texts from data, layout, and intervals as dots.

The figures have no theme of their own: whoever shows them sets axes, background and most of the
text. The colours below stand out from light and from dark backgrounds (3:1). Plotly reads markup
and formulas in every text, so text from data passes through `escape`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape as escape_markup
from itertools import pairwise
from math import ceil, floor, log10

import plotly.graph_objects as go

from interpret.data.complaints import EMPTY, one_line
from interpret.tell import svg

POSITIVE, NEGATIVE, LIMIT = svg.BLUE, svg.SLATE, svg.FAINT
SERIES = (svg.BLUE, svg.PURPLE, svg.OCHRE)
FAMILY_COLORS = (*SERIES, "#5b8c3a", "#b8527e", LIMIT)
BAD = "#b8431c"  # a class that is bad news
FEW, MANY, ON_CELL = "#c9d2d8", "#6a9bc9", "#111615"
LABEL, HOVER = 20, 80  # characters
LETTER = {"size": 13}  # as the small letters of the page


def escape(text: str | None, longest: int = HOVER) -> str:
    """Text from data for a figure: one line, shortened, nothing in it is markup or a formula."""
    line = escape_markup(one_line_of(text, longest), quote=False)
    return line.replace("$", "&#36;").replace("%", "&#37;")


def side_colours(classes: Sequence[str], bad: Sequence[str]) -> list[str]:
    """The colours of the class and of the others, by their names. bad: those that are bad news."""
    usual = (POSITIVE, NEGATIVE)
    return [BAD if name in bad else calm for name, calm in zip(classes, usual, strict=True)]


def laid_out(figure: go.Figure, height: int, top: int = 36) -> go.Figure:
    """The figure with the layout of all our charts; top: pixels for the legend."""
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(
            fixedrange=True, automargin=True, title_standoff=8, title_font=LETTER, tickfont=LETTER
        )
    return figure.update_layout(
        height=height,
        dragmode=False,
        font=LETTER,
        margin={"l": 8, "r": 12, "t": top, "b": 8},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": LETTER},
    )


def one_line_of(text: str | None, longest: int = HOVER) -> str:
    shown = EMPTY if text is None else text
    line = " ".join(one_line(shown).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


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
