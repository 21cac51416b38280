"""From a table to its explanation: the steps in their order, and nothing else."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from interpret import cores
from interpret.cores import Cancelled, beside
from interpret.data.table import Table
from interpret.data.task import Task, conflicts
from interpret.fit.cards_on_folds import Request
from interpret.fit.choose_card import AHEAD, BEHIND, CardChoice, choose_card
from interpret.fit.choose_card import FOLDS as OF_CARDS
from interpret.fit.choose_card import MADE_ONCE as CARDS_MADE_ONCE
from interpret.fit.choose_rule import FOLDS as OF_RULES
from interpret.fit.choose_rule import RuleChoice, choose_rule
from interpret.fit.find_rule import (
    DraftSearch,
    Start,
    draft_choices,
    draft_landmarks,
    search_of,
    short_problem,
    timed,
)
from interpret.fit.fit_card import FittedCard, choose_points, fitted_card
from interpret.fit.folds import EACH_OF_MANY
from interpret.fit.machine import PER_PAIR
from interpret.fit.one_column import OneColumn, one_column
from interpret.fit.parts import Part, Rows, parts_of, read_parts, tasks_asked
from interpret.fit.rule_problem import Decide, UnpricedProblem, rule_problem
from interpret.fit.training import (
    OTHERS,
    FittedMachine,
    MachinePlan,
    fit_machine,
    planned,
    train_as_planned,
)
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, Forms, NoCard
from interpret.forms.answer.judging import chances, found_card, rule_form
from interpret.forms.answer.proof import BALANCED, denied_words
from interpret.forms.compare import Kept, compared
from interpret.measures import agreement, auc, majority, percent
from interpret.rules.demands import NOTHING
from interpret.rules.logic import Formula, said_when
from interpret.rules.search import (
    DRAFT,
    Found,
    OnProgress,
    Progress,
    RuleProblem,
    ignore,
)
from interpret.rules.wrapping import HeldSearch
from interpret.settings import AUTO, Settings
from interpret.shares import design_effect, independent
from kernels.blas import one_thread_for_good


def explain(table: Table, settings: Settings, *arguments: Any, **asked: Any) -> Explanation:
    """As `explain_task`, for the positive class that the settings name, or the first class."""
    return explain_task(tasks_asked(table, settings)[0], settings, *arguments, **asked)


def explain_task(
    task: Task,
    settings: Settings,
    on_progress: OnProgress = ignore,
    on_answer: Callable[[Explanation], object] = lambda answer: None,
    decide: Decide | None = None,
    compares: bool = True,
) -> Explanation:
    """The rule inside a machine trained on the task, and a card.

    on_answer: called with every complete answer. decide: gives the verdicts on possible rows in
    place of the machine, where the classes are a model's answers. compares: whether to compare both
    forms now, if the settings ask for it; `compare_forms` can do so later. Raises DataError if
    nothing can be learned from the task, and Cancelled if it is stopped before the machine is
    trained.
    """

    def tell(stage: str, fraction: float, note: str = "") -> None:
        if on_progress(Progress(stage, fraction, note=note)) is False:
            raise Cancelled

    one_thread_for_good()
    rows = read_parts(task, settings)
    rows = replace(rows, train=rows.train.counted(settings.counting))
    plan = planned(rows, settings, lambda fraction: tell("choosing", fraction))
    with beside(fit_machine, (rows, settings, plan), PER_PAIR * len(rows.train) ** 2) as machine:
        rule_choice = choose_rule(
            rows.train,
            plan.untrained(settings),
            settings,
            lambda fraction: tell("fitting", fraction),
            rows.demands,
            decide,
            EACH_OF_MANY if task.of_many_classes else OF_RULES,
        )
        tell("training", 0.0)
        case = _Case(settings, rows, machine().decided_by(decide), rule_choice)
    tell("trained", 1.0, percent(case.fitted.right(rows).value))
    of_case = _unpriced(case)
    problem, start = short_problem(of_case, case.rule_choice, case.settings)
    search = search_of(settings, problem, start, task.of_many_classes)
    held = HeldSearch(search, of_case.given)
    found = timed(settings.search, held, problem, _noted(case, on_progress))
    found, weaker = _as_right_as_promised(case, problem, start, found)
    answer = _answer(case, _of_answer(case, of_case, found), of_case.drawn, weaker)
    if _is_to_be_balanced(answer):
        alike = _balanced(task, settings)
        return explain_task(*alike, on_progress, on_answer, decide, compares)
    on_answer(answer)
    if found.rule.stopped_by == "cancel":
        return answer
    with suppress(Cancelled):  # then the answer stays as far as it has come
        if settings.form != RULE:
            answer = _with_card(case, answer, decide, on_progress)
            on_answer(answer)
        if compares and (forms := _forms(answer, rows, decide, on_progress)):
            answer = replace(answer, comparison=forms)
            on_answer(answer)
    return answer


def _is_to_be_balanced(answer: Explanation) -> bool:
    """Whether the rule never says yes, and it is open what rows count for."""
    is_open = answer.settings.cost == AUTO
    return is_open and answer.never_says_yes and answer.rule.stopped_by != "cancel"


def _balanced(task: Task, asked: Settings) -> tuple[Task, Settings]:
    """The same question with both classes counted alike, which a notice says."""
    notices = (*task.notices, BALANCED)
    return replace(task, notices=notices), replace(asked, cost="balanced")


def compare_forms(task: Task, e: Explanation, on_progress: OnProgress = ignore) -> Explanation:
    """The explanation of the task with both forms compared, if its settings ask for that.

    Raises Cancelled if it is stopped.
    """
    return replace(e, comparison=_forms(e, read_parts(task, e.settings), None, on_progress))


def draft(table: Table, settings: Settings) -> Explanation:
    """As `draft_task`, for the positive class that the settings name, or the first class."""
    return draft_task(tasks_asked(table, settings)[0], settings)


def draft_task(task: Task, settings: Settings) -> Explanation:
    """A first answer within a second or two: what the settings leave open is not compared.

    Rows are read and split, and figures counted, as in `explain`. The rule's `is_draft` is true.
    Raises DataError if nothing can be learned from the task.
    """
    one_thread_for_good()
    rows = read_parts(task, settings)
    machine_choice, rule_choice = draft_choices(rows.train, settings, rows.demands)
    plan = MachinePlan(machine_choice, draft_landmarks(rows.train, settings))
    machine, _ = train_as_planned(rows, settings, plan)
    case = _Case(settings, rows, machine, rule_choice)
    of_case = _unpriced(case)
    search = HeldSearch(DraftSearch(), of_case.given)
    one = timed("exact", search, of_case.at(rule_choice.price), ignore)
    formula = _said(case, one.rule.formula)
    rule = replace(one.rule, formula=formula, stopped_by=DRAFT)
    return _answer(case, replace(one, rule=rule), of_case.drawn)


@dataclass(frozen=True, eq=False)
class _Case:
    """Everything that is decided before the last search begins."""

    settings: Settings
    rows: Rows
    fitted: FittedMachine
    rule_choice: RuleChoice

    @cached_property
    def one_column(self) -> OneColumn | None:
        return one_column(self.rows.train, self.settings)

    @cached_property
    def parts(self) -> dict[str, Part]:
        return parts_of(self.rows.task, self.rows.parts, self.fitted.machine.scores)


def _with_card(
    case: _Case, answer: Explanation, decide: Decide | None, on_progress: OnProgress
) -> Explanation:
    """The answer with a card beside its rule, unless none can be righter; raises Cancelled if it is
    stopped.
    """
    settings, rows, machine = case.settings, case.rows, case.fitted.machine
    may_lack = settings.form == AUTO
    if may_lack and case.rule_choice.never_wrong:
        return answer
    request, go_on = Request(settings, rows.demands, decide), _wanted(on_progress, "points")
    svc, right = machine.untrained(settings), case.fitted.choice.accuracy
    division = CARDS_MADE_ONCE if rows.task.of_many_classes else OF_CARDS
    choice = choose_card(rows.train, svc, request, go_on, division, right)
    gain = choice.ahead_of(case.rule_choice.right_on)
    if may_lack and gain < -BEHIND:
        return replace(answer, no_card=NoCard())
    choice = choose_points(choice, go_on)
    found = fitted_card(rows.train, choice, case.fitted.trained, request, proves=True)
    if may_lack and not found.card.terms:
        return replace(answer, no_card=NoCard())
    same = () if gain > AHEAD else _of_the_rule(case, answer.rule.formula, found, choice)
    if may_lack and same:
        return replace(answer, no_card=NoCard(same))
    return answer.with_form(found_card(found, choice, case.parts, settings.lost))


def _of_the_rule(
    case: _Case, formula: Formula, found: FittedCard, choice: CardChoice
) -> tuple[tuple[float, float, float], ...]:
    """The chances of the class where the rule does not hold and where it does, by a card that gives
    its verdict on every row; empty if the card differs somewhere or all rows have one verdict.
    """
    table = case.rows.task.table
    says = formula.holds(table)
    if not 0 < says.sum() < len(says) or (found.card.holds(table) != says).any():
        return ()
    train = case.parts["train"].table
    totals, says, curve = found.card.totals(train), formula.holds(train), chances(found, choice)
    return tuple((chance, *ends) for chance, ends in map(curve.told, (totals[~says], totals[says])))


def _forms(
    e: Explanation, rows: Rows, decide: Decide | None, on_progress: OnProgress
) -> Forms | None:
    """Rule and card on outer folds, if both forms are asked for; raises Cancelled if stopped."""
    if e.settings.form != AUTO or e.points is None:
        return None
    go_on = _wanted(on_progress, "comparing")
    request = Request(e.settings, rows.demands, decide)
    way = e.points.way
    kept = None if way is None else Kept(e.machine_choice, e.rule_choice, way)
    return compared(rows.train, request, kept, rows.task.of_many_classes, go_on)


def _wanted(on_progress: OnProgress, stage: str) -> cores.GoOn:
    return lambda: on_progress(Progress(stage, 0.0)) is not False


def _unpriced(case: _Case) -> UnpricedProblem:
    """The search problem of the rule, in which tests do not have a price yet."""
    choice, rng = case.rule_choice, np.random.default_rng(case.settings.seed)
    return rule_problem(case.rows.train, case.fitted.trained, choice.way, choice.limits, rng)


def _as_right_as_promised(
    case: _Case, problem: RuleProblem, start: Start, found: Found
) -> tuple[Found, str]:
    """What the search found, or its start if that alone is as right as left-out rows promised.

    A rule that weighs more may be right on far fewer rows than those of validation, which come from
    a shorter search. Where the start is taken, the bound stays, and a sentence says so.
    """
    promised, began = case.rule_choice.right, problem.rule(start, "effort")
    if promised is None:
        return found, ""
    train, way = case.rows.train, case.rule_choice.way
    hits = [way.verdict(rule.formula).holds(train.table) == train.y for rule in (found.rule, began)]
    ours, other = (float(np.average(right, weights=train.each)) for right in hits)
    rows = round(len(train) / design_effect(hits[0], train.ties.groups))
    if ours >= independent(round(promised * rows), rows).ends[0] or other <= ours:
        return found, ""
    rule = replace(began, bound=found.rule.bound, prices=found.rule.prices)
    return replace(found, rule=rule), (
        f"The heaviest rule is right on {percent(ours)} of the training rows, where rules were "
        f"right on {percent(promised)} of rows left out in turn. The rule shown began the search: "
        f"it is right on {percent(other)}."
    )


def _of_answer(case: _Case, unpriced: UnpricedProblem, one: Found) -> Found:
    """What a search found, with the formula of the positive class and the prices of the training
    rows, in the order of the part.
    """
    prices = []
    for part in one.rule.prices if unpriced.rows is not None else ():
        of_rows = np.zeros(len(case.rows.train))
        of_rows[unpriced.rows] = part.of_rows
        prices.append(replace(part, of_rows=tuple(case.rows.in_part(of_rows).tolist())))
    rule = replace(one.rule, formula=_said(case, one.rule.formula), prices=tuple(prices))
    return replace(one, rule=rule)


def _said(case: _Case, found: Formula) -> Formula:
    """The formula of the positive class, without a denial if the settings leave side and language
    open.
    """
    formula, settings = case.rule_choice.way.verdict(found), case.settings
    is_open = settings.side == AUTO and settings.language == AUTO
    if not is_open or case.rows.demands != NOTHING:
        return formula
    return said_when(formula, case.rows.task.table)


def _noted(case: _Case, on_progress: OnProgress) -> OnProgress:
    """The listener, which also hears how often the best rule so far agrees with the machine."""
    rows, way = case.rows.evaluation, case.rule_choice.way
    shown, verdicts = case.rows.task.table.rows(rows), case.fitted.verdicts[rows]

    @lru_cache(maxsize=1)
    def note(best: Formula) -> str:
        return percent(agreement(way.verdict(best).holds(shown), verdicts, None).value)

    def tell(progress: Progress) -> object:
        best = Formula() if progress.best is None else progress.best
        return on_progress(replace(progress, note=note(best)))

    return tell


def _answer(case: _Case, found: Found, drawn: int, weaker: str = "") -> Explanation:
    """Every figure of the machine and of the rule found, on the rows of each part.

    drawn: how many drawn possible rows the score counts beside the training rows; weaker: the
    sentence of a rule that is not the heaviest found, empty where it is.
    """
    rows, machine, task, parts = case.rows, case.fitted.machine, case.rows.task, case.parts
    formula = found.rule.formula
    others = case.fitted.unique is False and case.rule_choice.fit_to == "weights"
    sentences = filter(None, [OTHERS if others else "", denied_words(formula, task.table), weaker])
    return Explanation(
        settings=case.settings,
        table=task.table.name,
        digest=task.table.digest,
        target=task.target,
        positive=task.positive,
        negative=task.negative,
        attributes=task.attributes,
        preparation=rows.preparation,
        notices=(*task.table.notices, *task.notices, *sentences),
        rows={p: tuple(part.places.tolist()) for p, part in parts.items()},
        positives={p: int(part.y.sum()) for p, part in parts.items()},
        conflicts=conflicts(task),
        machine_choice=case.fitted.choice,
        rule_choice=case.rule_choice,
        machine=machine,
        machine_right={p: part.right(part.scores > 0) for p, part in parts.items()},
        machine_auc={p: auc(part.scores, part.y) for p, part in parts.items()},
        found=found,
        majority={p: majority(rows.train.y, part.y, part.groups) for p, part in parts.items()},
        drawn=drawn or None,
        one_column=case.one_column,
        forms=(rule_form(formula, parts, machine),),
    )
