"""Code that turns a column of dates into year, month and weekday, as interpret.data.dates does."""

from interpret.data.dates import LONGEST, OF_NAME, PIVOT, WEEKDAYS, WRITTEN
from interpret.data.numbers import BLANK
from interpret.data.preparation import Dates
from interpret.data.readings import MARKS, UNREAD, Reading

WAYS = "\n".join(f"    {way.pattern!r}," for way in WRITTEN)
IN_PYTHON = f'''import re
from datetime import date

UNREAD = {UNREAD!r}  # stands for a cell that cannot be read
WAYS = [
{WAYS}
]
MONTHS = {OF_NAME!r}
WEEKDAYS = {WEEKDAYS!r}


def day_of(told, day_first):
    """The date that the named parts of a cell mean, None where there is no such."""
    year, name = int(told["year"]), told.get("name", "").casefold()
    if len(told["year"]) == 2:
        year += 1900 if year >= {PIVOT} else 2000
    if "one" in told:
        day, month = int(told["one"]), int(told["other"])
        if told["mark"].startswith("."):
            day_first = True
        elif day_first is None and (day > 12 or month > 12 or day == month):
            day_first = day > 12
        if day_first is None:
            return None
        day, month = (day, month) if day_first else (month, day)
    else:
        begins = [MONTHS[name[:n]] for n in (4, 3) if name[:n] in MONTHS]
        day, month = int(told["day"]), int(told.get("month") or (begins or [0])[0])
    numbers = "hour", "minute", "second", "ahead", "beside"
    hour, *others, ahead, beside = (int(told.get(part) or 0) for part in numbers)
    is_half = told.get("half") is None or 1 <= hour <= 12
    if not is_half or max(hour, ahead) > 23 or max(*others, beside) > 59:
        return None
    try:
        return date(year, month, day)
    except ValueError:  # there is no 30th of February
        return None


def parts(cell, day_first=None, empty=()):
    """Year, month and weekday of a date, as texts; UNREAD where a cell holds none."""
    text = "" if cell is None else str(cell).strip()
    if text in ("", *empty) or text.casefold() in {sorted(MARKS)!r}:
        return None, None, None
    text = text.translate({BLANK!r})
    tried = (re.fullmatch(way, text, re.IGNORECASE) for way in WAYS if len(text) <= {LONGEST})
    found = next(filter(None, tried), None)
    day = found and day_of(found.groupdict(), day_first)
    if not day:
        return UNREAD, UNREAD, UNREAD
    return str(day.year), str(day.month), WEEKDAYS[day.weekday()]


'''


def row_in_python(dates: Dates, reading: Reading) -> str:
    """A statement that adds the parts to `row`, where it has none yet."""
    made = _call(reading, f"row.get({dates.attribute!r})")
    return f"    row = {{**dict(zip({dates.parts!r}, {made})), **row}}\n"


def _call(reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    given = {"day_first": reading.day_first, "empty": reading.empty}
    others = "".join(
        f", {name}={value!r}" for name, value in given.items() if value not in (None, ())
    )
    return f"parts({cell}{others})"
