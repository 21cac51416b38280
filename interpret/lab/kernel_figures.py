"""Compared kernels in words and figures: which may be the best, and how much each can express.

All kernels are judged on the same left-out rows, so each is compared with the best one row by row.
With m kernels there are m - 1 such comparisons, each at 1 - 5 %/(m - 1) (Bonferroni): the kernel
whose machines rank best in truth is then among those that may be the best with 95 % (Hsu 1981).
Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
import plotly.graph_objects as go
from scipy.stats import t

from interpret.lab.compare import Comparison
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FAMILY_COLORS,
    LIMIT,
    POSITIVE,
    escape,
    laid_out,
)
from kernels.base import FeatureSum, Kernel, Mixture, Normalized, Sum
from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    Literals,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)
from kernels.catalog import parse
from kernels.classical import AverageNormalForm, ConjunctiveUpTo, Polynomial
from kernels.propositional import Connect, Not

CONFIDENCE = 0.95
ROUNDING = 1e-9  # of an AUC

LABEL = 40  # characters of a kernel on an axis
TOP = 48  # pixels above a chart


@dataclass(frozen=True)
class Difference:
    """How much better one AUC is than another, with an interval."""

    mean: float
    low: float
    high: float


def behind(c: Comparison) -> dict[str, Difference]:
    """Each kernel's AUC against that of the best, with an interval.

    That a kernel reaches the upper end of its own holds for all at once.
    """
    best, others = c.kernels[0], max(1, len(c.kernels) - 1)
    reach = float(t.ppf(1 - (1 - CONFIDENCE) / others, max(1, c.units - 1)))
    apart = {}
    for place, one in enumerate(c.kernels):
        of_both = c.covariance[place][place] + c.covariance[0][0] - 2 * c.covariance[0][place]
        mean, error = one.auc - best.auc, reach * sqrt(max(0.0, of_both))
        apart[one.kernel] = Difference(mean, mean - error, mean + error)
    return apart


def may_be_best(c: Comparison) -> list[str]:
    """The kernels that are not surely behind the best one, best first."""
    return [name for name, apart in behind(c).items() if apart.high >= -ROUNDING]


def advised(c: Comparison) -> str:
    """The simplest kernel that may be the best: that of the shortest formulas, then of the best
    AUC.
    """
    return min(may_be_best(c), key=lambda name: longest(parse(name)))


def verdict(c: Comparison) -> str:
    """Whether a kernel is surely better than the others, and which one to take."""
    equal, take = may_be_best(c), advised(c)
    said = "the simplest" if longest(parse(take)) < inf else "the first"
    if len(c.kernels) == 1:
        return f"{take} stands alone: compare it with other kernels."
    if len(equal) == 1:
        return f"{take} is surely better than the others."
    if len(equal) == len(c.kernels):
        return f"None is surely better than the others: take {said}, {take}."
    return f"{len(equal)} of {len(c.kernels)} may be the best: take {said} of them, {take}."


def longest(kernel: Kernel) -> float:
    """How many values the longest formula among a kernel's features has; infinite where there is no
    longest one, or where the features are no formulas.
    """
    match kernel:
        case Normalized(of=of) | Not(of=of):
            return longest(of)
        case Variables() | Literals():
            return 1
        case (
            MonotoneConjunctive(degree=degree, of=of)
            | MonotoneConjunctiveUpTo(degree=degree, of=of)
            | MonotoneDisjunctive(degree=degree, of=of)
            | Conjunctive(degree=degree, of=of)
            | Disjunctive(degree=degree, of=of)
        ):
            return degree * longest(of)
        case MonotoneRules(clauses=clauses, literals=literals, of=of):
            return clauses * literals * longest(of)
        case AverageNormalForm(outer=outer, inner=inner):
            return outer * inner
        case ConjunctiveUpTo(degree=degree) | Polynomial(degree=degree):
            return degree
        case Connect(left=left, right=right):
            return longest(left) + longest(right)
        case Sum(parts=parts) | FeatureSum(parts=parts) | Mixture(kernels=parts):
            return max(map(longest, parts))
        case _:
            return inf


def ranked(aucs: Mapping[str, Sequence[float]], behind: Mapping[str, Difference]) -> Chart:
    """The mean AUC of each kernel, best first, its folds, and how far it is behind the best.

    The best one's mean is a line: an interval that reaches it belongs to a kernel that may be as
    good. aucs: of the folds, by kernel.
    """
    names, best = list(aucs), 100 * float(np.mean(next(iter(aucs.values()))))
    rows = list(range(len(names)))
    means = [100 * float(np.mean(of_kernel)) for of_kernel in aucs.values()]
    low, high = ([best + 100 * end for end in ends] for ends in _ends(behind))
    is_behind = [apart.high < -ROUNDING for apart in behind.values()]
    figure = go.Figure()
    figure.add_scatter(
        x=[100 * auc for of_kernel in aucs.values() for auc in of_kernel],
        y=[row for row, of_kernel in enumerate(aucs.values()) for _ in of_kernel],
        name="a fold",
        mode="markers",
        marker={"color": LIMIT, "size": 6, "opacity": 0.5},
        hovertemplate="%{x:.2f} % in a fold<extra></extra>",
    )
    figure.add_scatter(
        x=means,
        y=rows,
        customdata=list(zip(low, high, strict=True)),
        error_x={
            "array": [end - mean for end, mean in zip(high, means, strict=True)],
            "arrayminus": [mean - end for end, mean in zip(low, means, strict=True)],
            "color": LIMIT,
            "thickness": 2,
            "width": 4,
        },
        name="mean, with its interval against the best",
        mode="markers",
        marker={"color": [LIMIT if one else POSITIVE for one in is_behind], "size": 11},
        hovertemplate="%{x:.2f} %, at least %{customdata[0]:.2f}, at most %{customdata[1]:.2f}"
        "<extra></extra>",
    )
    figure.add_vline(x=best, line={"color": POSITIVE, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="AUC on left-out rows", ticksuffix=" %", range=_span(aucs, low, high))
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[escape(name, LABEL) for name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=True,
        zeroline=False,
    )
    laid_out(figure, 100 + 28 * len(names), TOP)
    parts = [
        f"{name} {mean:.2f} %" + f" ({a:.2f} to {b:.2f} against the best)" * (mean < best)
        for name, mean, a, b in zip(names, means, low, high, strict=True)
    ]
    return Chart("ranked", figure, f"Mean AUC on left-out rows, best first: {'; '.join(parts)}.")


def _ends(behind: Mapping[str, Difference]) -> tuple[list[float], list[float]]:
    return [apart.low for apart in behind.values()], [apart.high for apart in behind.values()]


def _span(
    aucs: Mapping[str, Sequence[float]], low: Sequence[float], high: Sequence[float]
) -> list[float]:
    """The axis: from the least to the greatest that is drawn, within 0 and 100 %, with room."""
    drawn = [*(100 * auc for of_kernel in aucs.values() for auc in of_kernel), *low, *high]
    least, most = max(0.0, min(drawn)), min(100.0, max(drawn))
    room = max(0.5, 0.04 * (most - least))
    return [least - room, most + room]


def expressiveness(curves: Mapping[str, Sequence[float]]) -> Chart:
    """The standardised spectral ratio over the degree, a line for each family."""
    figure = go.Figure()
    for (name, curve), color in zip(curves.items(), FAMILY_COLORS, strict=False):
        figure.add_scatter(
            x=list(range(1, len(curve) + 1)),
            y=list(curve),
            name=escape(name),
            mode="lines+markers",
            line={"color": color, "dash": "dot" if name.startswith(("D", "CNF")) else "solid"},
            hovertemplate=f"{escape(name)}, degree %{{x}}: %{{y:.3f}}<extra></extra>",
        )
    figure.update_xaxes(title="degree (both degrees of a normal form)", dtick=1)
    figure.update_yaxes(title="standardised spectral ratio", range=[-0.02, 1.02])
    laid_out(figure, 380, TOP)
    parts = [
        f"{name} from {curve[0]:.2f} at degree 1 to {curve[-1]:.2f} at degree {len(curve)}"
        for name, curve in curves.items()
    ]
    return Chart("expressiveness", figure, f"Standardised spectral ratio. {'; '.join(parts)}.")
