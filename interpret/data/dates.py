"""Dates: how a column writes them, and the year, month and weekday they are."""

import re
from collections.abc import Iterable
from datetime import date

TIME = r"(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
WRITTEN = {  # how dates are written -> what matches, and where year, month and day stand in it
    "yyyy-mm-dd": (re.compile(rf"(\d{{4}})-(\d\d?)-(\d\d?){TIME}", re.ASCII), (1, 2, 3)),
    "dd.mm.yyyy": (re.compile(rf"(\d\d?)\.(\d\d?)\.(\d{{4}}){TIME}", re.ASCII), (3, 2, 1)),
    "mm/dd/yyyy": (re.compile(rf"(\d\d?)/(\d\d?)/(\d{{4}}){TIME}", re.ASCII), (3, 1, 2)),
    "dd/mm/yyyy": (re.compile(rf"(\d\d?)/(\d\d?)/(\d{{4}}){TIME}", re.ASCII), (3, 2, 1)),
}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PARTS = ("year", "month", "weekday")


def ways_of_writing(values: Iterable[str | None]) -> tuple[str, ...]:
    """The ways of writing dates in which every value is one: more than one is ambiguous."""
    there = [value for value in values if value is not None]
    if not there or not there[0][:1].isdigit():
        return ()
    return tuple(way for way in WRITTEN if all(_date(value, way) for value in there))


def parts(value: str, way: str) -> tuple[str, str, str] | None:
    """Year, month and weekday of a date written in a way; None where the value is none."""
    day = _date(value, way)
    return day and (str(day.year), str(day.month), WEEKDAYS[day.weekday()])


def _date(value: str, way: str) -> date | None:
    pattern, places = WRITTEN[way]
    found = pattern.fullmatch(value)
    try:
        return found and date(*(int(found[place]) for place in places))
    except ValueError:  # there is no 30th of February
        return None
