"""Compared kernels in words, numbers and figures: which may be the best, and how they see two rows.

All kernels are judged on the same left-out rows, so each is compared with the best one row by row.
With m kernels there are m - 1 such comparisons, each at 1 - 5 %/(m - 1) (Bonferroni): the kernel
whose machines rank best in truth is then among those that may be the best with 95 % (Hsu 1981).
Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import cycle
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
import plotly.graph_objects as go
from scipy.stats import spearmanr, t

from interpret.lab.compare import Compared, Comparison
from interpret.measures import percent
from interpret.present.wording import signed
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    FAMILY_COLORS,
    LIMIT,
    POSITIVE,
    escape,
    laid_out,
)
from kernels.base import FeatureKernel, FeatureSum, Kernel, Mixture, Normalized, Sum
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
from kernels.catalog import parse, reads, taken_apart
from kernels.classical import AverageNormalForm, ConjunctiveUpTo, Polynomial
from kernels.propositional import Connect, Not

CONFIDENCE = 0.95
ROUNDING = 1e-9  # of an AUC

FEW = 5  # the fewest kernels with a ratio whose order is worth a word
DIGITS = 3  # of an AUC; smaller differences are ties
WRITTEN = 6  # parts of a sum
WORD = re.compile(r"\w+")

LABEL, SHORT = 40, 20  # characters of a kernel on an axis, in a legend
TOP = 48  # pixels above a chart
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")


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


def how_alike(name: str, X: np.ndarray) -> str:
    """How a kernel's similarity of two examples, X of shape (2, n_variables), is made up."""
    kernel = parse(name)
    similarity = float(kernel(X)[0, 1])
    of = kernel.of if isinstance(kernel, Normalized) else kernel
    if isinstance(of, FeatureKernel):
        (first, both), (_, others) = of.exact(X)
        start = (
            f"{number(both)} of its formulas hold in both rows, {number(first)} in the first and "
            f"{number(others)} in the second"
        )
        if not first or not others:
            return (
                f"{start}: a row in which none holds has similarity 1 to its equals and 0 to "
                f"others, so the similarity is {similarity:.4g}."
            )
        return (
            f"{start}: the similarity is {number(both)} / √({number(first)} · {number(others)}) = "
            f"{similarity:.4g}."
        )
    shared = X[0].astype(int) @ X[1]
    start = f"The rows share {shared} of their {X[0].sum()} and {X[1].sum()} values"
    if isinstance(of, AverageNormalForm | Mixture):
        return f"{start}: the similarity is {_sum(of, X)} = {similarity:.4g}."
    value = f"{_with_numbers(name, X)} = {float(of(X)[0, 1]):.6g}"
    if not isinstance(kernel, Normalized):
        return f"{start}: the similarity is {value}."
    first, others = (float(of(X)[i, i]) for i in (0, 1))
    return (
        f"{start}: k(x, z) = {value}, k(x, x) = {first:.6g} and k(z, z) = {others:.6g}, and the "
        f"similarity is k(x, z) / √(k(x, x) · k(z, z)) = {similarity:.4g}."
    )


def number(n: int) -> str:
    """A count of formulas in words, however large."""
    return f"{n:,}" if n < 10**9 else f"{Decimal(n):.3e}".replace("e+", " · 10^")


def ratio_verdict(points: Mapping[str, tuple[float, float]]) -> str:
    """Whether kernels of a smaller ratio rank better here; points: finite ratio and AUC."""
    ratios, aucs = np.array(list(points.values()), dtype=float).reshape(-1, 2).T
    aucs = aucs.round(DIGITS)
    if len(points) < FEW or np.ptp(ratios) == 0 or np.ptp(aucs) == 0:
        return ""
    rank = float(spearmanr(ratios, aucs).statistic)
    if rank < -0.5:
        answer = "Here it does, by and large"
    elif rank > 0.5:
        answer = "Here the larger ratio went with the better kernel"
    else:
        answer = "Here it hardly tells"
    rank_told = f"the rank correlation of ratio and AUC is {signed(rank, 2)}"
    return f"{answer}: {rank_told} over {len(points)} kernels."


def comparison_rows(c: Comparison) -> list[dict[str, Any]]:
    """Every number of a comparison, a row for each kernel."""
    apart = behind(c)
    return [_numbers(compared, apart[compared.kernel]) for compared in c.kernels]


def _numbers(compared: Compared, apart: Difference) -> dict[str, Any]:
    ratio = compared.ratio
    return {
        "kernel": compared.kernel,
        "features": reads(compared.kernel),
        "AUC": compared.auc,
        "deviation of the folds": compared.spread,
        "accuracy": compared.accuracy,
        "AUC against the best": apart.mean,
        "at least": apart.low,
        "at most": apart.high,
        "R²/(ρ² n) at least": ratio.lower,
        "R²/(ρ² n) at most": ratio.upper if isfinite(ratio.upper) else None,
        "R² at least": compared.radius2.lower,
        "R² at most": compared.radius2.upper,
        "ρ² at least": compared.distance2.lower,
        "ρ² at most": compared.distance2.upper,
        "spectral ratio": compared.spectral_ratio,
        "standardised": compared.expressiveness,
        "alignment": compared.alignment,
        "rows told wrong": len(compared.wrong),
        "seconds": compared.seconds,
    } | {
        f"{what}, fold {i}": value
        for i, fold in enumerate(compared.folds, 1)
        for what, value in (("AUC", fold.auc), ("accuracy", fold.accuracy), ("C", fold.C))
    }


def _sum(of: AverageNormalForm | Mixture, X: np.ndarray) -> str:
    """A mean or a mixture of similarities as a sum, its first parts written out."""
    parts: list[tuple[str, Kernel]] = (
        [("", part) for part in of.parts]
        if isinstance(of, AverageNormalForm)
        else [(f"{weight:g} · ", part) for weight, part in zip(of.weights, of.kernels, strict=True)]
    )
    terms = " + ".join(f"{weight}{float(part(X)[0, 1]):.4g}" for weight, part in parts[:WRITTEN])
    more = " + …" if len(parts) > WRITTEN else ""
    if isinstance(of, AverageNormalForm):
        return f"the mean of {len(parts)} similarities, ({terms}{more}) / {len(parts)}"
    return f"{terms}{more}"


def _with_numbers(name: str, X: np.ndarray) -> str:
    """The formula of a kernel with the numbers of two examples."""
    entry, values = taken_apart(name)
    in_x, others, shared = int(X[0].sum()), int(X[1].sum()), int(X[0].astype(int) @ X[1])
    text = entry.formula.replace("2⟨x,z⟩", "2·⟨x,z⟩")
    numbers = {d.name: f"{value:g}" for d, value in zip(entry.degrees, values, strict=True)}
    text = WORD.sub(lambda word: numbers.get(word[0], word[0]), text)
    literals = X.shape[1] - in_x - others + 2 * shared
    for sign, n in (("|x|", in_x), ("|z|", others), ("⟨x,z⟩", shared), ("literals", literals)):
        text = text.replace(sign, str(n))
    return text


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


def ratio_scatter(points: Mapping[str, tuple[float, float]]) -> Chart:
    """Each kernel's finite ratio and its AUC."""
    ratios, aucs = np.array(list(points.values()), dtype=float).T
    aucs = 100 * aucs
    is_wide = ratios.max() > 20 * ratios.min() > 0
    room = max(0.15 * np.ptp(aucs), 1)
    lowest, highest = aucs.min() - room, min(aucs.max() + room, 100 + 0.15 * room)
    figure = go.Figure()
    # 6 and 7 have no common divisor, so no two of 42 kernels have the same mark
    marks = zip(points.items(), cycle(FAMILY_COLORS), cycle(SYMBOLS), strict=False)
    for (name, (ratio, auc)), color, symbol in marks:
        figure.add_scatter(
            x=[ratio],
            y=[100 * auc],
            name=escape(name, SHORT),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 11, "opacity": 0.85},
            hovertemplate=f"{escape(name)}<br>ratio %{{x:.3g}}, AUC %{{y:.2f}} %<extra></extra>",
            cliponaxis=False,
        )
    figure.update_xaxes(title="R² / (ρ² n), ρ the distance of the hulls")
    figure.update_xaxes(type="log" if is_wide else "linear")
    figure.update_yaxes(title="AUC on left-out rows", ticksuffix=" %", range=[lowest, highest])
    laid_out(figure, 380, TOP)
    parts = [
        f"{name}: ratio {ratio:.3g}, AUC {percent(auc, 2)}" for name, (ratio, auc) in points.items()
    ]
    return Chart("ratio_scatter", figure, f"Radius-margin ratio against AUC. {'; '.join(parts)}.")


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
