"""Validation: ways to fit a rule measured on left-out rows, each fold with a machine of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, train_test_split

from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.fit.row_weights import Decide, weighted
from interpret.rules.price_path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import Candidates, RuleProblem, TestSet, candidates
from kernels.landmarks import decisions
from kernels.solve import margin
from kernels.svm import BooleanSVC

HOPELESS = 2.0  # standard errors behind another way after which the rest of the folds is spared
ENOUGH = 60  # left-out rows before any way is hopeless
MOST = 6000  # rows that are looked at


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
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True, eq=False)
class Measured:
    candidate: RuleCandidate
    right: np.ndarray  # (n,): what each left-out row counts for where it is right, else 0
    longest: tuple[int, int]  # clauses, tests in a clause


class Validation:
    """The training rows in folds; each fold's machine is trained once, when it is needed.

    svc: says how, and is not fitted. each: what a row counts for, (n_rows,). Of many rows some.
    """

    def __init__(
        self,
        table: Table,
        attributes: Sequence[str],
        y: np.ndarray,
        svc: BooleanSVC,
        each: np.ndarray,
        seed: int,
    ) -> None:
        if len(y) > MOST:
            kept, _ = train_test_split(
                np.arange(len(y)), train_size=MOST, stratify=y, random_state=seed
            )
            table, y, each = table.rows(np.sort(kept)), y[np.sort(kept)], each[np.sort(kept)]
        self.table, self.attributes, self.y = table, attributes, y
        self.svc, self.each, self.seed = svc, each, seed
        n, smaller = len(y), int(min(y.sum(), (~y).sum()))
        self.k = max(2, min(10 if n < 400 else 5 if n < 1500 else 3, smaller))
        repeats = 3 if n < 150 else 2 if n < 400 else 1
        self.splits = [
            split
            for repeat in range(repeats)
            for split in StratifiedKFold(self.k, shuffle=True, random_state=seed + repeat).split(
                np.zeros(n), y
            )
        ]
        if n >= 4000:
            self.splits = self.splits[:1]
        self._machines: dict[int, tuple[np.ndarray, Decide]] = {}

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding.fit(self.table, self.attributes)

    @cached_property
    def examples(self) -> np.ndarray:
        return self.encoding.encode(self.table)

    @cached_property
    def gram(self) -> np.ndarray:
        return self.svc.kernel(self.examples)

    def machine(self, fold: int) -> tuple[np.ndarray, Decide]:
        """y_i α_i of the fold's rows, and the decision on any table."""
        if fold not in self._machines:
            fit, _ = self.splits[fold]
            own, examples, coefficients, intercept = self._trained(fit)

            def decide(table: Table) -> np.ndarray:
                X = self.encoding.encode(table)
                return decisions(self.svc.kernel, X, examples, coefficients, intercept)

            self._machines[fold] = own, decide
        return self._machines[fold]

    def _trained(self, fit: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        """y_i α_i of the rows, and the examples, coefficients and intercept of the decision."""
        signs, X = np.where(self.y[fit], 1.0, -1.0), self.examples[fit]
        if self.svc.landmarks:
            svc = clone(self.svc).fit(X, self.y[fit])
            return signs * svc.alpha_, svc.support_vectors_, svc.dual_coef_[0], svc.intercept_[0]
        gram, each = self.gram[np.ix_(fit, fit)], self.each[fit]
        solved = margin(gram, signs, self.svc.C, gap=1e-3, weights=each)
        own = signs * solved.alpha
        support = np.flatnonzero(own)
        return own, X[support], own[support], solved.intercept

    def measure(
        self,
        way: tuple[str, str, str],
        prices: Sequence[float],
        limits: tuple[int, int],
        rival: Measured | None,
    ) -> list[Measured]:
        """What rules fitted in a way (fit_to, side, language) do on left-out rows, for each price.

        A way that falls hopelessly behind the rival on the first folds is spared the rest.
        """
        _, side, _ = way
        rules: list[list[list[TestSet]]] = []
        right: list[np.ndarray] = []
        lengths: list[list[int]] = []
        for fold, (_, left_out) in enumerate(self.splits):
            path, single = self._path(fold, way, prices, limits)
            unseen = self.table.rows(left_out)
            formulas = [single.formula(rule, side == "against") for rule in path]
            hits = np.array([f.holds(unseen) == self.y[left_out] for f in formulas])
            right.append(hits * self.each[left_out])
            lengths.append([len(formula) for formula in formulas])
            rules.append(path)
            if rival is not None and _hopeless(np.concatenate(right, axis=1), rival.right):
                break
        hits, tests = np.concatenate(right, axis=1), np.mean(lengths, axis=0)
        measured = []
        for i, price in enumerate(prices):
            own = [path[i] for path in rules]
            clauses = float(np.mean([len(rule) for rule in own]))
            candidate = RuleCandidate(
                *way, price, float(hits[i].sum()), hits.shape[1], float(tests[i]), clauses
            )
            widest = max((len(clause) for rule in own for clause in rule), default=0)
            measured.append(Measured(candidate, hits[i], (max(map(len, own)), widest)))
        return measured

    def _path(
        self,
        fold: int,
        way: tuple[str, str, str],
        prices: Sequence[float],
        limits: tuple[int, int],
    ) -> tuple[list[list[TestSet]], Candidates]:
        fit_to, side, language = way
        fit, _ = self.splits[fold]
        own, decide = self.machine(fold) if fit_to != "labels" else (self.y[fit], None)
        rng, train = np.random.default_rng([self.seed, fold]), self.table.rows(fit)
        y, each = self.y[fit], self.each[fit]
        rows = weighted(fit_to, train, self.attributes, y, own, decide, rng, each)
        single = candidates(rows.table, self.attributes, language)
        weights = rows.weights if side == "for" else -rows.weights
        heavy = np.flatnonzero(weights)
        problem = RuleProblem(single.rows(heavy), weights[heavy], *limits)
        return price_path(problem, [price * rows.unit for price in prices], Effort(inf)), single


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
