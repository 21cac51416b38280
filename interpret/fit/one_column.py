"""Whether one column alone tells the class: such a column is perhaps known only with the class.

Each column has a verdict of its own: a number says yes inside, or outside, of one range, and any
other column says for each value what most rows with it are. It is learned on folds of the training
rows and judged on the rows left out. Only where the best column is right on nearly all of them are
all other columns together judged on the same rows, by the machine of a draft or, where that is
right more often, by the best of them.
"""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.splits import Division, Split
from interpret.data.table import Column
from interpret.fit.find_rule import COST, KERNEL
from interpret.fit.folds import Folds
from interpret.fit.machine import classifier
from interpret.fit.sample import Sample
from interpret.settings import Settings
from interpret.shares import Share, share_of

FOLDS = Division(((inf, 5, 1),))
ROWS = 1000  # at most, drawn from the training rows
NEARLY_ALL = 0.95  # right on so many rows left out
OF_THE_GUESS = 0.2  # and wrong on at most this share of the rows on which a guess is wrong
FAR = 0.1  # right on so many more than all other columns together


@dataclass(frozen=True)
class OneColumn:
    """A column of the file that alone is right on nearly all rows that were left out.

    others: how often all other columns together are right on these; None where there are none.
    """

    column: str
    alone: Share
    others: Share | None

    @property
    def is_far(self) -> bool:
        """Whether it tells far more, and surely more, than all other columns together."""
        if self.others is None:
            return False
        surely = self.alone.ends[0] > self.others.ends[1]
        return surely and self.alone.rate - self.others.rate >= FAR


def one_column(train: Sample, settings: Settings) -> OneColumn | None:
    """The column that tells the class best, if it alone is right on nearly all rows.

    train: the training rows, with their cells as in the file.
    """
    if train.origin is None:
        return None
    sample = train.drawn(ROWS, settings.seed)
    assert sample.origin is not None
    task, of_parts = sample.origin.task, sample.origin.preparation.of_parts
    try:
        splits, k = FOLDS.splits(sample.y, sample.ties, settings.seed)
    except DataError:  # too few rows of a class, or groups, for any fold
        return None
    left_out = np.concatenate([out for _, out in splits])
    truth = sample.y[left_out]
    groups = None if sample.ties.groups is None else sample.ties.groups[left_out]
    right = {
        name: _said_alone(task.table.column(name), sample.y, splits) == truth
        for name in task.attributes
    }
    best = max(right, key=lambda name: int(right[name].sum()))
    alone, guess = share_of(right[best], groups), max(truth.mean(), 1 - truth.mean())
    wrong, wrongly_guessed = 1 - alone.rate, 1 - guess
    if alone.rate < NEARLY_ALL or wrong > OF_THE_GUESS * wrongly_guessed or alone.ends[0] <= guess:
        return None
    column = of_parts[best].attribute if best in of_parts else best
    rest = tuple(
        name
        for name in sample.attributes
        if name != column and (name not in of_parts or of_parts[name].attribute != column)
    )
    others = None
    if rest:
        alike = np.ones(len(sample))
        rows = replace(sample, attributes=rest, each=alike, origin=None)
        together = _said_together(rows, settings, splits, k) == truth
        tried = [together, *(right[name] for name in rest if name in right)]
        others = share_of(max(tried, key=np.sum), groups)
    return OneColumn(column, alone, others)


def _said_alone(column: Column, y: np.ndarray, splits: list[Split]) -> np.ndarray:
    """The column's verdicts on the rows left out, in the order of the folds: bool (n_left_out,)."""
    says = _by_range if column.kind == "number" else _by_value
    return np.concatenate([says(column, y, fit)[out] for fit, out in splits])


def _by_value(column: Column, y: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """What most of the rows to learn from are that have the same value: bool (n_rows,)."""
    signs = np.bincount(column.codes[fit], 2.0 * y[fit] - 1, minlength=len(column.values))
    return np.where(signs == 0, 2 * y[fit].sum() > len(fit), signs > 0)[column.codes]


def _by_range(column: Column, y: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """Yes inside of one range, or outside of one, whichever is right on more rows to learn from.

    The range ends in the middle between two numbers of these rows.
    """
    numbers, n_values = column.values.numbers, len(column.values)
    signs = np.bincount(column.codes[fit], 2.0 * y[fit] - 1, minlength=n_values)
    is_seen = np.bincount(column.codes[fit], minlength=n_values) > 0
    seen = np.flatnonzero(is_seen & np.isfinite(numbers))
    seen = seen[np.argsort(numbers[seen], kind="stable")]
    within, without = (_best_run(sign * signs[seen]) for sign in (1, -1))
    inside = within[0] - without[0] >= signs[seen].sum()
    _, start, stop = within if inside else without
    if start == stop:
        says = np.full(n_values, not inside)
    else:
        ends = np.concatenate([[-inf], numbers[seen], [inf]])
        middles = (ends[:-1] + ends[1:]) / 2
        says = ((middles[start] < numbers) & (numbers <= middles[stop])) == inside
    empty = np.isnan(numbers)
    says[empty] = signs[empty] > 0
    return says[column.codes]


def _best_run(gains: np.ndarray) -> tuple[float, int, int]:
    """The largest sum of neighbouring gains, and the slice it is of; the empty one sums to 0."""
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    start = int(np.argmin(sums[: stop + 1]))
    return float(sums[stop] - sums[start]), start, stop


def _said_together(sample: Sample, settings: Settings, splits: list[Split], k: int) -> np.ndarray:
    """The machine's verdicts on the rows left out, in the order of the folds."""
    resolved = settings.resolved
    svc = classifier(resolved.kernel or KERNEL, COST, None, settings)
    held = Folds(sample, splits, k, settings.seed, svc)
    machines = held.machines(range(len(splits)))
    said = [
        machine.decide(sample.table.rows(out))
        for machine, (_, out) in zip(machines, splits, strict=True)
    ]
    return np.concatenate(said) > 0
