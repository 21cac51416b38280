"""The steps that explain a column of numbers, in order."""

from dataclasses import replace
from itertools import chain
from math import isfinite

import numpy as np

from interpret.cores import Cancelled
from interpret.data.preparation import Preparation
from interpret.data.prepare import also_cut
from interpret.data.roles import learnt_later
from interpret.data.splits import PARTS
from interpret.data.table import Table
from interpret.data.task import number_task
from interpret.number.explanation import (
    NumberExplanation,
    NumberLength,
    NumberTerm,
    TensorMachine,
)
from interpret.number.find_sum import FoundTerms, find_terms
from interpret.number.judged import JudgedNumbers, judged
from interpret.number.number_data import NumberData, levels, number_data
from interpret.number.shown import machine_on, path_over_gamma, terms_of, ways_beside
from interpret.number.sums import fit_sum, shortened
from interpret.number.validated import as_long
from interpret.rules.logic import Between
from interpret.rules.search import OnProgress, Progress, ignore
from interpret.rules.single_tests import TestSet
from interpret.settings import Settings
from kernels.blas import one_thread_for_good


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
    return _answer(find_terms(number_data(raw, settings), tell))


def _answer(terms_found: FoundTerms) -> NumberExplanation:
    """The explanation by the terms that were found, with every figure."""
    data = terms_found.data
    task, table, scale = data.task, data.raw.table, data.scale
    parts, clauses = data.parts, terms_found.clauses
    later = learnt_later(table, task.columns.roles, parts["train"], parts["test"])
    tested = machine_on(data, terms_found.tensor.learnt, "test")
    train, z = data.of("train")
    sum_of = fit_sum(train.columns(clauses), z)
    predicted = scale.amounts(sum_of.base + data.rows.columns(clauses) @ np.array(sum_of.effects))
    nothing = scale.amounts(np.zeros(len(task.y)))
    return NumberExplanation(
        settings=data.settings,
        table=table.name,
        digest=table.digest,
        target=task.target,
        attributes=task.attributes,
        preparation=_cut_as(data, clauses),
        notices=(*table.notices, *task.notices, *later),
        rows={part: tuple(parts[part].tolist()) for part in PARTS},
        mean=float(nothing[0]),
        spread=scale.unit,
        base=float(scale.amounts(np.array(sum_of.base))),
        terms=_ordered(terms_of(terms_found, sum_of.effects)),
        judged=_judged_on(data, predicted, nothing),
        mean_judged=_judged_on(data, nothing, nothing),
        machine=_machine(terms_found, tested),
        beside=ways_beside(data, terms_found.lasso.fit, tested),
        validated=terms_found.validated,
        source=terms_found.source,
        on_folds=terms_found.sums.judged,
        scales=terms_found.scales,
        searched=len(data.searched),
        half_searched=terms_found.half,
        lengths=_lengths(terms_found),
        observed=tuple(task.y.tolist()),
        predicted=tuple(predicted.tolist()),
        folds=len(data.folds),
        lacking=tuple(one.loss for one in terms_found.lacking),
    )


def _judged_on(
    data: NumberData, guess: np.ndarray, nothing: np.ndarray
) -> dict[str, JudgedNumbers]:
    """How well a prediction for every row does on each part; nothing: the mean for every row."""
    y, mean = data.task.y, float(nothing[0])
    return {
        part: judged(y[places], guess[places], mean, data.seed, data.groups_of(part))
        for part, places in data.parts.items()
    }


def _ordered(terms: list[NumberTerm]) -> tuple[NumberTerm, ...]:
    """The terms, the largest effect first; equal ones by length, then in their order."""
    sizes = levels(np.array([abs(term.effect) for term in terms]))
    places = sorted(range(len(terms)), key=lambda i: (sizes[i], len(terms[i].clause), i))
    return tuple(terms[i] for i in places)


def _cut_as(data: NumberData, clauses: tuple[TestSet, ...]) -> Preparation:
    """The preparation with the cuts of the terms added to its own."""
    _, preparation = data.taught
    points: dict[str, list[float]] = {}
    for test in chain.from_iterable(data.rows.conditions(clauses)):
        if isinstance(test, Between):
            ends = [end for end in (test.above, test.to) if isfinite(end)]
            points.setdefault(test.attribute, []).extend(ends)
    uncut = replace(preparation, cuts=()).table(data.raw.table.rows(data.parts["train"]))
    return also_cut(preparation, uncut, {name: tuple(kept) for name, kept in points.items()})


def _machine(terms_found: FoundTerms, tested: JudgedNumbers) -> TensorMachine:
    tensor, how = terms_found.tensor, terms_found.tensor.learnt.plan
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
        **path_over_gamma(terms_found.data, tensor),
    )


def _lengths(terms_found: FoundTerms) -> tuple[NumberLength, ...]:
    """The sum and each shorter one, with the squared error of sums of its length on folds."""
    train, z = terms_found.data.of("train")
    shorter = shortened(train, z - z.mean(), terms_found.clauses)
    errors = as_long(terms_found.sums.errors, len(shorter))
    return tuple(
        NumberLength(len(conditions), sum(map(len, conditions)), error)
        for conditions, error in zip(shorter, errors, strict=True)
    )
