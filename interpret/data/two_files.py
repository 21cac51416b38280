"""A file to learn from and one to judge on, as one file whose last column tells them apart."""

import csv
import io

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.read_again import read_by, unread_words
from interpret.data.readings import UNREAD, are_most
from interpret.data.table import Column, Table

HELD_OUT, TEST, LEARN = "held out", "test", "no"


def together(table: Table, test: Table) -> tuple[bytes, str]:
    """A CSV file of the rows of both, and the name of its column that says which are held out.

    A column that the test table lacks is empty in its rows. Its cells are read as those of the
    first and written as they are there; a DataError where a whole column cannot be.
    """
    name = HELD_OUT
    while name in table.names:
        name += "'"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # so a cell with \r is quoted
    writer.writerow([*table.names, name])
    learnt = [[cell or "" for cell in column.texts] for column in table.columns]
    writer.writerows(zip(*learnt, [LEARN] * table.n_rows, strict=True))
    test = read_by(test, [c.reading for c in table.columns if c.reading is not None])
    cells = [
        _written(test.column(first.name), first) if first.name in test.names else [""] * test.n_rows
        for first in table.columns
    ]
    writer.writerows(zip(*cells, [TEST] * test.n_rows, strict=True))
    return text.getvalue().encode(), name


def _written(column: Column, first: Column) -> list[str]:
    """The cells of a column, written as in the first file."""
    n_rows = len(column.codes)
    if not are_most(n_rows - int(column.unread.sum()), n_rows):
        raise DataError(
            f"The test file must be written as the table is, and in {quoted(column.name)} it is "
            f"not. {' '.join(unread_words(column))} Write the cells alike."
        )
    written = [
        (value or "").removeprefix(UNREAD)
        if first.reading is None or (value or "").startswith(UNREAD)
        else first.reading.written(value)
        for value in column.values
    ]
    return np.array(written, dtype=object)[column.codes].tolist()
