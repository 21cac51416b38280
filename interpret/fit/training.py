"""The machine of a task's training rows: planned, trained, and compared with an exact one.

Its weights may not be unique. The decision f of a machine is unique, and so is Σ α_i. Other weights
α + d are optimal too exactly if d changes neither of them (Σ d_i y_i φ(x_i) = 0, Σ d_i y_i = 0, Σ
d_i = 0), d is 0 except for rows on the margin, y_i f(x_i) = 1, and 0 ≤ α_i + d_i ≤ C (the
conditions of Burges & Crisp 1999). Equal rows of a class count as one: a rule covers them all or
none. A machine on landmarks has the squared hinge, whose weights follow from f, so that they are
always unique.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf
from scipy.optimize import linprog
from sklearn.base import clone

from interpret.fit.choose_machine import DIVISION as OF_MACHINES
from interpret.fit.choose_machine import MachineChoice, choose_machine
from interpret.fit.folds import EACH_OF_MANY
from interpret.fit.machine import Machine, classifier, landmarks_for, train_machine
from interpret.fit.parts import Rows
from interpret.fit.rule_problem import Decide, TrainedMachine
from interpret.fit.sample import Sample
from interpret.measures import agreement
from interpret.row_limits import ROWS
from interpret.settings import Settings
from interpret.shares import Share
from kernels.draws import stratified
from kernels.examples import distinct
from kernels.svm import BooleanSVC

DIGITS = 7  # decimals of weights and scores on landmarks
ON_MARGIN = 1e-6  # how far from 1 the decision of a row on the margin may be
AT_BOUND = 1e-9  # of the largest weight, or of C; a weight this near to a bound is at it
RANK = 1e-10  # of the largest diagonal; a row with a smaller rest depends on the others
OTHERS = (
    "The machine's weights are not the only ones: other weights of the training rows give the same "
    "decisions, and the rule fitted to those may be another. The order of the rows in the file "
    "does not matter."
)


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
    """The trained machine as a value, how it was chosen, and the form that rules are fitted to."""

    choice: MachineChoice
    machine: Machine
    trained: TrainedMachine
    unique: bool | None = None  # whether the weights are the only ones; None if not checked

    @property
    def verdicts(self) -> np.ndarray:
        """The machine's verdict on each row of the task: bool of shape (n_rows,)."""
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
    division = EACH_OF_MANY if rows.task.of_many_classes else OF_MACHINES
    choice = choose_machine(train, settings, on_progress, landmarks, division)
    return MachinePlan(choice, landmarks, perf_counter() - started)


def fit_machine(rows: Rows, settings: Settings, plan: MachinePlan) -> FittedMachine:
    """The machine of the training rows, with the check of its uniqueness and the exact machine."""
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
    """The planned machine, trained on the training rows, without further checks."""
    started = perf_counter()
    svc = plan.untrained(settings)
    learned = train_machine(svc, rows.train)
    weights, scores = learned.weights, learned.decide(rows.task.table)
    if plan.landmarks:  # these are not exact, and a document stores one for each of many rows
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


def unique(svc: BooleanSVC, sample: Sample) -> bool | None:
    """Whether no other weights of the sample's rows make the same machine; None if not checked.

    svc: fitted to the sample.
    """
    if svc.landmarks:
        return True
    first, of = distinct(sample.examples, sample.y)
    alpha = np.bincount(of, svc.alpha_)
    most = np.bincount(of, svc.C_ * sample.each)
    signs, X = sample.signs[first], sample.examples[first]
    on = np.flatnonzero(np.abs(signs * svc.decision_function(X) - 1) <= ON_MARGIN)
    if len(on) > ROWS.uniqueness:
        return None
    alpha, most, signs = alpha[on], most[on], signs[on]
    K = svc.kernel(X[on])
    scale = float(np.diag(K).mean()) if len(on) else 1.0
    null = _null_space(K + scale * (1 + np.outer(signs, signs)))
    if not null.shape[1]:
        return True
    at_zero = alpha <= AT_BOUND * alpha.max(initial=0)
    at_most = alpha >= most * (1 - AT_BOUND)
    moves = _moves(signs[:, None] * null, at_zero, at_most)
    return None if moves is None else not moves


def _null_space(A: np.ndarray) -> np.ndarray:
    """Vectors z with Az = 0, as columns; A: positive semidefinite, (n, n)."""
    n = len(A)
    if not n:
        return np.zeros((0, 0))
    R, pivots, rank, _ = dpstrf(A, tol=RANK * float(np.diag(A).max()))
    order = pivots - 1
    null = np.zeros((n, n - rank))
    null[order[rank:], np.arange(n - rank)] = 1
    null[order[:rank]] = -solve_triangular(R[:rank, :rank], R[:rank, rank:])
    return null


def _moves(null: np.ndarray, at_zero: np.ndarray, at_most: np.ndarray) -> bool | None:
    """Whether the weights can move along some direction of the null space and stay feasible.

    Weights at 0 may only rise and weights at C only fall, while those between may do both. A
    direction that moves no weight at a bound is always possible. None where HiGHS fails.
    """
    bound = at_zero | at_most
    if not bound.any() or np.linalg.matrix_rank(null[bound], tol=1e-7) < null.shape[1]:
        return True
    inwards = np.where(at_zero, 1.0, -1.0)[bound, None] * null[bound]
    solved = linprog(
        -inwards.sum(axis=0),
        A_ub=np.concatenate([-inwards, inwards]),
        b_ub=np.concatenate([np.zeros(len(inwards)), np.ones(len(inwards))]),
        bounds=(None, None),
        method="highs",
    )
    return float(-solved.fun) > 1e-6 if solved.status == 0 else None
