from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.reading import read_table
from interpret.data.table import crossed, domain_size, every_possible_row, marginal, possible

TABLE = read_table(b"a,b,c\nx,1,k\ny,,k\nz,3,l\nx,2,k\n", "t.csv").rows([0, 1, 3])


def test_every_possible_row_of_the_values_that_rows_have_is_listed_once():
    rows = every_possible_row(TABLE, ("b", "a")).frame().itertuples(index=False, name=None)
    assert list(rows) == list(product(["1", "2", None], ["x", "y"]))
    assert domain_size(TABLE, ("b", "a", "c")) == 6
    assert every_possible_row(TABLE, ("b", "a", "c")).rows([5]).row_numbers.tolist() == [6]


def test_possible_rows_by_their_numbers_are_those_of_the_list():
    whole = every_possible_row(TABLE, ("a", "b", "c")).frame()
    parts = [possible(TABLE, ("a", "b", "c"), start, min(start + 4, 6)) for start in (0, 4)]
    assert [row for part in parts for row in part.frame().to_numpy().tolist()] == (
        whole.to_numpy().tolist()
    )


def test_possible_rows_hold_their_own_cells_and_not_those_of_a_file():
    """Cells as the file has them, such as 1.0 for 1, are of its own rows alone."""
    text = "a,b\n" + "".join(f"{i % 4}.0,{'TRUE' if i % 3 else 'false'}\n" for i in range(9))
    read = read_table(text.encode(), "t.csv")
    assert any(column.cells is not None for column in read.columns)
    every = every_possible_row(read, read.names)
    drawn = [how(read, read.names, 20, np.random.default_rng(0)) for how in (crossed, marginal)]
    for rows in (every, *drawn, every.rows([7, 0])):
        for column in rows.columns:
            assert column.texts.tolist() == [column.values[code] for code in column.codes]


def test_a_table_of_more_attributes_than_arrays_have_dimensions_is_listed():
    header = ",".join(f"a{i}" for i in range(100))
    text = f"{header},c\n" + "x," * 100 + "1\n" + "y," + "x," * 99 + "0\n"
    table = read_table(text.encode(), "wide.csv")
    assert every_possible_row(table, table.names[:-1]).n_rows == 2


CELL = st.sampled_from(["", "x", "y", "7"])
ROWS = st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=8)


def table(rows):
    lines = [("a", "b", "c"), *rows]
    text = "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines)
    return read_table(text.encode(), "t.csv")


def cells(t):
    return list(t.frame().itertuples(index=False, name=None))


@given(rows=ROWS, data=st.data())
def test_the_domain_is_every_combination_of_the_values_at_hand(rows, data):
    kept = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, unique=True))
    t = table(rows).rows(kept)
    of = [{rows[i][k] or None for i in kept} for k in (2, 0)]
    found = cells(every_possible_row(t, ("c", "a")))
    assert len(found) == len(set(found)) == domain_size(t, ("c", "a"))
    assert set(found) == set(product(*of))


@given(rows=ROWS, seed=st.integers(0, 99))
def test_a_crossed_row_has_each_cell_from_one_of_two_rows(rows, seed):
    t = table(rows)
    drawn = crossed(t, ("c", "a", "b"), 20, np.random.default_rng(seed))
    assert drawn.names == ("c", "a", "b")
    there = [(c or None, a or None, b or None) for a, b, c in rows]
    for row in cells(drawn):
        assert any(
            all(cell in pair for cell, *pair in zip(row, one, other, strict=True))
            for one in there
            for other in there
        )


def test_crossed_rows_mix_in_every_share():
    n = 30
    lines = [tuple(f"a{k}" for k in range(n)), ("x",) * n, ("y",) * n]
    t = read_table("\n".join(",".join(line) for line in lines).encode(), "t.csv")
    drawn = crossed(t, t.names, 4000, np.random.default_rng(0)).frame()
    shares = (drawn == "x").to_numpy().mean(axis=1)
    mixed = shares[(shares > 0) & (shares < 1)]
    assert abs(shares.mean() - 0.5) < 0.02
    assert abs(len(mixed) / len(shares) - 0.5 * (n - 1) / (n + 1)) < 0.03  # else twice one row
    assert np.abs(np.quantile(mixed, [0.25, 0.5, 0.75]) - [0.25, 0.5, 0.75]).max() < 0.04


def test_marginal_rows_have_each_value_as_often_and_by_itself():
    t = table([("x", "x", ""), ("x", "x", "7"), ("x", "x", "7"), ("y", "y", "7")])
    drawn = cells(marginal(t, ("a", "b", "c"), 8000, np.random.default_rng(0)))
    share = {row: drawn.count(row) / 8000 for row in set(drawn)}
    of = {"x": 0.75, "y": 0.25, None: 0.25, "7": 0.75}
    assert set(share) == set(product(["x", "y"], ["x", "y"], [None, "7"]))
    for row, found in share.items():
        assert abs(found - np.prod([of[cell] for cell in row])) < 0.02


def test_drawn_rows_repeat_with_their_generator():
    for draw in (crossed, marginal):
        one, other, third = (
            cells(draw(TABLE, ("a", "b"), 50, np.random.default_rng(seed))) for seed in (1, 1, 2)
        )
        assert one == other != third
