"""From a table to its number explained: the order of the steps and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from math import isfinite

import numpy as np

from interpret.answers.number.explanation import (
    NumberExplanation,
    NumberLength,
    NumberTerm,
    TensorMachine,
)
from interpret.answers.number.finding import FoundTerms, find_terms
from interpret.answers.number.judged import JudgedNumbers, judged
from interpret.answers.number.number_data import NumberData, number_data, split
from interpret.answers.number.shown import machine_on, path_over_gamma, terms_of, ways_beside
from interpret.answers.number.sums import fit_sum, shortened
from interpret.answers.number.ties import levels
from interpret.answers.number.validated import as_long
from interpret.cores import Cancelled
from interpret.data.number_task import NumberTask, number_task
from interpret.data.preparation import Preparation
from interpret.data.prepare import also_cut, prepared
from interpret.data.roles import learnt_later, ties_of
from interpret.data.splits import PARTS, Ties
from interpret.data.table import Table
from interpret.rules.logic import Between
from interpret.rules.search import OnProgress, Progress, ignore
from interpret.rules.single_tests import TestSet
from interpret.settings import Settings
from kernels.blas import one_thread_for_good


@dataclass(frozen=True)
class _Scale:
    """How numbers are standardised: divided by the largest first, so that no square overflows."""

    largest: float
    mean: float
    spread: float

    @classmethod
    def of(cls, y: np.ndarray, train: np.ndarray) -> "_Scale":
        largest = float(np.abs(y).max()) or 1.0
        scaled = y[train] / largest
        return cls(largest, float(scaled.mean()), float(scaled.std()) or 1.0)

    @property
    def unit(self) -> float:
        """What 1 is of the standardised numbers."""
        return self.spread * self.largest

    def standard(self, y: np.ndarray) -> np.ndarray:
        return (y / self.largest - self.mean) / self.spread

    def amounts(self, z: np.ndarray) -> np.ndarray:
        return (z * self.spread + self.mean) * self.largest


def explain_number(
    table: Table, settings: Settings, on_progress: OnProgress = ignore
) -> NumberExplanation:
    """The settings' target of numbers as a sum of conjunctions.

    Raises DataError where the table cannot be learned from, Cancelled where it is stopped.
    """

    def tell(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise Cancelled

    one_thread_for_good()
    raw = number_task(table, settings.target, settings.columns)
    ties = ties_of(raw.table, raw.columns.roles)
    parts = split(len(raw.y), settings, ties)
    later = learnt_later(raw.table, raw.columns.roles, parts["train"], parts["test"])
    task, preparation = prepared(raw, parts["train"])
    scale = _Scale.of(task.y, parts["train"])
    data = number_data(raw, (task, preparation), parts, scale.standard(task.y), settings)
    found = find_terms(data, task.y, settings.seed, tell)
    data, clauses = found.data, found.clauses
    tested = machine_on(data, found.tensor.learnt, "test", settings.seed)
    train, z = data.of("train")
    sum_of = fit_sum(train.columns(clauses), z)
    predicted = scale.amounts(sum_of.base + data.rows.columns(clauses) @ np.array(sum_of.effects))
    nothing = scale.amounts(np.zeros(len(task.y)))

    def on(guess: np.ndarray) -> dict[str, JudgedNumbers]:
        return _judged_on(task.y, guess, float(nothing[0]), parts, ties, settings.seed)

    terms = terms_of(data, task, clauses, sum_of.effects, scale.unit, found.tensor)
    return NumberExplanation(
        settings=settings,
        table=table.name,
        digest=table.digest,
        target=task.target,
        attributes=task.attributes,
        preparation=_cut_as(raw, preparation, parts["train"], data, clauses),
        notices=(*table.notices, *task.notices, *later),
        rows={part: tuple(parts[part].tolist()) for part in PARTS},
        mean=float(nothing[0]),
        spread=scale.unit,
        base=float(scale.amounts(np.array(sum_of.base))),
        terms=_ordered(terms),
        judged=on(predicted),
        mean_judged=on(nothing),
        machine=_machine(data, found, tested, settings.seed),
        beside=ways_beside(data, task, found.lasso.fit, tested, settings.seed),
        validated=found.validated,
        source=found.source,
        on_folds=found.sums.judged,
        scales=found.scales,
        searched=len(data.searched),
        half_searched=found.half,
        lengths=_lengths(data, found),
        observed=tuple(task.y.tolist()),
        predicted=tuple(predicted.tolist()),
        folds=len(data.folds),
    )


def _judged_on(
    y: np.ndarray,
    guess: np.ndarray,
    mean: float,
    parts: Mapping[str, np.ndarray],
    ties: Ties,
    seed: int,
) -> dict[str, JudgedNumbers]:
    """How a guess of every row does on the rows of each part."""
    return {
        part: judged(y[places], guess[places], mean, seed, ties.rows(places).groups)
        for part, places in parts.items()
    }


def _ordered(terms: list[NumberTerm]) -> tuple[NumberTerm, ...]:
    """The largest effect first; equal ones by length and by the order of their tests."""
    sizes = levels(np.array([abs(term.effect) for term in terms]))
    places = sorted(range(len(terms)), key=lambda i: (sizes[i], len(terms[i].clause), i))
    return tuple(terms[i] for i in places)


def _cut_as(
    raw: NumberTask,
    preparation: Preparation,
    train: np.ndarray,
    data: NumberData,
    clauses: tuple[TestSet, ...],
) -> Preparation:
    """The preparation with the cuts of the terms among its own."""
    points: dict[str, list[float]] = {}
    for test in chain.from_iterable(data.rows.conditions(clauses)):
        if isinstance(test, Between):
            ends = [end for end in (test.above, test.to) if isfinite(end)]
            points.setdefault(test.attribute, []).extend(ends)
    uncut = replace(preparation, cuts=()).table(raw.table.rows(train))
    return also_cut(preparation, uncut, {name: tuple(kept) for name, kept in points.items()})


def _machine(
    data: NumberData, found: FoundTerms, tested: JudgedNumbers, seed: int
) -> TensorMachine:
    tensor, how = found.tensor, found.tensor.learnt.plan
    return TensorMachine(
        degree=how.kernel.degree,
        way=how.way,
        q=tensor.best.q,
        gamma=tensor.best.gamma,
        rows=how.rows,
        of=how.of,
        features=how.features,
        gap=tensor.learnt.gap,
        judged=tested,
        tried=tensor.tried,
        seconds=tensor.seconds,
        **path_over_gamma(data, tensor.learnt, tensor.heavy, seed),
    )


def _lengths(data: NumberData, found: FoundTerms) -> tuple[NumberLength, ...]:
    """The sum and each shorter one, with the squared error of sums of its length on folds."""
    train, z = data.of("train")
    shorter = shortened(train, z - z.mean(), found.clauses)
    errors = as_long(found.sums.errors, len(shorter))
    return tuple(
        NumberLength(len(conditions), sum(map(len, conditions)), error)
        for conditions, error in zip(shorter, errors, strict=True)
    )
