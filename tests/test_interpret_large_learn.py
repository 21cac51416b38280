"""The sample that is drawn of a large table, and the values that it lacks."""

from collections import Counter

import pyarrow as arrow
from pyarrow import parquet

from interpret import cores
from interpret.large.judge import texts_of
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


def test_values_that_no_row_of_the_sample_has_are_counted(tmp_path):
    rows = [
        {"x": f"v{i % 500}", "y": "uv"[i % 2], "z": None, "class": "ab"[i % 2]} for i in range(2000)
    ]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    with small_source(tmp_path) as source:
        known = learnt(source, None, 0)
        texts = texts_of(source, ("x", "y", "class", "gone"))
    missing = known.never_drawn({name: told.different for name, told in texts.items()})
    assert missing == {"x": 500 - len({*known.cells.column("x").to_pylist()})} != {"x": 0}


def test_files_of_other_types_are_read_as_what_holds_all_of_them(tmp_path):
    for place, cells in enumerate(([1, 2], [1.5, 2.5])):
        made = arrow.table({"x": cells * 30, "class": ["a", "b"] * 30})
        parquet.write_table(made, tmp_path / f"{place}.parquet")
    assert {*known_of(tmp_path).cells.column("x").to_pylist()} == {1.0, 2.0, 1.5, 2.5}


def test_of_many_rare_classes_each_is_drawn_and_no_row_twice(tmp_path):
    rows = [{"x": i, "class": f"c{i % 997 if i % 10 == 0 else 0}"} for i in range(20_000)]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    known = known_of(tmp_path)
    drawn = Counter(known.cells.column("class").to_pylist())
    assert drawn.keys() == {row["class"] for row in rows}
    assert len({*known.rows.tolist()}) == len(known.rows)
