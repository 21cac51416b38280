"""NumberTask: which number is to be explained, and by what attributes."""

from dataclasses import dataclass, replace

import numpy as np

from interpret.data.amounts import amounts_read, is_amount
from interpret.data.attributes import Columns, described
from interpret.data.complaints import DataError, quoted
from interpret.data.table import Table

LEAST_ROWS = 10
MOST = 1e90  # documents hold sums of them


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
    """Whether the target, the last column unless named, is a number to be explained.

    It is one where it has many different numbers and nobody asked to take them as classes.
    """
    name = table.names[-1] if target is None else target
    as_classes = columns.above is not None or name in columns.as_category
    of_model = columns.roles.explain is not None
    return not as_classes and not of_model and is_amount(table.column(name))


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
    table = _few_numbers_cut(table, attributes, columns)
    column = table.column(name)
    if table.n_rows < LEAST_ROWS:
        raise DataError(
            f"At least {LEAST_ROWS} rows with a number are needed, and {table.n_rows} have one in "
            f"{quoted(name)}. Add rows."
        )
    y = column.values.numbers[column.codes]
    if float(np.abs(y).max()) >= MOST:
        raise DataError(
            f"Numbers to explain must be smaller than {MOST:g}, and {quoted(name)} has "
            f"{float(np.abs(y).max()):g}. Divide them by a unit that fits."
        )
    if y.min() == y.max():
        raise DataError(
            f"The number to explain must differ between rows, and {quoted(name)} is {y[0]:g} in "
            "all of those that are used. Choose another column."
        )
    return NumberTask(table, name, attributes, y, (*read, *notices), columns)


def _few_numbers_cut(table: Table, attributes: tuple[str, ...], columns: Columns) -> Table:
    """The table with attributes of three numbers or more cut, as those of many numbers are. The
    target may rise or fall along them, and tests of single values could not say so.
    """
    for name in attributes:
        column = table.column(name)
        differ = np.count_nonzero(~np.isnan(column.values.numbers[column.counts > 0]))
        if column.is_numeric and differ > 2 and name not in columns.as_category:
            table = table.having(replace(column, kind="number"))
    return table
