"""Which kernels of a comparison may be the best one, and which of them is the simplest.

All are judged on the same left-out rows, so each is compared with the best one row by row. With m
kernels there are m - 1 such comparisons, each at 1 - 5 %/(m - 1) (Bonferroni): the kernel whose
machines rank best in truth is then among those that may be the best with 95 % (Hsu 1981).
"""

from dataclasses import dataclass
from math import inf, sqrt

from scipy.stats import t

from interpret.lab.compare import Comparison
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
