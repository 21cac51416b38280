"""The records of delimited text: the line each begins in, and its cells."""

import csv
import re
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper

from interpret.data.complaints import DataError
from interpret.data.letters import UTF_8

MARKS = "#", "%", "//", "!"  # begin a line that may be a remark, and no row
BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \r\n]*+")
SEP = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([\t\x20-\x7e])"?\s*?\n', re.IGNORECASE)  # Excel's
IsComment = Callable[[int, str], bool]  # of a line that begins as one: its number, and its text


def separator(raw: bytes) -> str | None:
    """The delimiter that a first line names as Excel reads it, such as sep=;, or None."""
    found = SEP.match(raw, _begin(raw))
    return found[1].decode() if found else None


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
        'Put the whole cell in quotes; a quote that belongs to the value is written twice ("").'
    )
