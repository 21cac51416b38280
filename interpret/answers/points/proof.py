"""What is proven of a card: no other points, and no other clauses, fit the training rows better."""

from dataclasses import dataclass
from math import floor

import numpy as np

from interpret.answers.points.card_figures import Proof, near
from interpret.answers.points.chances import RowsToFit
from interpret.answers.points.facts import Sides
from interpret.answers.points.other_clauses import Known, Sums, clauses_bound
from interpret.answers.points.other_points import card_fit, points_bound
from interpret.rules.pricing import Effort

WORK = 600_000_000  # multiplications for the points, roughly
EFFORT = 2_000_000_000  # rows of clauses priced for the clauses, about


@dataclass(frozen=True, eq=False)
class Scope:
    """Which cards a card is compared with, and how much work that may take.

    singles: the tests of clauses on the training rows; signs: what sign the points of each clause
    of the card must have, 0 for any, int (k,); listed: which of these clauses are of so many of
    the tests, bool (k,), for a clause of the rule may be another; literals: tests in a clause at
    most; reach: of points; demanded: whether something is forbidden or has a direction.
    """

    singles: Sides
    signs: np.ndarray
    listed: np.ndarray
    literals: int
    reach: int
    demanded: bool = False


def proved(
    columns: np.ndarray, points: np.ndarray, rows: RowsToFit, scope: Scope
) -> tuple[np.ndarray, Proof] | None:
    """The best points found for a card's clauses, in their order, and what is proven of them.

    They are the card's own unless better ones were found. columns: which rows each clause holds
    for, bool (n, k); points: the card's own, (k,). None if there is nothing to prove: for a card
    without clauses, rows of one class, or a card whose points tell no rows apart.
    """
    allowed = scope.reach, scope.signs
    of_points = points_bound(columns, points, rows, allowed, WORK)
    if of_points is None:
        return None
    points = np.array(of_points.points, dtype=np.int64)
    fit = card_fit(columns, points, rows)
    total = fit.slope * int(np.abs(points).sum())
    of_clauses: float | None = 0.0
    if fit.loss > near(0.0):  # else nothing can be better
        used = np.flatnonzero((points != 0) & scope.listed)
        known = Known(columns[:, used], np.sign(points[used]))
        sums = Sums(scope.singles, scope.literals, total)
        of_clauses = clauses_bound(sums, known, rows, Effort(EFFORT // len(rows.each)))
    proof = Proof(
        loss=fit.loss,
        objective=fit.objective,
        ridge=float(rows.ridge / rows.each.sum()),
        range=scope.reach,
        of_points=fit.objective if of_points.proven else _down(of_points.bound),
        of_clauses=None if of_clauses is None else _down(of_clauses),
        literals=scope.literals,
        total=total,
        demanded=scope.demanded,
    )
    return points, proof


def _down(bound: float) -> float:
    """A lower bound, rounded down to digits that do not depend on rounding errors."""
    return floor(bound * 1e6) / 1e6
