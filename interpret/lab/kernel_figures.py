"""The figures of a comparison of kernels, each with its alternative in words.

Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle

import numpy as np
import plotly.graph_objects as go

from interpret.lab.kernel_words import ROUNDING, Difference
from interpret.measures import percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FAMILY_COLORS,
    LIMIT,
    POSITIVE,
    escape,
    laid_out,
)

LABEL, SHORT = 40, 20  # characters of a kernel on an axis, in a legend
TOP = 48  # pixels above a chart
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")


def ranked(aucs: Mapping[str, Sequence[float]], behind: Mapping[str, Difference]) -> Chart:
    """The mean AUC of each kernel, best first, its folds, and how far it is behind the best.

    The best one's mean is a line: an interval that reaches it belongs to a kernel that may be as
    good. aucs: of the folds, by kernel.
    """
    names, best = list(aucs), 100 * float(np.mean(next(iter(aucs.values()))))
    rows = list(range(len(names)))
    means = [100 * float(np.mean(of_kernel)) for of_kernel in aucs.values()]
    low, high = ([best + 100 * end for end in ends] for ends in _ends(behind))
    is_behind = [apart.high < -ROUNDING for apart in behind.values()]
    figure = go.Figure()
    figure.add_scatter(
        x=[100 * auc for of_kernel in aucs.values() for auc in of_kernel],
        y=[row for row, of_kernel in enumerate(aucs.values()) for _ in of_kernel],
        name="a fold",
        mode="markers",
        marker={"color": LIMIT, "size": 6, "opacity": 0.5},
        hovertemplate="%{x:.2f} % in a fold<extra></extra>",
    )
    figure.add_scatter(
        x=means,
        y=rows,
        customdata=list(zip(low, high, strict=True)),
        error_x={
            "array": [end - mean for end, mean in zip(high, means, strict=True)],
            "arrayminus": [mean - end for end, mean in zip(low, means, strict=True)],
            "color": LIMIT,
            "thickness": 2,
            "width": 4,
        },
        name="mean, with its interval against the best",
        mode="markers",
        marker={"color": [LIMIT if one else POSITIVE for one in is_behind], "size": 11},
        hovertemplate="%{x:.2f} %, at least %{customdata[0]:.2f}, at most %{customdata[1]:.2f}"
        "<extra></extra>",
    )
    figure.add_vline(x=best, line={"color": POSITIVE, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="AUC on left-out rows", ticksuffix=" %", range=_span(aucs, low, high))
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[escape(name, LABEL) for name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=True,
        zeroline=False,
    )
    laid_out(figure, 100 + 28 * len(names), TOP)
    parts = [
        f"{name} {mean:.2f} %" + f" ({a:.2f} to {b:.2f} against the best)" * (mean < best)
        for name, mean, a, b in zip(names, means, low, high, strict=True)
    ]
    return Chart("ranked", figure, f"Mean AUC on left-out rows, best first: {'; '.join(parts)}.")


def _ends(behind: Mapping[str, Difference]) -> tuple[list[float], list[float]]:
    return [apart.low for apart in behind.values()], [apart.high for apart in behind.values()]


def _span(
    aucs: Mapping[str, Sequence[float]], low: Sequence[float], high: Sequence[float]
) -> list[float]:
    """The axis: from the least to the greatest that is drawn, within 0 and 100 %, with room."""
    drawn = [*(100 * auc for of_kernel in aucs.values() for auc in of_kernel), *low, *high]
    least, most = max(0.0, min(drawn)), min(100.0, max(drawn))
    room = max(0.5, 0.04 * (most - least))
    return [least - room, most + room]


def ratio_scatter(points: Mapping[str, tuple[float, float]]) -> Chart:
    """Each kernel's finite ratio and its AUC."""
    ratios, aucs = np.array(list(points.values()), dtype=float).T
    aucs = 100 * aucs
    is_wide = ratios.max() > 20 * ratios.min() > 0
    room = max(0.15 * np.ptp(aucs), 1)
    lowest, highest = aucs.min() - room, min(aucs.max() + room, 100 + 0.15 * room)
    figure = go.Figure()
    # 6 and 7 have no common divisor, so no two of 42 kernels have the same mark
    marks = zip(points.items(), cycle(FAMILY_COLORS), cycle(SYMBOLS), strict=False)
    for (name, (ratio, auc)), color, symbol in marks:
        figure.add_scatter(
            x=[ratio],
            y=[100 * auc],
            name=escape(name, SHORT),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 11, "opacity": 0.85},
            hovertemplate=f"{escape(name)}<br>ratio %{{x:.3g}}, AUC %{{y:.2f}} %<extra></extra>",
            cliponaxis=False,
        )
    figure.update_xaxes(title="R² / (ρ² n), ρ the distance of the hulls")
    figure.update_xaxes(type="log" if is_wide else "linear")
    figure.update_yaxes(title="AUC on left-out rows", ticksuffix=" %", range=[lowest, highest])
    laid_out(figure, 380, TOP)
    parts = [
        f"{name}: ratio {ratio:.3g}, AUC {percent(auc, 2)}" for name, (ratio, auc) in points.items()
    ]
    return Chart("ratio_scatter", figure, f"Radius-margin ratio against AUC. {'; '.join(parts)}.")


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
