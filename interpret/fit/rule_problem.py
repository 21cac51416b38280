"""From a sample and its machine to the problem that a search of rules is given.

The answer, each fold of the validation and each resample go the same way: a machine is trained, the
rows are weighed, the tests of a language are listed, and they become one problem.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from interpret.fit.row_weights import TrainedMachine, weighted
from interpret.fit.sample import Sample, Way
from interpret.rules.demands import Given, Limits, given
from interpret.rules.logic import Formula
from interpret.rules.price_path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet, single_tests


@dataclass(frozen=True, eq=False)
class UnpricedProblem:
    """The problem of finding a rule, before tests have a price.

    unit: a typical row's weight, the unit of prices; given: the pinned part of the rule, to which
    the search adds; drawn: how many of the rows are possible rows drawn at random.
    """

    problem: RuleProblem
    way: Way
    unit: float
    given: Given
    drawn: int

    def at(self, price: float) -> RuleProblem:
        """The problem at this price of a test, in units of a typical row's weight."""
        return replace(self.problem, price=price * self.unit)

    def on_side_of(self, way: Way) -> "UnpricedProblem":
        """The problem on a way's side; only where nothing is demanded."""
        if way.side == self.way.side:
            return self
        other = replace(self.problem, weights=-self.problem.weights)
        return replace(self, problem=other, way=way)

    def formula(self, clauses: Sequence[TestSet]) -> Formula:
        """What a search's clauses say about which rows are positive."""
        return self.way.verdict(self.given.formula(self.problem.single_tests.formula(clauses)))

    def good_rules(self, prices: Sequence[float]) -> list[list[TestSet]]:
        """A good rule for each price, which must rise; nothing is proven of them.

        Where the pinned conditions alone are as good, the rule is one clause that adds no test.
        """
        absolute = [price * self.unit for price in prices]
        found = price_path(self.problem, absolute, Effort(inf))
        alone = self.given.alone
        if alone is None or alone <= 0:
            return found
        return [
            rule if self.at(price).objective(rule) > alone else [()]
            for rule, price in zip(found, prices, strict=True)
        ]


def rule_problem(
    sample: Sample,
    machine: TrainedMachine | None,
    way: Way,
    limits: Limits,
    rng: np.random.Generator,
) -> UnpricedProblem:
    """The problem of a sample's rule.

    machine: trained on the sample; None where the rule is fitted to labels alone. rng: draws
    possible rows, where the way asks the machine about them.
    """
    rows, of_tests = weighted(way.fit_to, sample, machine, rng), (way.language, limits.demands)
    if rows.table is sample.table:
        single = sample.single_tests(*of_tests, way.denies)
    else:
        single = single_tests(rows.table, sample.attributes, *of_tests, way.denies)
    pinned, weights = given(limits.demands, rows.table, way.worth(rows.weights))
    heavy = np.flatnonzero(weights)
    problem = RuleProblem(
        single.rows(heavy), weights[heavy], limits.clauses, limits.literals, fitted_to=way.fit_to
    )
    return UnpricedProblem(problem, way, rows.unit, pinned, rows.drawn)
