"""What is shown with a sum: figures of its terms, the machine over γ, and other learners."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from interpret.data.splits import PARTS
from interpret.number import lasso, machine
from interpret.number.explanation import (
    BesideSum,
    Gamma,
    HeavyConjunction,
    NumberTerm,
    simple_ways,
)
from interpret.number.find_sum import FoundTerms, Tensor
from interpret.number.judged import JudgedNumbers, effect_intervals, judged
from interpret.number.number_data import NumberData, levels
from interpret.number.on_rows import OnRows
from interpret.number.validated import Conditions
from interpret.rules.logic import Clause, Test
from interpret.rules.single_tests import TestSet

SHOWN = 12  # of the machine's heaviest conjunctions
STANDS_OUT = 0.1  # of the largest weight
WITH_FEW = 150  # rows that a machine without listed features is judged on
CARRIERS = 5  # at most, rows that carry an effect
SAME = 0.8  # terms are the same that differ on no more rows than this leaves of the rarer side
GONE = 0.1  # an effect has vanished if at most this share of it is left, or its sign changes


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
            not_without=tuple(
                one.loss.column
                for one in terms_found.lacking
                if one.loss.is_good and not _has(columns[:, i] > 0, train, one.conditions)
            ),
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


def path_over_gamma(data: NumberData, tensor: Tensor) -> dict[str, Any]:
    """The heaviest conjunctions over γ, the error on unseen rows, and the effect of fewer rows."""
    train, z = data.of("train")
    learnt, heavy, shown = tensor.learnt, tensor.heavy, tensor.heavy[:SHOWN]
    weights: list[list[float]] = []
    path = []

    def at(plan: machine.Plan, gamma: float) -> tuple[machine.NumberMachine, Gamma]:
        machine_at = machine.learnt(train, z, plan, learnt.q, gamma)
        sizes = [abs(machine.weight_of(train, machine_at, one.clause) or 0.0) for one in heavy]
        many = sum(weight >= STANDS_OUT * max(sizes) for weight in sizes)
        return machine_at, Gamma(
            gamma, many, machine_on(data, machine_at, data.judged_on).explained.value
        )

    rough = replace(learnt.plan, gap=machine.ROUGH)
    for gamma in machine.PATH:
        machine_at, point = at(rough, gamma)
        weights.append([machine.weight_of(train, machine_at, one.clause) or 0.0 for one in shown])
        path.append(point)
    half = replace(rough, rows=max(2, learnt.plan.rows // 2))
    return {
        "heaviest": tuple(
            HeavyConjunction(_clause(data, one.clause), one.weight, one.proven, tuple(over))
            for one, over in zip(shown, zip(*weights, strict=True), strict=True)
        ),
        "path": tuple(path),
        "fewer": at(half, learnt.gamma)[1] if learnt.plan.rows < learnt.plan.of else None,
    }


def ways_beside(
    data: NumberData, weights: lasso.LassoFit, tensor: JudgedNumbers
) -> tuple[BesideSum, ...]:
    """Simple learners, the lasso on listed conjunctions and the machine itself, on unseen rows.

    The number of the lasso's weights is not shown: where conjunctions depend on one another,
    rounding, and so the processor, decides it.
    """
    task = data.task
    train, test = (task.table.rows(data.parts[part]) for part in PARTS)
    z, (others, z_test) = data.of("train")[1], data.of("test")
    is_loose = data.ties.rows(data.parts["train"]).is_loose
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
