"""Frames of other libraries (polars, pyarrow, modin and what narwhals knows) as pandas has them."""

from typing import TYPE_CHECKING, Any

from interpret.data.complaints import DataError

if TYPE_CHECKING:
    import pandas as pd


def as_pandas(X: Any) -> Any:
    """A frame of another library as a pandas DataFrame, column by column; all else as it came.

    Whole numbers with gaps stay whole numbers, and categories are their values. A DataError where
    the rows are not there yet, as in a LazyFrame of polars.
    """
    import narwhals as nw  # here, as it takes a moment to load
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        return X
    own = nw.from_native(X, pass_through=True)
    if isinstance(own, nw.LazyFrame):
        raise DataError(
            f"The rows must be at hand, and a {type(X).__name__} only says how to make them. "
            "Collect it first: X.collect()."
        )
    return _frame(own) if isinstance(own, nw.DataFrame) else X


def as_series(y: Any) -> Any:
    """A column of another library as a pandas Series of its name; all else as it came."""
    import narwhals as nw
    import pandas as pd

    if isinstance(y, pd.Series):
        return y
    own = nw.from_native(y, series_only=True, pass_through=True)
    if not isinstance(own, nw.Series):
        return y
    return _frame(own.to_frame()).iloc[:, 0].rename(own.name or None)


def _frame(own: Any) -> "pd.DataFrame":
    """The frame of narwhals as pandas has it, by Arrow, which keeps every type."""
    import pandas as pd
    import pyarrow as arrow

    cells = own.to_arrow()
    plain = [
        field.with_type(field.type.value_type) if arrow.types.is_dictionary(field.type) else field
        for field in cells.schema
    ]
    return cells.cast(arrow.schema(plain)).to_pandas(types_mapper=pd.ArrowDtype)
