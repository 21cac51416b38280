"""GreedySearch: cover clause by clause, then improve each clause given the others."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np

from interpret.rules.pricing import Effort, price_clause
from interpret.rules.search import (
    OnProgress,
    Progress,
    Rule,
    RuleProblem,
    TestSet,
    ignore,
    reaches,
)


@dataclass(frozen=True)
class GreedySearch:
    """Exact pricing of one clause at a time: greedy cover, then best response.

    effort: clauses priced at most; time_limit: seconds, a safety only, since a search stopped by
    the clock does not repeat.
    """

    effort: int = 2_000_000
    time_limit: float = 60.0

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The best rule found; never worse than the empty rule."""
        until = monotonic() + self.time_limit
        stopped_by = "effort"
        clauses: list[TestSet] = []

        def go_on() -> bool:
            nonlocal stopped_by
            best = problem.formula(clauses)
            fraction = min(1.0, effort.spent / self.effort)
            objective = problem.objective(clauses)
            told = Progress("exact", fraction, best, objective, problem.bound, effort.spent)
            if on_progress(told) is False:
                stopped_by = "cancel"
            elif monotonic() > until:
                stopped_by = "time"
            else:
                return True
            return False

        effort = Effort(self.effort, go_on)
        for clauses in improvements(problem, [], effort):  # noqa: B007
            if not go_on():
                break
        objective = problem.objective(clauses)
        return Rule(
            formula=problem.formula(clauses),
            fitted_to=problem.fitted_to,
            price=problem.price,
            objective=objective,
            bound=problem.bound,
            stopped_by="proof" if reaches(objective, problem.bound) else stopped_by,
        )


def improvements(
    problem: RuleProblem, start: list[TestSet], effort: Effort
) -> Iterator[list[TestSet]]:
    """Ever better sets of clauses: added while one pays, then re-priced each given the others."""
    clauses = list(start)
    changed = True
    while changed and not effort.stopped:
        changed = False
        while len(clauses) < problem.clauses:
            added = price_clause(problem, _uncovered(problem, clauses), effort)
            if added is None or effort.stopped:
                break
            clauses.append(added.clause)
            changed = True
            yield list(clauses)
        for clause in list(clauses):
            if effort.stopped:
                break
            others = [other for other in clauses if other != clause]
            better = _best_response(problem, others, clause, effort)
            if better != [clause]:
                clauses = others + better
                changed = True
                yield list(clauses)


def _best_response(
    problem: RuleProblem, others: list[TestSet], clause: TestSet, effort: Effort
) -> list[TestSet]:
    """The clause to stand in this one's place given the others: a better one, itself, or none."""
    weights = _uncovered(problem, others)
    worth = float(weights[problem.coverage(clause)].sum())
    length = problem.length([clause])
    value = worth - problem.price * length
    noise = 1e-9 * float(np.abs(problem.weights).sum())
    priced = price_clause(problem, weights, effort)
    if priced is None:
        return [clause] if value > noise else []
    shorter = problem.length([priced.clause]) < length
    if priced.value > value + noise or (shorter and priced.value > value - noise):
        return [priced.clause]
    return [clause]


def _uncovered(problem: RuleProblem, clauses: list[TestSet]) -> np.ndarray:
    """The row weights, 0 where one of the clauses covers the row."""
    weights = problem.weights.copy()
    for clause in clauses:
        weights[problem.coverage(clause)] = 0.0
    return weights
