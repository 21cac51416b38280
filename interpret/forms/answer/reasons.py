"""Why a card says what it says of a row: the conditions that carried the row furthest.

A row is compared with the row furthest from
its verdict. For a row called positive, that is a row with the fewest points possible: a condition
with points for the class carries the row by these points if it holds, and a condition with points
against it by the points it spares the row if it does not hold. For any other row it is a row with
the most points possible, and all signs are turned. So the conditions' shares add up to the row's
total minus the least total, or to the greatest total minus the row's.
"""

from dataclasses import dataclass

import numpy as np

from interpret.present import wording
from interpret.rules.card import Card, Term

MOST_REASONS = 4  # reasons of one row, as notices of credit decisions give them


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

    fired: which clauses hold there, bool (n_terms,). Among terms that carried it equally far, those
    that hold come first, then the order of the card decides.
    """
    is_positive = bool((card.points @ fired) > card.cut)
    towards = [
        PointsReason(term, bool(holds))
        for term, holds in zip(card.terms, fired, strict=True)
        if ((term.points > 0) == bool(holds)) == is_positive
    ]
    return tuple(
        sorted(towards, key=lambda reason: (-reason.carried, not reason.holds))[:MOST_REASONS]
    )


def reason_words(reason: PointsReason) -> str:
    """A condition with its points, and whether they count because it holds or fails."""
    condition = (
        f"{wording.clause_words(reason.term.clause)} ({wording.points_words(reason.term.points)})"
    )
    return condition if reason.holds else f"does not hold: {condition}"
