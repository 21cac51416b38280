"""The steps that explain a column of numbers, in order, up to every figure that is shown."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import isfinite

import numpy as np

from interpret.cores import Cancelled
from interpret.data.preparation import Preparation
from interpret.data.prepare import also_cut
from interpret.data.splits import PARTS
from interpret.data.table import Table
from interpret.data.task import number_task
from interpret.number import machine
from interpret.number.explanation import (
    BesideSum,
    HeavyConjunction,
    NumberExplanation,
    NumberTerm,
    TensorMachine,
    simple_ways,
)
from interpret.number.find_sum import FoundTerms, LassoFit, Tensor, find_terms
from interpret.number.judged import JudgedNumbers, effect_intervals, judged
from interpret.number.number_data import NumberData, levels, number_data
from interpret.number.on_rows import OnRows
from interpret.number.sums import fit_sum
from interpret.number.validated import Conditions
from interpret.rules.logic import Between, Clause, Test
from interpret.rules.search import OnProgress, Progress, ignore
from interpret.rules.single_tests import TestSet
from interpret.settings import Settings
from kernels.blas import one_thread_for_good

SHOWN = 12  # of the machine's heaviest conjunctions
WITH_FEW = 150  # rows that a machine without listed features is judged on
CARRIERS = 5  # at most, rows that carry an effect
SAME = 0.8  # terms are the same that differ on no more rows than this leaves of the rarer side
GONE = 0.1  # an effect has vanished if at most this share of it is left, or its sign changes


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
        notices=(*table.notices, *task.notices),
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
        searched=len(data.searched),
        half_searched=terms_found.half,
        observed=tuple(task.y.tolist()),
        predicted=tuple(predicted.tolist()),
        folds=len(data.folds),
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
        heaviest=tuple(
            HeavyConjunction(_clause(terms_found.data, one.clause), one.weight, one.proven)
            for one in tensor.heavy[:SHOWN]
        ),
        fewer=_of_half(terms_found.data, tensor),
    )


def _of_half(data: NumberData, tensor: Tensor) -> float | None:
    """How much the machine explains if it learns from half of its rows."""
    plan = tensor.learnt.plan
    if plan.rows == plan.of:
        return None
    half = replace(plan, gap=machine.ROUGH, rows=max(2, plan.rows // 2))
    learnt = machine.learnt(*data.of("train"), half, tensor.learnt.q, tensor.learnt.gamma)
    return machine_on(data, learnt, data.judged_on).explained.value


def _clause(data: NumberData, clause: TestSet) -> Clause:
    return Clause(tuple(data.rows.single_tests.tests[i] for i in clause))


def terms_of(terms_found: FoundTerms, effects: tuple[float, ...]) -> list[NumberTerm]:
    """The terms with all figures. effects: of the standardised number."""
    data, whole, unit = terms_found.data, terms_found.clauses, terms_found.data.scale.unit
    train, z = data.of("train")
    columns = train.columns(whole)
    known = {heavy.clause: heavy for heavy in terms_found.tensor.heavy}
    covered = {part: data.of(part)[0].columns(whole).sum(axis=0) for part in PARTS}
    rows, target = data.of(data.judged_on)
    intervals = effect_intervals(rows.columns(whole), target, data.groups_of(data.judged_on))
    in_file = data.task.table.row_numbers[data.parts["train"]]
    few = [tuple(in_file[list(carrier)].tolist()) for carrier in carriers(columns, z)]
    return [
        NumberTerm(
            clause=_clause(data, clause),
            effect=effect * unit,
            low=None if low is None else low * unit,
            high=None if high is None else high * unit,
            carried_by=few[i],
            rows={part: int(covered[part][i]) for part in PARTS},
            weight=machine.weight_of(train, terms_found.tensor.learnt, clause),
            rank=known[clause].rank if clause in known else None,
            proven=clause in known and known[clause].proven,
            again=sum(_has(columns[:, i] > 0, train, one) for one in terms_found.sums.conditions),
        )
        for i, (clause, effect, (low, high)) in enumerate(
            zip(whole, effects, intervals, strict=True)
        )
    ]


def _has(held: np.ndarray, train: OnRows, conditions: Conditions) -> bool:
    """Whether a sum has a term on about the rows of a term, bool (n_train,), or on the others."""

    def is_same(tests: Sequence[Test]) -> bool:
        differ = float((train.held_by(tests) != held).mean())
        rarer = min(held.mean(), 1 - held.mean())
        return min(differ, 1 - differ) <= (1 - SAME) * rarer

    return any(map(is_same, conditions))


def machine_on(data: NumberData, learnt: machine.NumberMachine, part: str) -> JudgedNumbers:
    """How well the machine itself predicts; without listed features, on some of the rows."""
    rows, z = data.of(part)
    if learnt.plan.way != "listed" and len(z) > WITH_FEW:
        drawn = np.sort(np.random.default_rng(data.seed).permutation(len(z))[:WITH_FEW])
        rows, z = rows.rows(drawn), z[drawn]
    return judged(z, learnt.predict(rows) if len(z) else z, 0.0, data.seed)


def ways_beside(
    data: NumberData, weights: LassoFit, tensor: JudgedNumbers
) -> tuple[BesideSum, ...]:
    """Simple learners, the lasso on listed conjunctions and the machine itself, on unseen rows.

    The number of the lasso's weights is not shown: where conjunctions depend on one another,
    rounding, and so the processor, decides it.
    """
    task = data.task
    train, test = (task.table.rows(data.parts[part]) for part in PARTS)
    z, (others, z_test) = data.of("train")[1], data.of("test")
    is_loose = data.ties.rows(data.parts["train"]).blocks is None
    folds = None if is_loose else [(fold.inside, fold.outside) for fold in data.folds]
    simple = simple_ways(train, test, task.attributes, z, z_test, folds)
    listed = judged(z_test, weights.predict(others), 0.0, data.seed)
    return (
        *simple,
        BesideSum("the lasso on listed conjunctions", listed, "some conjunctions"),
        BesideSum("the tensor machine", tensor, "every conjunction"),
    )


def carriers(columns: np.ndarray, y: np.ndarray) -> list[tuple[int, ...]]:
    """For each effect, the few rows without which it vanishes, as indices; () if more carry it.

    The rows that move an effect most are those whose removal would change least squares most
    (Belsley, Kuh and Welsch, Regression Diagnostics, 1980); the sum is then fitted anew without
    them (Broderick, Giordano and Meager, arXiv:2011.14999, 2020). columns: which rows each clause
    covers, (n_rows, n_clauses); y: (n_rows,).
    """
    design = np.column_stack([np.ones(len(y)), columns])
    products, along = design.T @ design, design.T @ y
    inverse = np.linalg.pinv(products)
    effects = inverse @ along
    spread = design @ inverse
    leverage = np.minimum((spread * design).sum(axis=1), 1 - 1e-9)
    moved = spread * ((y - design @ effects) / (1 - leverage))[:, None]
    carried_by: list[tuple[int, ...]] = []
    for place, effect in enumerate(effects[1:], start=1):
        order = np.argsort(levels(moved[:, place] * np.sign(effect)), kind="stable")[:CARRIERS]
        held = columns[:, place - 1] > 0
        alone = [rows for rows in map(np.flatnonzero, (held, ~held)) if len(rows) <= CARRIERS]
        few = tuple(alone[0].tolist()) if alone else ()
        for many in range(1, len(order) + 1):
            out = design[order[:many]]
            left = products - out.T @ out
            is_left = 0 < left[place, place] < left[0, 0]
            rest = np.linalg.lstsq(left, along - out.T @ y[order[:many]], rcond=1e-10)[0]
            if not is_left or rest[place] * np.sign(effect) <= GONE * abs(effect):
                few = tuple(sorted(order[:many].tolist()))
                break
        carried_by.append(few)
    return carried_by
