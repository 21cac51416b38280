"""The best logistic sum of each length, in one fit: clauses are added, refitted and dropped.

The sums are then revised: each clause may be replaced by one that gains more. Which clauses gain
most is found by a beam, compiled by numba. A clause added to a sum gains about (Σ r)² / (Σ c) over
its rows, where r is a row's residual and c its curvature (a step of Newton's method). Both are
integers here, so that every sum is exact and equal clauses are equal on every processor.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from interpret.rules.beam import allow, enter, sums_of_test, take_passing
from interpret.rules.cards.logistic import (
    AGAINST,
    FOR,
    ClauseSum,
    Facts,
    Member,
    fit_logistic,
    left_by,
)
from interpret.rules.single_tests import Grid, SingleTests, TestSet
from kernels.compiled import compiled, part_of_a_loop

LEAST = 1e-3  # the least gain of a further clause
TESTS = 60  # the most tests of a sum
ROUNDS = 3  # the most clauses that are tried for each length of the path
PASSES = 3  # over the clauses of a sum, each of which may be replaced
SURELY = 1e-9  # the least gain of a better sum, as a share of the loss


def path(facts: Facts, longest: int) -> list[ClauseSum]:
    """The best sum met of each length, from none to `longest` clauses."""
    best: dict[int, ClauseSum] = {}
    state = _fit(facts, (), facts.columns(()), np.zeros(1))
    _note(facts, best, state.sum)
    for _ in range(ROUNDS * longest):
        if (
            len(state.sum.members) >= longest
            or sum(len(one.clause) for one in state.sum.members) >= TESTS
        ):
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
            if longer is not None and longer.sum.tests <= TESTS:
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
    """Which clauses have a weight of the forbidden sign."""
    pairs = zip(clause_sum.members, clause_sum.weights[:-1], strict=True)
    return [bool(weight * facts.sign(member) < 0) for member, weight in pairs]


def _better(one: ClauseSum, other: ClauseSum) -> bool:
    return one.loss < other.loss - SURELY * abs(other.loss)


def _longer(facts: Facts, state: _State) -> _State | None:
    """The sum with the clause that gains most; None where no clause gains enough."""
    residuals, curvatures = left_by(state.columns, facts.rows, state.sum.weights)
    left, yields = on_integers(residuals), on_integers(curvatures)
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
        worth = np.where(wrong, -np.inf, state.worth)
        weakest = int(np.argmin(worth))
        known = best[len(members) - 1]
        hopeless = state.sum.loss + 0.5 * state.worth[weakest] > known.loss
        if hopeless and not wrong[weakest]:
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
            if member not in state.sum.members:
                continue
            without = _without(facts, state, state.sum.members.index(member))
            other = _longer(facts, without)
            if other is None or not _better(other.sum, state.sum):
                continue
            if other.sum.tests <= TESTS and not any(_is_wrong(facts, other.sum)):
                state = other
        if state is before:
            break
    return state


BITS = 24  # of a row's residual or curvature, as an integer
WIDTH = 12  # states that are kept from one length to the next
FOUND = 8  # clauses that are returned
LONGER = 0.4  # a clause's gain is divided by this power of its length


class Newton(NamedTuple):
    """The inputs of a step of Newton's method: residuals and curvatures of the rows, as integers.

    one: the integer that stands for 1; prices: the divisor of a gain, by the number of tests.
    """

    grid: Grid
    residuals: np.ndarray
    curvatures: np.ndarray
    one: int
    prices: np.ndarray


class States(NamedTuple):
    """Clauses of equal length that a further test may join: test indices, filled with −1, and the
    rows that each covers, in the first n_rows places.
    """

    rows: np.ndarray
    n_rows: np.ndarray
    clauses: np.ndarray


class ByAtom(NamedTuple):
    """Residuals and curvatures of one state, by atom and of all rows.

    allowed: which tests may join each of the states; accepted: working space for a test's atoms.
    """

    residuals: np.ndarray
    curvatures: np.ndarray
    all: np.ndarray
    allowed: np.ndarray
    accepted: np.ndarray


def on_integers(worth: np.ndarray) -> np.ndarray:
    """Residuals or curvatures as integers, int64 (n_rows,)."""
    return np.rint(worth * 2.0**BITS).astype(np.int64)


def gaining(
    single: SingleTests, residuals: np.ndarray, curvatures: np.ndarray, literals: int
) -> list[tuple[TestSet, float]]:
    """The clauses of the largest gain with their gains, the best first; only those with Σ r > 0.

    residuals, curvatures: of each row under the sum, as integers.
    """
    if not len(single.tests):
        return []
    prices = np.array([round(length**LONGER, 9) for length in range(literals + 1)])
    rows, scores = _beam(Newton(single.grid, residuals, curvatures, 2**BITS, prices), WIDTH)
    clauses = [tuple(sorted(test for test in row if test >= 0)) for row in rows.tolist()]
    return list(zip(clauses, scores.tolist(), strict=True))


@part_of_a_loop
def _room(newton, width):  # pragma: no cover
    """Room for the states of a level."""
    n = len(newton.residuals)
    return States(
        np.empty((width, n), dtype=np.int32),
        np.zeros(width, dtype=np.int64),
        np.full((width, len(newton.prices) - 1), -1, dtype=np.int32),
    )


@part_of_a_loop
def _sum(newton, states, s, sums):  # pragma: no cover
    """Adds up residuals and curvatures of a state's rows by atom."""
    cells, of_residuals, of_curvatures = newton.grid.cells, sums.residuals, sums.curvatures
    n_attributes = cells.shape[1]
    of_residuals[:] = 0
    of_curvatures[:] = 0
    sums.all[:] = 0
    for k in range(states.n_rows[s]):
        i = states.rows[s, k]
        r, c = newton.residuals[i], newton.curvatures[i]
        sums.all[0] += r
        sums.all[1] += c
        for a in range(n_attributes):
            atom = cells[i, a]
            of_residuals[atom] += r
            of_curvatures[atom] += c


@part_of_a_loop
def _queue(newton, s, depth, sums, queue):  # pragma: no cover
    """Puts the tests that may join a state into the queue of the best, by their gain."""
    starts, atoms, denials = newton.grid.starts, newton.grid.atoms, newton.grid.denials
    of_residuals, of_curvatures, allowed = sums.residuals, sums.curvatures, sums.allowed
    n_tests, price, one = allowed.shape[1], newton.prices[depth + 1], newton.one
    for t in range(n_tests):
        if not allowed[s, t]:
            continue
        # by the test's atoms, or by those of its denial if these are fewer
        denial = denials[t]
        if denial >= 0 and starts[denial + 1] - starts[denial] < starts[t + 1] - starts[t]:
            gain, other = sums_of_test(starts, atoms, denial, of_residuals, of_curvatures)
            gain, other = sums.all[0] - gain, sums.all[1] - other
        else:
            gain, other = sums_of_test(starts, atoms, t, of_residuals, of_curvatures)
        if gain > 0:
            score = gain / math.sqrt(one * (other + one)) / price
            if score > queue[len(queue) - 1, 0]:
                enter(queue, score, gain, other, s * n_tests + t)


@part_of_a_loop
def _join(newton, states, place, sums, after, i):  # pragma: no cover
    """Makes the state with one more test the i-th of the level after, with the rows it covers."""
    n_tests = sums.allowed.shape[1]
    s, t = place // n_tests, place % n_tests
    rows = states.rows[s, : states.n_rows[s]]
    after.n_rows[i] = take_passing(newton.grid, t, rows, sums.accepted, after.rows[i])


@compiled
def _beam(newton, width):  # pragma: no cover
    """Clauses and their gains, the best first; a clause is a row of test indices, filled with −1.

    width: the states that are followed from one length to the next.
    """
    grid, n, literals = newton.grid, len(newton.residuals), len(newton.prices) - 1
    n_tests = len(grid.attribute)
    states, after = _room(newton, width), _room(newton, width)
    sums = ByAtom(
        np.zeros(grid.n_atoms, dtype=np.int64),
        np.zeros(grid.n_atoms, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros((width, n_tests), dtype=np.bool_),
        np.zeros(grid.n_atoms, dtype=np.bool_),
    )
    met = np.full((literals * width, literals), -1, dtype=np.int32)
    queue, best = np.empty((width, 4)), np.zeros((FOUND, 4))
    states.rows[0] = np.arange(n)
    states.n_rows[0] = n
    n_states = 1
    for depth in range(literals):
        queue.fill(0.0)
        for s in range(n_states):
            _sum(newton, states, s, sums)
            allow(grid, states.clauses, s, depth, sums.allowed)
            _queue(newton, s, depth, sums, queue)
        n_states = int((queue[:, 0] > 0).sum())
        for i in range(n_states):
            place, clause = int(queue[i, 3]), met[depth * width + i]
            for d in range(depth):
                clause[d] = states.clauses[place // n_tests, d]
            clause[depth] = place % n_tests
            if i < FOUND:
                enter(best, queue[i, 0], queue[i, 1], queue[i, 2], depth * width + i)
            after.clauses[i] = clause
            if depth + 1 < literals:
                _join(newton, states, place, sums, after, i)
        states, after = after, states
    n_found = int((best[:, 0] > 0).sum())
    return met[best[:n_found, 3].astype(np.int64)], best[:n_found, 0]
