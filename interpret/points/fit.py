"""A card of training rows as it was chosen to be: clauses, integers, cut and curve."""

from dataclasses import dataclass
from math import floor, gcd

import numpy as np
from sklearn.model_selection import train_test_split

from interpret.fit.row_weights import Trained
from interpret.fit.sample import Sample
from interpret.points.card import Card, Term
from interpret.points.choose import CardChoice, Try
from interpret.points.convex import RowsToFit
from interpret.points.facts import ClauseSum, Facts, Member
from interpret.points.path import path
from interpret.points.proof import Scope, proved
from interpret.points.scored import Proof
from interpret.points.whole import REACH, curve, moved, rounded
from interpret.rules.demands import Demands
from interpret.rules.logic import Clause

MOST = 20_000  # rows that the clauses and their points are fitted to
SURELY = 1e-9  # of the loss: what an exchange of a clause must gain
DIGITS = 6  # of the curve


@dataclass(frozen=True, eq=False)
class FittedCard:
    """A card, the curve of the chances, slope and offset of the log odds at each total, and what
    is proven of the card.
    """

    card: Card
    slope: float
    offset: float
    proof: Proof | None = None


def fitted_card(
    sample: Sample,
    choice: CardChoice,
    machine: Trained,
    demands: Demands,
    seed: int,
    offered: tuple[Clause, ...] = (),
    proves: bool = False,
) -> FittedCard:
    """The card of the rows. machine: trained on them; offered: clauses to begin with.

    proves: whether its points are searched for until none can be better, as far as that comes, and
    what is proven is told: not where clauses are pinned, nor where rows were drawn.
    """
    drawn = len(sample) > MOST
    if drawn:
        kept, _ = train_test_split(
            np.arange(len(sample)), train_size=MOST, stratify=sample.y, random_state=seed
        )
        sample = sample.rows(np.sort(kept))
    facts = Facts.of(sample, choice.tried.fitted_to, machine, choice.language, demands, offered)
    sums = path(facts, choice.tried.literals, choice.tried.ridge, choice.longest)
    own = [one for one in sums if len(one.members) <= max(choice.terms, facts.pinned)][-1]
    pool = tuple(dict.fromkeys(member for one in sums for member in one.members))
    members, points, a, b = _whole(facts, choice.tried.ridge, own, pool)
    if a <= 0 or not points.any():
        return FittedCard(Card((), -1 if b > 0 else 0), 0.0, _short(b))
    proof = None
    if proves and not drawn and not facts.pinned:
        members, points, a, b, proof = _proved(facts, choice.tried, members, points, (a, b))
    clauses = [facts.clause(member) for member in members]
    terms = [Term(int(p), clause) for p, clause in zip(points, clauses, strict=True) if p]
    divisor = gcd(*(term.points for term in terms))
    card = Card(
        tuple(Term(term.points // divisor, term.clause) for term in terms),
        floor(-b / a / divisor),
    )
    scale, shift = choice.calibration
    return FittedCard(card, _short(scale * a * divisor), _short(scale * b + shift), proof)


def _proved(
    facts: Facts,
    tried: Try,
    members: tuple[Member, ...],
    points: np.ndarray,
    start: tuple[float, float],
) -> tuple[tuple[Member, ...], np.ndarray, float, float, Proof | None]:
    """The clauses with the best points met, their scale and offset, and what is proven of them."""
    used = np.flatnonzero(points)
    members, points = tuple(members[place] for place in used), points[used]
    columns, signs = facts.columns(members), [facts.sign(member) for member in members]
    rows = RowsToFit(facts.targets, facts.each, tried.ridge)
    scope = Scope(facts.singles, np.array(signs, dtype=np.int64), tried.literals, REACH)
    found = proved(columns.T, points, rows, scope)
    if found is None:
        return members, points, *start, None
    points, proof = found
    size = tried.ridge * float((points**2).sum())
    a, b, _ = curve(points @ columns, facts.targets, facts.each, size, start)
    return members, points, a, b, proof


def _whole(
    facts: Facts, ridge: float, own: ClauseSum, pool: tuple[Member, ...]
) -> tuple[tuple[Member, ...], np.ndarray, float, float]:
    """Integers for a sum's clauses, of which each may give way to another of the pool, or to the
    same one with a cut moved.
    """
    members = own.members
    if not members:
        return members, np.zeros(0, dtype=np.int64), 0.0, float(own.weights[-1])
    columns = facts.columns(members)
    points = rounded(columns, own.weights, facts.targets, facts.each, ridge, REACH)
    for place, member in enumerate(members):
        if facts.is_kept(member) and not points[place]:
            points[place] = 1 if own.weights[place] >= 0 else -1
    points, a, b, loss = _moved(facts, ridge, members, columns, points)
    slid = (other for member in members for other in facts.moved(member))
    others = [other for other in dict.fromkeys((*pool, *slid)) if other not in members]
    rows = dict(zip(others, facts.columns(tuple(others)), strict=True))
    better = True
    while better:
        better = False
        for place, member in enumerate(members):
            if facts.is_kept(member):
                continue
            for other in others:
                if facts.sign(other) * points[place] < 0 or other in members:
                    continue
                trial = columns.copy()
                trial[place] = rows[other]
                totals = points @ trial
                size = ridge * float((points**2).sum())
                found = curve(totals, facts.targets, facts.each, size, (a, b))
                if found[2] < loss * (1 - SURELY) and found[0] > 0:
                    rows[member] = columns[place]
                    others.append(member)
                    members = (*members[:place], other, *members[place + 1 :])
                    columns, (a, b, loss), better = trial, found, True
                    break
        if better:
            points, a, b, loss = _moved(facts, ridge, members, columns, points)
    return members, points, a, b


def _moved(
    facts: Facts,
    ridge: float,
    members: tuple[Member, ...],
    columns: np.ndarray,
    points: np.ndarray,
) -> tuple[np.ndarray, float, float, float]:
    signs = np.array([facts.sign(member) for member in members], dtype=np.int64)
    kept = np.array([facts.is_kept(member) for member in members])
    found: tuple[np.ndarray, float, float, float] = moved(
        columns, points, facts.targets, facts.each, ridge, REACH, signs, kept
    )
    return found


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
