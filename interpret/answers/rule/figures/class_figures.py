"""How the rules of several classes share rows, as a figure."""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.answers.rule.sentences.several import Together
from interpret.tell.blocks import Chart
from interpret.tell.charts import FEW, LABEL, MANY, ON_CELL, escape, laid_out


def overlap(classes: Sequence[str], together: Together) -> Chart:
    """How many rows each two rules cover both; on the diagonal what each rule covers."""
    names = [escape(name, LABEL) for name in classes]
    k = len(names)
    zeros = [
        (row, column) for row in range(k) for column in range(k) if not together.both[row, column]
    ]
    figure = go.Figure(
        go.Heatmap(
            z=[[n or None for n in row] for row in together.both.tolist()],
            colorscale=[FEW, MANY],
            zmin=0,
            showscale=False,
            text=[[f"{n:,}" if n else "" for n in row] for row in together.both.tolist()],
            texttemplate="%{text}",
            textfont={"color": ON_CELL, "size": 14},
            xgap=2,
            ygap=2,
            customdata=[[[row, column] for column in names] for row in names],
            hovertemplate="%{customdata[0]} and %{customdata[1]}: %{z:,} rows<extra></extra>",
        )
    )
    figure.add_scatter(
        x=[column for _, column in zeros],
        y=[row for row, _ in zeros],
        text=["0"] * len(zeros),
        mode="text",
        hoverinfo="skip",
        showlegend=False,
    )
    axis = {"tickvals": list(range(k)), "ticktext": names, "showgrid": False, "zeroline": False}
    figure.update_xaxes(side="top", range=[-0.5, k - 0.5], **axis)
    figure.update_yaxes(range=[k - 0.5, -0.5], **axis)
    laid_out(figure, 110 + 44 * k, 10)
    each = [f"{name} {n:,}" for name, n in zip(classes, together.both.diagonal(), strict=True)]
    shared = [
        f"{classes[i]} and {classes[j]} {together.both[i, j]:,}"
        for i in range(len(classes))
        for j in range(i)
        if together.both[i, j]
    ]
    return Chart(
        "overlap",
        figure,
        f"Rows that each rule covers: {', '.join(each)}. "
        f"Rows that two rules cover: {', '.join(shared) or 'none'}.",
    )
