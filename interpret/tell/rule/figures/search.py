"""A genetic search in charts: its generations, and the line its rule descends from."""

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from interpret.data.complaints import counted
from interpret.rules.evolution import Ancestor, Evolution, Generation
from interpret.tell.blocks import Chart
from interpret.tell.charts import LIMIT, POSITIVE, SERIES, escape, laid_out

FEW = 10  # with fewer generations each has its own tick, so that none lies between two
BAND = 0.25  # how much of its colour a band of one standard deviation keeps
NAMES = {  # of interpret.rules.evolution.OPERATORS
    "start": "at random, in the first generation",
    "greedy_cover": "greedy cover",
    "crossover": "crossover",
    "remove_clause": "a clause removed",
    "add_clause": "a clause added",
    "exchange_literal": "a test exchanged",
    "lengthen_clause": "a test added",
    "shorten_clause": "a test dropped",
    "best_response": "improved clause by clause",
}


def generations(log: Sequence[Generation], bound: float | None) -> Chart:
    """Best, mean and spread of the objective, length and diversity, by generation.

    The bands are one standard deviation about the mean.
    """
    figure = make_subplots(3, 1, shared_xaxes=True, vertical_spacing=0.07, row_heights=[5, 3, 3])
    numbers = [entry.number for entry in log]
    for row, mean, spread, color, name in (
        (1, "mean", "spread", SERIES[0], "mean of the generation"),
        (2, "length", "length_spread", SERIES[1], "mean length"),
    ):
        means = [getattr(entry, mean) for entry in log]
        spreads = [getattr(entry, spread) for entry in log]
        low = [m - s for m, s in zip(means, spreads, strict=True)]
        high = [m + s for m, s in zip(means, spreads, strict=True)]
        figure.add_scatter(
            x=[*numbers, *reversed(numbers)],
            y=[*high, *reversed(low)],
            fill="toself",
            fillcolor=_faint(color),
            mode="lines",
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            row=row,
            col=1,
        )
        figure.add_trace(_line(numbers, means, color, name, spreads), row, 1)
    bests = [entry.best for entry in log]
    figure.add_trace(_line(numbers, bests, POSITIVE, "best rule"), 1, 1)
    diversity = [100 * entry.diversity for entry in log]
    figure.add_trace(_line(numbers, diversity, LIMIT, "clauses that differ"), 3, 1)
    if bound is not None:
        figure.add_hline(
            y=bound,
            line={"dash": "dot", "color": LIMIT},
            annotation={"text": "bound", "yanchor": "bottom"},
            annotation_position="top right",
            row=1,
            col=1,
        )
    figure.update_xaxes(title="generation", rangemode="tozero", row=3, col=1)
    _whole_ticks(figure, numbers)
    figure.update_yaxes(title="score", row=1, col=1)
    figure.update_yaxes(title="tests in a rule", rangemode="tozero", row=2, col=1)
    figure.update_yaxes(title="different, %", range=[0, 103], row=3, col=1)
    laid_out(figure, 520)
    return Chart("generations", figure, _generations_text(log, bound))


def _generations_text(log: Sequence[Generation], bound: float | None) -> str:
    """The figure in words."""
    if not log:
        return "No generation yet."
    first, last = log[0], log[-1]
    limit = "" if bound is None else f", of at most {bound:.4g}"
    return (
        f"In {counted(last.number, 'generation')} the best score went from {first.best:.4g} to "
        f"{last.best:.4g}{limit}, the mean from {first.mean:.4g} to {last.mean:.4g} "
        f"(± {last.spread:.2g}), the length of a rule from {first.length:.1f} to "
        f"{last.length:.1f} tests; of all clauses {100 * first.diversity:.0f} % differed at first, "
        f"{100 * last.diversity:.0f} % at the end."
    )


def descent(evolution: Evolution) -> Chart:
    """The winner's line of better parents and their partners, by generation and objective."""
    figure = go.Figure()
    by_number = {one.number: one for one in evolution.ancestry}
    line = evolution.winners
    for color, width, wanted in ((LIMIT, 1, False), (POSITIVE, 2.5, True)):
        x: list[float | None] = []
        y: list[float | None] = []
        for child in line:
            for place, number in enumerate(child.parents):
                parent = by_number.get(number)
                if parent is not None and (place == 0) == wanted:
                    x += [parent.generation, child.generation, None]
                    y += [parent.objective, child.objective, None]
        figure.add_scatter(
            x=x,
            y=y,
            mode="lines",
            line={"color": color, "width": width},
            hoverinfo="skip",
            showlegend=False,
        )
    partners = [one for one in evolution.ancestry if one not in line]
    for name, shown, color, size, symbol in (
        ("the other parents", partners, LIMIT, 8, "circle"),
        ("its line of better parents", line[1:], POSITIVE, 9, "circle"),
        ("the rule found", line[:1], POSITIVE, 16, "star"),
    ):
        figure.add_scatter(
            x=[one.generation for one in shown],
            y=[one.objective for one in shown],
            customdata=[[_made_by(one), escape(one.rule, 160)] for one in shown],
            name=name,
            mode="markers",
            marker={"color": color, "size": size, "symbol": symbol, "opacity": 1},
            cliponaxis=False,
            hovertemplate="generation %{x}, score %{y:.4g}<br>%{customdata[0]}<br>"
            "%{customdata[1]}<extra></extra>",
        )
    figure.update_xaxes(title="generation in which it was born")
    _whole_ticks(figure, [one.generation for one in evolution.ancestry])
    figure.update_yaxes(title="score")
    laid_out(figure, 360)
    steps = "; ".join(
        f"generation {one.generation}, {_made_by(one)}: {one.objective:.4g}"
        for one in reversed(line)
    )
    said = f"The line of better parents that the rule found descends from: {steps}."
    if len(line) < evolution.line:
        said += f" Shown are the last {len(line)} of {evolution.line}."
    return Chart("descent", figure, said)


def _made_by(one: Ancestor) -> str:
    return ", then ".join(NAMES[name] for name in one.made_by) or "a copy"


def _line(
    x: Sequence[float],
    y: Sequence[float],
    color: str,
    name: str,
    spreads: Sequence[float] | None = None,
) -> go.Scatter:
    """A value by generation; spreads: one standard deviation of each, told on hovering."""
    spread = "" if spreads is None else " ± %{customdata:.3g}"
    return go.Scatter(
        x=x,
        y=y,
        customdata=spreads,
        name=name,
        mode="lines" if len(x) > 1 else "markers",
        line={"color": color},
        marker={"color": color},
        hovertemplate=f"{name}: %{{y:.4g}}{spread}, generation %{{x:,}}<extra></extra>",
    )


def _whole_ticks(figure: go.Figure, generations: Sequence[int]) -> None:
    if max(generations, default=0) < FEW:
        figure.update_xaxes(dtick=1)


def _faint(color: str) -> str:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{BAND})"
