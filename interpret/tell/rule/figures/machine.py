"""The machine in charts: what it weighs, how it was chosen, how it ranks rows, what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from operator import attrgetter

import plotly.graph_objects as go

from interpret.data.complaints import EMPTY
from interpret.fit.choose_machine import MachineCandidate
from interpret.forms.answer.calibration import Benefit, Bin, RocCurve
from interpret.forms.answer.relevance import LiteralWeight
from interpret.measures import percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FAMILY_COLORS,
    LABEL,
    LIMIT,
    NEGATIVE,
    POSITIVE,
    SERIES,
    escape,
    laid_out,
    one_line_of,
)

ATTRIBUTES = 20  # with a bar
SEGMENTS = 4  # of a bar, on either side
GAP = 0.004  # between segments, of the widest bar
TOLD = 5  # attributes in the alternative text
HEIGHT = 280  # pixels
ACCURACY = "right on left-out rows, %"
SHARE = {"range": [-0.02, 1.02], "tickformat": ".0%"}


@dataclass(frozen=True)
class _Segment:
    """A piece of an attribute's bar: one value, or several small ones."""

    row: int
    attribute: str
    value: str
    start: float
    weight: float


def relevance(weights: Sequence[LiteralWeight], yes: str = POSITIVE, no: str = NEGATIVE) -> Chart:
    """A bar for each of the first attributes; values that speak for the class lie to the right.

    yes, no: the colours of what speaks for the class and against it.
    """
    bars = _by_attribute(weights)
    names = list(bars)[:ATTRIBUTES]
    segments = [s for row, name in enumerate(names) for s in _segments(row, name, bars[name])]
    gap = GAP * 2 * max((abs(s.start + s.weight) for s in segments), default=0.0)
    figure = go.Figure()
    for side, color, sign in (("for", yes, 1), ("against", no, -1)):
        shown = [s for s in segments if sign * s.weight > 0]
        figure.add_bar(
            base=[s.start for s in shown],
            x=[sign * max(abs(s.weight) - gap, abs(s.weight) / 2) for s in shown],
            y=[s.row for s in shown],
            text=[escape(s.value, LABEL) for s in shown],
            customdata=[[escape(s.attribute), escape(s.value), s.weight] for s in shown],
            name=side,
            orientation="h",
            marker={"color": color, "line": {"width": 0}},
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            insidetextfont={"color": "white"},
            hovertemplate="%{customdata[0]} = %{customdata[1]}: %{customdata[2]:+.3g}"
            "<extra></extra>",
        )
    note = f"<br>the first {len(names)} of {len(bars)} attributes" if len(names) < len(bars) else ""
    figure.update_xaxes(title=f"weight of attribute = value<br>against ← → for{note}")
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[escape(name, LABEL) for name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
    )
    figure.update_layout(barmode="overlay", bargap=0.3, uniformtext={"minsize": 10, "mode": "hide"})
    laid_out(figure, 120 + 30 * len(names))
    bars = _by_attribute(weights)
    parts = []
    for name in list(bars)[:TOLD]:
        heaviest = sorted(bars[name], key=lambda literal: -abs(literal.rounded))[:SEGMENTS]
        values = [f"{one_line_of(literal.value)} {literal.weight:+.3g}" for literal in heaviest]
        parts.append(f"{one_line_of(name)}: {', '.join(values)}")
    more = len(bars) - len(parts)
    rest = f"; and {more} more attributes" if more else ""
    return Chart(
        "relevance",
        figure,
        f"Weight of attribute = value, + is for and - against. {'; '.join(parts)}{rest}.",
    )


def _by_attribute(weights: Sequence[LiteralWeight]) -> dict[str, list[LiteralWeight]]:
    groups = groupby(weights, key=attrgetter("attribute"))
    return {name: list(literals) for name, literals in groups}


def _segments(row: int, attribute: str, literals: Sequence[LiteralWeight]) -> list[_Segment]:
    """From zero outwards, on both sides: the heaviest values, then the others, then empty cells."""
    segments = []
    for sign in (1, -1):
        side = sorted((x for x in literals if sign * x.weight > 0), key=lambda x: -abs(x.rounded))
        pieces = [(abs(x.weight), x.value) for x in side if x.value is not None]
        if len(pieces) > SEGMENTS + 1:
            others = pieces[SEGMENTS:]
            together = sum(weight for weight, _ in others), f"{len(others)} other values"
            pieces = [*pieces[:SEGMENTS], together]
        pieces += [(abs(x.weight), EMPTY) for x in side if x.value is None]
        start = 0.0
        for weight, value in pieces:
            segments.append(_Segment(row, attribute, value, sign * start, sign * weight))
            start += weight
    return segments


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


def _at(C: float) -> str:
    return "with a hard margin" if C == inf else f"with C = {C:g}"


def _by_kernel(candidates: Sequence[MachineCandidate]) -> list[tuple[str, list[MachineCandidate]]]:
    ordered = sorted(candidates, key=lambda one: (one.kernel, one.C))
    return [
        (name, list(of_kernel)) for name, of_kernel in groupby(ordered, key=attrgetter("kernel"))
    ]


def roc(curve: RocCurve) -> Chart:
    """The machine's ROC curve and the rule's one point."""
    hover = "%{y:.1%} found, %{x:.1%} false alarms<extra></extra>"
    figure = go.Figure()
    figure.add_scatter(
        x=curve.false_alarms,
        y=curve.found,
        name="machine",
        mode="lines",
        line={"color": SERIES[0]},
        hovertemplate=hover,
    )
    figure.add_scatter(
        x=curve.rule[:1],
        y=curve.rule[1:],
        name="rule",
        mode="markers",
        marker={"color": SERIES[1], "size": 12, "symbol": "diamond", "opacity": 1},
        cliponaxis=False,
        hovertemplate=hover,
    )
    _diagonal(figure, "guessing")
    figure.update_xaxes(title="false alarms: share of the negatives", **SHARE)
    figure.update_yaxes(title="found: share of the positives", **SHARE)
    laid_out(figure, 400)
    false_alarms, hits = curve.rule
    return Chart(
        "roc",
        figure,
        f"The area under the machine's ROC curve is {curve.area:.3f}. The rule finds "
        f"{percent(hits)} of the positives, with {percent(false_alarms)} false alarms.",
    )


def reliability(bins: Sequence[Bin]) -> Chart:
    """The share of positives, with its interval, against the probability that the machine gives."""
    ends = [one.positive.ends for one in bins]
    shares = [one.positive.rate for one in bins]
    figure = go.Figure()
    _diagonal(figure, "as it says")
    figure.add_scatter(
        x=[one.probability for one in bins],
        y=shares,
        error_y={
            "array": [high - share for share, (_, high) in zip(shares, ends, strict=True)],
            "arrayminus": [share - low for share, (low, _) in zip(shares, ends, strict=True)],
        },
        name="unseen rows",
        mode="markers+lines",
        line={"color": SERIES[0]},
        hovertemplate="said %{x:.0%}, were %{y:.0%}<extra></extra>",
    )
    figure.update_xaxes(title="probability that the machine gives", **SHARE)
    figure.update_yaxes(title="share that is positive", **SHARE)
    laid_out(figure, 330)
    parts = [f"{percent(one.probability)} said, {percent(one.positive.value)} were" for one in bins]
    return Chart(
        "reliability", figure, f"Probabilities in bins of about as many rows: {'; '.join(parts)}."
    )


def decision_curve(benefits: Sequence[Benefit], cut: float) -> Chart:
    """The net benefit of machine, rule and always saying yes, over the cut from which it pays."""
    figure = go.Figure()
    for name, color, dash in (
        ("machine", SERIES[0], "solid"),
        ("rule", SERIES[1], "solid"),
        ("always", LIMIT, "dot"),
    ):
        figure.add_scatter(
            x=[one.cut for one in benefits],
            y=[getattr(one, name) for one in benefits],
            name="always yes" if name == "always" else name,
            mode="lines",
            line={"color": color, "dash": dash},
            hovertemplate="%{x:.0%}: %{y:.3f}",
        )
    figure.add_hline(y=0, line={"color": LIMIT, "width": 1})
    figure.add_vline(x=cut, line={"color": LIMIT, "dash": "dash"})
    top = max(max(one.machine, one.rule, one.always) for one in benefits)
    figure.update_xaxes(title="it pays to say yes from this probability on", tickformat=".0%")
    figure.update_yaxes(title="net benefit", range=[-max(0.05, top / 3), 1.1 * max(0.05, top)])
    laid_out(figure, 330)
    one = min(benefits, key=lambda benefit: abs(benefit.cut - cut))
    return Chart(
        "decision_curve",
        figure,
        f"Net benefit where it pays to say yes from {percent(one.cut)} on: machine "
        f"{one.machine:.3f}, rule {one.rule:.3f}, always yes {one.always:.3f}, never 0.",
    )


def _diagonal(figure: go.Figure, name: str) -> None:
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        name=name,
        mode="lines",
        line={"color": LIMIT, "dash": "dot"},
        hoverinfo="skip",
    )
