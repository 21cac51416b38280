"""Dates: the ways to write them, and the year, month and weekday of each."""

from collections.abc import Sequence
from functools import cache

import numpy as np

YEAR, MONTH, DAY = r"(?P<year>\d{4})", r"(?P<month>\d\d?)", r"(?P<day>\d\d?)"
TIME = r"(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
WRITTEN = {  # how dates are written -> what matches them, in Python as in RE2
    "yyyy-mm-dd": rf"{YEAR}-{MONTH}-{DAY}{TIME}",
    "dd.mm.yyyy": rf"{DAY}\.{MONTH}\.{YEAR}{TIME}",
    "mm/dd/yyyy": rf"{MONTH}/{DAY}/{YEAR}{TIME}",
    "dd/mm/yyyy": rf"{DAY}/{MONTH}/{YEAR}{TIME}",
}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PARTS = ("year", "month", "weekday")


def named_parts(name: str) -> tuple[str, ...]:
    """The names of the attributes that a column of dates becomes: year, month, weekday."""
    return tuple(f"{name}: {part}" for part in PARTS)


def ways_of_writing(values: Sequence[str | None]) -> tuple[str, ...]:
    """The ways of writing in which every value is a date; of several, it is not known which."""
    there = [value for value in values if value is not None]
    if not there or not there[0][:1].isdigit():
        return ()
    likely = [way for way in WRITTEN if not np.isnat(days(there[:1], way))[0]]
    return tuple(way for way in likely if not np.isnat(days(there, way)).any())


def days(values: Sequence[str | None], way: str) -> np.ndarray:
    """The day that each value means if written in this way, NaT if it is no date: (n_values,)."""
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    found = compute.extract_regex(arrow.array(values, arrow.string()), f"^(?:{WRITTEN[way]})$")
    year, month, day = (
        compute.struct_field(found, part).fill_null("0").cast(arrow.int64()).to_numpy()
        for part in ("year", "month", "day")
    )
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    read = months.astype("datetime64[D]") + (day - 1)
    is_day = (year > 0) & (month > 0) & (month < 13) & (day > 0)
    is_day &= read.astype("datetime64[M]") == months  # there is no 30th of February
    return np.where(is_day, read, np.datetime64("NaT"))


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
