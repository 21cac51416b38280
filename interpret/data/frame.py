"""From a frame to its Table: every cell as it would be in a CSV file.

Frames of other libraries (polars, pyarrow, modin and what narwhals knows) become those of pandas.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from interpret.data.cells import Cells, Coded, distinct, typed, without_dictionaries
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.limits import LIMITS
from interpret.data.numbers import as_written
from interpret.data.reading import table_of
from interpret.data.table import Table

if TYPE_CHECKING:
    import pandas as pd

NAME = "data"


def frame_table(frame: "pd.DataFrame", name: str) -> Table:
    """The Table of a frame, as if read from a file; the index is not a column.

    A DataError if columns have equal names, or cells hold several values.
    """
    titles = column_names(frame)
    LIMITS.check_cells(*frame.shape)
    columns = tuple(_coded(frame.iloc[:, i], title) for i, title in enumerate(titles))
    cells = Cells(titles, columns)
    return table_of(cells, name, _digest(cells))


def frame_of(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> "pd.DataFrame":
    """A DataFrame with these columns; each row is a mapping from names to cells."""
    import pandas as pd

    return pd.DataFrame([[row[name] for name in names] for row in rows], columns=list(names))


def column_names(frame: "pd.DataFrame") -> tuple[str, ...]:
    """The names of the columns; a DataError unless each has a name and all differ."""
    titles = tuple(map(column_name, frame.columns))
    for title in titles:
        _check_letters(title, [title])
    repeated = [title for title, times in Counter(titles).items() if times > 1]
    if repeated:
        raise DataError(
            f"Column names must differ, and {listed(map(quoted, repeated))} "
            f"{'stands' if len(repeated) == 1 else 'stand'} more than once. Rename columns."
        )
    if "" in titles:
        raise DataError(
            f"Every column needs a name, and column {titles.index('') + 1} has none. Name it."
        )
    return titles


def column_name(name: object) -> str:
    """The name of a column as a text: itself, or x3 for the number 3."""
    if isinstance(name, int | np.integer) and not isinstance(name, bool):
        return f"x{name}"
    return typed(name)


def _coded(cells: "pd.Series", title: str) -> Coded:
    if getattr(cells.dtype, "kind", "") == "f" and np.isinf(cells).any():
        raise DataError(
            f"Numbers must be finite, and {quoted(title)} holds infinity. Write a number, or leave "
            "the cell empty."
        )
    try:
        return replace(coded_cells(cells)[0], declared=_is_declared(cells))
    except (TypeError, NotImplementedError):  # the second is raised for Arrow's lists
        raise DataError(
            f"Every cell must hold one value that can be compared, and those of {quoted(title)} "
            "do not. Leave the column out, or make columns of its parts."
        ) from None


def _is_declared(cells: "pd.Series") -> bool:
    """Whether the frame declares categories. Texts declare nothing: readers of CSV make them."""
    import pandas as pd

    return isinstance(cells.dtype, pd.CategoricalDtype)


def coded_cells(cells: "pd.Series") -> tuple[Coded, list[tuple[str, Any]]]:
    """The cells as they would be in a file, and each distinct cell with its text."""
    import pandas as pd  # it takes a while to load

    try:
        codes, differ = pd.factorize(cells, use_na_sentinel=False)
    except ArithmeticError:
        raise DataError(
            f"No cell may be a signalling NaN, and {quoted(cells.name)} has one. Write None."
        ) from None
    originals = list(differ)
    values = [cell.item() if isinstance(cell, np.generic) else cell for cell in originals]
    number = getattr(cells.dtype, "numpy_dtype", cells.dtype)
    if getattr(number, "kind", "") == "f" and number.itemsize < 8:
        values = [cell if _is_empty(cell) else as_written(number.type(cell)) for cell in values]
    texts = ["" if _is_empty(cell) else typed(cell) for cell in values]
    _check_letters(str(cells.name), texts)
    merged, places = distinct(texts)
    pairs = list(zip(texts, originals, strict=True))
    return Coded(merged, places[codes].astype(np.int32)), pairs


def _check_letters(title: str, texts: Iterable[str]) -> None:
    """A DataError where a text holds a lone surrogate: half a letter, which no file can hold."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        raise DataError(
            f"Texts must be Unicode, and {quoted(title)} holds half a letter (a lone surrogate). "
            "Read the file anew in its encoding."
        ) from None


def _is_empty(cell: Any) -> bool:
    import pandas as pd

    none = cell is None or cell is pd.NaT or cell is pd.NA
    return none or (np.isscalar(cell) and bool(pd.isna(cell)))


def _digest(cells: Cells) -> str:
    digest = sha256()
    for title, column in zip(cells.header, cells.columns, strict=True):
        digest.update("\0".join([title, *column.texts]).encode("utf-8", "replace"))
        digest.update(column.codes.astype("<i4").tobytes())
    return digest.hexdigest()


def as_pandas(X: Any) -> Any:
    """A frame of another library as a pandas DataFrame, column by column; other values unchanged.

    Whole numbers with gaps stay whole numbers, and categories stay categories. A DataError where
    the rows are not there yet, as in a LazyFrame of polars.
    """
    import narwhals as nw  # here, as it takes a moment to load
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        return X
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise DataError(
            f"The rows must be in memory, and a {type(X).__name__} only says how to make them. "
            "Collect it first: X.collect()."
        )
    return _frame(frame) if isinstance(frame, nw.DataFrame) else X


def like(X: Any) -> Callable[["pd.DataFrame"], Any]:
    """What makes a frame of X's library, with its types, of a pandas one that came from X."""
    import narwhals as nw
    import pandas as pd

    frame = None if isinstance(X, pd.DataFrame) else nw.from_native(X, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return lambda made: made
    import pyarrow as arrow

    schema, types = frame.to_arrow().schema, frame.schema

    def made(rows: "pd.DataFrame") -> Any:
        table = arrow.Table.from_pandas(rows, schema=schema, preserve_index=False)
        if frame.implementation.is_pyarrow():
            return table
        mine = nw.from_arrow(table, backend=frame.implementation)
        return mine.select(nw.col(name).cast(kind) for name, kind in types.items()).to_native()

    return made


def as_series(y: Any) -> Any:
    """A column of another library as a pandas Series with its name; other values unchanged."""
    import narwhals as nw
    import pandas as pd

    if isinstance(y, pd.Series):
        return y
    series = nw.from_native(y, series_only=True, pass_through=True)
    if not isinstance(series, nw.Series):
        return y
    return _frame(series.to_frame()).iloc[:, 0].rename(series.name or None)


def rows_with_class(X: Any, y: Any, target: str, names: Sequence[str] | None = None) -> Table:
    """The Table of rows with the class of each in the column `target`; a DataError if y differs.

    names: of the columns of an array, by default x0, x1 and so on.
    """
    frame = frame_of_rows(X, names)
    labels = as_series(y)
    if np.ndim(labels) != 1 or len(labels) != len(frame):
        raise DataError(
            f"y must give one class for each of {len(frame):,} rows, and the shape "
            f"{np.shape(labels)} came."
        )
    return frame_table(frame.assign(**{target: np.asarray(labels)}), NAME)


def frame_of_rows(X: Any, names: Sequence[str] | None = None) -> "pd.DataFrame":
    """A frame of any library, or an array, as a DataFrame whose columns are named by texts.

    names: as for rows_with_class. A DataError if X is neither.
    """
    import pandas as pd

    frame = as_pandas(X)
    if isinstance(frame, pd.DataFrame):
        return frame.set_axis(list(map(column_name, frame.columns)), axis="columns")
    values = np.asarray(frame)
    if values.ndim != 2:
        raise DataError(
            "The rows must be a frame, or an array of rows and columns, and "
            f"{values.ndim} dimensions came."
        )
    titles = names or list(map(column_name, range(values.shape[1])))
    if len(titles) != values.shape[1]:
        raise DataError(
            f"The rows must have {len(titles):,} columns, and {values.shape[1]:,} came."
        )
    return pd.DataFrame(values, columns=list(titles))


def _frame(frame: Any) -> "pd.DataFrame":
    """The frame of narwhals as a pandas one, by way of Arrow, which keeps every type."""
    import pandas as pd
    import pyarrow as arrow

    table = frame.to_arrow()
    categories = [field.name for field in table.schema if arrow.types.is_dictionary(field.type)]
    made = without_dictionaries(table).to_pandas(types_mapper=pd.ArrowDtype)
    return made.astype(dict.fromkeys(categories, "category"))
