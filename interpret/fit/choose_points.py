"""The largest points of a card, chosen on left-out rows, and the log odds of cards like it there.

On the rows of each fold a card is made as the one that is shown: of the same length, with whole
points and exchanged clauses. Its log odds on the rows left out say how large points need to be, and
teach the chances of the card that is shown (`interpret.forms.answer.judging`).
"""

from dataclasses import replace

import numpy as np

from interpret import cores
from interpret.fit.cards_on_folds import PER_CELL, ROUNDING, Space, facts_of, folds_for
from interpret.fit.choose_card import CardChoice
from interpret.fit.fit_card import summed, with_integers
from interpret.fit.folds import Fold, ahead
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import rescaled
from interpret.rules.cards.logistic import Try, losses

RANGES = (1, 2, 3, 5, 10)  # the most points of a clause, for the class or against it


def choose_points(choice: CardChoice, go_on: cores.GoOn = cores.always) -> CardChoice:
    """The choice with the smallest range of points whose loss is not measurably larger than the
    least, and with the log odds of such cards. Raises cores.Cancelled where go_on returned False.
    """
    folds, tried = choice.folds, choice.tried
    space = Space(choice.language, choice.demands, choice.longest)
    places = range(len(folds.splits[: folds.k]))
    arguments = [
        (fold, machine, tried, space, choice.terms)
        for fold, machine in folds_for(tried, folds, places)
    ]
    rows, variables = folds.sample.examples.shape
    work = float(PER_CELL * rows * variables * len(places))
    odds = np.concatenate(cores.completed(_of_fold, arguments, work, go_on), axis=1)
    left_out = folds.left_out[: odds.shape[1]]
    each = folds.sample.each[left_out]
    lost = losses(odds, folds.sample.y[left_out].astype(float)) * each * rescaled(each)
    least = lost[int(np.argmin(np.round(lost.mean(axis=1), 9)))]
    near = (gain <= error + ROUNDING for gain, error in (ahead(loss, least) for loss in lost))
    place = next(place for place, is_near in enumerate(near) if is_near)
    return replace(choice, reach=RANGES[place], odds=odds[place])


def _of_fold(
    fold: Fold,
    machine: TrainedMachine | None,
    tried: Try,
    space: Space,
    terms: int,
    go_on: cores.GoOn,
) -> np.ndarray:
    """The log odds of the rows left out, by a card of each range: float (n_ranges, n_left_out)."""
    train, unseen = fold.train, fold.left_out
    facts = facts_of(train, tried, machine, space.language, space.demands)
    clause_sum, pool = summed(facts, terms, space.longest)
    odds = np.empty((len(RANGES), len(unseen)))
    for place, reach in enumerate(RANGES):
        if go_on() is False:
            raise cores.Cancelled
        found = with_integers(facts, clause_sum, pool, reach)
        held = [facts.clause(member).holds(unseen.table) for member in found.members]
        odds[place] = found.odds(np.array(held, dtype=bool).reshape(len(held), len(unseen)))
    return odds
