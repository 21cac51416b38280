import re
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.dates import WEEKDAYS, days, layout, parts, plain_date

NUMBERS = st.text("0123", min_size=1, max_size=4) | st.sampled_from(["29", "30", "31", "2024"])
WRITTEN_SO = st.builds(
    lambda numbers, sign, rest: sign.join(numbers) + rest,
    st.lists(NUMBERS, min_size=3, max_size=3),
    st.sampled_from("-./"),
    st.sampled_from(["", " 9:30", "T10:00:00.5Z", "\n", "x"]),
)
YEAR_FIRST = [f"yyyy{mark}mm{mark}dd" for mark in "-./"]
ORDERS = {  # day_first -> the ways in which dates of digits are then written
    True: [f"dd{mark}mm{mark}{year}" for mark in "-./" for year in ("yyyy", "yy")],
    False: [f"mm{mark}dd{mark}{year}" for mark in "-/" for year in ("yyyy", "yy")]
    + ["dd.mm.yyyy", "dd.mm.yy"],
}


TIME = r"(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"


def pattern(way: str) -> str:
    """The expression of dates written in one way; a time of day may follow."""
    for part, digits in (
        ("yyyy", r"(?P<year>\d{4})"),
        ("yy", r"(?P<year>\d\d)"),
        ("mm", r"(?P<month>\d\d?)"),
        ("dd", r"(?P<day>\d\d?)"),
    ):
        way = way.replace(part, digits, 1) if "(?P<year>" not in way or part != "yy" else way
    return way.replace(".", r"\.") + TIME


def read_by_hand(value, way):
    found = re.fullmatch(pattern(way), value or "", re.ASCII)
    year = found and int(found["year"])
    if found and len(found["year"]) == 2:
        year += 1900 if year >= 69 else 2000
    try:
        return found and date(year, int(found["month"]), int(found["day"]))
    except ValueError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("day_first", ORDERS)
@given(values=st.lists(WRITTEN_SO | st.none(), min_size=1))
def test_days_and_their_parts_are_those_of_the_standard_library(day_first, values):
    plain = [value and plain_date(value, day_first) for value in values]
    ways = [*YEAR_FIRST, *ORDERS[day_first]]
    expected = [next(filter(None, (read_by_hand(v, way) for way in ways)), None) for v in values]
    read = days(plain)
    assert [None if np.isnat(day) else day.item() for day in read] == expected
    for value, day in zip(values, expected, strict=True):
        assert day is None or read_by_hand(value, layout(value, day_first)) == day
    known = [day for day in expected if day]
    told = [[str(day.year), str(day.month), WEEKDAYS[day.weekday()]] for day in known]
    assert parts(read[~np.isnat(read)]).T.tolist() == told


@given(WRITTEN_SO)
def test_a_date_is_read_without_its_order_only_where_one_order_alone_can_be_meant(value):
    read = plain_date(value, None)
    either = {plain_date(value, day_first) for day_first in (True, False)}
    assert read is None or read in either
    assert read is not None or len(either) == 2 or either == {None}
