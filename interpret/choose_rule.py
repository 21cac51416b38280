"""What the rule is fitted to, its side, language, price and limits, chosen on training rows alone.

By the rule's own accuracy on left-out rows, one choice after the other and not their product.
Within the noise of that measure the shorter rule is taken, then the one fitted to the machine's own
weights, which can be proven.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from sklearn.model_selection import StratifiedKFold
from threadpoolctl import threadpool_limits

from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.fit_to import weighted
from interpret.rules.path import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import RuleProblem, candidates
from interpret.settings import AUTO, Settings
from kernels.base import Kernel
from kernels.solve import margin

CLAUSES, LITERALS = 60, 12  # limits while choosing
SHORT = (10, 5)  # the limits taken where the rule keeps them
NOISE = 0.5  # standard errors within which a shorter rule is as good
STAIRS = (60, 150, 300, inf)  # tests: a longer rule must be better by a real step
STEP = 0.005


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


@dataclass(frozen=True)
class RuleChoice:
    """How to fit the rule, and what that was measured against (the best price of each way)."""

    fit_to: str
    side: str
    language: str
    price: float
    clauses: int
    literals: int
    candidates: tuple[RuleCandidate, ...] = ()
    folds: int = 0


@dataclass(frozen=True, eq=False)
class _Measured:
    candidate: RuleCandidate
    right: np.ndarray  # bool (n,): which left-out rows
    longest: tuple[int, int]  # clauses, tests in a clause


class _Folds:
    """The training rows split for validation; machines and candidate tests made once for each."""

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
        self._candidates: dict[str, object] = {}

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
        fit_to: str,
        side: str,
        language: str,
        prices: Sequence[float],
        limits: tuple[int, int],
    ) -> list[_Measured]:
        """What rules fitted in this way, at each price, do on the left-out rows."""
        right: list[list[np.ndarray]] = [[] for _ in prices]
        tests, clauses = np.zeros(len(prices)), np.zeros(len(prices))
        longest = [(0, 0)] * len(prices)
        for fold, (fit, left_out) in enumerate(self.splits):
            own, decide = self.machine(fold) if fit_to != "labels" else (self.y[fit], None)
            rng = np.random.default_rng([self.seed, fold])
            rows = weighted(
                fit_to, self.table.rows(fit), self.attributes, self.y[fit], own, decide, rng
            )
            single = candidates(rows.table, self.attributes, language)
            weights = rows.weights if side == "for" else -rows.weights
            heavy = np.flatnonzero(weights)
            problem = RuleProblem(single.rows(heavy), weights[heavy], *limits)
            path = price_path(problem, [price * rows.unit for price in prices], Effort(inf))
            unseen = self.table.rows(left_out)
            for i, rule in enumerate(path):
                formula = single.formula(rule, side == "against")
                right[i].append(formula.holds(unseen) == self.y[left_out])
                tests[i] += len(formula)
                clauses[i] += len(rule)
                widest = max(map(len, rule), default=0)
                longest[i] = (max(longest[i][0], len(rule)), max(longest[i][1], widest))
        n_folds = len(self.splits)
        measured = []
        for i, price in enumerate(prices):
            hits = np.concatenate(right[i])
            candidate = RuleCandidate(
                fit_to,
                side,
                language,
                price,
                int(hits.sum()),
                len(hits),
                float(tests[i] / n_folds),
                float(clauses[i] / n_folds),
            )
            measured.append(_Measured(candidate, hits, longest[i]))
        return measured


def choose_rule(
    table: Table,
    attributes: Sequence[str],
    y: np.ndarray,
    kernel: Kernel,
    C: float,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> RuleChoice:
    """The way to fit the rule; what the settings fix is not varied. table: the training rows."""
    limits = (
        CLAUSES if settings.clauses == AUTO else settings.clauses,
        LITERALS if settings.literals == AUTO else settings.literals,
    )
    fixed = (settings.fit_to, settings.side, settings.language, settings.price)
    if AUTO not in fixed or min(y.sum(), (~y).sum()) < 2:
        plain = ("weights", "for", "monotone", 0.0)
        chosen = [one if one != AUTO else other for one, other in zip(fixed, plain, strict=True)]
        return RuleChoice(*chosen, *_limits(settings, (0, 0)))
    folds = _Folds(table, attributes, y, kernel, C, settings.seed)
    tried: dict[tuple[str, str, str], list[_Measured]] = {}
    languages = _options(settings.language, _languages(table, attributes))
    sides = _options(settings.side, ("for", "against"))
    sources = _options(settings.fit_to, ("weights", "labels", "domain", "mix"))
    total = len(sources) * len(sides) + len(languages) - 1

    def attempt(fit_to: str, side: str, language: str) -> None:
        if (fit_to, side, language) not in tried:
            prices = _prices(len(y), fit_to) if settings.price == AUTO else [float(settings.price)]
            tried[fit_to, side, language] = folds.measure(fit_to, side, language, prices, limits)
            on_progress(min(1.0, len(tried) / total))

    with threadpool_limits(1):
        for fit_to in sources[:3]:
            for side in sides:
                attempt(fit_to, side, languages[0])
            if _best(tried).right.all():
                break
        best = _best(tried).candidate
        for language in languages[1:]:
            attempt(best.fit_to, best.side, language)
        if not _best(tried).right.all():
            best = _best(tried).candidate
            for fit_to in sources[3:]:
                attempt(fit_to, best.side, best.language)
    best = _best(tried)
    ways = tuple(
        sorted(
            (_best({way: measured}).candidate for way, measured in tried.items()),
            key=lambda candidate: (-candidate.hits, candidate.tests),
        )
    )
    chosen = best.candidate
    return RuleChoice(
        chosen.fit_to,
        chosen.side,
        chosen.language,
        chosen.price,
        *_limits(settings, best.longest),
        ways,
        folds.k,
    )


def _best(tried: dict[tuple[str, str, str], list[_Measured]]) -> _Measured:
    """The most accurate; within its noise the shortest, then the one fitted to the weights."""
    everything = [one for measured in tried.values() for one in measured]
    chosen: _Measured | None = None
    for most in STAIRS:
        short = [one for one in everything if one.candidate.tests <= most]
        if not short:
            continue
        top = max(short, key=lambda one: one.candidate.hits)
        good = [one for one in short if _behind(top, one) <= NOISE * _error(top, one)]
        step = min(good, key=_simplicity)
        if chosen is None or _behind(step, chosen) >= max(STEP, _error(step, chosen)):
            chosen = step
    return chosen


def _simplicity(one: _Measured) -> tuple[float, bool, bool]:
    way = one.candidate
    return way.tests, way.fit_to != "weights", way.language != "monotone"


def _behind(one: _Measured, other: _Measured) -> float:
    return float(one.right.mean() - other.right.mean())


def _error(one: _Measured, other: _Measured) -> float:
    """The standard error of the difference in accuracy, paired by rows."""
    difference = one.right.astype(float) - other.right
    return float(difference.std() / np.sqrt(len(difference)))


def _prices(n: int, fit_to: str) -> list[float]:
    lowest = -4 if fit_to == "domain" else -2
    prices = [2.0**k for k in range(lowest, 10) if 2.0**k <= max(1.0, n / 12)]
    return [0.0, *prices[1:]] if fit_to == "weights" else prices


def _languages(table: Table, attributes: Sequence[str]) -> tuple[str, ...]:
    """Both languages, the richer first; one where they say the same."""
    richer = any((table.column(name).counts > 0).sum() > 2 for name in attributes)
    return ("values", "monotone") if richer else ("monotone",)


def _options(asked: str, all_: tuple[str, ...]) -> tuple[str, ...]:
    return all_ if asked == AUTO else (asked,)


def _limits(settings: Settings, longest: tuple[int, int]) -> tuple[int, int]:
    """The limits of the rule: as set, else the thesis's where the rules in validation keep them."""
    free = SHORT if longest[0] <= SHORT[0] and longest[1] <= SHORT[1] else (CLAUSES, LITERALS)
    clauses = free[0] if settings.clauses == AUTO else settings.clauses
    literals = free[1] if settings.literals == AUTO else settings.literals
    return clauses, literals
