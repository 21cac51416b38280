"""The cells of a later file, read by what was learnt on the first one.

Where a whole column is spelled otherwise, it is read in its own spelling if that is sure; cells
that cannot be read stay unread, and a sentence says so.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import numpy as np

from interpret.data.complaints import EMPTY, counted, listed, quoted
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import CellsAsked, decimal_mark, learnt_readings
from interpret.data.readings import UNREAD, Reading, are_most
from interpret.data.spelling_words import spelling_words
from interpret.data.table import Column, Table

MOST_SHOWN = 5  # of the cells that cannot be read
MEANINGS = {"number": "a number", "date": "a date", "text": "one of its values"}


def read_by(table: Table, readings: Iterable[Reading]) -> Table:
    """The table with its cells read by these readings; its notices say what differs."""
    by_name = {reading.column: reading for reading in readings}
    columns, notices = [], list(table.notices)

    @cache
    def marks() -> dict[str, str]:
        """The decimal mark that each column surely writes here; found once, if any is asked for."""
        return {
            column.name: decimal_mark(replace(column.in_file, declared=False))
            for column in table.columns
            if column.reading is not None
        }

    for column in table.columns:
        if column.name in by_name:
            column, told = _read(column, by_name[column.name], table.delimiter, marks)
            notices += (sentence for sentence in told if sentence not in notices)
        columns.append(column)
    return replace(table, columns=tuple(columns), notices=tuple(notices))


def read_as_asked(table: Table, asked: CellsAsked) -> Table:
    """The table with its cells read anew, as the user says."""
    of_all = (asked.decimal, asked.thousands, asked.day_first) != (None, None, None)
    again = [
        column
        for column in table.columns
        if column.reading is not None and (of_all or column.name in (*asked.numbers, *asked.texts))
    ]
    if not again:
        return table
    readings = learnt_readings(
        [column.name for column in again],
        [column.in_file for column in again],
        table.delimiter,
        asked,
    )
    told = spelling_words(table.columns)
    for column, reading in zip(again, readings, strict=True):
        if reading != column.reading:
            table = table.having(column_of(column.name, column.in_file, reading))
    others = [notice for notice in table.notices if notice not in told]
    return replace(table, notices=(*others, *spelling_words(table.columns)))


def _read(
    column: Column, reading: Reading, delimiter: str | None, marks: Callable[[], dict[str, str]]
) -> tuple[Column, list[str]]:
    """The column by this reading or, if that fails on it, in its own spelling; and what is said."""
    if column.reading is None or column.reading == reading:
        return column, []
    name, cells = column.name, column.in_file
    read, told = column_of(name, cells, reading), []
    n_gaps = int(np.isin(cells.codes, [i for i, text in enumerate(cells.texts) if not text]).sum())
    if reading.gap not in (None, UNREAD) and n_gaps:
        told.append(
            f"{counted(n_gaps, 'empty cell')} of {quoted(name)} read as {quoted(reading.gap)}, "
            "since no cell was empty in the rows learned from."
        )
    n_unread, n_there = int(read.unread.sum()), len(column.codes) - n_gaps
    unit = reading.spelling.before or reading.spelling.after
    if unit and n_there and not any(unit in text for text in cells.texts):
        told.append(
            f"No cell of {quoted(name)} has the unit {quoted(unit)}, which it has in the rows "
            "learned from. Its numbers were taken to be of that unit."
        )
    here = reading
    if reading.meaning != "text" and not are_most(n_there - n_unread, n_there):
        number = (name,) if reading.meaning == "number" else ()
        bare = replace(cells, declared=False)  # what is measured may be declared a text here
        (here,) = learnt_readings([name], [bare], delimiter, CellsAsked(numbers=number))
        if 2 * _differing(read, column_of(name, cells, here)) > n_there:
            here = reading  # most can be read as before too, and would be other numbers
    if here is reading:
        here = _beside_others(column, read, marks) or reading
        if not here.sure and here is not reading:
            row = int(np.argmin(read.missing_rows | read.unread))
            told.append(
                f"{quoted(name)} may be written otherwise here: {quoted(column.texts[row])} was "
                f"read as {read.values[read.codes[row]]}, as in the rows learned from."
            )
    if here.sure and here != reading and _measures_alike(here, reading):
        other = column_of(name, cells, replace(here, words=reading.words, empty=reading.empty))
        if other.unread.sum() < max(1, n_unread):
            shown = (_unread(read) or list(filter(None, cells.texts)))[0]
            told.append(
                f"{quoted(name)} is written otherwise than in the rows learned from, as in "
                f"{quoted(shown)}, and was read as it is written here."
            )
            read = other
    return read, told + unread_words(read)


def _measures_alike(here: Reading, there: Reading) -> bool:
    """Whether two readings may mean the same things: of numbers the same unit, if both have one.

    A time is no number of hours: it may be one of seconds, or of days.
    """
    units = {(one.spelling.before, one.spelling.after) for one in (here, there)} - {("", "")}
    is_clock = here.spelling.clock == there.spelling.clock
    return here.meaning == there.meaning and is_clock and len(units) < 2


def _differing(one: Column, other: Column) -> int:
    """In how many rows two readings of a column find numbers, and not the same."""
    amounts, others = (column.values.numbers[column.codes] for column in (one, other))
    both = ~np.isnan(amounts) & ~np.isnan(others)
    return int(np.count_nonzero(amounts[both] != others[both]))


def _beside_others(
    column: Column, read: Column, marks: Callable[[], dict[str, str]]
) -> Reading | None:
    """How the cells that can be read are meant beside the other columns; None if as before.

    1,037 may be 1037 in the rows learned from, and stand here beside decimal commas.
    """
    is_number = read.reading is not None and read.reading.meaning == "number"
    here, there = (other.values.numbers[other.codes] for other in (column, read))
    if not is_number or np.array_equal(here, there, equal_nan=True):
        return None
    cells = column.in_file
    legible = replace(cells, declared=False, codes=cells.codes[~read.unread])
    others = [mark for name, mark in marks().items() if name != column.name]
    (found,) = learnt_readings([column.name], [legible], marks=others)
    return found if found.meaning == "number" else None


def unread_words(column: Column) -> list[str]:
    """A sentence on the cells that the reading of a column cannot read, if there are any."""
    texts = _unread(column)
    if not texts or column.reading is None:
        return []
    shown = listed(map(quoted, texts[:MOST_SHOWN])) + (" and others" * (len(texts) > MOST_SHOWN))
    return [
        f"{counted(int(column.unread.sum()), 'cell')} of {quoted(column.name)} cannot be read as "
        f"{MEANINGS[column.reading.meaning]}: {shown}."
    ]


def _unread(column: Column) -> list[str]:
    """The cells that could not be read, as they stand in the file."""
    pairs = zip(column.values, column.counts, strict=True)
    return [value[1:] or EMPTY for value, n in pairs if n and value and value.startswith(UNREAD)]
