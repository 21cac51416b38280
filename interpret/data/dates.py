"""Dates: how they are written, the plain way to write them, and their year, month and weekday.

The plain way is 2024-12-31, perhaps with 14:30:00, a fraction and a zone such as +02:00 behind it.
`plain_date` turns what people write into it; all other functions read the plain way alone.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.numbers import BLANK, LONGEST

if TYPE_CHECKING:
    import pyarrow as arrow

MONTHS = {  # how their names begin in English, German, Romance languages, Dutch, Nordic languages,
    1: "jan jän ene gen sty oca янв", 2: "feb fév fev lut şub фев",  # Polish, Turkish, and Russian
    3: "mar mär mrz maa mrt мар", 4: "apr avr abr kwi nis апр",
    5: "may mai mag mei maj мая май", 6: "jun juin giu cze haz июн",
    7: "jul juil lug lip tem июл", 8: "aug aoû aou ago sie ağu авг",
    9: "sep set wrz eyl сен", 10: "oct okt ott out paź eki окт", 11: "nov lis kas ноя",
    12: "dec dez déc dic des gru ara дек",
}  # fmt: skip
OF_NAME = {begin: month for month, names in MONTHS.items() for begin in names.split()}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PARTS = ("year", "month", "weekday")
SECOND = 1_000_000  # microseconds
PIVOT = 69  # a year of two digits from here on is of the last century, as in POSIX
FOLLOWED = r"(?=\d|[^\W\d_]{3,12}\.?\s+\d)"
WEEKDAY = rf"(?:[^\W\d_]{{2,10}}[.,]?\s+{FOLLOWED})?"  # Mon, Tuesday, Mi.
# All in small letters: large ones are the same.
HOUR, SIXTY = r"(?P<hour>[01]?\d|2[0-3])", r"[0-5]\d"
HALF = r"(?P<half>[ap]\.?m\.?)"
CLOCK = (
    rf"(?:(?:,?\s+(?:(?:at|um)\s+)?|[t:]|,\s*){HOUR}[:.](?P<minute>{SIXTY})(?:[:.](?P<second>{SIXTY})"
    rf"(?:[.,](?P<fraction>\d{{1,9}}))?)?\s*{HALF}?(?:\s*uhr)?\s*"
    rf"(?P<zone>z|(?:utc|gmt)?(?P<sign>[+-])(?P<ahead>[01]?\d|2[0-3])(?::?(?P<beside>{SIXTY}))?"
    "|utc|gmt)?)"
)
NAME = r"(?P<name>[^\W\d_]{3,12})"
OF, TH = r"(?:del? |of )?", r"(?:st|nd|rd|th|\.)"
BEFORE_A_CLOCK = tuple(  # the ways that a time of day may follow
    f"{WEEKDAY}{day}"
    for day in (
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)",
        r"(?P<one>\d\d?)(?P<mark>[-/]|\. ?)(?P<other>\d\d?)(?P=mark)(?P<year>\d{4}|\d\d)",
        rf"(?P<day>\d\d?){TH}?[ /-]?{OF}{NAME}[.,]?[ /-]?{OF}(?P<year>\d{{4}}|\d\d)",
        rf"{NAME}\.? (?P<day>\d\d?){TH}?,? (?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}})[- ]{NAME}\.?[- ](?P<day>\d\d?)",
        r"(?P<year>\d{4})年(?P<month>\d\d?)月(?P<day>\d\d?)日",
    )
)
ALONE = (
    rf"{WEEKDAY}{NAME} +(?P<day>\d\d?){CLOCK}? (?P<year>\d{{4}})",  # Tue Dec 31 14:30:00 2024
    r"(?P<year>\d{4})(?P<mark>\. ?)(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)\.?",  # Hungarian
    r"(?P<year>\d{4})년 ?(?P<month>\d\d?)월 ?(?P<day>\d\d?)일",
    r"(?P<year>(?:1[89]|20)\d\d)(?P<month>0\d|1[0-2])(?P<day>\d\d)"
    rf"(?P<basic>t(?P<hour>[01]\d|2[0-3])(?P<minute>{SIXTY})(?P<second>{SIXTY})?(?P<zone>z?))?",
    r"(?P<one>\d\d)(?P<other>\d\d)(?P<mark>)(?P<year>(?:19|20)\d\d)",  # no month is 19 or 20
)
WRITTEN = tuple(
    re.compile(way, re.IGNORECASE)
    for way in (*(f"{way}{CLOCK}?" for way in BEFORE_A_CLOCK), *ALONE)
)
COMPACT = re.compile(r"\d{8}", re.ASCII)
PLAIN = (
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?: (?P<hour>\d\d):(?P<minute>\d\d):"
    r"(?P<second>\d\d)(?:\.(?P<fraction>\d{1,6}))?(?P<zone>(?P<sign>[+-])(?P<ahead>\d\d):"
    r"(?P<beside>\d\d))?)?"
)


def named_parts(name: str) -> tuple[str, ...]:
    """The names of the attributes that a column of dates becomes: year, month, weekday."""
    return tuple(f"{name}: {part}" for part in PARTS)


def plain_date(text: str, day_first: bool | None) -> str | None:
    """The plain way to write the date in a cell, None where it holds none.

    day_first: whether 03/04/2024 and 03-04-2024 are the 3rd of April; None if that is not known,
    and such a cell is then a date only if one of its numbers can be no month. With points the day
    always stands first.
    """
    match = matched(text)
    if match is None:
        return None
    groups = match.groupdict()
    year = int(groups["year"])
    if len(groups["year"]) == 2:
        year += 1900 if year >= PIVOT else 2000
    if "one" in groups:
        one, other = int(groups["one"]), int(groups["other"])
        if groups["mark"].startswith("."):
            day_first = True
        elif one > 12 or other > 12 or one == other:
            day_first = one > 12 if day_first is None else day_first
        if day_first is None:
            return None
        day, month = (one, other) if day_first else (other, one)
    else:
        day = int(groups["day"])
        month = month_named(groups["name"]) if "name" in groups else int(groups["month"])
    try:
        plain = date(year, month, day).isoformat()
    except ValueError:  # there is no 30th of February
        return None
    clock = clock_of(groups) if groups.get("hour") else ""
    return None if clock is None else plain + clock


def layout(text: str, day_first: bool | None) -> str:
    """How a date is written in digits, such as dd.mm.yyyy; "" if its month has a name."""
    match = matched(text)
    groups = {} if match is None else match.groupdict()
    if not groups or "name" in groups or groups.get("basic") or not {*"年년"}.isdisjoint(text):
        return ""
    year, mark = "y" * len(groups["year"]), groups.get("mark", "")
    if "one" not in groups:
        return f"{year}{mark}mm{mark}dd"
    first, second = ("dd", "mm") if mark.startswith(".") or day_first else ("mm", "dd")
    return f"{first}{mark}{second}{mark}{year}"


def matched(text: str) -> re.Match[str] | None:
    if len(text) > LONGEST or not any(map(str.isdigit, text)):
        return None
    text = text.translate(BLANK)
    tried = (pattern.fullmatch(text) for pattern in WRITTEN)
    return next(filter(None, tried), None)


def month_named(name: str) -> int:
    """The number of a month by the beginning of its name, 0 where it is none."""
    name = name.casefold()
    return next((OF_NAME[name[:n]] for n in (4, 3) if name[:n] in OF_NAME), 0)


def clock_of(groups: dict[str, str]) -> str | None:
    """The time of day in the plain way, with a blank before it; None where there is no such."""
    hour, minute, second = (int(groups[part] or 0) for part in ("hour", "minute", "second"))
    half = (groups.get("half") or "").casefold()[:1]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (half == "p")
    fraction = (groups.get("fraction") or "")[:6].rstrip("0")
    zone = ""
    if groups["zone"]:
        sign, ahead, beside = (groups.get(part) for part in ("sign", "ahead", "beside"))
        sign, ahead = sign or "+", (ahead or "0").zfill(2)
        zone = f"{sign}{ahead}:{beside or '00'}"
    clock = f" {hour:02}:{minute:02}:{second:02}{'.' if fraction else ''}{fraction}{zone}"
    return "" if clock == " 00:00:00" else clock


def days(values: Sequence[str | None]) -> np.ndarray:
    """The day that each value in the plain way means, NaT if it is no date: (n_values,)."""
    part_of = _found(values)
    year, month, day = (_numbers(part_of(part)) for part in ("year", "month", "day"))
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    read = months.astype("datetime64[D]") + (day - 1)
    is_day = (year > 0) & (month > 0) & (month < 13) & (day > 0)
    is_day &= read.astype("datetime64[M]") == months  # there is no 30th of February
    return np.where(is_day, read, np.datetime64("NaT"))


def instants(values: Sequence[str | None]) -> tuple[np.ndarray, np.ndarray]:
    """The instant that each value in the plain way means, and which values tell their zone.

    datetime64[us] (n_values,), NaT if it is no date: a date alone means its first instant, and a
    time without a zone is taken as it stands; bool (n_values,).
    """
    import pyarrow.compute as compute

    part_of = _found(values)
    hour, minute, second = (_numbers(part_of(part)) for part in ("hour", "minute", "second"))
    micro = _numbers(compute.utf8_rpad(part_of("fraction"), 6, "0"))
    ahead, beside = (_numbers(part_of(part)) for part in ("ahead", "beside"))
    west = _is(part_of("sign"), "-")
    offset = np.where(west, -1, 1) * (ahead * 60 + beside)
    is_time = (hour < 24) & (minute < 60) & (second < 60) & (ahead < 24) & (beside < 60)
    since_midnight = ((hour * 60 + minute - offset) * 60 + second) * SECOND + micro
    read = days(values).astype("datetime64[us]") + since_midnight
    return np.where(is_time, read, np.datetime64("NaT")), ~_is(part_of("zone"), "")


def _found(values: Sequence[str | None]) -> "Callable[[str], arrow.StringArray]":
    """What each named part of the plain way matches in each value; "" where it matches nothing."""
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    parts = compute.extract_regex(arrow.array(values, arrow.string()), f"^(?:{PLAIN})$")
    return lambda part: compute.struct_field(parts, part).fill_null("")


def _numbers(texts: "arrow.StringArray") -> np.ndarray:
    """The whole number each text is, 0 where it is empty: int64 (n_texts,)."""
    import pyarrow as arrow
    import pyarrow.compute as compute

    return compute.if_else(compute.equal(texts, ""), "0", texts).cast(arrow.int64()).to_numpy()


def _is(texts: "arrow.StringArray", text: str) -> np.ndarray:
    import pyarrow.compute as compute

    return compute.equal(texts, text).to_numpy(zero_copy_only=False)


def parts(read: np.ndarray) -> np.ndarray:
    """The year, month and weekday of each day, as texts: (3, n_days)."""
    months, texts = read.astype("datetime64[M]"), _texts_of_numbers()
    year = months.astype("datetime64[Y]").astype(np.int64) + 1970
    month = months.astype(np.int64) % 12 + 1
    weekday = (read.astype(np.int64) + 3) % 7  # day 0, the 1st of January 1970, was a Thursday
    return np.stack([texts[year], texts[month], np.array(WEEKDAYS, dtype=object)[weekday]])


@cache
def _texts_of_numbers() -> np.ndarray:
    """The text of each number that a year, month or day can be."""
    return np.arange(10_000).astype(str).astype(object)
