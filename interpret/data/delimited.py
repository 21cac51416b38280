"""Delimited text: the bytes of a CSV or TSV file become Cells, or a DataError says why not."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from itertools import islice

from interpret.data import unquoted
from interpret.data.cells import Cells, coded
from interpret.data.complaints import DataError, quoted
from interpret.data.header import ROWS_LOOKED_AT, above_header, header_place

MAX_COLUMNS = 100_000
DELIMITERS = {"\t": "tab", ";": "semicolon", ",": "comma"}  # of equally good ones the first
LATIN = "The file is not UTF-8 and was read as Latin-1. Save it as UTF-8 if letters look wrong."

BOM = b"\xef\xbb\xbf"
UTF_8, LATIN_1 = "utf-8-sig", "cp1252"  # Latin-1 as Windows writes it: with € and curly quotes
CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
NOT_TEXT = {
    b"ARROW1": "an Arrow or Feather file",
    b"SQLite format 3": "an SQLite database",
    b"\x89HDF": "an HDF5 file",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"%PDF-": "a PDF",
}


def read_cells(raw: bytes) -> Cells:
    """The cells of a comma, semicolon or tab separated file, every row as wide as the header."""
    laid_out = layout(raw)
    width, delimiter = len(laid_out.header), laid_out.delimiter
    found = None
    if laid_out.encoding == UTF_8:
        found = unquoted.columns(raw, delimiter, laid_out.line, width)
    if found is None:
        records = islice(_records(raw, laid_out.encoding, delimiter), laid_out.place + 1, None)
        found = coded(_of_width(records, width, DELIMITERS[delimiter]), width)
    latin = (LATIN,) if laid_out.encoding == LATIN_1 else ()
    return Cells(laid_out.header, found, (*latin, *laid_out.notices))


@dataclass(frozen=True)
class Layout:
    """How a delimited file is written.

    place: how many records stand above the header; line: in which line it stands, from 1; notices:
    of what stands above it.
    """

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    place: int
    line: int
    notices: tuple[str, ...]


def layout(raw: bytes) -> Layout:
    """The layout of a file, from whole lines at its beginning."""
    encoding = encoding_of(raw)
    delimiter = _delimiter(raw, encoding)
    first = list(islice(_records(raw, encoding, delimiter), ROWS_LOOKED_AT))
    rows = [cells for _, cells in first]
    place = header_place(rows)
    header = _header(first[place:])
    return Layout(encoding, delimiter, header, place, first[place][0], above_header(rows[:place]))


def encoding_of(raw: bytes) -> str:
    """UTF-8 if the bytes are valid UTF-8, else Latin-1; a DataError if they are no text."""
    control = CONTROL_BYTES.search(raw)
    if control:
        raise DataError(_not_text(raw, control.start()))
    try:
        raw.decode(UTF_8)
    except UnicodeDecodeError:
        pass
    else:
        return UTF_8
    try:
        raw.decode(LATIN_1)
    except UnicodeDecodeError as error:
        raise DataError(_not_text(raw, error.start)) from None
    return LATIN_1


def _not_text(raw: bytes, position: int) -> str:
    for start, what in NOT_TEXT.items():
        if raw.startswith(start):
            return f"A table is needed, and this is {what}. Export the table as CSV (UTF-8)."
    line = raw.count(b"\n", 0, position) + 1
    byte = "a NUL byte" if raw[position] == 0 else f"the byte 0x{raw[position]:02X}"
    return (
        f"A CSV file holds only text, and this one has {byte} in line {line:,}. "
        "Remove it, or export the table again as CSV (UTF-8)."
    )


def _delimiter(raw: bytes, encoding: str) -> str:
    """The delimiter that gives most of the first rows the header's width."""

    def regularity(delimiter: str) -> tuple[float, float, int]:
        widths = []
        try:
            for _, cells in islice(_records(raw, encoding, delimiter), ROWS_LOOKED_AT):
                widths.append(len(cells))
        except DataError:
            widths.append(0)
        if not widths:
            return 0, 0, 0
        wide = sum(width > 1 for width in widths)
        alike = widths.count(widths[0]) if widths[0] > 1 else 0
        alike = alike if alike > 1 else 0  # one line may be a title
        return alike / len(widths), wide / len(widths), widths[0]

    return max(DELIMITERS, key=regularity)


def _records(raw: bytes, encoding: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The line each record starts in, and its cells; blank lines are no records."""
    begin, skipped = _first_line(raw)
    lines = TextIOWrapper(BytesIO(raw), encoding, newline="")
    lines.buffer.seek(begin)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    start = skipped + 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
            start = skipped + reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"The row that begins in line {start:,} {_trouble(error)}") from None


def _first_line(raw: bytes) -> tuple[int, int]:
    """Where the first line that is not blank begins, and how many stand above it."""
    blank = len(raw) - len(raw.lstrip(BOM + b" \r\n"))
    begin = raw.rfind(b"\n", 0, blank) + 1
    return begin, raw.count(b"\n", 0, begin)


def _trouble(error: csv.Error) -> str:
    if "field limit" in str(error):
        return (
            f"has a cell of more than {csv.field_size_limit():,} characters. "
            'Shorten the cell, or close the quote (") if one opens there and never ends.'
        )
    if "end of data" in str(error):
        return (
            'opens a quote (") that is never closed. '
            'Close it; a quote that belongs to the value is written twice ("").'
        )
    return (
        'has text behind a closing quote ("). '
        'Put the whole cell in quotes; a quote that belongs to the value is written twice ("").'
    )


def _header(records: Sequence[tuple[int, list[str]]]) -> tuple[str, ...]:
    """The names in the first of the records, which are those of the file's first rows."""
    if not records:
        raise DataError(
            "The file is empty. A table needs a line with the column names and rows under it."
        )
    header = tuple(cell.strip() for cell in records[0][1])
    if len(header) > MAX_COLUMNS:
        raise DataError(
            f"A table may have {MAX_COLUMNS:,} columns, and the first line has {len(header):,}. "
            "Leave columns out, or make sure that every row stands in a line of its own."
        )
    if len(header) == 1:
        wider = any(len(cells) > 1 for _, cells in records)
        mend = "Remove lines above the header" if wider else "Separate the columns"
        raise DataError(
            "A table needs at least two columns, separated by commas, semicolons or tabs, and the "
            f"first line has one: {quoted(header[0])}. {mend}, or add the class."
        )
    return header


def _of_width(
    records: Iterator[tuple[int, list[str]]], width: int, delimiter: str
) -> Iterator[Sequence[str]]:
    for place, (line, cells) in enumerate(records):
        if len(cells) != width:
            mend = (
                "Complete it."
                if len(cells) < width
                else f'Put a cell that holds a {delimiter} in double quotes (").'
            )
            if place == 0:
                mend += " If lines stand above the header, remove them."
            raise DataError(
                f"Every row must have as many cells as the header, {width:,}, and the row in line "
                f"{line:,} has {len(cells):,}. {mend}"
            )
        yield cells
