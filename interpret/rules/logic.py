"""Rules as frozen values: tests, clauses (ANDs of tests) and formulas (ORs of clauses).

A formula can be read, compared and stored by itself: its tests hold names and values, so it applies
to any table that has the attributes.
"""

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from math import inf
from typing import Any

import numpy as np

from interpret.data.complaints import EMPTY
from interpret.data.numbers import digits, number
from interpret.data.table import Column, Table, Values

Value = str | None


@dataclass(frozen=True)
class _OfValues:
    attribute: str
    values: tuple[Value, ...]

    def __post_init__(self) -> None:
        values = sorted(set(self.values), key=lambda value: (value is None, value or ""))
        object.__setattr__(self, "values", tuple(values))

    def __len__(self) -> int:
        return len(self.values)

    def _text(self, one: str, many: str) -> str:
        shown = [quoted(value) for value in self.values]
        if len(shown) == 1:
            return f"{quoted(self.attribute)} {one} {shown[0]}"
        return f"{quoted(self.attribute)} {many} {{{', '.join(shown)}}}"


class Is(_OfValues):
    """The attribute takes one of the values; None is an empty cell."""

    def accepts(self, value: Value) -> bool:
        return value in self.values

    def denied(self) -> "tuple[Test, ...]":
        return (IsNot(self.attribute, self.values),)

    def __str__(self) -> str:
        return self._text("=", "∈")


class IsNot(_OfValues):
    """The attribute takes none of the values."""

    def accepts(self, value: Value) -> bool:
        return value not in self.values

    def denied(self) -> "tuple[Test, ...]":
        return (Is(self.attribute, self.values),)

    def __str__(self) -> str:
        return self._text("≠", "∉")


@dataclass(frozen=True)
class Between:
    """The attribute is a number in (above, to]; an empty cell or a word is in no range."""

    attribute: str
    above: float = -inf
    to: float = inf

    def accepts(self, value: Value) -> bool:
        amount = number(value)
        return amount is not None and self.above < amount <= self.to

    @property
    def ends(self) -> frozenset[float]:
        """The numbers at which it begins and ends."""
        return frozenset({self.above, self.to} - {-inf, inf})

    def met(self, other: "Between") -> "Between":
        """The range of the numbers that are in both."""
        return Between(self.attribute, max(self.above, other.above), min(self.to, other.to))

    def denied(self) -> "tuple[Test, ...]":
        """The tests of which one holds wherever this one does not, on numbers and empty cells."""
        below = (Between(self.attribute, to=self.above),) if self.above > -inf else ()
        beyond = (Between(self.attribute, above=self.to),) if self.to < inf else ()
        return (*below, *beyond, Is(self.attribute, (None,)))

    def __len__(self) -> int:
        return len(self.ends)

    def __str__(self) -> str:
        name, above, to = quoted(self.attribute), digits(self.above), digits(self.to)
        if self.above == -inf:
            return f"{name} ≤ {to}"
        return f"{name} > {above}" if self.to == inf else f"{above} < {name} ≤ {to}"


Test = Is | IsNot | Between


@dataclass(frozen=True)
class Clause:
    """An AND of tests; without tests it always holds. Ranges of one attribute are merged."""

    tests: tuple[Test, ...] = ()

    def __post_init__(self) -> None:
        ranges: dict[str, Between] = {}
        others = set()
        for test in self.tests:
            if isinstance(test, Between):
                ranges[test.attribute] = test.met(ranges.get(test.attribute, test))
            else:
                others.add(test)
        tests = sorted((*others, *ranges.values()), key=_order)
        object.__setattr__(self, "tests", tuple(tests))

    def accepts(self, row: Mapping[str, Value]) -> bool:
        return all(test.accepts(row[test.attribute]) for test in self.tests)

    def holds(self, table: Table) -> np.ndarray:
        """Which rows the clause covers: bool of shape (n_rows,)."""
        covered = np.ones(table.n_rows, dtype=bool)
        for test in self.tests:
            covered &= holds(test, table.column(test.attribute))
        return covered

    @property
    def by_attribute(self) -> dict[str, list[Test]]:
        """The tests of each attribute, in their order."""
        return {name: [*tests] for name, tests in groupby(self.tests, lambda test: test.attribute)}

    def __len__(self) -> int:
        return sum(map(len, self.tests))

    def __str__(self) -> str:
        return " ∧ ".join(map(str, self.tests)) or "always"


@dataclass(frozen=True)
class Formula:
    """An OR of clauses (DNF), or, when denied, its negation: an AND of ORs (CNF)."""

    clauses: tuple[Clause, ...] = ()
    denied: bool = False
    attributes: tuple[str, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        clauses = tuple(sorted(set(self.clauses), key=_clause_order))
        used = {test.attribute: None for clause in clauses for test in clause.tests}
        object.__setattr__(self, "clauses", clauses)
        object.__setattr__(self, "attributes", tuple(used))

    def accepts(self, row: Mapping[str, Value]) -> bool:
        return any(clause.accepts(row) for clause in self.clauses) != self.denied

    def holds(self, table: Table) -> np.ndarray:
        """The verdict on every row: bool of shape (n_rows,)."""
        covered = np.zeros(table.n_rows, dtype=bool)
        for clause in self.clauses:
            covered |= clause.holds(table)
        return covered != self.denied

    def is_open(self, table: Table) -> np.ndarray:
        """Where its verdict hangs on a cell that cannot be read: bool (n_rows,)."""
        return np.any(open_clauses(self.clauses, table), axis=1) & (
            self.holds(table) == self.denied
        )

    @property
    def denial(self) -> "Formula":
        """The formula that holds where this one does not; without a denial where it is constant."""
        if self.denied:
            return Formula(self.clauses)
        if not self.clauses:
            return Formula((Clause(),))
        return Formula() if Clause() in self.clauses else Formula(self.clauses, denied=True)

    def __len__(self) -> int:
        """The number of tests, the rule's length."""
        return sum(map(len, self.clauses))

    def __str__(self) -> str:
        text = " ∨ ".join(map(str, self.clauses)) or "never"
        return f"¬({text})" if self.denied else text


def fired(clauses: Sequence[Clause], table: Table) -> np.ndarray:
    """Which of the clauses hold in which rows: bool of shape (n_rows, n_clauses)."""
    covers = [clause.holds(table) for clause in clauses]
    return np.array(covers, dtype=bool).reshape(len(covers), table.n_rows).T


def open_clauses(clauses: Sequence[Clause], table: Table) -> np.ndarray:
    """Which clauses depend on a cell that cannot be read, since none of their other tests fails.

    bool of shape (n_rows, n_clauses).
    """
    is_open_in = np.zeros((table.n_rows, len(clauses)), dtype=bool)
    for is_open, clause in zip(is_open_in.T, clauses, strict=True):
        fails = np.zeros(table.n_rows, dtype=bool)
        for test in clause.tests:
            column = table.column(test.attribute)
            fails |= ~holds(test, column) & ~column.unread
            is_open |= column.unread
        is_open &= ~fails
    return is_open_in


def holds(test: Test, column: Column) -> np.ndarray:
    """Which rows of a column pass the test."""
    return accepted([test], column.values)[0][column.codes]


def accepted(tests: Sequence[Test], values: Values) -> np.ndarray:
    """Which values each test of their attribute accepts: bool of shape (n_tests, n_values).

    No test accepts a cell that cannot be read.
    """
    place = {value: i for i, value in enumerate(values)}
    accepts = np.zeros((len(tests), len(values)), dtype=bool)
    named = [
        (row, place[value])
        for row, test in enumerate(tests)
        if not isinstance(test, Between)
        for value in test.values
        if value in place
    ]
    if named:
        accepts[tuple(zip(*named, strict=True))] = True
    accepts ^= np.array([isinstance(test, IsNot) for test in tests], dtype=bool)[:, None]
    for row, test in zip(accepts, tests, strict=True):
        if isinstance(test, Between):
            row[:] = (test.above < values.numbers) & (values.numbers <= test.to)
    accepts[:, values.unread] = False
    return accepts


def cuts_of(clauses: Iterable[Clause]) -> dict[str, tuple[float, ...]]:
    """The numbers that the clauses compare with, ascending, by attribute in their order."""
    cuts: dict[str, set[float]] = {}
    for clause in clauses:
        for test in clause.tests:
            if isinstance(test, Between):
                cuts.setdefault(test.attribute, set()).update(test.ends)
    return {name: tuple(sorted(ends)) for name, ends in cuts.items()}


def interval(attribute: str, points: Sequence[float], amount: float) -> Between:
    """The interval between two of the ascending points in which a number lies."""
    ends = (-inf, *points, inf)
    place = bisect_left(points, amount)
    return Between(attribute, ends[place], ends[place + 1])


def interval_name(test: Between) -> str:
    """The numbers of a range in words, as the name of a value."""
    low = f"above {digits(test.above)}" if test.above > -inf else ""
    if test.to == inf:
        return low
    return f"{low}, up to {digits(test.to)}" if low else f"{digits(test.to)} or less"


def test_to_dict(test: Test) -> dict[str, Any]:
    """The test as in documents: its attribute, and "is", "is_not", or "above" and "to"."""
    match test:
        case Is(attribute, values):
            return {"attribute": attribute, "is": list(values)}
        case IsNot(attribute, values):
            return {"attribute": attribute, "is_not": list(values)}
        case Between(attribute, above, to):
            bounds = {"above": None if above == -inf else above, "to": None if to == inf else to}
            return {"attribute": attribute, **bounds}


def test_from_dict(document: Mapping[str, Any]) -> Test:
    """The test that test_to_dict wrote."""
    attribute = document["attribute"]
    if "is" in document:
        return Is(attribute, tuple(document["is"]))
    if "is_not" in document:
        return IsNot(attribute, tuple(document["is_not"]))
    above, to = document["above"], document["to"]
    return Between(attribute, -inf if above is None else above, inf if to is None else to)


def said_when(formula: Formula, table: Table) -> Formula:
    """A denied OR of single tests without the denial: “unless x ≤ 2” becomes “when x > 2”.

    The resulting single clause gives the same verdict on every row of the table and has no more
    tests. Any other formula, and one for which there is no such clause, is returned unchanged.
    """
    if not formula.denied or not all(len(clause.tests) == 1 for clause in formula.clauses):
        return formula
    opposite = [_opposite(clause.tests[0], table) for clause in formula.clauses]
    said = Formula((Clause(tuple(test for test in opposite if test is not None)),))
    is_whole = None not in opposite and len(said) <= len(formula)
    return said if is_whole and (said.holds(table) == formula.holds(table)).all() else formula


def _opposite(test: Test, table: Table) -> Test | None:
    """The test that holds on the table's rows where this one does not; None if there is none."""
    column = table.column(test.attribute)
    left = [
        opposite
        for opposite in test.denied()
        if column.missing or opposite != Is(test.attribute, (None,))
    ]
    return left[0] if len(left) == 1 else None


def quoted(text: Value) -> str:
    """A name or value, in quotes where it could be read as logic."""
    if text is None:
        return EMPTY
    is_clear = text.isprintable() and not set(text) & set('"∧∨¬=≠∈∉<>≤{},()') and text.strip()
    return text if is_clear else json.dumps(text, ensure_ascii=False)


@lru_cache(maxsize=10_000)  # a search makes the same tests again and again
def _order(test: Test) -> tuple[str, str, str]:
    return (test.attribute, str(test), repr(test))


def _clause_order(clause: Clause) -> tuple[Any, ...]:
    return (len(clause.tests), *map(_order, clause.tests))
