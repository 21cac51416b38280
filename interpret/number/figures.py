"""A column of numbers as a figure: its distribution, and the cut that makes classes of it."""

from collections.abc import Sequence
from math import ceil

import numpy as np
import plotly.graph_objects as go

from interpret.data.cuts import halves
from interpret.data.numbers import digits
from interpret.tell.blocks import Chart
from interpret.tell.charts import HOVER, LABEL, SERIES, escape, laid_out, side_colours

BINS = 40
CUT = {"color": SERIES[0], "width": 3}


def histogram(
    attribute: str, amounts: np.ndarray, cut: float | None = None, bad: Sequence[str] = ()
) -> Chart:
    """Rows by number; those above a cut and the others stacked, with the cut as a line.

    amounts: (n_rows,), NaN where a cell is empty; cut: None where the number is no class; bad: the
    names of the classes that are bad news.
    """
    edges = _edges(amounts)
    figure = go.Figure()
    sides = [("", SERIES[0], ~np.isnan(amounts))]
    if cut is not None:
        above = halves(cut)
        of = amounts > cut, amounts <= cut
        sides = list(zip(above, side_colours(above, bad), of, strict=True))
        figure.add_vline(cut, line=CUT, annotation_text=digits(cut), annotation_position="top")
    for name, color, side in sides:
        counts, _ = np.histogram(amounts[side], edges)
        figure.add_bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts,
            width=np.diff(edges) * 0.94,
            customdata=np.stack([edges[:-1], edges[1:]], axis=1),
            name=escape(name, LABEL),
            marker={"color": color, "line": {"width": 0}},
            hovertemplate="%{customdata[0]:.6g} to %{customdata[1]:.6g}: %{y:,} rows",
        )
    figure.update_xaxes(title=escape(attribute, HOVER))
    figure.update_yaxes(title="rows")
    figure.update_layout(barmode="stack", bargap=0, showlegend=cut is not None)
    laid_out(figure, 300, 12 if cut is None else 56).update_layout(legend_y=1.12)
    return Chart("histogram", figure, _histogram_text(attribute, amounts, cut))


def _histogram_text(attribute: str, amounts: np.ndarray, cut: float | None) -> str:
    """The figure in words: the rows above the cut, or the quartiles of all."""
    if cut is not None:
        high, n = int((amounts > cut).sum()), int((~np.isnan(amounts)).sum())
        return f"Rows by {attribute}: {high:,} of {n:,} are above {cut:.6g}."
    low, one, three, high = np.nanquantile(amounts, [0, 0.25, 0.75, 1])
    return (
        f"Rows by {attribute}: half of them lie between {one:.6g} and {three:.6g}, "
        f"all between {low:.6g} and {high:.6g}."
    )


def _edges(amounts: np.ndarray) -> np.ndarray:
    """The ends of equal bins over the numbers; all bins span equally many whole numbers."""
    there = amounts[~np.isnan(amounts)]
    low, high = (float(there.min()), float(there.max())) if len(there) else (0.0, 1.0)
    if (there % 1 == 0).all():
        step = ceil((high - low + 1) / BINS)
        return np.arange(low - 0.5, high + step, step)
    return np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])
