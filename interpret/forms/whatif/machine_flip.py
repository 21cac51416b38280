"""The nearest change of a row that turns the machine's verdict, by asking about possible rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from interpret.data.numbers import number
from interpret.data.table import ROWS_AT_ONCE, Column, Table
from interpret.fit.rule_problem import Decide
from interpret.forms.whatif.flip import Change, ValueStep, steps
from interpret.forms.whatif.row import Row, typed_row
from interpret.rules.logic import Between, Value, interval
from kernels.examples import blocks

MOST_ROWS = 300_000  # to ask the machine about, for each number of changes


@dataclass(frozen=True)
class MachineFlip:
    """The changes that turn the machine's verdict; None where none were found.

    tried: how many rows the machine was asked about. exhausted: it was asked about every row with
    that many changes, so no flip has fewer changes, nor as many to commoner values; if `changes` is
    None, there is no flip with the changes allowed. Otherwise it was asked about the most promising
    rows only: no flip has fewer changes, but one with as many may lead to commoner values.
    """

    changes: tuple[Change, ...] | None
    tried: int
    exhausted: bool


@dataclass(frozen=True, eq=False)
class _Singles:
    """Every change of one attribute: which attribute, its new code, how many rows have that value.

    Three arrays of shape (n_changes,), by attribute.
    """

    place: np.ndarray
    code: np.ndarray
    count: np.ndarray

    def applied(self, row: Table, chosen: np.ndarray) -> Table:
        """The row as each way changes it; chosen: indices of changes, (n_ways, n_changes)."""
        codes = np.array([column.codes[0] for column in row.columns], dtype=np.int32)
        codes = np.repeat(codes[:, None], len(chosen), axis=1)
        codes[self.place[chosen], np.arange(len(chosen))[:, None]] = self.code[chosen]
        columns = (c.of_made_rows(code) for c, code in zip(row.columns, codes, strict=True))
        return replace(row, columns=tuple(columns))

    def changes(self, row: Table, chosen: np.ndarray) -> tuple[Change, ...]:
        """One way in words, in the order of the attributes."""
        columns = [row.columns[place] for place in self.place[chosen]]
        return tuple(
            Change(column.name, column.values[column.codes[0]], column.values[code])
            for column, code in zip(columns, self.code[chosen], strict=True)
        )


def nearest_flip_of_machine(
    decide: Decide,
    row: Row,
    table: Table,
    attributes: Sequence[str],
    locked: Collection[str] = (),
    most: int = 3,
) -> MachineFlip:
    """The fewest changes, `most` of them at most, that turn the machine's verdict on the row.

    table: the rows that the machine was trained on. The machine is asked about every row with one
    change, then with two and so on, the commonest values first; if these are more than 300,000
    rows, only about the most promising.
    """
    start = typed_row(table, attributes, row).table
    singles = _singles(row, start, table, locked)
    side = 1.0 if decide(start)[0] > 0 else -1.0
    tried = 0
    for size in range(1, most + 1):
        exhausted = _n_ways(np.bincount(singles.place).tolist(), size) <= MOST_ROWS
        ways = (
            _commonest(singles, size)
            if exhausted
            else _promising(singles, size, -side * _each(decide, start, singles))
        )
        for block in blocks(len(ways), ROWS_AT_ONCE):
            some = ways[block]
            decisions = decide(singles.applied(start, some))
            tried += len(some)
            turned = np.flatnonzero((decisions > 0) != (side > 0))
            if len(turned):
                changes = singles.changes(start, some[turned[0]])
                turning = (
                    replace(
                        change,
                        before=row.get(change.attribute),
                        within=_interval(table.column(change.attribute), change.after),
                    )
                    for change in changes
                )
                return MachineFlip(tuple(turning), tried, exhausted)
        if not exhausted:
            return MachineFlip(None, tried, False)
    return MachineFlip(None, tried, True)


def _singles(row: Row, start: Table, table: Table, locked: Collection[str]) -> _Singles:
    found = [
        (place, column.values.index(step.value), step.count)
        for place, column in enumerate(start.columns)
        if column.name not in locked
        for step in _steps(table.column(column.name), row.get(column.name))
    ]
    return _Singles(*np.array(found, dtype=np.int64).reshape(len(found), 3).T)


def _steps(column: Column, start: Value) -> list[ValueStep]:
    """The changes of an attribute that the machine can tell from the value that is there now."""
    here = _interval(column, start)
    return [
        step
        for step in steps(column, column.coarse, start)
        if (step.value != start if step.within is None else step.within != here)
    ]


def _interval(column: Column, value: Value) -> Between | None:
    """The interval of a number that is cut, as the machine knows it."""
    amount = number(value) if column.cuts else None
    return None if amount is None else interval(column.name, column.coarse, amount)


def _n_ways(sizes: Sequence[int], size: int) -> int:
    """How many ways there are to change that many attributes, each with its number of options."""
    ways = [1] + [0] * size
    for n in sizes:
        for k in range(size, 0, -1):
            ways[k] += n * ways[k - 1]
    return ways[size]


def _commonest(singles: _Singles, size: int) -> np.ndarray:
    """Every way to change so many attributes, (n_ways, size), to the commonest values first."""
    ways = _ways(singles.place, size)
    return ways[np.argsort(-singles.count[ways].prod(axis=1), kind="stable")]


def _promising(singles: _Singles, size: int, promise: np.ndarray) -> np.ndarray:
    """Ways made of the changes that look best on their own, the most promising first."""
    n = len(promise)
    while comb(n, size) > MOST_ROWS:
        n -= 1
    best = np.sort(np.argsort(-promise, kind="stable")[:n])
    ways = best[_ways(singles.place[best], size)]
    return ways[np.argsort(-promise[ways].sum(axis=1), kind="stable")]


def _ways(place: np.ndarray, size: int) -> np.ndarray:
    """Every choice of so many changes of different attributes: indices, of shape (n_ways, size)."""
    n = len(place)
    beyond = np.searchsorted(place, place, side="right")  # the first change of a later attribute
    ways = np.arange(n)[:, None]
    for _ in range(size - 1):
        after = beyond[ways[:, -1]]
        longer = np.repeat(np.arange(len(ways)), n - after)
        first = np.cumsum(n - after) - (n - after)
        added = np.arange(len(longer)) - first[longer] + after[longer]
        ways = np.column_stack([ways[longer], added])
    return ways


def _each(decide: Decide, row: Table, singles: _Singles) -> np.ndarray:
    """The machine's decision after every single change."""
    ways = np.arange(len(singles.place))[:, None]
    parts = blocks(len(ways), ROWS_AT_ONCE)
    return np.concatenate([decide(singles.applied(row, ways[part])) for part in parts])
