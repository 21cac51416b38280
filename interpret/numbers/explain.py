"""From a table to its number explained: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import numpy as np

from interpret.data.number_task import number_task
from interpret.data.prepare import prepared
from interpret.data.table import Table
from interpret.numbers import lasso, machine
from interpret.numbers.explanation import Length, NumberExplanation, TensorMachine
from interpret.numbers.judged import Judged, judged
from interpret.numbers.number_data import PARTS, Folds, NumberData, folds_of, number_data, split
from interpret.numbers.on_rows import OnRows
from interpret.numbers.shown import machine_on, path_over_gamma, terms_of, ways_beside
from interpret.numbers.sums import best_sum, fitted, shortened
from interpret.rules.search import OnProgress, Progress, TestSet, ignore
from interpret.settings import Settings

POOL = 100  # conjunctions that terms are first looked for among


class Cancelled(Exception):  # noqa: N818
    """Stopped before there was anything to show."""


def explain_number(
    table: Table, settings: Settings, on_progress: OnProgress = ignore
) -> NumberExplanation:
    """The settings' target of numbers as a sum of conjunctions.

    Raises DataError where the table cannot be learned from, Cancelled where it is stopped.
    """

    def tell(progress: Progress) -> None:
        if on_progress(progress) is False:
            raise Cancelled

    task = number_task(table, settings.target, settings.columns)
    parts = split(len(task.y), settings)
    task, preparation = prepared(task, parts["train"])
    scale = float(np.abs(task.y).max()) or 1.0
    mean = float((task.y[parts["train"]] / scale).mean())
    spread = float((task.y[parts["train"]] / scale).std()) or 1.0
    data = number_data(task, parts, (task.y / scale - mean) / spread, settings)
    train, z = data.of("train")
    folds = folds_of(len(z), settings.seed)

    started = perf_counter()
    how, best, tried = machine.chosen(
        train, z, folds, settings.seed, _stages(tell, "choosing", data.literals)
    )
    tell(Progress("training", 0.0))
    learnt = machine.learnt(train, z, how, best.q, best.gamma, settings.seed)
    heavy = machine.heaviest(train, learnt)
    seconds = perf_counter() - started

    errors = lasso.cross_validated(train, z, folds, _stages(tell, "lasso", len(folds)))
    share = lasso.PENALTIES[int(errors.mean(axis=0).argmin())]
    upto = [own for own in lasso.PENALTIES if own >= share]
    weights = lasso.lasso_path(train, z, upto)[-1]

    pools: dict[str, Callable[[OnRows, np.ndarray], list[TestSet]]] = {
        "tensor": lambda rows, y: [
            own.clause
            for own in machine.heaviest(
                rows,
                machine.learnt(
                    rows,
                    y,
                    replace(how, rows=min(how.rows, len(y))),
                    best.q,
                    best.gamma,
                    settings.seed,
                ),
            )
        ][:POOL],
        "lasso": lambda rows, y: lasso.lasso_path(rows, y, upto)[-1].heaviest[:POOL],
    }
    lengths = {
        name: _validated(data, z, train, pool, folds, _stages(tell, "fitting", len(folds)))
        for name, pool in pools.items()
    }
    found = {
        "tensor": best_sum(train, z - z.mean(), [own.clause for own in heavy], data.most),
        "lasso": best_sum(train, z - z.mean(), weights.heaviest[:POOL], data.most),
    }
    validated = {
        "tensor": lengths["tensor"][-1],
        "lasso": lengths["lasso"][-1],
        "machine": best.error,
        "all weights of the lasso": float(errors.mean(axis=0).min()),
    }
    source = "lasso" if validated["lasso"] < validated["tensor"] - 1e-9 else "tensor"
    whole = found[source].clauses
    shorter = shortened(train, z - z.mean(), found[source])
    sum_of = fitted(train.columns(whole), z)
    predicted = sum_of.base + data.rows.columns(whole) @ np.array(sum_of.effects)
    tell(Progress("fitting", 1.0))

    def amounts(values: np.ndarray | float) -> np.ndarray:
        return (np.asarray(values) * spread + mean) * scale

    def of_part(part: str, z_predicted: np.ndarray) -> Judged:
        own = parts[part]
        return judged(task.y[own], amounts(z_predicted), float(amounts(0.0)), settings.seed)

    terms = terms_of(data, whole, sum_of.effects, spread * scale, heavy, learnt, settings.seed)
    order = sorted(range(len(terms)), key=lambda i: -abs(terms[i].effect))
    tested = machine_on(data, learnt, "test", settings.seed)
    return NumberExplanation(
        settings=settings,
        table=table.name,
        digest=table.digest,
        target=task.target,
        attributes=task.attributes,
        preparation=preparation,
        notices=(*table.notices, *task.notices),
        rows={part: tuple(parts[part].tolist()) for part in PARTS},
        mean=float(amounts(0.0)),
        spread=spread * scale,
        base=float(amounts(sum_of.base)),
        terms=tuple(terms[i] for i in order),
        judged={part: of_part(part, predicted[parts[part]]) for part in PARTS},
        mean_judged={part: of_part(part, np.zeros(len(parts[part]))) for part in PARTS},
        machine=TensorMachine(
            degree=how.kernel.degree,
            way=how.way,
            q=best.q,
            gamma=best.gamma,
            rows=how.rows,
            of=how.of,
            features=how.features,
            gap=learnt.gap,
            judged=tested,
            tried=tried,
            seconds=seconds,
            **path_over_gamma(data, learnt, heavy, settings.seed),
        ),
        beside=ways_beside(data, task, weights, tested, settings.seed),
        validated=validated,
        source=source,
        lengths=tuple(
            Length(len(own), sum(len(c) for c in own), error)
            for own, error in zip(shorter, _as_long(lengths[source], len(shorter)), strict=True)
        ),
        observed=tuple(task.y.tolist()),
        predicted=tuple(amounts(predicted).tolist()),
        folds=len(folds),
    )


def _stages(tell: Callable[[Progress], None], name: str, steps: int) -> Callable[[], None]:
    """What a step calls when it is done."""
    done = [0]

    def step() -> None:
        done[0] += 1
        tell(Progress(name, min(1.0, done[0] / steps)))

    return step


def _validated(
    data: NumberData,
    z: np.ndarray,
    train: OnRows,
    pool: Callable[[OnRows, np.ndarray], list[TestSet]],
    folds: Folds,
    tell: Callable[[], None],
) -> list[float]:
    """The squared error of sums of 0, 1, … terms on the rows of each fold left out, as a share.

    A fold whose sum is shorter counts on with it. The last is that of the sums as they are.
    """
    paths = []
    for inside, outside in folds:
        rows, others = train.rows(inside), train.rows(outside)
        own = z[inside]
        whole = best_sum(rows, own - own.mean(), pool(rows, own), data.most)
        path = []
        for clauses in shortened(rows, own - own.mean(), whole):
            sum_of = fitted(rows.columns(clauses), own)
            guess = sum_of.base + others.columns(clauses) @ np.array(sum_of.effects)
            path.append(float(((z[outside] - guess) ** 2).mean()))
        paths.append(path)
        tell()
    longest = max(map(len, paths))
    means = np.mean([_as_long(path, longest) for path in paths], axis=0)
    return [float(error) for error in means]


def _as_long(path: list[float], n: int) -> list[float]:
    return (path + [path[-1]] * n)[:n]
