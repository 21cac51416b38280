"""Odd cells, names and labels: every reader gives a table or one sentence, and so does a fit."""

import csv
import io
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpret.data.cells import Coded
from interpret.data.complaints import DataError
from interpret.data.from_cells import column_of
from interpret.data.numbers import FEW, numbers_in
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from rulescope import RuleClassifier
from tests.test_rulescope_classifier import CHEAP

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])

ODD = [
    *("", " ", "0", "-0", "1e999", "1" * 5000, "0." + "3" * 5000, "9" * 400, "١٢", "²", "½", "\t"),
    *("=1+1", "{", "}", "{0 1}", "'", "\\'", "?", "%", "@data", "NA", "nan", "inf", "2024-02-30"),
    *("1" + " " * 70 + "1", "€ 5", "5 €", "1,5", "a,b", "a\tb", "\u2028", "\x85", "x" * 9000),
    *("0000-00-00", "9999-12-31", "31/12/9999 24:61", "é\u0301", "\U0001f469\u200d\U0001f4bb"),
]  # fmt: skip
TEXTS = st.sampled_from(ODD) | st.text(max_size=12)
HALVES = st.sampled_from(["\ud800", "a\udfff", "\ud83d"])
CELLS = st.one_of(
    TEXTS,
    HALVES,
    st.none(),
    st.integers(-(10**400), 10**400),
    st.floats(),
    st.booleans(),
    st.binary(max_size=4),
    st.dates(),
    st.decimals(allow_nan=True),
    st.complex_numbers(),
    st.lists(st.integers(), max_size=2),
    st.just(pd.NaT),
    st.just(pd.NA),
)


def as_delimited(names, rows, delimiter):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows([names, *rows])
    return text.getvalue().encode("utf-8", "surrogatepass")


LONGEST = 1500  # letters of a refusal


def refusal(kinds, work):
    """What the work says where it cannot be done, which only these kinds of error may, no heir."""
    try:
        work()
    except ValueError as error:
        if type(error) in (kinds if isinstance(kinds, tuple) else (kinds,)):
            return str(error)
        raise
    return ""


FORMATS = {
    "comma": lambda names, rows: as_delimited(names, rows, ","),
    "semicolon": lambda names, rows: as_delimited(names, rows, ";"),
    "tab": lambda names, rows: as_delimited(names, rows, "\t"),
    "UTF-16": lambda names, rows: as_delimited(names, rows, ",").decode("utf-8", "replace")
    .encode("utf-16"),
}  # fmt: skip


@pytest.mark.parametrize("way", FORMATS)
@QUICK
@given(st.data())
def test_a_reader_gives_a_table_or_a_sentence(way, data):
    width = data.draw(st.integers(1, 4))
    texts = st.lists(TEXTS | HALVES, min_size=width, max_size=width)
    raw = FORMATS[way](data.draw(texts), data.draw(st.lists(texts, max_size=6)))
    assert len(refusal(DataError, lambda: read_table(raw, "odd"))) < LONGEST


@QUICK
@given(st.data())
def test_a_fit_gives_a_rule_or_a_sentence(data):
    n = data.draw(st.integers(2, 8))
    names = data.draw(st.lists(TEXTS | HALVES | st.integers(), min_size=1, max_size=3))
    frame = pd.DataFrame({i: pd.Series(cells_of(data, n), dtype=object) for i in range(len(names))})
    frame.columns = pd.Index(names, dtype=object)
    y = data.draw(st.sampled_from([["a", "b"] * n, [1, 0] * n, [True, False] * n]))[:n]
    if data.draw(st.booleans()):
        y = np.array([*cells_of(data, 1), *y[1:]], dtype=object)[:n]
    fit = RuleClassifier(**CHEAP).fit
    said = refusal(DataError, lambda: fit(frame, y).predict(frame))
    assert len(said) < LONGEST
    if len({type(name) for name in names}) > 1:
        assert said


def cells_of(data, n):
    return data.draw(st.lists(CELLS, min_size=n, max_size=n))


@QUICK
@given(st.lists(TEXTS, min_size=1, max_size=20, unique=True))
def test_few_cells_are_read_as_many_are(texts):
    """What is done one by one for a few cells is what Arrow does for many."""
    more = [*texts, *(f"more {i}" for i in range(FEW))]
    few, many = numbers_in(texts), numbers_in(more)[: len(texts)]
    np.testing.assert_array_equal(few, many)
    codes = np.arange(len(more), dtype=np.int32)
    for meaning in ("number", "date", "text"):
        reading = Reading("a", meaning)
        some = column_of("a", Coded(texts, codes[: len(texts)]), reading).values
        among = {
            v: place for place, v in enumerate(column_of("a", Coded(more, codes), reading).values)
        }
        assert set(some) <= set(among)
        assert sorted(some, key=among.__getitem__) == list(some)


def test_warnings_are_of_users():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        RuleClassifier(**CHEAP).fit(pd.DataFrame({"a": [*"xy"] * 9, "b": ["z"] * 18}), [*"pq"] * 9)
    assert [own.category for own in told] == [UserWarning]
    assert told[0].filename == __file__
