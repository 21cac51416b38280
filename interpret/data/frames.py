"""Frames of other libraries (polars, pyarrow, modin and what narwhals knows) as pandas has them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.frame import column_name, frame_table
from interpret.data.table import Table

if TYPE_CHECKING:
    import pandas as pd

NAME = "data"


def as_pandas(X: Any) -> Any:
    """A frame of another library as a pandas DataFrame, column by column; anything else as it came.

    Whole numbers with gaps stay whole numbers, and categories are their values. A DataError where
    the rows are not there yet, as in a LazyFrame of polars.
    """
    import narwhals as nw  # here, as it takes a moment to load
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        return X
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise DataError(
            f"The rows must be at hand, and a {type(X).__name__} only says how to make them. "
            "Collect it first: X.collect()."
        )
    return _frame(frame) if isinstance(frame, nw.DataFrame) else X


def as_series(y: Any) -> Any:
    """A column of another library as a pandas Series of its name; anything else as it came."""
    import narwhals as nw
    import pandas as pd

    if isinstance(y, pd.Series):
        return y
    series = nw.from_native(y, series_only=True, pass_through=True)
    if not isinstance(series, nw.Series):
        return y
    return _frame(series.to_frame()).iloc[:, 0].rename(series.name or None)


def rows_with_class(X: Any, y: Any, target: str, names: Sequence[str] | None = None) -> Table:
    """The Table of rows with the class of each in the column `target`; a DataError in one sentence.

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
    """A frame of any library, or an array, as a DataFrame with a text as name of each column.

    names: as of rows_with_class. A DataError where X is neither.
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
    found = names or list(map(column_name, range(values.shape[1])))
    if len(found) != values.shape[1]:
        raise DataError(f"The rows must have {len(found):,} columns, and {values.shape[1]:,} came.")
    return pd.DataFrame(values, columns=list(found))


def _frame(frame: Any) -> "pd.DataFrame":
    """The frame of narwhals as pandas has it, by Arrow, which keeps every type."""
    import pandas as pd
    import pyarrow as arrow

    cells = frame.to_arrow()
    plain = [
        field.with_type(field.type.value_type) if arrow.types.is_dictionary(field.type) else field
        for field in cells.schema
    ]
    return cells.cast(arrow.schema(plain)).to_pandas(types_mapper=pd.ArrowDtype)
