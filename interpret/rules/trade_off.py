"""Agreement against length: for each number of tests the rule that agrees most often.

A path of prices makes a pool of clauses; rules of the pool's clauses are improved length by length,
by exchange of clauses and by a small integer program.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log2

import numpy as np
from scipy.sparse import csr_matrix, hstack, identity, vstack

from interpret.data.table import Table
from interpret.rules.integer_program import Program, solve
from interpret.rules.logic import Formula
from interpret.rules.pool import CAUTION, Places, Pool, shaken, without_some
from interpret.rules.price_path import path_of
from interpret.rules.pricing import Effort, per_clause
from interpret.rules.search import OnProgress, Progress, RuleProblem, ignore
from interpret.rules.single_tests import TestSet
from kernels.examples import distinct

SHAKES = 300  # random rebuilds of rules near the best, each at a price and with some caution
EXCHANGES = 300  # random rebuilds of rules from the pool
MOST_PAIRED = 2000  # tests, the best by themselves, of which all pairs are weighed
MOST_SHORT_CLAUSES = 400  # clauses of one or two tests that join the pool
KNEE_ROWS, KNEE_SHARE = 2, 0.002  # fewer rows for a test may be chance, or too few to matter
MOST_ADDITIONS = 4_000_000_000  # a few seconds
IN_BEAMS = 4  # clauses that a beam prices in the time of one
OF_PROGRAM = 0.1  # share of the work for the choice that each integer program may take


@dataclass(frozen=True)
class FrontPoint:
    """A rule that agrees on `agrees` of `rows` rows, more than any shorter rule found.

    knee: up to this length each further test gained on average at least KNEE_ROWS rows and
    KNEE_SHARE of all rows; beyond it tests gain less.
    """

    formula: Formula = field(metadata={"key": "rule"})
    agrees: int
    rows: int
    knee: bool = False

    @property
    def tests(self) -> int:
        """The rule's length."""
        return len(self.formula)


def front(
    problem: RuleProblem,
    denied: bool = False,
    work: float = MOST_ADDITIONS,
    seed: int = 0,
    on_progress: OnProgress = ignore,
) -> tuple[FrontPoint, ...]:
    """The points by length, each of which agrees more often than all shorter ones.

    problem: with weights 1 for the rows that a clause should cover and −1 for the others; its price
    is ignored. denied: whether the clauses describe the rows where the verdict is no; work: the
    most additions, about a nanosecond each; seed: of random tries. If on_progress returns False,
    these are the best points so far.
    """
    search = _Search(problem.distinct, seed)
    search.run(work, on_progress)
    left_out, covered = int((problem.weights < 0).sum()), int((problem.weights > 0).sum())
    rule_of = search.pool.rule
    best = {n: (left_out + gain, rule_of(rule)) for n, (gain, rule) in search.best.items()}
    if covered > best[0][0]:
        best[0] = (covered, [()])
    rules = ((agrees, problem.single_tests.formula(rule)) for agrees, rule in best.values())
    return _front(
        [
            FrontPoint(formula.denial if denied else formula, agrees, len(problem.weights))
            for agrees, formula in rules
        ]
    )


def with_rules(
    points: Sequence[FrontPoint], rules: Iterable[Formula], table: Table, target: np.ndarray
) -> tuple[FrontPoint, ...]:
    """The front with rules found elsewhere, such as the answer's.

    table: the front's rows. A front without points, from a stopped search, stays empty.
    """
    if not points:
        return ()
    agree = ((rule, int((rule.holds(table) == target).sum())) for rule in rules)
    return _front([*points, *(FrontPoint(rule, n, len(target)) for rule, n in agree)])


class _Search:
    """The best rule found for each length. best: length -> (rows gained over no rule, rule)."""

    def __init__(self, problem: RuleProblem, seed: int) -> None:
        self.problem, self.rng = problem, np.random.default_rng(seed)
        self.pool = Pool(problem, Effort(0))
        self.best: dict[int, tuple[int, Places]] = {0: (0, [])}
        self.fraction = 0.0

    def run(self, work: float, on_progress: OnProgress) -> None:
        """Runs all steps within the work: half of it for the pool, half for the choice."""
        clauses = work / per_clause(self.problem)

        def go_on() -> bool:
            return on_progress(Progress("front", self.fraction)) is not False

        filling = self.pool.effort = Effort(IN_BEAMS * clauses / 2, go_on)
        if len(self.problem.single_tests.tests) and filling.ask():
            self._fill()
            self.pool.add(self._short())
        if self.pool.clauses and filling.wanted:
            self._choose(Effort(clauses / 2, go_on))

    def _note(self, rule: Places) -> None:
        """Keeps the rule if it is the best of its length."""
        length, gain = sum(self.pool.lengths[i] for i in rule), int(self.pool.objective(rule, 0.0))
        if gain > self.best.get(length, (-inf,))[0]:
            self.best[length] = gain, rule

    def _within(self, most: int) -> Places:
        """The best rule of at most `most` tests."""
        return max(
            (self.best[length] for length in sorted(self.best) if length <= most),
            key=lambda entry: entry[0],
        )[1]

    def _fill(self) -> None:
        """Fills the pool by a rule for each price and by random rebuilds of each of them."""
        pool = self.pool
        highest = max(1.0, log2(max(1.0, self.problem.total)))
        prices = [2.0**k for k in np.arange(-3.0, highest)]
        rules = path_of(pool, prices)
        for rule in rules:
            self._note(rule)
        for shake in range(SHAKES):
            if pool.effort.stopped:
                return
            self.fraction = 0.5 * shake / SHAKES
            at = shake % len(prices)
            caution = CAUTION[shake // len(prices) % len(CAUTION)]
            near = pool.refilled(rules[at], prices[at], self.rng, caution)
            near = pool.settled(near, prices[at])
            self._note(near)
            rules[at] = max(rules[at], near, key=lambda rule: pool.objective(rule, prices[at]))

    def _short(self) -> list[TestSet]:
        """The clauses of one or two tests that gain most; parts of known clauses come first."""
        single, weights = self.problem.single_tests, self.problem.weights
        tests, by_rows = np.arange(len(single.tests)), single.by_rows
        if len(tests) > MOST_PAIRED:
            alone = weights.astype(np.float32) @ by_rows
            of_pool = {test for clause in self.pool.clauses for test in clause}
            tests = np.union1d(np.argsort(-alone, kind="stable")[:MOST_PAIRED], [*of_pool])
            tests = tests.astype(int)
            by_rows = by_rows[:, tests]
        gains = (by_rows.T * weights.astype(np.float32)) @ by_rows
        paired = np.eye(len(tests), dtype=bool)
        if self.problem.literals > 1:
            paired |= np.array([single.compatible.row(int(test))[tests] for test in tests])
        one, other = np.nonzero(np.triu((gains > 0.5) & paired))
        inside = np.zeros_like(paired)
        for clause in self.pool.clauses:
            places = np.searchsorted(tests, clause)
            inside[np.ix_(places, places)] = True
        order = np.lexsort([-gains[one, other], ~inside[one, other]])[:MOST_SHORT_CLAUSES]
        return [tuple(sorted({int(tests[one[i]]), int(tests[other[i]])})) for i in order]

    def _choose(self, effort: Effort) -> None:
        """Improves rules of the pool's clauses, length by length."""
        longest = max(self.best) + self.problem.literals

        def exchange(rule: Places, most: int, weights: np.ndarray | None = None) -> Places:
            effort.spend(len(self.pool.clauses))
            return self.pool.choose(rule, 0.0, weights, most)

        def sweep() -> None:
            for most in (*range(1, longest + 1), *range(longest, 0, -1)):
                if not effort.stopped:
                    self._note(exchange(self._within(most), most))

        sweep()
        for step in range(EXCHANGES):
            self.fraction = 0.5 + 0.3 * step / EXCHANGES
            if effort.stopped:
                return
            most = int(self.rng.integers(1, longest + 1))
            kept = without_some(self._within(most), self.rng)
            near = exchange(kept, most, shaken(self.pool.weights, self.rng))
            self._note(exchange(near, most))
        used = list(dict.fromkeys(place for _, rule in self.best.values() for place in rule))
        most = longest if used else 0
        while most > 0 and not effort.stopped:
            self.fraction = 1.0 - 0.2 * most / longest
            part = Effort(OF_PROGRAM * effort.limit, effort.ask)
            rule = [used[i] for i in self._selected(self.pool.rule(used), most, part)]
            effort.spend(part.spent)
            self._note(exchange(rule, most))
            most = min(most, sum(self.pool.lengths[i] for i in rule) or most) - 1
        sweep()

    def _selected(self, clauses: Sequence[TestSet], most: int, effort: Effort) -> list[int]:
        """The places of the best clauses if a negative row counts once for each clause covering it.

        most: tests in all. Empty where the effort ends before there is a rule.
        """
        problem, single = self.problem, self.problem.single_tests
        positive = problem.weights > 0
        lengths = np.array([single.length([clause]) for clause in clauses])
        covers = np.array([single.coverage(clause) for clause in clauses])
        costs = covers @ np.maximum(-problem.weights, 0)
        first, alike = distinct(covers[:, positive].T.view(np.uint8))
        worth = np.bincount(alike, problem.weights[positive])
        inside = covers[:, positive][:, first]
        k, n = inside.shape
        limits = np.zeros((2, n + k))
        limits[0, n:], limits[1, n:] = lengths, 1
        matrix = vstack([hstack([identity(n), csr_matrix(-inside.T.astype(float))]), limits])
        bounds = np.append(np.zeros(n), [most, problem.clauses])
        program = Program(np.append(worth, -costs), matrix.tocsr(), bounds, k, step=1.0)

        def value_of(chosen: np.ndarray) -> float:
            if lengths[chosen].sum() > most or chosen.sum() > problem.clauses:
                return -inf
            return float(worth[inside[chosen].any(axis=0)].sum() - costs[chosen].sum())

        chosen = solve(program, 0.0, value_of, effort, per_clause(problem)).chosen
        return [] if chosen is None else np.flatnonzero(chosen).tolist()


def _front(candidates: Iterable[FrontPoint]) -> tuple[FrontPoint, ...]:
    """The rules that agree more often than all shorter ones, and their knee."""
    points: list[FrontPoint] = []
    for point in sorted(candidates, key=lambda one: (one.tests, -one.agrees)):
        if not points or point.agrees > points[-1].agrees:
            points.append(point)
    worth = max(KNEE_ROWS, KNEE_SHARE * points[0].rows)
    knee = max(points, key=lambda point: point.agrees - worth * point.tests)
    return tuple(replace(point, knee=point is knee) for point in points)
