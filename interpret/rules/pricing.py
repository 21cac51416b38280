"""The best single clause for given row weights: exactly, or by a beam where that takes too long.

Exact pricing is a depth-first search of every clause that may matter, compiled by numba. A clause
on a branch is worth at most the positive rows that the branch still covers, less the price of its
tests; a branch on which no clause can exceed the floor is pruned. The state of the search is kept
in arrays, so that it can pause after some work and go on later.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from interpret.rules.beam import beam, sums_of_test, take_passing
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import Grid, SingleTests, TestSet
from kernels.compiled import compiled

DEPTH, BEST, FOUND, SPENT = range(4)  # places in `counts`


class Stack(NamedTuple):
    """The state of a search: the node at each depth, and the clauses found.

    rows, tests, gains, losses, order: those of each node; sizes: how many rows it has, how many
    tests may follow, how many of these are hopeful (and in order), how many have been tried, and
    whether it was entered; clause, spent: the tests down to each node and their cost; loss: the
    negative weight that each node covers; best: the best clause; found: all clauses above the
    floor, filled with −1; counts: the depth, the length of the best clause, how many were found and
    how many priced; floor: the value that a clause must exceed.
    """

    rows: np.ndarray
    tests: np.ndarray
    gains: np.ndarray
    losses: np.ndarray
    order: np.ndarray
    sizes: np.ndarray
    clause: np.ndarray
    spent: np.ndarray
    loss: np.ndarray
    best: np.ndarray
    found: np.ndarray
    counts: np.ndarray
    floor: np.ndarray


def started(grid: Grid, weights: np.ndarray, literals: int, floor: float, most: int = 0) -> Stack:
    """A search at its root. most: how many clauses may be found; 0 if only the best is wanted."""
    heavy = np.flatnonzero(weights).astype(np.int32)
    n_tests = len(grid.attribute)
    shape = literals, n_tests
    stack = Stack(
        np.zeros((literals, len(heavy)), dtype=np.int32),
        np.zeros(shape, dtype=np.int32),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int32),
        np.zeros((literals, 5), dtype=np.int64),
        np.zeros(literals, dtype=np.int32),
        np.zeros(literals),
        np.zeros(literals, dtype=np.int64),
        np.full(literals, -1, dtype=np.int32),
        np.full((most, literals), -1, dtype=np.int32),
        np.zeros(4, dtype=np.int64),
        np.array([floor]),
    )
    stack.rows[0] = heavy
    stack.tests[0] = np.arange(n_tests)
    stack.sizes[0] = len(heavy), n_tests, 0, 0, 0
    stack.loss[0] = -weights[weights < 0].sum()
    return stack


@compiled
def descend(grid, weights, costs, price, stack, work):  # pragma: no cover
    """Continues a search for about `work` clauses; returns whether it has ended.

    weights: int64 (n_rows,); costs: of each test, (n_tests,); price: the least cost of one more
    test. The search also ends if it finds more clauses than there is room for; the count of clauses
    found is then one above the room.
    """
    counts, sizes = stack.counts, stack.sizes
    literals = len(stack.clause)
    positive = np.zeros(grid.n_atoms, dtype=np.int64)
    negative = np.zeros(grid.n_atoms, dtype=np.int64)
    wanted = np.zeros(len(grid.first), dtype=np.bool_)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    until = counts[SPENT] + work
    while counts[DEPTH] >= 0:
        d = counts[DEPTH]
        if sizes[d, 4] == 0:
            if counts[SPENT] >= until:
                return False
            counts[SPENT] += sizes[d, 1]
            if not _enter(grid, weights, costs, price, stack, d, positive, negative, wanted):
                return True
            if d + 1 == literals:
                counts[DEPTH] -= 1
                continue
            sizes[d, 4] = 1
        pushed = False
        while sizes[d, 3] < sizes[d, 2] and not pushed:
            at = stack.order[d, sizes[d, 3]]
            sizes[d, 3] += 1
            if stack.losses[d, at] > 0 and _hopes(stack, costs, price, d, at):
                pushed = _push(grid, costs, price, stack, d, at, accepted)
        if not pushed:
            counts[DEPTH] -= 1
    return True


@compiled
def _hopes(stack, costs, price, d, at):  # pragma: no cover
    """Whether a clause with this test and one more may still exceed the floor."""
    cost = stack.spent[d] + costs[stack.tests[d, at]]
    return stack.gains[d, at] - cost - price > stack.floor[0]


@compiled
def _enter(grid, weights, costs, price, stack, d, positive, negative, wanted):  # pragma: no cover
    """Weighs the tests of a node and sorts the hopeful ones; False where the room is full."""
    sizes, counts, tests = stack.sizes, stack.counts, stack.tests[d]
    wanted[:] = False
    for at in range(sizes[d, 1]):
        wanted[grid.attribute[tests[at]]] = True
    attributes = np.flatnonzero(wanted)
    positive[:] = 0
    negative[:] = 0
    for k in range(sizes[d, 0]):
        r = stack.rows[d, k]
        w = weights[r]
        if w > 0:
            for a in attributes:
                positive[grid.cells[r, a]] += w
        else:
            for a in attributes:
                negative[grid.cells[r, a]] -= w
    top, best = -1, stack.floor[0]
    for at in range(sizes[d, 1]):
        test = tests[at]
        gain, loss = sums_of_test(grid.starts, grid.atoms, test, positive, negative)
        stack.gains[d, at], stack.losses[d, at] = gain, loss
        value = gain - loss - stack.spent[d] - costs[test]
        if value > stack.floor[0] and len(stack.found):
            if counts[FOUND] == len(stack.found):
                counts[FOUND] += 1
                return False
            for c in range(d):
                stack.found[counts[FOUND], c] = stack.clause[c]
            stack.found[counts[FOUND], d] = test
            counts[FOUND] += 1
        elif value > best:
            top, best = at, value
    if top >= 0 and len(stack.found) == 0:
        stack.floor[0] = best
        for c in range(d):
            stack.best[c] = stack.clause[c]
        stack.best[d] = tests[top]
        counts[BEST] = d + 1
    hopeful = np.empty(sizes[d, 1], dtype=np.int32)
    n = 0
    for at in range(sizes[d, 1]):
        # A test that removes no negative row only costs.
        if stack.losses[d, at] < stack.loss[d] and _hopes(stack, costs, price, d, at):
            hopeful[n] = at
            n += 1
    gains = stack.gains[d][hopeful[:n]]
    stack.order[d, :n] = hopeful[:n][np.argsort(gains, kind="mergesort")]
    sizes[d, 2], sizes[d, 3] = n, 0
    return True


@compiled
def _push(grid, costs, price, stack, d, at, accepted):  # pragma: no cover
    """Adds a test to the clause, and the later tests that may follow; False if there are none."""
    sizes, test = stack.sizes, stack.tests[d, at]
    a = grid.attribute[test]
    first, width = grid.first[a], grid.first[a + 1] - grid.first[a]
    n = 0
    for k in range(sizes[d, 3], sizes[d, 2]):
        other = stack.order[d, k]
        follows = stack.tests[d, other]
        if grid.attribute[follows] == a:
            pair = grid.begin[a] + (test - first) * width + follows - first
            if not grid.pairs[pair]:
                continue
        if _hopes(stack, costs, price, d, other):
            stack.tests[d + 1, n] = follows
            n += 1
    if n == 0:
        return False
    kept = take_passing(grid, test, stack.rows[d, : sizes[d, 0]], accepted, stack.rows[d + 1])
    sizes[d + 1, 0], sizes[d + 1, 1], sizes[d + 1, 4] = kept, n, 0
    stack.clause[d] = test
    stack.spent[d + 1] = stack.spent[d] + costs[test]
    stack.loss[d + 1] = stack.losses[d, at]
    stack.counts[DEPTH] = d + 1
    return True


# Additions: for a linear program, for each of its steps by row and column, and for a clause besides
# those for its rows.
PROGRAM, PER_STEP, PER_CLAUSE = 3_000_000, 70, 100
TIE = 2.0**-33  # cost of a test as a share of all weight, so that of equal clauses the shorter wins
BITS = 50  # of the sum of all row weights, as integers
LOOK_EVERY = 4096  # clauses priced between two calls of go_on


@dataclass
class Effort:
    """How many clauses have been priced, and when to stop.

    limit: the most that may be priced; go_on: called now and then, returns False to stop; wanted:
    False once it has; stopped: whether it has or the limit is reached.
    """

    limit: float
    go_on: Callable[[], bool] = lambda: True
    spent: int = 0
    stopped: bool = False
    wanted: bool = True

    def spend(self, clauses: int) -> bool:
        """Counts the clauses; False when the effort is spent."""
        looks = self.spent // LOOK_EVERY
        self.spent += clauses
        if self.spent > self.limit or (self.spent // LOOK_EVERY > looks and not self.ask()):
            self.stopped = True
        return not self.stopped

    def ask(self) -> bool:
        """Whether the work is still wanted; once it is not, go_on is not called again."""
        if self.wanted and not self.go_on():
            self.wanted, self.stopped = False, True
        return self.wanted


def program_work(shape: tuple[int, int], steps: int) -> int:
    """Additions that take about as long as a linear program of this many steps in HiGHS.

    shape: rows and columns of the program.
    """
    return PROGRAM + PER_STEP * (steps + 1) * sum(shape)


def per_clause(problem: RuleProblem) -> int:
    """Additions that take about as long as pricing one clause."""
    return PER_CLAUSE + len(problem.weights)


@dataclass(frozen=True)
class Priced:
    """A clause, the weight of the rows it covers minus its price, and whether none is better.

    others: further good clauses met on the way.
    """

    clause: TestSet
    value: float
    exact: bool
    others: tuple[TestSet, ...] = ()


def price_clause(
    problem: RuleProblem, weights: np.ndarray, effort: Effort, least: float = 0.0
) -> Priced | None:
    """The clause of the largest weight minus price, or None if none is worth more than `least`.

    weights: (n_rows,), 0 for rows that other clauses cover; least: at most 0. Exact by branch and
    bound: no clause on a branch weighs more than the positive rows that the branch still covers.
    """
    if least == 0 and not (weights > 0).any():
        return None
    valued = _beams(problem, weights, effort)
    clause, floor = _best(valued) or ((), least)
    stack = _searched(problem, weights, _costs(problem, weights), max(floor, least), effort)
    if stack.counts[BEST]:
        clause = tuple(sorted(stack.best[: stack.counts[BEST]].tolist()))
    covered = problem.single_tests.coverage(clause)
    worth = float(weights[covered].sum()) - problem.price * problem.single_tests.length([clause])
    if not clause or worth <= least:
        return None
    others = tuple(other for other, value in valued if other != clause and value > 0)
    return Priced(clause, worth, not effort.stopped, others)


def every_clause(
    problem: RuleProblem, weights: np.ndarray, least: float, most: int, effort: Effort
) -> list[TestSet] | None:
    """Every clause whose weight minus price is at least `least`; None if there are more than
    `most`.

    A clause may be left out if it covers no more negative rows without one of its tests.
    """
    floor = least - 1e-8 * float(np.abs(weights).sum())
    costs = problem.price * problem.single_tests.sizes
    stack = _searched(problem, weights, costs, floor, effort, most)
    n = int(stack.counts[FOUND])
    if effort.stopped or n > most:
        return None
    return [
        tuple(sorted(test for test in tests if test >= 0)) for tests in stack.found[:n].tolist()
    ]


def _searched(
    problem: RuleProblem,
    weights: np.ndarray,
    costs: np.ndarray,
    floor: float,
    effort: Effort,
    most: int = 0,
) -> Stack:
    """The search for all clauses above the floor, or the best one, within the effort."""
    grid, (exact, unit) = problem.single_tests.grid, as_integers(weights)
    scaled, price = _divided(costs, unit), problem.price / unit
    stack = started(grid, exact, problem.literals, floor / unit, most)
    done = not len(costs) or effort.stopped
    while not done:
        before = int(stack.counts[SPENT])
        done = descend(grid, exact, scaled, price, stack, LOOK_EVERY)
        done |= not effort.spend(int(stack.counts[SPENT]) - before)
    return stack


def _beams(
    problem: RuleProblem, weights: np.ndarray, effort: Effort
) -> list[tuple[TestSet, float]]:
    """The clauses that three beams of different caution meet, with their values."""
    exact, unit = as_integers(weights)
    costs = _costs(problem, weights)
    clauses = good_clauses(problem, exact, _divided(costs, unit), problem.price / unit, effort)
    return [
        (
            clause,
            float(weights[problem.single_tests.coverage(clause)].sum() - costs[[*clause]].sum()),
        )
        for clause in clauses
    ]


def _best(valued: list[tuple[TestSet, float]]) -> tuple[TestSet, float] | None:
    return max(valued, key=lambda entry: entry[1], default=None)


def good_clauses(
    problem: RuleProblem,
    weights: np.ndarray,
    costs: np.ndarray,
    price: float,
    effort: Effort,
    floor: float = 0.0,
) -> list[TestSet]:
    """Clauses worth more than they cost, found by three beams of different caution.

    weights: int64 (n_rows,); costs: of each test; price: the least cost of one more test; floor:
    the value that a clause must exceed. All three are in the weights' unit.
    """
    single = problem.single_tests
    if not (weights > 0).any() or not len(single.tests) or not effort.spend(len(single.tests)):
        return []
    clauses, lengths, states = beam(single.grid, weights, costs, price, problem.literals, floor)
    effort.spend(int(states - 1) * len(single.tests))
    return [
        tuple(sorted(clause[:n]))
        for clause, n in zip(clauses.tolist(), lengths.tolist(), strict=True)
    ]


def as_integers(weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Row weights as integers of a common unit, so that their sums are exact, and the unit."""
    total = float(np.abs(weights).sum())
    if not total:
        return np.zeros(len(weights), dtype=np.int64), 1.0
    unit = 2.0 ** max(ceil(log2(total)) - BITS, -1000)
    return np.rint(weights / unit).astype(np.int64), unit


def _divided(costs: np.ndarray, unit: float) -> np.ndarray:
    with np.errstate(over="ignore"):  # a price beyond all weights
        return costs / unit


def ties(single: SingleTests, weights: np.ndarray) -> np.ndarray:
    """A tiny cost of each test, which decides between otherwise equal clauses."""
    return TIE * float(np.abs(weights).sum()) * single.oddity


def _costs(problem: RuleProblem, weights: np.ndarray) -> np.ndarray:
    return problem.price * problem.single_tests.sizes + ties(problem.single_tests, weights)
