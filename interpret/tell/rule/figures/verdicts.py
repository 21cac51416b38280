"""Verdicts in pictures: how often rules, cards, machines and simple learners are right.

Of the rules of several classes, which rows they share is drawn too.
"""

from collections.abc import Sequence
from functools import partial

import plotly.graph_objects as go

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.several import Together
from interpret.forms.study.study import Study
from interpret.measures import Confusion, percent
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FEW,
    LABEL,
    MANY,
    ON_CELL,
    Plotted,
    Row,
    escape,
    intervals,
    laid_out,
)
from interpret.tell.rule.one_figure import BALANCED, COST, RIGHT, amount, named, one_figure
from interpret.tell.rule.words import counted_rows

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


BETWEEN = ", with 95 % intervals"
Way = tuple[str, Confusion, str]  # name, its verdicts, its size


def ways(e: Explanation, study: Study) -> tuple[Way, ...]:
    """The rule, the card where there is one, their machine, and the simple learners."""
    sizes = {form.called: wording.length_words(form.card) for form in e.forms}
    sizes["machine"] = counted(e.machine.support, "training row")
    shown = [name for name in ("rule", "card", "machine") if name in sizes]
    return (
        *((f"the {name}", e.verdicts[name][e.judged_on], sizes[name]) for name in shown),
        *((b.name, b.counts, b.size) for b in study.baselines),
    )


def rows(e: Explanation, study: Study) -> tuple[Row, ...]:
    """A figure with its interval for each way that has rows to be judged on.

    The form that comes first stands out by its colour.
    """
    dots = []
    for name, counts, size in ways(e, study):
        figure = one_figure(e, counts)
        if figure.ends is not None:
            colour = svg.OCHRE if name == f"the {e.forms[0].called}" else svg.ONE
            hint = f"{figure.text} ({figure.between.removesuffix(' %')})"
            dot = Plotted(figure.value, figure.ends, hint, colour)
            dots.append(Row(f"{name} ({size})", (dot,)))
    return tuple(dots)


def simple_ways(e: Explanation, study: Study) -> str:
    """The picture."""
    return intervals(rows(e, study), partial(amount, named(e)))


def simple_ways_words(e: Explanation, between: str = BETWEEN) -> str:
    """What the figures are, and on which rows. between: BETWEEN, or "" without intervals."""
    on = f"on the same {counted_rows(e)}{between}"
    return {
        RIGHT: f"Right {on}.",
        BALANCED: f"Right where both classes count alike, {on}. The simple learners count so too.",
        COST: f"What errors cost, per 100 rows, {on}: less is better. The simple learners heed "
        "these costs too.",
    }[named(e)]


def share_dot(share: Share, name: str = "", colour: str = svg.ONE, *, full: bool = True) -> Plotted:
    """A share of at least one case with its interval. name: what stands before it in words."""
    text = f"{name} {wording.share_words(share)}".strip()
    return Plotted(share.rate, share.ends, text, colour, full)
