"""The figures of kernel learning, each with its alternative in words.

As in figures.py: no theme of their own, and text from data passes through its `escape`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from interpret.data.complaints import counted
from interpret.lab.learn import Learnt
from interpret.tell.charts import FAMILY_COLORS, LIMIT, NEGATIVE, POSITIVE, escape, laid_out

TOP = 56  # pixels above a chart, for a legend of two lines
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
RATIO = "R² / (ρ² n)"
LEAST_WEIGHT_TOLD = 0.0005  # a smaller one is not named

Curve = Sequence[tuple[float, float, float]]  # seconds, ratio, bound


@dataclass(frozen=True)
class Dot:
    """A formula as a kernel, where it is drawn."""

    text: str
    ratio: float
    auc: float


def dots_of(learnt: Learnt) -> list[Dot]:
    """The formulas that have a ratio and an AUC, from the smallest ratio."""
    dots = (
        Dot(one.text, one.ratio, one.auc)
        for one in learnt.formulas
        if one.ratio is not None and one.auc is not None
    )
    return sorted(dots, key=lambda dot: dot.ratio)


def descent(
    curves: Mapping[str, Curve], bound: float, numbers: Sequence[int] | None = None
) -> go.Figure:
    """The ratio of each way at each step, and the proven bound under all of them.

    numbers: those of the steps, where a curve has only some of them.
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
    return laid_out(figure, 380, TOP)


def descent_text(
    curves: Mapping[str, Curve], bound: float, numbers: Sequence[int] | None = None
) -> str:
    parts = [
        f"{name} reaches {curve[-1][1]:.5g} in "
        f"{counted(numbers[-1] if numbers else len(curve), 'step')} and "
        f"{curve[-1][0]:.2g} s"
        for name, curve in curves.items()
    ]
    return f"Radius-margin ratio: {'; '.join(parts)}. Proven: none is below {bound:.5g}."


def weights(ways: Mapping[str, Sequence[float]], near: int | None) -> go.Figure:
    """A bar for each degree and way; the degrees that are as good as the identity as one."""
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
    return laid_out(figure, 340, TOP).update_layout(barmode="group", bargap=0.25)


def weights_text(ways: Mapping[str, Sequence[float]], near: int | None) -> str:
    parts = []
    for name, shares in _grouped(ways, near).items():
        heavy = sorted(shares.items(), key=lambda one: -one[1])[:3]
        said = ", ".join(
            f"{weight:.3f} on {place}" for place, weight in heavy if weight >= LEAST_WEIGHT_TOLD
        )
        parts.append(f"{name}: {said}")
    return f"Weights by degree, the heaviest three. {'; '.join(parts)}."


def formulas(dots: Sequence[Dot], linear: Dot | None, linear_auc: float | None) -> go.Figure:
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
        hovertemplate="%{text}<br>ratio %{x:.4g}, AUC %{y:.4f}<extra></extra>",
        cliponaxis=False,
    )
    if linear is not None:
        figure.add_scatter(
            x=[linear.ratio],
            y=[linear.auc],
            name="linear kernel",
            mode="markers",
            marker={"color": NEGATIVE, "size": 12, "symbol": "diamond"},
            hovertemplate="linear kernel<br>ratio %{x:.4g}, AUC %{y:.4f}<extra></extra>",
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
    figure.update_yaxes(title="AUC on rows held out")
    return laid_out(figure, 400, TOP).update_layout(clickmode="event+select")


def formulas_text(dots: Sequence[Dot], linear: Dot | None, linear_auc: float | None) -> str:
    beside = [] if linear_auc is None else [f"The linear kernel's AUC is {linear_auc:.4f}"]
    if linear is not None:
        beside.append(f"its ratio {linear.ratio:.4g}")
    if not dots:
        return f"No formula has a finite ratio. {', '.join(beside)}."
    best = min(dots, key=lambda dot: dot.ratio)
    return (
        f"{len(dots)} formulas by radius-margin ratio and AUC. The smallest ratio, "
        f"{best.ratio:.4g}, is that of {best.text}, whose AUC is {best.auc:.4f}. "
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
