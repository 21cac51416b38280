"""How many cells the sheets of a workbook span, and how much text stands in them, before any is
made: the reader takes memory for every cell up to the last one, however few there are.
"""

import sys
from collections.abc import Callable
from functools import cache
from typing import IO
from xml.parsers import expat
from zipfile import ZipFile

from interpret.data.limits import ReadingLimits

CHUNK = 2**16  # bytes
DIGITS, MOST_LETTERS = "0123456789", 3  # of a cell's place
Attributes = dict[str, str]


def check_spans(parts: ZipFile, limits: ReadingLimits) -> None:
    """A DataError where a sheet spans too many cells, or they hold too much text.

    An ExpatError or a ValueError where a part is malformed.
    """
    for name in parts.namelist():
        if name.lower().endswith(".xml"):
            with parts.open(name) as part:
                _check(part, limits)


def _check(part: IO[bytes], limits: ReadingLimits) -> None:
    """Reads a part to its end if it holds cells, and else no further than its root."""
    parser = expat.ParserCreate()
    sheet: _ExcelSheet | _OpenSheets | None = None
    is_over = False

    def root(name: str, _attributes: Attributes) -> None:
        nonlocal sheet, is_over
        parser.StartElementHandler = None
        kind = KINDS.get(_bare(name))
        if kind is None:
            is_over = True
            return
        sheet = kind(limits)
        parser.StartElementHandler, parser.EndElementHandler = sheet.begin, sheet.end
        parser.CharacterDataHandler = sheet.text

    parser.StartElementHandler, parser.StartDoctypeDeclHandler = root, _refuse
    while not is_over and (chunk := part.read(CHUNK)):
        parser.Parse(chunk)
    if not is_over:
        parser.Parse(b"", True)


def _refuse(*_declared: object) -> None:
    raise ValueError("The parts of a workbook declare nothing of their own.")


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


@cache
def _column(letters: str) -> int:
    """The number of a column from its letters: A is 1, AA is 27; a ValueError for too many."""
    if len(letters) > MOST_LETTERS:
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


class _ExcelSheet:
    """The rectangle around the cells of a sheet that hold something."""

    text: Callable[[str], None] | None = None

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._row = self._column = 0  # of the last cell
        self._in_row = 0
        self._top = self._left = sys.maxsize
        self._bottom = self._right = 0

    def begin(self, name: str, attributes: Attributes) -> None:
        name = _bare(name)
        if name == "c":
            place = attributes.get("r")
            if place is None:
                self._row, self._column = self._in_row, self._column + 1
            else:
                letters = place.rstrip(DIGITS)
                self._row, self._column = int(place[len(letters) :]), _column(letters)
        elif name in ("v", "is"):  # a cell without is but a format
            self._top, self._bottom = min(self._top, self._row), max(self._bottom, self._row)
            self._left = min(self._left, self._column)
            self._right = max(self._right, self._column)
        elif name == "row":
            self._in_row, self._column = int(attributes.get("r", self._in_row + 1)), 0

    def end(self, name: str) -> None:
        if _bare(name) == "worksheet" and self._bottom:
            n_rows, n_columns = self._bottom - self._top + 1, self._right - self._left + 1
            self._limits.check_sheet(n_rows, n_columns)


class _Span:
    """How far the last of many things that is not empty stands from the first."""

    def __init__(self) -> None:
        self.length = self._empty = 0

    def add(self, n: int, is_empty: bool) -> None:
        """n of them, one like the other."""
        if is_empty:
            self._empty += n
        else:
            self.length += self._empty + n
            self._empty = 0


class _OpenSheets:
    """The sheets of an OpenDocument file, in which rows and cells say how often they stand."""

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._rows, self._cells = _Span(), _Span()
        self._width = self._characters = 0  # of the sheet
        self._times = self._in_row = 0  # that the row stands, and the characters of one
        self._cell_times = 0  # that the cell stands, 0 for an empty one

    def begin(self, name: str, attributes: Attributes) -> None:
        if name == "table:table":
            self._rows, self._width, self._characters = _Span(), 0, 0
        elif name == "table:table-row":
            self._cells, self._in_row = _Span(), 0
            self._times = int(attributes.get("table:number-rows-repeated", 1))
        elif name in ("table:table-cell", "table:covered-table-cell"):
            times = int(attributes.get("table:number-columns-repeated", 1))
            is_empty = "office:value-type" not in attributes
            self._cells.add(times, is_empty)
            self._cell_times = 0 if is_empty else times
            self._in_row += self._cell_times * sum(map(len, attributes.values()))

    def text(self, text: str) -> None:
        self._in_row += self._cell_times * len(text)

    def end(self, name: str) -> None:
        if name == "table:table-row":
            self._rows.add(self._times, not self._cells.length)
            self._width = max(self._width, self._cells.length)
            self._characters += self._times * self._in_row
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._cell_times = 0
        elif name == "table:table":
            self._limits.check_sheet(self._rows.length, self._width)
            self._limits.check_texts(self._characters)


KINDS: dict[str, type[_ExcelSheet] | type[_OpenSheets]] = {
    "worksheet": _ExcelSheet,
    "document-content": _OpenSheets,
}
