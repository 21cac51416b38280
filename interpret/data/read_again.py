"""The cells of a later file, read by what was learnt on the first one.

Where a whole column is spelled otherwise, it is read in its own spelling if that is sure; cells
that cannot be read stay unread, and a sentence says so.
"""

import csv
import io
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256

import numpy as np

from interpret.data.asked import CellsAsked
from interpret.data.cells import Coded, distinct
from interpret.data.complaints import EMPTY, DataError, counted, listed, quoted
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import decimal_mark, learnt_readings
from interpret.data.numbers import is_beyond_exact
from interpret.data.questions import spelling_words
from interpret.data.readings import UNREAD, Reading, are_most, is_unread
from interpret.data.table import Column, Table, Values

SHARES = ("%", "‰")  # units that are left out where a share of 1 is meant
MOST_SHOWN = 5  # of the cells that cannot be read
MEANINGS = {"number": "a number", "date": "a date", "text": "one of its values"}
HELD_OUT, TEST, LEARN = "held out", "test", "no"


def read_by(table: Table, readings: Iterable[Reading], whole: Container[str] = ()) -> Table:
    """The table with its cells read by these readings; its notices say what differs.

    whole: the columns of numbers that held whole numbers alone in the rows learned from.
    """
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
            is_whole = column.name in whole
            column, of_cells = _read(column, by_name[column.name], table.delimiter, marks, is_whole)
            notices += (sentence for sentence in of_cells if sentence not in notices)
        columns.append(column)
    notices += (one for one in lost_digits(table, by_name.values()) if one not in notices)
    return replace(table, columns=tuple(columns), notices=tuple(notices))


def lost_digits(table: Table, readings: Iterable[Reading]) -> list[str]:
    """A sentence on each column of names in which a program has made them numbers of fewer digits,
    as 1.582218195625939e+18.
    """
    sentences = []
    for reading in readings:
        if reading.meaning == "text" and not reading.declared and reading.column in table.names:
            texts = table.column(reading.column).in_file.texts
            lost = next(filter(is_beyond_exact, texts), None)
            if lost is not None:
                sentences.append(
                    f"The names in {quoted(reading.column)} have lost digits, as {quoted(lost)} "
                    "shows: a program took them for numbers. Have it read the column as text."
                )
    return sentences


def read_as_asked(table: Table, asked: CellsAsked) -> Table:
    """The table with its cells read anew, as the user says, unless they already are.

    So the rows of two files, joined, keep the readings of the first.
    """
    names = {*table.names} if asked.decimals else {*asked.measured, *asked.texts}
    again = [c for c in table.columns if c.reading is not None and c.name in names]
    if not again or asked == table.asked:
        return table
    readings = learnt_readings(
        [column.name for column in again],
        [column.in_file for column in again],
        table.delimiter,
        asked,
    )
    of_spelling = spelling_words(table.columns)
    for column, reading in zip(again, readings, strict=True):
        if reading != column.reading:
            table = table.having(column_of(column.name, column.in_file, reading))
    others = [notice for notice in table.notices if notice not in of_spelling]
    return replace(table, notices=(*others, *spelling_words(table.columns)), asked=asked)


def _read(
    column: Column,
    reading: Reading,
    delimiter: str | None,
    marks: Callable[[], dict[str, str]],
    is_whole: bool,
) -> tuple[Column, list[str]]:
    """The column by this reading or, if that fails on it, in its own spelling; and what is said."""
    if column.reading is None or column.reading == reading:
        return column, []
    name, cells = column.name, column.in_file
    read, notices = column_of(name, cells, reading), []
    n_gaps = int(np.isin(cells.codes, [i for i, text in enumerate(cells.texts) if not text]).sum())
    if reading.gap not in (None, UNREAD) and n_gaps:
        notices.append(
            f"{counted(n_gaps, 'empty cell')} of {quoted(name)} read as {quoted(reading.gap)}, "
            "since no cell was empty in the rows learned from."
        )
    n_unread, n_there = int(read.unread.sum()), len(column.codes) - n_gaps
    read, of_unit = _without_unit(column, read, reading, n_there)
    notices += of_unit
    if n_there and int(read.unread.sum()) > n_unread:
        return read, notices + unread_words(read)
    here = reading
    if reading.meaning != "text" and not are_most(n_there - n_unread, n_there):
        number = (name,) if reading.meaning == "number" else ()
        bare = replace(cells, declared=False)  # what is measured may be declared a text here
        (here,) = learnt_readings([name], [bare], delimiter, CellsAsked(numbers=number))
        other = column_of(name, cells, here)
        if 2 * _differing(read, other) > n_there:  # most can be read as before too
            if here.sure and not other.unread.any():
                return _either(column, read, other)
            here = reading
    if here is reading:
        here = _beside_others(column, read, marks) or reading
        if not here.sure and here is not reading:
            was_whole = is_whole or reading.spelling.thousands
            if was_whole and not holds_whole(read.values.numbers):
                return _either(column, read, column)
            row = int(np.argmin(read.missing_rows | read.unread))
            notices.append(
                f"{quoted(name)} may be written otherwise here: {quoted(column.texts[row])} was "
                f"read as {read.values[read.codes[row]]}, as in the rows learned from."
            )
    if here.sure and here != reading and _measures_alike(here, reading):
        other = column_of(name, cells, replace(here, words=reading.words, empty=reading.empty))
        if other.unread.sum() < max(1, n_unread):
            shown = (_unread(read) or list(filter(None, cells.texts)))[0]
            notices.append(
                f"{quoted(name)} is written otherwise than in the rows learned from, as in "
                f"{quoted(shown)}, and was read as it is written here."
            )
            read = other
    return read, notices + unread_words(read)


def _without_unit(
    column: Column, read: Column, reading: Reading, n_there: int
) -> tuple[Column, list[str]]:
    """The column as it is read, and what is said if it lacks the unit that the reading knows."""
    unit, name = reading.spelling.before or reading.spelling.after, quoted(column.name)
    if not unit or not n_there or any(unit in text for text in column.in_file.texts):
        return read, []
    if unit in SHARES and _may_be_shares(read):
        return _none_read(read), [
            f"The numbers of {name} have no {unit}, which those learned from have, and none is "
            f"above 1: 0.41 may be 41 {unit}. Write them with {unit}."
        ]
    if int(read.unread.sum()) == n_there:
        return read, []
    return read, [
        f"No cell of {name} has the unit {quoted(unit)}, as in the rows learned from. Its numbers "
        "were taken to be of that unit."
    ]


def _none_read(column: Column) -> Column:
    """The column without a cell that can be read."""
    values = (value and UNREAD + value.removeprefix(UNREAD) for value in column.values)
    return replace(column, values=Values(values))


def _measures_alike(here: Reading, there: Reading) -> bool:
    """Whether two readings may mean the same things: of numbers the same unit, if both have one.

    A time is no number of hours: it may be one of seconds, or of days. 41 % may be .41, and 41k no
    41.
    """
    units = {(one.spelling.before, one.spelling.after) for one in (here, there)}
    tells = any(unit in SHARES for pair in units for unit in pair)
    tells |= here.spelling.scales or there.spelling.scales
    is_clock = here.spelling.clock == there.spelling.clock
    alike = len(units) < 2 if tells else len(units - {("", "")}) < 2
    return here.meaning == there.meaning and is_clock and alike


def _may_be_shares(column: Column) -> bool:
    """Whether numbers without their percent sign may be shares of 1: none is larger, some is not
    whole.
    """
    amounts = column.values.numbers[column.counts > 0]
    amounts = amounts[~np.isnan(amounts)]
    return bool(len(amounts) and (np.abs(amounts) <= 1).all() and (amounts % 1 != 0).any())


def _differing(one: Column, other: Column) -> int:
    """In how many rows two readings of a column find numbers, and not the same."""
    amounts, others = (column.values.numbers[column.codes] for column in (one, other))
    both = ~np.isnan(amounts) & ~np.isnan(others)
    return int(np.count_nonzero(amounts[both] != others[both]))


def _either(column: Column, read: Column, other: Column) -> tuple[Column, list[str]]:
    """The column without a cell that can be read, since its numbers may be these or others; and
    what is said.
    """
    amounts, others = (one.values.numbers[one.codes] for one in (read, other))
    row = int(np.argmax(~np.isnan(amounts) & (amounts != others)))
    notice = (
        f"{quoted(column.name)} is written otherwise here, where {quoted(column.texts[row])} may "
        f"be {read.values[read.codes[row]]} or {other.values[other.codes[row]]}. Write it as in "
        "the rows learned from."
    )
    read = _none_read(read)
    return read, [notice, *unread_words(read)]


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


def together(
    table: Table, test: Table, used: Sequence[str], refuses: bool = False
) -> tuple[Table, str]:
    """The rows of both tables, and the name of the column that says which are held out.

    Cells of the test table are read by what was learnt on the first, and a column that it lacks is
    empty in its rows. used: the columns that matter. A row of the test table with a cell in one of
    them that cannot be read is left out, and a notice says so; a DataError where `refuses`, or
    where a whole column cannot be read.
    """
    name = HELD_OUT
    while name in table.names:
        name += "'"
    own_notices = test.notices
    readings = [column.reading for column in table.columns if column.reading is not None]
    whole = [column.name for column in table.columns if holds_whole(column.values.numbers)]
    test = read_by(test, readings, whole)
    test, left_out = _readable(test, [one for one in used if one in table.names], refuses)
    columns = [_joined(first, test) for first in table.columns]
    codes = np.repeat(np.array([0, 1], dtype=np.int32), [table.n_rows, test.n_rows])
    columns.append(column_of(name, Coded([LEARN, TEST], codes), Reading(name)))
    of_test = [f"Of the test file: {n}" for n in test.notices if n not in own_notices]
    both = Table(
        table.name,
        sha256((table.digest + test.digest).encode()).hexdigest(),
        tuple(columns),
        (*table.notices, *of_test, *left_out),
        delimiter=table.delimiter,
        asked=table.asked,
    )
    return both, name


def holds_whole(amounts: np.ndarray) -> bool:
    """Whether there are numbers, and all are whole; NaN where there is none."""
    there = amounts[~np.isnan(amounts)]
    return len(there) > 0 and bool((there == np.floor(there)).all())


def as_file(table: Table) -> bytes:
    """The cells of a table as a file that is divided as the table's own was."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=table.delimiter or ",", lineterminator="\r\n")
    writer.writerow(table.names)  # a cell with \r is quoted, as the end of a line has one
    writer.writerows(zip(*(column.texts.tolist() for column in table.columns), strict=True))
    return text.getvalue().encode()


def _readable(test: Table, used: Sequence[str], refuses: bool) -> tuple[Table, list[str]]:
    """The rows of which every cell that matters can be read, and a sentence on the others."""
    columns = [test.column(name) for name in used if name in test.names]
    for column in columns:
        n_rows = len(column.codes)
        if not are_most(n_rows - int(column.unread.sum()), n_rows):
            raise DataError(
                f"The test file must be written as the table is, and in {quoted(column.name)} it "
                f"is not. {' '.join(unread_words(column))} Write the cells alike."
            )
    is_unread_row = np.any([column.unread for column in columns], axis=0)
    n = int(is_unread_row.sum())
    if not n:
        return test, []
    if refuses or n == test.n_rows:
        unread = " ".join(sentence for column in columns for sentence in unread_words(column))
        raise DataError(
            f"Every cell of the test file must be written so that it can be read. {unread} Mend "
            "these cells."
        )
    rows = f"{counted(n, 'row')} of the test file {'has' if n == 1 else 'have'}"
    said = f"{rows} a cell that cannot be read, and nothing is judged on them."
    return test.rows(np.flatnonzero(~is_unread_row)), [said]


def _joined(first: Column, test: Table) -> Column:
    """The column of both tables, with the cells of the second written as in the first."""
    learnt, n = first.in_file, test.n_rows
    other = Coded([""], np.zeros(n, dtype=np.int32))
    if first.name in test.names:
        other = _written(test.column(first.name), first)
        there, codes = np.unique(other.codes, return_inverse=True)  # not those of rows left out
        other = Coded([other.texts[i] for i in there], codes)
    texts, places = distinct([*learnt.texts, *other.texts])
    codes = places[np.concatenate([learnt.codes, other.codes + len(learnt.texts)])]
    coded = Coded(texts, codes.astype(np.int32), learnt.declared)
    return column_of(first.name, coded, first.reading or Reading(first.name))


def _written(column: Column, first: Column) -> Coded:
    """The cells of a column, written as in the first file."""
    if first.reading is None or column.reading == first.reading:
        return column.in_file
    written = first.reading.written
    texts = [(value or "")[1:] if is_unread(value) else written(value) for value in column.values]
    return Coded(texts, column.codes)
