"""Verdicts in pictures: how often each is right, and which rows several rules share."""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.several import Together
from interpret.measures import percent
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.blocks import Chart
from interpret.tell.charts import FEW, LABEL, MANY, ON_CELL, escape, laid_out
from interpret.tell.rule.words import counted_rows
from interpret.tell.svg import Plotted, Row, intervals

OF_FORMS = svg.ONE, svg.OTHER  # the form that comes first, and the other


def rates(e: Explanation) -> str:
    """Each rate on one axis, with a dot for each form, the first before, and for the machine."""
    return intervals(rate_rows(e), lambda share: percent(share, 0))


def rate_rows(e: Explanation) -> tuple[Row, ...]:
    """The rates that have rows; the machine is a ring."""
    part = e.judged_on
    who = [(name, right[part]) for name, right in e.verdicts.items()]
    shares = {
        "right": [(name, counts.accuracy) for name, counts in who],
        f"finds, of {e.yes_words}": [(name, counts.sensitivity) for name, counts in who],
        "right where it says so": [(n, counts.positive_predictive_value) for n, counts in who],
        f"leaves out, of {e.no_words}": [(name, counts.specificity) for name, counts in who],
        "agrees with the machine": [(form.called, form.fidelity[part]) for form in e.forms],
    }
    rows = []
    for rate, of_rate in shares.items():
        dots = tuple(_dot(*one, place) for place, one in enumerate(of_rate) if one[1].n)
        rows += [Row(rate, dots)] if dots else []
    return tuple(rows)


def _dot(name: str, share: Share, place: int) -> Plotted:
    is_form = name != "machine"
    hint = f"{name} {share.hits:,} of {share.n:,}, {wording.share_words(share)}"
    colour = OF_FORMS[place] if is_form else svg.FAINT
    return Plotted(share.rate, share.ends, hint, colour, full=is_form)


def rates_words(e: Explanation) -> str:
    """How the dots are to be read."""
    names = " and ".join(form.called for form in e.forms)
    return (
        f"On {counted_rows(e)}, with 95 % intervals; from top to bottom {names}, and the machine "
        "as a ring."
    )


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
            textfont={"color": ON_CELL},
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
