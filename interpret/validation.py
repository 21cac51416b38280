"""Validation: ways to fit a rule measured on left-out rows, each fold with a machine of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from sklearn.model_selection import StratifiedKFold

from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.fit_to import weighted
from interpret.rules.path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import Candidates, RuleProblem, TestSet, candidates
from kernels.base import Kernel
from kernels.solve import margin

HOPELESS = 2.0  # standard errors behind another way after which the rest of the folds is spared
ENOUGH = 60  # left-out rows before any way is hopeless


@dataclass(frozen=True)
class RuleCandidate:
    """One way to fit a rule, and what its rules did on left-out rows.

    price: in units of a typical row's weight; hits of n left-out rows; tests, clauses: means.
    """

    fit_to: str
    side: str
    language: str
    price: float
    hits: int
    n: int
    tests: float
    clauses: float

    @property
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True, eq=False)
class Measured:
    candidate: RuleCandidate
    right: np.ndarray  # bool (n,): which left-out rows
    longest: tuple[int, int]  # clauses, tests in a clause


class Validation:
    """The training rows in folds; each fold's machine is trained once, when it is needed."""

    def __init__(
        self,
        table: Table,
        attributes: Sequence[str],
        y: np.ndarray,
        kernel: Kernel,
        C: float,
        seed: int,
    ) -> None:
        self.table, self.attributes, self.y = table, attributes, y
        self.kernel, self.C, self.seed = kernel, C, seed
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
        self._machines: dict[int, tuple[np.ndarray, Callable[[Table], np.ndarray]]] = {}

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding.fit(self.table, self.attributes)

    @cached_property
    def examples(self) -> np.ndarray:
        return self.encoding.encode(self.table)

    @cached_property
    def gram(self) -> np.ndarray:
        return self.kernel(self.examples)

    def machine(self, fold: int) -> tuple[np.ndarray, Callable[[Table], np.ndarray]]:
        """y_i α_i of the fold's rows, and the decision on any table."""
        if fold not in self._machines:
            fit, _ = self.splits[fold]
            signs = np.where(self.y[fit], 1.0, -1.0)
            solved = margin(self.gram[np.ix_(fit, fit)], signs, self.C, gap=1e-3)
            own = signs * solved.alpha
            support = np.flatnonzero(own)

            def decide(table: Table) -> np.ndarray:
                X = self.encoding.encode(table)
                return self.kernel(X, self.examples[fit][support]) @ own[support] + solved.intercept

            self._machines[fold] = own, decide
        return self._machines[fold]

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
            right.append(np.array([f.holds(unseen) == self.y[left_out] for f in formulas]))
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
                *way, price, int(hits[i].sum()), hits.shape[1], float(tests[i]), clauses
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
        rng = np.random.default_rng([self.seed, fold])
        rows = weighted(
            fit_to, self.table.rows(fit), self.attributes, self.y[fit], own, decide, rng
        )
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
