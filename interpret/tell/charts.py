"""How all our charts are drawn: colours, texts from data, and the layout on a page.

The figures have no theme of their own: whoever shows them sets axes, background and most of the
text. The colours below stand out from light and from dark backgrounds (3:1). Plotly reads markup
and formulas in every text, so text from data passes through `escape`.
"""

from collections.abc import Sequence
from html import escape as escape_markup

import plotly.graph_objects as go

from interpret.data.complaints import EMPTY, one_line
from interpret.tell import svg

POSITIVE, NEGATIVE, LIMIT = svg.BLUE, svg.SLATE, svg.FAINT
SERIES = (svg.BLUE, svg.PURPLE, svg.OCHRE)
FAMILY_COLORS = (*SERIES, "#5b8c3a", "#b8527e", LIMIT)
BAD = "#b8431c"  # a class that is bad news
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
