"""Code that turns a column of dates into year, month and weekday, as interpret.data.dates does."""

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import LONGEST, OF_NAME, PIVOT, WEEKDAYS, WRITTEN
from interpret.data.preparation import Dates
from interpret.data.readings import MARKS, UNREAD, Reading
from interpret.present.spelled import literal, trimmed

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


def frame_in_pandas(dates: Dates, reading: Reading) -> list[str]:
    """Statements that add the parts to `data`."""
    return [
        f"told = data[{dates.attribute!r}].astype(object).map(",
        f"    lambda cell: {_call(reading, 'cell')})",
        "data = data.assign(**{",
        *(f"    {name!r}: told.str[{i}]," for i, name in enumerate(dates.parts)),
        "})",
    ]


def _call(reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    given = {"day_first": reading.day_first, "empty": reading.empty}
    others = "".join(
        f", {name}={value!r}" for name, value in given.items() if value not in (None, ())
    )
    return f"parts({cell}{others})"


def _one_way(dates: Dates) -> str:
    """The way the dates are written; a DataError where they are written in several."""
    if not dates.way:
        raise DataError(
            f"Dates must be written in one way and in digits to be read by SQL, and in "
            f"{quoted(dates.attribute)} they are not. Export the answer as Python, or write them "
            "as 2024-12-31 and learn again."
        )
    return dates.way


def in_sql(dates: Dates, column: str, reading: Reading) -> dict[str, str]:
    """An expression for each part of the dates, texts or DATEs, in a column; NULL stays NULL.

    Only functions that databases agree on are used, and whole numbers, and / only where it leaves
    no remainder, since databases treat remainders differently. A date begins with a digit.
    """
    cell, way = trimmed(f"CAST({column} AS VARCHAR(40))", reading), _one_way(dates)
    mark = "" if way == "yyyymmdd" else way[4] if way.startswith("yyyy") else way[2]
    if not mark:
        year, month, day = (f"SUBSTR({cell}, {at}, {n})" for at, n in ((1, 4), (5, 2), (7, 2)))
    elif way.startswith("yyyy"):
        year, month = f"SUBSTR({cell}, 1, 4)", f"REPLACE(SUBSTR({cell}, 6, 2), '{mark}', '')"
        day = f"SUBSTR({cell}, 7 + LENGTH({month}), 2)"
        day = f"REPLACE(REPLACE(REPLACE({day}, ' ', ''), 'T', ''), ',', '')"  # a time may follow
    else:
        first = f"REPLACE(SUBSTR({cell}, 1, 2), '{mark}', '')"
        second = f"REPLACE(SUBSTR({cell}, 2 + LENGTH({first}), 2), '{mark}', '')"
        n = way.count("y")
        year = f"SUBSTR({cell}, 3 + LENGTH({first}) + LENGTH({second}), {n})"
        day, month = (first, second) if way.startswith("dd") else (second, first)
    is_date = f"LTRIM({cell}, '0123456789') <> {cell}"
    if reading.empty:
        is_date += f" AND {cell} NOT IN ({', '.join(map(literal, reading.empty))})"
    y, m, d = (
        f"CAST(CASE WHEN {is_date} THEN {text} END AS INTEGER)" for text in (year, month, day)
    )
    if way.count("y") == 2:
        y = f"({y} + CASE WHEN {y} < {PIVOT} THEN 2000 ELSE 1900 END)"
    sundays = (WEEKDAYS[-1], *WEEKDAYS[:-1])
    names = " ".join(f"WHEN {i} THEN '{name}'" for i, name in enumerate(sundays))
    leaps = " ".join(
        f"{sign} {_whole('year_', n)}" for sign, n in (("+", 4), ("-", 100), ("+", 400))
    )
    weekday = (  # the year begins in March: month_ from 1, January and February are the last of it
        f"(SELECT CASE (day_ + year_ {leaps} + {_whole('31 * month_', 12)}) % 7 {names} END FROM "
        "(SELECT CASE WHEN month_ < 3 THEN year_ - 1 ELSE year_ END AS year_, "
        "CASE WHEN month_ < 3 THEN month_ + 10 ELSE month_ - 2 END AS month_, day_ FROM "
        f"(SELECT {y} AS year_, {m} AS month_, {d} AS day_) AS own_) AS march_)"
    )
    texts = (f"CAST({y} AS VARCHAR(4))", f"CAST({m} AS VARCHAR(2))", weekday)
    return dict(zip(dates.parts, texts, strict=True))


def _whole(number: str, by: int) -> str:
    """The whole part of a quotient."""
    return f"({number} - {number} % {by}) / {by}"
