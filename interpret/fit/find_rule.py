"""The search for the rule: on the training rows, on other rows with the same choices, or as a
draft.

The choices of a draft, where the settings leave one open, are the same for every table. Of all
choices without validation they were right most often on the tables of benchmarks.rule_truth, clean
and with wrong labels. benchmarks.answer_time measures them against the settled answer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from sklearn.base import clone

from interpret import cores
from interpret.data.attributes import SEARCHED
from interpret.fit.choose_machine import MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.machine import (
    BYTES_PER_PAIR,
    FEWEST,
    NEARLY,
    PER_PAIR,
    room_beside,
    train_machine,
)
from interpret.fit.rule_problem import UnpricedProblem, rule_problem
from interpret.fit.rules_on_folds import CRITERIA
from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from interpret.rules.demands import Demands
from interpret.rules.exact import ExactSearch
from interpret.rules.genetic import GeneticSearch
from interpret.rules.logic import Formula
from interpret.rules.pool import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import (
    DRAFT,
    Found,
    OnProgress,
    Rule,
    RuleProblem,
    Search,
    ignore,
)
from interpret.rules.single_tests import TestSet
from interpret.rules.wrapping import HeldSearch, SampledSearch, searched
from interpret.settings import GENETIC, Settings
from kernels.svm import HARDEST, BooleanSVC

PER_RULE = 3e8  # additions that finding a rule anew takes, without its machine
FOR_MANY = 4  # of many classes each gets 1 / FOR_MANY of the effort
WORK = 1_000_000_000  # clauses priced times the rows they are priced on
LONGER = 1.1  # the price is raised if a rule has more tests than this times those promised, plus ½
RAISE, RAISES = 2**0.25, 12  # the factor by which the price moves, and how often at most
Start = tuple[TestSet, ...]
KERNEL, COST = "mDNF(3,2)", 4.0
FIT_TO, SIDE, LANGUAGE = "labels", "for", "values"
PRICE, OF_ROWS = 2.0, 1000  # a test costs PRICE rows, or one for each OF_ROWS if that is more
LANDMARKS = 300  # where there are too many rows for an exact machine
CELLS = 100_000_000  # the most entries of the matrix of rows and landmarks


def good_start(problem: RuleProblem, go_on: Callable[[], bool] = lambda: True) -> Start:
    """A good rule from which a search can start."""
    some = searched(problem)
    (start,) = price_path(some, [some.price], Effort(effort(some), go_on))
    return tuple(start)


def as_long_as_promised(problem: RuleProblem, start: Start, promised: float) -> RuleProblem:
    """The problem at a price that makes its rule about as long as validation promised.

    At the same price, a rule found with more effort may be longer or shorter than those in
    validation. promised: their mean number of tests.
    """
    quick = ExactSearch(effort(problem) // 10, start=(start,), proves=False)
    cheapest = problem.total / max(1, len(problem.weights)) / 8
    some, before = searched(problem), 0
    for _ in range(RAISES):
        length = len(quick.search(some).formula)
        way = (length > LONGER * promised + 0.5) - (length < promised / LONGER**2 - 0.5)
        if not way or way == -before or (way < 0 and some.price <= cheapest):
            break
        some, before = replace(some, price=max(some.price * RAISE**way, cheapest)), way
    return replace(problem, price=some.price)


def short_problem(
    unpriced: UnpricedProblem, choice: RuleChoice, settings: Settings
) -> tuple[RuleProblem, Start]:
    """The problem for the searches, priced so that its rule is short, and a rule to start from."""
    problem = unpriced.at(choice.price)
    start = good_start(problem)
    if settings.resolved.price is None and choice.promised is not None:
        problem = as_long_as_promised(problem, start, choice.promised)
    return problem, start


def effort(problem: RuleProblem) -> int:
    """How many clauses a search may price, so that it takes about the same time on any table."""
    return WORK // max(1, min(SEARCHED, len(problem.weights)))


def search_of(
    settings: Settings, problem: RuleProblem, start: Start, of_many_classes: bool = False
) -> Search:
    """The search that the settings ask for. of_many_classes: whether it gets less effort."""
    if settings.search == GENETIC:
        return SampledSearch(genetic(settings))
    most = effort(problem) // (FOR_MANY if of_many_classes else 1)
    return SampledSearch(
        ExactSearch(settings.resolved.effort or most, settings.time_limit, settings.seed, (start,))
    )


def genetic(settings: Settings, patience: int | None = None) -> GeneticSearch:
    """The genetic search of the settings. patience: as in GeneticSearch."""
    return GeneticSearch(
        population=settings.population,
        generations=settings.generations,
        seed=settings.seed,
        plain=settings.operators == "thesis",
        patience=patience,
    )


def timed(name: str, search: Search, problem: RuleProblem, on_progress: OnProgress) -> Found:
    """What a search finds, and the seconds that it took."""
    started = perf_counter()
    rule = search.search(problem, on_progress)
    return Found(name, replace(rule, evolution=()), perf_counter() - started)


def found_anew(
    sample: Sample,
    svc: BooleanSVC,
    choices: Sequence[RuleChoice],
    seed: int,
    quick: bool = False,
    go_on: Callable[[], bool] = lambda: True,
) -> list[Formula]:
    """The formula of each choice, found on other training rows, with one machine of their own.

    svc: an unfitted machine, trained anew here where a rule is fitted to it; quick: whether the
    rule from which a search would start is taken, as in validation; go_on: returns False to stop
    the searches, which then give their best. Nothing is proven of them.
    """
    machine, found = None, list[Formula]()
    if any(choice.fit_to != "labels" for choice in choices):
        machine = train_machine(clone(svc).set_params(tol=NEARLY), sample)
    for choice in choices:
        rng = np.random.default_rng(seed)
        unpriced = rule_problem(sample, machine, choice.way, choice.limits, rng)
        problem = unpriced.at(choice.price)
        search: Search = DraftSearch()
        if not quick:
            start = good_start(problem, go_on)
            exact = ExactSearch(effort(problem) // 10, start=(start,), proves=False)
            search = SampledSearch(exact)
        rule = HeldSearch(search, unpriced.given).search(problem, lambda progress: go_on())
        found.append(choice.way.verdict(rule.formula))
    return found


def all_found_anew(
    samples: Sequence[Sample],
    svc: BooleanSVC,
    choices: Sequence[RuleChoice],
    seed: int,
    go_on: cores.GoOn,
    quick: bool = False,
) -> Iterator[list[Formula]]:
    """As `found_anew` for each of the samples, side by side; no more once go_on returns False."""
    pairs = max(map(len, samples)) ** 2
    work = len(samples) * (PER_PAIR * pairs + PER_RULE * len(choices))
    arguments = [(sample, svc, choices, seed, quick) for sample in samples]
    return cores.run(
        found_anew, arguments, work, go_on, float(BYTES_PER_PAIR * pairs), room_beside()
    )


@dataclass(frozen=True)
class DraftSearch:
    """A search that returns the rule from which the full searches would start."""

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:  # noqa: ARG002
        """The rule, or the empty one if that is better; no optimum is proven."""
        rule = problem.rule(good_start(problem), DRAFT)
        return replace(rule, bound=max(rule.objective, rule.bound))


def draft_choices(
    sample: Sample, settings: Settings, demands: Demands
) -> tuple[MachineChoice, RuleChoice]:
    """A kernel with its C, and the way to fit the rule; what the settings fix is kept."""
    resolved = settings.resolved
    C = COST if resolved.C is None else resolved.C
    if draft_landmarks(sample, settings):
        C = min(C, HARDEST)
    rule = RuleChoice(
        fit_to=resolved.fit_to or FIT_TO,
        side=resolved.side or SIDE,
        language=resolved.language or LANGUAGE,
        price=max(PRICE, len(sample) / OF_ROWS) if resolved.price is None else resolved.price,
        clauses=resolved.clauses or CRITERIA.clauses,
        literals=resolved.literals or CRITERIA.literals,
        demands=demands,
    )
    return MachineChoice(resolved.kernel or KERNEL, C), rule


def draft_landmarks(sample: Sample, settings: Settings) -> int | None:
    """How many landmarks the draft's machine has; None where rows are few and it is exact."""
    most = settings.resolved.landmarks
    if most is None and len(sample) <= ROWS.drafted_machine:
        return None
    return min(LANDMARKS, most or LANDMARKS, max(FEWEST, CELLS // len(sample)))
