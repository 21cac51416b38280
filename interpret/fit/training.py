"""The machine of a task's training rows: planned, trained, and what is said beside it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from sklearn.base import clone

from interpret.fit.capacity import landmarks_for
from interpret.fit.choose_machine import MachineChoice, choose_machine
from interpret.fit.machine import Machine, classifier, train_machine
from interpret.fit.parts import Rows
from interpret.fit.row_weights import Decide, TrainedMachine
from interpret.fit.uniqueness import unique
from interpret.measures import agreement
from interpret.row_limits import ROWS
from interpret.settings import Settings
from interpret.shares import Share
from kernels.draws import stratified
from kernels.svm import BooleanSVC

DIGITS = 7  # behind the point, of weights and scores on landmarks


@dataclass(frozen=True, eq=False)
class MachinePlan:
    """How to train the machine: kernel and C, and on how many landmarks, None if it is exact."""

    choice: MachineChoice
    landmarks: int | None
    seconds: float = 0.0  # that choosing took

    def untrained(self, settings: Settings) -> BooleanSVC:
        return classifier(self.choice.kernel, self.choice.C, self.landmarks, settings)


@dataclass(frozen=True, eq=False)
class FittedMachine:
    """The trained machine as a value, how it was chosen, and what a rule is fitted to."""

    choice: MachineChoice
    machine: Machine
    trained: TrainedMachine
    unique: bool | None = None  # whether the weights are the only ones; None: not looked into

    @property
    def verdicts(self) -> np.ndarray:
        """What the machine says of each row of the task: bool of shape (n_rows,)."""
        return np.array(self.machine.scores) > 0

    def decided_by(self, decide: Decide | None) -> "FittedMachine":
        """The same machine; `decide`, if given, decides possible rows in its place."""
        decided = self.trained if decide is None else replace(self.trained, decide=decide)
        return replace(self, trained=decided)

    def right(self, rows: Rows) -> Share:
        return agreement(self.verdicts[rows.evaluation], rows.task.y[rows.evaluation], rows.groups)


def planned(rows: Rows, settings: Settings, on_progress: Callable[[float], object]) -> MachinePlan:
    """The machine's kernel and C, chosen on the training rows alone."""
    train, started = rows.train, perf_counter()
    landmarks = landmarks_for(train.examples, train.y, settings)
    on_progress(0.0)
    choice = choose_machine(train, settings, on_progress, landmarks)
    return MachinePlan(choice, landmarks, perf_counter() - started)


def fit_machine(rows: Rows, settings: Settings, plan: MachinePlan) -> FittedMachine:
    """The machine of the training rows, and what is said beside it."""
    started = perf_counter()
    machine_fitted, svc = train_as_planned(rows, settings, plan)
    exact_rows, exact_right = _beside(svc, rows) if plan.landmarks else (0, None)
    machine = replace(
        machine_fitted.machine,
        seconds=plan.seconds + perf_counter() - started,
        exact_rows=exact_rows,
        exact_right=exact_right,
    )
    return replace(machine_fitted, machine=machine, unique=unique(svc, rows.train))


def train_as_planned(
    rows: Rows, settings: Settings, plan: MachinePlan
) -> tuple[FittedMachine, BooleanSVC]:
    """The planned machine, trained on the training rows and not yet looked into."""
    started = perf_counter()
    svc = plan.untrained(settings)
    learned = train_machine(svc, rows.train)
    weights, scores = learned.weights, learned.decide(rows.task.table)
    if plan.landmarks:  # a document of many rows stores these; they are not exact
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
    return FittedMachine(plan.choice, machine, replace(learned, weights=weights)), svc


def _beside(svc: BooleanSVC, rows: Rows) -> tuple[int, Share]:
    """How many training rows an exact machine for comparison had, and how often it is right."""
    train, test = rows.train, rows.parts["test"]
    kept = stratified(train.y, ROWS.machine_beside, np.random.default_rng(svc.random_state))
    exact = clone(svc).set_params(landmarks=None).fit(train.examples[kept], train.y[kept])
    unseen, y = train.encoding.encode(rows.task.table.rows(test)), rows.task.y[test]
    return len(kept), agreement(
        exact.decision_function(unseen) > 0 if len(y) else y, y, rows.groups
    )
