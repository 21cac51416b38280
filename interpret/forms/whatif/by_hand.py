"""What is changed by hand: a rule by one test, clause or cut, a card's points, and a row typed in.

A change that makes no sense is refused with a DataError. The clauses of a denied formula are edited
as they stand. A rule or a card that was changed can take the place of the one found.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import number
from interpret.data.prepare import also_cut
from interpret.data.table import Column, Table, Values
from interpret.documents import as_json, read
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import calibrated
from interpret.forms.answer.form import Version
from interpret.forms.answer.judging import changed_card, rule_form, truth_figures
from interpret.forms.answer.proof import denied_words
from interpret.forms.answer.record import to_dict
from interpret.forms.answer.shapes import VersionShape
from interpret.forms.answer.spread import profile_of
from interpret.rules.card import Card, Term
from interpret.rules.demands import check_clause, seen
from interpret.rules.logic import Between, Clause, Formula, Test, Value, cuts_of

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
    terms = [
        TermOnRow(term, tuple(t for t in term.clause.tests if not t.accepts(row[t.attribute])))
        for term in card.terms
    ]
    return tuple(sorted(terms, key=lambda one: len(one.failed)))


def _with_one_row(column: Column, value: Value) -> Column:
    values: tuple[Value, ...] = column.values
    if value not in values:
        there = tuple(other for other in values if other is not None)
        values = (*there, value) if len(there) == len(values) else (*there, value, None)
    code = np.array([values.index(value)])
    return replace(column, values=Values(values)).of_made_rows(code)


WHOLE = "A stored version must be as it was written"
AGAIN = "Change what was found again."
LONGEST_AUTHOR, LONGEST_NOTE = 100, 2000


def check_signed(author: str, note: str) -> None:
    """Raises DataError unless a version says who made it, in texts that are not too long."""
    if not author.strip():
        raise DataError("A version must say who made it. Write your name.")
    for name, text, most in (("name", author, LONGEST_AUTHOR), ("note", note, LONGEST_NOTE)):
        if len(text) > most:
            raise DataError(
                f"A {name} must have {most:,} characters at most, and this one has {len(text):,}. "
                "Shorten it."
            )


def with_version(a: Answer, version: Version) -> Answer:
    """The answer with the version's rule or card, and its figures on the same rows.

    Nothing is fitted except the chances of a card whose points were changed (`changed_card`). The
    note on empty cells is made anew. Columns are also cut at the numbers that the version compares
    with, so that it means what it says. Raises DataError if it tests what is no attribute of the
    machine.
    """
    e, card, formula = a.explanation, version.card, version.formula
    if formula is None and e.points is None:
        raise DataError(
            "A version of points must be of an answer that has a card, and this one has none. Find "
            "the rule again with both forms."
        )
    strange = [name for name in card.attributes if name not in e.attributes]
    if strange:
        raise DataError(
            f"A version must ask for attributes of the machine, and {listed(map(quoted, strange))} "
            "is none. Change what was found again."
        )
    train = a.filled.rows(np.array(e.rows["train"], dtype=int))
    preparation = also_cut(e.preparation, train, cuts_of(card.clauses))
    e = replace(e, version=version, preparation=preparation)
    parts = replace(a, explanation=e).parts
    if formula is None:
        assert e.points is not None
        changed = changed_card(e.points, card, parts, e.settings.lost)
        return replace(a, explanation=e.with_form(changed))
    before = denied_words(a.explanation.rule.formula, a.explained)
    now = denied_words(formula, a.explained)
    notices = (*(notice for notice in e.notices if notice != before), *filter(None, [now]))
    e = replace(e, notices=notices, truth=truth_figures(parts, formula))
    return replace(a, explanation=e.with_form(rule_form(formula, parts, e.machine)))


def versioned_document(document: Mapping[str, Any], answers: Sequence[Answer]) -> dict[str, Any]:
    """A run's document with the rules of these answers, some of which are versions. The study
    belongs to the rule found, and is left out where another rule stands in its place.
    """
    parts = zip(document["explanations"], answers, strict=False)
    return {**document, "explanations": [_part(part, a) for part, a in parts]}


def _part(part: dict[str, Any], a: Answer) -> dict[str, Any]:
    e = a.explanation
    if e.version is None:
        return part
    of_version = {
        "machine": part["machine"],
        "profile": as_json(profile_of(a.explained, e.attributes, a.groups)),
        "calibration": as_json(calibrated(a)),
    }
    studied = {"study": part.get("study")} if e.rule_version is None else {}
    return part | to_dict(e) | of_version | studied


def restored_version(data: Mapping[str, Any], number: int) -> Version:
    """A version as it was kept with its run; a DataError if it was altered."""
    version: Version = read(VersionShape, {**data, "number": number}, WHOLE, AGAIN)
    return version
