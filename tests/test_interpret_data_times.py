"""When choices were made: the order of times, however they are written."""

from datetime import UTC, datetime, timedelta, timezone
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.times import places_in_time
from interpret.ranking.judging import last
from tests.film_choices import choices_of

ROWS = 24
DATES = {
    "y-m-d": lambda y, m, d: f"{y:04}-{m}-{d}",
    "d.m.y": lambda y, m, d: f"{d}.{m}.{y:04}",
    "m/d/y": lambda y, m, d: f"{m}/{d}/{y:04}",
    "d/m/y": lambda y, m, d: f"{d}/{m}/{y:04}",
}
CLOCKS = ("", " %H:%M", "T%H:%M:%S", " %H:%M:%S.%f")
SPANS = (2, 300, 40_000, 3_600_000)  # days from the first time to the last
FIRST, LATEST = datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)


def written(rows, seed, date, clocks, zoned, days):
    """Texts of times and the instants that they mean: written one way, but not of one width."""
    draw = Random(seed)
    start = FIRST + draw.random() * (LATEST - FIRST - timedelta(days=days))
    texts, means = [], []
    for _ in range(rows):
        zone = timezone(timedelta(minutes=draw.randint(-1439, 1439) if zoned else 0))
        when = (start + draw.random() * timedelta(days=days)).astimezone(zone)
        month, day = (draw.choice([str(n), f"{n:02}"]) for n in (when.month, when.day))
        clock = draw.choice(clocks)
        text = date(when.year, month, day) + when.strftime(clock)
        if zoned:
            text += draw.choice([f"{zone}"[3:] or "Z", when.strftime("%z")])
        if clock:
            when = when.replace(second=when.second if "S" in clock else 0)
        else:
            when = when.replace(hour=0, minute=0, second=0)
        when = when.replace(microsecond=when.microsecond if "f" in clock else 0)
        texts.append(text)
        means.append((when - FIRST) // timedelta(microseconds=1))
    return texts, np.array(means)


def times(rows):
    return st.builds(
        written,
        st.just(rows),
        st.integers(0, 2**32),
        st.sampled_from(list(DATES.values())),
        st.sampled_from([*((clock,) for clock in CLOCKS), CLOCKS]),
        st.just(False),
        st.sampled_from(SPANS),
    ) | st.builds(
        written,
        st.just(rows),
        st.integers(0, 2**32),
        st.sampled_from(list(DATES.values())),
        st.sampled_from([*((clock,) for clock in CLOCKS[1:]), CLOCKS[1:]]),
        st.just(True),
        st.sampled_from(SPANS),
    )


def table(texts):
    return read_table("\n".join(["kind,when", *(f"k,{text}" for text in texts)]).encode(), "t.csv")


@settings(max_examples=40)
@given(times(12), st.randoms(use_true_random=False))
def test_nobody_s_last_choice_is_earlier_than_one_that_is_learnt_from(own, random):
    texts, means = own
    pairs = [(f"u{u}", f"i{i}") for u in range(4) for i in range(3)]
    random.shuffle(pairs)
    rows = [f"{user},{item},{text}" for (user, item), text in zip(pairs, texts, strict=True)]
    when = dict(zip(pairs, means, strict=True))
    choices = choices_of("\n".join(["user,item,when", *rows])).choices
    if choices.when is None:  # either order may be meant
        assert "/" in texts[0]
        return
    held = last(choices)
    assert len(held.users) + len(held.unseen_alone) == 4
    for user, items in zip(held.users, held.held, strict=True):
        name = choices.users[user]
        known = [when[name, choices.items[i]] for i in held.known(user)]
        assert max(known) <= min(when[name, choices.items[i]] for i in items)


def test_some_rows_are_read_as_all_are():
    """The 13th tells that days stand first; the rows before it alone could mean either."""
    own = table(["3/4/2024", "2/5/2024"] * 10 + ["13/6/2024"] * 4)
    assert places_in_time(own, "when")[[0, 1, -1]].tolist() == [0, 1, 2]
    assert places_in_time(own.rows(range(20)), "when")[:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (["2024-06-02", "soon", "2024-06-05"], ("“soon”", "row 2", "Mend")),
        (["2024-06-02", "2024-02-30", "2024-06-05"], ("“2024-02-30”", "row 2")),
        (["2024-06-02 10:00", "2024-06-03 25:00"], ("“2024-06-03 25:00”", "row 2")),
        (["7", "8", "2024-06-02"], ("“2024-06-02”", "row 3")),
        (["2024-06-02 10:00", "2024-06-02 10:00Z"], ("zone", "row 2", "row 1")),
        (["3/4/2024", "2/5/2024"], ("day from the month", "“3/4/2024” (row 1)")),
    ],
)
def test_what_is_no_time_is_said_with_its_row(cells, told):
    whole = (cells * ROWS)[:ROWS]
    with pytest.raises(DataError) as found:
        places_in_time(table(whole), "when")
    assert all(part in str(found.value) for part in told)
    assert "choose another column" in str(found.value)


def test_a_guessed_time_that_is_none_is_not_taken_and_a_named_one_is_refused():
    text = "user,item,when\n" + "".join(f"u{u},i{i},{u}{i}\n" for u in range(3) for i in range(3))
    assert choices_of(text).choices.when is not None
    assert choices_of(text.replace("11\n", "soon\n")).choices.when is None


def test_without_a_time_a_user_s_last_choice_is_not_held_out():
    text = "user,item,when\n" + "".join(f"u{u},i{i},{u}{i}\n" for u in range(3) for i in range(3))
    choices = choices_of(text.replace(",11\n", ",\n")).choices
    held = last(choices)
    assert {choices.users[user] for user in held.users} == {"u0", "u2"}
