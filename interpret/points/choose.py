"""What a card is fitted to, how long its clauses are and how many it has: chosen by folds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import train_test_split

from interpret import tasks
from interpret.data.splits import folds
from interpret.fit.choose_rule import languages
from interpret.fit.machine import trained
from interpret.fit.platt import platt
from interpret.fit.row_weights import Decide, Trained
from interpret.fit.sample import Sample, rescaled
from interpret.fit.validation import NEARLY
from interpret.points.facts import DECISIONS, LABELS, MIX, Facts
from interpret.points.logistic import losses
from interpret.points.path import path
from interpret.points.scored import Length
from interpret.rules.demands import Demands
from interpret.settings import Resolved, Settings
from kernels.svm import BooleanSVC

MOST = 6000  # rows that are looked at
SOME = 1500  # rows from which there are three folds, not five
LITERALS = (1, 2, 3, 5)  # tests in a clause at most; the last where 3 are better than fewer
RIDGES = (0.2, 2.0)  # half of one times the sum of squared weights is added to the loss of all rows
STAGES = (25, 40)  # clauses at most; the second where the best card is about as long as the first
ROWS_PER_CLAUSE = 4
SMALL, REPEATED = 400, 3  # rows below which folds are made so often, and twice up to SOME
AROUND = 2  # lengths to either side that an accuracy is averaged with
LOSS = 0.3  # of a row's logarithmic loss that counts beside whether its verdict is right
NEAR = 1.0  # standard errors by which a shorter card may be less often right
ROUNDING = 1e-9
SURELY = 2.0  # standard errors by which what is fitted to a machine must be better
WORSE = 0.005  # by which it may be worse, its logarithmic loss included
PER_CELL = 3000  # additions that a path takes for each cell of its rows, about


FITTED_TO = {"labels": LABELS, "mix": MIX, "weights": DECISIONS, "domain": DECISIONS}


@dataclass(frozen=True)
class Try:
    """What sums are fitted to, half of what is times their squared weights added to the loss of
    all rows, and how many tests a clause may have.
    """

    fitted_to: str
    ridge: float
    literals: int


@dataclass(frozen=True)
class Request:
    """What is asked of a card. decide: gives the verdicts in a machine's stead."""

    settings: Settings
    demands: Demands
    decide: Decide | None = None


@dataclass(frozen=True)
class _Space:
    """The sums that are tried: of which tests, to what demands, and up to how many clauses."""

    language: str
    demands: Demands
    longest: int


@dataclass(frozen=True, eq=False)
class Validated:
    """Sums of one kind on left-out rows, by length.

    decisions: the sum of each length on each row, float (n_lengths, n_rows); hits: what rows count
    for where its verdict is right, (n_lengths,); right: the same row by row, averaged over
    neighbouring lengths, and good: the mean of that less LOSS times the logarithmic loss; tests:
    the mean number of a sum's tests, (n_lengths,).
    """

    tried: Try
    decisions: np.ndarray
    hits: np.ndarray
    right: np.ndarray
    good: np.ndarray
    tests: np.ndarray

    def is_never_wrong(self, length: int) -> bool:
        """Whether sums of a length are right on every row left out."""
        return float(self.hits[length]) >= self.right.shape[1] - ROUNDING


@dataclass(frozen=True, eq=False)
class CardChoice:
    """How to fit a card of so many terms, from a path of sums up to the longest.

    lengths: what validation measured of every length, at the best limit on tests in a clause;
    calibration: by what, and plus what, the log odds that a sum gives its own training rows are to
    be multiplied to fit rows left out (Platt 1999), of which there were `left_out`.
    """

    tried: Try
    terms: int
    longest: int
    language: str
    lengths: tuple[Length, ...]
    calibration: tuple[float, float]
    left_out: int


@dataclass(frozen=True, eq=False)
class _Validation:
    """The training rows in folds; of many rows some are looked at.

    svc: says how a machine is trained on them; decide: gives the verdicts in its stead.
    """

    sample: Sample
    splits: list[tuple[np.ndarray, np.ndarray]]
    svc: BooleanSVC
    decide: Decide | None

    @classmethod
    def of(cls, sample: Sample, svc: BooleanSVC, request: Request, again: int) -> "_Validation":
        seed = request.settings.seed
        if len(sample) > MOST:
            kept, _ = train_test_split(
                np.arange(len(sample)), train_size=MOST, stratify=sample.y, random_state=seed
            )
            sample = sample.rows(np.sort(kept))
        n = len(sample)
        k = min(5 if n < SOME else 3, max(2, sample.smaller_class))
        times = 1 if n >= SOME or sample.ties.times is not None else again if n < SMALL else 2
        splits = [
            split
            for repeat in range(min(again, times))
            for split in folds(sample.y, sample.ties, k, seed + repeat)
        ]
        return cls(sample, splits, svc, request.decide)

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

    @cached_property
    def machines(self) -> list[Trained]:
        """The machine of each fold's rows to learn from."""
        found = [trained(clone(self.svc).set_params(tol=NEARLY), train) for train, _ in self.folds]
        decide = self.decide
        return found if decide is None else [replace(own, decide=decide) for own in found]

    def measured(
        self,
        menu: Sequence[Try],
        space: _Space,
        go_on: tasks.GoOn,
    ) -> list[Validated]:
        """What sums of each kind do on left-out rows."""
        arguments = [
            (fold, None if own.fitted_to == LABELS else self.machines[place], own, space)
            for own in menu
            for place, fold in enumerate(self.folds)
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

    def _validated(self, tried: Try, parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> Validated:
        decisions = np.concatenate([own for own, _ in parts], axis=1)
        y, each = self.sample.y[self.left_out], self.sample.each[self.left_out]
        each = each * rescaled(each)
        right = ((decisions > 0) == y) * each
        good = right - LOSS * each * losses(decisions, y.astype(float))
        tests = np.mean([own for _, own in parts], axis=0)
        good = _smoothed(good).mean(axis=1)
        return Validated(tried, decisions, right.sum(axis=1), _smoothed(right), good, tests)


def choose_card(
    sample: Sample,
    svc: BooleanSVC,
    request: Request,
    go_on: Callable[[], object] = tasks.always,
    again: int = REPEATED,
) -> CardChoice:
    """What a card is fitted to, and how many clauses of how many tests do best on left-out rows.

    What is compared is averaged over neighbouring lengths, since a length that is right where those
    beside it are wrong was lucky; of those that are not measurably worse the card of fewest tests
    is taken. svc: says how a machine is trained on the rows, and is not fitted; again: how often
    folds of few rows are made anew, at most. Raises tasks.Cancelled where go_on returned False.
    """
    validation = _Validation.of(sample, svc, request, again)
    n, asked, demands = len(validation.sample), request.settings.resolved, request.demands
    most = max(1, min(asked.clauses or STAGES[-1], n // ROWS_PER_CLAUSE))
    language = asked.language or languages(sample)[0]
    for stage in STAGES:
        longest = min(stage, most) + len(demands.clauses)
        space = _Space(language, demands, longest)
        race = partial(validation.measured, space=space, go_on=go_on)
        best, terms = _raced(race, asked, n)
        if stage >= most or int(np.argmax(best.good)) + AROUND < longest:
            break
    y = validation.sample.y[validation.left_out]
    return CardChoice(
        best.tried,
        terms,
        longest,
        language,
        tuple(_lengths(best, len(y))),
        platt(best.decisions[terms], y),
        len(np.unique(validation.left_out)),
    )


def _raced(
    race: Callable[[Sequence[Try]], list[Validated]], asked: Resolved, n: int
) -> tuple[Validated, int]:
    """The best of what was tried, one choice after the other, and its length.

    The ridge with short clauses, then longer ones, then what is fitted to: a machine is taken only
    where it is surely better, as it is tried last, beside the best of the others.
    """
    fitted_to = LABELS if asked.fit_to is None else FITTED_TO[asked.fit_to]
    allowed = [own for own in LITERALS if own <= (asked.literals or LITERALS[-1])]
    found = race([Try(fitted_to, ridge, own) for own in allowed[:2] for ridge in RIDGES])
    best, terms = _best(found, n)
    for literals in allowed[2:]:
        if best.is_never_wrong(terms):
            break
        if allowed[2] in (literals, best.tried.literals):
            found += race([replace(best.tried, literals=literals)])
            best, terms = _best(found, n)
    if asked.fit_to is None and n < SOME and not best.is_never_wrong(terms):
        others = race([replace(best.tried, fitted_to=own) for own in (MIX, DECISIONS)])
        other, length = _best(others, n)
        gain = other.right[length] - best.right[terms]
        if gain.mean() > max(ROUNDING, SURELY * float(gain.std()) / np.sqrt(n)):
            return other, length
    return best, terms


def _best(measured: Sequence[Validated], n: int) -> tuple[Validated, int]:
    """The shortest sum that is not measurably less often right than the best one.

    n: how many different rows were left out; a row that was left out twice tells little more.
    """
    places = [(own, k) for own in measured for k in range(1, len(own.right))]
    top, at = max(places, key=lambda own: round(float(own[0].good[own[1]]), 9))

    def near(one: Validated, k: int) -> bool:
        behind = top.right[at] - one.right[k]
        error = float(behind.std()) / np.sqrt(n)
        rarely = float(behind.mean()) <= NEAR * error + ROUNDING
        return rarely and float(top.good[at] - one.good[k]) <= WORSE

    as_good = [(own, k) for own, k in places if near(own, k)]
    return min(
        as_good, key=lambda own: (round(float(own[0].tests[own[1]]), 6), own[0].tried.literals)
    )


def _lengths(own: Validated, n: int) -> list[Length]:
    return [
        Length(k, own.tried.literals, round(float(own.hits[k]), 9), n, float(own.tests[k]))
        for k in range(len(own.right))
    ]


def _smoothed(values: np.ndarray) -> np.ndarray:
    """Each length averaged with those around it, as many as there are; length 0 with none."""
    found = values.astype(float)
    for k in range(1, len(values)):
        found[k] = values[max(1, k - AROUND) : k + AROUND + 1].mean(axis=0)
    return found


def _of_fold(
    fold: tuple[Sample, Sample],
    machine: Trained | None,
    tried: Try,
    space: _Space,
    go_on: tasks.GoOn,
) -> tuple[np.ndarray, np.ndarray]:
    """The sum of each length, from 0 on, on the rows left out, and its number of tests.

    Where the path has no sum of a length the one before stands for it.
    """
    if go_on() is False:
        raise tasks.Cancelled
    (train, unseen), longest = fold, space.longest
    facts = Facts.of(train, tried.fitted_to, machine, space.language, space.demands)
    sums = path(facts, tried.literals, tried.ridge, longest)
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
