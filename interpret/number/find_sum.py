"""The search for the terms of a number: both machines, their conjunctions, and the better sum."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from interpret.number import lasso, machine
from interpret.number.judged import Estimate
from interpret.number.lacking import MOST, SumWithout, sums_without
from interpret.number.machine import Heavy, heaviest
from interpret.number.number_data import NumberData, NumberFold, smallest
from interpret.number.validated import (
    OtherScale,
    ValidatedSums,
    better_scales,
    validated,
    whole_sum,
)
from interpret.rules.search import Progress
from interpret.rules.single_tests import TestSet

WAYS = ("tensor", "lasso")  # the first of equally good ones is taken
POOL = 100  # conjunctions from which the first terms are taken
Tell = Callable[[Progress], None]


@dataclass(frozen=True, eq=False)
class Tensor:
    """The tensor machine, how it was chosen, its heaviest conjunctions, and its CPU seconds."""

    learnt: machine.NumberMachine
    best: machine.TriedMachine
    tried: tuple[machine.TriedMachine, ...]
    heavy: list[Heavy]
    seconds: float


@dataclass(frozen=True, eq=False)
class Lasso:
    """The lasso of the best penalty, and its squared error on folds.

    on_folds: the conjunctions of the largest weights in each fold, with that penalty.
    """

    fit: lasso.LassoFit
    error: float
    on_folds: list[list[TestSet]]


@dataclass(frozen=True, eq=False)
class FoundTerms:
    """Both machines, and the sum of the one that is better by validation.

    data: with the cuts of the sum among its tests; validated: squared errors on folds, by way;
    sums: how the sums of the better way do on folds; clauses: empty where these sums do not help;
    half: how much such sums explain if half as many rows are searched, None where all rows are
    searched; scales: other scales on which they would do better; lacking: sums without each column.
    """

    data: NumberData
    tensor: Tensor
    lasso: Lasso
    validated: dict[str, float]
    source: str
    clauses: tuple[TestSet, ...]
    sums: ValidatedSums
    half: Estimate | None
    scales: tuple[OtherScale, ...]
    lacking: tuple[SumWithout, ...]


def find_terms(data: NumberData, tell: Tell) -> FoundTerms:
    """The terms of the training rows' numbers."""
    train, z = data.of("train")
    tensor = _tensor(data, tell)
    listed = _lasso(data, tell)
    pools = {
        "tensor": [_heaviest(fold, tensor) for fold in data.folds],
        "lasso": listed.on_folds,
    }
    folds = len(data.folds)
    sums = {
        name: validated(data, pool, stages(tell, "fitting", folds)) for name, pool in pools.items()
    }
    errors = {name: sum_.error for name, sum_ in sums.items()} | {
        "machine": tensor.best.error,
        "all weights of the lasso": listed.error,
    }
    source = WAYS[smallest([errors[name] for name in WAYS])]
    half = None
    if len(data.searched) < len(z):
        half = validated(data.halved, [[]] * folds, stages(tell, "fewer", folds))
    scales = better_scales(data, sums[source], stages(tell, "scales", 2 * folds))
    pool_of = {
        "tensor": [one.clause for one in tensor.heavy][:POOL],
        "lasso": listed.fit.heaviest[:POOL],
    }
    conditions = whole_sum(data, pool_of[source]) if sums[source].help else ()
    most = stages(tell, "without", folds * min(MOST, len(data.task.attributes)))
    lacking = sums_without(data, sums[source], conditions, most)
    rows, clauses = data.rows.holding(conditions)
    _, places = rows.holding(train.conditions([one.clause for one in tensor.heavy]))
    heavy = [replace(one, clause=place) for one, place in zip(tensor.heavy, places, strict=True)]
    _, places = rows.holding(train.conditions(listed.fit.clauses))
    tell(Progress("fitting", 1.0))
    return FoundTerms(
        replace(data, rows=rows),
        replace(tensor, heavy=heavy),
        replace(listed, fit=replace(listed.fit, clauses=places)),
        errors,
        source,
        clauses,
        sums[source],
        half.judged.explained if half else None,
        scales,
        lacking,
    )


def stages(tell: Tell, name: str, steps: int) -> Callable[[], None]:
    """A function that a step calls when it is done."""
    done = [0]

    def step() -> None:
        done[0] += 1
        tell(Progress(name, min(1.0, done[0] / steps)))

    return step


def _tensor(data: NumberData, tell: Tell) -> Tensor:
    train, z = data.of("train")
    started = perf_counter()
    how, best, tried = machine.chosen(data, stages(tell, "choosing", train.literals))
    tell(Progress("training", 0.0))
    learnt = machine.learnt(train, z, how, best.q, best.gamma)
    heavy = heaviest(train, learnt)
    return Tensor(learnt, best, tried, heavy, perf_counter() - started)


def _lasso(data: NumberData, tell: Tell) -> Lasso:
    (train, z), searched = data.of("train"), data.searched
    done = stages(tell, "lasso", len(data.folds))
    paths = []
    for fold in data.folds:
        paths.append(lasso.lasso_path(fold.train, fold.z))
        done()
    both = zip(paths, data.folds, strict=True)
    errors = np.mean([lasso.error_on(path, fold) for path, fold in both], axis=0)
    best = smallest(errors)
    upto = tuple(float(penalty) for penalty in lasso.PENALTIES[: best + 1])
    fit = lasso.lasso_path(train.rows(searched), z[searched], upto)[-1]
    return Lasso(fit, float(errors.min()), [path[best].heaviest[:POOL] for path in paths])


def _heaviest(fold: NumberFold, tensor: Tensor) -> list[TestSet]:
    """The heaviest conjunctions of the same machine, learnt on a fold's rows."""
    how, best = tensor.learnt.plan, tensor.best
    fewer = replace(how, rows=min(how.rows, len(fold.z)))
    learnt = machine.learnt(fold.train, fold.z, fewer, best.q, best.gamma)
    return [heavy.clause for heavy in heaviest(fold.train, learnt)][:POOL]
