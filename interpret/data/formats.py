"""Every format that is read, recognised by the bytes and not by the name of the file.

Text (delimited, ARFF, also in UTF-16), Excel and OpenDocument workbooks, Parquet, and gzip of each.
"""

import gzip
import zlib
from io import BytesIO

from interpret.data.arff import BEGINS, read_arff
from interpret.data.cells import Cells
from interpret.data.complaints import DataError
from interpret.data.delimited import LATIN, LATIN_1, encoding_of
from interpret.data.delimited import read_cells as read_delimited
from interpret.data.limits import LIMITS, ReadingLimits, TooLargeError
from interpret.data.parquet import read_parquet
from interpret.data.workbook import OLD_OFFICE, ZIP, read_workbook

GZIP, PARQUET = b"\x1f\x8b", b"PAR1"
UTF_16 = b"\xff\xfe", b"\xfe\xff"


def read_cells(raw: bytes, limits: ReadingLimits = LIMITS) -> Cells:
    """The cells of a file; a DataError, in words for its owner, where it holds no table."""
    limits.check_bytes(len(raw))
    if raw.startswith(GZIP):
        raw = _unzipped(raw, limits)
    if raw.startswith((ZIP, OLD_OFFICE)):
        return read_workbook(raw, limits)
    if raw.startswith(PARQUET) and raw.endswith(PARQUET):
        return read_parquet(raw, limits)
    if raw.startswith(UTF_16):
        raw = _as_utf_8(raw)
    if BEGINS.match(raw):
        encoding = encoding_of(raw)
        cells = read_arff(raw.decode(encoding), limits)
        return Cells(cells.header, cells.columns, (LATIN,) if encoding == LATIN_1 else ())
    return read_delimited(raw)


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


def _as_utf_8(raw: bytes) -> bytes:
    try:
        return raw.decode("utf-16").encode("utf-8")
    except UnicodeError:
        raise DataError(
            "The file begins as text in UTF-16 and goes on as something else. "
            "Export the table again as CSV (UTF-8)."
        ) from None
