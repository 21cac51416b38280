"""What the rule is fitted to, its side, language, price and limits, chosen on training rows alone.

By the rule's own accuracy on left-out rows, one choice after the other and not their product.
Within the noise of that measure the shorter rule is taken, then the one fitted to the machine's own
weights, which can be proven.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from threadpoolctl import threadpool_limits

from interpret.data.table import Table
from interpret.fit.validation import Measured, RuleCandidate, Validation, behind, error
from interpret.settings import AUTO, Settings
from kernels.svm import BooleanSVC, row_weights

CLAUSES, LITERALS = 60, 12  # limits while choosing
SHORT = (10, 5)  # the limits taken where the rule keeps them
NOISE = 0.5  # standard errors within which a shorter rule is as good
STAIRS = (150, 300, inf)  # tests: a longer rule must be better by a real step
STEP = 0.005


@dataclass(frozen=True)
class RuleChoice:
    """How to fit the rule, and what that was measured against (the best price of each way).

    path: the chosen way at every price.
    """

    fit_to: str
    side: str
    language: str
    price: float
    clauses: int
    literals: int
    candidates: tuple[RuleCandidate, ...] = ()
    folds: int = 0
    promised: float | None = None  # tests that rules had in validation
    path: tuple[RuleCandidate, ...] = ()


def choose_rule(
    table: Table,
    attributes: Sequence[str],
    y: np.ndarray,
    svc: BooleanSVC,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> RuleChoice:
    """The way to fit the rule; what the settings fix is not varied. table: the training rows.

    svc: says how a machine is trained on some of them, and is not fitted.
    """
    limits = (
        CLAUSES if settings.clauses == AUTO else settings.clauses,
        LITERALS if settings.literals == AUTO else settings.literals,
    )
    fixed = (settings.fit_to, settings.side, settings.language, settings.price)
    if AUTO not in fixed or min(y.sum(), (~y).sum()) < 2:
        plain = ("weights", "for", "monotone", 0.0)
        chosen = [one if one != AUTO else other for one, other in zip(fixed, plain, strict=True)]
        return RuleChoice(*chosen, *_limits(settings, (0, 0)))
    folds = Validation(table, attributes, y, svc, row_weights(svc.class_weight, y), settings.seed)
    tried: dict[tuple[str, str, str], list[Measured]] = {}
    languages = _options(settings.language, _languages(table, attributes))
    sides = _options(settings.side, ("for", "against"))
    sources = _options(settings.fit_to, ("weights", "labels", "domain", "mix"))
    total = len(sources) * len(sides) + len(languages) - 1

    def attempt(fit_to: str, side: str, language: str) -> None:
        way = (fit_to, side, language)
        if way not in tried:
            prices = (
                _prices(len(folds.y), fit_to) if settings.price == AUTO else [float(settings.price)]
            )
            rival = _best(tried) if tried else None
            tried[way] = folds.measure(way, prices, limits, rival)
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
    scale = len(y) / len(folds.y)  # a test must be worth the same share of the rows

    def candidate(one: Measured) -> RuleCandidate:
        return replace(one.candidate, price=scale * one.candidate.price)

    ways = tuple(
        sorted(
            (candidate(_best({way: measured})) for way, measured in tried.items()),
            key=lambda candidate: (-candidate.accuracy, candidate.tests),
        )
    )
    chosen = best.candidate
    path = map(candidate, tried[chosen.fit_to, chosen.side, chosen.language])
    return RuleChoice(
        chosen.fit_to,
        chosen.side,
        chosen.language,
        scale * chosen.price,
        *_limits(settings, best.longest),
        ways,
        folds.k,
        chosen.tests,
        tuple(sorted(path, key=lambda candidate: candidate.price)),
    )


def _best(tried: dict[tuple[str, str, str], list[Measured]]) -> Measured:
    """The most accurate; within its noise the shortest, then the one fitted to the weights."""
    everything = [one for measured in tried.values() for one in measured]
    rows = max(len(one.right) for one in everything)
    everything = [one for one in everything if len(one.right) == rows]
    chosen: Measured | None = None
    for most in STAIRS:
        short = [one for one in everything if one.candidate.tests <= most]
        if not short:
            continue
        top = max(short, key=lambda one: one.candidate.hits)
        good = [one for one in short if behind(top, one) <= NOISE * error(top, one)]
        step = min(good, key=_simplicity)
        if chosen is None or behind(step, chosen) >= max(STEP, error(step, chosen)):
            chosen = step
    return chosen


def _simplicity(one: Measured) -> tuple[float, bool, bool]:
    way = one.candidate
    return way.tests, way.fit_to != "weights", way.language != "monotone"


def _prices(n: int, fit_to: str) -> list[float]:
    lowest = -4 if fit_to == "domain" else -2
    prices = [2.0**k for k in range(lowest, 10) if 2.0**k <= max(1.0, n / 12)]
    return [0.0, *prices[1:]] if fit_to == "weights" else prices


def _languages(table: Table, attributes: Sequence[str]) -> tuple[str, ...]:
    """Both languages, the richer first; one where they say the same."""
    columns = [column for column in map(table.column, attributes) if not column.cuts]
    richer = any((column.counts > 0).sum() > 2 for column in columns)
    return ("values", "monotone") if richer else ("monotone",)


def _options(asked: str, all_: tuple[str, ...]) -> tuple[str, ...]:
    return all_ if asked == AUTO else (asked,)


def _limits(settings: Settings, longest: tuple[int, int]) -> tuple[int, int]:
    """The limits of the rule: as set, else the thesis's where the rules in validation keep them."""
    free = SHORT if longest[0] <= SHORT[0] and longest[1] <= SHORT[1] else (CLAUSES, LITERALS)
    clauses = free[0] if settings.clauses == AUTO else settings.clauses
    literals = free[1] if settings.literals == AUTO else settings.literals
    return clauses, literals
