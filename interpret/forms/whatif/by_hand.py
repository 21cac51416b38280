"""What is changed by hand: a card's points, and a row typed in."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from interpret.data.numbers import number
from interpret.data.table import Column, Table, Values
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.judging import changed_card
from interpret.forms.answer.record import document as document_of
from interpret.rules.card import Card, Term
from interpret.rules.demands import seen
from interpret.rules.logic import Test, Value


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


def by_hand(a: Answer, card: Card) -> Answer:
    """The answer with a changed card in place of its own, its figures on the same rows.

    Nothing is fitted except the chances of changed points (`changed_card`). What was measured with
    the other card is left out.
    """
    e = a.explanation
    assert e.points is not None
    changed = changed_card(e.points, card, a.parts, e.settings.lost)
    e = replace(e, comparison=None, good=None)
    return replace(a, explanation=e.with_form(changed))


def changed_document(document: Mapping[str, Any], a: Answer, card: Card) -> dict[str, Any]:
    """The document of a run with a changed card in one of its answers, which is not studied."""
    (changed,) = document_of([by_hand(a, card)])["explanations"]
    parts = [
        part | changed if tuple(part["positive"]) == a.explanation.positive else part
        for part in document["explanations"]
    ]
    return {**document, "explanations": parts}
