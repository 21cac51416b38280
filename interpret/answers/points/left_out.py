"""The chances of a card, learned from rows left out of the making of cards like it.

On the rows of each fold a card is made as the one that is shown: of the same length, with whole
points and exchanged clauses. The log odds that it gives the rows left out are compared with their
classes. On the rows that a card was made from, the same odds are too sure.
"""

import numpy as np

from interpret import cores
from interpret.answers.points.card_figures import Chances, along
from interpret.answers.points.choose import CardChoice
from interpret.answers.points.facts import Facts, Try
from interpret.answers.points.fit import FittedCard, searched
from interpret.answers.points.validated import PER_CELL, Space, folds_for
from interpret.fit.chances import LeftOutOdds, platt, rounded
from interpret.fit.folds import Fold
from interpret.fit.parts import Part
from interpret.fit.rule_problem import TrainedMachine
from interpret.rules.card import Card

BESIDE = 0.05  # points from the cut, and from the next total, where the curve may cross at least


def chances(fitted: FittedCard, choice: CardChoice, go_on: cores.GoOn = cores.always) -> Chances:
    """The curve of a card, without bands. Raises cores.Cancelled where go_on returned False."""
    folds, tried = choice.folds, choice.tried
    splits, sample = folds.splits[: folds.k], folds.sample
    space = Space(choice.language, choice.demands, choice.longest)
    arguments = [
        (fold, machine, tried, space, choice.terms)
        for fold, machine in folds_for(tried, folds, range(len(splits)))
    ]
    rows, variables = sample.examples.shape
    work = PER_CELL * rows * variables * len(splits)
    found = cores.completed(_of_fold, arguments, work, go_on)
    places = np.concatenate([rows for _, rows in splits])
    card, each, groups = fitted.card, sample.each, sample.ties.groups
    alarm, miss = (float(each[sample.y == label].mean()) for label in (False, True))
    left_out = LeftOutOdds(
        np.concatenate(found),
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


def _of_fold(
    fold: Fold,
    machine: TrainedMachine | None,
    tried: Try,
    space: Space,
    terms: int,
    go_on: cores.GoOn,
) -> np.ndarray:
    """The log odds of the rows left out, by a card made without them: float (n_left_out,)."""
    if go_on() is False:
        raise cores.Cancelled
    train, unseen = fold.train, fold.left_out
    facts = Facts.of(train, tried, machine, space.language, space.demands)
    found = searched(facts, terms, space.longest)
    held = [facts.clause(member).holds(unseen.table) for member in found.members]
    return found.odds(np.array(held, dtype=bool).reshape(len(held), len(unseen)))
