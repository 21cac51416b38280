"""Times: a column of dates or numbers as the order of its rows."""

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import instants, plain_date
from interpret.data.numbers import numbers_in
from interpret.data.table import Column, Table

UNKNOWN = -1
INSTEAD = "or choose another column as the time, or none."


def places_in_time(table: Table, name: str) -> np.ndarray:
    """The rank of each row's time, int (n_rows,), later ones higher; UNKNOWN for empty cells.

    A DataError where a cell is no time, or where the order is ambiguous.
    """
    column = table.column(name)
    there = column.counts > 0
    if column.values[-1] is None:
        there[-1] = False

    def row_of(values: np.ndarray) -> str:
        """The first row that has one of these values, and its cell."""
        row = int(np.flatnonzero(values[column.codes])[0])
        return f"{quoted(column.values[column.codes[row]])} (row {table.row_numbers[row]:,})"

    reading = column.reading
    if reading is not None and reading.meaning == "text" and not reading.sure:
        raise DataError(
            f"Dates must tell the day from the month, and in {quoted(name)} either may stand "
            f"first: {row_of(there)}. Write them like 2024-12-31, {INSTEAD}"
        )
    keys, known, zones = _times(column)
    if not known[there].all():
        raise DataError(
            "A time must be numbers or dates, such as 2024-12-31 or 31.12.2024 14:30, and "
            f"{quoted(name)} has {row_of(there & ~known)}. Mend or empty the cell, {INSTEAD}"
        )
    zoned, bare = there & zones, there & ~zones
    if zoned.any() and bare.any():
        raise DataError(
            "Either all times must tell their zone, such as +02:00, or none, and "
            f"{quoted(name)} has {row_of(zoned)} and {row_of(bare)}. Write them alike, {INSTEAD}"
        )
    return _ranked(keys, there)[column.codes]


def _times(column: Column) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A sort key of each value, later ones higher; which values are times; and which have a zone.

    Whether they are numbers or dates is decided by all values, so that some rows are read as all
    are. A column of texts may hold either: codes such as 007, or too few values to be recognised.
    """
    values, reading = column.values, column.reading
    is_text = reading is None or reading.meaning == "text"
    numbers = numbers_in(values) if is_text else values.numbers
    is_number = ~np.isnan(numbers)
    if is_number[: len(values) - (values[-1] is None)].all():
        return numbers, is_number, np.zeros_like(is_number)
    if is_text:
        keys, zones = instants([value and plain_date(value, None) for value in values])
    else:
        keys, zones = values.instants
    is_date = ~np.isnat(keys)
    if is_number.sum() > is_date.sum():
        return numbers, is_number, np.zeros_like(is_number)
    return keys, is_date, zones


def can_be_time(table: Table, name: str) -> bool:
    """Whether this column can order the rows."""
    try:
        return bool((places_in_time(table, name) > UNKNOWN).any())
    except DataError:
        return False


def _ranked(keys: np.ndarray, there: np.ndarray) -> np.ndarray:
    """The rank of each present value by its key; UNKNOWN for the others."""
    places = np.full(len(keys), UNKNOWN)
    places[there] = np.unique(keys[there], return_inverse=True)[1]
    return places
