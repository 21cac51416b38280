"""Why a card says what it says of a row: the conditions that carried the row furthest.

A row is compared with the row that is furthest from its verdict. Of a row called positive that is
one with the fewest points possible: a condition with points for the class carries the row by these
points where it holds, and one with points against it where it does not, by those that it spares.
Of any other row it is one with the most points possible, and the signs are turned. So what all
conditions carry adds up to the row's total less the least, or to the most less its total.
"""

from dataclasses import dataclass

import numpy as np

from interpret.answers.points.card import Card, Term

MOST = 4  # reasons of one row, as notices of credit decisions give them


@dataclass(frozen=True)
class PointsReason:
    """A term that carried a row towards its verdict. holds: whether its clause does there."""

    term: Term
    holds: bool

    @property
    def carried(self) -> int:
        """By how many points."""
        return abs(self.term.points)


def reasons(card: Card, fired: np.ndarray) -> tuple[PointsReason, ...]:
    """The terms that carried a row furthest towards its verdict, most first, at most four.

    fired: which clauses hold there, bool (n_terms,). Of terms that carried it equally far those
    that hold come first, then they stand as on the card. What every row gets is no reason.
    """
    is_positive = bool((card.points @ fired) > card.cut)
    towards = [
        PointsReason(term, bool(holds))
        for term, holds in zip(card.terms, fired, strict=True)
        if term.clause.tests and ((term.points > 0) == bool(holds)) == is_positive
    ]
    return tuple(sorted(towards, key=lambda reason: (-reason.carried, not reason.holds))[:MOST])
