"""From a sample and its machine to the problem that a search of rules is given.

The order is the same for the answer, for each fold of the validation and for each resample: a
machine is trained, the rows are weighed in some way, the tests of a language are listed, and the
problem is posed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.fit.row_weights import Trained, weighted
from interpret.fit.sample import Sample, Way
from interpret.rules.logic import Formula
from interpret.rules.price_path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import RuleProblem, TestSet, candidates


@dataclass(frozen=True, eq=False)
class Posed:
    """A rule's problem without a price. unit: a typical row's weight, in which prices are told."""

    problem: RuleProblem
    way: Way
    unit: float

    def at(self, price: float) -> RuleProblem:
        """The problem where each test costs so many typical rows' weights."""
        return replace(self.problem, price=price * self.unit)

    def formula(self, clauses: Sequence[TestSet]) -> Formula:
        """What a search's clauses say about which rows are positive."""
        return self.way.verdict(self.problem.candidates.formula(clauses))


def posed(
    sample: Sample,
    machine: Trained | None,
    way: Way,
    limits: tuple[int, int],
    rng: np.random.Generator,
) -> Posed:
    """The problem of a sample's rule. limits: clauses, and tests in a clause, at most.

    machine: trained on the sample; None where the rule is fitted to labels alone. rng: draws
    possible rows, where the way asks the machine about them.
    """
    rows = weighted(way.fit_to, sample, machine, rng)
    single = candidates(rows.table, sample.attributes, way.language)
    weights = way.worth(rows.weights)
    heavy = np.flatnonzero(weights)
    clauses, literals = limits
    problem = RuleProblem(
        single.rows(heavy), weights[heavy], clauses, literals, fitted_to=way.fit_to
    )
    return Posed(problem, way, rows.unit)


def good_rules(
    problem: RuleProblem, prices: Sequence[float], effort: Effort
) -> list[list[TestSet]]:
    """A good rule for each price of a test, which must rise; nothing is proven of them."""
    return price_path(problem, prices, effort)
