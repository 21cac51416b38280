"""What the columns of a large table hold: values counted, quantiles between ends."""

from collections import Counter

import numpy as np
import pyarrow as arrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.large import columns
from interpret.large.columns import CELLS, ColumnSoFar, cell_of, lowest, together
from interpret.large.learn import learnt
from tests import large_tables
from tests.large_tables import small_source

folder, table = large_tables.folder, large_tables.table


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2))
def test_cells_of_the_sketch_keep_the_order_and_say_what_lies_in_them(amounts):
    amounts = np.sort(np.array(amounts))
    cells = cell_of(amounts)
    assert (np.diff(cells) >= 0).all()
    assert (cells >= 0).all()
    assert (cells < CELLS).all()
    assert (lowest(cells) <= amounts).all()
    upper = lowest(cells + 1)
    assert (np.isnan(upper) | np.isinf(upper) | (amounts <= upper)).all()


@pytest.mark.parametrize("most", [10, 10_000], ids=["sketch", "counted"])
def test_quantiles_lie_between_the_ends_that_are_said(most, monkeypatch):
    monkeypatch.setattr(columns, "MOST_VALUES", most)
    amounts = np.random.default_rng(0).lognormal(3, 2, 3000).round(1) * np.resize(
        [-1000, 1000, 1000], 3000
    )
    held = together([_held(part) for part in np.array_split(amounts, 7)])
    assert (held.values is None) == (most == 10)
    for own in held.quantiles():
        true = np.quantile(amounts, own.share, method="inverted_cdf")
        assert own.low <= true <= own.high
        assert own.high - own.low <= abs(true) / 128


def _held(amounts):
    one = ColumnSoFar("x")
    for part in np.array_split(amounts, 3):
        one.see(arrow.array(part))
    return one.held()


def test_values_are_counted_and_empty_cells_too(folder, table):
    known = learnt(small_source(folder), None, 0)
    for name, typed in (("job", str.strip), ("class", str), ("few", lambda x: str(int(x)))):
        cells = [cell for cell in table.column(name).to_pylist() if cell is not None]
        assert known.column(name).values == Counter(map(typed, cells))
        assert known.column(name).empty == table.num_rows - len(cells)
    assert known.target == "class"
    assert known.labelled == table.num_rows
