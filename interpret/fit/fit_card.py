"""Fits a card to training rows in the way of choose_card: clauses, integers, cut and curve."""

from dataclasses import dataclass, replace
from math import floor, gcd

import numpy as np

from interpret.fit.cards_on_folds import Request, facts_of
from interpret.fit.choose_card import CardWay
from interpret.fit.integer_sums import IntegerSum, searched
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from interpret.rules.card import Card, Term
from interpret.rules.cards.facts import Facts
from interpret.rules.cards.integer_points import curve
from interpret.rules.cards.proof import Proof, Scope, proved
from interpret.rules.demands import NOTHING


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

    proves: whether better points are searched for and proven. Nothing is proven where clauses are
    pinned, where rows were drawn, or without a clause.
    """
    is_whole = len(sample) <= ROWS.card_points
    sample = sample.drawn(ROWS.card_points, request.settings.seed)
    facts = facts_of(sample, way.tried, machine, way.language, request.demands)
    integer_sum, proof = searched(facts, way.terms, way.longest, way.reach), None
    if proves and is_whole and integer_sum.tells_rows_apart and not facts.pinned:
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

    If the points do not tell rows apart, the card has only the pinned clauses and says one class
    for all rows.
    """
    pairs = zip(integer_sum.points.tolist(), integer_sum.members, strict=True)
    used = [(points, member) for points, member in pairs if points]
    terms = [Term(points, facts.clause(member)) for points, member in used]
    if not integer_sum.tells_rows_apart:
        kept = [term for term, (_, one) in zip(terms, used, strict=True) if facts.is_kept(one)]
        card = Card(tuple(kept))
        cut = card.least - 1 if integer_sum.offset > 0 else card.most
        return FittedCard(replace(card, cut=cut), 0.0, integer_sum.offset)
    divisor = gcd(*(term.points for term in terms))
    card = Card(
        tuple(Term(term.points // divisor, term.clause) for term in terms),
        floor(-integer_sum.offset / integer_sum.scale / divisor),
    )
    return FittedCard(card, integer_sum.scale * divisor, integer_sum.offset, proof)
