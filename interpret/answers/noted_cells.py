"""Cells that something is said of, such as those that no training row had: by column and row."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from interpret.data.readings import as_in_file
from interpret.data.table import Column
from interpret.present.wording import one_of


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


def noted_cells(columns: Iterable[tuple[Column, np.ndarray]]) -> tuple[NotedCells, ...]:
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
