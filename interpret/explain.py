"""From a table to its explanation: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import ceil
from time import perf_counter

import numpy as np
from sklearn.model_selection import train_test_split
from threadpoolctl import threadpool_limits

from interpret.choose_machine import choose_machine
from interpret.choose_rule import RuleChoice, choose_rule
from interpret.data.encoding import Encoding
from interpret.data.table import DataError, Table
from interpret.data.task import Task, check_fits, conflicts, tasks
from interpret.explanation import PARTS, Explanation, Found, Machine
from interpret.fit_to import Weighted, weighted
from interpret.insight.measures import (
    Share,
    agreement,
    auc,
    clause_figures,
    confusion,
    majority,
)
from interpret.rules.exact import ExactSearch
from interpret.rules.genetic import GeneticSearch
from interpret.rules.logic import Clause, Formula
from interpret.rules.path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import (
    OnProgress,
    Progress,
    RuleProblem,
    Search,
    TestSet,
    candidates,
    ignore,
)
from interpret.settings import AUTO, Settings
from kernels.catalog import parse
from kernels.svm import BooleanSVC

WORK = 1_000_000_000  # clauses priced times the rows they are priced on
LONGER = 1.25  # than promised in validation, and the price is raised
RAISE, RAISES = 2**0.25, 12  # by how much, how often at most


class Cancelled(Exception):  # noqa: N818
    """Stopped before there was anything to show."""


def explain(
    table: Table,
    settings: Settings,
    on_progress: OnProgress = ignore,
    on_answer: Callable[[Explanation], object] = ignore,
) -> Explanation:
    """The rule inside a machine trained on the table, for the settings' positive class.

    on_answer hears of a first complete answer while a race goes on. Raises DataError where the
    table cannot be learned from, Cancelled where it is stopped before the machine is trained.
    """

    def tell(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise Cancelled

    task = tasks(table, settings.target, settings.positive, settings.drop)[0]
    rows = _split(task, settings)
    check_fits(len(rows["train"]))
    train = task.table.rows(rows["train"])
    encoding = Encoding.fit(train, task.attributes)
    X, y = encoding.encode(task.table), task.y
    X_train, y_train = X[rows["train"]], y[rows["train"]]

    started = perf_counter()
    tell(Progress("choosing", 0.0))
    choice = choose_machine(
        X_train, y_train, settings, lambda fraction: tell(Progress("choosing", fraction))
    )
    tell(Progress("training", 0.0))
    svc = BooleanSVC(parse(choice.kernel), choice.C).fit(X_train, y_train)
    weights = np.where(y_train, 1.0, -1.0) * svc.alpha_
    scores = svc.decision_function(X)
    machine = Machine(
        kernel=choice.kernel,
        C=svc.C_,
        asked_C=choice.C,
        separable=svc.separable_,
        support=len(svc.support_),
        intercept=float(svc.intercept_[0]),
        weights=tuple(weights.tolist()),
        scores=tuple(scores.tolist()),
        seconds=perf_counter() - started,
    )
    verdicts = scores > 0
    judged = "test" if len(rows["test"]) else "train"
    right = confusion(verdicts[rows[judged]], y[rows[judged]]).accuracy
    tell(Progress("trained", 1.0, note=_percent(right)))

    rule_choice = choose_rule(
        train,
        task.attributes,
        y_train,
        svc.kernel,
        choice.C,
        settings,
        lambda fraction: tell(Progress("fitting", fraction)),
    )
    fitted = weighted(
        rule_choice.fit_to,
        train,
        task.attributes,
        y_train,
        weights,
        lambda rows: svc.decision_function(encoding.encode(rows)),
        np.random.default_rng(settings.seed),
    )
    problem, start = _problem(fitted, task, rule_choice)
    if settings.price == AUTO and rule_choice.promised is not None:
        problem = _kept_short(problem, start, rule_choice)

    def answer(found: tuple[Found, ...]) -> Explanation:
        rule = max(found, key=lambda one: one.rule.objective).rule
        said = rule.formula.holds(task.table)
        return Explanation(
            settings=settings,
            table=table.name,
            digest=table.digest,
            target=task.target,
            positive=task.positive,
            negative=task.negative,
            attributes=task.attributes,
            notices=(*table.notices, *task.notices),
            rows={part: tuple(rows[part].tolist()) for part in PARTS},
            positives={part: int(y[rows[part]].sum()) for part in PARTS},
            conflicts=conflicts(task),
            machine_choice=choice,
            rule_choice=rule_choice,
            machine=machine,
            machine_right={p: confusion(verdicts[rows[p]], y[rows[p]]) for p in PARTS},
            machine_auc={p: auc(scores[rows[p]], y[rows[p]]) for p in PARTS},
            found=found,
            weight=float(weights[said[rows["train"]]].sum()),
            rule_right={p: confusion(said[rows[p]], y[rows[p]]) for p in PARTS},
            fidelity={p: agreement(said[rows[p]], verdicts[rows[p]]) for p in PARTS},
            majority={p: majority(y_train, y[rows[p]]) for p in PARTS},
            clauses={
                p: clause_figures(rule.formula, task.table.rows(rows[p]), y[rows[p]]) for p in PARTS
            },
        )

    shown = task.table.rows(rows[judged])

    @lru_cache(maxsize=1)
    def agrees(best: Formula) -> str:
        """How often the best rule so far, on its side, says what the machine says."""
        said = best.holds(shown) != (rule_choice.side == "against")
        return _percent(agreement(said, verdicts[rows[judged]]))

    def tell_search(progress: Progress) -> object:
        return on_progress(replace(progress, note=agrees(progress.best)))

    found: tuple[Found, ...] = ()
    for name, search in _searches(settings, problem, start):
        one = _timed(name, search, problem, tell_search)
        if rule_choice.side == "against":
            one = replace(one, rule=replace(one.rule, formula=_denial(one.rule.formula)))
        found += (one,)
        on_answer(answer(found))
        if found[-1].rule.stopped_by == "cancel":
            break
    return answer(found)


def _split(task: Task, settings: Settings) -> dict[str, np.ndarray]:
    everything = np.arange(len(task.y))
    if settings.test_size == 0:
        return {"train": everything, "test": everything[:0]}
    wanted = ceil(settings.test_size * len(everything))
    train, test = train_test_split(
        everything,
        test_size=min(max(2, wanted), len(everything) - 2),
        stratify=task.y,
        random_state=settings.seed,
    )
    if len(np.unique(task.y[train])) < 2:
        raise DataError(
            f"The rows to learn from must hold both classes, and the {len(train):,} that are left "
            f"at test size {settings.test_size:g} hold one. Hold out fewer rows."
        )
    return {"train": np.sort(train), "test": np.sort(test)}


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f} %"


def _problem(
    fitted: Weighted, task: Task, choice: RuleChoice
) -> tuple[RuleProblem, tuple[TestSet, ...]]:
    """The search's problem, and a good rule to start from."""
    single = candidates(fitted.table, task.attributes, choice.language)
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
    with threadpool_limits(1):
        start = price_path(problem, [problem.price], Effort(_effort(problem)))[0]
    return problem, tuple(start)


def _kept_short(
    problem: RuleProblem, start: tuple[TestSet, ...], choice: RuleChoice
) -> RuleProblem:
    """The problem at a price that keeps its rule about as short as validation promised."""
    quick = ExactSearch(_effort(problem) // 10, start=(start,))
    cheapest = problem.total / len(problem.weights) / 8
    for _ in range(RAISES):
        if len(quick.search(problem).formula) <= LONGER * choice.promised + 1:
            break
        problem = replace(problem, price=max(problem.price * RAISE, cheapest))
    return problem


def _denial(formula: Formula) -> Formula:
    """The formula denied; plainly always or never where it is never or always."""
    if not formula.clauses:
        return Formula((Clause(),))
    return Formula() if Clause() in formula.clauses else Formula(formula.clauses, denied=True)


def _effort(problem: RuleProblem) -> int:
    """Clauses that can be priced in a time that suits a person, about the same for any table."""
    return WORK // max(1, len(problem.weights))


def _searches(
    settings: Settings, problem: RuleProblem, start: tuple[TestSet, ...]
) -> list[tuple[str, Search]]:
    genetic = GeneticSearch(
        population=settings.population,
        generations=settings.generations,
        elite=settings.elite,
        mutation=settings.mutation,
        seed=settings.seed,
        literal_mutations=not settings.plain,
    )
    exact = ExactSearch(_effort(problem), seed=settings.seed, start=(start,))
    named: dict[str, Search] = {"exact": exact, "genetic": genetic}
    return [(name, search) for name, search in named.items() if settings.search in (name, "race")]


def _timed(name: str, search: Search, problem: object, on_progress: OnProgress) -> Found:
    started = perf_counter()
    curve: list[tuple[int, float, float]] = []

    def listen(progress: Progress) -> object:
        if not curve or progress.objective > curve[-1][2]:
            curve.append((progress.step, perf_counter() - started, progress.objective))
        return on_progress(progress)

    rule = search.search(problem, listen)
    return Found(name, rule, perf_counter() - started, tuple(curve))
