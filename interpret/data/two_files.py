"""A file to learn from and one to judge on, as one file whose last column tells them apart."""

import csv
import io

import numpy as np

from interpret.data.table import Column, Table

HELD_OUT, TEST, LEARN = "held out", "test", "no"


def together(table: Table, test: Table) -> tuple[bytes, str]:
    """A CSV file of the rows of both, and the name of its column that says which are held out.

    A column that the test table lacks is empty in its rows. Cells stand as in the files.
    """
    name = HELD_OUT
    while name in table.names:
        name += "'"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # so a cell with \r is quoted
    writer.writerow([*table.names, name])
    for part, mark in ((table, LEARN), (test, TEST)):
        cells = [
            _texts(part.column(column)) if column in part.names else [""] * part.n_rows
            for column in table.names
        ]
        writer.writerows(zip(*cells, [mark] * part.n_rows, strict=True))
    return text.getvalue().encode(), name


def _texts(column: Column) -> list[str]:
    texts_of = column.written or column
    texts = np.array([value or "" for value in texts_of.values], dtype=object)
    return texts[texts_of.codes].tolist()
