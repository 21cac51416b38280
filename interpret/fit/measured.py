"""How ways to fit a rule did on left-out rows, as values that can be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from interpret.fit.race import paired_error
from interpret.fit.sample import Way
from interpret.rules.logic import Formula
from interpret.rules.single_tests import TestSet


@dataclass(frozen=True)
class RuleCandidate(Way):
    """One way to fit a rule, and what its rules did on left-out rows.

    price: in units of a typical row's weight; hits: of n left-out rows (with balanced classes, the
    rows of each class count for n / 2); tests, clauses: means over the folds.
    """

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
    """A candidate, row by row.

    right: what each left-out row counts for where the rule is right, else 0, of shape (n,);
    longest: clauses, and tests in a clause, of its longest rules; verdicts: its rules, one from
    each fold.
    """

    candidate: RuleCandidate
    right: np.ndarray
    longest: tuple[int, int]
    verdicts: tuple[Formula, ...] = ()

    @cached_property
    def accuracy(self) -> float:
        return float(self.right.mean())


@dataclass(frozen=True, eq=False)
class FoldRule:
    """A fold's rule at one price, and what it does on the left-out rows.

    right: what each of these counts for where the rule is right, else 0, of shape (n_left_out,).
    """

    right: np.ndarray
    tests: int
    rule: list[TestSet]
    verdict: Formula


def together(done: Sequence[FoldRule]) -> np.ndarray:
    """What the left-out rows of all these folds count for: (n_rows,)."""
    return np.concatenate([fold.right for fold in done])


def measured(way: Way, price: float, done: Sequence[FoldRule]) -> Measured:
    """How a way did at one price, by its rules, one from each fold."""
    right, rules = together(done), [fold.rule for fold in done]
    candidate = RuleCandidate(
        way.fit_to,
        way.side,
        way.language,
        price,
        float(right.sum()),
        len(right),
        float(np.mean([fold.tests for fold in done])),
        float(np.mean([len(rule) for rule in rules])),
    )
    widest = max((len(clause) for rule in rules for clause in rule), default=0)
    verdicts = tuple(fold.verdict for fold in done)
    return Measured(candidate, right, (max(map(len, rules)), widest), verdicts)


def behind(one: Measured, other: Measured) -> float:
    """How much less accurate the other is."""
    return one.accuracy - other.accuracy


def error(one: Measured, other: Measured) -> float:
    """The standard error of the difference in accuracy, paired by rows."""
    return paired_error(one.right, other.right)
