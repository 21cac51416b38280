"""The nearest change of a row that turns a verdict: a card's or a rule's exactly, or the machine's.

Nearest: the fewest attributes changed, to values that the table has; of as few, the values that
are commonest there (the largest product of their counts). The machine is asked about possible rows.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, inf, log

import numpy as np
from scipy.optimize import LinearConstraint, milp

from interpret.data.complaints import DataError
from interpret.data.numbers import number
from interpret.data.table import ROWS_AT_ONCE, Column, Table
from interpret.fit.rule_problem import Decide
from interpret.forms.whatif.by_hand import Row, typed_row
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.integer_program import INFEASIBLE
from interpret.rules.logic import Between, Value, cuts_of, interval, interval_name
from kernels.examples import blocks

_Passes = Mapping[str, np.ndarray]  # attribute -> whether each term's tests of it hold


@dataclass(frozen=True)
class Change:
    """An attribute takes another value; within: every number of this interval does as well."""

    attribute: str
    before: Value
    after: Value
    within: Between | None = None

    def __str__(self) -> str:
        after = interval_name(self.within) if self.within else self.after or "empty"
        return f"{self.attribute} from {self.before or 'empty'} to {after}"


@dataclass(frozen=True)
class ValueStep:
    """A value to change to, how many rows have it or another of its interval, and the interval."""

    value: Value
    count: int
    within: Between | None = None


def steps(column: Column, points: Sequence[float], start: Value) -> list[ValueStep]:
    """A step for each value of the column, or for each interval of numbers that are cut. points:
    the cuts that matter; an interval is named by its value nearest to the start.
    """
    possible = [ValueStep(value, count) for value, count in seen(column).items()]
    if not column.cuts:
        return possible
    here = number(start)
    by_interval: dict[Between, list[tuple[float, ValueStep]]] = {}
    others = []
    for step in possible:
        amount = number(step.value)
        if amount is None:
            others.append(step)
        else:
            by_interval.setdefault(interval(column.name, points, amount), []).append((amount, step))

    def far(one: tuple[float, ValueStep]) -> float:
        amount, step = one
        return abs(amount - here) if here is not None else -step.count

    return [
        ValueStep(min(options, key=far)[1].value, sum(step.count for _, step in options), within)
        for within, options in by_interval.items()
    ] + others


def nearest_flip(
    card: Card,
    row: Row,
    table: Table,
    attributes: Sequence[str],
    locked: Collection[str] = (),
) -> tuple[Change, ...] | None:
    """The fewest changes after which the card says the other class; None if there are none.

    The locked attributes stay as they are. Raises DataError where the solver fails.
    """
    tested = [name for name in attributes if name in card.attributes]
    cuts = cuts_of(card.clauses)
    now = {name: _passes(card, name, row[name]) for name in tested}
    changes = [
        (name, step, _passes(card, name, step.value))
        for name in tested
        if name not in locked
        for step in _commonest(card, name, steps(table.column(name), cuts.get(name, ()), row[name]))
    ]
    if not changes:
        return None
    chosen = _solved(card, now, changes, upwards=not card.accepts(row))
    if chosen is None:
        return None
    way = {changes[i][0]: changes[i][1] for i in chosen}
    return tuple(
        Change(name, row[name], way[name].value, way[name].within)
        for name in attributes
        if name in way
    )


def _solved(
    card: Card,
    now: _Passes,
    changes: Sequence[tuple[str, ValueStep, np.ndarray]],
    *,
    upwards: bool,
) -> list[int] | None:
    """Which changes are made: a small integer program, with a variable for each change and term.

    A term holds exactly where each of its attributes passes, as it is or as it is changed.
    """
    n, names = len(changes), list(now)
    of = np.array([[changed == name for changed, _, _ in changes] for name in names], dtype=float)
    rows, low, high = [], [], []
    for k, term in enumerate(card.terms):
        tested = [
            i for i, name in enumerate(names) if any(t.attribute == name for t in term.clause.tests)
        ]
        passing = np.zeros((len(tested), n))
        start = np.array([float(now[names[i]][k]) for i in tested])
        for line, i in enumerate(tested):
            turned = [float(passes[k]) - start[line] for _, _, passes in changes]
            passing[line] = of[i] * np.array(turned)
        fractions = np.zeros(len(card.terms))
        fractions[k] = 1.0
        for line in range(len(tested)):  # holds ≤ passes
            rows.append(np.concatenate([-passing[line], fractions]))
            low.append(-inf)
            high.append(start[line])
        rows.append(np.concatenate([-passing.sum(axis=0), fractions]))  # holds ≥ Σ passes − (k − 1)
        low.append(start.sum() - (len(tested) - 1))
        high.append(inf)
    for line in of:
        rows.append(np.concatenate([line, np.zeros(len(card.terms))]))
        low.append(-inf)
        high.append(1.0)
    rows.append(np.concatenate([np.zeros(n), card.points.astype(float)]))
    low.append(card.cut + 1.0 if upwards else -inf)
    high.append(inf if upwards else float(card.cut))
    rarity = np.array([-log(step.count) for _, step, _ in changes])
    rarity -= rarity.min()
    solved = milp(
        np.concatenate([1 + len(names) * rarity.max() + rarity, np.zeros(len(card.terms))]),
        integrality=np.ones(n + len(card.terms)),
        bounds=(0, 1),
        constraints=LinearConstraint(np.array(rows), lb=low, ub=high),
        options={"mip_rel_gap": 0},
    )
    if solved.status == INFEASIBLE:
        return None
    if solved.status != 0:
        raise DataError(
            "The nearest change must be proven to be the nearest, and the solver gave up on this "
            "row. Lock a column, or try another row."
        )
    return np.flatnonzero(solved.x[:n] > 0.5).tolist()


def _passes(card: Card, attribute: str, value: str | None) -> np.ndarray:
    """Whether each term's own tests of the attribute accept the value: bool (n_terms,)."""
    return np.array(
        [
            all(test.accepts(value) for test in term.clause.tests if test.attribute == attribute)
            for term in card.terms
        ]
    )


def _commonest(card: Card, attribute: str, values: Sequence[ValueStep]) -> list[ValueStep]:
    """Of the steps that pass the same tests, the one that most rows have; the first of equals."""
    best: dict[bytes, ValueStep] = {}
    for step in values:
        passes = _passes(card, attribute, step.value).tobytes()
        if passes not in best or step.count > best[passes].count:
            best[passes] = step
    return list(best.values())


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
            _commonest_row(singles, size)
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
    changes = [
        (place, column.values.index(step.value), step.count)
        for place, column in enumerate(start.columns)
        if column.name not in locked
        for step in _steps(table.column(column.name), row.get(column.name))
    ]
    return _Singles(*np.array(changes, dtype=np.int64).reshape(len(changes), 3).T)


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


def _commonest_row(singles: _Singles, size: int) -> np.ndarray:
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
