"""Finding the terms of a number: both machines, their conjunctions, the better sum of the two."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from interpret.numbers import lasso, machine
from interpret.numbers.heaviest import Heavy, heaviest
from interpret.numbers.moved import refined
from interpret.numbers.number_data import NumberData
from interpret.numbers.on_rows import OnRows
from interpret.numbers.sums import best_sum, fitted, shortened
from interpret.rules.search import Progress
from interpret.rules.single_tests import TestSet

POOL = 100  # conjunctions that terms are first looked for among
Tell = Callable[[Progress], None]
Pool = Callable[[OnRows, np.ndarray], list[TestSet]]


@dataclass(frozen=True, eq=False)
class Tensor:
    """The tensor machine learnt: how it was chosen, its heaviest conjunctions, seconds taken."""

    learnt: machine.NumberMachine
    best: machine.TriedMachine
    tried: tuple[machine.TriedMachine, ...]
    heavy: list[Heavy]
    seconds: float


@dataclass(frozen=True, eq=False)
class Lasso:
    """The lasso learnt, the penalties up to its own, and its squared error on folds."""

    fit: lasso.LassoFit
    upto: tuple[float, ...]
    error: float


@dataclass(frozen=True, eq=False)
class FoundTerms:
    """Both machines, and the sum of the one that is better by validation.

    data: with the cuts of the sum among its tests; validated: squared errors on folds, by way;
    lengths: those of sums of 0, 1, … terms.
    """

    data: NumberData
    tensor: Tensor
    lasso: Lasso
    validated: dict[str, float]
    source: str
    clauses: tuple[TestSet, ...]
    lengths: list[float]


def find_terms(data: NumberData, seed: int, tell: Tell) -> FoundTerms:
    """The terms of the training rows' numbers."""
    train, z = data.of("train")
    tensor = _tensor(data, seed, tell)
    listed = _lasso(data, tell)
    pools: dict[str, Pool] = {
        "tensor": lambda rows, y: _heaviest(rows, y, tensor, seed),
        "lasso": lambda rows, y: lasso.lasso_path(rows, y, listed.upto)[-1].heaviest[:POOL],
    }
    lengths = {
        name: _validated(data, pool, stages(tell, "fitting", len(data.folds)))
        for name, pool in pools.items()
    }
    validated = {name: own[-1] for name, own in lengths.items()} | {
        "machine": tensor.best.error,
        "all weights of the lasso": listed.error,
    }
    source = "lasso" if validated["lasso"] < validated["tensor"] - 1e-9 else "tensor"
    own = {
        "tensor": [one.clause for one in tensor.heavy][:POOL],
        "lasso": listed.fit.heaviest[:POOL],
    }
    whole = best_sum(train, z - z.mean(), own[source], data.most)
    conditions = refined(train, z - z.mean(), whole)
    rows, clauses = data.rows.holding(conditions)
    _, places = rows.holding(train.conditions([one.clause for one in tensor.heavy]))
    heavy = [replace(one, clause=own) for one, own in zip(tensor.heavy, places, strict=True)]
    _, places = rows.holding(train.conditions(listed.fit.clauses))
    tell(Progress("fitting", 1.0))
    return FoundTerms(
        replace(data, rows=rows),
        replace(tensor, heavy=heavy),
        replace(listed, fit=replace(listed.fit, clauses=places)),
        validated,
        source,
        clauses,
        lengths[source],
    )


def stages(tell: Tell, name: str, steps: int) -> Callable[[], None]:
    """What a step calls when it is done."""
    done = [0]

    def step() -> None:
        done[0] += 1
        tell(Progress(name, min(1.0, done[0] / steps)))

    return step


def as_long(path: list[float], n: int) -> list[float]:
    """The path with its last entry repeated, or cut off, to so many."""
    return (path + [path[-1]] * n)[:n]


def _tensor(data: NumberData, seed: int, tell: Tell) -> Tensor:
    train, z = data.of("train")
    started = perf_counter()
    how, best, tried = machine.chosen(
        train, data.folds, seed, stages(tell, "choosing", train.literals)
    )
    tell(Progress("training", 0.0))
    learnt = machine.learnt(train, z, how, best.q, best.gamma, seed)
    heavy = heaviest(train, learnt)
    return Tensor(learnt, best, tried, heavy, perf_counter() - started)


def _lasso(data: NumberData, tell: Tell) -> Lasso:
    train, z = data.of("train")
    told = stages(tell, "lasso", len(data.folds))
    errors = lasso.cross_validated(data.folds, told).mean(axis=0)
    upto = tuple(float(own) for own in lasso.PENALTIES[: int(errors.argmin()) + 1])
    return Lasso(lasso.lasso_path(train, z, upto)[-1], upto, float(errors.min()))


def _heaviest(rows: OnRows, y: np.ndarray, tensor: Tensor, seed: int) -> list[TestSet]:
    """The heaviest conjunctions of the same machine, learnt on other rows."""
    how, best = tensor.learnt.plan, tensor.best
    fewer = replace(how, rows=min(how.rows, len(y)))
    learnt = machine.learnt(rows, y, fewer, best.q, best.gamma, seed)
    return [own.clause for own in heaviest(rows, learnt)][:POOL]


def _validated(data: NumberData, pool: Pool, tell: Callable[[], None]) -> list[float]:
    """The squared error of sums of 0, 1, … terms on left-out rows, as a share of the variation.

    A fold whose sum has fewer terms counts with the longest sum it has. The last error is that of
    the sums as they are.
    """
    paths = []
    for fold in data.folds:
        rows, own = fold.train, fold.z
        whole = best_sum(rows, own - own.mean(), pool(rows, own), data.most)
        conditions = refined(rows, own - own.mean(), whole)
        rows, clauses = rows.holding(conditions)
        left_out, _ = fold.left_out.holding(conditions)
        path = []
        for shorter in shortened(rows, own - own.mean(), clauses):
            sum_of = fitted(rows.columns(shorter), own)
            held = left_out.columns(shorter)
            guess = sum_of.base + held @ np.array(sum_of.effects)
            path.append(float(((fold.z_left_out - guess) ** 2).mean()))
        paths.append(path)
        tell()
    longest = max(map(len, paths))
    return [float(error) for error in np.mean([as_long(path, longest) for path in paths], axis=0)]
