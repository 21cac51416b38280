"""Large files without quotes give the same cells, and the same complaints, as all others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.complaints import DataError
from interpret.data.formats import delimited
from interpret.data.reading import read_cells

LINE = st.lists(
    st.sampled_from(["", "a", "b c", "ä", "1.5", "x ", " y", "\t", '"', ";"]), max_size=4
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n \n"])


def told(raw):
    try:
        cells = read_cells(raw)
    except DataError as refusal:
        return str(refusal)
    columns = [(own.texts, own.codes.tolist()) for own in cells.columns]
    return cells.header, columns, cells.notices


@given(lines=st.lists(st.tuples(LINE, ENDS), max_size=8), delimiter=st.sampled_from(",;\t"))
def test_any_text_is_read_as_if_it_were_short(lines, delimiter):
    raw = "".join(delimiter.join(cells) + end for cells, end in lines).encode()
    check(f"one{delimiter}two\n".encode() + raw)


@pytest.mark.parametrize("n", [1, 300, 40_000])
@pytest.mark.parametrize("begin", ["", "A title\n\n", "\ufeff"])
def test_a_table_is_read_as_if_it_were_short(n, begin):
    rng = np.random.default_rng(n)
    rows = "".join(f"{a},v{b},{c:.2f}\r\n" for a, b, c in zip(
        range(n), rng.integers(0, 9, n), rng.random(n), strict=True
    ))  # fmt: skip
    check(f"{begin}one,two,three\r\n{rows}".encode(), quick=True)


@pytest.mark.parametrize("row", ["1,2,3", "1", "x" * 140_000 + ",y", '"1",2', "1, 2", "1,2\r3,4"])
def test_a_row_that_takes_a_closer_look_gets_it(row):
    check(b"one,two\n" + b"1,2\n" * 300 + row.encode() + b"\n5,6\n", quick=False)


def check(raw, quick=None):
    """The same with and without the quick way, which is taken, not taken, or either."""
    before = delimited.LARGE, delimited.CELLS_A_COLUMN
    try:
        delimited.LARGE = delimited.CELLS_A_COLUMN = 0
        if quick is not None and "," in raw.decode():
            width = raw.decode().lstrip("\ufeff").splitlines()[-1].count(",") + 1
            line = next(i for i, own in enumerate(raw.splitlines(), 1) if b"," in own)
            assert (delimited.columns(raw, ",", line, width) is not None) == quick
        quickly = told(raw)
        delimited.LARGE = len(raw) + 1
        assert told(raw) == quickly
    finally:
        delimited.LARGE, delimited.CELLS_A_COLUMN = before
