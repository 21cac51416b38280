"""Validation of cards: sums of clauses on rows left out of training, by length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from sklearn.base import clone

from interpret import cores
from interpret.answers.points.facts import LABELS, Facts, Try
from interpret.answers.points.logistic import losses
from interpret.answers.points.path import path
from interpret.data.splits import folds
from interpret.fit.machine import train_machine
from interpret.fit.row_weights import Decide, TrainedMachine
from interpret.fit.sample import Sample, rescaled
from interpret.fit.validation import NEARLY
from interpret.rules.demands import Demands
from interpret.settings import Settings
from kernels.svm import BooleanSVC

MOST = 6000  # rows that are looked at
SOME = 1500  # rows from which there are three folds, not five
SMALL, REPEATED = 400, 3  # with fewer rows, folds are made REPEATED times; up to SOME rows, twice
AROUND = 2  # lengths to either side that an accuracy is averaged with
LOSS = 0.3  # share of a row's logarithmic loss that counts beside its being right
PER_CELL = 3000  # about how many additions a path takes for each cell of its rows
ROUNDING = 1e-9
FAR = 3.0  # standard errors behind another kind of sum on the first folds: no use to go on


_Part = tuple[np.ndarray, np.ndarray]  # decisions (n_lengths, n_rows), and tests (n_lengths,)


@dataclass(frozen=True)
class Request:
    """What is asked of a card. decide: gives the verdicts in place of a machine."""

    settings: Settings
    demands: Demands
    decide: Decide | None = None


@dataclass(frozen=True)
class Space:
    """The sums that are tried: from which tests, under which demands, how many clauses at most."""

    language: str
    demands: Demands
    longest: int


@dataclass(frozen=True, eq=False)
class Validated:
    """Sums of one kind on left-out rows, by length.

    decisions: the sum of each length on each row, float (n_lengths, n_rows); hits: what rows count
    for where its verdict is right, (n_lengths,); right: the same row by row, averaged over
    neighbouring lengths; measure: that less LOSS times the logarithmic loss, likewise; tests: the
    mean number of a sum's tests, (n_lengths,).
    """

    tried: Try
    decisions: np.ndarray
    hits: np.ndarray
    right: np.ndarray
    measure: np.ndarray
    tests: np.ndarray

    @cached_property
    def good(self) -> np.ndarray:
        """The mean measure of each length, (n_lengths,)."""
        return np.asarray(self.measure.mean(axis=1))

    def ahead_of(self, other: "Validated") -> tuple[float, float]:
        """By how much its best length is better than the other's, and the standard error of that.

        On the rows that both were left out on, those of the folds made first.
        """
        n = min(self.measure.shape[1], other.measure.shape[1])
        best, of_other = (one.measure[int(np.argmax(one.good)), :n] for one in (self, other))
        return float((best - of_other).mean()), float((best - of_other).std()) / np.sqrt(n)

    def is_never_wrong(self, length: int) -> bool:
        """Whether sums of a length, and slightly longer ones, are right on every row left out."""
        some = self.hits[length : length + AROUND + 1]
        return float(some.min()) >= self.right.shape[1] - ROUNDING


@dataclass(frozen=True, eq=False)
class CardValidation:
    """The training rows in folds; of many rows some are looked at.

    first: how many of the splits were made first, before folds are made anew; svc: says how a
    machine is trained on the rows; decide: gives the verdicts in its place.
    """

    sample: Sample
    splits: list[tuple[np.ndarray, np.ndarray]]
    first: int
    svc: BooleanSVC
    decide: Decide | None

    @classmethod
    def of(cls, sample: Sample, svc: BooleanSVC, request: Request, again: int) -> "CardValidation":
        seed = request.settings.seed
        sample = sample.drawn(MOST, seed)
        n = len(sample)
        few = n < (SOME if again > 1 else SMALL)
        k = 5 if few else 3
        times = 1 if n >= SOME or sample.ties.times is not None else again if n < SMALL else 2
        splits = [
            split
            for repeat in range(min(again, times))
            for split in folds(sample.y, sample.ties, k, seed + repeat)
        ]
        return cls(sample, splits, len(splits) // min(again, times), svc, request.decide)

    @cached_property
    def left_out(self) -> np.ndarray:
        return np.concatenate([left_out for _, left_out in self.splits])

    @cached_property
    def folds(self) -> list[tuple[Sample, Sample]]:
        """The rows to learn from and those left out, read as the former teach."""
        made = []
        for fit, left_out in self.splits:
            taught = self.sample.as_taught(fit)
            train, unseen = (replace(taught.rows(rows), origin=None) for rows in (fit, left_out))
            made.append((train, unseen))
        return made

    def machine(self, place: int) -> TrainedMachine:
        """The machine of a fold's rows to learn from."""
        if place not in self._machines:
            untrained = clone(self.svc).set_params(tol=NEARLY)
            found = train_machine(untrained, self.folds[place][0])
            self._machines[place] = replace(found, decide=self.decide or found.decide)
        return self._machines[place]

    @cached_property
    def _machines(self) -> dict[int, TrainedMachine]:
        return {}

    def measured(
        self,
        menu: Sequence[Try],
        space: Space,
        go_on: cores.GoOn,
        leader: Validated | None = None,
        far: float = FAR,
    ) -> list[Validated]:
        """What sums of each kind do on left-out rows, without the kinds that are hopeless.

        A kind that is far behind the leader on the folds made first is not tried on those made
        anew. leader: the best kind so far, where there is one; else it is the best of the menu;
        far: in standard errors.
        """
        parts = self._parts(menu, range(self.first), space, go_on)
        found = [self._validated(*pair) for pair in zip(menu, parts, strict=True)]
        if self.first == len(self.splits):
            return found
        best = leader or max(found, key=lambda one: round(float(one.good.max()), 9))
        kept = []
        for place, one in enumerate(found):
            ahead, error = one.ahead_of(best)
            if ahead >= -far * error:
                kept.append(place)
        again = range(self.first, len(self.splits))
        more = self._parts([menu[place] for place in kept], again, space, go_on)
        return [
            self._validated(menu[place], [*parts[place], *new])
            for place, new in zip(kept, more, strict=True)
        ]

    def _parts(
        self, menu: Sequence[Try], places: range, space: Space, go_on: cores.GoOn
    ) -> list[list[_Part]]:
        """For each kind of sum, what it does on the rows left out in each of these splits."""
        arguments = [
            (
                self.folds[place],
                None if option.fitted_to == LABELS else self.machine(place),
                option,
                space,
            )
            for option in menu
            for place in places
        ]
        rows, variables = self.sample.examples.shape
        work = float(PER_CELL * rows * variables * len(arguments))
        parts = list(cores.run(_of_fold, arguments, work, go_on))
        if len(parts) < len(arguments):
            raise cores.Cancelled
        k = len(places)
        return [parts[start : start + k] for start in range(0, len(parts), k)]

    def _validated(self, tried: Try, parts: Sequence[_Part]) -> Validated:
        decisions = np.concatenate([decided for decided, _ in parts], axis=1)
        left_out = self.left_out[: decisions.shape[1]]
        y, each = self.sample.y[left_out], self.sample.each[left_out]
        each = each * rescaled(each)
        right = ((decisions > 0) == y) * each
        measure = _smoothed(right - LOSS * each * losses(decisions, y.astype(float)))
        tests = np.mean([tests_of_part for _, tests_of_part in parts], axis=0)
        return Validated(tried, decisions, right.sum(axis=1), _smoothed(right), measure, tests)


def _smoothed(values: np.ndarray) -> np.ndarray:
    """Each length averaged with its neighbours on either side; length 0 stays alone."""
    found = values.astype(float)
    for k in range(1, len(values)):
        found[k] = values[max(1, k - AROUND) : k + AROUND + 1].mean(axis=0)
    return found


def _of_fold(
    fold: tuple[Sample, Sample],
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
    (train, unseen), longest = fold, space.longest
    facts = Facts.of(train, tried, machine, space.language, space.demands)
    sums = path(facts, longest)
    by_length = {len(found.members): found for found in sums}
    members = {member for found in sums for member in found.members}
    holds = {member: facts.clause(member).holds(unseen.table) for member in members}
    decisions, tests = np.zeros((longest + 1, len(unseen))), np.zeros(longest + 1)
    found = sums[0]
    for k in range(longest + 1):
        found = by_length.get(k, found)
        decisions[k] = found.weights[-1]
        for member, weight in zip(found.members, found.weights[:-1], strict=True):
            decisions[k] += weight * holds[member]
        tests[k] = sum(map(facts.length, found.members))
    return decisions, tests
