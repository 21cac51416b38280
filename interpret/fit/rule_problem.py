"""From a sample and its machine to the problem for a search of rules.

The answer, each fold of the validation and each resample go the same way: a machine is trained, the
rows are weighed, the tests of a language are listed, and together they are the problem. Each choice
of what a rule is fitted to says how much it is worth that the rule covers a row: weights   y_i α_i,
the machine's own (Polato, eq. 7.1) labels    ±1, the class mix       the mean of the class and of
the machine's decision, cut to [−1, 1] domain    the machine's decision on possible rows: all of
them, or mixtures of the rows at hand
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from interpret.data.table import Table, crossed, domain_size, every_possible_row
from interpret.fit.sample import Sample, Way
from interpret.rules.demands import Given, Limits, given
from interpret.rules.logic import Formula
from interpret.rules.pool import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet, single_tests
from kernels.steady import on_grid

MOST_LISTED = 20_000
LEAST_DRAWN, MOST_DRAWN = 700, 6000
LEAST_SEEN = 0.1  # all possible rows are listed if the table has at least this share of them
ON_ROWS = 0.2  # share of the weight on the table's rows where possible rows are drawn, not listed
Decide = Callable[[Table], np.ndarray]  # the machine's decision values on a table's rows


@dataclass(frozen=True, eq=False)
class TrainedMachine:
    """What a rule can be fitted to: a machine's y_i α_i of its rows, and its decision."""

    weights: np.ndarray
    decide: Decide


@dataclass(frozen=True, eq=False)
class Weighted:
    """Rows to fit a rule to, and the weight of each, rounded so that sums of weights are exact.

    unit: a typical row's weight, for prices; drawn: how many of the rows are possible rows drawn at
    random, since not all could be listed.
    """

    table: Table
    weights: np.ndarray
    unit: float
    drawn: int = 0

    @classmethod
    def of(cls, table: Table, weights: np.ndarray, unit: float = 1.0) -> "Weighted":
        rounded = on_grid(np.append(weights, unit))
        return cls(table, rounded[:-1], float(rounded[-1]))


def weighted(
    fit_to: str, sample: Sample, machine: TrainedMachine | None, rng: np.random.Generator
) -> Weighted:
    """The rows that a rule is fitted to, and their weights.

    machine: trained on the sample; None where the rule is fitted to labels. rng: draws possible
    rows. Raises ValueError where a machine is needed and none was given.
    """
    if fit_to == "labels":
        return Weighted.of(sample.table, sample.each * sample.signs)
    if machine is None:
        raise ValueError(f"A rule fitted to {fit_to!r} needs a machine, and none was given.")
    table, decide = sample.table, machine.decide
    if fit_to == "weights":
        positive = machine.weights[machine.weights > 0]
        return Weighted.of(table, machine.weights, float(positive.mean()) if len(positive) else 1.0)
    if fit_to == "mix":
        mixed = sample.each * (sample.signs + _cut(decide(table))) / 2
        return Weighted.of(table, mixed)
    n = len(sample)
    if lists_domain(table, sample.attributes):
        possible = every_possible_row(table, sample.attributes)
        return Weighted.of(possible, _cut(decide(possible)) * n / possible.n_rows)
    drawn = crossed(table, sample.attributes, min(max(2 * n, LEAST_DRAWN), MOST_DRAWN), rng)
    on_rows = ON_ROWS * _cut(decide(table))
    on_drawn = (1 - ON_ROWS) * _cut(decide(drawn)) * n / drawn.n_rows
    together = stacked(table, drawn, sample.attributes)
    rows = Weighted.of(together, np.concatenate([on_rows, on_drawn]))
    return replace(rows, drawn=drawn.n_rows)


def lists_domain(table: Table, attributes: Sequence[str]) -> bool:
    """Whether all possible rows are listed: if they are few and the table has enough of them."""
    size = domain_size(table, attributes)
    return size <= MOST_LISTED and _distinct(table, attributes) >= LEAST_SEEN * size


def stacked(one: Table, other: Table, attributes: Sequence[str]) -> Table:
    """The rows of both tables, of these attributes alone."""
    columns = tuple(
        replace(
            one.column(name),
            codes=np.concatenate([one.column(name).codes, other.column(name).codes]),
        )
        for name in attributes
    )
    return replace(one, columns=columns)


def _distinct(table: Table, attributes: Sequence[str]) -> int:
    return len(np.unique(np.stack([table.column(name).codes for name in attributes]), axis=1).T)


def _cut(decisions: np.ndarray) -> np.ndarray:
    return np.clip(decisions, -1.0, 1.0)


@dataclass(frozen=True, eq=False)
class UnpricedProblem:
    """The problem of finding a rule, before tests have a price.

    unit: a typical row's weight, the unit of prices; given: the lines of the rule to which
    the search adds; drawn: how many of the rows are possible rows drawn at random; rows: which rows
    of the sample they are, None where they are possible rows.
    """

    problem: RuleProblem
    way: Way
    unit: float
    given: Given
    drawn: int
    rows: np.ndarray | None

    def at(self, price: float) -> RuleProblem:
        """The problem at this price of a test, in units of a typical row's weight."""
        return replace(self.problem, price=price * self.unit)

    def on_side_of(self, way: Way) -> "UnpricedProblem":
        """The problem on a way's side; valid only without demands."""
        if way.side == self.way.side:
            return self
        other = replace(self.problem, weights=-self.problem.weights)
        return replace(self, problem=other, way=way)

    def formula(self, clauses: Sequence[TestSet]) -> Formula:
        """What a search's clauses say about which rows are positive."""
        return self.way.verdict(self.given.formula(self.problem.single_tests.formula(clauses)))

    def good_rules(self, prices: Sequence[float]) -> list[list[TestSet]]:
        """A good rule for each price, in ascending order; nothing is proven of them."""
        return price_path(self.problem, [price * self.unit for price in prices], Effort(inf))


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
    held_to, weights = given(limits.demands, rows.table, way.worth(rows.weights))
    heavy = np.flatnonzero(weights)
    problem = RuleProblem(
        single.rows(heavy), weights[heavy], limits.clauses, limits.literals, fitted_to=way.fit_to
    )
    of_sample = heavy if rows.table is sample.table else None
    return UnpricedProblem(problem, way, rows.unit, held_to, rows.drawn, of_sample)
