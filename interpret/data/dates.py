"""Dates: the ways to write them, the year, month and weekday of each, and the instant it means."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as arrow

YEAR, MONTH, DAY = r"(?P<year>\d{4})", r"(?P<month>\d\d?)", r"(?P<day>\d\d?)"
TIME = r"(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
CLOCK = (  # the same, its parts named
    r"[T ](?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?P<zone>Z|(?P<sign>[+-])(?P<ahead>\d\d):?(?P<beside>\d\d))?"
)
WRITTEN = {  # how dates are written -> what matches them, in Python as in RE2
    "yyyy-mm-dd": rf"{YEAR}-{MONTH}-{DAY}{TIME}",
    "dd.mm.yyyy": rf"{DAY}\.{MONTH}\.{YEAR}{TIME}",
    "mm/dd/yyyy": rf"{MONTH}/{DAY}/{YEAR}{TIME}",
    "dd/mm/yyyy": rf"{DAY}/{MONTH}/{YEAR}{TIME}",
}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PARTS = ("year", "month", "weekday")
SECOND = 1_000_000  # microseconds


def named_parts(name: str) -> tuple[str, ...]:
    """The names of the attributes that a column of dates becomes: year, month, weekday."""
    return tuple(f"{name}: {part}" for part in PARTS)


def ways_of_writing(values: Sequence[str | None]) -> tuple[str, ...]:
    """The ways of writing in which every value is a date; if several, which is meant is unknown."""
    there = [value for value in values if value is not None]
    if not there or not there[0][:1].isdigit():
        return ()
    likely = [way for way in WRITTEN if not np.isnat(days(there[:1], way))[0]]
    return tuple(way for way in likely if not np.isnat(days(there, way)).any())


def days(values: Sequence[str | None], way: str) -> np.ndarray:
    """The day that each value means if written in this way, NaT if it is no date: (n_values,)."""
    found = _found(values, WRITTEN[way])
    year, month, day = (_numbers(found(part)) for part in ("year", "month", "day"))
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    read = months.astype("datetime64[D]") + (day - 1)
    is_day = (year > 0) & (month > 0) & (month < 13) & (day > 0)
    is_day &= read.astype("datetime64[M]") == months  # there is no 30th of February
    return np.where(is_day, read, np.datetime64("NaT"))


def instants(values: Sequence[str | None], way: str) -> tuple[np.ndarray, np.ndarray]:
    """The instant that each value means if written in this way, and which values tell their zone.

    datetime64[us] (n_values,), NaT if date or time are invalid: a date alone means its first
    instant, and a time without a zone is taken as it stands; bool (n_values,).
    """
    import pyarrow.compute as compute

    found = _found(values, f"[^T ]*{CLOCK}")
    hour, minute, second = (_numbers(found(part)) for part in ("hour", "minute", "second"))
    digits = compute.utf8_rpad(found("fraction"), 6, "0")
    micro = _numbers(compute.utf8_slice_codeunits(digits, 0, 6))
    ahead, beside = (_numbers(found(part)) for part in ("ahead", "beside"))
    west = _is(found("sign"), "-")
    offset = np.where(west, -1, 1) * (ahead * 60 + beside)
    is_time = (hour < 24) & (minute < 60) & (second < 60) & (ahead < 24) & (beside < 60)
    since_midnight = ((hour * 60 + minute - offset) * 60 + second) * SECOND + micro
    read = days(values, way).astype("datetime64[us]") + since_midnight
    return np.where(is_time, read, np.datetime64("NaT")), ~_is(found("zone"), "")


def _found(values: Sequence[str | None], pattern: str) -> "Callable[[str], arrow.StringArray]":
    """What each named part of a pattern matches in each value; "" where it matches nothing."""
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    parts = compute.extract_regex(arrow.array(values, arrow.string()), f"^(?:{pattern})$")
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
