"""Where a machine says yes: its errors at any cut, its probabilities, and what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.metrics import roc_curve

from interpret.fit.chances import Curve, platt
from interpret.measures import Confusion, area_under_curve, confusion
from interpret.shares import Share, share_of

BINS = 8
CUTS = 40
LOWEST, HIGHEST = 0.02, 0.98  # cuts: saying yes pays from such a probability on


@dataclass(frozen=True)
class Bin:
    """Rows of about equal probability: what the machine gives them, and how many are positive."""

    probability: float
    positive: Share


@dataclass(frozen=True, eq=False)
class RocCurve:
    """How a machine ranks rows: the shares of the negatives and of the positives above each score,
    float (k,) both, the area beneath, and the same two shares of the rows that the rule accepts.
    """

    false_alarms: np.ndarray
    found: np.ndarray
    area: float
    rule: tuple[float, float]


def roc_of(scores: np.ndarray, y: np.ndarray, rule: Confusion) -> RocCurve | None:
    """The curve of rows and their scores, (n,) both; None unless there are rows of both classes."""
    specificity, sensitivity = rule.specificity.value, rule.sensitivity.value
    if specificity is None or sensitivity is None:
        return None
    false_alarms, found, _ = roc_curve(y, scores)
    area = area_under_curve(scores, y)
    return RocCurve(false_alarms, found, area, (1 - specificity, sensitivity))


def probabilities(train: np.ndarray, y: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The probability of each score, by a logistic curve through the training rows (Platt 1999).

    train, y: the scores and classes of training rows, y bool of both classes; scores: (n,).
    """
    return Curve(*platt(train, y)).of(scores)


def cuts_of(probability: np.ndarray) -> list[float]:
    """Probabilities to cut at, rising, with about equally many rows between them; one is ½."""
    places = np.quantile(probability, np.linspace(0, 1, CUTS))
    return sorted({0.5, *(float(f"{place:.3f}") for place in places)})


def at_cut(
    probability: np.ndarray, y: np.ndarray, groups: np.ndarray | None, cut: float
) -> Confusion:
    """The errors made by saying yes from this probability on; groups: as in reliability."""
    return confusion(probability >= cut, y, groups)


def reliability(
    probability: np.ndarray, y: np.ndarray, groups: np.ndarray | None
) -> tuple[Bin, ...]:
    """Rows in bins of about equal size, by their probability (DeGroot and Fienberg 1983).

    groups: whose rows belong together, int (n,); intervals are then those of groups.
    """
    order = np.argsort(probability, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    return tuple(
        Bin(
            float(probability[part].mean()),
            share_of(y[part], None if groups is None else groups[part]),
        )
        for part in parts
    )


def net_benefit(said: np.ndarray, y: np.ndarray, cut: float) -> float:
    """Hits minus false alarms, which count by the odds of the cut, as a share of the rows.

    Vickers and Elkin, Medical Decision Making 26, 2006. said, y: bool (n,).
    """
    hits, alarms = (said & y).mean(), (said & ~y).mean()
    return float(hits - alarms * cut / (1 - cut))


@dataclass(frozen=True)
class Benefit:
    """The net benefit of machine, rule and always saying yes where it pays from `cut` on."""

    cut: float
    machine: float
    rule: float
    always: float


def benefits(probability: np.ndarray, rule: np.ndarray, y: np.ndarray) -> Sequence[Benefit]:
    """The decision curve: benefits from the lowest cut to the highest; never saying yes is 0."""
    everybody = np.ones(len(y), dtype=bool)
    return [
        Benefit(
            float(cut),
            net_benefit(probability >= cut, y, cut),
            net_benefit(rule, y, cut),
            net_benefit(everybody, y, cut),
        )
        for cut in np.linspace(LOWEST, HIGHEST, 49)
    ]
