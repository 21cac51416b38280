"""The head of a table: which row is the header, and which rows above and under it are no data."""

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from interpret.data.cells import Cells
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.numbers import number
from interpret.data.readings import is_mark

ROWS_LOOKED_AT = 200  # rows
MOST_TITLES = 50  # lines with a title, a date or other remarks above the header
ROWS_AS_WIDE = 5  # rows under the header that must be as wide
MOST_LABELS = 3  # rows with units or longer names under the header
LEAST_ROWS = 5  # that say what a column holds
NEARLY_ALL = 0.9  # of a column's cells
LONG = 10  # rows whose numbers ascend by chance once in 10! times
NUMERIC = re.compile(
    r"[-+−–±<>≤≥~($€£¥]{0,3}\s?[.,]?\d"
)  # begins a number, an amount, a date or a time
WORD = re.compile(r"[^\W\d_]|[][(){}%°]")
BRACKETED = re.compile(r"\[.*\]|\(.*\)|\{.*\}|<.*>", re.DOTALL)
ONE_SHORT = (
    "The header is one name short, as in files of R: the first column holds the rows' names."
)
Rows = Sequence[Sequence[str]]


def check_header(names: Sequence[str], values: Sequence[Container[str | None]]) -> None:
    """A DataError unless these can name columns with these values.

    They must differ, none may be empty, and they may be neither all numbers nor all values.
    """
    mend = "Put a line with the column names on top."
    if all(number(name) is not None for name in names):
        raise DataError(
            "The first line must hold the column names, and it holds only numbers: "
            f"{listed(map(quoted, names))}. {mend}"
        )
    if all((name or None) in value for name, value in zip(names, values, strict=True)):
        raise DataError(
            "The first line must hold the column names, and each of its cells "
            f"({listed(map(quoted, names))}) is also a value of its column. {mend}"
        )
    if "" in names:
        raise DataError(
            f"Every column needs a name, and column {names.index('') + 1} has no name in the "
            "first line. Name or remove it; remove lines above the header."
        )
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise DataError(
            f"Column names must differ, and {listed(map(quoted, repeated))} "
            f"{'stands' if len(repeated) == 1 else 'stand'} more than once in the first line. "
            "Rename them; if that line is data, put the names on top."
        )


def without_repeated_header(cells: Cells) -> Cells:
    """The cells without rows that repeat the header, as where files were joined; that is said."""
    again = np.ones(len(cells.columns[0].codes), dtype=bool)
    for name, column in zip(cells.header, cells.columns, strict=True):
        named = [i for i, text in enumerate(column.texts) if text.strip() == name]
        again &= np.isin(column.codes, named)
        if not again.any():
            return cells
    if again.all():
        return cells  # the first line is refused then, as one that is no header
    n, columns = int(again.sum()), []
    for column in cells.columns:
        there, codes = np.unique(column.codes[~again], return_inverse=True)
        texts = [column.texts[i] for i in there]
        columns.append(replace(column, texts=texts, codes=codes.astype(np.int32)))
    notice = f"{counted(n, 'row')} that {'repeats' if n == 1 else 'repeat'} the header left out."
    return replace(cells, columns=tuple(columns), notices=(*cells.notices, notice))


def check_width(width: int) -> None:
    """A DataError unless there are columns enough for an attribute and the class."""
    if width < 2:
        raise DataError(
            f"A table needs at least two columns, and this file has {width}. Add the class, or the "
            "attributes."
        )


@dataclass(frozen=True)
class Head:
    """How many rows stand above the header, its names, and how many rows under it are no data.

    names: one for each column, empty where a column with cells has none; notices: of the rows that
    are no data.
    """

    above: int
    names: tuple[str, ...]
    labels: int
    notices: tuple[str, ...]


def head_of(rows: Rows) -> Head:
    """The head of a table, from the first rows of a file and their cells without blanks around."""
    is_short = _lacks_row_names(rows)
    if is_short:
        rows = [("", *rows[0]), *rows[1:]]
    place = 0 if is_short else header_place(rows)
    header, below = rows[place], rows[place + 1 :]
    width = max(len(_bare(row)) for row in rows[place:])
    labels = _labels(below)
    short = (ONE_SHORT,) if is_short else ()
    notices = (*short, *above_header(rows[:place]), *_under_header(below[:labels]))
    return Head(place, tuple(header[: max(1, width)]), labels, notices)


def header_place(rows: Rows) -> int:
    """The index of the header among a file's first rows.

    It is the first row, unless that row, perhaps with others, clearly stands above the header: the
    first row that fills every column, with names that differ and are no numbers, and the next rows
    are as wide. What stands above it has fewer cells than the rows, or is a title: one cell, or at
    most two filled ones in fewer than half of the columns. Anything else may stand there only if
    the row beneath is certain to be no data.
    """
    rows = rows[:ROWS_LOOKED_AT]
    for place in range(min(MOST_TITLES + 1, len(rows) - 1)):
        if _is_complete(rows[place:]):
            if not _are_names(rows[place]) and is_header(rows[place + 1 :]):
                place += 1
            return place if _is_clear(rows, place) else 0
    return 0


def _is_clear(rows: Rows, place: int) -> bool:
    """Whether the row of that place is certain to be the header, and those above it no data."""
    header, below, above = rows[place], rows[place + 1 :], rows[:place]
    width = sum(map(bool, header))
    return (
        _are_names(header)
        and {*map(len, below[:ROWS_AS_WIDE])} == {len(header)}
        and (
            all(_is_title(row, width) for row in above)
            or (all(len(row) < len(header) for row in above) and is_header(rows[place:]))
            or _are_no_data([header], below)
        )
    )


def is_header(rows: Rows) -> bool:
    """Whether the first of the rows has names that differ, and are neither numbers nor values."""
    names = rows[0]
    is_value = any(name in _column(rows[1:], i) for i, name in enumerate(names))
    return all(names[1:]) and _are_names(names) and not is_value


def _are_names(header: Sequence[str]) -> bool:
    """Whether the names in a header differ, and are no numbers."""
    names = [name for name in header if name]
    return len(set(names)) == len(names) and all(number(name) is None for name in names)


def _is_complete(rows: Rows) -> bool:
    """Whether the first of the rows fills every column in which the others hold something."""
    first, width = rows[0], max(map(len, rows))
    gaps = [i for i in range(width) if i >= len(first) or not first[i]]
    return any(first) and not any(_column(rows[1:], i) for i in gaps)


def _is_title(row: Sequence[str], width: int) -> bool:
    filled = sum(map(bool, row))
    return len(row) == 1 or (filled <= 2 and 2 * filled < width)


def _lacks_row_names(rows: Rows) -> bool:
    """Whether the first of the rows names every column but that of the rows' own names.

    These all differ. They are words, or numbers that count the rows, of which some may be left out.
    """
    header, below = rows[0], list(map(_bare, rows[1:]))
    if not all(header) or {*map(len, below)} != {len(header) + 1}:
        return False
    firsts = _column(below, 0)
    if len(set(firsts)) < len(rows) - 1:
        return False
    if not any(map(NUMERIC.match, firsts)):
        return True
    if not all(name.isascii() and name.isdigit() for name in firsts):
        return False
    steps = [int(after) - int(before) for before, after in pairwise(firsts)]
    return all(step == 1 for step in steps) or (len(below) >= LONG and min(steps) > 0)


def _bare(row: Sequence[str]) -> Sequence[str]:
    """The row without empty cells at its end."""
    n = len(row)
    while n and not row[n - 1]:
        n -= 1
    return row[:n]


def _column(rows: Rows, i: int) -> list[str]:
    """The cells of a column that hold something."""
    return [row[i] for row in rows if i < len(row) and row[i]]


def _labels(below: Rows) -> int:
    """How many rows under the header are no data: units, longer names, types."""
    most = min(MOST_LABELS, len(below) - 1)
    return next((n for n in range(most, 0, -1) if _are_no_data(below[:n], below[n:])), 0)


def _are_no_data(labels: Rows, rows: Rows) -> bool:
    """Whether rows are certain to be no data, as the rows under them show.

    None of their cells comes again in its column, and none is a number in a column of numbers or
    dates. One holds a word there, or all cells of the last row stand in brackets.
    """
    is_sure = False
    for i in range(max(map(len, labels))):
        words, cells = _column(labels, i), _column(rows, i)
        if not words:
            continue
        if not {*words}.isdisjoint(cells):
            return False
        amounts = sum(NUMERIC.match(cell) is not None for cell in cells)
        if amounts >= max(LEAST_ROWS, NEARLY_ALL * len(cells)):
            if any(map(NUMERIC.match, words)):
                return False
            is_sure |= any(map(_is_word, words))
    bare = [cell for cell in labels[-1] if cell]
    return is_sure or (len(bare) > 1 and all(map(BRACKETED.fullmatch, bare)))


def _is_word(cell: str) -> bool:
    """Whether a cell holds a word or a unit, and neither an error nor a mark of an empty cell."""
    return WORD.search(cell) is not None and not cell.startswith("#") and not is_mark(cell)


def above_header(rows: Rows) -> tuple[str, ...]:
    """A notice of the cells in rows above the header, if there are any."""
    cells = [cell for row in rows for cell in row if cell]
    if not cells:
        return ()
    return (
        "The first row with a name for every column was taken as the header; above it "
        f"{'stands' if len(cells) == 1 else 'stand'} {listed(map(quoted, cells))}.",
    )


def _under_header(rows: Rows) -> tuple[str, ...]:
    """A notice of rows under the header that are no data, if there are any."""
    if not rows:
        return ()
    cells = [cell for row in rows for cell in row if cell]
    which = f"{len(rows)} rows under the header are" if len(rows) > 1 else "row under the header is"
    return (
        f"The {which} no data but names, units or types, and skipped: "
        f"{listed(map(quoted, cells))}.",
    )
