"""What the columns of a large table hold, and the sample that is drawn of it."""

from collections import Counter

import pyarrow as arrow
from pyarrow import parquet

from interpret import cores
from interpret.large.files import opened
from interpret.large.learn import learnt
from tests import large_tables
from tests.large_tables import ROWS, small_source

folder, table = large_tables.folder, large_tables.table


def known_of(path, seed=0, jobs=1):
    with cores.on_cores(jobs), small_source(path) as source:
        return learnt(source, None, seed)


def test_neither_threads_nor_groups_nor_names_change_the_sample(folder, table, tmp_path):
    usual = known_of(folder, seed=3)
    again = tmp_path / "again"
    again.mkdir()
    parquet.write_table(table.slice(450), again / "b.parquet")
    parquet.write_table(table.slice(0, 450), again / "a.parquet", row_group_size=7)
    other = known_of(again, seed=3, jobs=3)
    assert usual.rows.tolist() == other.rows.tolist()
    assert usual.cells.to_pylist() == other.cells.to_pylist() == table.take(usual.rows).to_pylist()
    assert known_of(folder, seed=4).rows.tolist() != usual.rows.tolist()


def test_the_sample_has_each_class_with_its_share(folder, table):
    known = known_of(folder)
    sizes, drawn = (Counter(t.column("class").to_pylist()) for t in (table, known.cells))
    assert drawn == {value: round(200 / ROWS * n) for value, n in sizes.items()}
    numbers = known.table.row_numbers.tolist()
    assert numbers == (known.rows + 1).tolist()


def test_of_a_rare_class_some_rows_are_drawn(tmp_path):
    rows = [{"x": i % 7, "class": "rare" if i % 100 == 5 else "usual"} for i in range(2000)]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    known = known_of(tmp_path)
    assert Counter(known.cells.column("class").to_pylist())["rare"] == 20


def test_of_each_column_empty_cells_values_and_ends_are_told(folder, table):
    with small_source(folder) as source:
        columns = learnt(source, None, 0).columns
    for held, name in zip(columns, table.column_names, strict=True):
        cells = table.column(name).drop_null()
        assert (held.name, held.empty) == (name, ROWS - len(cells))
        assert held.values == len(cells.unique())
        ends = cells.to_pylist()
        is_amount = name in ("age", "pay", "few")
        assert (held.low, held.high) == ((min(ends), max(ends)) if is_amount else (None, None))


def test_of_a_column_of_many_values_the_ends_are_told(tmp_path):
    made = arrow.table(
        {"x": [i / 8 for i in range(30_000)] + [None], "class": [*"ab"] * 15_000 + ["a"]}
    )
    parquet.write_table(made, tmp_path / "a.parquet")
    with opened(str(tmp_path)) as source:
        held = learnt(source, None, 0).columns[0]
    assert (held.empty, held.values, held.low, held.high) == (1, None, 0.0, 29_999 / 8)
