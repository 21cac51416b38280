"""When rows were: a column of numbers or dates as a place in time, for every split and fold.

Dates are put in order by the instants that they mean, whichever way they are written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import WRITTEN, instants

if TYPE_CHECKING:
    from interpret.data.table import Table

UNKNOWN = -1
INSTEAD = "or choose another column as the time, or none."


@dataclass(frozen=True, eq=False)
class TimeReading:
    """One way to read values as times, each of shape (n_values,).

    keys: the later the higher; known: which values are times; zoned: which tell their zone.
    """

    keys: np.ndarray
    known: np.ndarray
    zoned: np.ndarray


def time_readings(
    values: Sequence[str | None], numbers: np.ndarray, ways: Sequence[str]
) -> list[TimeReading]:
    """The ways to read most of the values; if several, which is meant is unknown.

    numbers: the number each value is, else NaN, (n_values,); ways: of writing dates.
    """
    known = ~np.isnan(numbers)
    found = [TimeReading(numbers, known, np.zeros_like(known))]
    if not known[: len(values) - (values[-1] is None)].all():
        for way in ways or WRITTEN:
            keys, zoned = instants(values, way)
            found.append(TimeReading(keys, ~np.isnat(keys), zoned))
    most = max(np.count_nonzero(reading.known) for reading in found)
    return [reading for reading in found if np.count_nonzero(reading.known) == most]


def places_in_time(table: "Table", name: str) -> np.ndarray:
    """The time of each row, int (n_rows,): the later the higher; UNKNOWN where the cell is empty.

    All values of the column decide how times are written, so a part of the rows is read like the
    whole. A DataError where a cell is no time, or where the order cannot be known.
    """
    column = table.column(name)
    there = column.counts > 0
    if column.values[-1] is None:
        there[-1] = False

    def row_of(values: np.ndarray) -> str:
        """The first row that has one of these values, and what stands in it."""
        row = int(np.flatnonzero(values[column.codes])[0])
        return f"{quoted(column.values[column.codes[row]])} (row {table.row_numbers[row]:,})"

    first, *others = column.values.time_readings
    if not first.known[there].all():
        raise DataError(
            "A time must be numbers or dates, such as 2024-12-31 or 31.12.2024 14:30, and "
            f"{quoted(name)} has {row_of(there & ~first.known)}. Mend or empty the cell, {INSTEAD}"
        )
    zoned, bare = (there & rows for rows in (first.zoned, ~first.zoned))
    if zoned.any() and bare.any():
        raise DataError(
            "Either all times must tell their zone, such as +02:00, or none, and "
            f"{quoted(name)} has {row_of(zoned)} and {row_of(bare)}. Write them alike, {INSTEAD}"
        )
    places = _ranked(first.keys, there)
    for other in others:
        differ = there & (places != _ranked(other.keys, there))
        if differ.any():
            raise DataError(
                f"Dates must tell the day from the month, and in {quoted(name)} either may stand "
                f"first: {row_of(differ)}. Write them like 2024-12-31, {INSTEAD}"
            )
    return places[column.codes]


def can_be_time(table: "Table", name: str) -> bool:
    """Whether the rows can be put in order by this column."""
    try:
        return bool((places_in_time(table, name) > UNKNOWN).any())
    except DataError:
        return False


def _ranked(keys: np.ndarray, there: np.ndarray) -> np.ndarray:
    """The place of each value that is there, in the order of the keys; UNKNOWN of the others."""
    places = np.full(len(keys), UNKNOWN)
    places[there] = np.unique(keys[there], return_inverse=True)[1]
    return places
