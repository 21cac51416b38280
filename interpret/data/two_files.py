"""A table to learn from and one to judge on, as one table whose last column tells them apart."""

import csv
import io
from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from interpret.data.cells import Coded, distinct
from interpret.data.complaints import DataError, counted, quoted
from interpret.data.from_cells import column_of
from interpret.data.read_again import read_by, unread_words
from interpret.data.readings import Reading, are_most, is_unread
from interpret.data.table import Column, Table

HELD_OUT, TEST, LEARN = "held out", "test", "no"


def together(
    table: Table, test: Table, used: Sequence[str], refuses: bool = False
) -> tuple[Table, str]:
    """The rows of both tables, and the name of the column that says which are held out.

    Cells of the test table are read by what was learnt on the first, and a column that it lacks is
    empty in its rows. used: the columns that matter. A row of the test table with a cell in one of
    them that cannot be read is left out, and a notice says so; a DataError where `refuses`, or
    where a whole column cannot be read.
    """
    name = HELD_OUT
    while name in table.names:
        name += "'"
    own_notices = test.notices
    test = read_by(test, [c.reading for c in table.columns if c.reading is not None])
    test, left_out = _readable(test, [one for one in used if one in table.names], refuses)
    columns = [_joined(first, test) for first in table.columns]
    codes = np.repeat(np.array([0, 1], dtype=np.int32), [table.n_rows, test.n_rows])
    columns.append(column_of(name, Coded([LEARN, TEST], codes), Reading(name)))
    told = [f"Of the test file: {n}" for n in test.notices if n not in own_notices]
    both = Table(
        table.name,
        sha256((table.digest + test.digest).encode()).hexdigest(),
        tuple(columns),
        (*table.notices, *told, *left_out),
        delimiter=table.delimiter,
    )
    return both, name


def as_file(table: Table) -> bytes:
    """The cells of a table as a file that is divided as the table's own was."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=table.delimiter or ",", lineterminator="\r\n")
    writer.writerow(table.names)  # a cell with \r is quoted, as the end of a line has one
    writer.writerows(zip(*(column.texts.tolist() for column in table.columns), strict=True))
    return text.getvalue().encode()


def _readable(test: Table, used: Sequence[str], refuses: bool) -> tuple[Table, list[str]]:
    """The rows of which every cell that matters can be read, and a sentence on the others."""
    columns = [test.column(name) for name in used if name in test.names]
    for column in columns:
        n_rows = len(column.codes)
        if not are_most(n_rows - int(column.unread.sum()), n_rows):
            raise DataError(
                f"The test file must be written as the table is, and in {quoted(column.name)} it "
                f"is not. {' '.join(unread_words(column))} Write the cells alike."
            )
    is_unread_row = np.any([column.unread for column in columns], axis=0)
    n = int(is_unread_row.sum())
    if not n:
        return test, []
    if refuses or n == test.n_rows:
        told = " ".join(sentence for column in columns for sentence in unread_words(column))
        raise DataError(
            f"Every cell of the test file must be written so that it can be read. {told} Mend "
            "these cells, or leave their rows out."
        )
    rows = f"{counted(n, 'row')} of the test file {'has' if n == 1 else 'have'}"
    said = f"{rows} a cell that cannot be read, and nothing is judged on them."
    return test.rows(np.flatnonzero(~is_unread_row)), [said]


def _joined(first: Column, test: Table) -> Column:
    """The column of both tables, with the cells of the second written as in the first."""
    learnt, n = first.in_file, test.n_rows
    other = Coded([""], np.zeros(n, dtype=np.int32))
    if first.name in test.names:
        other = _written(test.column(first.name), first)
    texts, places = distinct([*learnt.texts, *other.texts])
    codes = places[np.concatenate([learnt.codes, other.codes + len(learnt.texts)])]
    coded = Coded(texts, codes.astype(np.int32), learnt.declared)
    return column_of(first.name, coded, first.reading or Reading(first.name))


def _written(column: Column, first: Column) -> Coded:
    """The cells of a column, written as in the first file."""
    if first.reading is None or column.reading == first.reading:
        return column.in_file
    written = first.reading.written
    texts = [(value or "")[1:] if is_unread(value) else written(value) for value in column.values]
    return Coded(texts, column.codes)
