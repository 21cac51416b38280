"""How good an answer's yes is: how probable the class is.

A probability has one of two sources: the share of the class among the training rows of the same
clause, and the machine's decision value, turned into a probability by a logistic curve (Platt 1999)
that is fitted to rows left out of training. Both are measured on those rows, the curve by
cross-validation, and the better one is taken. It is the clause's share where both are alike, and
where too few rows or none are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.roles import ties_of
from interpret.data.splits import folds
from interpret.fit.chances import AS_THEY_ARE, Curve, LeftOutOdds, Shares, platt, rounded, share
from interpret.fit.parts import Part
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import along
from interpret.measures import ClauseFigures, Confusion
from interpret.rules.logic import Formula, fired

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
    except ValueError:  # groups leave no fold
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
