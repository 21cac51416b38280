"""Validation of cards: sums of clauses on rows left out of training, by length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from interpret import cores
from interpret.fit.folds import Done, Fold, Folds, Menu, ahead, race
from interpret.fit.rule_problem import Decide, TrainedMachine
from interpret.fit.sample import Sample, rescaled
from interpret.rules.cards.logistic import DECISIONS, LABELS, Facts, RowsToFit, Sides, Try, losses
from interpret.rules.cards.path import path
from interpret.rules.demands import Demands
from interpret.settings import Settings

AROUND = 2  # lengths to either side that an accuracy is averaged with
LOSS = 0.3  # weight of a row's logarithmic loss against its being right
PER_CELL = 3000  # additions that a path takes for each cell of its rows, roughly
ROUNDING = 1e-9
FAR = 3.0  # a kind of sum is dropped if it is so many standard errors behind after the first folds

_Part = tuple[np.ndarray, np.ndarray]  # decisions (n_lengths, n_rows), and tests (n_lengths,)


@dataclass(frozen=True)
class Request:
    """What a card must satisfy. decide: gives the verdicts in place of a machine."""

    settings: Settings
    demands: Demands
    decide: Decide | None = None


@dataclass(frozen=True)
class Space:
    """The sums that are tried: the language of their tests, their demands, and the most clauses."""

    language: str
    demands: Demands
    longest: int


@dataclass(frozen=True, eq=False)
class Validated:
    """Sums of one kind on left-out rows, by length.

    hit: the weight of each row where the verdict of the sum of each length is right, else 0, float
    (n_lengths, n_rows); right: the same averaged over neighbouring lengths; measure: `right` minus
    LOSS times the logarithmic loss; tests: the mean number of a sum's tests, (n_lengths,).
    """

    tried: Try
    hit: np.ndarray
    right: np.ndarray
    measure: np.ndarray
    tests: np.ndarray

    def on(self, kept: np.ndarray) -> "Validated":
        """The same sums on some of the rows left out, bool."""
        hit, right, measure = self.hit[:, kept], self.right[:, kept], self.measure[:, kept]
        return Validated(self.tried, hit, right, measure, self.tests)

    @cached_property
    def hits(self) -> np.ndarray:
        """The weight of the rows on which the sum of each length is right, (n_lengths,)."""
        return np.asarray(self.hit.sum(axis=1))

    @cached_property
    def good(self) -> np.ndarray:
        """The mean measure of each length, (n_lengths,)."""
        return np.asarray(self.measure.mean(axis=1))

    def ahead_of(self, other: "Validated") -> tuple[float, float]:
        """By how much its best length is better than the other's, and the standard error of that.

        Both are compared on the rows of the folds that both were tried on.
        """
        n = min(self.measure.shape[1], other.measure.shape[1])
        best, of_other = (one.measure[int(np.argmax(one.good)), :n] for one in (self, other))
        return ahead(best, of_other)

    def is_never_wrong(self, length: int) -> bool:
        """Whether sums of about this length are right on every left-out row."""
        some = self.hits[length : length + AROUND + 1]
        return float(some.min()) >= self.right.shape[1] - ROUNDING


def raced(
    folds: Folds,
    menu: Sequence[Try],
    space: Space,
    go_on: cores.GoOn,
    leader: Validated | None = None,
    far: float = FAR,
) -> list[Validated]:
    """How sums of each kind do on left-out rows, without the kinds that are hopeless.

    A kind that is far behind the leader after the first division into folds is not tried on the
    others. leader: the best kind so far; None takes the best of the menu; far: in standard errors.
    """
    rows, variables = folds.sample.examples.shape
    n = len(folds.splits)

    def on_folds(menu: Menu[Try, Space], places: range) -> Iterator[tuple[Try, list[_Part]]]:
        arguments = [
            (fold, machine, tried, space)
            for tried in menu
            for fold, machine in folds_for(tried, folds, places)
        ]
        work = float(PER_CELL * rows * variables * len(arguments))
        parts = cores.completed(_of_fold, arguments, work, go_on)
        return ((tried, [part]) for (_, _, tried, _), part in zip(arguments, parts, strict=True))

    def near(done: Done[Try, Space, _Part]) -> Menu[Try, Space]:
        measured = [_validated(folds, tried, of_space[space]) for tried, of_space in done.items()]
        best = leader or max(measured, key=lambda one: round(float(one.good.max()), 9))
        ahead_of_best = ((one.tried, *one.ahead_of(best)) for one in measured)
        return {tried: [space] for tried, gain, error in ahead_of_best if gain >= -far * error}

    done = race({tried: [space] for tried in menu}, sorted({folds.k, n}), on_folds, near)
    parts_of = ((tried, of_space[space]) for tried, of_space in done.items())
    return [_validated(folds, tried, parts) for tried, parts in parts_of if len(parts) == n]


def folds_for(
    tried: Try, folds: Folds, places: range
) -> Iterator[tuple[Fold, TrainedMachine | None]]:
    """These folds, each with its machine if such sums are fitted to one."""
    needs_machines = tried.fitted_to != LABELS
    machines = folds.machines(places) if needs_machines else [None] * len(places)
    return zip((folds.folds[place] for place in places), machines, strict=True)


def _validated(folds: Folds, tried: Try, parts: Sequence[_Part]) -> Validated:
    decisions = np.concatenate([decided for decided, _ in parts], axis=1)
    left_out = folds.left_out[: decisions.shape[1]]
    y, each = folds.sample.y[left_out], folds.sample.each[left_out]
    each = each * rescaled(each)
    right = ((decisions > 0) == y) * each
    measure = _smoothed(right - LOSS * each * losses(decisions, y.astype(float)))
    tests = np.mean([tests_of_part for _, tests_of_part in parts], axis=0)
    return Validated(tried, right, _smoothed(right), measure, tests)


def _smoothed(values: np.ndarray) -> np.ndarray:
    """Each length averaged with its neighbours on either side; length 0 stays alone."""
    means = values.astype(float)
    for k in range(1, len(values)):
        means[k] = values[max(1, k - AROUND) : k + AROUND + 1].mean(axis=0)
    return means


def _of_fold(
    fold: Fold,
    machine: TrainedMachine | None,
    tried: Try,
    space: Space,
    go_on: cores.GoOn,
) -> _Part:
    """The sum of each length, from 0 on, on the rows left out, and its number of tests.

    Where the path has no sum of a length, the one before takes its place.
    """
    if go_on() is False:
        raise cores.Cancelled
    train, unseen, longest = fold.train, fold.left_out, space.longest
    facts = facts_of(train, tried, machine, space.language, space.demands)
    sums = path(facts, longest)
    by_length = {len(one.members): one for one in sums}
    members = {member for one in sums for member in one.members}
    holds = {member: facts.clause(member).holds(unseen.table) for member in members}
    decisions, tests = np.zeros((longest + 1, len(unseen))), np.zeros(longest + 1)
    clause_sum = sums[0]
    for k in range(longest + 1):
        clause_sum = by_length.get(k, clause_sum)
        decisions[k] = clause_sum.weights[-1]
        for member, weight in zip(clause_sum.members, clause_sum.weights[:-1], strict=True):
            decisions[k] += weight * holds[member]
        tests[k] = clause_sum.tests
    return decisions, tests


def facts_of(
    sample: Sample,
    tried: Try,
    machine: TrainedMachine | None,
    language: str,
    demands: Demands,
) -> Facts:
    """The facts of a sample's rows. machine: trained on them, None where only labels are needed."""
    found_for = sample.single_tests(language, demands, False)
    against = sample.single_tests(language, demands, True) if demands.directed else found_for
    return Facts(
        Sides(against, found_for),
        RowsToFit(
            _targets(sample, tried.fitted_to, machine), sample.each.astype(float), tried.ridge
        ),
        tried.literals,
        demands,
    )


def _targets(sample: Sample, fitted_to: str, machine: TrainedMachine | None) -> np.ndarray:
    """The target in each row, a probability of the class: from its label, the machine, or both."""
    labels = sample.y.astype(float)
    if fitted_to == LABELS or machine is None:
        return labels
    decided = (1 + np.clip(machine.decide(sample.table), -1, 1)) / 2
    return decided if fitted_to == DECISIONS else (labels + decided) / 2
