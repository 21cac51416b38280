"""What is proven of a card: no other points, and no other clauses, fit the training rows better."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

import numpy as np

from interpret.data.table import Table
from interpret.points.card import Card
from interpret.points.convex import RowsToFit
from interpret.points.other_clauses import Known, Sums, clauses_bound
from interpret.points.other_points import card_fit, points_bound
from interpret.points.scored import Proof, near
from interpret.rules.pricing import Effort
from interpret.rules.single_tests import SingleTests


@dataclass(frozen=True, eq=False)
class Scope:
    """What a card is compared with, and how much is done for it.

    singles: the tests of clauses for the class, and of those against it, on the training rows; the
    same object where no direction is demanded. literals: tests in a clause at most; reach: of
    points; work: multiplications for the points, effort: clauses priced for the clauses.
    """

    singles: tuple[SingleTests, SingleTests]
    literals: int
    reach: int = 10
    work: int = 400_000_000
    effort: int = 500_000

    @property
    def directed(self) -> bool:
        """Whether clauses for the class have other tests than clauses against it."""
        return self.singles[0] is not self.singles[1]

    def signs(self, card: Card) -> np.ndarray:
        """For each clause of the card the sign that its points must have, 0 for any: (k,)."""
        if not self.directed:
            return np.zeros(len(card.terms), dtype=np.int64)
        either = set(self.singles[0].tests) & set(self.singles[1].tests)
        return np.array(
            [0 if either.issuperset(t.clause.tests) else np.sign(t.points) for t in card.terms],
            dtype=np.int64,
        )


def proved(
    card: Card, table: Table, targets: Sequence[float], each: Sequence[float], scope: Scope
) -> tuple[np.ndarray, Proof] | None:
    """The best points met for the card's clauses, in their order, and what is proven of these.

    These are the card's own wherever no better ones were met. targets: what each row of the table
    was fitted to, in [0, 1]; each: what it counts for, above 0. None where there is nothing to be
    proven: of a card without clauses, of rows of one class, of a card whose points tell nothing.
    """
    columns, rows = (
        card.fired(table),
        RowsToFit(np.asarray(targets, float), np.asarray(each, float)),
    )
    signs = scope.signs(card)
    of_points = points_bound(columns, card.points, rows, (scope.reach, signs), scope.work)
    if of_points is None:
        return None
    points = np.array(of_points.points, dtype=np.int64)
    loss, slope = card_fit(columns @ points, rows)
    total = slope * int(np.abs(points).sum())
    of_clauses: float | None = 0.0
    if loss > near(0.0):  # else nothing can be better
        used = np.flatnonzero(points)
        known = Known(columns[:, used], np.sign(points[used]))
        sums = Sums(scope.singles, scope.literals, total)
        of_clauses = clauses_bound(sums, known, rows, Effort(scope.effort))
    proof = Proof(
        loss=loss,
        range=scope.reach,
        of_points=loss if of_points.proven else _down(of_points.bound),
        of_clauses=None if of_clauses is None else _down(min(of_clauses, loss)),
        literals=scope.literals,
        total=total,
        directed=scope.directed,
    )
    return points, proof


def _down(bound: float) -> float:
    """A bound without the digits that rounding decides; it stays one."""
    return floor(bound * 1e6) / 1e6
