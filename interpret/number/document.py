"""A number explained, as it leaves: its document, rows scored with it, and code that predicts.

`number_document` writes standard JSON and `restore_number` reads it back, figure by figure; nothing
is fitted again. null stands for a figure on rows that do not exist.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.answers.rows import (
    NONE,
    REFUSED,
    NotedCells,
    Unread,
    check_columns,
    check_read,
    noted_cells,
)
from interpret.answers.shapes import of_parts, terms_of
from interpret.data.complaints import one_line, quoted
from interpret.data.cuts import numbers_of
from interpret.data.table import Table
from interpret.number.explanation import (
    SOURCES,
    NumberExplanation,
    NumberTerm,
    TensorMachine,
)
from interpret.number.judged import JudgedNumbers
from interpret.number.validated import SCALES, OtherScale
from interpret.present import code
from interpret.rules.logic import Clause, Formula, fired, open_clauses
from interpret.settings import SettingsError

AGAIN = "Explain the number again."


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


TermShape = doc.made(NumberTerm, rows=of_parts(doc.Count), carried_by=doc.many(doc.Count))
doc.known(OtherScale, doc.made(OtherScale, scale=doc.one_of(SCALES)))
doc.known(TensorMachine, doc.made(TensorMachine, way=doc.one_of(("listed", "streamed"))))

NumberShape = doc.into(
    doc.fields_of(
        NumberExplanation,
        table=None,
        digest=None,
        rows=of_parts(doc.many(doc.Count)),
        terms=terms_of(TermShape),
        judged=of_parts(doc.made(JudgedNumbers)),
        mean_judged=of_parts(doc.made(JudgedNumbers)),
        source=doc.one_of(SOURCES),
    ),
    lambda given: NumberExplanation(table="", digest="", **given),
)
AnswerShape = doc.an_object(table=doc.an_object(name=str, digest=str), number=NumberShape)


def number_document(table: Table, e: NumberExplanation) -> dict[str, Any]:
    """The whole answer, with all that predictions need, as standard JSON."""
    return of_table(table) | {"number": doc.as_json(e)}


def restore_number(document: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document; a DataError in one sentence where it was altered."""
    restored = doc.restored(AnswerShape, document, WHOLE, AGAIN)
    e: NumberExplanation = restored["number"]
    return replace(e, table=restored["table"]["name"], digest=restored["table"]["digest"])


def number_as_python(e: NumberExplanation) -> str:
    """A function of a row that needs no library."""
    formula = _formula(e)
    doubtful = code.doubtful_in(e.preparation, formula)
    return (
        f"{code.functions_in_python(e.preparation, formula)}"
        "def predict(row):\n"
        '    """The number; row: attribute to text, None where a cell is empty.\n\n'
        '    None where a condition hangs on a cell that cannot be read.\n    """\n'
        f"{''.join(f'    # {line}{chr(10)}' for line in _comments(e))}"
        "    row = read(row)\n"
        f"{code.sums_in_python(_terms(e), doubtful)}"
        "    if known is None:\n"
        "        return None\n"
        f"    total = {e.base!r}\n"
        "    for effect in known:\n"
        "        total += effect\n"
        "    return total\n"
    )


def number_as_sql(e: NumberExplanation) -> str:
    """A query in standard SQL: every column, and the number as "predicted"; NULL is empty."""
    formula = _formula(e)
    total = code.sum_in_sql(e.base, _terms(e), code.cells_of(e.preparation, formula))
    predicted = code.with_cells(total, e.preparation, formula)
    comments = _comments(e) + [code.IN_SQL] * bool(code.doubtful_in(e.preparation, formula))
    return code.sql_query(comments, {"predicted": predicted}, "data")


def number_as_pandas(e: NumberExplanation) -> str:
    """Statements that turn `data`, a frame of text, into a Series `predicted`."""
    return code.in_pandas(number_as_python(e), {"predicted": "predict"})


def _formula(e: NumberExplanation) -> Formula:
    """All the terms as one formula, by which the code finds the columns to read."""
    return Formula(tuple(term.clause for term in e.terms))


def _terms(e: NumberExplanation) -> list[tuple[Clause, float]]:
    return [(term.clause, term.effect) for term in e.terms]


def _comments(e: NumberExplanation) -> list[str]:
    """What is predicted, where that comes from, and how cells are read, each on one line."""
    made = f"{e.target} predicted; from {e.table}, SHA-256 {e.digest[:12]}…"
    hangs = code.doubtful_in(e.preparation, _formula(e))
    return [one_line(made), *([code.AS_LEARNED] if hangs else [])]


OF_A_NUMBER: dict[str, Callable[[NumberExplanation], str]] = {
    "sql": number_as_sql,
    "py": number_as_python,
}
