import hashlib
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import number
from interpret.data.reading import read_table
from interpret.data.readings import MARKS
from interpret.data.table import Values


def table(text, encoding="utf-8"):
    return read_table(text.encode(encoding), "t.csv")


def kind(cells):
    rows = "\n".join(f"{cell},{'yn'[i % 2]}" for i, cell in enumerate(cells))
    return table(f"a,class\n{rows}\n").column("a").kind


def test_values_are_texts_in_numeric_order_then_by_name_and_the_empty_cell_last():
    column = table("a,b\n10,x\n9,x\n,x\n1.0,x\n1,x\nten,x\n-2,x\n 9 ,x\nTen,y\n").column("a")
    assert column.values == ("-2", "1", "1.0", "9", "10", "Ten", "ten", None)
    assert [column.values[code] for code in column.codes][:3] == ["10", "9", None]
    assert column.counts.tolist() == [1, 1, 1, 2, 1, 1, 1, 1]
    assert column.missing == 1
    assert not column.is_numeric


@given(
    st.lists(st.tuples(st.text("ab1 ", max_size=2), st.text("xy,\n\"'", max_size=2)), min_size=1)
)
def test_codes_and_values_give_the_cells_back(rows):
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    t = table("first,second\n" + "\n".join(lines))
    expected = [[cell.strip() or None for cell in row] for row in rows]
    assert t.frame().to_numpy().tolist() == expected
    for column in t.columns:
        assert list(column.values) == sorted(set(column.values), key=column.values.index)
        assert column.counts.min() > 0


def test_hostile_cells_are_plain_values():
    cells = ["<b>x</b>", "**x** [a](b)", "$\\frac{1}{2}$", "a\nb", "💥", "nan", "None", "=1+1"]
    rows = "\n".join(f'"{cell}",{i % 2}' for i, cell in enumerate(cells))
    assert table(f"a,class\n{rows}").frame()["a"].tolist() == cells


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([i % 12 for i in range(40)], "category"),
        ([i % 13 for i in range(40)], "number"),
        ([f"{i / 8}" for i in range(40)], "number"),
        ([*range(13), "", ""], "number"),
        ([*range(1, 40)], "identifier"),
        ([i * 7 for i in range(40)], "number"),
        ([f'"{i // 8},{i % 8}"' for i in range(40)] + ["k.A.", "--"], "number"),
        ([f"{1 + i % 9}.12.2021" for i in range(40)] + ["NULL", "."], "date"),
        ([*range(13), "?", "none", "soon"], "number"),
        ([*range(13), "?", "none", "soon", "later"], "category"),
        ([*range(1, 40), "NaN"], "identifier"),
        (["7", "?"] * 9, "category"),
        (["NA", "?", ""] * 9, "category"),
        ([f"name {i}" for i in range(20)], "identifier"),
        ([f"name {i}" for i in range(19)], "category"),
        ([*(f"name {i}" for i in range(20)), *[""] * 20], "identifier"),
        (["x"] * 20, "constant"),
        (["x"] * 19 + [""], "category"),
    ],
)
def test_a_column_is_judged_by_its_values(cells, expected):
    assert kind(cells) == expected


@pytest.mark.parametrize("mark", sorted(MARKS))
def test_a_mark_among_numbers_is_an_empty_cell_and_what_stands_in_the_file_is_kept(mark):
    cells = [mark.upper(), "1,5", mark, *(f"{i},25" for i in range(20))]
    column = table("a;b\n" + "".join(f"{cell};x\n" for cell in cells)).column("a")
    assert column.values[-1] is None
    assert (column.kind, column.missing, column.values[1]) == ("number", 2, "1.25")
    part = column.rows([2, 1])
    assert [part.values[i] for i in part.codes] == [None, "1.5"]
    assert part.texts.tolist() == [mark, "1,5"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("-0.5", -0.5), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("+2", 2)]
    + [(t, None) for t in (None, "", "x", "nan", "inf", "1e999", "1_0", "١", "1,5", "0x1", " 1")],
)
def test_a_number_is_what_one_would_call_a_number(text, value):
    assert number(text) == value


def test_rows_keep_values_and_kinds_of_the_whole_table():
    t = table("a,b\nx,1\ny,2\n,3\n")
    part = t.rows([2, 0])
    assert part.frame().to_numpy().tolist() == [[None, "3"], ["x", "1"]]
    assert part.column("a").values == t.column("a").values
    assert part.column("a").missing == 1
    assert part.column("b").counts.tolist() == [1, 0, 1]
    assert t.rows(t.column("a").codes == 1).frame().to_numpy().tolist() == [["y", "2"]]
    assert t.rows([]).n_rows == 0
    assert part.digest == t.digest == hashlib.sha256(b"a,b\nx,1\ny,2\n,3\n").hexdigest()


def test_a_row_keeps_its_number_in_the_file_whatever_is_left_out():
    t = table("a,b\nx,1\ny,2\n,3\nz,4\n")
    assert t.row_numbers.tolist() == [1, 2, 3, 4]
    part = t.rows(t.column("b").codes != 1)
    assert part.row_numbers.tolist() == [1, 3, 4]
    assert part.rows([2, 1]).having(part.column("a").rows([2, 1])).row_numbers.tolist() == [4, 3]


def test_a_name_that_is_no_column_is_answered_with_close_ones():
    t = table("colour,Jacket color,class\nred,x,y\nblue,y,n\n")
    with pytest.raises(DataError, match=r"no column “jacket_color”\. Did you mean “Jacket color”"):
        t.column("jacket_color")
    with pytest.raises(DataError, match="Its columns are “colour”, “Jacket color”, “class”"):
        t.column("zzz")


HAZARDS = {
    "only numbers on top": ("1,2,3\n4,5,6\n", "only numbers: “1”, “2”, “3”", "column names on top"),
    "data on top": ("x,o,x,yes\nx,o,o,no\no,o,x,yes\n", "“x”, “o”, “x”, “yes”", "names on top"),
    "data with a gap on top": ("x,,yes\nx,,no\no,x,yes\n", "also a value of its column"),
    "hardly a name": ("a, , ,\n1,2,3,4\n", "column 2 has no name", "Name or remove it"),
    "names twice": ("a,b,a,c,b\n1,2,3,4,5\n", "“a”, “b” stand more than once"),
    "a name twice": ("a, a ,c\n1,2,3\n", "“a” stands more than once", "that line is data"),
    "a hostile name twice": (f"{'<i>' * 40},{'<i>' * 40}\nx,y\n", "<i…” stands"),
}


@pytest.mark.parametrize("hazard", HAZARDS)
def test_a_first_line_that_is_no_header_is_refused_with_a_sentence(hazard):
    text, *parts = HAZARDS[hazard]
    with pytest.raises(DataError) as refusal:
        table(text)
    said = str(refusal.value)
    assert all(part in said for part in parts), said
    assert said.isprintable()
    assert len(said) < 300


def test_data_are_quoted_on_one_short_line():
    assert quoted("a\n b\t\x1b[31mc") == "“a b [31mc”"
    assert quoted("x" * 1000) == "“" + "x" * 59 + "…”"
    assert quoted(None) == "(empty)"
    assert listed("abcdefg") == "a, b, c, d, e, f, g"
    assert listed("abcdefgh") == "a, b, c, d, e, f and 2 more"


@given(st.lists(st.text("0123456789.eE+-, n\n", max_size=8) | st.sampled_from(["1e400", "5e-324"])))
def test_many_numbers_are_read_as_one_is(texts):
    expected = [nan if number(text) is None else number(text) for text in texts]
    assert np.array_equal(Values(texts).numbers, np.array(expected, dtype=float), equal_nan=True)


@pytest.mark.parametrize("most", [1, 20, 2**62])
def test_keys_order_rows_as_their_cells_do(most, monkeypatch):
    rng = np.random.default_rng(0)
    own = table(
        "a,b,c,d\n" + "".join(f"{x},{y},{z},w{x}\n" for x, y, z in rng.integers(0, 5, (90, 3)))
    )
    codes = [own.column(name).codes for name in "abcd"]
    monkeypatch.setattr("interpret.data.table.MOST_PLACES", most)
    keys = own.keys("abcd")
    assert len(keys) == {1: 4, 20: 4, 2**62: 1}[most]
    assert (np.lexsort(keys[::-1]) == np.lexsort(codes[::-1])).all()
    alike = {tuple(row) for row in zip(*keys, strict=True)}
    assert len(alike) == len({tuple(row) for row in zip(*codes, strict=True)})
    assert own.keys([]) == []
