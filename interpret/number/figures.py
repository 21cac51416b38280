"""A column of numbers as a figure: the distribution in each class, and the cuts."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import numpy as np
import plotly.graph_objects as go

from interpret.data.numbers import digits
from interpret.tell.blocks import Chart
from interpret.tell.charts import HOVER, LABEL, SERIES, escape, laid_out, side_colours

BINS = 40
THIN = (  # two lines, one of which shows on any background and over any bar
    {"color": "#F7F5EE", "width": 1.5},
    {"color": "#22303A", "width": 1.5, "dash": "4px,4px"},
)
THICK = {"color": SERIES[0], "width": 3}
WHOLE_HEIGHT = {"xref": "x", "yref": "y domain"}


def histogram(
    attribute: str,
    amounts: np.ndarray,
    y: np.ndarray,
    classes: Sequence[str],
    cuts: Sequence[float],
    fine: Sequence[float] = (),
    bad: Sequence[str] = (),
) -> Chart:
    """Rows by number, the classes stacked, the cuts as lines.

    amounts: (n_rows,), NaN where a cell is empty; y: bool (n_rows,); classes: names of the positive
    and of the other class, empty where the rows have no class; fine: cuts that matter less, drawn
    as thinner lines; bad: the names of the classes that are bad news.
    """
    edges = _edges(amounts)
    figure = go.Figure()
    sides = [("", SERIES[0], y | ~y)]
    if classes:
        sides = list(zip(classes, side_colours(classes, bad), (y, ~y), strict=True))
    for name, color, side in sides:
        counts, _ = np.histogram(amounts[side & ~np.isnan(amounts)], edges)
        figure.add_bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts,
            width=np.diff(edges) * 0.94,
            customdata=np.stack([edges[:-1], edges[1:]], axis=1),
            name=escape(name, LABEL),
            marker={"color": color, "line": {"width": 0}},
            hovertemplate="%{customdata[0]:.6g} to %{customdata[1]:.6g}: %{y:,} rows",
        )
    inside = [cut for cut in cuts if edges[0] <= cut <= edges[-1]]
    lines = [(cut, line) for cut in fine for line in THIN] + [(cut, THICK) for cut in inside]
    figure.update_layout(  # adding lines one by one would take longer than all the rest
        shapes=[
            {"type": "line", "x0": cut, "x1": cut, "y0": 0, "y1": 1, "line": line} | WHOLE_HEIGHT
            for cut, line in lines
        ],
        annotations=[
            {"x": cut, "y": 1, "xanchor": "center", "yanchor": "bottom", "showarrow": False}
            | {"text": digits(cut)}
            | WHOLE_HEIGHT
            for cut in inside
        ],
    )
    figure.update_xaxes(title=escape(attribute, HOVER))
    figure.update_yaxes(title="rows")
    figure.update_layout(barmode="stack", bargap=0, showlegend=bool(classes))
    laid_out(figure, 300, 56 if classes else 12).update_layout(legend_y=1.12)
    return Chart("histogram", figure, _histogram_text(attribute, amounts, y, classes, cuts, fine))


def _histogram_text(
    attribute: str,
    amounts: np.ndarray,
    y: np.ndarray,
    classes: Sequence[str],
    cuts: Sequence[float],
    fine: Sequence[float] = (),
) -> str:
    """The figure in words: the rows of each interval, and how many are of the positive class.

    Without classes: the quartiles between which half of the rows lie.
    """
    if not classes:
        low, one, three, high = np.nanquantile(amounts, [0, 0.25, 0.75, 1])
        return (
            f"Rows by {attribute}: half of them lie between {one:.6g} and {three:.6g}, "
            f"all between {low:.6g} and {high:.6g}."
        )
    parts = []
    ends = (-np.inf, *sorted((*cuts, *fine)), np.inf)
    for above, to in pairwise(ends):
        inside = (amounts > above) & (amounts <= to)
        least = f"above {above:.6g}" if above > -np.inf else "all"
        name = f"up to {to:.6g}" if to < np.inf else least
        parts.append(f"{name}: {int((inside & y).sum()):,} of {int(inside.sum()):,}")
    return f"Rows with {classes[0]} by {attribute}; {'; '.join(parts)}."


def _edges(amounts: np.ndarray) -> np.ndarray:
    """The ends of equal bins over the numbers; all bins span equally many whole numbers."""
    there = amounts[~np.isnan(amounts)]
    low, high = (float(there.min()), float(there.max())) if len(there) else (0.0, 1.0)
    if (there % 1 == 0).all():
        step = ceil((high - low + 1) / BINS)
        return np.arange(low - 0.5, high + step, step)
    return np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])
