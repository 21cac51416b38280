"""Workbooks of Excel and OpenDocument: the first sheet that holds anything becomes Cells."""

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

from interpret.data.cells import Cells, coded
from interpret.data.complaints import DataError, quoted
from interpret.data.header import above_header, check_width, header_place
from interpret.data.limits import ReadingLimits
from interpret.data.sheet_span import check_spans
from interpret.data.typed import typed

if TYPE_CHECKING:
    import python_calamine as calamine

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
NO_WORKBOOK = (
    "The file begins like an Excel workbook, and cannot be read as one. "
    "Save it again as .xlsx, or export the sheet as CSV (UTF-8)."
)


def read_workbook(raw: bytes, limits: ReadingLimits) -> Cells:
    """The first sheet that holds anything; rows above the header may be empty."""
    import python_calamine as calamine  # here, because few tables are workbooks

    if raw.startswith(ZIP):
        _check_parts(raw, limits)
    try:
        with calamine.CalamineWorkbook.from_filelike(BytesIO(raw)) as book:
            names = book.sheet_names
            sheets = ((name, _rows(book.get_sheet_by_name(name), limits)) for name in names)
            name, rows = next(((name, rows) for name, rows in sheets if rows), ("", []))
    except calamine.PasswordError:
        raise DataError(
            "The workbook must open without a password, and this one asks for one. "
            "Save it without, or export the sheet as CSV (UTF-8)."
        ) from None
    except DataError:
        raise
    except (calamine.CalamineError, OSError, ValueError):
        raise DataError(NO_WORKBOOK) from None
    cells = _of_rows([[typed(cell) for cell in row] for row in rows])
    if len(names) == 1:
        return cells
    notice = f"Of {len(names)} sheets the first with cells was read: {quoted(name)}."
    return Cells(cells.header, cells.columns, (notice, *cells.notices))


def _check_parts(raw: bytes, limits: ReadingLimits) -> None:
    """A DataError where a workbook unpacks to too much, or its sheets span too many cells.

    The reader takes memory for every cell up to the last one, and where it gets none the whole
    process ends.
    """
    try:
        with ZipFile(BytesIO(raw)) as parts:
            limits.check_bytes(sum(part.file_size for part in parts.infolist()))
            check_spans(parts, limits)
    except DataError:
        raise
    except (BadZipFile, EOFError, ExpatError, OSError, RuntimeError, ValueError, zlib.error):
        raise DataError(NO_WORKBOOK) from None


def _rows(sheet: "calamine.CalamineSheet", limits: ReadingLimits) -> Sequence[Sequence[object]]:
    """The rows of a sheet's cells."""
    limits.check_sheet(sheet.height, sheet.width)
    return sheet.to_python()


def _of_rows(rows: Sequence[Sequence[str]]) -> Cells:
    """The table of a sheet's rows; empty rows and margins are none of it."""
    rows = [row for row in rows if any(row)]
    place = header_place(rows)
    above, rows = rows[:place], rows[place:]
    if not rows:
        raise DataError(
            "The workbook is empty. A table needs a line with the column names and rows under it."
        )
    kept = [column for column in range(len(rows[0])) if any(row[column] for row in rows)]
    body: Iterator[Sequence[str]] = ([row[column] for column in kept] for row in rows[1:])
    check_width(len(kept))
    names = tuple(rows[0][column] for column in kept)
    return Cells(names, coded(body, len(kept)), above_header(above))
