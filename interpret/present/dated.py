"""Code that turns a column of dates into year, month and weekday, as interpret.data.dates does."""

from interpret.data.dates import WEEKDAYS, pattern
from interpret.data.preparation import Dates

IN_PYTHON = f'''import re
from datetime import date


def parts(cell, written):
    """Year, month and weekday of a date, as texts; what is no date written so stays as it is."""
    found = re.fullmatch(written, str(cell), re.ASCII)
    try:
        day = found and date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:  # there is no 30th of February
        day = None
    if not day:
        return cell, cell, cell
    weekdays = {WEEKDAYS!r}
    return str(day.year), str(day.month), weekdays[day.weekday()]


'''


def row_in_python(dates: Dates) -> str:
    """A statement that adds the parts to `row`, where it has none yet."""
    made = f"parts(row.get({dates.attribute!r}), {pattern(dates.way)!r})"
    return f"    row = {{**dict(zip({dates.parts!r}, {made})), **row}}\n"


def frame_in_pandas(dates: Dates) -> list[str]:
    """Statements that add the parts to `data`."""
    return [
        f"told = data[{dates.attribute!r}].astype(object).map(",
        f"    lambda cell: parts(cell, {pattern(dates.way)!r}))",
        "data = data.assign(**{",
        *(f"    {name!r}: told.str[{i}]," for i, name in enumerate(dates.parts)),
        "})",
    ]


def in_sql(dates: Dates, column: str) -> dict[str, str]:
    """An expression for each part of the dates, texts or DATEs, in a column; NULL stays NULL.

    Only SUBSTR, REPLACE, LENGTH and whole numbers are used, and / only where it leaves no
    remainder, since databases treat remainders differently.
    """
    cell = f"CAST({column} AS VARCHAR(40))"
    if dates.way == "yyyy-mm-dd":
        year, month = f"SUBSTR({cell}, 1, 4)", f"REPLACE(SUBSTR({cell}, 6, 2), '-', '')"
        day = f"SUBSTR({cell}, 7 + LENGTH({month}), 2)"
        day = f"REPLACE(REPLACE({day}, ' ', ''), 'T', '')"  # a time may follow
    else:
        sign = dates.way[2]
        first = f"REPLACE(SUBSTR({cell}, 1, 2), '{sign}', '')"
        second = f"REPLACE(SUBSTR({cell}, 2 + LENGTH({first}), 2), '{sign}', '')"
        year = f"SUBSTR({cell}, 3 + LENGTH({first}) + LENGTH({second}), 4)"
        day, month = (first, second) if dates.way.startswith("dd") else (second, first)
    y, m, d = (f"CAST({text} AS INTEGER)" for text in (year, month, day))
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
