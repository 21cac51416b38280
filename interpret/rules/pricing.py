"""The best single clause for given row weights: exactly, or by a beam where that takes too long."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2

import numpy as np

from interpret.rules.beam import beam
from interpret.rules.branch_and_bound import BEST, FOUND, SPENT, Stack, descend, started
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import SingleTests, TestSet

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


def beam_clause(
    problem: RuleProblem, weights: np.ndarray, effort: Effort
) -> tuple[TestSet, float] | None:
    """A good clause, found by three beams of different caution, and its value."""
    return _best(_beams(problem, weights, effort))


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
