"""The machine in a chart: what carries its decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import plotly.graph_objects as go

from interpret.data.complaints import EMPTY
from interpret.forms.answer.relevance import LiteralWeight
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    LABEL,
    NEGATIVE,
    POSITIVE,
    escape,
    laid_out,
    one_line_of,
)

ATTRIBUTES = 20  # with a bar
SEGMENTS = 4  # of a bar, on either side
GAP = 0.004  # between segments, of the widest bar
TOLD = 5  # attributes in the alternative text


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
