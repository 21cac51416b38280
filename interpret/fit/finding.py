"""Finding the rule: from weighted rows and a choice to a problem, its searches, what they found."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.row_weights import Weighted, weighted
from interpret.rules.exact import ExactSearch
from interpret.rules.genetic import GeneticSearch, as_in_the_thesis
from interpret.rules.logic import Clause, Formula
from interpret.rules.price_path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.sampled import SEARCHED, SampledSearch, searched
from interpret.rules.search import (
    Found,
    OnProgress,
    Progress,
    RuleProblem,
    Search,
    TestSet,
    candidates,
)
from interpret.rules.searches import RACE, SEARCHES
from interpret.settings import AUTO, Settings
from kernels.svm import BooleanSVC, row_weights

WORK = 1_000_000_000  # clauses priced times the rows they are priced on
LONGER = 1.1  # than promised in validation, and half a test: then the price is raised
RAISE, RAISES = 2**0.25, 12  # by how much, how often at most
MUCH_SHORTER = 2 / 3
NEARLY = 1e-3  # how far from its optimum a machine may be whose rule is not proven


def rule_problem(
    fitted: Weighted,
    attributes: Sequence[str],
    choice: RuleChoice,
    go_on: Callable[[], bool] = lambda: True,
) -> tuple[RuleProblem, tuple[TestSet, ...]]:
    """The search's problem, and a good rule to start from."""
    single = candidates(fitted.table, attributes, choice.language)
    weights = fitted.weights if choice.side == "for" else -fitted.weights
    heavy = np.flatnonzero(weights)
    problem = RuleProblem(
        single.rows(heavy),
        weights[heavy],
        choice.clauses,
        choice.literals,
        choice.price * fitted.unit,
        choice.fit_to,
    )
    some = searched(problem)
    with threadpool_limits(1):
        start = price_path(some, [some.price], Effort(effort(some), go_on))[0]
    return problem, tuple(start)


def kept_short(problem: RuleProblem, start: tuple[TestSet, ...], choice: RuleChoice) -> RuleProblem:
    """The problem at a price that keeps its rule about as short as validation promised."""
    quick = ExactSearch(effort(problem) // 10, start=(start,))
    cheapest = problem.total / max(1, len(problem.weights)) / 8
    some = searched(problem)
    for _ in range(RAISES):
        if len(quick.search(some).formula) <= LONGER * choice.promised + 0.5:
            break
        some = replace(some, price=max(some.price * RAISE, cheapest))
    return replace(problem, price=some.price)


def other_side(choice: RuleChoice) -> RuleChoice | None:
    """The best measured way to describe the other class, where its rules were much shorter."""
    ways = [way for way in choice.candidates if way.side != choice.side and way.tests]
    if not ways or choice.promised is None:
        return None
    best = max(ways, key=lambda way: (way.accuracy, -way.tests))
    if best.tests > MUCH_SHORTER * choice.promised:
        return None
    return replace(
        choice,
        fit_to=best.fit_to,
        side=best.side,
        language=best.language,
        price=best.price,
        promised=best.tests,
    )


def denial(formula: Formula) -> Formula:
    """The formula denied; plainly always or never where it is never or always."""
    if not formula.clauses:
        return Formula((Clause(),))
    return Formula() if Clause() in formula.clauses else Formula(formula.clauses, denied=True)


def effort(problem: RuleProblem) -> int:
    """Clauses that can be priced in a time that suits a person, about the same for any table."""
    return WORK // max(1, min(SEARCHED, len(problem.weights)))


def searches(
    settings: Settings, problem: RuleProblem, start: tuple[TestSet, ...]
) -> list[tuple[str, Search]]:
    genetic = GeneticSearch(
        population=settings.population,
        generations=settings.generations,
        elite=settings.elite,
        mutation=settings.mutation,
        seed=settings.seed,
    )
    if settings.plain:
        genetic = as_in_the_thesis(genetic)
    exact = ExactSearch(
        effort(problem) if settings.effort == AUTO else settings.effort,
        settings.time_limit,
        settings.seed,
        (start,),
    )
    named: dict[str, Search] = {"exact": exact, "genetic": genetic}
    asked = SEARCHES if settings.search == RACE else (settings.search,)
    return [(name, SampledSearch(named[name])) for name in asked]


def timed(name: str, search: Search, problem: RuleProblem, on_progress: OnProgress) -> Found:
    started = perf_counter()
    curve: list[tuple[int, float, float]] = []

    def listen(progress: Progress) -> object:
        if not curve or progress.objective > curve[-1][2]:
            curve.append((progress.step, perf_counter() - started, progress.objective))
        return on_progress(progress)

    rule = search.search(problem, listen)
    return Found(name, rule, perf_counter() - started, tuple(curve))


def found_anew(
    train: Table,
    attributes: Sequence[str],
    y: np.ndarray,
    svc: BooleanSVC,
    choice: RuleChoice,
    seed: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Formula:
    """The formula of other training rows, their own machine included, by choices made before.

    svc: says how the machine is trained, and is not fitted; go_on: returns False to stop the
    search, which then gives its best.
    """
    encoding = Encoding.fit(train, attributes)
    svc = clone(svc).set_params(tol=NEARLY).fit(encoding.encode(train), y)
    fitted = weighted(
        choice.fit_to,
        train,
        attributes,
        y,
        np.where(y, 1.0, -1.0) * svc.alpha_,
        lambda rows: svc.decision_function(encoding.encode(rows)),
        np.random.default_rng(seed),
        row_weights(svc.class_weight, y),
    )
    problem, start = rule_problem(fitted, attributes, choice, go_on)
    search = SampledSearch(ExactSearch(effort(problem) // 10, start=(start,)))
    formula = search.search(problem, lambda progress: go_on()).formula
    return denial(formula) if choice.side == "against" else formula
