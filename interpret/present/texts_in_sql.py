"""Texts in SQL: quoted, rewritten in steps, and read as dates, however these are written.

A date's cell is cut into runs of digits and what is between. In 3rd March 2024, 10:00 the runs are
a head of no letters, 3, “rd March ”, 2024, “, ”, 10 and a tail. The kind of a date says which runs
are year, month and day: ymd, dmy with points, dm where either may be first, name after a day,
before it or behind a year, compact, or asctime's with a clock before the year.
"""

from collections.abc import Iterable, Sequence

from interpret.data.dates import MONTHS, PARTS, PIVOT, WEEKDAYS
from interpret.data.numbers import BLANKS

DIGITS = "0123456789"
AT_ONCE = 12  # texts that are replaced in one expression: SQLite reads no more than some 20 deep
Steps = list[dict[str, str]]  # the columns that each step adds, by name


def literal(text: str) -> str:
    """A text as SQL quotes it."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literals(texts: Iterable[str]) -> str:
    return f"({', '.join(map(literal, texts))})"


def replaced(name: str, text: str, pairs: Sequence[tuple[str, str]]) -> Steps:
    """Steps to a text in which the first of each pair is replaced by the second, in their order."""
    steps: Steps = []
    for start in range(0, max(1, len(pairs)), AT_ONCE):
        for old, new in pairs[start : start + AT_ONCE]:
            text = f"REPLACE({text}, {literal(old)}, {literal(new)})"
        is_last = start + AT_ONCE >= len(pairs)
        steps.append({name if is_last else f"{name}{start}": text})
        text = f"{name}{start}"
    return steps


def before(text: str, rest: str) -> str:
    """What stands in a text before the rest of it."""
    return f"SUBSTR({text}, 1, LENGTH({text}) - LENGTH({rest}))"


LETTERS = "abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïñòóôõöøùúûüýßąćęłńśźżşğı"
LETTERS += "абвгдежзийклмнопрстуфхцчшщъыьэюя"
HEAD, BETWEEN_RUNS = f"{LETTERS} .,", f"{LETTERS} .,-/年月년월"
IN_TIMES = f"{DIGITS}:., +-tzucgmhrap"  # what may follow a date, as in T10:00:00 UTC
RUNS = ("head", "one", "mark", "two", "other", "three")


def named_in_sql(part: str) -> str:
    """The name of what a cell is read as: one that no other column has, so that none stands in its
    place where SQL looks for a column of the table.
    """
    return f"cell_{part}_read"


def date_in_sql(day_first: bool | None) -> Steps:
    """Steps from `text` to year, month and weekday. day_first: as for dates.plain_date."""
    small = [
        (letter.upper(), letter) for letter in "äéûźşğ" + LETTERS[-32:]
    ]  # which SQLite leaves as they are
    small += [(blank, " ") for blank in BLANKS[1:]]
    words = [(f"|{end}", "|") for end in ("st", "nd", "rd", "th")]
    words += [(" del ", " "), (" de ", " "), (" of ", " "), ("|", "")]
    rests = [
        {f"rest{i + 1}": f"LTRIM(rest{i}, {literal(kind)})"}
        for i, kind in enumerate((HEAD, DIGITS, BETWEEN_RUNS, DIGITS, BETWEEN_RUNS, DIGITS))
    ]
    return [
        *replaced("rest0", f"LOWER({_WITH_MARKS})", small),
        *rests,
        {run: before(f"rest{i}", f"rest{i + 1}") for i, run in enumerate(RUNS)},
        *replaced("within", "'|' || mark", words),
        {"inside": "TRIM(within, ' .,-/年년')", "front": "TRIM(head, ' .,')"},
        {"second": f"LTRIM(LTRIM(front, '{LETTERS}'), ' .,')"},
        {"name": "CASE WHEN inside <> '' THEN inside WHEN second <> '' THEN second ELSE front END"},
        {"named": f"CASE {_months()} END", "kind": _kind()},
        {"one_": _whole("one"), "two_": _whole("two")},
        _parts(day_first),
        {"y_": _whole("year_"), "m": _whole("month_"), "d": _whole("day_")},
        {"y": f"CASE WHEN {_IS_TIME} THEN {_YEAR} END"},
        {"last": f"CASE WHEN m IN (4, 6, 9, 11) THEN 30 WHEN m <> 2 THEN 31 {_IN_FEBRUARY} END"},
        {"y_of": "CASE WHEN y > 0 AND m BETWEEN 1 AND 12 AND d BETWEEN 1 AND last THEN y END"},
        *_named("text IS NOT NULL AND y_of IS NULL"),
    ]


def day_in_sql(column: str) -> Steps:
    """Steps from a date or a moment of the engine's own to year, month and weekday."""
    parts = {"y": "YEAR", "m": "MONTH", "d": "DAY"}
    cell = f'{column[:-1]} itself"'
    return [
        {cell: column},  # a column may be called y, m or d
        {n: f"CAST(EXTRACT({part} FROM {cell}) AS INTEGER)" for n, part in parts.items()},
        {"y_of": "CASE WHEN y BETWEEN 1 AND 9999 THEN y END"},
        *_named("y IS NOT NULL AND y_of IS NULL"),
    ]


def _named(unread: str) -> Steps:
    """Steps from year, month and day to what they are called. unread: where there is no date."""
    return [
        {  # the year begins in March: January and February are the last months of it
            "y_own": "CASE WHEN m < 3 THEN y_of - 1 ELSE y_of END",
            "m_own": "CASE WHEN m < 3 THEN m + 10 ELSE m - 2 END",
        },
        {
            named_in_sql(PARTS[0]): "y_of",
            named_in_sql(PARTS[1]): "CASE WHEN y_of > 0 THEN m END",
            named_in_sql(PARTS[2]): _weekday(),
            named_in_sql("unread"): unread,
        },
    ]


def _whole(text: str) -> str:
    """A run of at most four digits as a number, NULL where it is none."""
    is_whole = f"LENGTH({text}) BETWEEN 1 AND 4 AND LTRIM({text}, '{DIGITS}') = ''"
    return f"CASE WHEN {is_whole} THEN CAST({text} AS INTEGER) END"


def _months() -> str:
    """The cases of a month's name by how it begins."""
    by_length = {
        (number, n): [begin for begin in begins.split() if len(begin) == n]
        for n in (4, 3)
        for number, begins in MONTHS.items()
    }
    return " ".join(
        f"WHEN SUBSTR(name, 1, {n}) IN {literals(begins)} THEN '{number}'"
        for (number, n), begins in by_length.items()
        if begins
    )


def _kind() -> str:
    return (
        "CASE WHEN LENGTH(one) = 8 AND mark IN ('', 't') THEN 'compact' "
        "WHEN LENGTH(one) = 4 AND mark = other AND mark IN ('-', '/', '.', '. ') THEN 'ymd' "
        "WHEN LENGTH(one) = 4 AND mark = '年' AND other = '月' THEN 'ymd' "
        "WHEN LENGTH(one) = 4 AND mark IN ('년', '년 ') AND other IN ('월', '월 ') THEN 'ymd' "
        "WHEN LENGTH(one) = 4 AND inside <> '' THEN 'behind' "
        "WHEN LENGTH(one) > 2 THEN NULL WHEN inside <> '' THEN 'after' "
        "WHEN mark = other AND mark IN ('-', '/') THEN 'dm' "
        "WHEN mark = other AND mark IN ('.', '. ') THEN 'dmy' "
        "WHEN head = '' OR mark = '' THEN NULL WHEN rest4 LIKE ':__:__ ____' THEN 'asctime' "
        "WHEN TRIM(mark, ' ,') IN ('', 'st', 'nd', 'rd', 'th', '.') THEN 'before' END"
    )


def _parts(day_first: bool | None) -> dict[str, str]:
    """The runs that are year, month and day, and the tail, by the kind of the date."""
    is_first = {True: "1 = 1", False: "1 = 0", None: "one_ > 12 OR one_ = two_"}[day_first]
    unsure = "WHEN one_ < 13 AND two_ < 13 AND one_ <> two_ THEN NULL " * (day_first is None)
    return {
        "year_": "CASE kind WHEN 'compact' THEN SUBSTR(one, 1, 4) WHEN 'ymd' THEN one "
        "WHEN 'behind' THEN one WHEN 'asctime' THEN SUBSTR(rest4, 8) WHEN 'dm' THEN three "
        "WHEN 'dmy' THEN three ELSE two END",
        "month_": "CASE kind WHEN 'compact' THEN SUBSTR(one, 5, 2) WHEN 'ymd' THEN two "
        f"WHEN 'dmy' THEN two WHEN 'dm' THEN CASE WHEN {is_first} THEN two ELSE one END "
        "ELSE named END",
        "day_": "CASE kind WHEN 'compact' THEN SUBSTR(one, 7, 2) WHEN 'ymd' THEN three "
        f"WHEN 'behind' THEN two WHEN 'dm' THEN CASE {unsure}WHEN {is_first} THEN one ELSE two END "
        "ELSE one END",
        "tail": "CASE WHEN kind = 'compact' THEN rest2 WHEN kind = 'asctime' THEN '' "
        "WHEN kind IN ('ymd', 'dm', 'dmy') THEN rest6 ELSE rest4 END",
    }


_IS_TIME = (
    "tail = '' AND other NOT LIKE '월%' OR tail = '日' AND other = '月' OR "
    "tail = '일' AND other LIKE '월%' OR tail = '.' AND kind = 'ymd' AND other LIKE '.%' OR "
    "LTRIM(tail, "
    f"'{IN_TIMES}') = '' AND (kind = 'compact' OR SUBSTR(tail, 1, 1) IN (' ', ',', 't', ':') "
    "AND (tail LIKE '%:__%' OR tail LIKE '%.__%'))"
)
_YEAR = (
    "CASE WHEN kind IS NULL THEN NULL WHEN LENGTH(year_) = 4 THEN y_ "
    "WHEN LENGTH(year_) = 2 AND kind IN ('dm', 'dmy', 'after') "
    f"THEN y_ + CASE WHEN y_ < {PIVOT} THEN 2000 ELSE 1900 END END"
)
_WITH_MARKS = (  # 31122024 as 31/12/2024: no month is 19 or 20
    f"CASE WHEN LENGTH(text) = 8 AND LTRIM(text, '{DIGITS}') = '' "
    "AND SUBSTR(text, 5, 2) IN ('19', '20') "
    "THEN SUBSTR(text, 1, 2) || '/' || SUBSTR(text, 3, 2) || '/' || SUBSTR(text, 5) ELSE text END"
)
_IN_FEBRUARY = "WHEN y % 4 = 0 AND (y % 100 <> 0 OR y % 400 = 0) THEN 29 ELSE 28"


def _weekday() -> str:
    """The name of the weekday; / only where it leaves no remainder, which databases take apart."""
    leaps = "".join(
        f" {sign} (y_own - y_own % {n}) / {n}" for sign, n in (("+", 4), ("-", 100), ("+", 400))
    )
    sundays = (WEEKDAYS[-1], *WEEKDAYS[:-1])
    cases = " ".join(f"WHEN {i} THEN '{name}'" for i, name in enumerate(sundays))
    return f"CASE (d + y_own{leaps} + (31 * m_own - 31 * m_own % 12) / 12) % 7 {cases} END"
