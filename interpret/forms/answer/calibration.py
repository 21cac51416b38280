"""How good an answer's yes is: how probable the class is, and a machine's errors at any cut.

A probability has one of two sources: the share of the class among the training rows of the same
clause, and the machine's decision value, turned into a probability by a logistic curve (Platt 1999)
that is fitted to rows left out of training. Both are measured on those rows, the curve by
cross-validation, and the better one is taken. It is the clause's share where both are alike, and
where too few rows or none are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.metrics import roc_curve

from interpret.data.roles import ties_of
from interpret.data.splits import folds
from interpret.fit.chances import AS_THEY_ARE, Curve, LeftOutOdds, Shares, platt, rounded, share
from interpret.fit.parts import Part
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import along
from interpret.measures import ClauseFigures, Confusion, area_under_curve, confusion
from interpret.rules.logic import Formula, fired
from interpret.shares import Share, share_of

CLAUSE, MACHINE = "clause", "machine"
LEAST = 10  # rows of either class among those left out, for a curve to be fitted
FOLDS = 5
NEVER = 1e-9  # the nearest that a probability comes to 0 or 1


@dataclass(frozen=True)
class Calibration:
    """What says how probable the class is, and how well it did on rows left out of training.

    source: "clause" or "machine"; rows: how many were left out, 0 where none could be used;
    clause_loss, machine_loss: the mean logarithmic loss on them; classes: how many rows there are
    of each class; of_clauses: makes the chance of a row from the log odds of its clause's share;
    of_machine: the same from its decision value.
    """

    source: str = CLAUSE
    rows: int = 0
    clause_loss: float | None = None
    machine_loss: float | None = None
    classes: dict[str, int] | None = None
    of_clauses: Curve = AS_THEY_ARE
    of_machine: Curve = AS_THEY_ARE


BY_CLAUSE = Calibration()


def shares(formula: Formula, clauses: Sequence[ClauseFigures], rule: Confusion) -> Shares:
    """clauses, rule: what the clauses and the rule did on the training rows."""
    if formula.denied:
        hits = [(c.rows - c.right, c.rows) for c in clauses]
        rest = rule.true_positive, rule.true_positive + rule.false_positive
    else:
        hits = [(c.right, c.rows) for c in clauses]
        rest = rule.false_negative, rule.false_negative + rule.true_negative
    return Shares(tuple(share(k, n) for k, n in hits), share(*rest), formula.denied)


def shares_of(e: Explanation) -> Shares:
    """The shares among the rows that the rule was found on."""
    return shares(e.rule.formula, e.rule_form.of_clauses["train"], e.rule_form.right["train"])


def calibrated(a: Answer) -> Calibration:
    """The source of an answer's probabilities, chosen on the rows held out."""
    by_shares = Calibration(classes=_classes(a), of_clauses=a.explanation.rule_choice.recalibration)
    if a.explanation.judged_on == "train":
        return by_shares
    part = a.judged
    least = min(int(part.y.sum()), int((~part.y).sum()))
    if least < LEAST:
        return by_shares
    try:
        split = folds(part.y, ties_of(part.table, a.explanation.settings.roles), FOLDS, 0)
    except ValueError:  # groups or times leave no fold
        return by_shares
    holding = fired(a.explanation.rule.formula.clauses, part.table)
    by_clause = by_shares.of_clauses.of(shares_of(a.explanation).log_odds(holding))
    by_machine = np.full(len(part.y), np.nan)
    for learn, judge in split:
        curve = Curve(*platt(part.scores[learn], part.y[learn]))
        by_machine[judge] = curve.of(part.scores[judge])
    known = ~np.isnan(by_machine)  # with a time, the first rows are only learned from
    y = part.y[known]
    losses = _loss(by_clause[known], y), _loss(by_machine[known], y)
    source = MACHINE if losses[1] < losses[0] else CLAUSE
    return replace(
        by_shares,
        source=source,
        rows=int(known.sum()),
        clause_loss=losses[0],
        machine_loss=losses[1],
        of_machine=_of_machine(part),
    )


def _of_machine(part: Part) -> Curve:
    """The curve of decision values, from rows held out, of both classes."""
    slope, shift = platt(part.scores, part.y)
    n = len(part.y) if part.groups is None else len(np.unique(part.groups))
    rows = LeftOutOdds(slope * part.scores + shift, part.y, n, 0.5)
    unsure = along(rows.unsure(1.0 if slope else 0.0, 0.0), slope, shift)
    return Curve(slope, shift, rows.least, len(part.y), unsure)


def bounded(probability: np.ndarray) -> np.ndarray:
    """The probabilities, kept away from exactly 0 and 1."""
    return np.clip(probability, NEVER, 1 - NEVER)


def of_their_sum(ends: np.ndarray) -> np.ndarray:
    """The ends of what each of several chances can be of their sum, and the same shape.

    ends: of each chance, float (n_chances, 2, n_rows). A share of the sum is least where its own
    chance is least and all others are largest.
    """
    others = ends.sum(axis=0) - ends
    return np.asarray(ends / (ends + others[:, ::-1]))


def _classes(a: Answer) -> dict[str, int]:
    column, e = a.as_read.column(a.explanation.target), a.explanation
    sizes = dict(zip(column.values, column.counts.tolist(), strict=True))
    return {name: int(sizes[name]) for name in (*e.positive, *e.negative)}


def _loss(probability: np.ndarray, y: np.ndarray) -> float:
    """The mean logarithmic loss."""
    likelihood = bounded(np.where(y, probability, 1 - probability))
    return rounded(-np.log(likelihood).mean())


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
