"""The best logistic sum of each length, in one fit: clauses are added, refitted and dropped.

The sums are then revised: each clause may be replaced by one that gains more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.rules.cards.facts import AGAINST, FOR, ClauseSum, Facts, Member
from interpret.rules.cards.gain import gaining, on_integers
from interpret.rules.cards.logistic import fit_logistic, left_by

LEAST = 1e-3  # the least gain of a further clause
TESTS = 60  # the most tests of a sum
ROUNDS = 3  # the most clauses that are tried for each length of the path
PASSES = 3  # over the clauses of a sum, each of which may be replaced
SURELY = 1e-9  # the least gain of a better sum, as a share of the loss


def path(facts: Facts, longest: int) -> list[ClauseSum]:
    """The best sum met of each length, from the pinned clauses alone to `longest` clauses."""
    best: dict[int, ClauseSum] = {}
    members = facts.kept
    state = _fit(facts, members, facts.columns(members), np.zeros(len(members) + 1))
    _note(facts, best, state.sum)
    for _ in range(ROUNDS * longest):
        if len(state.sum.members) >= longest or sum(map(facts.length, state.sum.members)) >= TESTS:
            break
        longer = _longer(facts, state)
        if longer is None:
            break
        _note(facts, best, longer.sum)
        state = _shorter(facts, longer, best)
    return [best[n] for n in sorted(best)]


def repriced(facts: Facts, sums: Sequence[ClauseSum], most: int) -> list[ClauseSum]:
    """Replaces clauses in sums of up to `most` clauses where another one fits better.

    A clause that was found early was chosen when the sum had few others; the residuals of the sum
    without it show which clause gains most in its place. If the shorter sum with one more clause is
    better than the sum of that length, it takes its place.
    """
    best = {len(one.members): one for one in sums}
    for n in sorted(best):
        if n > most:
            break
        shortest = best[n]
        state = _fit(facts, shortest.members, facts.columns(shortest.members), shortest.weights)
        state = _exchanged(facts, state)
        _note(facts, best, state.sum)
        if n < most and n + 1 in best:
            longer = _longer(facts, state)
            if longer is not None and _is_short(facts, longer.sum):
                _note(facts, best, longer.sum)
    return [best[n] for n in sorted(best)]


@dataclass(frozen=True, eq=False)
class _State:
    """A sum with the rows of its clauses, bool (n_members, n_rows), and the worth of each."""

    sum: ClauseSum
    columns: np.ndarray
    worth: np.ndarray


def _fit(
    facts: Facts,
    members: tuple[Member, ...],
    columns: np.ndarray,
    start: np.ndarray,
) -> _State:
    weights, loss, worth = fit_logistic(columns, facts.rows, start)
    return _State(ClauseSum(members, weights, loss), columns, worth)


def _note(facts: Facts, best: dict[int, ClauseSum], clause_sum: ClauseSum) -> None:
    known = best.get(len(clause_sum.members))
    if not any(_is_wrong(facts, clause_sum)) and (known is None or _better(clause_sum, known)):
        best[len(clause_sum.members)] = clause_sum


def _is_wrong(facts: Facts, clause_sum: ClauseSum) -> list[bool]:
    """Which clauses, except pinned ones, have a weight of the forbidden sign."""
    pairs = zip(clause_sum.members, clause_sum.weights[:-1], strict=True)
    return [
        bool(weight * facts.sign(member) < 0) and not facts.is_kept(member)
        for member, weight in pairs
    ]


def _better(one: ClauseSum, other: ClauseSum) -> bool:
    return one.loss < other.loss - SURELY * abs(other.loss)


def _longer(facts: Facts, state: _State) -> _State | None:
    """The sum with the clause that gains most; None where no clause gains enough."""
    residuals, curvatures = left_by(state.columns, facts.rows, state.sum.weights)
    left, yields = on_integers(residuals * facts.within), on_integers(curvatures * facts.within)
    candidates = [
        (score, side, clause)
        for side, gains in ((FOR, left), (AGAINST, -left))
        for clause, score in gaining(facts.singles[side], gains, yields, facts.literals)
    ]
    for score, side, clause in sorted(candidates, key=lambda entry: (-entry[0], -entry[1])):
        if score < LEAST:
            return None
        member = Member(side, clause)
        if facts.sign(member) * (1 if side == FOR else -1) < 0:
            continue
        member = facts.plainer(member)
        column = facts.column(member)
        if not facts.may_join(member, column, state.sum.members, state.columns):
            continue
        weights = state.sum.weights
        start = np.concatenate([weights[:-1], [0.0], weights[-1:]])
        columns = np.concatenate([state.columns, column[None]])
        return _fit(facts, (*state.sum.members, member), columns, start)
    return None


def _shorter(facts: Facts, state: _State, best: dict[int, ClauseSum]) -> _State:
    """The sum without its weakest clauses, as long as that beats the known shorter sums."""
    while len(state.sum.members) - 1 in best:
        members = state.sum.members
        wrong = _is_wrong(facts, state.sum)
        kept = [facts.is_kept(member) for member in members]
        worth = np.where(kept, np.inf, np.where(wrong, -np.inf, state.worth))
        weakest = int(np.argmin(worth))
        known = best[len(members) - 1]
        hopeless = state.sum.loss + 0.5 * state.worth[weakest] > known.loss
        if kept[weakest] or (hopeless and not wrong[weakest]):
            return state
        without = _without(facts, state, weakest)
        if not _better(without.sum, known) and not wrong[weakest]:
            return state
        _note(facts, best, without.sum)
        state = without
    return state


def _without(facts: Facts, state: _State, place: int) -> _State:
    members = state.sum.members
    columns = np.delete(state.columns, place, axis=0)
    start = np.delete(state.sum.weights, place)
    return _fit(facts, (*members[:place], *members[place + 1 :]), columns, start)


def _exchanged(facts: Facts, state: _State) -> _State:
    """The sum in which each clause, the weakest first, may be replaced by one that gains more."""
    for _ in range(PASSES):
        before = state
        for place in np.argsort(before.worth, kind="stable").tolist():
            member = before.sum.members[place]
            if facts.is_kept(member) or member not in state.sum.members:
                continue
            without = _without(facts, state, state.sum.members.index(member))
            other = _longer(facts, without)
            if other is None or not _better(other.sum, state.sum):
                continue
            if _is_short(facts, other.sum) and not any(_is_wrong(facts, other.sum)):
                state = other
        if state is before:
            break
    return state


def _is_short(facts: Facts, clause_sum: ClauseSum) -> bool:
    return sum(map(facts.length, clause_sum.members)) <= TESTS
