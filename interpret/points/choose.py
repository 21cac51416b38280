"""What a card is fitted to, how long its clauses are and how many it has: chosen by folds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sklearn.model_selection import train_test_split

from interpret import tasks
from interpret.data.splits import folds
from interpret.fit.choose_rule import languages
from interpret.fit.platt import platt
from interpret.fit.sample import Sample, rescaled
from interpret.points.facts import LABELS, Facts
from interpret.points.logistic import losses
from interpret.points.path import path
from interpret.points.scored import Length
from interpret.rules.demands import Demands
from interpret.settings import Resolved

MOST = 6000  # rows that are looked at
LITERALS = (1, 2, 3)  # tests in a clause at most, and LONGER where 3 are better than fewer
LONGER = 5
RIDGES = (0.2, 2.0)  # half of one times the sum of squared weights is added to the loss of all rows
STAGES = (15, 40)  # clauses at most; the second where the best card is about as long as the first
ROWS_PER_CLAUSE = 4
SMALL, REPEATED = 400, 3  # rows below which folds are made anew, and how often they are made
AROUND = 2  # lengths to either side that an accuracy is averaged with
LOSS = 0.3  # of a row's logarithmic loss that counts beside whether its verdict is right
NEAR = 0.5  # standard errors by which a shorter card may be less often right
WORSE = 0.005  # by which it may be worse, its logarithmic loss included
PER_CELL = 3000  # additions that a path takes for each cell of its rows, about


@dataclass(frozen=True, eq=False)
class Validated:
    """Sums of one ridge and one limit on the tests of a clause, on left-out rows, by length.

    decisions: the sum of each length on each row, float (n_lengths, n_rows); hits: what rows count
    for where its verdict is right, (n_lengths,); right: the same row by row, averaged over
    neighbouring lengths, and good: the mean of that less LOSS times the logarithmic loss; tests:
    the mean number of a sum's tests, (n_lengths,).
    """

    ridge: float
    literals: int
    decisions: np.ndarray
    hits: np.ndarray
    right: np.ndarray
    good: np.ndarray
    tests: np.ndarray


@dataclass(frozen=True, eq=False)
class CardChoice:
    """How to fit a card.

    lengths: what validation measured of every length, at the best limit on tests in a clause;
    calibration: by what, and plus what, the log odds that a sum gives its own training rows are to
    be multiplied to fit rows left out (Platt 1999), of which there were `left_out`.
    """

    fitted_to: str
    literals: int
    ridge: float
    terms: int
    language: str
    lengths: tuple[Length, ...]
    calibration: tuple[float, float]
    left_out: int


@dataclass(frozen=True, eq=False)
class _Validation:
    """The training rows in folds; of many rows some are looked at."""

    sample: Sample
    splits: list[tuple[np.ndarray, np.ndarray]]

    @classmethod
    def of(cls, sample: Sample, seed: int, again: int) -> "_Validation":
        if len(sample) > MOST:
            kept, _ = train_test_split(
                np.arange(len(sample)), train_size=MOST, stratify=sample.y, random_state=seed
            )
            sample = sample.rows(np.sort(kept))
        n = len(sample)
        k = min(5 if n < 1500 else 3, max(2, sample.smaller_class))
        again = again if n < SMALL and sample.ties.times is None else 1
        splits = [
            split
            for repeat in range(again)
            for split in folds(sample.y, sample.ties, k, seed + repeat)
        ]
        return cls(sample, splits[:1] if n >= 4000 else splits)

    @cached_property
    def left_out(self) -> np.ndarray:
        return np.concatenate([left_out for _, left_out in self.splits])

    @cached_property
    def folds(self) -> list[tuple[Sample, Sample]]:
        """The rows to learn from and those left out, read as the former teach."""
        made = []
        for fit, left_out in self.splits:
            taught = self.sample.as_taught(fit)
            made.append((taught.rows(fit), taught.rows(left_out)))
        return made

    def measured(
        self,
        menu: Sequence[tuple[float, int]],
        language: str,
        demands: Demands,
        longest: int,
        go_on: tasks.GoOn,
    ) -> list[Validated]:
        """What sums of each ridge and limit on the tests of a clause do on left-out rows."""
        arguments = [
            (*fold, *own, language, demands, longest) for own in menu for fold in self.folds
        ]
        rows, variables = self.sample.examples.shape
        work = float(PER_CELL * rows * variables * len(arguments))
        parts = list(tasks.run(_of_fold, arguments, work, go_on))
        if len(parts) < len(arguments):
            raise tasks.Cancelled
        k = len(self.splits)
        return [
            self._validated(own, parts[place * k : (place + 1) * k])
            for place, own in enumerate(menu)
        ]

    def _validated(
        self, menu: tuple[float, int], parts: Sequence[tuple[np.ndarray, np.ndarray]]
    ) -> Validated:
        decisions = np.concatenate([own for own, _ in parts], axis=1)
        y, each = self.sample.y[self.left_out], self.sample.each[self.left_out]
        each = each * rescaled(each)
        right = ((decisions > 0) == y) * each
        good = right - LOSS * each * losses(decisions, y.astype(float))
        tests = np.mean([own for _, own in parts], axis=0)
        good = _smoothed(good).mean(axis=1)
        return Validated(*menu, decisions, right.sum(axis=1), _smoothed(right), good, tests)


def choose_card(
    sample: Sample,
    asked: Resolved,
    demands: Demands,
    seed: int,
    go_on: Callable[[], object] = tasks.always,
    again: int = REPEATED,
) -> CardChoice:
    """How many clauses of how many tests do best on left-out training rows.

    What is compared is averaged over neighbouring lengths, since a length that is right where those
    beside it are wrong was lucky; of those that are not measurably worse the card of fewest tests
    is taken. again: how often folds of few rows are made anew. Raises tasks.Cancelled where go_on
    returned False.
    """
    validation = _Validation.of(sample, seed, again)
    n = len(validation.sample)
    most = max(1, min(asked.clauses or STAGES[-1], n // ROWS_PER_CLAUSE))
    language = asked.language or languages(sample)[0]
    for stage in STAGES:
        longest = min(stage, most) + len(demands.clauses)
        found = _raced(validation, asked.literals or LONGER, language, demands, longest, go_on)
        best, terms = _best(found, n)
        if stage >= most or terms + AROUND < longest:
            break
    y = validation.sample.y[validation.left_out]
    return CardChoice(
        LABELS,
        best.literals,
        best.ridge,
        terms,
        language,
        tuple(_lengths(best, len(y))),
        platt(best.decisions[terms], y),
        len(y),
    )


def _raced(
    validation: _Validation,
    literals: int,
    language: str,
    demands: Demands,
    longest: int,
    go_on: tasks.GoOn,
) -> list[Validated]:
    """What was tried: the ridge with short clauses, then longer ones."""

    def measured(menu: Sequence[tuple[float, int]]) -> list[Validated]:
        allowed = [own for own in menu if own[1] <= literals]
        return validation.measured(allowed, language, demands, longest, go_on)

    *short, long = LITERALS
    found = measured([(ridge, own) for own in short for ridge in RIDGES])
    for own in (long, LONGER):
        best, _ = _best(found, len(validation.sample))
        if own == long or best.literals == long:
            found += measured([(best.ridge, own)])
    return found


def _best(measured: Sequence[Validated], n: int) -> tuple[Validated, int]:
    """The shortest sum that is not measurably less often right than the best one.

    n: how many different rows were left out; a row that was left out twice tells little more.
    """
    places = [(own, k) for own in measured for k in range(1, len(own.right))]
    top, at = max(places, key=lambda own: round(float(own[0].good[own[1]]), 9))

    def near(one: Validated, k: int) -> bool:
        behind = top.right[at] - one.right[k]
        error = float(behind.std()) / np.sqrt(n)
        rarely = float(behind.mean()) <= NEAR * error + 1e-12
        return rarely and float(top.good[at] - one.good[k]) <= WORSE

    as_good = [(own, k) for own, k in places if near(own, k)]
    return min(as_good, key=lambda own: (round(float(own[0].tests[own[1]]), 6), own[0].literals))


def _lengths(own: Validated, n: int) -> list[Length]:
    return [
        Length(k, own.literals, round(float(own.hits[k]), 9), n, float(own.tests[k]))
        for k in range(len(own.right))
    ]


def _smoothed(values: np.ndarray) -> np.ndarray:
    """Each length averaged with those around it, as many as there are; length 0 with none."""
    found = values.astype(float)
    for k in range(1, len(values)):
        found[k] = values[max(1, k - AROUND) : k + AROUND + 1].mean(axis=0)
    return found


def _of_fold(
    train: Sample,
    unseen: Sample,
    ridge: float,
    literals: int,
    language: str,
    demands: Demands,
    longest: int,
    _: tasks.GoOn,
) -> tuple[np.ndarray, np.ndarray]:
    """The sum of each length, from 0 on, on the rows left out, and its number of tests.

    Where the path has no sum of a length the one before stands for it.
    """
    facts = Facts.of(train, LABELS, None, language, demands)
    sums = path(facts, literals, ridge, longest)
    by_length = {len(own.members): own for own in sums}
    members = {member for own in sums for member in own.members}
    holds = {member: facts.clause(member).holds(unseen.table) for member in members}
    decisions, tests = np.zeros((longest + 1, len(unseen))), np.zeros(longest + 1)
    own = sums[0]
    for k in range(longest + 1):
        own = by_length.get(k, own)
        decisions[k] = own.weights[-1]
        for member, weight in zip(own.members, own.weights[:-1], strict=True):
            decisions[k] += weight * holds[member]
        tests[k] = sum(map(facts.length, own.members))
    return decisions, tests
