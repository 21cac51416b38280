"""Wrappers of searches: one adds given lines, the other searches a sample of many rows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from interpret.data.attributes import IMPROVED, SEARCHED
from interpret.rules.demands import Given
from interpret.rules.logic import Between, Clause, Test
from interpret.rules.pool import Pool
from interpret.rules.pricing import Effort
from interpret.rules.search import OnProgress, Progress, Rule, RuleProblem, Search, ignore, reaches
from interpret.rules.single_tests import TestSet


@dataclass(frozen=True)
class HeldSearch:
    """Any search, for rules that are held to given lines, or to none.

    The inner search gets the rest of the problem (`demands.given`); objective and bound are those
    of whole rules.
    """

    inner: Search
    given: Given

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The whole rule; the given lines may make its objective negative."""
        given = self.given

        def tell(progress: Progress) -> object:
            best, objective, bound = progress.best, progress.objective, progress.bound
            return on_progress(
                replace(
                    progress,
                    best=None if best is None else given.formula(best),
                    objective=None if objective is None else given.covered + objective,
                    bound=None if bound is None else given.covered + max(bound, 0.0),
                )
            )

        rule = self.inner.search(problem, tell)
        proven = rule.proven
        objective, bound = given.covered + rule.objective, given.covered + rule.bound
        return replace(
            rule,
            formula=given.formula(rule.formula),
            objective=objective,
            bound=objective if proven else bound,  # equal up to rounding in the smaller problem
            stopped_by="proof" if proven else rule.stopped_by,
        )


@dataclass(frozen=True)
class SampledSearch:
    """Any search; of many rows it gets a sample, and its rule is improved on more of them.

    Objective and bound are then those of all rows; the bound is the sum of the positive weights.
    """

    inner: Search

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The rule; progress is that on the sample, scaled to the weight of all rows."""
        some = searched(problem)
        if some is problem:
            return self.inner.search(problem, on_progress)
        last: Progress | None = None

        def tell(progress: Progress) -> object:
            nonlocal last
            last = progress
            return on_progress(progress)

        def go_on() -> bool:
            return last is None or on_progress(last) is not False

        rule = self.inner.search(some, tell)
        clauses, stopped_by = clauses_of(rule, some), rule.stopped_by
        if stopped_by != "cancel":
            more = problem.sample(IMPROVED, np.random.default_rng(0))
            better = Pool(more, Effort(inf, go_on)).improved(clauses)
            clauses = max(clauses, better, key=problem.objective)
            stopped_by = "effort" if stopped_by == "proof" else stopped_by
        objective = problem.objective(clauses)
        return replace(
            rule,
            formula=problem.single_tests.formula(clauses),
            objective=objective,
            bound=problem.bound,
            stopped_by="proof" if reaches(objective, problem.bound) else stopped_by,
            shortest=False,
            prices=(),  # they are of the rows drawn
        )


def searched(problem: RuleProblem) -> RuleProblem:
    """The problem on the rows that are searched: all, or a sample of many."""
    if len(problem.weights) <= SEARCHED:
        return problem
    return problem.distinct.sample(SEARCHED, np.random.default_rng(0))


def clauses_of(rule: Rule, problem: RuleProblem) -> list[TestSet]:
    """The rule's clauses as sets of tests; a range with two ends becomes two tests."""
    place = {test: i for i, test in enumerate(problem.single_tests.tests)}

    def tests(clause: Clause) -> Iterator[Test]:
        for test in clause.tests:
            if test in place or not isinstance(test, Between):
                yield test
            else:
                yield Between(test.attribute, above=test.above)
                yield Between(test.attribute, to=test.to)

    return [
        tuple(sorted(place[test] for test in tests(rule_clause)))
        for rule_clause in rule.formula.clauses
    ]
