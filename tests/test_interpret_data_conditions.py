"""Conditions: what is written of a column is read of that column, whatever columns are called."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpret.data.cells import Coded
from interpret.data.complaints import DataError
from interpret.data.conditions import conditions_in
from interpret.data.from_cells import column_of
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from interpret.data.table import Column, Table, Values
from interpret.present.wording import clause_words
from interpret.rules.logic import Between, Clause, Is, IsNot

PIECES = (
    "size", "shoe", "a", "and", "in", "is", "not", "is not", "or", "R&D", "&", "∧", "∨", "¬", "=",
    "≠", "<", "<=", "≤", ">", ">=", "∈", "∉", "{", "}", ",", "(", ")", "(empty)", '"', "'", "\\",
    "40", "3.5", "-1", "1e3", "größe", "大小", "\u202e", "\u00a0", ":",
)  # fmt: skip
TEXTS = (
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map(" ".join)
    | st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)
    | st.text(min_size=1, max_size=6)
).map(lambda text: " ".join(text.replace("\0", "").split()))
TEXTS = TEXTS.filter(lambda text: (text and text.isprintable()) or len(text) > 1)
NUMBERS = st.integers(-99, 99).map(float) | st.sampled_from([0.5, -2.25, 1e-7, 3e20])


@st.composite
def tables(draw):
    """A table with two or more columns of names and values that can be mistaken for logic."""
    names = draw(st.lists(TEXTS, min_size=2, max_size=5, unique=True))
    names += draw(st.lists(st.sampled_from(names).map(lambda name: f"shoe {name}"), max_size=2))
    names = list(dict.fromkeys(names))
    columns = []
    for name in names:
        values = draw(st.lists(TEXTS, min_size=2, max_size=5, unique=True))
        columns.append(
            Column(name, Values((*values, None)), np.arange(len(values) + 1), "category")
        )
    return Table("t", "", tuple(columns))


@st.composite
def clauses(draw):
    table = draw(tables())
    tests = []
    for _ in range(draw(st.integers(1, 4))):
        column = draw(st.sampled_from(table.columns))
        if draw(st.booleans()):
            ends = sorted(draw(st.tuples(NUMBERS, NUMBERS)))
            low, high = draw(st.sampled_from([(ends[0], np.inf), (-np.inf, ends[1]), tuple(ends)]))
            tests.append(Between(column.name, low, high))
        else:
            some = draw(st.lists(st.sampled_from(column.values), min_size=1, max_size=3))
            tests.append(draw(st.sampled_from([Is, IsNot]))(column.name, tuple(some)))
    return table, Clause(tuple(tests))


def read(text, table):
    as_tests = {"is": Is, "is not": IsNot}
    return Clause(
        tuple(
            Between(own.attribute, own.above, own.to)
            if own.kind == "between"
            else as_tests[own.kind](own.attribute, own.values)
            for own in conditions_in(text, table, table.names)
        )
    )


@settings(max_examples=60)
@given(clauses())
def test_what_a_rule_prints_is_read_again(own):
    table, clause = own
    assert read(str(clause), table) == clause


@pytest.mark.parametrize(
    "text", ["a > -1.5 and ≤ 3 and b = x", "a > -1.5 & <= 3 ∧ b = x", "-1.5 < a ≤ 3 and b = x"]
)
def test_a_range_is_read_with_the_column_named_once(text):
    assert read(text, SOME) == Clause((Between("a", -1.5, 3), Is("b", ("x",))))
    assert clause_words(read(text, SOME)) == "a > -1.5 and ≤ 3 and b is x"


def test_a_column_whose_name_begins_with_a_sign_is_no_end_of_a_range():
    assert conditions_in("a > 1 and ≤ 3 is x", ODD, ODD.names)[1].attribute == "≤ 3"


def test_a_value_in_quotes_is_that_text_even_where_it_is_the_mark_of_an_empty_cell():
    cells = Coded(["(empty)", "x", ""], np.arange(3, dtype=np.int32))
    column = column_of("a", cells, Reading("a"))
    table = Table("t", "", (column,))
    assert read('a ∈ {"(empty)", x}', table) == Clause((Is("a", ("(empty)", "x")),))
    assert read("a ∈ {(empty), x}", table) == Clause((Is("a", (None, "x")),))


MANY = 200_000
SOME = read_table(b"a,b,class\n1,x,no\n2,y and z,yes\n", "t.csv")
ODD = read_table("a,≤ 3,class\n1,x,no\n2,b,yes\n".encode(), "t.csv")


@pytest.mark.parametrize(
    "text",
    [
        "b = x" + " " * MANY + "y",
        "b = x and" + " and" * MANY,
        "b = " + "y and " * MANY,
        "b ∈ {" + "x, " * MANY,
        'b = "' + "\\\\" * MANY,
        "a > " + "1" * MANY + "x",
        "a > 1" + " and ≤ 2" * MANY,
        "a" + " " * MANY + "is" + " " * MANY + "no",
        " and ".join(["a > 1 and b = x"] * (MANY // 20)),
    ],
)
def test_long_texts_are_read_or_refused_in_time_linear_in_them(text):
    """Of quadratic time these would take hours."""
    with suppress(DataError):
        assert conditions_in(text, SOME, ("a", "b"))
