"""Every format that is read, told by the bytes and not by the file's name.

Text (delimited, ARFF, also in UTF-16), Excel and OpenDocument workbooks, Parquet, and gzip of each.
"""

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from interpret.data.arff import BEGINS, read_arff
from interpret.data.cells import Cells, coded
from interpret.data.complaints import DataError, quoted
from interpret.data.delimited import LATIN, LATIN_1, encoding_of
from interpret.data.delimited import read_cells as read_delimited
from interpret.data.header import above_header, check_width, header_place
from interpret.data.parquet import read_parquet
from interpret.data.typed import typed

MAX_BYTES = 200 * 2**20
ZIP, OLD_OFFICE, GZIP, PARQUET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"PAR1"
UTF_16 = b"\xff\xfe", b"\xfe\xff"
NO_WORKBOOK = (
    "The file begins like an Excel workbook, and cannot be read as one. "
    "Save it again as .xlsx, or export the sheet as CSV (UTF-8)."
)


def read_cells(raw: bytes) -> Cells:
    """The cells of a file; a DataError, in words for its owner, where it holds no table."""
    _check_size(len(raw))
    if raw.startswith(GZIP):
        raw = _unzipped(raw)
    if raw.startswith((ZIP, OLD_OFFICE)):
        return _workbook(raw)
    if raw.startswith(PARQUET) and raw.endswith(PARQUET):
        return read_parquet(raw)
    if raw.startswith(UTF_16):
        raw = _as_utf_8(raw)
    if BEGINS.match(raw):
        encoding = encoding_of(raw)
        cells = read_arff(raw.decode(encoding))
        return Cells(cells.header, cells.columns, (LATIN,) if encoding == LATIN_1 else ())
    return read_delimited(raw)


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise DataError(
            f"A file may hold {MAX_BYTES >> 20} MB, and this one holds {size / 2**20:,.0f} MB. "
            "Take a sample of its rows, or leave columns out."
        )


def _unzipped(raw: bytes) -> bytes:
    """What a gzip archive holds, as far as a file may be large."""
    parts, size = [], 0
    try:
        while raw:  # an archive may have several members
            member = zlib.decompressobj(wbits=31)
            parts.append(member.decompress(raw, MAX_BYTES + 1 - size))
            size += len(parts[-1])
            if size > MAX_BYTES:
                raise DataError(
                    f"A file may hold {MAX_BYTES >> 20} MB, and this gzip archive unpacks to more. "
                    "Take a sample of its rows, or leave columns out."
                )
            if not member.eof:
                raise DataError("This gzip archive ends too early. Compress or load it again.")
            raw = member.unused_data if member.unused_data.startswith(GZIP) else b""
    except zlib.error:
        raise DataError("This gzip archive is damaged. Compress or load it again.") from None
    return b"".join(parts)


def _as_utf_8(raw: bytes) -> bytes:
    try:
        return raw.decode("utf-16").encode("utf-8")
    except UnicodeError:
        raise DataError(
            "The file begins as text in UTF-16 and goes on as something else. "
            "Export the table again as CSV (UTF-8)."
        ) from None


def _workbook(raw: bytes) -> Cells:
    """The first sheet that holds anything; a row above the header may be empty."""
    import python_calamine as calamine  # here, because few tables are workbooks

    try:
        unpacked = 0
        if raw.startswith(ZIP):
            with ZipFile(BytesIO(raw)) as parts:
                unpacked = sum(part.file_size for part in parts.infolist())
    except (BadZipFile, NotImplementedError, OSError, ValueError):
        raise DataError(NO_WORKBOOK) from None
    _check_size(unpacked)
    try:
        with calamine.CalamineWorkbook.from_filelike(BytesIO(raw)) as book:
            names = book.sheet_names
            sheets = ((name, book.get_sheet_by_name(name).to_python()) for name in names)
            name, rows = next(((name, rows) for name, rows in sheets if rows), ("", []))
    except calamine.PasswordError:
        raise DataError(
            "The workbook must open without a password, and this one asks for one. "
            "Save it without, or export the sheet as CSV (UTF-8)."
        ) from None
    except (calamine.CalamineError, OSError, ValueError):
        raise DataError(NO_WORKBOOK) from None
    cells = _of_rows([[typed(cell) for cell in row] for row in rows])
    if len(names) == 1:
        return cells
    notice = f"Of {len(names)} sheets the first with cells was read: {quoted(name)}."
    return Cells(cells.header, cells.columns, (notice, *cells.notices))


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
