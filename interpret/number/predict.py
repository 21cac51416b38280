"""Rows scored with a stored sum: what it predicts for any table, and which terms hold."""

from dataclasses import dataclass

import numpy as np

from interpret.answers.noted_cells import NotedCells, noted_cells
from interpret.answers.rows import check_columns
from interpret.answers.unread import NONE, REFUSED, Unread, check_read
from interpret.data.complaints import quoted
from interpret.data.cuts import numbers_of
from interpret.data.table import Table
from interpret.number.explanation import NumberExplanation
from interpret.rules.logic import fired, open_clauses
from interpret.settings import SettingsError


@dataclass(frozen=True, eq=False)
class NumberScores:
    """What a sum says of each row of a table.

    predicted: (n_rows,), NaN where a term depends on a cell that cannot be read; held: which terms
    hold, (n_rows, n_terms); truth: the number itself, NaN where it is unknown, None without the
    column; not_read: an entry for each column with cells that cannot be read; read: sentences on
    how the cells were read.
    """

    e: NumberExplanation
    predicted: np.ndarray
    held: np.ndarray
    truth: np.ndarray | None
    not_read: tuple[NotedCells, ...] = ()
    read: tuple[str, ...] = ()


def needed_by(e: NumberExplanation) -> tuple[str, ...]:
    """The attributes that the terms test."""
    named = (test.attribute for term in e.terms for test in term.clause.tests)
    return tuple(dict.fromkeys(named))


def predicted_numbers(e: NumberExplanation, table: Table, unread: Unread = NONE) -> NumberScores:
    """What a sum says of each row; a DataError names missing columns.

    unread: whether a table is refused in which a term depends on a cell that cannot be read.
    """
    if unread not in (NONE, REFUSED):
        raise SettingsError(
            "No and yes are verdicts, and a number is a sum: where a cell cannot be read it is "
            f"empty, or refused with “error” (unread); got {quoted(unread)}."
        )
    read = e.preparation.table(table)
    check_columns(read.names, needed_by(e))
    clauses, sources = [term.clause for term in e.terms], e.preparation.sources(read, needed_by(e))
    held, is_open = fired(clauses, read), np.any(open_clauses(clauses, read), axis=1)
    check_read(sources, is_open, unread)
    predicted = e.base + held @ np.array([term.effect for term in e.terms])
    return NumberScores(
        e,
        np.where(is_open, np.nan, predicted),
        held,
        numbers_of(read, e.target) if e.target in read.names else None,
        noted_cells((column, column.values.unread) for column in sources),
        tuple(sentence for sentence in read.notices if sentence not in table.notices),
    )
