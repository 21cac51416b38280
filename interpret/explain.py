"""From a table to its explanation: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from time import perf_counter

import numpy as np

from interpret.answer.denied import denied_words
from interpret.answer.explanation import PARTS, Explanation
from interpret.answer.truth import truth_figures
from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.data.roles import ties_of, truth_of
from interpret.data.splits import held_out
from interpret.data.table import Table
from interpret.data.task import Task, conflicts, tasks
from interpret.fit.at_least import enough
from interpret.fit.capacity import landmarks_for
from interpret.fit.choose_machine import MachineChoice, choose_machine
from interpret.fit.choose_rule import RuleChoice, choose_rule
from interpret.fit.drafting import DraftSearch, draft_choices, draft_landmarks
from interpret.fit.finding import Start, as_long_as_promised, good_start, searches, timed
from interpret.fit.landmark_loss import exact_beside
from interpret.fit.machine import Machine, trained, untrained
from interpret.fit.posing import posed
from interpret.fit.row_weights import Decide, Trained
from interpret.fit.sample import Sample, canonical, read
from interpret.fit.uniqueness import OTHERS, unique
from interpret.fit.validation import PER_PAIR
from interpret.measures import (
    Share,
    agreement,
    auc,
    clause_figures,
    confusion,
    majority,
    percent,
)
from interpret.rules.demands import Demands, Given
from interpret.rules.logic import Formula
from interpret.rules.pinned import PinnedSearch
from interpret.rules.search import (
    DRAFT,
    Found,
    OnProgress,
    Progress,
    RuleProblem,
    ignore,
)
from interpret.settings import Settings
from interpret.tasks import Cancelled, beside, one_thread
from kernels.svm import BooleanSVC

DIGITS = 7  # behind the point, of weights and scores on landmarks

Tell = Callable[..., None]  # a stage, the fraction of it that is done, and a note


def explain(
    table: Table,
    settings: Settings,
    on_progress: OnProgress = ignore,
    on_answer: Callable[[Explanation], object] = lambda answer: None,
    decide: Decide | None = None,
) -> Explanation:
    """The rule inside a machine trained on the table, for the settings' positive class.

    on_answer hears of a first complete answer while a race goes on. decide: gives the verdicts on
    possible rows in the machine's stead, where the classes are the answers of a model. Raises
    DataError where the table cannot be learned from, Cancelled where it is stopped before the
    machine is trained.
    """

    def tell(stage: str, fraction: float, note: str = "") -> None:
        if on_progress(Progress(stage, fraction, note=note)) is False:
            raise Cancelled

    one_thread()
    rows = _read(table, settings)
    settings = enough(rows.train, settings, rows.demands)
    rows = replace(rows, train=rows.train.counted(settings.counting))
    plan = _planned(rows, settings, tell)
    with beside(_fitted, (rows, settings, plan), PER_PAIR * len(rows.train) ** 2) as fitted:
        rule_choice = choose_rule(
            rows.train,
            plan.untrained(settings),
            settings,
            lambda fraction: tell("fitting", fraction),
            rows.demands,
            decide,
        )
        tell("training", 0.0)
        case = _Case(table, settings, rows, fitted().decided_by(decide), rule_choice)
    tell("trained", 1.0, percent(case.fitted.right(rows).value))
    problem, start, own = _problem(case)
    found: tuple[Found, ...] = ()
    for name, search in searches(settings, problem, start):
        search = PinnedSearch(search, own)
        one = timed(name, search, problem, _noted(case, on_progress))
        rule = replace(one.rule, formula=rule_choice.way.verdict(one.rule.formula))
        found += (replace(one, rule=rule),)
        on_answer(_answer(case, found))
        if rule.stopped_by == "cancel":
            break
    return _answer(case, found)


def draft(table: Table, settings: Settings) -> Explanation:
    """A first answer within a second or two: what the settings leave open is taken, not chosen.

    Rows are read and split as for `explain`, and every figure is worked out as there. Its rule says
    by `is_draft` that it is one. Raises DataError where the table cannot be learned from.
    """
    one_thread()
    rows = _read(table, settings)
    machine_choice, rule_choice = draft_choices(rows.train, settings, rows.demands)
    plan = _Plan(machine_choice, draft_landmarks(rows.train, settings))
    fitted, _ = _trained(rows, settings, plan)
    case = _Case(table, settings, rows, fitted, rule_choice)
    problem, own = _posed(case)
    one = timed("exact", PinnedSearch(DraftSearch(), own), problem, ignore)
    formula = rule_choice.way.verdict(one.rule.formula)
    rule = replace(one.rule, formula=formula, stopped_by=DRAFT)
    return _answer(case, (replace(one, rule=rule),))


@dataclass(frozen=True, eq=False)
class _Rows:
    """A task as machine and rule read it. parts: which of its rows are for what, as indices.

    train: the training rows in the order that their cells decide; order: the place of each of them
    among those of the part; demands: what a rule of them must keep to.
    """

    task: Task
    preparation: Preparation
    parts: dict[str, np.ndarray]
    train: Sample
    order: np.ndarray
    demands: Demands

    def in_part(self, values: np.ndarray) -> np.ndarray:
        """Values of the training rows, (n_train,), in the order that the part has them."""
        placed = np.empty_like(values)
        placed[self.order] = values
        return placed

    @property
    def judged(self) -> np.ndarray:
        """The rows to judge by: those held out, or the training rows where there are none."""
        return self.parts["test"] if len(self.parts["test"]) else self.parts["train"]


@dataclass(frozen=True, eq=False)
class _Plan:
    """How the machine is to be trained: kernel and C, and on how many landmarks, None for none."""

    choice: MachineChoice
    landmarks: int | None
    seconds: float = 0.0  # that choosing took

    def untrained(self, settings: Settings) -> BooleanSVC:
        return untrained(self.choice.kernel, self.choice.C, self.landmarks, settings)


@dataclass(frozen=True, eq=False)
class _Fitted:
    """The trained machine as a value, how it was chosen, and what a rule is fitted to."""

    choice: MachineChoice
    machine: Machine
    trained: Trained
    unique: bool | None = None  # the weights, of which the rule is one of several then

    @property
    def verdicts(self) -> np.ndarray:
        """What the machine says of each row of the task: bool of shape (n_rows,)."""
        return np.array(self.machine.scores) > 0

    def decided_by(self, decide: Decide | None) -> "_Fitted":
        """The same, with another answer for possible rows where one is given."""
        own = self.trained if decide is None else replace(self.trained, decide=decide)
        return replace(self, trained=own)

    def right(self, rows: _Rows) -> Share:
        return confusion(self.verdicts[rows.judged], rows.task.y[rows.judged]).accuracy


@dataclass(frozen=True, eq=False)
class _Case:
    """All that is settled before the last search begins."""

    table: Table
    settings: Settings
    rows: _Rows
    fitted: _Fitted
    rule_choice: RuleChoice


def _read(table: Table, settings: Settings) -> _Rows:
    """The table's task, split and read as its training rows teach."""
    task = tasks(table, settings.target, settings.positive, settings.columns)[0]
    parts = split(task, settings)
    train = parts["train"]
    order = canonical(task.table.rows(train), (*task.attributes, task.target))
    task, preparation, sample = read(task, train[order], settings.counting)
    demands = settings.demands(sample.table, task.attributes)
    return _Rows(task, preparation, parts, sample, order, demands)


def _planned(rows: _Rows, settings: Settings, tell: Tell) -> _Plan:
    """The machine's kernel and C, chosen on the training rows alone."""
    train, started = rows.train, perf_counter()
    landmarks = landmarks_for(train.examples, train.y, settings)
    tell("choosing", 0.0)
    choice = choose_machine(train, settings, lambda fraction: tell("choosing", fraction), landmarks)
    return _Plan(choice, landmarks, perf_counter() - started)


def _fitted(rows: _Rows, settings: Settings, plan: _Plan) -> _Fitted:
    """The machine of the training rows, and what is said beside it."""
    started = perf_counter()
    fitted, svc = _trained(rows, settings, plan)
    exact_rows, exact_right = _beside(svc, rows) if plan.landmarks else (0, None)
    machine = replace(
        fitted.machine,
        seconds=plan.seconds + perf_counter() - started,
        exact_rows=exact_rows,
        exact_right=exact_right,
    )
    return replace(fitted, machine=machine, unique=unique(svc, rows.train))


def _trained(rows: _Rows, settings: Settings, plan: _Plan) -> tuple[_Fitted, BooleanSVC]:
    """The planned machine, trained on the training rows and not yet looked into."""
    started = perf_counter()
    svc = plan.untrained(settings)
    own = trained(svc, rows.train)
    weights, scores = own.weights, own.decide(rows.task.table)
    if plan.landmarks:  # what a document of many rows stores; of landmarks they are no more exact
        weights, scores = np.round(weights, DIGITS), np.round(scores, DIGITS)
    machine = Machine(
        kernel=plan.choice.kernel,
        C=svc.C_,
        asked_C=plan.choice.C,
        separable=svc.separable_,
        support=len(svc.support_),
        intercept=float(svc.intercept_[0]),
        weights=tuple(rows.in_part(weights).tolist()),
        scores=tuple(scores.tolist()),
        seconds=perf_counter() - started,
        landmarks=plan.landmarks,
        drawn=tuple(rows.order[svc.support_].tolist()) if plan.landmarks else (),
        coefficients=tuple(svc.dual_coef_[0].tolist()) if plan.landmarks else (),
    )
    return _Fitted(plan.choice, machine, replace(own, weights=weights)), svc


def _beside(svc: BooleanSVC, rows: _Rows) -> tuple[int, Share | None]:
    """On how many training rows an exact machine was trained beside, and how often it is right."""
    test = rows.parts["test"]
    unseen = rows.train.encoding.encode(rows.task.table.rows(test))
    return exact_beside(svc, rows.train.examples, rows.train.y, unseen, rows.task.y[test])


def _problem(case: _Case) -> tuple[RuleProblem, Start, Given]:
    """What the searches are given: a problem whose rule is short, and a rule to start from.

    And what the rule holds already.
    """
    choice, (problem, own) = case.rule_choice, _posed(case)
    start = good_start(problem)
    if case.settings.resolved.price is None and choice.promised is not None:
        problem = as_long_as_promised(problem, start, choice.promised)
    return problem, start, own


def _posed(case: _Case) -> tuple[RuleProblem, Given]:
    """The problem of the rule at the price of its choice, and what the rule holds already."""
    choice, rng = case.rule_choice, np.random.default_rng(case.settings.seed)
    own = posed(case.rows.train, case.fitted.trained, choice.way, choice.limits, rng)
    return own.at(choice.price), own.given


def _noted(case: _Case, on_progress: OnProgress) -> OnProgress:
    """The listener, told with each step how often the best rule so far agrees with the machine."""
    judged, way = case.rows.judged, case.rule_choice.way
    shown, verdicts = case.rows.task.table.rows(judged), case.fitted.verdicts[judged]

    @lru_cache(maxsize=1)
    def note(best: Formula) -> str:
        return percent(agreement(way.verdict(best).holds(shown), verdicts).value)

    def tell(progress: Progress) -> object:
        best = Formula() if progress.best is None else progress.best
        return on_progress(replace(progress, note=note(best)))

    return tell


def _answer(case: _Case, found: tuple[Found, ...]) -> Explanation:
    """Every figure of the machine and of the best rule found, on the rows of each part."""
    rows, machine, task, settings = (
        case.rows,
        case.fitted.machine,
        case.rows.task,
        case.settings,
    )
    y, parts = task.y, rows.parts
    groups = ties_of(task.table, settings.roles).groups
    of = {p: None if groups is None else groups[parts[p]] for p in PARTS}
    tables = {p: task.table.rows(parts[p]) for p in PARTS}
    scores, verdicts = np.array(machine.scores), case.fitted.verdicts
    formula = max(found, key=lambda one: one.rule.objective).rule.formula
    said = formula.holds(task.table)
    others = case.fitted.unique is False and case.rule_choice.fit_to == "weights"
    told = filter(None, [OTHERS if others else "", denied_words(formula, task.table)])
    truth = truth_of(task.table, settings.roles, task.positive)
    return Explanation(
        settings=settings,
        table=case.table.name,
        digest=case.table.digest,
        target=task.target,
        positive=task.positive,
        negative=task.negative,
        attributes=task.attributes,
        preparation=rows.preparation,
        notices=(*case.table.notices, *task.notices, *told),
        rows={p: tuple(parts[p].tolist()) for p in PARTS},
        positives={p: int(y[parts[p]].sum()) for p in PARTS},
        conflicts=conflicts(task),
        machine_choice=case.fitted.choice,
        rule_choice=case.rule_choice,
        machine=machine,
        machine_right={p: confusion(verdicts[parts[p]], y[parts[p]], of[p]) for p in PARTS},
        machine_auc={p: auc(scores[parts[p]], y[parts[p]]) for p in PARTS},
        found=found,
        weight=float(np.array(machine.weights)[said[parts["train"]]].sum()),
        rule_right={p: confusion(said[parts[p]], y[parts[p]], of[p]) for p in PARTS},
        fidelity={p: agreement(said[parts[p]], verdicts[parts[p]], of[p]) for p in PARTS},
        majority={p: majority(rows.train.y, y[parts[p]], of[p]) for p in PARTS},
        clauses={p: clause_figures(formula, tables[p], y[parts[p]], of[p]) for p in PARTS},
        truth=None if truth is None else truth_figures(truth, (y, said), parts, groups),
    )


def split(task: Task, settings: Settings) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part.

    The rules of several classes hold out the same rows, so that they can be judged together.
    """
    everything = np.arange(len(task.y))
    ties = ties_of(task.table, task.columns.roles)
    if settings.test_size == 0 and ties.held_out is None:
        return {"train": everything, "test": everything[:0]}
    wanted = ceil(settings.test_size * len(everything))
    n = min(max(2, wanted), len(everything) - 2)
    test = held_out(_strata(task, n), ties, settings.test_size, n, settings.seed)
    train = np.setdiff1d(everything, test)
    if len(np.unique(task.y[train])) < 2:
        raise DataError(
            f"The rows to learn from must hold both classes, and the {len(train):,} that are left "
            f"at test size {settings.test_size:g} hold one. Hold out fewer or other rows."
        )
    return {"train": train, "test": test}


def _strata(task: Task, held_out: int) -> np.ndarray:
    """What every part must hold its share of: the classes, whichever of them is explained."""
    classes = task.table.column(task.target)
    if np.count_nonzero(classes.counts) == 2:
        return task.y
    rare = classes.counts < 2
    strata = np.where(rare, -1, np.arange(len(rare)))[classes.codes]
    n_strata, smallest = len(np.unique(strata)), np.unique(strata, return_counts=True)[1].min()
    fits = smallest > 1 and n_strata <= min(held_out, len(strata) - held_out)
    return strata if fits else task.y
