"""Code that turns a column of dates into year, month and weekday, as interpret.data.dates does."""

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import CLOCK, PIVOT, TIME, WEEKDAY, WEEKDAYS, pattern
from interpret.data.preparation import Dates
from interpret.data.readings import MARKS, Reading
from interpret.present.spelled import literal, trimmed

IN_PYTHON = f'''import re
from datetime import date


def parts(cell, written, empty=()):
    """Year, month and weekday of a date, as texts; what is no date written so stays as it is."""
    text = "" if cell is None else str(cell).strip()
    if text in ("", *empty) or text.casefold() in {sorted(MARKS)!r}:
        return None, None, None
    found = re.fullmatch(written, text, re.IGNORECASE)
    try:
        year = found and int(found["year"])
        if found and len(found["year"]) == 2:
            year += 1900 if year >= {PIVOT} else 2000
        day = found and date(year, int(found["month"]), int(found["day"]))
    except ValueError:  # there is no 30th of February
        day = None
    if not day:
        return text, text, text
    weekdays = {WEEKDAYS!r}
    return str(day.year), str(day.month), weekdays[day.weekday()]


'''


def row_in_python(dates: Dates, reading: Reading) -> str:
    """A statement that adds the parts to `row`, where it has none yet."""
    made = _call(dates, reading, f"row.get({dates.attribute!r})")
    return f"    row = {{**dict(zip({dates.parts!r}, {made})), **row}}\n"


def frame_in_pandas(dates: Dates, reading: Reading) -> list[str]:
    """Statements that add the parts to `data`."""
    return [
        f"told = data[{dates.attribute!r}].astype(object).map(",
        f"    lambda cell: {_call(dates, reading, 'cell')})",
        "data = data.assign(**{",
        *(f"    {name!r}: told.str[{i}]," for i, name in enumerate(dates.parts)),
        "})",
    ]


def _call(dates: Dates, reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    written = f"{WEEKDAY}{pattern(_one_way(dates)).removesuffix(TIME)}{CLOCK}"
    return f"parts({cell}, {written!r}{f', {reading.empty!r}' if reading.empty else ''})"


def _one_way(dates: Dates) -> str:
    """The way the dates are written; a DataError where they are written in several."""
    if not dates.way:
        raise DataError(
            f"Dates must be written in one way and in digits to be read by exported code, and in "
            f"{quoted(dates.attribute)} they are not. Write them as 2024-12-31 and learn again."
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
