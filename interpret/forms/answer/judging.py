"""The forms of an answer with every figure, counted on its rows.

The chances of a card are learned from rows left out of the making of cards like it
(`interpret.fit.fit_card`): the log odds that those gave are compared with the classes. On the
rows that a card was made from, the same odds are too sure.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from interpret.fit.chances import LeftOutOdds, platt, rounded
from interpret.fit.choose_card import CardChoice
from interpret.fit.fit_card import FittedCard
from interpret.fit.machine import Machine
from interpret.fit.parts import Part
from interpret.forms.answer.form import HAND, Band, CardForm, Chances, RuleForm, along
from interpret.measures import Confusion, apart, auc, clause_figures, confusion
from interpret.rules.card import Card, Term
from interpret.rules.logic import Formula

Lost = Callable[[Confusion], float]
BANDS = 10  # of totals in the table of chances, about
BESIDE = 0.05  # points from the cut, and from the next total, where the curve may cross at least


def _judged(card: Card, parts: Mapping[str, Part]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What the rows tell of every form, with the intervals of groups where rows belong together;
    and the total of each row.
    """
    totals = {p: card.totals(part.table) for p, part in parts.items()}
    says = {p: totals[p] > card.cut for p in parts}
    figures: dict[str, Any] = {
        "card": card,
        "right": {p: part.right(says[p]) for p, part in parts.items()},
        "fidelity": {p: part.agrees(says[p]) for p, part in parts.items()},
        "apart": {
            p: apart(says[p], part.scores > 0, part.y, part.groups) for p, part in parts.items()
        },
    }
    return figures, totals


def rule_form(formula: Formula, parts: Mapping[str, Part], machine: Machine) -> RuleForm:
    """Every figure of a rule. machine: trained on the "train" rows of parts."""
    card = Card.of(formula)
    figures, totals = _judged(card, parts)
    return RuleForm(
        **figures,
        weight=float(np.array(machine.weights)[totals["train"] > card.cut].sum()),
        of_clauses={
            p: clause_figures(formula, part.table, part.y, part.groups) for p, part in parts.items()
        },
    )


def found_card(
    fitted: FittedCard, choice: CardChoice, parts: Mapping[str, Part], lost: Lost
) -> CardForm:
    """Every figure of a card as it was found. lost: what verdicts are judged by."""
    curve = chances(fitted, choice)
    figures = card_form(fitted.card, curve, choice.tried.fitted_to, parts, lost)
    return replace(figures, lengths=choice.lengths, proof=fitted.proof, way=choice.way)


def changed_card(before: CardForm, card: Card, parts: Mapping[str, Part], lost: Lost) -> CardForm:
    """Every figure of a card that was changed by hand; nothing about it is proven or validated. If
    only the cut has changed, the chances stay. Else their curve is learned anew, on the totals of
    the training rows, since no rows were left out for this card.
    """
    curve = replace(before.chances, bands=())
    if card.terms != before.card.terms:
        curve = of_training(card, parts["train"], curve.pays)
    return card_form(card, curve, HAND, parts, lost)


def card_form(
    card: Card, curve: Chances, fitted_to: str, parts: Mapping[str, Part], lost: Lost
) -> CardForm:
    """A card on the rows of an answer.

    curve: without bands; lost: what verdicts are judged by (Settings.lost).
    """
    figures, totals = _judged(card, parts)
    on = parts["test" if len(parts["test"].y) else "train"]
    bands = _bands(card, curve, totals["train"], totals[on.name], on)
    return CardForm(
        **figures,
        auc={p: auc(totals[p].astype(float), part.y) for p, part in parts.items()},
        fitted_to=fitted_to,
        chances=replace(curve, bands=bands),
        worth=_worth(card, on, lost),
    )


def _worth(card: Card, judged: Part, lost: Lost) -> tuple[float, ...]:
    """For each term, how much more the card without it loses on judged rows."""
    totals = card.totals(judged.table)

    def loses(totals_of: np.ndarray) -> float:
        return lost(confusion(totals_of > card.cut, judged.y, None))

    def without(term: Term) -> np.ndarray:
        return totals - term.points * term.clause.holds(judged.table)

    return tuple(round(loses(without(term)) - loses(totals), 9) for term in card.terms)


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
        bands.append(Band(low, high, *curve.told(middle), share))
    return tuple(bands)


def chances(fitted: FittedCard, choice: CardChoice) -> Chances:
    """The curve of a card, without bands."""
    folds, sample = choice.folds, choice.folds.sample
    places = folds.left_out[: len(choice.odds)]
    card, each, groups = fitted.card, sample.each, sample.ties.groups
    alarm, miss = (float(each[sample.y == label].mean()) for label in (False, True))
    left_out = LeftOutOdds(
        choice.odds,
        sample.y[places],
        len(np.unique(places if groups is None else groups[places])),
        alarm / (miss + alarm),
        (
            fitted.slope * (card.cut + BESIDE) + fitted.offset,
            fitted.slope * (card.cut + 1 - BESIDE) + fitted.offset,
        ),
    )
    slope, shift = left_out.curve() if fitted.slope else left_out.flat
    return Chances(
        rounded(slope * fitted.slope),
        rounded(slope * fitted.offset + shift),
        len(np.unique(places)),
        least=left_out.least,
        pays=rounded(left_out.pays),
        unsure=along(left_out.unsure(slope, shift), fitted.slope, fitted.offset),
    )


def of_training(card: Card, train: Part, pays: float) -> Chances:
    """The curve of a card that was made by hand, from the rows at hand; pays: as in Chances."""
    totals, groups = card.totals(train.table), train.groups
    slope, offset = platt(totals, train.y)
    n = len(totals) if groups is None else len(np.unique(groups))
    rows = LeftOutOdds(slope * totals + offset, train.y, n, pays)
    again, shift = rows.curve() if slope else rows.flat
    return Chances(
        rounded(again * slope),
        rounded(again * offset + shift),
        0,
        least=rows.least,
        pays=pays,
        unsure=along(rows.unsure(again, shift), slope, offset),
    )
