"""Validation: ways to fit a rule measured on left-out rows, each fold with a machine of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import train_test_split

from interpret import tasks
from interpret.data.encoding import Encoding
from interpret.data.splits import folds
from interpret.fit.capacity import BYTES_PER_PAIR, room_beside
from interpret.fit.machine import Support
from interpret.fit.posing import posed
from interpret.fit.row_weights import Decide, Trained
from interpret.fit.sample import Sample, Way
from interpret.rules.demands import Limits
from interpret.rules.search import TestSet
from kernels.solve import margin
from kernels.svm import BooleanSVC

HOPELESS = 2.0  # standard errors behind another way after which the rest of the folds is spared
ENOUGH = 60  # left-out rows before any way is hopeless
MOST = 6000  # rows that are looked at
PER_PAIR, PER_CELL = 150, 100  # additions: a machine for each pair of rows; a rule for each cell
NEARLY = 1e-3  # how far from its optimum a machine may be whose rule is not proven


@dataclass(frozen=True)
class RuleCandidate:
    """One way to fit a rule, and what its rules did on left-out rows.

    price: in units of a typical row's weight; hits of n left-out rows, of which those of balanced
    classes count for n / 2 in each; tests, clauses: means.
    """

    fit_to: str
    side: str
    language: str
    price: float
    hits: float
    n: int
    tests: float
    clauses: float

    @property
    def way(self) -> Way:
        return Way(self.fit_to, self.side, self.language)

    @property
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True, eq=False)
class Measured:
    """A candidate, row by row.

    right: what each left-out row counts for where the rule is right, else 0, of shape (n,);
    longest: clauses, and tests in a clause, of its longest rules.
    """

    candidate: RuleCandidate
    right: np.ndarray
    longest: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Fold:
    """A fold: rows to learn from and rows left out. seeds: of what is drawn."""

    train: Sample
    left_out: Sample
    encoding: Encoding
    seeds: tuple[int, int]


class Validation:
    """The training rows in folds; each fold's machine is trained once, when it is needed.

    svc: says how, and is not fitted; judge: is asked about possible rows in the machines' stead. Of
    many rows some are looked at.
    """

    def __init__(
        self, sample: Sample, svc: BooleanSVC, seed: int, judge: Decide | None = None
    ) -> None:
        self.sample, self.svc, self.seed = _some(sample, seed), svc, seed
        self.judge = judge
        n = len(self.sample)
        most = 10 if n < 400 else 5 if n < 1500 else 3
        k = max(2, min(most, self.sample.smaller_class))
        repeats = 1 if self.sample.ties.times is not None else 3 if n < 150 else 2 if n < 400 else 1
        self.splits = [
            split
            for repeat in range(repeats)
            for split in folds(self.sample.y, self.sample.ties, k, seed + repeat)
        ]
        self.k = len(self.splits) // repeats
        if n >= 4000:
            self.splits = self.splits[:1]

    @cached_property
    def folds(self) -> list[Fold]:
        """The rows of each fold, read as its training rows teach."""
        made = []
        for place, (fit, left_out) in enumerate(self.splits):
            taught = self.sample.as_taught(fit)
            train, unseen = (replace(taught.rows(rows), origin=None) for rows in (fit, left_out))
            made.append(Fold(train, unseen, taught.encoding, (self.seed, place)))
        return made

    @cached_property
    def machines(self) -> list[Trained]:
        """The machine of each fold's training rows."""
        pairs = [len(fit) ** 2 for fit, _ in self.splits]
        arguments = [(self.svc, fold) for fold in self.folds]
        memory = float(BYTES_PER_PAIR * max(pairs))
        work = PER_PAIR * sum(pairs)
        machines = list(tasks.run(_machine, arguments, work, memory=memory, room=room_beside()))
        judge = self.judge
        return machines if judge is None else [replace(own, decide=judge) for own in machines]

    def measure(
        self,
        way: Way,
        prices: Sequence[float],
        limits: Limits,
        rival: Measured | None,
        go_on: tasks.GoOn = tasks.always,
    ) -> list[Measured]:
        """What rules fitted in a way do on left-out rows, for each price.

        A way that falls hopelessly behind the rival on the first folds is spared the rest.
        """
        labels = way.fit_to == "labels"
        machines = [None] * len(self.folds) if labels else self.machines
        arguments = [
            (fold, machine, way, prices, limits)
            for fold, machine in zip(self.folds, machines, strict=True)
        ]
        rows, variables = self.sample.examples.shape
        work = PER_CELL * rows * variables * len(prices) * len(arguments)
        done: list[_OfFold] = []
        for found in tasks.run(_of_fold, arguments, work, go_on):
            done.append(found)
            right = np.concatenate([own.right for own in done], axis=1)
            if rival is not None and _hopeless(right, rival.right):
                break
        tests = np.mean([own.tests for own in done], axis=0)
        return [
            _measured(way, price, right[i], float(tests[i]), [own.rules[i] for own in done])
            for i, price in enumerate(prices)
        ]


@dataclass(frozen=True, eq=False)
class _OfFold:
    """What a fold's rules do, one for each price.

    right: what each left-out row counts for where the rule is right, else 0: (n_prices, n_rows).
    """

    right: np.ndarray
    tests: list[int]
    rules: list[list[TestSet]]


def _machine(svc: BooleanSVC, fold: Fold, _: tasks.GoOn) -> Trained:
    """The machine of the fold's training rows; svc says how, and is not fitted."""
    sample, X = fold.train, fold.encoding.encode(fold.train.table)
    if svc.landmarks:
        own = clone(svc).fit(X, sample.y)
        weights, intercept = sample.signs * own.alpha_, float(own.intercept_[0])
        held, of_held = own.support_vectors_, own.dual_coef_[0]
    else:
        solved = margin(svc.kernel(X), sample.signs, svc.C, gap=NEARLY, weights=sample.each)
        weights, intercept = sample.signs * solved.alpha, solved.intercept
        support = np.flatnonzero(weights)
        held, of_held = X[support], weights[support]
    return Trained(weights, Support(fold.encoding, held, of_held, svc.kernel, intercept).scores)


def _of_fold(
    fold: Fold,
    machine: Trained | None,
    way: Way,
    prices: Sequence[float],
    limits: Limits,
    _: tasks.GoOn,
) -> _OfFold:
    """The rules of the fold's training rows for each price, judged on the left-out ones."""
    own = posed(fold.train, machine, way, limits, np.random.default_rng(fold.seeds))
    rules = own.good_rules(prices)
    formulas = [own.formula(rule) for rule in rules]
    unseen = fold.left_out
    right = np.array([formula.holds(unseen.table) == unseen.y for formula in formulas])
    found = [len(own.problem.candidates.formula(rule)) for rule in rules]
    return _OfFold(right * unseen.each, found, rules)


def _some(sample: Sample, seed: int) -> Sample:
    """The sample, or of many rows MOST, each class in its share."""
    if len(sample) <= MOST:
        return sample
    kept, _ = train_test_split(
        np.arange(len(sample)), train_size=MOST, stratify=sample.y, random_state=seed
    )
    return sample.rows(np.sort(kept))


def _measured(
    way: Way, price: float, right: np.ndarray, tests: float, rules: list[list[TestSet]]
) -> Measured:
    """One price of a way: what its rules, one of each fold, came to."""
    clauses = float(np.mean([len(rule) for rule in rules]))
    widest = max((len(clause) for rule in rules for clause in rule), default=0)
    candidate = RuleCandidate(
        way.fit_to, way.side, way.language, price, float(right.sum()), len(right), tests, clauses
    )
    return Measured(candidate, right, (max(map(len, rules)), widest))


def behind(one: Measured, other: Measured) -> float:
    """How much less accurate the other is."""
    return float(one.right.mean() - other.right.mean())


def error(one: Measured, other: Measured) -> float:
    """The standard error of the difference in accuracy, paired by rows."""
    return _paired_error(one.right, other.right)


def _hopeless(right: np.ndarray, rival: np.ndarray) -> bool:
    """Whether every price is far behind the rival on the rows seen so far."""
    seen = right.shape[1]
    if seen < ENOUGH:
        return False
    best = right[right.sum(axis=1).argmax()]
    lost = rival[:seen].mean() - best.mean()
    return lost > HOPELESS * _paired_error(rival[:seen], best)


def _paired_error(one: np.ndarray, other: np.ndarray) -> float:
    difference = one.astype(float) - other
    return float(difference.std() / np.sqrt(len(difference)))
