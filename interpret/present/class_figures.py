"""How the rules of several classes share rows, as a figure."""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.insight.together import Together
from interpret.present.figures import LABEL, escape
from interpret.present.kernel_figures import SCALE


def overlap(classes: Sequence[str], told: Together) -> go.Figure:
    """How many rows each two rules cover both; on the diagonal what each rule covers."""
    names = [escape(name, LABEL) for name in classes]
    figure = go.Figure(
        go.Heatmap(
            z=told.both,
            colorscale=SCALE,
            zmin=0,
            showscale=False,
            text=[[f"{n:,}" for n in row] for row in told.both.tolist()],
            texttemplate="%{text}",
            xgap=2,
            ygap=2,
            customdata=[[[row, column] for column in names] for row in names],
            hovertemplate="%{customdata[0]} and %{customdata[1]}: %{z:,} rows<extra></extra>",
        )
    )
    places = list(range(len(names)))
    figure.update_xaxes(tickvals=places, ticktext=names, side="top", showgrid=False)
    figure.update_yaxes(tickvals=places, ticktext=names, autorange="reversed", showgrid=False)
    return figure.update_layout(
        height=110 + 44 * len(names), margin={"l": 0, "r": 0, "t": 10, "b": 0}
    )


def overlap_text(classes: Sequence[str], told: Together) -> str:
    """The figure in words."""
    each = [f"{name} {n:,}" for name, n in zip(classes, told.both.diagonal(), strict=True)]
    shared = [
        f"{classes[i]} and {classes[j]} {told.both[i, j]:,}"
        for i in range(len(classes))
        for j in range(i)
        if told.both[i, j]
    ]
    return (
        f"Rows that each rule covers: {', '.join(each)}. "
        f"Rows that two rules cover: {', '.join(shared) or 'none'}."
    )
