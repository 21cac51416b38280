"""Cells in Python, read as the Reading of their column does: texts, numbers and dates.

What is exported holds the source of the very functions that read files, and what they look up.
"""

from collections.abc import Mapping
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
OF_OTHERS = f'''ALIKE = {ALIKE!r}
PLAINEST = re.compile({PLAINEST.pattern!r}, re.ASCII)
WHOLE, BEYOND = {WHOLE!r}, {BEYOND!r}


{"".join(f"{getsource(one)}{2 * chr(10)}" for one in (number_written, hours_of, digits, shortest))}\
def amount(cell, written="", thousands="", empty=(), words=None):
    """The number in a cell in plain digits; None where it is empty, UNREAD where it is none."""
    text = "" if cell is None else str(cell).strip()
    folded = text.casefold()
    if text in ("", *empty) or folded in MARKS:
        return None
    found = number_written(text, re.compile(written or {PLAIN.pattern!r}, re.ASCII), thousands)
    if found is None:
        return (words or {{}}).get(folded, UNREAD)
    return shortest("" if written else text, found)


def worded(cell, words, width=0, gap=None):
    """The text in a cell: one spelling of yes and of no, and codes with their zeros."""
    text = "" if cell is None or cell != cell else str(cell).strip()
    if not text:
        return gap
    code = re.fullmatch({CODE.pattern!r}, text) if width else None
    if code and len(code[1].lstrip("0")) <= width:
        return code[1].lstrip("0").zfill(width)
    return words.get(text.casefold(), text)


'''


def functions_in_python(*, of_dates: bool, of_others: bool) -> str:
    """The functions that read cells; "" where none is read."""
    told = OF_DATES * of_dates + OF_OTHERS * of_others
    return told and HEAD + told


def cell_in_python(reading: Reading) -> str:
    """A statement that reads the cell of numbers or texts in `row`."""
    call = _call(reading, f"row[{reading.column!r}]")
    return f"    row = {{**row, {reading.column!r}: {call}}}\n"


def parts_in_python(dates: Dates, reading: Reading) -> str:
    """A statement that adds the parts of a date to `row`, where it has none yet."""
    given = {"day_first": reading.day_first, "empty": reading.empty}
    call = f"parts(row.get({dates.attribute!r}){_others(given)})"
    return f"    row = {{**dict(zip({dates.parts!r}, {call})), **row}}\n"


def _call(reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    words = _words(reading)
    if reading.meaning == "text":
        width = f", {reading.width}" if reading.width else ""
        gap = ", gap=UNREAD" if reading.gap == UNREAD else ""
        return f"worded({cell}, {words!r}{width}{gap})"
    spelling = reading.spelling
    given = {
        "written": "" if spelling == PLAIN else spelling.pattern,
        "thousands": spelling.thousands,
        "empty": reading.empty,
        "words": words,
    }
    return f"amount({cell}{_others({name: value or None for name, value in given.items()})})"


def _others(given: Mapping[str, object]) -> str:
    """Arguments by name, those that are not as usual."""
    told = (item for item in given.items() if item[1] not in (None, ()))
    return "".join(f", {name}={value!r}" for name, value in told)


def _words(reading: Reading) -> dict[str, str]:
    """What each spelling of yes and no is read as."""
    pairs = zip((NO, YES), reading.words, strict=bool(reading.words))
    return {text: word for texts, word in pairs for text in sorted(texts)}
