"""Compared kernels in words and figures: which may be the best, and how much each can express.

All kernels are judged on the same left-out rows, so each is compared with the best one row by row.
With m kernels there are m - 1 such comparisons, each at 1 - 5 %/(m - 1) (Bonferroni): the kernel
whose machines rank best in truth is then among those that may be the best with 95 % (Hsu 1981).
Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Mapping, Sequence
from math import inf, sqrt

import plotly.graph_objects as go
from scipy.stats import t

from interpret.lab.compare import Compared, Comparison
from interpret.tell.blocks import Chart
from interpret.tell.charts import FAMILY_COLORS, escape, laid_out
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

TOP = 48  # pixels above a chart


def may_be_best(c: Comparison) -> list[str]:
    """The kernels that are not surely behind the best one, best first."""
    best, others = c.kernels[0], max(1, len(c.kernels) - 1)
    reach = float(t.ppf(1 - (1 - CONFIDENCE) / others, max(1, c.units - 1)))
    equal = []
    for place, one in enumerate(c.kernels):
        of_both = c.covariance[place][place] + c.covariance[0][0] - 2 * c.covariance[0][place]
        if best.auc - one.auc <= reach * sqrt(max(0.0, of_both)) + ROUNDING:
            equal.append(one.kernel)
    return equal


def advised(c: Comparison) -> str:
    """The simplest kernel that may be the best: that of the shortest formulas, then of the best
    AUC.
    """
    return min(may_be_best(c), key=lambda name: longest(parse(name)))


def verdict(c: Comparison) -> str:
    """Whether one is surely better than the others, which to take, and how often it is right."""
    equal, take = may_be_best(c), advised(c)
    said = "the simplest" if longest(parse(take)) < inf else "the first"
    one = next(compared for compared in c.kernels if compared.kernel == take)
    n = one.left_out
    right = f"all {n:,}" if not one.wrong else f"{n - one.wrong:,} of {n:,}"
    gets = f"gets {right} left-out rows right"
    if len(c.kernels) == 1:
        return f"{take} {gets}, and stands alone: compare it with other kernels."
    if len(equal) == 1:
        return f"{take} is surely better than the others: it {gets}."
    if len(equal) == len(c.kernels):
        return f"None is surely better than the others; {said}, {take}, {gets}."
    return f"{len(equal)} of {len(c.kernels)} may be the best; {said} of them, {take}, {gets}."


def ranked(c: Comparison) -> list[list[Compared]]:
    """Those that may be the best in one line, the advised one first; then each other alone."""
    first = advised(c)
    equal = sorted(
        (one for one in c.kernels if one.kernel in may_be_best(c)),
        key=lambda one: one.kernel != first,
    )
    return [equal, *([one] for one in c.kernels if one not in equal)]


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
