"""From the bytes of a file to its Table; the bytes, not the file's name, tell the format.

Delimited text, also in UTF-16, Excel and OpenDocument workbooks, Parquet, and gzip of each.
"""

import gzip
import zlib
from dataclasses import replace
from hashlib import sha256
from io import BytesIO

from interpret.data.cells import Cells
from interpret.data.complaints import DataError, quoted
from interpret.data.formats.delimited import read_cells as read_delimited
from interpret.data.formats.head import check_header, without_repeated_header
from interpret.data.formats.letters import as_utf_8
from interpret.data.formats.parquet import read_parquet
from interpret.data.formats.workbook import OLD_OFFICE, ZIP, read_workbook
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import learnt_readings
from interpret.data.limits import LIMITS, ReadingLimits, TooLargeError
from interpret.data.questions import spelling_words
from interpret.data.table import Table

GZIP, PARQUET = b"\x1f\x8b", b"PAR1"


def read_table(
    raw: bytes, name: str, limits: ReadingLimits = LIMITS, sheet: str | None = None
) -> Table:
    """The Table in a file of any of these formats; sheet: of a workbook, by default its choice."""
    table = table_of(read_cells(raw, limits, sheet), name, sha256(raw).hexdigest())
    check_header(table.names, [column.values for column in table.columns])
    return table


def table_of(cells: Cells, name: str, digest: str) -> Table:
    """The Table of cells, whatever they were read from."""
    readings = learnt_readings(cells.header, cells.columns, cells.delimiter)
    columns = tuple(map(column_of, cells.header, cells.columns, readings))
    notices = (*cells.notices, *spelling_words(columns))
    return Table(
        name,
        digest,
        columns,
        notices,
        delimiter=cells.delimiter,
        sheet=cells.sheet,
        sheets=cells.sheets,
    )


def read_cells(raw: bytes, limits: ReadingLimits = LIMITS, sheet: str | None = None) -> Cells:
    """The cells of a file; a DataError, in words for its owner, where it holds no table.

    sheet: the sheet of a workbook, by default the first that holds a table.
    """
    limits.check_bytes(len(raw))
    return without_repeated_header(_cells_of(raw, limits, sheet))


def _cells_of(raw: bytes, limits: ReadingLimits, sheet: str | None) -> Cells:
    """The cells of a file, whatever its format."""
    if raw.startswith(GZIP):
        raw = _unzipped(raw, limits)
    if raw.startswith((ZIP, OLD_OFFICE)):
        return read_workbook(raw, limits, sheet)
    if sheet is not None:
        raise DataError(f"Only a workbook has sheets; leave out {quoted(sheet)}.")
    if raw.startswith(PARQUET) and raw.endswith(PARQUET):
        return read_parquet(raw, limits)
    raw, notices = as_utf_8(raw)
    cells = read_delimited(raw)
    return replace(cells, notices=(*notices, *cells.notices))


def _unzipped(raw: bytes, limits: ReadingLimits) -> bytes:
    """The content of a gzip archive; a DataError where it is larger than a file may be."""
    archive = gzip.GzipFile(fileobj=BytesIO(raw))
    try:
        unpacked = archive.read(limits.bytes + 1)
    except EOFError:
        raise DataError("This gzip archive ends too early. Compress or load it again.") from None
    except (zlib.error, OSError):
        raise DataError("This gzip archive is damaged. Compress or load it again.") from None
    if len(unpacked) > limits.bytes:
        raise TooLargeError(
            f"A file may hold {limits.bytes >> 20} MB, and this gzip archive unpacks "
            "to more. Take a sample of its rows, or leave columns out."
        )
    return unpacked
