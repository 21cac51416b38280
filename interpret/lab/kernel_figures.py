"""The figures of a comparison of kernels, each with its alternative in words.

Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np
import plotly.graph_objects as go

from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FAMILY_COLORS,
    LIMIT,
    NEGATIVE,
    POSITIVE,
    SERIES,
    escape,
    laid_out,
)

LABEL, SHORT = 40, 20  # characters of a kernel on an axis, in a legend
TOP = 48  # pixels above a chart
SCALE = ["#F4F8F6", "#9BC6C0", "#0B6E69", "#053B38"]  # for light and dark backgrounds
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")


@dataclass(frozen=True, eq=False)
class Panel:
    """Figures of one kernel on n rows.

    similarity: (n, n), rows ordered by class; points: (n, 2); is_positive, is_wrong: bool (n,);
    hovered: the lines of plain text that hovering shows for each row; within, between: shares of
    pairs.
    """

    label: str
    similarity: np.ndarray
    points: np.ndarray
    is_positive: np.ndarray
    is_wrong: np.ndarray
    hovered: Sequence[Sequence[str]]
    within: np.ndarray
    between: np.ndarray


def auc_dots(aucs: Mapping[str, Sequence[float]]) -> Chart:
    """A dot for each fold, a bar for the mean; kernels from best to worst."""
    names = list(aucs)
    figure = go.Figure()
    figure.add_scatter(
        x=[auc for of_kernel in aucs.values() for auc in of_kernel],
        y=[row for row, of_kernel in enumerate(aucs.values()) for _ in of_kernel],
        name="a fold",
        mode="markers",
        marker={"color": POSITIVE, "size": 9, "opacity": 0.75},
        hovertemplate="AUC %{x:.4f}<extra></extra>",
        cliponaxis=False,
    )
    figure.add_scatter(
        x=[float(np.mean(of_kernel)) for of_kernel in aucs.values()],
        y=list(range(len(names))),
        name="mean of the folds",
        mode="markers",
        marker={"color": NEGATIVE, "symbol": "line-ns", "size": 18, "line": _line(NEGATIVE, 3)},
        hovertemplate="mean AUC %{x:.4f}<extra></extra>",
        cliponaxis=False,
    )
    figure.update_xaxes(title="AUC on left-out rows")
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[escape(name, LABEL) for name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=True,
        zeroline=False,
    )
    laid_out(figure, 110 + 34 * len(names), TOP)
    parts = [
        f"{name} {np.mean(aucs_of):.4f} (folds {min(aucs_of):.4f} to {max(aucs_of):.4f})"
        for name, aucs_of in aucs.items()
    ]
    return Chart("auc_dots", figure, f"Mean AUC on left-out rows, best first: {'; '.join(parts)}.")


def ratio_scatter(points: Mapping[str, tuple[float, float]]) -> Chart:
    """Each kernel's finite ratio and its AUC."""
    ratios, aucs = np.array(list(points.values()), dtype=float).T
    is_wide = ratios.max() > 20 * ratios.min() > 0
    room = max(0.15 * np.ptp(aucs), 0.01)
    lowest, highest = aucs.min() - room, min(aucs.max() + room, 1 + 0.15 * room)
    figure = go.Figure()
    # 6 and 7 have no common divisor, so no two of 42 kernels have the same mark
    marks = zip(points.items(), cycle(FAMILY_COLORS), cycle(SYMBOLS), strict=False)
    for (name, (ratio, auc)), color, symbol in marks:
        figure.add_scatter(
            x=[ratio],
            y=[auc],
            name=escape(name, SHORT),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 11, "opacity": 0.85},
            hovertemplate=f"{escape(name)}<br>ratio %{{x:.3g}}, AUC %{{y:.4f}}<extra></extra>",
            cliponaxis=False,
        )
    figure.update_xaxes(title="R² / (ρ² n), ρ the distance of the hulls")
    figure.update_xaxes(type="log" if is_wide else "linear")
    figure.update_yaxes(title="AUC on left-out rows", range=[lowest, highest])
    laid_out(figure, 380, TOP)
    parts = [f"{name}: ratio {ratio:.3g}, AUC {auc:.4f}" for name, (ratio, auc) in points.items()]
    return Chart("ratio_scatter", figure, f"Radius-margin ratio against AUC. {'; '.join(parts)}.")


def gram(panel: Panel, positive: str, negative: str) -> Chart:
    """The Gram matrix on a scale from 0 to 1, rows ordered by class."""
    n_positive, n = int(panel.is_positive.sum()), len(panel.is_positive)
    shades = np.rint(255 * np.clip(panel.similarity, 0, 1)).astype(np.uint8)
    figure = go.Figure()
    figure.add_heatmap(z=shades, coloraxis="coloraxis", hoverinfo="skip")
    edge = n_positive - 0.5
    for start, end in (((edge, -0.5), (edge, n - 0.5)), ((-0.5, edge), (n - 0.5, edge))):
        figure.add_shape(
            type="line",
            x0=start[0],
            y0=start[1],
            x1=end[0],
            y1=end[1],
            line=_line(NEGATIVE, 1),
        )
    axis = {"showgrid": False, "zeroline": False, "ticks": "", "constrain": "domain"}
    figure.update_xaxes(range=[-0.5, n - 0.5], showticklabels=False, **axis)
    figure.update_yaxes(
        range=[n - 0.5, -0.5],
        scaleanchor="x",
        tickvals=[n_positive / 2, (n_positive + n) / 2],
        ticktext=[escape(positive, 16), escape(negative, 16)],
        tickangle=-90,
        **axis,
    )
    bar = {
        "orientation": "h",
        "thickness": 10,
        "y": -0.02,
        "yanchor": "top",
        "tickvals": [0, 51, 102, 153, 204, 255],
        "ticktext": ["0", ".2", ".4", ".6", ".8", "1"],
    }
    scale = {"colorscale": SCALE, "cmin": 0, "cmax": 255, "colorbar": bar}
    laid_out(figure.update_layout(coloraxis=scale), 340, 8)
    y = panel.is_positive
    same = (y[:, None] == y) & ~np.eye(len(y), dtype=bool)
    inside, across = panel.similarity[same], panel.similarity[y[:, None] != y]
    return Chart(
        "gram",
        figure,
        f"Similarity of every two rows, {panel.label}: on average {_mean(inside)} within a class, "
        f"{_mean(across)} between the classes.",
    )


def plane(panel: Panel, positive: str, negative: str) -> Chart:
    """The rows in the plane of the kernel, by class; those the machine got wrong are ringed."""
    figure = go.Figure()
    for name, chosen, color, symbol in (
        (positive, panel.is_positive, POSITIVE, "circle"),
        (negative, ~panel.is_positive, NEGATIVE, "diamond"),
    ):
        figure.add_scatter(
            x=panel.points[chosen, 0],
            y=panel.points[chosen, 1],
            text=[
                "<br>".join(escape(line, LABEL) for line in lines)
                for lines, features in zip(panel.hovered, chosen, strict=True)
                if features
            ],
            name=escape(name, 24),
            mode="markers",
            marker={"color": color, "size": 6, "opacity": 0.85, "symbol": symbol},
            hovertemplate="%{text}<extra></extra>",
        )
    figure.add_scatter(
        x=panel.points[panel.is_wrong, 0],
        y=panel.points[panel.is_wrong, 1],
        name="told wrong",
        mode="markers",
        marker={"symbol": "circle-open", "size": 12, "color": LIMIT, "line": _line(LIMIT, 2)},
        hoverinfo="skip",
    )
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(showticklabels=False, zeroline=False, showgrid=False)
    laid_out(figure, 340, TOP)
    return Chart(
        "plane",
        figure,
        f"The rows in the first two dimensions of kernel PCA, {panel.label}: "
        f"{int(panel.is_wrong.sum())} of {len(panel.is_wrong)} rows told wrong.",
    )


def similarity(panel: Panel) -> Chart:
    """How similar two rows are, within a class and between the classes."""
    bins = len(panel.within)
    middles = (np.arange(bins) + 0.5) / bins
    figure = go.Figure()
    for name, counts, color in (
        ("same class", panel.within, SERIES[0]),
        ("different classes", panel.between, NEGATIVE),
    ):
        figure.add_bar(
            x=middles,
            y=counts,
            name=name,
            marker={"color": color, "line": {"width": 0}},
            hovertemplate="%{y:.1%} of the pairs near %{x:.2f}<extra></extra>",
        )
    figure.update_xaxes(title="similarity k(x, z)", range=[0, 1])
    figure.update_yaxes(title="share of the pairs", tickformat=".0%", rangemode="tozero")
    laid_out(figure.update_layout(barmode="group", bargap=0.15), 280, TOP)
    middles = (np.arange(len(panel.within)) + 0.5) / len(panel.within)
    same, apart = (float(middles @ counts) for counts in (panel.within, panel.between))
    return Chart(
        "similarity",
        figure,
        f"Similarity of two different rows, {panel.label}: on average {same:.2f} in the same "
        f"class, {apart:.2f} in different ones.",
    )


def expressiveness(curves: Mapping[str, Sequence[float]]) -> Chart:
    """The standardised spectral ratio over the degree, a line for each family."""
    figure = go.Figure()
    for (name, curve), color in zip(curves.items(), FAMILY_COLORS, strict=False):
        figure.add_scatter(
            x=list(range(1, len(curve) + 1)),
            y=list(curve),
            name=escape(name),
            mode="lines+markers",
            line={"color": color, "dash": "dot" if name.startswith(("D", "CNF")) else "solid"},
            hovertemplate=f"{escape(name)}, degree %{{x}}: %{{y:.3f}}<extra></extra>",
        )
    figure.update_xaxes(title="degree (both degrees of a normal form)", dtick=1)
    figure.update_yaxes(title="standardised spectral ratio", range=[-0.02, 1.02])
    laid_out(figure, 380, TOP)
    parts = [
        f"{name} from {curve[0]:.2f} at degree 1 to {curve[-1]:.2f} at degree {len(curve)}"
        for name, curve in curves.items()
    ]
    return Chart("expressiveness", figure, f"Standardised spectral ratio. {'; '.join(parts)}.")


def _mean(values: np.ndarray) -> str:
    return f"{values.mean():.3f}" if values.size else "none"


def _line(color: str, width: int) -> dict[str, object]:
    return {"color": color, "width": width}
