"""A number explained, as charts: its terms, its predictions, what is left, the machine."""

from collections.abc import Sequence
from statistics import fmean

import plotly.graph_objects as go

from interpret.measures import percent
from interpret.number.explanation import NumberExplanation
from interpret.present.wording import clause_words
from interpret.tell.blocks import Chart
from interpret.tell.charts import FAMILY_COLORS, LIMIT, SERIES, escape, laid_out
from interpret.tell.number import words

NAMED = 44  # characters of a condition beside its bar
MOST_POINTS = 1500
TRACED = 6  # conjunctions over γ


def residuals(e: NumberExplanation, held: Sequence[Sequence[bool]]) -> Chart:
    """The residuals on the judged rows, for each condition where it holds and where it does not.

    held: for each row of the task whether each term holds.
    """
    rows = _rows(e)
    left = [e.observed[row] - e.predicted[row] for row in rows]
    of_terms = [[held[row][i] for row in rows] for i in range(len(e.terms))]
    figure = go.Figure()
    for holds, name, color in ((True, "holds", SERIES[0]), (False, "does not", LIMIT)):
        amounts, places = [], []
        for i, holds_here in enumerate(of_terms[::-1]):
            inside = [
                one for one, is_held in zip(left, holds_here, strict=True) if is_held == holds
            ]
            amounts += inside
            places += [i] * len(inside)
        figure.add_box(
            x=amounts, y=places, orientation="h", name=name, boxpoints=False,
            marker={"color": color}, line={"width": 1.5},
        )  # fmt: skip
    figure.update_yaxes(
        tickvals=list(range(len(e.terms))),
        ticktext=[escape(clause_words(term.clause), NAMED) for term in e.terms[::-1]],
    )
    figure.update_xaxes(title="observed less predicted")
    laid_out(figure, 110 + 52 * max(1, len(e.terms))).update_layout(boxmode="group")
    parts = [
        f"{clause_words(term.clause)}: {words.amount(fmean(left, weights=holds_here), e.spread)}"
        for term, holds_here in zip(e.terms, of_terms, strict=True)
        if any(holds_here)
    ]
    said = f"What is left on average where each condition holds: {'; '.join(parts) or 'none'}."
    return Chart("residuals", figure, said)


def gamma_path(e: NumberExplanation) -> Chart:
    """The machine over γ: the weight of its heaviest conjunctions, the variation explained."""
    gammas = [point.gamma for point in e.machine.path]
    figure = go.Figure()
    for heavy, color in zip(e.machine.heaviest[:TRACED], FAMILY_COLORS, strict=False):
        figure.add_scatter(
            x=gammas, y=list(heavy.path), mode="lines+markers", line={"color": color},
            name=escape(clause_words(heavy.clause), NAMED),
            hovertemplate="%{y:.3g}",
        )  # fmt: skip
    figure.add_scatter(
        x=gammas,
        y=[point.explained for point in e.machine.path],
        mode="lines",
        line={"color": LIMIT, "dash": "6px,4px", "width": 3},
        name="explained on unseen rows",
        hovertemplate="%{y:.3f}",
    )
    figure.add_vline(x=e.machine.gamma, line={"color": LIMIT, "width": 1})
    figure.update_xaxes(
        title="γ, in units of its own scale",
        type="log",
        tickvals=gammas,
        ticktext=[f"{gamma:g}" for gamma in gammas],
    )
    figure.update_yaxes(title="weight; share of the variation")
    laid_out(figure, 420, 12).update_layout(
        hovermode="x unified", legend={"orientation": "h", "y": -0.25, "yanchor": "top"}
    )
    parts = [
        f"γ = {point.gamma:g}: {point.terms:,} conjunctions stand out, "
        f"{percent(point.explained)} explained"
        for point in e.machine.path
    ]
    said = f"{'; '.join(parts)}. Taken: γ = {e.machine.gamma:g}."
    return Chart("gamma_path", figure, said)


def lengths(e: NumberExplanation) -> Chart:
    """The error on rows left out of sums of ever more terms."""
    figure = go.Figure(
        go.Scatter(
            x=[length.terms for length in e.lengths],
            y=[100 * length.error for length in e.lengths],
            customdata=[length.tests for length in e.lengths],
            mode="lines+markers",
            line={"color": SERIES[0]},
            marker={"size": [12 if length.terms == len(e.terms) else 7 for length in e.lengths]},
            hovertemplate="%{x} conditions, %{customdata} tests: %{y:.1f} % left<extra></extra>",
        )
    )
    figure.update_xaxes(title="conditions", dtick=1 if len(e.lengths) < 13 else None)
    figure.update_yaxes(title="variation left, %", rangemode="tozero")
    laid_out(figure, 280, 12)
    parts = [f"{length.terms} conditions leave {percent(length.error)}" for length in e.lengths]
    return Chart("lengths", figure, f"Of the variation on rows left out {'; '.join(parts)}.")


def _rows(e: NumberExplanation) -> Sequence[int]:
    """The rows judged, or, of very many, some of them, evenly spread."""
    rows = e.rows[e.judged_on]
    return rows[:: -(-len(rows) // MOST_POINTS) or 1]
