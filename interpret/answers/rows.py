"""Rows to score: the columns that they must have, and cells that something is said of.

A row whose verdict hangs on a cell that cannot be read gets none.
"""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePath

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.read_again import unread_words
from interpret.data.readings import as_in_file
from interpret.data.table import Column as TableColumn
from interpret.data.table import Table
from interpret.present.wording import one_of

Column = tuple[str, list[object]]  # its name and its cells


def check_columns(names: Sequence[str], attributes: Sequence[str]) -> None:
    """A DataError unless all attributes are among these names of columns; it names close ones."""
    missing = [name for name in attributes if name not in names]
    if not missing:
        return
    others = {title.casefold(): title for title in names if title not in attributes}

    def named(name: str) -> str:
        close = get_close_matches(name.casefold(), others, n=1)
        return quoted(name) + (f" (is it {quoted(others[close[0]])}?)" if close else "")

    raise DataError(
        "The table must have the columns that the machine was trained on, and it lacks "
        f"{listed(map(named, missing))}. Add or rename them."
    )


def distinct_names(columns: Sequence[Column]) -> list[str]:
    """The names of the columns, each told from those before it."""
    names: dict[str, None] = {}
    for name, _ in columns:
        while name in names:
            name += " (2)"
        names[name] = None
    return list(names)


def ending(path: str) -> str:
    """The ending of a file's name, in small letters, without its dot."""
    return PurePath(path).suffix[1:].lower()


def warn_of_open(columns: Iterable[TableColumn], is_open: np.ndarray, what: str) -> None:
    """One UserWarning where rows are open, bool (n_rows,), about cells of columns.

    what: what they have instead, such as "class None".
    """
    if n := int(is_open.sum()):
        rows = f"{counted(n, 'row')} {'has' if n == 1 else 'have'}"
        cells = " ".join(sentence for column in columns for sentence in unread_words(column))
        warnings.warn(f"{cells} As that decides, {rows} {what}.", stacklevel=3)


def unread_in(table: Table, names: Sequence[str]) -> np.ndarray:
    """Which rows have a cell in one of these columns that cannot be read: bool (n_rows,)."""
    unread = np.zeros(table.n_rows, dtype=bool)
    for name in names:
        if name in table.names:
            unread |= table.column(name).unread
    return unread


@dataclass(frozen=True, eq=False)
class NotedCells:
    """Values of an attribute that something is said of; unread cells as they stand in the file.

    place: for each row the index of its value among these, -1 where its value is not one of them;
    int (n_rows,).
    """

    attribute: str
    values: tuple[str | None, ...]
    place: np.ndarray

    @property
    def rows(self) -> int:
        """How many rows have such a value."""
        return int(np.count_nonzero(self.place >= 0))


def noted_cells(columns: Iterable[tuple[TableColumn, np.ndarray]]) -> tuple[NotedCells, ...]:
    """For each column the marked of its values, bool (n_values,), if some row has one of them."""
    noted = []
    for column, is_marked in columns:
        marked = np.flatnonzero(is_marked & (column.counts > 0))
        if len(marked):
            place = np.full(len(column.values), -1)
            place[marked] = np.arange(len(marked))
            values = tuple(as_in_file(column.values[i]) for i in marked)
            noted.append(NotedCells(column.name, values, place[column.codes]))
    return tuple(noted)


def told_by_row(n_rows: int, noted: Iterable[NotedCells]) -> list[object]:
    """The cells of each row, such as "age = soon; day = empty"; "" where there are none."""
    of_row: list[dict[str, str | None]] = [{} for _ in range(n_rows)]  # classes share attributes
    for cells in noted:
        for row in np.flatnonzero(cells.place >= 0):
            of_row[row][cells.attribute] = cells.values[cells.place[row]]
    return [
        "; ".join(f"{name} = {one_of((value,))}" for name, value in row.items()) for row in of_row
    ]
