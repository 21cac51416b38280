"""What a search is given, reports and returns; of a genetic search also its course.

A search maximises  Σ v_i δ_f(x_i) − price · tests  over formulas f within the limits; v are row
weights, v_i = y_i α_i for the rule inside the machine (Polato, eq. 7.1).

A new search is one entry in SEARCHES and a line of `interpret.fit.find_rule.search_of`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import frexp, isfinite
from typing import Any, Protocol
from warnings import warn

import numpy as np

from interpret.rules.logic import Formula
from interpret.rules.single_tests import SingleTests, TestSet
from kernels.examples import distinct


@dataclass(frozen=True)
class Generation:
    """One generation of a genetic search.

    best: the best rule so far, which scores `objective`. objectives, lengths: of the rules of this
    generation, or of every so many of them where they are many; a length is in tests.
    """

    number: int
    best: Formula
    objective: float
    objectives: tuple[float, ...]
    lengths: tuple[int, ...]


DRAFT = "draft"  # the value of stopped_by for a draft, which a settled rule will replace
ROUNDING = 1e-7  # relative error that a sum or a linear program may have


@dataclass(frozen=True, eq=False)
class RuleProblem:
    """Find the formula of the largest objective; each of its clauses has at least one test.

    weights: of covering each row, (n_rows,); clauses: how many a formula may have; literals: how
    many tests a clause may have; price: of a test; fitted_to: the origin of the weights.
    """

    single_tests: SingleTests
    weights: np.ndarray
    clauses: int = 10
    literals: int = 5
    price: float = 0.0
    fitted_to: str = "weights"

    @cached_property
    def kinds(self) -> tuple[np.ndarray, np.ndarray]:
        """The first row of each kind that no test tells apart, ascending, and the weight of its
        kind.
        """
        first, of = distinct(self.single_tests.covers.T.view(np.uint8))
        order = np.argsort(first, kind="stable")
        return first[order], np.bincount(of, self.weights, minlength=len(first))[order]

    @cached_property
    def distinct(self) -> "RuleProblem":
        """The problem with rows merged that no test tells apart, their weights summed."""
        first, weights = self.kinds
        if len(first) == len(self.weights):
            return self
        return replace(self, single_tests=self.single_tests.rows(first), weights=weights)

    @cached_property
    def total(self) -> float:
        """The sum of the positive weights: no formula weighs more."""
        weights = self.distinct.weights
        return float(weights[weights > 0].sum())

    def sample(self, most: int, rng: np.random.Generator) -> "RuleProblem":
        """The same problem on `most` rows, with weights scaled to those of all.

        At most half of the rows have the rarer sign.
        """
        if len(self.weights) <= most:
            return self
        rows, weights = [], []
        signs = [np.flatnonzero(self.weights > 0), np.flatnonzero(self.weights < 0)]
        fewer = min(map(len, signs))
        for of_sign in signs:
            n = min(
                len(of_sign), most // 2 if len(of_sign) == fewer else most - min(fewer, most // 2)
            )
            kept = np.sort(rng.permutation(of_sign)[:n])
            rows.append(kept)
            scale = self.weights[of_sign].sum() / self.weights[kept].sum() if n else 1.0
            weights.append(scale * self.weights[kept])
        order = np.argsort(np.concatenate(rows), kind="stable")
        single = self.single_tests.rows(np.concatenate(rows)[order])
        return replace(self, single_tests=single, weights=np.concatenate(weights)[order])

    @property
    def bound(self) -> float:
        """An objective that no formula within the limits exceeds."""
        return max(0.0, self.total - self.price) if self.single_tests.tests else 0.0

    def objective(self, clauses: Sequence[TestSet]) -> float:
        weight = float(self.weights[self.single_tests.verdict(clauses)].sum())
        return weight - self.price * self.single_tests.length(clauses)

    def rule(self, clauses: Sequence[TestSet], stopped_by: str) -> "Rule":
        """The clauses as a rule, or the empty rule where that is better."""
        objective = self.objective(clauses)
        if objective <= 0:
            clauses, objective = [], 0.0
        return Rule(
            formula=self.single_tests.formula(clauses),
            fitted_to=self.fitted_to,
            price=self.price,
            objective=objective,
            bound=self.bound,
            stopped_by=stopped_by,
        )


@dataclass(frozen=True)
class Prices:
    """What the bound on rules of `least` to `most` clauses follows from (interpret.rules.bound).

    of_rows: the price of each row, 0 but for the first positive row of each kind, (n_rows,); worth:
    the largest of any clause.
    """

    least: int
    most: int
    of_rows: tuple[float, ...]
    worth: float


@dataclass(frozen=True)
class Rule:
    """A formula with its certificate.

    objective: Σ v_i δ_f(x_i) − price · tests; bound: no formula within the limits and the language
    exceeds it; shortest: whether no formula of this objective is shorter; generations, evolution:
    of a genetic search (no answer holds the evolution); prices: what the bound follows
    from where it is below the sum of positive weights.
    """

    formula: Formula
    fitted_to: str
    price: float
    objective: float
    bound: float
    stopped_by: str
    shortest: bool = False
    generations: int | None = None
    evolution: tuple[Generation, ...] = field(default=(), compare=False)
    prices: tuple[Prices, ...] = field(default=(), compare=False)  # a document has them elsewhere

    @property
    def gap(self) -> float:
        return max(0.0, self.bound - self.objective)

    @property
    def is_draft(self) -> bool:
        """Whether the rule is a draft, which a settled rule was to replace."""
        return self.stopped_by == DRAFT

    @property
    def proven(self) -> bool:
        """No formula within the limits has a larger objective."""
        return reaches(self.objective, self.bound)


@dataclass(frozen=True)
class Found:
    """What one search found."""

    search: str
    rule: Rule
    seconds: float


@dataclass(frozen=True)
class Progress:
    """The progress of a long computation.

    stage: a word for the stage; fraction: of this stage, in [0, 1]; best, objective, bound: of the
    best formula so far; step: generations, or clauses priced, so far.
    """

    stage: str
    fraction: float
    best: Formula | None = None
    objective: float | None = None
    bound: float | None = None
    step: int | None = None
    note: str = ""

    def as_step(self) -> dict[str, Any]:
        """The step as a run's store keeps it and its page draws it."""
        best = self.best
        return {
            "stage": self.stage,
            "fraction": self.fraction,
            "step": self.step,
            "objective": _finite(self.objective),
            "bound": _finite(self.bound),
            "best": None if best is None else {"text": str(best), "clauses": len(best.clauses)},
            "note": self.note,
        }


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and isfinite(value) else None


OnProgress = Callable[[Progress], object]  # returns False to stop


class Search(Protocol):
    """A search has its settings from construction, and gets a problem with each call."""

    def search(self, problem: RuleProblem, on_progress: OnProgress = ...) -> Rule: ...


def ignore(progress: Progress) -> None:
    """A listener to progress that does nothing."""


def reaches(objective: float, bound: float) -> bool:
    """Whether an objective meets a bound, up to rounding of the bound's own size."""
    return objective >= bound - ROUNDING * abs(bound)


class ImpossibleBoundWarning(RuntimeWarning):
    """A bound contradicts a known value: an error of this program, not of a table."""


def is_possible(objective: float, bound: float, off: float) -> bool:
    """Whether a bound is no smaller than an objective that was reached, up to an error of `off`.

    If it is smaller, the bound is wrong. This warns, which stops every test, and the caller then
    claims nothing.
    """
    if objective <= bound + off:
        return True
    warn(
        f"A bound of {bound:.12g} is below {objective:.12g}, which was reached, so it is not used. "
        "Please report this with the table.",
        ImpossibleBoundWarning,
        stacklevel=2,
    )
    return False


def at_scale(
    search: Callable[[RuleProblem, OnProgress], Rule], problem: RuleProblem, on_progress: OnProgress
) -> Rule:
    """Runs a search that has absolute tolerances on weights of any size.

    Weights with a total below 1 are multiplied by a power of two, which is exact; progress and
    result are divided by it again.
    """
    _, exponent = frexp(problem.total)
    factor = 2.0 ** max(0, 1 - exponent) if problem.total > 0 else 1.0
    if factor == 1.0:
        return search(problem, on_progress)

    def tell(progress: Progress) -> object:
        objective, bound = progress.objective, progress.bound
        return on_progress(
            replace(
                progress,
                objective=None if objective is None else objective / factor,
                bound=None if bound is None else bound / factor,
            )
        )

    larger = replace(problem, weights=factor * problem.weights, price=factor * problem.price)
    rule = search(larger, tell)
    prices = tuple(
        replace(
            one, of_rows=tuple(price / factor for price in one.of_rows), worth=one.worth / factor
        )
        for one in rule.prices
    )
    return replace(
        rule,
        price=problem.price,
        objective=rule.objective / factor,
        bound=rule.bound / factor,
        prices=prices,
    )


@dataclass(frozen=True)
class SearchEntry:
    """A search that can be chosen.

    name: in the settings, and of the stage that the search reports; title, help: on the page;
    stage: its progress in words, with {step} for the step's number.
    """

    name: str
    title: str
    help: str
    stage: str


SEARCHES = {
    entry.name: entry
    for entry in (
        SearchEntry(
            name="exact",
            title="Exact",
            help="The best rule, or how much better one could be at most.",
            stage="Exact search: {step:,} lines priced",
        ),
        SearchEntry(
            name="genetic",
            title="Genetic",
            help="The thesis's way: rules are crossed and mutated until one is best.",
            stage="Genetic search: generation {step:,}",
        ),
    )
}
