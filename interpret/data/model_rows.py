"""The rows that a user's model is asked about: a frame or an array as a Table, and back again."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from interpret.data.complaints import DataError, quoted
from interpret.data.frame import coded_cells, frame_of_rows, frame_table
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import learnt_readings
from interpret.data.readings import Reading
from interpret.data.table import Column, Table


@dataclass(frozen=True, eq=False)
class Form:
    """What a model is to be given: a frame of these columns and types, or an array of its type.

    cells: for each column, the cell of the frame that each text of the Table came from; usual: the
    cell for rows of a Table that lacks the column.
    """

    columns: tuple[Hashable, ...]
    names: tuple[str, ...]
    types: tuple[Any, ...]
    cells: Mapping[str, Mapping[str | None, Any]]
    usual: Mapping[str, Any]
    array: np.dtype | None

    def rows(self, table: Table) -> pd.DataFrame | np.ndarray:
        """The table's rows as the model knows them."""
        there = set(table.names)
        columns = {
            title: _series(table.column(name), self.cells[name], kind)
            if name in there
            else _cast([self.usual[name]] * table.n_rows, kind)
            for title, name, kind in zip(self.columns, self.names, self.types, strict=True)
        }
        frame = pd.DataFrame(columns)
        frame.columns = pd.Index(self.columns)
        return frame if self.array is None else frame.to_numpy(self.array)


def table_of(X: Any, name: str = "data frame") -> tuple[Table, Form]:
    """The Table of a DataFrame or of an array of shape (n_rows, n_columns), and its Form.

    The columns of an array are called x1, x2, … A DataError where X is neither.
    """
    frame, array = X, None
    if not isinstance(X, pd.DataFrame):
        values = np.asarray(X)
        frame, array = frame_of_rows(values), values.dtype
        frame.columns = pd.Index([f"x{i + 1}" for i in range(frame.shape[1])])
    if not len(frame) or not len(frame.columns):
        raise DataError("The rows must be at least one row of at least one column; none came.")
    table = frame_table(frame, name)
    series = [frame.iloc[:, i] for i in range(len(table.columns))]
    pairs = zip(table.columns, series, strict=True)
    cells = {column.name: cells_of_values(column, texts) for column, texts in pairs}
    usual = {
        column.name: cells[column.name][column.values[int(column.counts.argmax())]]
        for column in table.columns
    }
    types = tuple(cells_of.dtype for cells_of in series)
    return table, Form(tuple(frame.columns), table.names, types, cells, usual, array)


def cells_of_values(column: Column, cells: pd.Series) -> dict[str | None, Any]:
    """For each value of a column of these cells, the first cell that it came from."""
    of_values: dict[str | None, Any] = {}
    texts, originals = zip(*coded_cells(cells)[1], strict=True)
    stripped = [text.strip() for text in texts]
    values = stripped if column.reading is None else column.reading.values_of(stripped)
    for value, cell in zip(values, originals, strict=True):
        of_values.setdefault(value or None, cell)
    return of_values


def _series(column: Column, cells: Mapping[str | None, Any], kind: Any) -> pd.Series:
    """The column's cells as they stood in the frame; a number that did not is made one."""
    empty = cells.get(None, np.nan)
    made = [
        empty if value is None else cells.get(value, amount if amount == amount else value)
        for value, amount in zip(column.values, column.values.numbers, strict=True)
    ]
    return _cast([made[code] for code in column.codes], kind)


def _cast(cells: Sequence[Any], kind: Any) -> pd.Series:
    """The cells in the type of the model's column, or as they are if they do not fit it."""
    try:
        return pd.Series(cells, dtype=kind)
    except (TypeError, ValueError):
        return pd.Series(cells)


def labels_of(
    name: str, values: Any, n_rows: int, what: str, reading: Reading | None = None
) -> Column:
    """The column of a list, an array or a Series with one value for each row.

    reading: how its cells are read, by default as they tell themselves.
    """
    flat = values if isinstance(values, pd.Series) else pd.Series(np.asarray(values).reshape(-1))
    if len(flat) != n_rows:
        raise DataError(
            f"{what} must give one value for each of {n_rows:,} rows, and {len(flat):,} came "
            f"for {quoted(name)}."
        )
    coded = coded_cells(flat)[0]
    return column_of(name, coded, reading or learnt_readings([name], [coded])[0])
