"""What another cut would do: a card's totals on rows, and how often each cut is right on them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.measures import Confusion, confusion
from interpret.rules.card import Card


@dataclass(frozen=True)
class AtCut:
    """The figures of a cut: a row with more points than it is called positive."""

    cut: int
    counts: Confusion


@dataclass(frozen=True)
class TotalsAtCuts:
    """How many rows of the class, and how many others, have totals from `low` to `high`."""

    low: int
    high: int
    positives: int
    negatives: int


def at_cuts(
    card: Card, totals: np.ndarray, y: np.ndarray, groups: np.ndarray | None
) -> tuple[AtCut, ...]:
    """Every cut that divides the rows differently, and the card's own cut, ascending.

    totals: int (n,); y: bool (n,); groups: whose rows belong together, int (n,).
    """
    found = {int(total) for total in totals}
    cuts = sorted({card.cut, min(found, default=card.cut) - 1, *found})
    return tuple(AtCut(cut, confusion(totals > cut, y, groups)) for cut in cuts)


def spread(totals: np.ndarray, y: np.ndarray, most: int) -> Sequence[TotalsAtCuts]:
    """The rows by their totals, in bars of equal width that begin at multiples of it.

    most: how many bars there may be, 2 or more, since no bar holds totals on both sides of 0.
    """
    if not len(totals):
        return ()
    low, high = int(totals.min()), int(totals.max())
    width = -(-(high - low + 1) // most)
    while high // width - low // width >= most:
        width += 1
    found = []
    for start in range(low - low % width, high + 1, width):
        inside = (totals >= start) & (totals < start + width)
        positives = int(y[inside].sum())
        found.append(
            TotalsAtCuts(start, start + width - 1, positives, int(inside.sum()) - positives)
        )
    return tuple(found)
