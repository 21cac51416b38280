"""The card of an answer with its figures."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from interpret import cores
from interpret.answers.points.card_figures import HAND, Band, CardFigures, Chances
from interpret.answers.points.choose import CardChoice
from interpret.answers.points.fit import FittedCard
from interpret.answers.points.left_out import chances, of_training
from interpret.fit.parts import Part
from interpret.measures import auc
from interpret.rules.card import Card, Term

BANDS = 10  # of totals in the table of chances, about


def scored(
    fitted: FittedCard,
    choice: CardChoice,
    parts: Mapping[str, Part],
    go_on: cores.GoOn = cores.always,
) -> CardFigures:
    """Every figure of a card as it was found; raises Cancelled where go_on returned False."""
    curve = chances(fitted, choice, go_on)
    figures = card_figures(fitted.card, curve, choice.tried.fitted_to, parts)
    return replace(figures, lengths=choice.lengths, proof=fitted.proof)


def changed_card(before: CardFigures, card: Card, parts: Mapping[str, Part]) -> CardFigures:
    """Every figure of a card that was changed by hand; nothing about it is proven or validated. If
    only the cut has changed, the chances stay. Else their curve is learned anew, on the totals of
    the training rows, since no rows were left out for this card.
    """
    curve = replace(before.chances, bands=())
    if card.terms != before.card.terms:
        curve = of_training(card, parts["train"], curve.pays)
    return card_figures(card, curve, HAND, parts)


def card_figures(
    card: Card, curve: Chances, fitted_to: str, parts: Mapping[str, Part]
) -> CardFigures:
    """A card on the rows of an answer, with the intervals of groups where rows belong together.

    curve: without bands.
    """
    totals = {p: card.totals(part.table) for p, part in parts.items()}
    judged = parts["test" if len(parts["test"].y) else "train"]
    bands = _bands(card, curve, totals["train"], totals[judged.name], judged)
    return CardFigures(
        card=card,
        fitted_to=fitted_to,
        chances=replace(curve, bands=bands),
        right={p: part.right(totals[p] > card.cut) for p, part in parts.items()},
        fidelity={p: part.agrees(totals[p] > card.cut) for p, part in parts.items()},
        auc={p: auc(totals[p].astype(float), part.y) for p, part in parts.items()},
        worth=_worth(card, judged),
    )


def _worth(card: Card, judged: Part) -> tuple[float, ...]:
    """For each term, how much less often the card without it is right on judged rows."""
    totals = card.totals(judged.table)

    def right(totals_of: np.ndarray) -> float:
        return float(((totals_of > card.cut) == judged.y).mean())

    def without(term: Term) -> np.ndarray:
        return totals - term.points * term.clause.holds(judged.table)

    return tuple(round(right(totals) - right(without(term)), 9) for term in card.terms)


def _bands(
    card: Card,
    curve: Chances,
    trained: np.ndarray,
    totals: np.ndarray,
    judged: Part,
) -> tuple[Band, ...]:
    """All possible totals in bands of about as many training rows each; one ends at the cut.

    trained: the totals of training rows; totals: those of the rows to judge by.
    """
    values, counts = np.unique(trained, return_counts=True)
    highs, inside = [], 0
    for value, count, after in zip(values, counts, np.append(values[1:], card.most), strict=True):
        inside += int(count)
        # A band reaches up to the next total that occurs, and one band ends at the cut.
        ends = min(int(after) - 1, card.cut) if value <= card.cut < after else int(after) - 1
        if inside >= len(trained) / BANDS or value <= card.cut < after:
            highs.append(ends)
            inside = 0
    highs = sorted({high for high in highs if card.least <= high < card.most} | {card.most})
    lows = [card.least, *(high + 1 for high in highs[:-1])]
    bands = []
    for low, high in zip(lows, highs, strict=True):
        rows = (totals >= low) & (totals <= high)
        within = trained[(trained >= low) & (trained <= high)]
        middle = within if len(within) else np.array([low, high])
        share = judged.share(judged.y, rows)
        bands.append(Band(low, high, *curve.told(middle), share, len(within)))
    return tuple(bands)
