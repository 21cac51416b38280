"""A number of 32 or 16 bits is its shortest digits in its own type, wherever it comes from."""

import io

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data.cells import typed
from interpret.data.frame import as_pandas, frame_table
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from interpret.present.cells_in_sql import VALUE, direct_in_sql, read_in_sql

DOSES = [round(0.1 * k, 1) for k in range(1, 14)] + [None]
TYPES = np.float16, np.float32


def texts(table):
    column = table.column("dose")
    return [column.values[code] for code in column.codes]


def of_file(frame):
    out = io.BytesIO()
    parquet.write_table(frame, out)
    return read_table(out.getvalue(), "doses.parquet")


def doses(kind):
    """The doses as columns of every library that has this type of numbers."""
    narrow = np.array([np.nan if dose is None else dose for dose in DOSES], dtype=kind)
    column = arrow.array([None if dose is None else kind(dose) for dose in DOSES])
    of_arrow = arrow.table({"dose": column, "n": list(range(len(DOSES)))})
    yield "numpy", frame_table(pd.DataFrame({"dose": narrow, "n": range(len(DOSES))}), "t")
    yield "arrow", frame_table(as_pandas(of_arrow), "t")
    yield "parquet", of_file(of_arrow)
    if kind is np.float32:
        own = pd.DataFrame({"dose": pd.array(DOSES, dtype="Float32"), "n": range(len(DOSES))})
        yield "pandas", frame_table(own, "t")
        yield "polars", frame_table(as_pandas(pl.from_arrow(of_arrow)), "t")


@pytest.mark.parametrize("kind", TYPES)
def test_a_narrow_number_is_its_shortest_digits(kind):
    lines = "".join(f"{'' if dose is None else dose},{n}\n" for n, dose in enumerate(DOSES))
    expected = texts(read_table(f"dose,n\n{lines}".encode(), "doses.csv"))
    for library, table in doses(kind):
        assert texts(table) == expected, library


@pytest.mark.parametrize("meaning", ["number", "text"])
def test_a_narrow_number_is_its_shortest_digits_in_sql(tmp_path, meaning):
    file = tmp_path / "doses.parquet"
    column = arrow.array([None if dose is None else np.float32(dose) for dose in DOSES])
    parquet.write_table(arrow.table({"dose": column}), file)
    reading = Reading("dose", meaning)
    direct = direct_in_sql(reading, "single")
    sql = direct[0] if direct else f"(SELECT {VALUE} FROM {read_in_sql(reading, 'single')})"
    rows = duckdb.sql(f"SELECT {sql} FROM read_parquet('{file}')").fetchall()
    expected = DOSES if meaning == "number" else [d and typed(d) for d in DOSES]
    assert [row[0] for row in rows] == expected
