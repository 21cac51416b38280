"""How often the best rule of each length agrees with the machine, as a figure."""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.present.figures import SERIES, laid_out
from interpret.present.words import percent
from interpret.rules.trade_off import FrontPoint


def front(points: Sequence[FrontPoint], chosen: int) -> go.Figure:
    """Agreement against tests, the knee marked, the chosen point larger."""
    figure = go.Figure(
        go.Scatter(
            x=[point.tests for point in points],
            y=[100 * point.agrees / point.rows for point in points],
            mode="lines+markers",
            line={"shape": "hv", "color": SERIES[0]},
            marker={"size": [13 if i == chosen else 7 for i in range(len(points))]},
            hovertemplate="%{x} tests: %{y:.1f} %<extra></extra>",
            cliponaxis=False,
        )
    )
    for point in points:
        if point.knee:
            figure.add_annotation(
                x=point.tests, y=100 * point.agrees / point.rows, text="knee", ay=28, ax=24
            )
    figure.update_xaxes(title="length of the rule, in tests", rangemode="tozero")
    figure.update_yaxes(title="agrees with the machine, %")
    return laid_out(figure, 300, 12)


def front_text(points: Sequence[FrontPoint], chosen: int) -> str:
    """The figure in words."""
    first, last, now = points[0], points[-1], points[chosen]
    knee = next((f" The knee is at {point.tests}." for point in points if point.knee), "")
    return (
        f"Agreement with the machine rises from {percent(first.agrees / first.rows)} with "
        f"{first.tests} tests to {percent(last.agrees / last.rows)} with {last.tests}.{knee} "
        f"Chosen: {now.tests} tests, {percent(now.agrees / now.rows)}."
    )
