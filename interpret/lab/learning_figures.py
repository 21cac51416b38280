"""The figures of kernel learning, each with its alternative in words.

Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from interpret.data.complaints import counted
from interpret.lab.learn import Learnt, Weighing
from interpret.measures import percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import FAMILY_COLORS, LIMIT, NEGATIVE, POSITIVE, escape, laid_out

HEAVY, MOST = 0.05, 3  # the least share of the weight, and the most degrees, that are named
TIGHT = 1e-4  # the largest gap that counts as proven
DIGITS = 3  # of an AUC; smaller differences are ties
TOP = 56  # pixels above a chart, for a legend of two lines
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
RATIO = "R² / (ρ² n)"
LEAST_WEIGHT = 0.0005  # a smaller one is not named
Curve = Sequence[tuple[float, float, float]]  # seconds, ratio, bound


def heaviest_words(weights: Sequence[float]) -> str:
    """The degrees with most of the weight, the identity last: "Degrees 4 and 5 carry"."""
    shares = sorted(enumerate(weights, start=1), key=lambda one: -one[1])
    heavy = sorted(d for d, share in shares[:MOST] if share >= HEAVY)
    degrees = [str(d) for d in heavy if d < len(weights)]
    if not heavy:
        return "Many degrees share"
    if not degrees:
        return "The identity alone carries"
    names = degrees + ["the identity"] * (len(weights) in heavy)
    said = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    noun = "Degrees" if len(degrees) > 1 else "Degree"
    return f"{noun} {said} {'carry' if len(names) > 1 else 'carries'}"


def verdict_words(learnt: Learnt) -> str:
    """Which degrees carry the weight, and whether another mix could be better."""
    best = learnt.best
    other = f"another mix could be better by up to {gap_words(learnt)}"
    if _gap(learnt) <= TIGHT:
        other = "no other mix has a smaller ratio, which is proven"
    stopped = "" if best.complete else ": the search was stopped half-way"
    return f"{heaviest_words(best.weights)} the weight, and {other}{stopped}."


def gap_words(learnt: Learnt) -> str:
    """The most by which the ratio could be smaller, in words."""
    share = _gap(learnt)
    return f"{100 * max(0, share):.4f} %" if share < 0.1 else f"{100 * share:.0f} %"


def _gap(learnt: Learnt) -> float:
    return 1 - learnt.bound / learnt.best.ratio


def average_of(learnt: Learnt) -> Weighing | None:
    """The average of the kernels, if it was weighed and is not the best."""
    ways = (way for way in learnt.ways if way.name == "average" and way is not learnt.best)
    return next(ways, None)


def against_words(learnt: Learnt) -> str | None:
    """How the best AUC differs from the linear kernel's if that is better, else the average's."""
    best, linear, average = learnt.best, learnt.linear, average_of(learnt)
    if best.auc is None:
        return None
    if linear_words(learnt) and linear and linear.auc is not None:
        return f"{100 * (best.auc - linear.auc):+.2f} against the linear kernel"
    if average is None or average.auc is None:
        return None
    return f"{100 * (best.auc - average.auc):+.2f} against equal weights"


def linear_words(learnt: Learnt) -> str:
    """A sentence if the linear kernel ranks held-out rows better than the learnt one, else ""."""
    best, linear = learnt.best, learnt.linear
    if linear is None or linear.auc is None or best.auc is None:
        return ""
    if round(linear.auc, DIGITS) <= round(best.auc, DIGITS):
        return ""
    average = average_of(learnt)
    beside = "" if average is None else f", that of the average {percent(average.auc, 2)}"
    return (
        f"The linear kernel alone ranks the rows held out better: its AUC is "
        f"{percent(linear.auc, 2)}, that of the learnt kernel {percent(best.auc, 2)}{beside}."
    )


def formulas_words(learnt: Learnt) -> list[str]:
    """Sentences on the random formulas: which one the ratio chooses, and on which rows."""
    dots, sentences = dots_of(learnt), []
    if dots:
        sentences.append(
            "The formula with a ring has the smallest ratio. Its AUC is "
            f"{percent(dots[0].auc, 2)}; the best AUC of a formula here is "
            f"{percent(max(dot.auc for dot in dots), 2)}."
        )
    apart = sum(one.ratio is None for one in learnt.formulas)
    if apart:
        has, it = ("has", "it") if apart == 1 else ("have", "they")
        sentences.append(
            f"{apart} of {len(learnt.formulas)} {has} no ratio, because {it} cannot separate the "
            "classes."
        )
    if learnt.linear and learnt.linear.ratio is None:
        sentences.append("The linear kernel has none, because it cannot separate the classes.")
    sentences.append(
        f"Ratios are measured on the {learnt.n_train:,} training rows, and AUCs on the "
        f"{learnt.n_test:,} rows held out. The margin is hard. ρ is the distance between the "
        "hulls of the two classes."
    )
    return sentences


@dataclass(frozen=True)
class Dot:
    """A formula as a kernel, as a point of the figure."""

    text: str
    ratio: float
    auc: float


def dots_of(learnt: Learnt) -> list[Dot]:
    """The formulas that have a ratio and an AUC, by ascending ratio."""
    dots = (
        Dot(one.text, one.ratio, one.auc)
        for one in learnt.formulas
        if one.ratio is not None and one.auc is not None
    )
    return sorted(dots, key=lambda dot: dot.ratio)


def descent(
    curves: Mapping[str, Curve], bound: float, numbers: Sequence[int] | None = None
) -> Chart:
    """The ratio of each way at each step, and the proven bound under all of them.

    numbers: of the steps, if a curve has only some of them.
    """
    figure = go.Figure()
    for i, (name, curve) in enumerate(curves.items()):
        figure.add_scatter(
            x=list(numbers or range(1, len(curve) + 1)),
            y=[ratio for _, ratio, _ in curve],
            customdata=[seconds for seconds, _, _ in curve],
            name=escape(name),
            mode="lines+markers" if len(curve) < 40 else "lines",
            line={"color": FAMILY_COLORS[i % len(FAMILY_COLORS)], "dash": DASHES[i % len(DASHES)]},
            marker={"size": 9 if len(curve) == 1 else 5, "opacity": 1},
            hovertemplate="ratio %{y:.5g} at step %{x}, %{customdata:.2g} s<extra></extra>",
        )
    figure.add_hline(
        y=bound,
        line={"dash": "dot", "color": LIMIT},
        annotation={"text": f"proven: none below {bound:.5g}", "yanchor": "top"},
        annotation_position="bottom right",
    )
    longest = max((len(curve) for curve in curves.values()), default=1)
    scale = {"type": "log", "dtick": 1} if longest > 40 else {"type": "linear"}
    figure.update_xaxes(title="step", **scale)
    figure.update_yaxes(title=f"radius-margin ratio, {RATIO}")
    laid_out(figure, 380, TOP)
    parts = [
        f"{name} reaches {curve[-1][1]:.5g} in "
        f"{counted(numbers[-1] if numbers else len(curve), 'step')} and "
        f"{curve[-1][0]:.2g} s"
        for name, curve in curves.items()
    ]
    return Chart(
        "descent",
        figure,
        f"Radius-margin ratio: {'; '.join(parts)}. Proven: none is below {bound:.5g}.",
    )


def weights(ways: Mapping[str, Sequence[float]], near: int | None) -> Chart:
    """A bar for each degree and way; degrees that are nearly the identity share one."""
    figure = go.Figure()
    for i, (name, shares) in enumerate(_grouped(ways, near).items()):
        figure.add_bar(
            x=list(shares),
            y=list(shares.values()),
            name=escape(name),
            marker={"color": FAMILY_COLORS[i % len(FAMILY_COLORS)], "line": {"width": 0}},
            hovertemplate="%{y:.4f} on %{x}<extra>" + escape(name) + "</extra>",
        )
    figure.update_xaxes(title="degree of the conjunctions", type="category")
    figure.update_yaxes(title="weight", rangemode="tozero")
    laid_out(figure, 280, TOP).update_layout(barmode="group", bargap=0.25)
    parts = []
    for name, shares in _grouped(ways, near).items():
        heavy = sorted(shares.items(), key=lambda one: -one[1])[:3]
        said = ", ".join(
            f"{weight:.3f} on {place}" for place, weight in heavy if weight >= LEAST_WEIGHT
        )
        parts.append(f"{name}: {said}")
    return Chart("weights", figure, f"Weights by degree, the heaviest three. {'; '.join(parts)}.")


def formulas(dots: Sequence[Dot], linear: Dot | None, linear_auc: float | None) -> Chart:
    """Each formula's ratio and AUC; the linear kernel's AUC as the line (Figure 8.3).

    A ring marks the formula that the smallest ratio chooses.
    """
    figure = go.Figure()
    chosen = min((dot.ratio for dot in dots), default=0.0)
    figure.add_scatter(
        x=[dot.ratio for dot in dots],
        y=[dot.auc for dot in dots],
        text=[escape(dot.text, 60) for dot in dots],
        name="a formula",
        mode="markers",
        marker={
            "color": POSITIVE,
            "size": [15 if dot.ratio == chosen else 10 for dot in dots],
            "opacity": 0.75,
            "line": {
                "color": FAMILY_COLORS[4],
                "width": [3 if dot.ratio == chosen else 0 for dot in dots],
            },
        },
        hovertemplate="%{text}<br>ratio %{x:.4g}, AUC %{y:.2%}<extra></extra>",
        cliponaxis=False,
    )
    if linear is not None:
        figure.add_scatter(
            x=[linear.ratio],
            y=[linear.auc],
            name="linear kernel",
            mode="markers",
            marker={"color": NEGATIVE, "size": 12, "symbol": "diamond"},
            hovertemplate="linear kernel<br>ratio %{x:.4g}, AUC %{y:.2%}<extra></extra>",
            cliponaxis=False,
        )
    if linear_auc is not None:
        figure.add_hline(
            y=linear_auc,
            line={"dash": "dot", "color": NEGATIVE},
            annotation={"text": "AUC of the linear kernel", "yanchor": "bottom"},
            annotation_position="top right",
        )
    ratios = [dot.ratio for dot in dots]
    is_wide = bool(ratios) and max(ratios) > 20 * min(ratios) > 0
    figure.update_xaxes(title=f"radius-margin ratio, {RATIO}", type="log" if is_wide else "linear")
    figure.update_yaxes(title="AUC on rows held out", tickformat=".0%")
    laid_out(figure, 400, TOP).update_layout(clickmode="event+select")
    return Chart("formulas", figure, _formulas_text(dots, linear, linear_auc))


def _formulas_text(dots: Sequence[Dot], linear: Dot | None, linear_auc: float | None) -> str:
    beside = [] if linear_auc is None else [f"The linear kernel's AUC is {percent(linear_auc, 2)}"]
    if linear is not None:
        beside.append(f"its ratio {linear.ratio:.4g}")
    if not dots:
        return f"No formula has a finite ratio. {', '.join(beside)}."
    best = min(dots, key=lambda dot: dot.ratio)
    return (
        f"{len(dots)} formulas by radius-margin ratio and AUC. The smallest ratio, "
        f"{best.ratio:.4g}, is that of {best.text}, whose AUC is {percent(best.auc, 2)}. "
        f"{', '.join(beside)}."
    )


def _grouped(ways: Mapping[str, Sequence[float]], near: int | None) -> dict[str, dict[str, float]]:
    """Each way's weight by place on the axis."""
    n = len(next(iter(ways.values()))) - 1
    alone = n if near is None else min(n, near - 1)
    last = f"{alone + 1}–{n} or identity" if alone < n else "identity"
    last = f"{n} or identity" if alone == n - 1 else last
    return {
        name: {str(d): way[d - 1] for d in range(1, alone + 1)} | {last: sum(way[alone:])}
        for name, way in ways.items()
    }
