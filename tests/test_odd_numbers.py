"""Odd targets of numbers: a result, or one sentence that says what to do."""

import numpy as np
import pytest

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.task import explains_a_number, number_task, tasks
from interpret.number.explain import explain_number
from interpret.settings import Settings

pytestmark = pytest.mark.slow


def table(target, n=60, columns=3):
    random = np.random.default_rng(0)
    names = [f"x{i}" for i in range(columns)]
    lines = [",".join([*names, "y"])]
    for i in range(n):
        cells = [str(random.choice(["a", "b", "c"])) for _ in names]
        lines.append(",".join([*cells, f'"{target(i, cells)}"']))
    return read_table("\n".join(lines).encode(), "odd.csv")


def value(i, cells):
    return 3 * (cells[0] == "a") + i % 7 / 7 + i / 1000


def asks_a_number(own):
    return explains_a_number(own, None, Columns())


def test_more_than_twelve_numbers_are_explained_fewer_are_classes():
    assert asks_a_number(table(value))
    assert not asks_a_number(table(lambda i, _: i % 12))
    assert asks_a_number(table(lambda i, _: i % 13))
    assert not explains_a_number(table(value), None, Columns(read=("y=category",)))


def test_few_numbers_are_explained_as_a_number_where_that_is_asked():
    own, asked = table(lambda i, cells: 3 * (cells[0] == "a") + i % 2), Columns(read=("y=number",))
    assert not asks_a_number(own)
    assert explains_a_number(own, None, asked)
    assert number_task(own, None, asked).y.max() == 4
    texts = table(lambda i, _: "ab"[i % 2])
    assert not explains_a_number(texts, None, asked)
    with pytest.raises(DataError, match="“y” were to be read as numbers, and it has"):
        tasks(texts, columns=asked)


@pytest.mark.parametrize("target", [lambda *_: 7, lambda i, _: "ab"[i % 2], lambda i, _: i % 2])
def test_constants_and_two_values_are_no_numbers_to_explain(target):
    own = table(target)
    assert not asks_a_number(own)
    with pytest.raises(DataError, match="more than 12 values"):
        number_task(own, "y", Columns())


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        ("", "6 rows left out: no number stands in “y”"),
        ("NA", "6 rows left out"),
        ("inf", "read as empty"),
        ("-inf", "read as empty"),
        ("1e999", "read as empty"),
        ("soon", "In “y” the cells “soon” (6) were read as empty"),
    ],
)
def test_cells_without_a_number_are_left_out_and_that_is_said(odd, says):
    own = table(lambda i, cells: odd if i % 10 == 3 else value(i, cells))
    e = explain_number(own, Settings(size="autox2"))
    assert len(e.observed) == 54
    assert says in " ".join(e.notices)


@pytest.mark.parametrize("scale", [1e-12, 1e60, -1e60, 1e-200])
def test_size_does_not_matter(scale):
    e = explain_number(table(lambda i, c: repr(scale * value(i, c))), Settings(size="autox1"))
    (term,) = [own for own in e.terms if str(own.clause).startswith("x0 = a")]
    assert term.effect / scale == pytest.approx(3, abs=0.5)


def test_numbers_beyond_what_sums_can_hold_are_refused_in_a_sentence():
    with pytest.raises(DataError, match="must be smaller than 1e\\+90"):
        explain_number(table(lambda i, c: repr(1e300 * value(i, c))), Settings())


def test_dates_are_no_numbers():
    own = table(lambda i, _: f"2024-{1 + i % 12:02}-{1 + i % 28:02}")
    assert not asks_a_number(own)
    with pytest.raises(DataError):
        tasks(own, None)


def test_ten_rows_give_a_result_nine_a_sentence():
    e = explain_number(table(lambda i, _: i * 1.5, n=20), Settings())
    assert len(e.observed) == 20
    with pytest.raises(DataError, match="more than 12 values"):
        explain_number(table(lambda i, _: i * 1.5, n=9), Settings())
    own = table(lambda i, _: i * 1.5 if i < 9 else "", n=60)
    with pytest.raises(DataError):
        explain_number(own, Settings())


def test_more_columns_than_rows():
    e = explain_number(table(value, n=30, columns=40), Settings(size="autox2"))
    assert len(e.predicted) == 30


def test_no_rows_held_out():
    e = explain_number(table(value), Settings(test=0.0, size="autox2"))
    assert e.judged_on == "train"
    assert e.judged["test"].explained.value is None


def test_a_column_that_is_the_number_in_another_unit_is_left_out():
    text = "x,twice,y\n" + "\n".join(f"{'ab'[i % 2]},{i}.25,{2 * i}.5" for i in range(50))
    task = number_task(read_table(text.encode(), "t.csv"), None, Columns())
    assert task.attributes == ("x",)
    assert "under other names" in " ".join(task.notices)
