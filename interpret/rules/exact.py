"""ExactSearch: greedy cover, best response, local search, and a bound on every rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import monotonic

import numpy as np

from interpret.rules.bound import Bound, by_number, close, prices_of, shortest, upper_bound
from interpret.rules.pool import CAUTION, Pool, cautious
from interpret.rules.pricing import Effort, price_clause
from interpret.rules.search import (
    ROUNDING,
    OnProgress,
    Prices,
    Progress,
    Rule,
    RuleProblem,
    at_scale,
    ignore,
    is_possible,
    reaches,
)
from interpret.rules.single_tests import TestSet

PATIENCE = 40  # rounds of local search without a better rule


@dataclass(frozen=True)
class ExactSearch:
    """The heaviest rule, by greedy cover and local search, and a bound that may prove it.

    Of equally heavy rules it takes the shortest, and the result says whether that is proven. Of
    equally short ones that it met, it takes the one with more comparisons of numbers, as in > 1;
    then the one whose clauses cover most positive rows; then the first by name.

    effort: how many clauses may be priced, half of them for the bound; time_limit: in seconds, only
    for searches on which nothing else depends, since a search stopped by a clock does not repeat;
    start: rules to improve; proves: whether to seek a bound below the sum of positive weights.
    """

    effort: int = 40_000_000
    time_limit: float = inf
    seed: int = 0
    start: tuple[tuple[TestSet, ...], ...] = ()
    proves: bool = True

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The best rule found; never worse than the empty rule."""
        return at_scale(self._search, problem, on_progress)

    def _search(self, problem: RuleProblem, on_progress: OnProgress) -> Rule:
        """`search` for weights whose positive ones sum to at least 1."""
        until = monotonic() + self.time_limit
        whole, problem = problem, problem.distinct
        best: list[TestSet] = []
        bound, stopped_by, is_shortest = problem.bound, "effort", False
        prices: tuple[Prices, ...] = ()
        formula_of = lru_cache(maxsize=1)(problem.single_tests.formula)  # the best one's

        def go_on() -> bool:
            nonlocal stopped_by
            if stopped_by != "effort":
                return False
            spent = search.spent + proof.spent
            progress = Progress(
                "exact",
                min(1.0, spent / self.effort) if self.effort else 1.0,
                formula_of(tuple(best)),
                problem.objective(best),
                bound,
                spent,
            )
            if on_progress(progress) is False:
                stopped_by = "cancel"
            elif monotonic() >= until:
                stopped_by = "time"
            return stopped_by == "effort"

        search = Effort(self.effort / 2, go_on)
        proof = Effort(self.effort / 2, go_on)
        for clauses in self._rules(problem, search):
            if _better(problem, clauses, best):
                best = clauses
                search.stopped |= not go_on()
            if search.stopped or reaches(problem.objective(best), bound):
                break
        unproven = self.proves and not reaches(problem.objective(best), bound)
        if stopped_by == "effort" and unproven:
            best, bound, prices = _proved(whole, best, bound, proof)
        objective = problem.objective(best)
        if not is_possible(objective, bound, ROUNDING * max(1.0, problem.total)):
            bound = problem.bound
        if not reaches(objective, bound) and bound - objective <= ROUNDING:
            bound = objective  # within HiGHS's absolute tolerance, which `proof_words` states
        if self.proves and stopped_by == "effort" and reaches(objective, bound):
            best, is_shortest = shortest(problem, best, Effort(self.effort / 4, go_on))
        return Rule(
            formula=formula_of(tuple(best)),
            fitted_to=problem.fitted_to,
            price=problem.price,
            objective=objective,
            bound=bound,
            stopped_by="proof" if reaches(objective, bound) else stopped_by,
            shortest=is_shortest,
            prices=prices,
        )

    def _rules(self, problem: RuleProblem, effort: Effort) -> Iterator[list[TestSet]]:
        """Rules in turn: from each start, from the empty rule, then around the best so far."""
        pool, price = Pool(problem, effort), problem.price
        best: list[TestSet] = []
        for start in self.start:
            clauses = pool.improved(start)
            best = clauses if _better(problem, clauses, best) else best
            yield best
        for caution in CAUTION:
            grown = pool.grown([], price, cautious(pool.weights, caution))
            clauses = pool.rule(pool.settled(grown, price))
            best = clauses if _better(problem, clauses, best) else best
            yield best
        best = self._thorough(pool, best)
        yield best
        rng = np.random.default_rng(self.seed)
        since = 0
        while best and since < PATIENCE:
            refilled = pool.refilled(pool.add(best), price, rng)
            clauses = pool.rule(pool.settled(refilled, price))
            ours, theirs = problem.objective(clauses), problem.objective(best)
            since = 0 if ours > theirs else since + 1
            if ours >= theirs or _better(problem, clauses, best):
                best = clauses
            yield best

    def _thorough(self, pool: Pool, rule: list[TestSet]) -> list[TestSet]:
        """The rule improved by the best additional clause and the best replacement of each."""
        problem, single = pool.problem, pool.problem.single_tests
        effort = Effort(pool.effort.limit / 20, pool.effort.go_on)
        for kept in (rule, *([c for c in rule if c != clause] for clause in rule)):
            left = np.where(single.verdict(kept), 0.0, problem.weights)
            priced = None if effort.stopped else price_clause(problem, left, effort)
            pool.add([priced.clause, *priced.others] if priced else [])
        return pool.improved(rule)


def _proved(
    whole: RuleProblem, best: list[TestSet], bound: float, effort: Effort
) -> tuple[list[TestSet], float, tuple[Prices, ...]]:
    """The best rule, its bound, and what the bound follows from.

    First comes the bound on all rules, then those on the rules of each number of clauses.
    """
    problem, prices = whole.distinct, tuple[Prices, ...]()
    proved = upper_bound(problem, problem.objective(best), effort, best)
    if proved is None:
        return best, bound, prices
    for each in (False, True):
        objective = problem.objective(best)
        if reaches(objective, bound):
            break
        parts: tuple[Bound, ...] = (proved,)
        if each:
            parts = by_number(problem, objective, effort, proved)
        value = max(0.0, *(part.value for part in parts))
        if value < bound:
            bound, prices = value, prices_of(whole, parts)
            if not reaches(objective, bound):
                best, bound = close(problem, best, parts, effort)
    return best, bound, prices


def _better(problem: RuleProblem, one: list[TestSet], other: list[TestSet]) -> bool:
    """Whether one rule is heavier, or as heavy and simpler (_simplicity), or first by name."""
    ours, theirs = problem.objective(one), problem.objective(other)
    noise = 1e-9 * max(1.0, abs(ours), abs(theirs))
    if abs(ours - theirs) > noise:
        return ours > theirs
    plain, other_plain = _simplicity(problem, one), _simplicity(problem, other)
    if plain != other_plain:
        return plain < other_plain
    formula = problem.single_tests.formula
    return one != other and str(formula(one)) < str(formula(other))


def _simplicity(problem: RuleProblem, clauses: list[TestSet]) -> tuple[int, int, int, int]:
    single, positive = problem.single_tests, problem.weights > 0
    single_values = sum(int(single.ask_values[[*clause]].sum()) for clause in clauses)
    support = sum(int((single.coverage(clause) & positive).sum()) for clause in clauses)
    return single.length(clauses), len(clauses), single_values, -support
