"""A data frame or an array as a Table, and rows of that Table as such a frame or array again."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
import pandas as pd

from interpret.data.cells import Coded, distinct
from interpret.data.complaints import DataError, quoted
from interpret.data.from_cells import column_of
from interpret.data.header import check_header
from interpret.data.table import Column, Table
from interpret.data.typed import typed


@dataclass(frozen=True, eq=False)
class Form:
    """What a model is to be given: a frame of these columns and types, or an array of its type.

    cells: for each column of the Table, the cell of the frame that each of its texts came from;
    usual: the cell that stands where a Table lacks the column.
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
        if values.ndim != 2:
            raise DataError(
                "The rows must be a DataFrame or an array of rows and columns, and an array of "
                f"{values.ndim} dimensions came. Give X as the model was given it."
            )
        array = values.dtype
        frame = pd.DataFrame(values, columns=[f"x{i + 1}" for i in range(values.shape[1])])
    if not len(frame) or not len(frame.columns):
        raise DataError("The rows must be at least one row of at least one column; none came.")
    names = tuple(str(title).strip() for title in frame.columns)
    columns, cells, usual = [], {}, {}
    for i, own in enumerate(names):
        column, of_texts = read_column(own, frame.iloc[:, i])
        columns.append(column)
        cells[own] = of_texts
        usual[own] = of_texts[column.values[int(column.counts.argmax())]]
    check_header(names, [column.values for column in columns])
    digest = sha256(pd.util.hash_pandas_object(frame.astype(str)).to_numpy().tobytes())
    types = tuple(frame.iloc[:, i].dtype for i in range(len(names)))
    form = Form(tuple(frame.columns), names, types, cells, usual, array)
    return Table(name, digest.hexdigest(), tuple(columns)), form


def read_column(name: str, cells: pd.Series) -> tuple[Column, dict[str | None, Any]]:
    """The column of these cells, and for each of its values the cell that it came from."""
    coded, texts = coded_cells(cells)
    of_texts: dict[str | None, Any] = {}
    for text, cell in texts:
        of_texts.setdefault(text.strip() or None, cell)
        of_texts.setdefault(text.strip().replace(",", "."), cell)
    return column_of(name, coded.texts, coded.codes), of_texts


def coded_cells(cells: pd.Series) -> tuple[Coded, list[tuple[str, Any]]]:
    """The cells as they would stand in a file, and each that differs with its text."""
    codes, differ = pd.factorize(cells, use_na_sentinel=False)
    originals = list(differ)
    texts = ["" if _is_empty(cell) else typed(_plain(cell)) for cell in originals]
    merged, places = distinct(texts)
    pairs = list(zip(texts, originals, strict=True))
    return Coded(merged, places[codes].astype(np.int32)), pairs


def _plain(cell: Any) -> Any:
    return cell.item() if isinstance(cell, np.generic) else cell


def _is_empty(cell: Any) -> bool:
    return cell is None or (np.isscalar(cell) and bool(pd.isna(cell))) or cell is pd.NaT


def _series(column: Column, cells: Mapping[str | None, Any], kind: Any) -> pd.Series:
    """The column's cells as they stood in the frame; a number that did not is made one."""
    empty = cells.get(None, np.nan)
    made = [
        empty if value is None else cells.get(value, amount if amount == amount else value)
        for value, amount in zip(column.values, column.values.numbers, strict=True)
    ]
    return _cast([made[code] for code in column.codes], kind)


def _cast(cells: Sequence[Any], kind: Any) -> pd.Series:
    """The cells as the model's column has them, or as they are where they do not fit into it."""
    try:
        series = pd.Series(cells, dtype=kind)
    except (TypeError, ValueError):
        return pd.Series(cells)
    return series


def labels_of(name: str, values: Any, n_rows: int, what: str) -> Column:
    """The column of a list, an array or a Series with one value for each row."""
    flat = values if isinstance(values, pd.Series) else pd.Series(np.asarray(values).reshape(-1))
    if len(flat) != n_rows:
        raise DataError(
            f"{what} must give one value for each of {n_rows:,} rows, and {len(flat):,} came "
            f"for {quoted(name)}."
        )
    return read_column(name, flat)[0]
