"""What is changed by hand: a rule by one test, clause or cut, a card's points, and a row typed in.

A change that makes no sense is refused with a DataError. The clauses of a denied formula are edited
as they stand.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.numbers import number
from interpret.data.table import Column, Table, Values
from interpret.rules.card import Card, Term
from interpret.rules.demands import check_clause, seen
from interpret.rules.logic import Between, Clause, Formula, Test, Value

PLACES = 60  # about how many places to move a cut to


def without_clause(formula: Formula, clause: Clause) -> Formula:
    """The rule without one of its clauses; without any, it is never true, or always if denied."""
    return _with(formula, clause)


def without_test(formula: Formula, clause: Clause, test: Test) -> Formula:
    """The rule with one test less in a clause; the last test of a clause stays."""
    if test not in clause.tests:
        raise DataError(f"The line has no condition {_q(test)}. Choose one of its conditions.")
    kept = tuple(other for other in clause.tests if other != test)
    if not kept:
        raise DataError(
            f"A line needs a condition, and {_q(test)} is its last: without it the line would hold "
            "for every row. Remove the whole line instead."
        )
    return _with(formula, clause, Clause(kept))


def with_test(
    formula: Formula, clause: Clause, test: Test, table: Table, attributes: Sequence[str]
) -> Formula:
    """The rule with one test more in a clause. table: the rows whose values may be asked for."""
    if test in clause.tests:
        raise DataError(f"The line has the condition {_q(test)} already. Choose another.")
    longer = Clause((*clause.tests, test))
    check_clause(longer, table, attributes)
    return _with(formula, clause, longer)


def with_clause(
    formula: Formula, clause: Clause, table: Table, attributes: Sequence[str]
) -> Formula:
    """The rule with one clause more."""
    if not clause.tests:
        raise DataError(
            "A line needs a condition, and the new one has none: it would hold for every row. "
            "Add a condition to it."
        )
    if clause in formula.clauses:
        raise DataError(f"The rule has the line {_q(clause)} already. Add another.")
    check_clause(clause, table, attributes)
    return replace(formula, clauses=(*formula.clauses, clause))


def _with(formula: Formula, clause: Clause, *instead: Clause) -> Formula:
    if clause not in formula.clauses:
        raise DataError(f"The rule has no line {_q(clause)}. Choose one of its lines.")
    kept = tuple(other for other in formula.clauses if other != clause)
    return replace(formula, clauses=(*kept, *instead))


def _q(part: Test | Clause) -> str:
    return quoted(str(part))


def moved_cut(formula: Formula, attribute: str, was: float, now: float) -> Formula:
    """The formula with one of its cuts elsewhere, in every test that has it.

    A clause that no number can pass any more is left out.
    """
    clauses = [
        Clause(tuple(_moved(test, attribute, was, now) for test in clause.tests))
        for clause in formula.clauses
    ]
    return replace(formula, clauses=tuple(moved for moved in clauses if not _is_empty(moved)))


def places(column: Column, cut: float) -> tuple[float, ...]:
    """Where a cut of the column can be moved to: between its numbers, and where it is."""
    amounts = column.values.numbers[column.codes]
    numbers = np.unique(amounts[~np.isnan(amounts)])
    between = (numbers[1:] + numbers[:-1]) / 2
    if len(between) > PLACES:
        between = between[np.unique(np.linspace(0, len(between) - 1, PLACES).round().astype(int))]
    return tuple(sorted({*between.tolist(), cut}))


def _moved(test: Test, attribute: str, was: float, now: float) -> Test:
    if not isinstance(test, Between) or test.attribute != attribute:
        return test
    above, to = (now if end == was else end for end in (test.above, test.to))
    return Between(attribute, above, to)


def _is_empty(clause: Clause) -> bool:
    return any(isinstance(test, Between) and test.above >= test.to for test in clause.tests)


def with_points(card: Card, points: Sequence[int], cut: int) -> Card:
    """The card with other points, one for each of its terms, and another cut; 0 drops the term."""
    changed = zip(points, card.terms, strict=True)
    return Card(
        tuple(replace(term, points=new_points) for new_points, term in changed if new_points), cut
    )


Row = Mapping[str, Value]  # attribute -> what stands in it; None is an empty cell


@dataclass(frozen=True, eq=False)
class TypedRow:
    """One row, as a table of the attributes; unseen: those whose value no row of the table has."""

    table: Table
    unseen: tuple[str, ...]


@dataclass(frozen=True)
class TermOnRow:
    """A term on one row; failed: the tests that the row does not pass, none where it holds."""

    term: Term
    failed: tuple[Test, ...]


def row_of(table: Table, attributes: Sequence[str], index: int) -> dict[str, Value]:
    """What stands in one row of a table."""
    columns = map(table.column, attributes)
    return {column.name: column.values[column.codes[index]] for column in columns}


def typed_row(table: Table, attributes: Sequence[str], values: Row) -> TypedRow:
    """The row of these values, read as a file's cells are; an attribute not named is empty.

    table: the rows that the machine was trained on. A value that none of them has is accepted, but
    the machine sees no value there; a number is read as the interval it lies in. A DataError names
    a column that the table lacks.
    """
    for name in values:
        table.column(name)
    columns, unseen = [], []
    for name in attributes:
        column = table.column(name)
        value = (values.get(name) or "").strip() or None
        amount = number(value)
        if column.cuts and amount is not None:
            code = bisect_left(column.cuts, amount)
            columns.append(column.of_made_rows(np.array([code])))
            continue
        if value not in seen(column):
            unseen.append(name)
        columns.append(_with_one_row(column, value))
    return TypedRow(replace(table, columns=tuple(columns)), tuple(unseen))


def terms_on(card: Card, row: Row) -> tuple[TermOnRow, ...]:
    """The terms that hold on the row, then the others, those with the fewest failed tests first."""
    found = [
        TermOnRow(term, tuple(t for t in term.clause.tests if not t.accepts(row[t.attribute])))
        for term in card.terms
    ]
    return tuple(sorted(found, key=lambda one: len(one.failed)))


def _with_one_row(column: Column, value: Value) -> Column:
    values: tuple[Value, ...] = column.values
    if value not in values:
        there = tuple(other for other in values if other is not None)
        values = (*there, value) if len(there) == len(values) else (*there, value, None)
    code = np.array([values.index(value)])
    return replace(column, values=Values(values)).of_made_rows(code)
