"""Fits a card to training rows: clauses, integers, the largest points, cut and curve.

The best sum of a length is rounded to whole points, then improved as it is. On the rows of each
fold a card is made as the one that is shown: of the same length, with whole points and exchanged
clauses. Its log odds on the rows left out say how large points need to be, and teach the chances of
the card that is shown (`interpret.forms.answer.judging`).
"""

from dataclasses import dataclass, replace
from math import floor, gcd

import numpy as np

from interpret import cores
from interpret.fit.cards_on_folds import PER_CELL, ROUNDING, Request, Space, facts_of, folds_for
from interpret.fit.choose_card import CardChoice, CardWay
from interpret.fit.folds import Fold, ahead
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample, rescaled
from interpret.row_limits import ROWS
from interpret.rules.card import Card, Term
from interpret.rules.cards.integer_points import curve, moved, rounded
from interpret.rules.cards.logistic import ClauseSum, Facts, Member, Try, losses
from interpret.rules.cards.path import path, repriced
from interpret.rules.cards.proof import Proof, Scope, proved
from interpret.rules.demands import NOTHING

SURELY = 1e-9  # the least gain, as a share of the loss, for which a clause is exchanged


@dataclass(frozen=True, eq=False)
class IntegerSum:
    """A sum of clauses with integer points, (k,), and the scale and offset of its totals."""

    members: tuple[Member, ...]
    points: np.ndarray
    scale: float
    offset: float

    @property
    def tells_rows_apart(self) -> bool:
        return self.scale > 0 and bool(self.points.any())

    def odds(self, columns: np.ndarray) -> np.ndarray:
        """The log odds of rows, float (n,). columns: which clauses hold, bool (k, n)."""
        if not self.tells_rows_apart:
            return np.full(columns.shape[1], self.offset)
        return self.scale * (self.points @ columns) + self.offset


def searched(facts: Facts, terms: int, longest: int, reach: int) -> IntegerSum:
    """A sum of `terms` clauses with points up to `reach`, from a path of sums up to the longest."""
    clause_sum, pool = summed(facts, terms, longest)
    return with_integers(facts, clause_sum, pool, reach)


def summed(facts: Facts, terms: int, longest: int) -> tuple[ClauseSum, tuple[Member, ...]]:
    """The best sum of `terms` clauses, and the clauses of all sums met."""
    sums = repriced(facts, path(facts, longest), terms)
    clause_sum = [one for one in sums if len(one.members) <= terms][-1]
    return clause_sum, tuple(dict.fromkeys(member for one in sums for member in one.members))


def with_integers(
    facts: Facts, clause_sum: ClauseSum, pool: tuple[Member, ...], reach: int
) -> IntegerSum:
    """A sum's clauses with integers; clauses may be replaced from the pool or have cuts moved."""
    members = clause_sum.members
    if not members:
        return IntegerSum(members, np.zeros(0, dtype=np.int64), 0.0, float(clause_sum.weights[-1]))
    columns = facts.columns(members)
    points = rounded(columns, clause_sum.weights, facts.rows, reach)
    points, a, b, loss = _moved(facts, members, columns, points, reach)
    slid = (other for member in members for other in facts.moved(member))
    others = [other for other in dict.fromkeys((*pool, *slid)) if other not in members]
    rows = dict(zip(others, facts.columns(tuple(others)), strict=True))
    better = True
    while better:
        better = False
        for place, member in enumerate(members):
            for other in others:
                if facts.sign(other) * points[place] < 0 or other in members:
                    continue
                trial = columns.copy()
                trial[place] = rows[other]
                trial_curve = curve(points @ trial, facts.rows, (points**2).sum(), (a, b))
                if trial_curve[2] >= loss * (1 - SURELY) or trial_curve[0] <= 0:
                    continue
                rest = (*members[:place], *members[place + 1 :])
                if facts.may_join(other, rows[other], rest, np.delete(columns, place, axis=0)):
                    rows[member] = columns[place]
                    others.append(member)
                    members = (*members[:place], other, *members[place + 1 :])
                    columns, (a, b, loss), better = trial, trial_curve, True
                    break
        if better:
            points, a, b, loss = _moved(facts, members, columns, points, reach)
    return IntegerSum(members, points, a, b)


def _moved(
    facts: Facts,
    members: tuple[Member, ...],
    columns: np.ndarray,
    points: np.ndarray,
    reach: int,
) -> tuple[np.ndarray, float, float, float]:
    signs = np.array([facts.sign(member) for member in members], dtype=np.int64)
    improved: tuple[np.ndarray, float, float, float] = moved(
        columns, points, facts.rows, reach, signs
    )
    return improved


@dataclass(frozen=True, eq=False)
class FittedCard:
    """A card, its proof, and the log odds of a total on its rows, slope · total + offset."""

    card: Card
    slope: float
    offset: float
    proof: Proof | None = None


def fitted_card(
    sample: Sample,
    way: CardWay,
    machine: TrainedMachine | None,
    request: Request,
    proves: bool = False,
) -> FittedCard:
    """The card of the rows. machine: trained on them; None where the way fits labels alone.

    proves: whether better points are searched for and proven. Nothing is proven where rows
    were drawn, or without a clause.
    """
    is_whole = len(sample) <= ROWS.card_points
    sample = sample.drawn(ROWS.card_points, request.settings.seed)
    facts = facts_of(sample, way.tried, machine, way.language, request.demands)
    integer_sum, proof = searched(facts, way.terms, way.longest, way.reach), None
    if proves and is_whole and integer_sum.tells_rows_apart:
        integer_sum, proof = _proved(facts, integer_sum, way.reach)
    return _card(facts, integer_sum, proof)


def _proved(facts: Facts, integer_sum: IntegerSum, reach: int) -> tuple[IntegerSum, Proof | None]:
    """The best points found for the clauses whose points are not 0, and the proof."""
    used = np.flatnonzero(integer_sum.points)
    members = tuple(integer_sum.members[place] for place in used)
    columns = facts.columns(members)
    scope = Scope(
        facts.singles,
        np.array([facts.sign(member) for member in members], dtype=np.int64),
        facts.literals,
        reach,
        demanded=facts.demands != NOTHING,
    )
    improved = proved(columns.T, integer_sum.points[used], facts.rows, scope)
    if improved is None:
        return integer_sum, None
    points, proof = improved
    start = integer_sum.scale, integer_sum.offset
    scale, offset, _ = curve(points @ columns, facts.rows, (points**2).sum(), start)
    return IntegerSum(members, points, scale, offset), proof


def _card(facts: Facts, integer_sum: IntegerSum, proof: Proof | None = None) -> FittedCard:
    """The card without a common divisor, cut where both classes are equally probable.

    If the points do not tell rows apart, the card has no clause and says one class for all rows.
    """
    pairs = zip(integer_sum.points.tolist(), integer_sum.members, strict=True)
    used = [(points, member) for points, member in pairs if points]
    terms = [Term(points, facts.clause(member)) for points, member in used]
    if not integer_sum.tells_rows_apart:
        card = Card(())
        cut = card.least - 1 if integer_sum.offset > 0 else card.most
        return FittedCard(replace(card, cut=cut), 0.0, integer_sum.offset)
    divisor = gcd(*(term.points for term in terms))
    card = Card(
        tuple(Term(term.points // divisor, term.clause) for term in terms),
        floor(-integer_sum.offset / integer_sum.scale / divisor),
    )
    return FittedCard(card, integer_sum.scale * divisor, integer_sum.offset, proof)


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
