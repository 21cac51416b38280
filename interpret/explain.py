"""From a table to its explanation: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import ceil
from time import perf_counter

import numpy as np
from sklearn.model_selection import train_test_split

from interpret.answer.denied import denied_words
from interpret.answer.explanation import PARTS, Explanation
from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.table import Table
from interpret.data.task import Task, conflicts, tasks
from interpret.fit.capacity import landmarks_for
from interpret.fit.choose_machine import choose_machine
from interpret.fit.choose_rule import choose_rule
from interpret.fit.finding import denial, kept_short, rule_problem, searches, timed
from interpret.fit.landmark_loss import exact_beside
from interpret.fit.machine import Machine, untrained
from interpret.fit.row_weights import weighted
from interpret.measures import (
    Share,
    agreement,
    auc,
    clause_figures,
    confusion,
    majority,
)
from interpret.rules.logic import Formula
from interpret.rules.search import (
    Found,
    OnProgress,
    Progress,
    ignore,
)
from interpret.settings import AUTO, Settings
from kernels.svm import row_weights

DIGITS = 7  # behind the point, of weights and scores on landmarks


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

    task = tasks(table, settings.target, settings.positive, settings.columns)[0]
    rows = split(task, settings)
    task, preparation = prepared(task, rows["train"])
    train = task.table.rows(rows["train"])
    encoding = Encoding.fit(train, task.attributes)
    X, y = encoding.encode(task.table), task.y
    X_train, y_train = X[rows["train"]], y[rows["train"]]

    started = perf_counter()
    landmarks = landmarks_for(X_train, y_train, settings.landmarks)
    tell(Progress("choosing", 0.0))
    choice = choose_machine(
        X_train,
        y_train,
        settings,
        lambda fraction: tell(Progress("choosing", fraction)),
        landmarks,
    )
    tell(Progress("training", 0.0))
    svc = untrained(choice.kernel, choice.C, landmarks, settings)
    svc.fit(X_train, y_train)
    beside = (0, None)
    if landmarks:
        beside = exact_beside(svc, X_train, y_train, X[rows["test"]], y[rows["test"]])
    weights = np.where(y_train, 1.0, -1.0) * svc.alpha_
    scores = svc.decision_function(X)
    if landmarks:  # of many rows what is stored; the features are no more exact
        weights, scores = np.round(weights, DIGITS), np.round(scores, DIGITS)
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
        landmarks=landmarks,
        drawn=tuple(svc.support_.tolist()) if landmarks else (),
        coefficients=tuple(svc.dual_coef_[0].tolist()) if landmarks else (),
        exact_rows=beside[0],
        exact_right=beside[1],
    )
    verdicts = scores > 0
    judged = "test" if len(rows["test"]) else "train"
    right = confusion(verdicts[rows[judged]], y[rows[judged]]).accuracy
    tell(Progress("trained", 1.0, note=_percent(right)))

    rule_choice = choose_rule(
        train,
        task.attributes,
        y_train,
        untrained(choice.kernel, choice.C, landmarks, settings),
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
        row_weights(settings.counting, y_train),
    )
    problem, start = rule_problem(fitted, task.attributes, rule_choice)
    if settings.price == AUTO and rule_choice.promised is not None:
        problem = kept_short(problem, start, rule_choice)

    def answer(found: tuple[Found, ...]) -> Explanation:
        rule = max(found, key=lambda one: one.rule.objective).rule
        said = rule.formula.holds(task.table)
        unsaid = denied_words(rule.formula, task.table)
        return Explanation(
            settings=settings,
            table=table.name,
            digest=table.digest,
            target=task.target,
            positive=task.positive,
            negative=task.negative,
            attributes=task.attributes,
            preparation=preparation,
            notices=(*table.notices, *task.notices, *filter(None, [unsaid])),
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
    for name, search in searches(settings, problem, start):
        one = timed(name, search, problem, tell_search)
        if rule_choice.side == "against":
            one = replace(one, rule=replace(one.rule, formula=denial(one.rule.formula)))
        found += (one,)
        on_answer(answer(found))
        if found[-1].rule.stopped_by == "cancel":
            break
    return answer(found)


def split(task: Task, settings: Settings) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part.

    The rules of several classes hold out the same rows, so that they can be judged together.
    """
    everything = np.arange(len(task.y))
    if settings.test_size == 0:
        return {"train": everything, "test": everything[:0]}
    wanted = ceil(settings.test_size * len(everything))
    held_out = min(max(2, wanted), len(everything) - 2)
    train, test = train_test_split(
        everything,
        test_size=held_out,
        stratify=_strata(task, held_out),
        random_state=settings.seed,
    )
    if len(np.unique(task.y[train])) < 2:
        raise DataError(
            f"The rows to learn from must hold both classes, and the {len(train):,} that are left "
            f"at test size {settings.test_size:g} hold one. Hold out fewer rows."
        )
    return {"train": np.sort(train), "test": np.sort(test)}


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


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f} %"
