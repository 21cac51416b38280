"""Small pictures as SVG, for a report and a page alike: no script draws them, and they print.

Text has the colour and the letters of the page around it. The other colours stand out from light
and from dark backgrounds (3:1), and none is the only sign of what it means. Whatever is passed as
text is escaped here, and only here. Figures with their intervals are dots on one axis, so that what
differs can be seen.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape as escape_markup
from itertools import pairwise
from math import ceil, floor, log10

from interpret.data.complaints import one_line

WIDTH = 344  # of a picture, in pixels: a telephone shows one whole, and paper two abreast
MARKDOWN = str.maketrans({sign: f"&#{ord(sign)};" for sign in ":[]$*_`~@"})
LETTER = 6.6  # pixels: about the width of a letter of the usual size
SIZE = 12  # of a letter
BLUE, PURPLE, OCHRE, SLATE, FAINT = "#3e6fb0", "#8e5a9b", "#a97a22", "#64727f", "#7d8a98"
ONE, OTHER = BLUE, PURPLE
# The class and the others. A page that knows which of them is bad news gives that another colour.
YES, NO = f"var(--yes, {BLUE})", f"var(--no, {SLATE})"


def picture(height: float, text: str, marks: Iterable[str], width: float = WIDTH) -> str:
    """The picture, of one line. text: the same in words, for whoever cannot see it."""
    label_text = escape(text)
    return (
        f'<svg class="picture" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{label_text}" font-size="{SIZE}" '
        f'fill="currentColor">{"".join(marks)}</svg>'
    )


def rectangle(
    x: float,
    y: float,
    size: tuple[float, float],
    colour: str,
    *,
    filled: bool = True,
    stroke: float = 1.8,
) -> str:
    """stroke: of one that is not filled."""
    width, height = size
    shape = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"'
    return f"<rect {shape} {_paint(colour, filled, stroke)}/>"


def circle(
    x: float, y: float, radius: float, colour: str, title: str = "", *, filled: bool = True
) -> str:
    shape = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    return f"<circle {shape} {_paint(colour, filled)}>{_title(title)}</circle>"


def line(
    start: tuple[float, float], end: tuple[float, float], colour: str = FAINT, width: float = 1, *,
    dashed: bool = False,
) -> str:  # fmt: skip
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    dash = ' stroke-dasharray="3 3"' if dashed else ""
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{dash}/>'


def label(x: float, y: float, text: str, width: float = WIDTH, anchor: str = "start") -> str:
    """Text that begins, ends or has its middle at x; what is longer than `width` is shortened."""
    whole = one_line(text)
    shown = shortened(whole, int(width / LETTER))
    title = _title(whole) if shown != whole else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(shown)}{title}</text>"


def escape(text: str) -> str:
    """The text on one line, as neither SVG nor a page's Markdown around it reads anything else."""
    return escape_markup(one_line(text)).translate(MARKDOWN)


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(1, longest - 1)].rstrip() + "…"


def _paint(colour: str, filled: bool, stroke: float = 1.8) -> str:
    if filled:
        return f'fill="{colour}"'
    return f'fill="none" stroke="{colour}" stroke-width="{stroke:g}"'


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


HIGH, GAP = 34, 11  # of a row, in pixels; between its dots
TICKS = 4  # on the axis, at most about
EDGE = 14  # pixels at either end of the axis


@dataclass(frozen=True)
class Plotted:
    """A figure with the ends of its interval; words: the same in words."""

    value: float
    ends: tuple[float, float]
    words: str
    colour: str = ONE
    full: bool = True


@dataclass(frozen=True)
class Row:
    """What a figure is of, with a dot for each who has it."""

    name: str
    dots: tuple[Plotted, ...]


def intervals(rows: Sequence[Row], scale: Callable[[float], str], at: float | None = None) -> str:
    """A line for each row on one axis. scale: a number in words; at: what to compare with."""
    low, high, step = axis(rows, at)
    across = (WIDTH - 2 * EDGE) / (high - low)

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
        marks += [line((place, top), (place, below), width=0.4) for top, below in bands]
        edge = 0 if not i else WIDTH if i == ticks else place
        marks.append(label(edge, bottom + 15, scale(low + i * step), anchor=anchor))
    if at is not None:
        marks += [line((x(at), top), (x(at), below), dashed=True) for top, below in bands]
    for row, top in zip(rows, tops, strict=False):
        shown = ", ".join(scale(dot.value) for dot in row.dots)
        beside = (len(shown) + 1) * LETTER
        marks.append(label(0, top + 12, row.name, WIDTH - beside))
        marks.append(label(WIDTH, top + 12, shown, anchor="end"))
        for i, dot in enumerate(row.dots):
            y = top + 23 + GAP * i
            marks.append(line((x(dot.ends[0]), y), (x(dot.ends[1]), y), dot.colour, 2))
            marks.append(circle(x(dot.value), y, 4.5, dot.colour, dot.words, filled=dot.full))
    return picture(bottom + 22, intervals_text(rows), marks)


def intervals_text(rows: Sequence[Row]) -> str:
    """The picture in words."""
    return (
        "; ".join(f"{row.name}: {', '.join(dot.words for dot in row.dots)}" for row in rows) + "."
    )


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
