"""Validation: ways to fit a rule measured on left-out rows, each fold with a machine of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, train_test_split

from interpret.data.table import Table
from interpret.fit.posing import good_rules, posed
from interpret.fit.row_weights import Trained
from interpret.fit.sample import Sample, Way
from interpret.rules.logic import Formula
from interpret.rules.pricing import Effort
from interpret.rules.search import TestSet
from kernels.landmarks import decisions
from kernels.solve import margin
from kernels.svm import BooleanSVC

HOPELESS = 2.0  # standard errors behind another way after which the rest of the folds is spared
ENOUGH = 60  # left-out rows before any way is hopeless
MOST = 6000  # rows that are looked at
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


class Validation:
    """The training rows in folds; each fold's machine is trained once, when it is needed.

    svc: says how, and is not fitted. Of many rows some are looked at.
    """

    def __init__(self, sample: Sample, svc: BooleanSVC, seed: int) -> None:
        self.sample, self.svc, self.seed = _some(sample, seed), svc, seed
        n = len(self.sample)
        folds = 10 if n < 400 else 5 if n < 1500 else 3
        self.k = max(2, min(folds, self.sample.smaller_class))
        repeats = 3 if n < 150 else 2 if n < 400 else 1
        self.splits = [
            split
            for repeat in range(repeats)
            for split in StratifiedKFold(self.k, shuffle=True, random_state=seed + repeat).split(
                np.zeros(n), self.sample.y
            )
        ]
        if n >= 4000:
            self.splits = self.splits[:1]
        self._machines: dict[int, Trained] = {}

    def taught(self, fold: int) -> Sample:
        """All rows, with their cells read as the fold's training rows teach."""
        fit, _ = self.splits[fold]
        return self.sample.as_taught(fit)

    @cached_property
    def gram(self) -> np.ndarray:
        return self.svc.kernel(self.sample.examples)

    def machine(self, fold: int) -> Trained:
        """The machine of the fold's training rows."""
        if fold not in self._machines:
            encoding = self.taught(fold).encoding
            own, examples, coefficients, intercept = self._trained(fold)

            def decide(table: Table) -> np.ndarray:
                X = encoding.encode(table)
                return decisions(self.svc.kernel, X, examples, coefficients, intercept)

            self._machines[fold] = Trained(own, decide)
        return self._machines[fold]

    def _trained(self, fold: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        """y_i α_i of the rows, and the examples, coefficients and intercept of the decision."""
        taught, (fit, _) = self.taught(fold), self.splits[fold]
        sample, X = taught.rows(fit), taught.examples[fit]
        if self.svc.landmarks:
            svc = clone(self.svc).fit(X, sample.y)
            own = sample.signs * svc.alpha_
            return own, svc.support_vectors_, svc.dual_coef_[0], svc.intercept_[0]
        same = taught is self.sample
        gram = self.gram[np.ix_(fit, fit)] if same else self.svc.kernel(X)
        solved = margin(gram, sample.signs, self.svc.C, gap=NEARLY, weights=sample.each)
        own = sample.signs * solved.alpha
        support = np.flatnonzero(own)
        return own, X[support], own[support], solved.intercept

    def measure(
        self,
        way: Way,
        prices: Sequence[float],
        limits: tuple[int, int],
        rival: Measured | None,
    ) -> list[Measured]:
        """What rules fitted in a way do on left-out rows, for each price.

        A way that falls hopelessly behind the rival on the first folds is spared the rest.
        """
        rules: list[list[list[TestSet]]] = []
        right: list[np.ndarray] = []
        lengths: list[list[int]] = []
        for fold, (_, left_out) in enumerate(self.splits):
            path, formulas = self._rules(fold, way, prices, limits)
            unseen = self.taught(fold).rows(left_out)
            hits = np.array([f.holds(unseen.table) == unseen.y for f in formulas])
            right.append(hits * unseen.each)
            lengths.append([len(formula) for formula in formulas])
            rules.append(path)
            if rival is not None and _hopeless(np.concatenate(right, axis=1), rival.right):
                break
        hits, tests = np.concatenate(right, axis=1), np.mean(lengths, axis=0)
        return [
            _measured(way, price, hits[i], float(tests[i]), [path[i] for path in rules])
            for i, price in enumerate(prices)
        ]

    def _rules(
        self, fold: int, way: Way, prices: Sequence[float], limits: tuple[int, int]
    ) -> tuple[list[list[TestSet]], list[Formula]]:
        """For each price the rule of the fold's training rows, and what it says."""
        fit, _ = self.splits[fold]
        machine = None if way.fit_to == "labels" else self.machine(fold)
        rng = np.random.default_rng([self.seed, fold])
        own = posed(self.taught(fold).rows(fit), machine, way, limits, rng)
        path = good_rules(own.problem, [price * own.unit for price in prices], Effort(inf))
        return path, [own.formula(rule) for rule in path]


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
