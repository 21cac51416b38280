"""The figures: numbers in, Plotly figures out, each with its alternative in words.

How they look is in `interpret.tell.charts`. Plotly reads markup and formulas in every text, so
text from data passes through `escape`. The alternatives in words have no markup.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from interpret.data.complaints import EMPTY
from interpret.forms.answer.relevance import LiteralWeight
from interpret.measures import Confusion
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    CELL_RIGHT,
    CELL_WRONG,
    LABEL,
    LIMIT,
    MARKERS,
    NEGATIVE,
    ON_CELL,
    POSITIVE,
    SERIES,
    SHORT,
    escape,
    laid_out,
    one_line_of,
)

Point = tuple[int, float, float]  # step, seconds, objective
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


def race(
    curves: Mapping[str, Sequence[Point]], bound: float | None, measure: str = "weight"
) -> Chart:
    """How each search gets to its rule, and the bound of all rules.

    measure: what is raced for, "weight" or, with a price or other rows, "score".
    """
    figure = go.Figure()
    for i, (name, curve) in enumerate(curves.items()):
        best = _improvements(curve)
        color = SERIES[i % len(SERIES)]
        small = 5 if len(best) <= MARKERS else 0
        figure.add_scatter(
            x=[seconds for _, seconds, _ in best],
            y=[objective for _, _, objective in best],
            customdata=[step for step, _, _ in best],
            name=escape(_reached(name, best)),
            mode="lines+markers",
            line={"shape": "hv", "color": color},
            marker={"color": color, "opacity": 1, "size": [small] * (len(best) - 1) + [10]},
            marker_line_width=0,
            cliponaxis=False,
            hovertemplate="%{y:.4g} after %{x:.3g} s, step %{customdata:,}<extra></extra>",
        )
    if bound is not None:
        figure.add_hline(
            y=bound,
            line={"dash": "dot", "color": LIMIT},
            annotation={"text": _bound_words(measure), "yanchor": "bottom"},
            annotation_position="top right",
        )
    figure.update_xaxes(title="seconds", rangemode="tozero")
    figure.update_yaxes(title=_race_words(measure))
    laid_out(figure, 340)
    reached = [_reached(name, _improvements(curve)) for name, curve in curves.items()]
    limit = [] if bound is None else [f"{_bound_words(measure)} than {bound:.4g}"]
    return Chart("race", figure, f"The {_race_words(measure)}: {'; '.join([*reached, *limit])}.")


def confusions(
    machine: Confusion, rule: Confusion, positive: str, negative: str, name: str = "rule"
) -> Chart:
    """Verdicts against the truth, counted; the colour says which are right, the number how many.

    name: "rule" or "card": what stands beside the machine, and whose verdicts `rule` holds.
    """
    figure = make_subplots(1, 2, subplot_titles=("machine", name), shared_yaxes=True)
    for column, counts in enumerate((machine, rule), start=1):
        cells = [
            [counts.true_positive, counts.false_negative],
            [counts.false_positive, counts.true_negative],
        ]
        said = [
            [f"{n:,}<br>{'right' if truth == verdict else 'wrong'}" for verdict, n in enumerate(of)]
            for truth, of in enumerate(cells)
        ]
        figure.add_heatmap(
            z=[[1, 0], [0, 1]],
            text=said,
            texttemplate="%{text}",
            textfont={"color": ON_CELL, "size": 14},
            coloraxis="coloraxis",
            xgap=2,
            ygap=2,
            hoverinfo="skip",
            row=1,
            col=column,
        )
    classes = (positive, negative)
    axis = {"tickvals": [0, 1], "ticks": "", "showgrid": False, "zeroline": False}
    figure.update_xaxes(title="verdict", ticktext=[escape(c, SHORT) for c in classes], **axis)
    figure.update_yaxes(ticktext=[escape(c, LABEL) for c in classes], **axis)
    figure.update_yaxes(autorange="reversed")
    figure.update_yaxes(title="truth", col=1)
    scale = {"colorscale": [CELL_WRONG, CELL_RIGHT], "cmin": 0, "cmax": 1, "showscale": False}
    laid_out(figure.update_layout(coloraxis=scale), 300)
    return Chart("confusions", figure, _confusions_text(machine, rule, positive, negative, name))


def _confusions_text(
    machine: Confusion, rule: Confusion, positive: str, negative: str, name: str = "rule"
) -> str:
    def told(name: str, c: Confusion) -> str:
        found, spared = c.sensitivity, c.specificity
        return (
            f"The {name} is right on {found.hits:,} of {found.n:,} rows with "
            f"{one_line_of(positive)} and on {spared.hits:,} of {spared.n:,} rows with "
            f"{one_line_of(negative)}."
        )

    return f"{told('machine', machine)} {told(name, rule)}"


def relevance(weights: Sequence[LiteralWeight]) -> Chart:
    """A bar for each of the first attributes; values that speak for the class lie to the right."""
    bars = _by_attribute(weights)
    names = list(bars)[:ATTRIBUTES]
    segments = [s for row, name in enumerate(names) for s in _segments(row, name, bars[name])]
    gap = GAP * 2 * max((abs(s.start + s.weight) for s in segments), default=0.0)
    figure = go.Figure()
    for side, color, sign in (("for", POSITIVE, 1), ("against", NEGATIVE, -1)):
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


def _improvements(curve: Sequence[Point]) -> list[Point]:
    best: list[Point] = []
    for point in curve:
        if not best or point[2] > best[-1][2]:
            best.append(point)
    return best


def _reached(name: str, best: Sequence[Point]) -> str:
    return f"{name}: {best[-1][2]:.4g} after {best[-1][1]:.2g} s" if best else name


def _race_words(measure: str) -> str:
    return f"{measure} of the best rule so far"


def _bound_words(measure: str) -> str:
    return f"bound: no rule of this kind can {'weigh' if measure == 'weight' else 'score'} more"


def _by_attribute(weights: Sequence[LiteralWeight]) -> dict[str, list[LiteralWeight]]:
    groups = groupby(weights, key=attrgetter("attribute"))
    return {name: list(literals) for name, literals in groups}


def _segments(row: int, attribute: str, literals: Sequence[LiteralWeight]) -> list[_Segment]:
    """From zero outwards, on both sides: the heaviest values, then the others together."""
    segments = []
    for sign in (1, -1):
        side = sorted((x for x in literals if sign * x.weight > 0), key=lambda x: -abs(x.rounded))
        pieces = [(abs(x.weight), EMPTY if x.value is None else x.value) for x in side]
        if len(pieces) > SEGMENTS + 1:
            others = pieces[SEGMENTS:]
            together = sum(weight for weight, _ in others), f"{len(others)} other values"
            pieces = [*pieces[:SEGMENTS], together]
        start = 0.0
        for weight, value in pieces:
            segments.append(_Segment(row, attribute, value, sign * start, sign * weight))
            start += weight
    return segments
