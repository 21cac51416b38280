import re
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.dates import WEEKDAYS, WRITTEN, days, parts

NUMBERS = st.text("0123", min_size=1, max_size=4) | st.sampled_from(["29", "30", "31", "2024"])
WRITTEN_SO = st.builds(
    lambda numbers, sign, rest: sign.join(numbers) + rest,
    st.lists(NUMBERS, min_size=3, max_size=3),
    st.sampled_from("-./"),
    st.sampled_from(["", " 9:30", "T10:00:00.5Z", "\n", "x"]),
)


def read_by_hand(value, way):
    found = re.fullmatch(WRITTEN[way], value or "", re.ASCII)
    try:
        return found and date(*(int(found[part]) for part in ("year", "month", "day")))
    except ValueError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("way", WRITTEN)
@given(values=st.lists(WRITTEN_SO | st.none(), min_size=1))
def test_days_and_their_parts_are_those_of_the_standard_library(way, values):
    read, expected = days(values, way), [read_by_hand(value, way) for value in values]
    assert [None if np.isnat(day) else day.item() for day in read] == expected
    known = [day for day in expected if day]
    told = [[str(day.year), str(day.month), WEEKDAYS[day.weekday()]] for day in known]
    assert parts(read[~np.isnat(read)]).T.tolist() == told
