"""The machine's ROC curve, its probabilities, and what machine and rule are worth."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from sklearn.metrics import roc_curve

from interpret.forms.answer.operating import Benefit, Bin
from interpret.measures import area_under_curve, percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import LIMIT, SERIES, laid_out

SHARE = {"range": [-0.02, 1.02], "tickformat": ".0%"}


def roc(scores: np.ndarray, y: np.ndarray, rule_point: tuple[float, float]) -> Chart:
    """The machine's ROC curve and the rule's one point.

    y holds both classes; rule_point: the shares of the negatives and of the positives that the
    rule accepts.
    """
    false_alarms, found, _ = roc_curve(y, scores)
    hover = "%{y:.1%} found, %{x:.1%} false alarms<extra></extra>"
    figure = go.Figure()
    figure.add_scatter(
        x=false_alarms,
        y=found,
        name="machine",
        mode="lines",
        line={"color": SERIES[0]},
        hovertemplate=hover,
    )
    figure.add_scatter(
        x=rule_point[:1],
        y=rule_point[1:],
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
    false_alarms, found = rule_point
    area = area_under_curve(scores, y)
    return Chart(
        "roc",
        figure,
        f"The area under the machine's ROC curve is {area:.3f}. The rule finds "
        f"{percent(found)} of the positives, with {percent(false_alarms)} false alarms.",
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
