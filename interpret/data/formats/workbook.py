"""Workbooks of Excel and OpenDocument: one of their sheets becomes Cells.

A sheet takes memory for every cell up to its last one, however few there are. What ends a workbook
that spans too much is the limit of the process that reads it (interpret.data.sandbox.packing). A
formula has no result where no office has computed it; such cells are counted here.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from posixpath import join, normpath
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from interpret.data.cells import Cells, Coded, coded, named, typed
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.head import (
    NUMERIC,
    ROWS_LOOKED_AT,
    Rows,
    check_header,
    check_width,
    head_of,
)
from interpret.data.limits import ReadingLimits

if TYPE_CHECKING:
    import python_calamine as calamine

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BROKEN = (EOFError, OSError, RuntimeError, ValueError)  # what a broken archive raises
MOST_OF_COVER = 10  # rows of a cover sheet


def read_workbook(raw: bytes, limits: ReadingLimits, sheet: str | None = None) -> Cells:
    """The sheet of that name, by default the first that holds a table."""
    import python_calamine as calamine  # here, because few tables are workbooks

    try:
        if raw.startswith(ZIP):
            with ZipFile(BytesIO(raw)) as parts:
                limits.check_bytes(sum(part.file_size for part in parts.infolist()))
                _check_parts(parts.namelist())
        with calamine.CalamineWorkbook.from_filelike(BytesIO(raw)) as book:
            is_seen = calamine.SheetVisibleEnum.Visible
            seen = {one.name: one.visible == is_seen for one in book.sheets_metadata}
            names = sorted(book.sheet_names, key=lambda name: not seen[name])
            chosen, cells = _chosen(
                names, lambda name: _rows(book.get_sheet_by_name(name), limits), sheet
            )
            if raw.startswith(ZIP):
                check_results(raw, chosen)
            notices = (*sheet_words(names, chosen, sheet), *cells.notices)
            return replace(cells, notices=notices, sheet=chosen, sheets=tuple(names))
    except calamine.PasswordError:
        raise DataError(
            "The workbook must open without a password, and this one asks for one. "
            "Save it without, or export the sheet as CSV (UTF-8)."
        ) from None
    except DataError:
        raise
    except (calamine.CalamineError, BadZipFile, ParseError, *BROKEN):
        raise DataError(
            "The file begins like an Excel workbook, and cannot be read as one. Save it again as "
            ".xlsx, or export the sheet as CSV (UTF-8)."
        ) from None


def sheet_words(names: Sequence[str], chosen: str | None, wanted: str | None) -> tuple[str, ...]:
    """Which of several sheets was read; nothing is said of one alone. asked: the one asked for."""
    if chosen is None or len(names) == 1:
        return ()
    sentence = f"Of {len(names)} sheets ({listed(map(quoted, names))}), {quoted(chosen)} was read."
    return (f"{sentence} FILE#SHEET reads another." if wanted is None else sentence,)


def _chosen(
    names: Sequence[str], rows: Callable[[str], Rows], sheet: str | None
) -> tuple[str, Cells]:
    """The sheet of that name, by default the first that holds a table, and its cells.

    A table of few rows, or of texts that all differ, gives way to a later one: many workbooks begin
    with a cover sheet or with a list of what the columns mean.
    """
    sheets = listed(map(quoted, names))
    if sheet is not None:
        if sheet not in names:
            raise DataError(f"The workbook has no sheet {quoted(sheet)}. Its sheets are {sheets}.")
        if not (cells := rows(sheet)):
            raise DataError(f"The sheet {quoted(sheet)} is empty. The sheets are {sheets}.")
        return sheet, _of_rows(cells)
    first: tuple[str, Cells] | None = None
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
            first = name, table
            break
        first = first or (name, table)
    if first is None:
        raise trouble or DataError("The workbook is empty. A table needs column names and rows.")
    return first


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
    if any(name.startswith("word/") for name in names):
        raise DataError(
            "A table is needed, and this is a Word document. Copy its table into a worksheet, and "
            "load that, or save it as CSV (UTF-8)."
        )
    if not any(name.startswith("xl/") or name == "content.xml" for name in names):
        raise DataError(
            "A table is needed, and this is a zip archive that is no workbook. It holds "
            f"{listed(map(quoted, names))}. Unpack it, and load the table in it."
        )


BOOK, TARGETS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# a cell with a formula and no value; one whose result is an empty text has t="str"
NO_RESULT = re.compile(rb"<c ([^<>]*)><f[^<>]*(?:/>|>[^<>]*</f>)(?:<v ?/>|<v></v>)?</c>")
PLACE = re.compile(rb'\br="([A-Z]{1,3}[0-9]{1,7})"')


def check_results(raw: bytes, sheet: str) -> None:
    """A DataError where a formula of a sheet of an .xlsx file has no result.

    A program that writes a workbook cannot compute its formulas, and readers take them as empty.
    """
    with ZipFile(BytesIO(raw)) as parts:
        names = {*parts.namelist()}
        if not {BOOK, TARGETS} <= names:
            return
        places = {one.get("name"): one.get(ID) for one in fromstring(parts.read(BOOK)).iter()}
        targets = {one.get("Id"): one.get("Target", "") for one in fromstring(parts.read(TARGETS))}
        path = normpath(join("/xl", targets.get(places.get(sheet), ""))).lstrip("/")
        written = parts.read(path) if path in names else b""
    if b"<f" not in written:  # as in most sheets, of which this is known at once
        return
    for found in NO_RESULT.finditer(written):
        if b't="str"' not in found[1]:
            place = PLACE.search(found[1])
            cell = f"cell {place[1].decode()}" if place else "one"
            raise DataError(
                f"Every formula must have its result stored, and {cell} of {quoted(sheet)} has "
                "none. Open the workbook in Excel or LibreOffice, save it, and load it again."
            )
