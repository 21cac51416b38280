"""The figures of recommending, each with its alternative in words, and how choices are spread.

Sparsity, long tails and their slope are those of Polato, section 10.3. Figures have no theme of
their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from interpret.ranking.choices import Choices
from interpret.ranking.judging import JudgedMethod
from interpret.ranking.rankings import ValueShares
from interpret.ranking.reasons import JudgedDegree, Place
from interpret.tell.blocks import Chart
from interpret.tell.charts import LIMIT, NEGATIVE, POSITIVE, SERIES, escape, laid_out
from kernels.recommender.items import share_in_common

DOTS = 300  # of a tail, evenly on its logarithmic axis
WIDE = 30  # ratio of the largest to the least count from which powers of ten label an axis well
ROW, LONG = 30, 26  # pixels of a bar; characters beside it


@dataclass(frozen=True)
class Tail:
    """Counts, the largest first, and the least-squares line of log count against log rank."""

    counts: tuple[int, ...]
    slope: float
    intercept: float


@dataclass(frozen=True)
class Spread:
    """How many choices users and items have, and how dense the table and the kernel are.

    density: the share of ones in the table; kernel: the share of pairs of items that some user
    chose both of; expected: that share if choices were spread evenly (Polato, eq. 10.6 and 10.7).
    """

    users: Tail
    items: Tail
    density: float
    kernel: float
    expected: float


def tail(counts: np.ndarray) -> Tail:
    """The tail of the numbers of choices of users, or of items: int (n,)."""
    ordered = np.sort(counts[counts > 0])[::-1]
    if len(ordered) < 2:
        return Tail(tuple(ordered.tolist()), 0.0, 0.0)
    slope, intercept = np.polyfit(np.log(np.arange(1, len(ordered) + 1)), np.log(ordered), 1)
    return Tail(tuple(ordered.tolist()), float(slope), float(intercept))


def spread(choices: Choices) -> Spread:
    """How the choices are spread."""
    n_users, n_items = choices.R.shape
    density = choices.R.nnz / (n_users * n_items)
    any_ = 1 - (1 - density**2) ** n_users
    return Spread(
        tail(choices.per_user),
        tail(choices.per_item),
        density,
        share_in_common(choices.R),
        (n_items + (n_items**2 - n_items) * any_) / n_items**2,
    )


def long_tail(tail: Tail, thing: str) -> Chart:
    """Each user's or item's choices by rank, on two logarithmic axes, with the fitted line."""
    n = len(tail.counts)
    ranks = np.unique(np.geomspace(1, n, min(n, DOTS)).astype(int))
    figure = go.Figure()
    figure.add_scatter(
        x=ranks,
        y=np.array(tail.counts)[ranks - 1],
        name=f"{thing}s",
        mode="markers",
        marker={"color": POSITIVE, "size": 6},
        hovertemplate="%{y} choices, rank %{x}<extra></extra>",
    )
    ends = np.array([1, n])
    figure.add_scatter(
        x=ends,
        y=np.exp(tail.intercept + tail.slope * np.log(ends)),
        name=f"slope {tail.slope:.2f}".replace("-", "−"),
        mode="lines",
        line={"color": NEGATIVE, "dash": "dash"},
        hoverinfo="skip",
    )
    figure.update_xaxes(title=f"rank of the {thing}", type="log", dtick=1)
    is_short = tail.counts[0] < WIDE * tail.counts[-1]  # then powers of ten would be too few labels
    figure.update_yaxes(title="choices", type="log", dtick=1)
    if is_short:
        figure.update_yaxes(
            tickvals=[first * 10**power for power in range(9) for first in (1, 2, 5)]
        )
    laid_out(figure, 300)
    return Chart(
        "long_tail",
        figure,
        f"Choices by {thing}, both axes logarithmic: from {tail.counts[0]:,} to "
        f"{tail.counts[-1]:,}, a fitted slope of {tail.slope:.2f}.",
    )


def methods(judged: Sequence[JudgedMethod], metric: str) -> Chart:
    """Each method's mean, the best on top, with the interval of its difference to the best.

    A method whose bar reaches the line of the best is level with it.
    """
    ordered = sorted(judged, key=lambda judged_method: -judged_method.figures[metric].mean)[::-1]
    means = [judged_method.figures[metric].mean for judged_method in ordered]
    behind = [judged_method.behind[metric] for judged_method in ordered]
    figure = go.Figure()
    figure.add_scatter(
        x=means,
        y=[escape(judged_method.method) for judged_method in ordered],
        mode="markers",
        marker={"color": POSITIVE, "size": 11},
        error_x={
            "array": [difference.mean - difference.low for difference in behind],
            "arrayminus": [difference.high - difference.mean for difference in behind],
            "color": LIMIT,
            "thickness": 2,
        },
        customdata=[(difference.mean, difference.low, difference.high) for difference in behind],
        hovertemplate="%{x:.4f}, behind the best by %{customdata[0]:.4f} (%{customdata[1]:.4f} to "
        "%{customdata[2]:.4f})<extra>%{y}</extra>",
        showlegend=False,
    )
    figure.add_vline(x=means[-1], line={"color": LIMIT, "dash": "dash", "width": 1})
    figure.update_xaxes(title=f"{metric}; bars: the 95 % interval beside the best")
    figure.update_yaxes(showgrid=True)
    laid_out(figure, 90 + 32 * len(ordered), 12)
    ordered = sorted(judged, key=lambda judged_method: -judged_method.figures[metric].mean)
    parts = (
        f"{judged_method.method} {judged_method.figures[metric].mean:.3f} (behind the best by "
        f"{judged_method.behind[metric].low:.3f} to {judged_method.behind[metric].high:.3f})"
        for judged_method in ordered
    )
    return Chart("methods", figure, f"{metric} by method, best first: {'; '.join(parts)}.")


def reasons(places: Sequence[Place], names: Sequence[str]) -> Chart:
    """A bar for each item: what each chosen item adds to its score, and what is subtracted."""
    rows = list(range(len(places)))
    figure = go.Figure()
    most = max((len(place.reasons) for place in places), default=0)
    for i in range(most):
        has = [at for at in rows if i < len(places[at].reasons)]
        figure.add_bar(
            y=has,
            x=[places[at].reasons[i].share for at in has],
            customdata=[escape(names[places[at].reasons[i].item]) for at in has],
            name=("first", "second", "third")[i] + " reason",
            orientation="h",
            marker={"color": SERIES[i]},
            hovertemplate="%{customdata}: %{x:+.4f}<extra></extra>",
        )
    for name, color, values in (
        ("other choices", LIMIT, [place.others for place in places]),
        ("like what was not chosen", NEGATIVE, [-place.common for place in places]),
    ):
        figure.add_bar(
            y=rows,
            x=values,
            name=name,
            orientation="h",
            marker={"color": color},
            hovertemplate=f"{name}: %{{x:+.4f}}<extra></extra>",
        )
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[escape(names[place.item], LONG) for place in places],
        range=[len(places) - 0.5, -0.5],
    )
    figure.update_xaxes(title="adds up to the score")
    laid_out(figure, 120 + ROW * len(places), 60).update_layout(barmode="relative")
    parts = [
        f"{names[place.item]} {place.score:+.3f} by "
        + ", ".join(f"{names[r.item]} {r.share:+.3f}" for r in place.reasons)
        for place in places
    ]
    return Chart("reasons", figure, f"Scores by chosen item: {'; '.join(parts)}.")


def by_degree(degrees: Sequence[JudgedDegree], what: str) -> Chart:
    """The spectral ratio or the AUC of mC and mD against their degree."""
    figure = go.Figure()
    for i, family in enumerate(("mC", "mD")):
        of_family = [one for one in degrees if one.family == family]
        values = [one.auc if what == "AUC" else one.spectral_ratio for one in of_family]
        figure.add_scatter(
            x=[one.degree for one in of_family],
            y=values,
            name=family,
            mode="lines+markers",
            line={"color": SERIES[i]},
            marker={"symbol": ("circle", "square")[i], "size": 8},
            hovertemplate=f"{family}(%{{x}}): %{{y:.4f}}<extra></extra>",
        )
    figure.update_xaxes(title="degree", type="log", dtick=1)
    figure.update_yaxes(title=what)
    laid_out(figure, 300)
    parts = (
        f"{one.family}({one.degree}) {one.auc if what == 'AUC' else one.spectral_ratio:.3f}"
        for one in degrees
    )
    return Chart("by_degree", figure, f"{what} by degree: {', '.join(parts)}.")


def value_shares(by_value: Sequence[ValueShares]) -> Chart:
    """The share of each value among the recommended beside its share of the catalogue."""
    names = [escape(f"{held.attribute} = {held.value}", LONG) for held in by_value]
    figure = go.Figure()
    for name, color, values in (
        ("recommended", POSITIVE, [held.recommended for held in by_value]),
        ("in the catalogue", LIMIT, [held.catalogue for held in by_value]),
    ):
        figure.add_bar(
            y=list(range(len(by_value))),
            x=values,
            name=name,
            orientation="h",
            marker={"color": color},
            hovertemplate=f"%{{x:.1%}} {name}<extra></extra>",
        )
    figure.update_yaxes(
        tickvals=list(range(len(by_value))), ticktext=names, range=[len(by_value) - 0.5, -0.5]
    )
    figure.update_xaxes(title="share", tickformat=".0%", rangemode="tozero")
    laid_out(figure, 110 + 34 * len(by_value))
    shares = (
        f"{held.attribute} = {held.value} {held.recommended:.0%} against {held.catalogue:.0%}"
        for held in by_value
    )
    return Chart(
        "carried",
        figure,
        f"Shares among the recommended and in the catalogue: {'; '.join(shares)}.",
    )
