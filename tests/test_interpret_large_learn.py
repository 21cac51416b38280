"""The sample that is drawn of a large table, whatever order it is read in."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as arrow
from pyarrow import parquet

from interpret import cores
from interpret.large.learn import keys_of, learnt
from interpret.large.source import source
from tests import large_tables
from tests.large_tables import ROWS, SMALL, small_source

folder, table = large_tables.folder, large_tables.table


def test_neither_batches_nor_portions_nor_jobs_nor_the_order_of_writing_change_the_sample(
    folder, table, tmp_path
):
    usual = learnt(small_source(folder), None, 3)
    again = tmp_path / "again"
    again.mkdir()
    parquet.write_table(table.slice(450), again / "b.parquet")
    parquet.write_table(table.slice(0, 450), again / "a.parquet", row_group_size=7)
    with cores.on_cores(3, cores.Thresholds(little=0)):
        files = source(str(again), sizes=replace(SMALL, batch=1000, portion=10**6))
        other = learnt(files, None, 3)
    for one, two in ((usual.sample, other.sample), (usual.beside, other.beside)):
        assert one.rows.tolist() == two.rows.tolist()
        assert one.cells.to_pylist() == two.cells.to_pylist() == table.take(one.rows).to_pylist()
    for one, two in zip(usual.columns, other.columns, strict=True):
        assert one == two
    assert learnt(files, None, 4).sample.rows.tolist() != usual.sample.rows.tolist()


def test_the_sample_has_each_class_with_its_share_and_never_a_row_beside(folder, table):
    known = learnt(small_source(folder), None, 0)
    sizes, drawn = (Counter(t.column("class").to_pylist()) for t in (table, known.sample.cells))
    assert drawn == {value: round(200 / ROWS * n) for value, n in sizes.items()}
    assert not {*known.sample.rows.tolist()} & {*known.beside.rows.tolist()}
    assert abs(len(known.beside.rows) - 150) < 60
    assert known.table.row_numbers.tolist() == (known.sample.rows + 1).tolist()


def test_of_a_rare_class_some_rows_are_drawn(tmp_path):
    rows = [{"x": i % 7, "class": "rare" if i % 100 == 5 else "usual"} for i in range(2000)]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    known = learnt(small_source(tmp_path), None, 0)
    assert Counter(known.sample.cells.column("class").to_pylist())["rare"] == 20


def test_keys_are_spread_evenly():
    keys = keys_of(np.arange(100_000), 7)
    assert len(np.unique(keys)) == 100_000
    shares = np.bincount((keys >> np.uint64(60)).astype(int)) / 100_000
    assert np.abs(shares - 1 / 16).max() < 0.004
