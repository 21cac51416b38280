"""The nearest change of a row that turns the verdict of a card or a rule, exactly.

Nearest: the fewest attributes changed, to values that the table has; of as few, the values that
are commonest there (the largest product of their counts).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log

import numpy as np
from scipy.optimize import LinearConstraint, milp

from interpret.data.complaints import DataError
from interpret.data.numbers import number
from interpret.data.table import Column, Table
from interpret.forms.whatif.by_hand import Row
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.integer_program import INFEASIBLE
from interpret.rules.logic import Between, Value, cuts_of, interval, interval_name

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
            "The solver found no nearest change of this row. Lock a column, or try another row."
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
