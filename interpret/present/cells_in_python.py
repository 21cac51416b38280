"""Cells in Python, read as the Reading of their column does: texts, numbers and dates.

What is exported holds the source of the very functions that read files, and what they look up. A
row is read once: what has been read is a Read, and stays as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from inspect import getsource

from interpret.data.dates import (
    OF_NAME,
    PIVOT,
    WEEKDAYS,
    WRITTEN,
    clock_of,
    matched,
    month_named,
    plain_date,
)
from interpret.data.numbers import (
    ALIKE,
    BEYOND,
    BLANK,
    LONGEST,
    PLAIN,
    PLAINEST,
    WHOLE,
    digits,
    hours_of,
    number_written,
    shortest,
)
from interpret.data.preparation import Dates
from interpret.data.readings import CODE, MARKS, NO, UNREAD, YES, Reading

HEAD = f"""import re
from datetime import date
from functools import partial
from math import inf

UNREAD = {UNREAD!r}  # stands for a cell that cannot be read
MARKS = {sorted(MARKS)!r}
LONGEST = {LONGEST}
"""
WAYS = "\n".join(f"    {way.pattern!r}," for way in WRITTEN)
OF_DATES = f'''WEEKDAYS = {WEEKDAYS!r}
OF_NAME = {OF_NAME!r}
PIVOT = {PIVOT}
BLANK = {BLANK!r}
WRITTEN = [re.compile(way, re.IGNORECASE) for way in (
{WAYS}
)]


{"".join(f"{getsource(one)}{2 * chr(10)}" for one in (plain_date, matched, month_named, clock_of))}\
def parts(cell, day_first=None, empty=()):
    """Year, month and weekday of a date, as texts; UNREAD where a cell holds none."""
    text = "" if cell is None else str(cell).strip()
    if text in ("", *empty) or text.casefold() in MARKS:
        return None, None, None
    plain = plain_date(text, day_first)
    if plain is None:
        return UNREAD, UNREAD, UNREAD
    day = date.fromisoformat(plain[:10])
    return str(day.year), str(day.month), WEEKDAYS[day.weekday()]


'''
OF_WORDS = f'''NO = {sorted(NO)!r}
YES = {sorted(YES)!r}


def spellings(no, yes):
    """What each spelling of no and of yes is read as."""
    return {{**dict.fromkeys(NO, no), **dict.fromkeys(YES, yes)}}


'''
OF_OTHERS = f'''ALIKE = {ALIKE!r}
PLAIN = re.compile({PLAIN.pattern!r}, re.ASCII)
PLAINEST = re.compile({PLAINEST.pattern!r}, re.ASCII)
WHOLE, BEYOND = {WHOLE!r}, {BEYOND!r}


{"".join(f"{getsource(one)}{2 * chr(10)}" for one in (number_written, hours_of, digits, shortest))}\
def amount(cell, written=PLAIN, thousands="", empty=(), words={{}}):
    """The number in a cell in plain digits; None where it is empty, UNREAD where it is none."""
    text = "" if cell is None else str(cell).strip()
    folded = text.casefold()
    if text in ("", *empty) or folded in MARKS:
        return None
    found = number_written(text, written, thousands)
    if found is None:
        return words.get(folded, UNREAD)
    return shortest(text if written is PLAIN else "", found)


def worded(cell, words={{}}, width=0, gap=None):
    """The text in a cell: one spelling of yes and of no, and codes with their zeros."""
    text = "" if cell is None or cell != cell else str(cell).strip()
    if not text:
        return gap
    code = re.fullmatch({CODE.pattern!r}, text) if width else None
    if code and len(code[1].lstrip("0")) <= width:
        return code[1].lstrip("0").zfill(width)
    return words.get(text.casefold(), text)


'''
READ = '''class Read(dict):
    """A row whose cells are read."""


def read(row):
    """The row, its cells read as those were that the answer was learned from."""
    if isinstance(row, Read):
        return row
    row = {str(name).strip(): cell for name, cell in row.items()} | row
    row |= {name: of(row[name]) for name, of in COLUMNS.items() if name in row}
'''


def functions_in_python(*, of_dates: bool, of_others: bool, of_words: bool = False) -> str:
    """The functions that read cells; "" where none is read."""
    functions = OF_DATES * of_dates + OF_WORDS * of_words + OF_OTHERS * of_others
    return functions and HEAD + functions


def read_in_python(
    readings: Sequence[Reading],
    dates: Iterable[tuple[Dates, Reading]],
    fills: Mapping[str, str],
) -> str:
    """The function `read` of a row, where the functions that read cells stand above it.

    readings: of the columns of numbers and texts. dates: the columns of dates, of which the row
    gets the parts that it has not. fills: what empty cells become.
    """
    columns = "".join(f"    {one.column!r}: {_reader(one)},\n" for one in readings)
    filled = "{name: FILLS.get(name) if cell is None else cell for name, cell in row.items()}"
    return (
        f"{f'FILLS = {fills!r}{chr(10)}' if fills else ''}"
        f"COLUMNS = {{{columns and chr(10)}{columns}}}\n\n\n{READ}"
        f"{''.join(_parts(*column) for column in dates)}"
        f"{f'    row = {filled}{chr(10)}' if fills else ''}"
        "    return Read(row)\n\n\n"
    )


def _parts(dates: Dates, reading: Reading) -> str:
    """A statement that adds the parts of a date to `row`, where it has none yet."""
    day_first = "" if reading.day_first is None else repr(reading.day_first)
    given = _given({"day_first": day_first, "empty": repr(reading.empty or "")})
    call = f"parts(row.get({dates.attribute!r}){given})"
    return f"    row = {{**dict(zip({dates.parts!r}, {call})), **row}}\n"


def _reader(reading: Reading) -> str:
    """What reads a cell of a column."""
    spelling = reading.spelling
    given = {"words": f"spellings{reading.words!r}" if reading.words else ""}
    if reading.meaning == "text":
        name = "worded"
        given |= {"width": repr(reading.width or "")}
        given |= {"gap": "UNREAD" if reading.gap == UNREAD else ""}
    else:
        name = "amount"
        written = "" if spelling == PLAIN else f"re.compile({spelling.pattern!r}, re.ASCII)"
        given |= {"written": written, "thousands": repr(spelling.thousands)}
        given |= {"empty": repr(reading.empty or "")}
    arguments = _given(given)
    return f"partial({name}{arguments})" if arguments else name


def _given(sources: Mapping[str, str]) -> str:
    """Arguments by name, without those that are as usual."""
    return "".join(
        f", {name}={source}" for name, source in sources.items() if source not in ("", "''")
    )
