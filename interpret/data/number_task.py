"""NumberTask: which number is to be explained, and by what attributes."""

from dataclasses import dataclass

import numpy as np

from interpret.data.amounts import amounts_read, is_amount
from interpret.data.complaints import DataError, quoted
from interpret.data.table import Table
from interpret.data.task import Columns, described

LEAST_ROWS = 10


@dataclass(frozen=True, eq=False)
class NumberTask:
    """A number to be explained by attributes, on the rows that have one.

    y: float64 of shape (n_rows,). The notices say which columns and rows are left out.
    """

    table: Table
    target: str
    attributes: tuple[str, ...]
    y: np.ndarray
    notices: tuple[str, ...]
    columns: Columns
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()


def explains_a_number(table: Table, target: str | None, columns: Columns) -> bool:
    """Whether the target is a number to be explained: not asked for as classes, with many values.

    The target is the last column unless named.
    """
    name = table.names[-1] if target is None else target
    asked = columns.above is None and name not in columns.as_category
    return asked and is_amount(table.column(name))


def number_task(table: Table, target: str | None, columns: Columns) -> NumberTask:
    """The NumberTask of a target; a DataError says what does not fit."""
    name = table.column(table.names[-1] if target is None else target).name
    if not is_amount(table.column(name)):
        raise DataError(
            f"The number to explain must take more than 12 values, and {quoted(name)} does not. "
            "Choose another column, or let Rulescope find a rule for one of its values."
        )
    table, read = amounts_read(table, name)
    table, attributes, notices = described(table, name, columns, "number")
    column = table.column(name)
    if table.n_rows < LEAST_ROWS:
        raise DataError(
            f"At least {LEAST_ROWS} rows with a number are needed, and {table.n_rows} have one in "
            f"{quoted(name)}. Add rows."
        )
    y = column.values.numbers[column.codes]
    return NumberTask(table, name, attributes, y, (*read, *notices), columns)
