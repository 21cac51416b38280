"""Every format that is read, told by the bytes and not by the file's name.

Text (delimited, ARFF, also in UTF-16), Excel and OpenDocument workbooks, Parquet, and gzip of each.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from io import BytesIO
from zipfile import BadZipFile, ZipFile

import numpy as np

from interpret.data.arff import BEGINS, read_arff
from interpret.data.cells import Cells, Coded, coded, distinct
from interpret.data.complaints import DataError, quoted
from interpret.data.delimited import LATIN, LATIN_1, encoding_of
from interpret.data.delimited import read_cells as read_delimited
from interpret.data.header import above_header, header_place

MAX_BYTES = 200 * 2**20
MAX_CELLS = 200_000_000
ZIP, OLD_OFFICE, GZIP, PARQUET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"PAR1"
UTF_16 = b"\xff\xfe", b"\xfe\xff"
NO_WORKBOOK = (
    "The file begins like an Excel workbook, and cannot be read as one. "
    "Save it again as .xlsx, or export the sheet as CSV (UTF-8)."
)
INDEX = re.compile(r"__index_level_\d+__")  # a column that pandas adds


def read_cells(raw: bytes) -> Cells:
    """The cells of a file; a DataError, in words for its owner, where it holds no table."""
    _check_size(len(raw))
    if raw.startswith(GZIP):
        raw = _unzipped(raw)
    if raw.startswith((ZIP, OLD_OFFICE)):
        return _workbook(raw)
    if raw.startswith(PARQUET) and raw.endswith(PARQUET):
        return _parquet(raw)
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
    except BadZipFile:
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
    cells = _of_rows([[_text(cell) for cell in row] for row in rows])
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
    _check_width(len(kept))
    names = tuple(rows[0][column] for column in kept)
    return Cells(names, coded(body, len(kept)), above_header(above))


def _parquet(raw: bytes) -> Cells:
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.parquet as parquet

    try:
        file = parquet.ParquetFile(BytesIO(raw))
        n_cells = file.metadata.num_rows * file.metadata.num_columns
        if n_cells > MAX_CELLS:
            raise DataError(
                f"A table may have {MAX_CELLS:,} cells, and this one has {n_cells:,}. "
                "Take a sample of its rows, or leave columns out."
            )
        table = file.read()
        kept = [name for name in table.column_names if not INDEX.fullmatch(name)]
        _check_width(len(kept))
        nested = [n for n in kept if arrow.types.is_nested(table.schema.field(n).type)]
        if nested:
            raise DataError(
                f"Every cell must hold one value, and those of {quoted(nested[0])} hold several. "
                "Leave the column out, or make columns of its parts."
            )
        if not table.num_rows:
            raise DataError("The file has columns and no rows in them. Add the rows of the table.")
        columns = tuple(map(_column, table.select(kept).columns))
    except arrow.ArrowException:
        raise DataError(
            "The file begins like a Parquet file, and cannot be read as one. Save it again, or "
            "export the table as CSV (UTF-8)."
        ) from None
    return Cells(tuple(name.strip() for name in kept), columns)


def _column(values) -> Coded:
    """A column of an Arrow table, by its dictionary."""
    if not hasattr(values.type, "index_type"):
        values = values.dictionary_encode(null_encoding="encode")
    chunk = values.unify_dictionaries().combine_chunks()
    texts, places = distinct([*map(_text, chunk.dictionary.to_pylist()), ""])
    codes = places[chunk.indices.fill_null(len(places) - 1).to_numpy(zero_copy_only=False)]
    used, codes = np.unique(codes, return_inverse=True)
    return Coded([texts[i] for i in used], codes.astype(np.int32))


def _text(value: object) -> str:
    """A cell as a person would type it into a CSV file."""
    match value:
        case str():
            return value.strip()
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            if value != value:
                return ""
            return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case bytes():
            return value.decode("utf-8", "replace")
        case _:
            return str(value)


def _check_width(width: int) -> None:
    if width < 2:
        raise DataError(
            f"A table needs at least two columns, and this file has {width}. Add the class, or the "
            "attributes."
        )
