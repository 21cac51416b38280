"""Delimited text: the bytes of a CSV or TSV file become Cells, or a DataError says why not.

Text without quotes is split by pyarrow, ten times faster in large files; whatever it would read
differently from Python's csv module is left to that module.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO, TextIOWrapper
from itertools import chain, islice

from interpret.data.cells import Cells, Coded, coded, named
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.formats.head import ROWS_LOOKED_AT, head_of, is_header
from interpret.data.formats.letters import UTF_8

MARKS = "#", "%", "//", "!"  # begin a line that may be a remark, and no row
BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \r\n]*+")
SEP = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([\t\x20-\x7e])"?\s*?\n', re.IGNORECASE)  # Excel's
IsComment = Callable[[int, str], bool]  # of a line that begins as one: its number, and its text
LARGE = 2**20  # bytes from which on it pays
CELLS_A_COLUMN = 100  # from which on it pays, since each column costs something
MAX_COLUMNS = 100_000
DELIMITERS = {
    "\t": "tab",
    ";": "semicolon",
    ",": "comma",
    "|": "pipe",
}  # of equally good ones the first


def separator(raw: bytes) -> str | None:
    """The delimiter that a first line names as Excel reads it, such as sep=;, or None."""
    match = SEP.match(raw, _begin(raw))
    return match[1].decode() if match else None


def records(
    raw: bytes, delimiter: str, is_comment: IsComment, comments: list[str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """The line each record starts in, and its cells; blank lines and comments are no records.

    comments: where the comments go.
    """
    begin = _begin(raw)
    if sep := SEP.match(raw, begin):
        begin = sep.end()
    text = TextIOWrapper(BytesIO(raw), UTF_8, newline="")
    text.buffer.seek(begin)
    number = start = raw.count(b"\n", 0, begin)
    is_new = True  # whether the next line begins a record

    def lines() -> Iterator[str]:
        nonlocal number, start, is_new
        for line in text:
            number += 1
            if is_new:
                if line.startswith(MARKS) and is_comment(number, line):
                    if comments is not None:
                        comments.append(line)
                    continue
                start, is_new = number, False
            yield line

    try:
        for cells in csv.reader(lines(), delimiter=delimiter, skipinitialspace=True, strict=True):
            is_new = True
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
    except csv.Error as error:
        raise DataError(f"The row that begins in line {start:,} {_trouble(error)}") from None


def _begin(raw: bytes) -> int:
    """Where the first line begins that is not blank."""
    blank = BLANK.match(raw)
    return raw.rfind(b"\n", 0, blank.end()) + 1 if blank else 0


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
        'Put the whole cell in quotes, and write a quote inside twice ("").'
    )


def columns(raw: bytes, delimiter: str, line: int, width: int) -> tuple[Coded, ...] | None:
    """The columns of the rows behind a line, counted from 1, in UTF-8 and each `width` cells wide.

    None where a row has more or fewer cells or there are few rows, and where quotes, remarks,
    spaces at the beginning of a cell, very long cells or odd ends of lines take a closer look.
    """
    spaces = any(before + b" " in raw for before in (delimiter.encode(), b"\n"))
    odd_ends = b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n")
    if len(raw) < LARGE or spaces or odd_ends or b'"' in raw:
        return None
    if raw.count(b"\n") < CELLS_A_COLUMN:
        return None
    begin = 0
    for _ in range(line):
        begin = raw.find(b"\n", begin) + 1
    if any(raw.find(b"\n" + mark.encode(), max(0, begin - 1)) >= 0 for mark in MARKS):
        return None
    return _read(raw, begin, delimiter, width)


def _read(raw: bytes, begin: int, delimiter: str, width: int) -> tuple[Coded, ...] | None:
    import pyarrow as arrow  # here, because it takes a while to load
    from pyarrow import csv as reader

    names = [str(place) for place in range(width)]
    texts = arrow.dictionary(arrow.int32(), arrow.string())
    try:
        table = reader.read_csv(
            arrow.BufferReader(arrow.py_buffer(memoryview(raw)[begin:])),
            reader.ReadOptions(use_threads=False, column_names=names),
            reader.ParseOptions(delimiter=delimiter, quote_char=False, double_quote=False),
            reader.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(names, texts),
                null_values=[],
                strings_can_be_null=False,
            ),
        )
    except arrow.ArrowInvalid:
        return None
    columns = [column.combine_chunks() for column in table.unify_dictionaries().columns]
    coded = [
        Coded(column.dictionary.to_pylist(), column.indices.to_numpy())
        for column in columns
        if len(column)
    ]
    longest = max((len(text) for column in coded for text in column.texts), default=0)
    return tuple(coded) if len(coded) == width and longest <= csv.field_size_limit() else None


def read_cells(raw: bytes) -> Cells:
    """The cells of a comma, semicolon or tab separated file in UTF-8, every row equally wide."""
    laid_out = layout(raw)
    width, delimiter = len(laid_out.header), laid_out.delimiter
    comments: list[str] = []
    found = records(raw, delimiter, laid_out.is_comment, comments)
    rows = islice(found, laid_out.place, None)
    first = list(islice(rows, 1))  # now the comments above it are known
    by_column = columns(raw, delimiter, laid_out.line, width) if first else None
    if by_column is None:
        word = DELIMITERS.get(delimiter, quoted(delimiter))
        by_column = coded(_of_width(chain(first, rows), width, word), width)
    cells = named(laid_out.header, by_column, (*_commented(comments), *laid_out.notices))
    return replace(cells, delimiter=delimiter)


@dataclass(frozen=True)
class Layout:
    """How a delimited file is written.

    header: a name for each column, empty where it has none; width: the cells of most rows, empty
    ones at their end included; place: how many records stand above the
    first row, and line: how many lines; is_comment: which lines are no records; notices: of the
    records above the first row that are no data.
    """

    delimiter: str
    header: tuple[str, ...]
    width: int
    place: int
    line: int
    is_comment: IsComment
    notices: tuple[str, ...]


def layout(raw: bytes) -> Layout:
    """The layout of a file in UTF-8, from whole lines at its beginning."""
    delimiter = separator(raw) or _delimiter(raw)
    width, _ = _usual(_widths(raw, delimiter))

    def is_no_row(_: int, line: str) -> bool:
        cells = _cells(line, delimiter)
        return len(cells) != width or not any(map(str.strip, cells[1:]))

    first = list(islice(records(raw, delimiter, is_no_row), ROWS_LOOKED_AT))
    rows = [[cell.strip() for cell in cells] for _, cells in first]
    if not rows:
        raise DataError("The file is empty. A table needs column names and rows.")
    comments = _comments(rows)
    first, rows = first[comments:], rows[comments:]
    head = head_of(rows)
    _check(head.names, rows[head.above :])
    begin, place = first[0][0], head.above + 1 + head.labels
    line = first[place][0] - 1 if place < len(first) else raw.count(b"\n")

    def is_comment(number: int, line: str) -> bool:
        return number < begin or is_no_row(number, line)

    return Layout(delimiter, head.names, width, place, line, is_comment, head.notices)


def _delimiter(raw: bytes) -> str:
    """The delimiter that gives most of the first rows the same width."""

    def regularity(delimiter: str) -> tuple[float, float, int]:
        widths = _widths(raw, delimiter)
        width, times = _usual(widths)
        alike = times if times > 1 else 0  # one line may be a title
        wide = sum(width > 1 for width in widths)
        return alike / max(1, len(widths)), wide / max(1, len(widths)), width

    return max(DELIMITERS, key=regularity)


def _usual(widths: Sequence[int]) -> tuple[int, int]:
    """The width that most rows of several cells have, and how many have it."""
    counts = Counter(width for width in widths if width > 1)
    return max(counts.items(), key=lambda found: found[1], default=(1, 0))


def _widths(raw: bytes, delimiter: str) -> list[int]:
    """How many cells the first records have; comments are none, unless there is nothing else."""

    def widths(are_none: bool) -> list[int]:
        cells_of = []
        try:
            for _, cells in islice(records(raw, delimiter, lambda *_: are_none), ROWS_LOOKED_AT):
                cells_of.append(len(cells))
        except DataError:
            cells_of.append(0)
        return cells_of

    return widths(True) or widths(False)


def _cells(line: str, delimiter: str) -> Sequence[str]:
    """The cells of a line by itself."""
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return []


def _comments(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows are comments, though they are as wide as the others.

    The header may begin with the mark of a comment too: it is one of these rows if what follows
    them is none.
    """
    marked = (place for place, row in enumerate(rows) if not row[0].startswith(MARKS))
    n = next(marked, len(rows))
    if n < len(rows) and is_header(rows[n:]):
        return n
    return next((place for place in range(n) if is_header(rows[place:])), 0)


def _commented(comments: Sequence[str]) -> tuple[str, ...]:
    """A notice of lines that were skipped as comments, if there are any."""
    if not comments:
        return ()
    was = "was" if len(comments) == 1 else "were"
    said = listed(quoted(line) for line in comments if line.strip("#%/! \r\n"))
    return (f"{counted(len(comments), 'line')} of remarks {was} skipped{said and ': '}{said}.",)


def _check(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A DataError unless a header, the first of the rows, can be that of a table."""
    if len(header) > MAX_COLUMNS:
        raise DataError(
            f"A table may have {MAX_COLUMNS:,} columns, and the first line has {len(header):,}. "
            "Leave columns out, or put every row into a line of its own."
        )
    if len(header) == 1:
        wider = any(len(cells) > 1 for cells in rows)
        mend = "Remove lines above the header" if wider else "Separate the columns"
        raise DataError(
            "A table needs at least two columns, separated by commas, semicolons, tabs or pipes, "
            f"and the first line has one: {quoted(header[0])}. {mend}, or add the class."
        )


def _of_width(
    rows: Iterator[tuple[int, list[str]]], width: int, delimiter: str
) -> Iterator[Sequence[str]]:
    """The cells of each record; empty ones beyond the width are none."""
    for place, (line, cells) in enumerate(rows):
        if len(cells) > width and not "".join(cells[width:]).strip():
            del cells[width:]
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
