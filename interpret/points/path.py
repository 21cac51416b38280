"""The best logistic sum of each length, in one fit: clauses are added, refitted and dropped."""

from dataclasses import dataclass, replace

import numpy as np

from interpret.points.gain import WIDTH, gaining
from interpret.points.logistic import chances_of, fitted
from interpret.rules.single_tests import SingleTests, TestSet

RIDGE = 1.0  # half of it times the sum of squared weights is added to the loss of all rows
LEAST = 1e-3  # the gain below which nothing is left to add
ROUNDS = 3  # clauses that are tried, at most, for each length of the path
SURELY = 1e-9  # of the loss: what a shorter sum must be better by


@dataclass(frozen=True)
class Member:
    """A clause of a sum. side: 1 where it was found to speak for the class, 0 against it."""

    side: int
    clause: TestSet


@dataclass(frozen=True, eq=False)
class Sum:
    """Clauses with real weights. weights: float (n_members + 1,), the intercept last."""

    members: tuple[Member, ...]
    weights: np.ndarray
    loss: float


@dataclass(frozen=True, eq=False)
class Facts:
    """What sums are fitted to: targets in [0, 1] and what each row counts for, float (n_rows,).

    singles: the tests of clauses that speak against the class, and for it; one and the same unless
    numbers have a direction.
    """

    singles: tuple[SingleTests, SingleTests]
    targets: np.ndarray
    each: np.ndarray

    def column(self, member: Member) -> np.ndarray:
        return self.singles[member.side].coverage(member.clause)

    def columns(self, members: tuple[Member, ...]) -> np.ndarray:
        """Which rows each clause covers: bool (n_members, n_rows)."""
        found = [self.column(member) for member in members]
        return np.array(found, dtype=bool).reshape(len(found), len(self.each))

    @property
    def directed(self) -> bool:
        """Whether a clause may only speak on the side that it was found for."""
        return self.singles[0] is not self.singles[1]


def path(facts: Facts, literals: int, longest: int, start: tuple[Sum, ...] = ()) -> list[Sum]:
    """The best sum met of each length, from 0 clauses to `longest` at most."""
    state = _fit(facts, (), np.zeros((0, len(facts.each)), dtype=bool), np.zeros(1))
    best: dict[int, Sum] = {0: state.sum}
    for _ in range(ROUNDS * longest):
        if len(state.sum.members) >= longest:
            break
        longer = _longer(facts, state, literals)
        if longer is None:
            break
        state = longer
        known = best.get(len(state.sum.members))
        if known is None or _better(state.sum, known):
            best[len(state.sum.members)] = state.sum
        state = _shorter(facts, state, best)
    return [best[n] for n in sorted(best)]


@dataclass(frozen=True, eq=False)
class _State:
    sum: Sum
    columns: np.ndarray
    worth: np.ndarray


def _fit(
    facts: Facts, members: tuple[Member, ...], columns: np.ndarray, start: np.ndarray
) -> _State:
    weights, loss, worth = fitted(columns, facts.targets, facts.each, start, RIDGE)
    return _State(Sum(members, weights, loss), columns, worth)


def _better(one: Sum, other: Sum) -> bool:
    return one.loss < other.loss - SURELY * abs(other.loss)


def _longer(facts: Facts, state: _State, literals: int) -> _State | None:
    """The sum with the clause that gains most; None where nothing is left to gain."""
    residuals, curvatures = chances_of(state.columns, state.sum.weights, facts.targets, facts.each)
    found = [
        (score, side, clause)
        for side, sign in ((1, 1.0), (0, -1.0))
        for clause, score in gaining(
            facts.singles[side], sign * residuals, curvatures, literals, WIDTH
        )
    ]
    for score, side, clause in sorted(found, key=lambda own: (-own[0], -own[1])):
        if score < LEAST:
            return None
        member = Member(side, clause)
        column = facts.column(member)
        if any(np.array_equal(column, own) for own in state.columns):
            continue
        weights = state.sum.weights
        start = np.concatenate([weights[:-1], [0.0], weights[-1:]])
        columns = np.concatenate([state.columns, column[None]])
        return _fit(facts, (*state.sum.members, member), columns, start)
    return None


def _shorter(facts: Facts, state: _State, best: dict[int, Sum]) -> _State:
    """The sum without clauses that are worth so little that no known shorter sum is as good."""
    while len(state.sum.members) > 1:
        n = len(state.sum.members)
        weakest = int(np.argmin(state.worth))
        known = best[n - 1]
        if state.sum.loss + 0.5 * float(state.worth[weakest]) > known.loss:
            return state
        members = tuple(own for i, own in enumerate(state.sum.members) if i != weakest)
        columns = np.delete(state.columns, weakest, axis=0)
        without = _fit(facts, members, columns, np.delete(state.sum.weights, weakest))
        if not _better(without.sum, known):
            return state
        best[n - 1] = without.sum
        state = without
    return state
