"""Small pictures as SVG, for a report and a page alike: no script draws them, and they print.

Text has the colour and the letters of the page around it. The other colours stand out from light
and from dark backgrounds (3:1), and none is the only sign of what it means. Whatever is passed as
text is escaped here, and only here.
"""

from collections.abc import Iterable, Sequence
from html import escape as escape_markup

from interpret.data.complaints import one_line

WIDTH = 344  # of every picture, in pixels: a telephone shows one whole, and paper two abreast
MARKDOWN = str.maketrans({sign: f"&#{ord(sign)};" for sign in ":[]$*_`~@"})
LETTER = 6.6  # pixels: about the width of a letter of the usual size
SIZE = 12  # of a letter
BAR = (132, 10)  # pixels of the bar of a line of the rule
RIGHT, WRONG = "#18827a", "#c8553d"
ONE, OTHER, FAINT = "#3e6fb0", "#8e5a9b", "#7d8a98"


def picture(height: float, text: str, marks: Iterable[str]) -> str:
    """The picture, of one line. text: the same in words, for whoever cannot see it."""
    label_text = escape(text)
    return (
        f'<svg class="picture" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
        f'height="{height:g}" role="img" aria-label="{label_text}" font-size="{SIZE}" '
        f'fill="currentColor">{"".join(marks)}</svg>'
    )


def bar(parts: Sequence[tuple[float, str]], most: float, size: tuple[int, int]) -> str:
    """A bar of parts, each with its colour, for a line of text that says the same.

    most: of a full bar; size: pixels.
    """
    width, height = size
    filled, start = [], 0.0
    for amount, colour in parts:
        length = width * amount / max(1, most)
        filled.append(rectangle(start, 0, (length, height), colour))
        start += length
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'aria-hidden="true">{"".join(filled)}</svg>'
    )


def rectangle(
    x: float,
    y: float,
    size: tuple[float, float],
    colour: str,
    title: str = "",
    *,
    filled: bool = True,
) -> str:
    """told: what is shown where the pointer rests on it."""
    width, height = size
    shape = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"'
    return f"<rect {shape} {_paint(colour, filled)}>{_title(title)}</rect>"


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
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(shown)}{title}</text>'


def escape(text: str) -> str:
    """The text on one line, as neither SVG nor a page's Markdown around it reads anything else."""
    return escape_markup(one_line(text)).translate(MARKDOWN)


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(1, longest - 1)].rstrip() + "…"


def _paint(colour: str, filled: bool) -> str:
    if filled:
        return f'fill="{colour}"'
    return f'fill="none" stroke="{colour}" stroke-width="1.8"'


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
