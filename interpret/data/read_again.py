"""The cells of a later file, read by what was learnt on the first one.

Where a whole column is spelled otherwise, it is read in its own spelling if that is sure; cells
that cannot be read stay unread, and a sentence says so.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from interpret.data.complaints import EMPTY, counted, listed, quoted
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import CellsAsked, learnt_readings
from interpret.data.readings import UNREAD, Reading, are_most
from interpret.data.table import Column, Table

MOST_SHOWN = 5  # of the cells that cannot be read
MEANINGS = {"number": "a number", "date": "a date", "text": "one of its values"}


def read_by(table: Table, readings: Iterable[Reading]) -> Table:
    """The table with its cells read by these readings; its notices say what differs."""
    by_name = {reading.column: reading for reading in readings}
    columns, notices = [], list(table.notices)
    for column in table.columns:
        if column.name in by_name:
            column, told = _read(column, by_name[column.name], table.delimiter)
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
    for column, reading in zip(again, readings, strict=True):
        if reading != column.reading:
            table = table.having(column_of(column.name, column.in_file, reading))
    return table


def _read(column: Column, reading: Reading, delimiter: str | None) -> tuple[Column, list[str]]:
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
    if reading.meaning != "text" and not are_most(n_there - n_unread, n_there):
        number = (name,) if reading.meaning == "number" else ()
        (here,) = learnt_readings([name], [cells], delimiter, CellsAsked(numbers=number))
        here = replace(here, words=reading.words, empty=reading.empty)
        other = column_of(name, cells, here)
        if here.meaning == reading.meaning and here.sure and other.unread.sum() < n_unread:
            told.append(
                f"{quoted(name)} is written otherwise than in the rows learned from, as in "
                f"{quoted(_unread(read)[0])}, and was read as it is written here."
            )
            read = other
    return read, told + unread_words(read)


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
