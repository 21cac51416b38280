"""Figures of what was measured when the machine and the kind of rule were chosen."""

from collections.abc import Sequence
from itertools import groupby
from math import inf
from operator import attrgetter

import plotly.graph_objects as go

from interpret.fit.choose_machine import MachineCandidate
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.present.wording import percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import FAMILY_COLORS, laid_out

HEIGHT, TOP = 280, 10  # pixels
ACCURACY = "right on left-out rows, %"


def machines(candidates: Sequence[MachineCandidate], kernel: str, C: float) -> Chart:
    """A line for each kernel over C; the chosen machine larger."""
    figure = go.Figure()
    costs = sorted({candidate.C for candidate in candidates})
    for (name, of_kernel), color in zip(_by_kernel(candidates), FAMILY_COLORS * 9, strict=False):
        figure.add_scatter(
            x=[costs.index(candidate.C) for candidate in of_kernel],
            y=[100 * candidate.accuracy for candidate in of_kernel],
            name=name,
            mode="lines+markers",
            line={"color": color},
            marker={"size": [13 if (name, one.C) == (kernel, C) else 7 for one in of_kernel]},
            hovertemplate="%{y:.1f} %",
            cliponaxis=False,
        )
    labels = ["hard" if cost == inf else f"{cost:g}" for cost in costs]
    figure.update_xaxes(title="C", tickvals=list(range(len(costs))), ticktext=labels)
    figure.update_yaxes(title=ACCURACY)
    laid_out(figure, HEIGHT).update_layout(hovermode="x unified")
    best = [max(of_kernel, key=attrgetter("accuracy")) for _, of_kernel in _by_kernel(candidates)]
    parts = [
        f"{one.kernel} {percent(one.accuracy)} {_at(one.C)}"
        for one in sorted(best, key=lambda one: -one.accuracy)
    ]
    return Chart(
        "machines",
        figure,
        f"Best of each kernel on left-out rows: {', '.join(parts)}. Taken: {kernel} {_at(C)}.",
    )


def prices(path: Sequence[RuleCandidate], price: float) -> Chart:
    """Accuracy against length as the price of a test rises; the chosen price larger."""
    figure = go.Figure(
        go.Scatter(
            x=[one.tests for one in path],
            y=[100 * one.accuracy for one in path],
            customdata=[one.price for one in path],
            mode="lines+markers",
            line={"color": FAMILY_COLORS[0]},
            marker={"size": [13 if one.price == price else 7 for one in path]},
            hovertemplate="price %{customdata:g}: %{x:.1f} tests, %{y:.1f} %<extra></extra>",
            cliponaxis=False,
        )
    )
    figure.update_xaxes(title="length of the rules in the folds, in tests", rangemode="tozero")
    figure.update_yaxes(title=ACCURACY)
    laid_out(figure, HEIGHT, TOP)
    parts = [
        f"price {one.price:g}{', chosen,' if one.price == price else ''}: {one.tests:.1f} tests "
        f"{percent(one.accuracy)}"
        for one in path
    ]
    return Chart(
        "prices", figure, f"Rules on left-out rows by the price of a test; {'; '.join(parts)}."
    )


def _at(C: float) -> str:
    return "with a hard margin" if C == inf else f"with C = {C:g}"


def _by_kernel(candidates: Sequence[MachineCandidate]) -> list[tuple[str, list[MachineCandidate]]]:
    ordered = sorted(candidates, key=lambda one: (one.kernel, one.C))
    return [
        (name, list(of_kernel)) for name, of_kernel in groupby(ordered, key=attrgetter("kernel"))
    ]
