"""Workbooks of Excel and OpenDocument: one of their sheets becomes Cells.

Before any cell is made, the cells that the sheets span are counted, and how much text stands in
them: the reader takes memory for every cell up to the last one, however few there are.
"""

import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import IO, TYPE_CHECKING
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from interpret.data.cells import Cells, Coded, coded, named
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.head import NUMERIC, ROWS_LOOKED_AT, Rows, head_of
from interpret.data.header import check_header, check_width
from interpret.data.limits import ReadingLimits
from interpret.data.typed import typed

if TYPE_CHECKING:
    import python_calamine as calamine

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
CHUNK = 2**16  # bytes
MOST_OF_COVER = 10  # rows of a cover sheet
DIGITS, MOST_LETTERS = "0123456789", 3  # of a cell's place
Attributes = dict[str, str]
BAD_PARTS = (BadZipFile, expat.ExpatError, zlib.error)


def read_workbook(raw: bytes, limits: ReadingLimits, sheet: str | None = None) -> Cells:
    """The sheet of that name, by default the first that holds a table."""
    import python_calamine as calamine  # here, because few tables are workbooks

    try:
        if raw.startswith(ZIP):
            with ZipFile(BytesIO(raw)) as parts:
                limits.check_bytes(sum(part.file_size for part in parts.infolist()))
                _check_parts(parts.namelist())
                _check_spans(parts, limits)
        with calamine.CalamineWorkbook.from_filelike(BytesIO(raw)) as book:
            is_seen = calamine.SheetVisibleEnum.Visible
            seen = {one.name: one.visible == is_seen for one in book.sheets_metadata}
            names = sorted(book.sheet_names, key=lambda name: not seen[name])
            return _chosen(names, lambda name: _rows(book.get_sheet_by_name(name), limits), sheet)
    except calamine.PasswordError:
        raise DataError(
            "The workbook must open without a password, and this one asks for one. "
            "Save it without, or export the sheet as CSV (UTF-8)."
        ) from None
    except DataError:
        raise
    except (calamine.CalamineError, *BAD_PARTS, EOFError, OSError, RuntimeError, ValueError):
        raise DataError(
            "The file begins like an Excel workbook, and cannot be read as one. Save it again as "
            ".xlsx, or export the sheet as CSV (UTF-8)."
        ) from None


def _chosen(names: Sequence[str], rows: Callable[[str], Rows], sheet: str | None) -> Cells:
    """The cells of the sheet of that name, by default of the first that holds a table.

    A table of few rows, or of texts that all differ, gives way to a later one: many workbooks begin
    with a cover sheet or with a list of what the columns mean.
    """
    told = listed(map(quoted, names))
    if sheet is not None:
        if sheet not in names:
            raise DataError(f"The workbook has no sheet {quoted(sheet)}. Its sheets are {told}.")
        if not (cells := rows(sheet)):
            raise DataError(f"The sheet {quoted(sheet)} is empty. The sheets are {told}.")
        return _of_rows(cells)
    found: tuple[str, Cells] | None = None
    trouble: DataError | None = None
    for name in names:
        if not (cells := rows(name)):
            continue
        try:
            table = _of_rows(cells)
            check_header(table.header, [column.texts for column in table.columns])
        except DataError as error:
            where = f"The sheet {quoted(name)} holds no table: " if len(names) > 1 else ""
            trouble = trouble or DataError(f"{where}{error}")
            continue
        if len(table.columns[0].codes) > MOST_OF_COVER and any(map(_can_tell, table.columns)):
            found = name, table
            break
        found = found or (name, table)
    if found is None:
        raise trouble or DataError(
            "The workbook is empty. A table needs a line with the column names and rows under it."
        )
    name, table = found
    if len(names) == 1:
        return table
    choice = (
        f"Of {len(names)} sheets ({told}), {quoted(name)} was read. --sheet NAME reads another."
    )
    return replace(table, notices=(choice, *table.notices))


def _can_tell(column: Coded) -> bool:
    """Whether a column can be what a table is about: a text comes again, or there are amounts."""
    return len(column.texts) < len(column.codes) or any(map(NUMERIC.match, column.texts))


def _rows(sheet: "calamine.CalamineSheet", limits: ReadingLimits) -> Rows:
    """The rows of a sheet that are not empty, as texts."""
    limits.check_sheet(sheet.height, sheet.width)
    rows = ([typed(cell) for cell in row] for row in sheet.to_python())
    return [row for row in rows if any(row)]


def _of_rows(rows: Rows) -> Cells:
    """The table of a sheet's rows."""
    head = head_of(rows[:ROWS_LOOKED_AT])
    body: Iterator[Sequence[str]] = iter(rows[head.above + 1 + head.labels :])
    header = rows[head.above]
    cells = named(header, coded(body, len(header)), head.notices)
    check_width(len(cells.header))
    return cells


def _check_parts(names: Sequence[str]) -> None:
    """A DataError where a zip archive holds something else than a workbook."""
    if not any(name.startswith("xl/") or name == "content.xml" for name in names):
        raise DataError(
            "A table is needed, and this is a zip archive, which is no workbook. It holds "
            f"{listed(map(quoted, names))}. Unpack it, and load the table in it."
        )


def _check_spans(parts: ZipFile, limits: ReadingLimits) -> None:
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
