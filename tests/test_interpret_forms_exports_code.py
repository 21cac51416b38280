"""Exported code reads the cells of a file as the column's Reading does, on every row."""

import random
from math import inf

import duckdb
import pytest

from interpret.data.dates import named_parts
from interpret.data.preparation import Preparation
from interpret.data.reading import read_table
from interpret.forms.exports.code import as_sql
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from tests import test_interpret_forms_exports_exports
from tests.exported import by_python, by_sql
from tests.test_interpret_forms_exports_exports import saying

answer = test_interpret_forms_exports_exports.answer

NUMBERS = {  # tests/test_same_verdict_exported.py asks for ranges of every spelling
    "plain": lambda n: f"{n / 8:.3f}",
    "german": lambda n: f"{n * 77 + 1000 + 0.25:,.2f}".translate(str.maketrans(",.", ".,")),
    "units": lambda n: f"{n / 4 - 5:.2f} \u20ac",
}
DATES = ("{2:02}.{1:02}.{3:02}", "{1}/{2}/{0}", "{0}{1:02}{2:02}")


def table_of(name, cells):
    """A file with a column of these cells, and one of texts."""
    lines = "".join(f"{cell}\tx{i % 2} \n" for i, cell in enumerate(cells))
    return read_table(f"{name}\tother\n{lines}".encode(), "t.tsv")


def prepared(e, table, clauses):
    readings = tuple(column.reading for column in table.columns)
    return saying(e, Formula(clauses), preparation=Preparation(readings=readings))


def check(e, table):
    expected = e.says(table).tolist()
    assert {*expected} == {True, False}
    assert by_python(e, table) == expected
    assert by_sql(e, table) == expected


def padded(cells, empty, rng):
    """The cells with blanks around some and with empty cells among them."""
    made = [f"  {cell}" if rng.random() < 0.2 else cell for cell in cells]
    return [rng.choice(empty) if rng.random() < 0.15 else cell for cell in made]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NUMBERS)
def test_values_of_numbers_are_known_in_their_spelling(answer, kind):
    rng = random.Random(0)
    cells = [NUMBERS[kind](rng.randrange(200)) for _ in range(240)]
    table = table_of("n", padded(cells, ["", "NA", "?", "n/a", "-"], rng))
    column = table.column("n")
    assert column.reading.meaning == "number"
    assert not column.unread.any()
    values = [value for value in column.values if value is not None]
    middle = float(values[len(values) // 2])
    some = tuple(rng.sample(values, min(3, len(values) - 1)))
    texts = Is("other", ("x1",))
    for test in (
        Between("n", middle, inf),
        Between("n", -inf, middle),
        Is("n", some),
        IsNot("n", some),
        Is("n", (*some, None)),
        IsNot("n", (None,)),
    ):
        check(prepared(answer, table, (Clause((test,)),)), table)
        check(prepared(answer, table, (Clause((test, texts)),)), table)


@pytest.mark.parametrize("way", DATES)
def test_every_part_of_a_date_is_known(answer, way):
    rng = random.Random(0)
    days = [(rng.randint(1971, 2029), rng.randint(1, 12), rng.randint(1, 28)) for _ in range(300)]
    cells = [way.format(*day, day[0] % 100) for day in days]
    table = table_of("d", padded(cells, ["", "NA", "-"], rng))
    assert table.column("d").reading.meaning == "date"
    year, month, weekday = named_parts("d")
    for test in (
        Between(year, 1999, 2010),
        Is(month, ("3", "12")),
        IsNot(weekday, ("Sunday", "Monday")),
        Is(year, (None,)),
    ):
        check(prepared(answer, table, (Clause((test,)),)), table)


def test_a_mark_that_was_a_value_stands_for_empty_cells(answer):
    table = table_of("t", ["NA", "US", "DE"] * 8)
    assert table.column("t").reading.gap == "NA"
    later = read_table(b"t\tother\n\tx0\nUS\tx1\nNA\tx1\n", "later.tsv")
    e = prepared(answer, table, (Clause((Is("t", ("NA",)),)),))
    check(e, table)
    check(e, later)


def test_several_marks_that_were_values_leave_empty_cells_empty(answer):
    table = table_of("t", ["NA", "null", "US", "DE"] * 8)
    later = read_table(b"t\tother\nUS\tx1\nNA\tx1\nDE\tx1\n\tx1\n", "later.tsv")
    e = prepared(answer, table, (Clause((IsNot("t", ("US", "DE")),)),))
    for told in (by_python(e, later), by_sql(e, later)):
        assert told[:3] == [False, True, False]


@pytest.mark.parametrize("name", ["cell", "value", "unread", "year", "text", "amount", "step0"])
@pytest.mark.parametrize("texts", [("u", "v", "u"), ("1", "2", "3"), ("2024-01-03", "2025-06-01")])
def test_a_column_may_have_the_name_of_what_sql_reads(answer, name, texts):
    """Beside numbers and dates, which are read under names of their own."""
    cells = [texts[i % len(texts)] for i in range(90)]
    lines = [f"{cell},{i % 7},2024-0{i % 4 + 1}-05" for i, cell in enumerate(cells)]
    table = read_table("\n".join([f"{name},b,day", *lines]).encode(), "t.csv")
    meaning = table.column(name).reading.meaning
    own = Is(name, (texts[0],)) if meaning == "text" else Between(name, 1.5, inf)
    if meaning == "date":
        own = Is(named_parts(name)[0], ("2024",))
    month = Is(named_parts("day")[1], ("2",))
    e = prepared(answer, table, (Clause((own, Between("b", 3, inf))), Clause((own, month))))
    expected = e.says(table).tolist()
    assert {*expected} == {True, False}
    assert by_sql(e, table) == expected
    with duckdb.connect() as engine:
        engine.register("data", table.frame())
        told = engine.execute(as_sql(e, "data")).fetchall()
    assert [row[-1] for row in told] == expected
