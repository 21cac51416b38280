"""What a file or a frame itself says about a column: that it holds texts or categories."""

from io import BytesIO

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data import frame
from interpret.data.reading import read_cells

CODES = ["01500", "01501", "01500", "20000"]
NUMBERS = [1.5, 2.5, 3.5, 1.5]


def declared(cells):
    return {name: c.declared for name, c in zip(cells.header, cells.columns, strict=True)}


@pytest.mark.parametrize(
    "kind", [arrow.string(), arrow.large_string(), arrow.dictionary(arrow.int8(), arrow.string())]
)
def test_texts_and_dictionaries_of_parquet_are_declared(kind):
    columns = {
        "zip": arrow.array(CODES).cast(kind),
        "lab": NUMBERS,
        "raw": [b"1", b"2", b"1", b"2"],
    }
    raw = BytesIO()
    parquet.write_table(arrow.table(columns), raw)
    cells = read_cells(raw.getvalue())
    assert declared(cells) == {"zip": True, "lab": False, "raw": False}
    assert cells.columns[0].texts == ["01500", "01501", "20000"]


def test_a_csv_file_declares_nothing():
    assert not any(declared(read_cells(b"zip,class\n01500,x\n01501,y\n")).values())


@pytest.mark.parametrize(
    ("zips", "is_declared"),
    [
        (pd.Series(CODES, dtype="category"), True),
        (pd.Series([3, 1, 3, 2], dtype="category"), True),
        (pl.Series(CODES, dtype=pl.Categorical), True),
        (pl.Series(CODES, dtype=pl.Enum(sorted(set(CODES)))), True),
        (arrow.array(CODES).dictionary_encode(), True),
        (pd.Series(CODES), False),
        (pd.Series(CODES, dtype="string"), False),
        (pd.Series(CODES, dtype=object), False),
        (pl.Series(CODES), False),
        (arrow.array(CODES), False),
    ],
)
def test_categories_of_frames_are_declared_and_their_texts_are_not(zips, is_declared, monkeypatch):
    """Readers of CSV files make texts of whatever is no number, so texts declare nothing."""
    seen = []
    monkeypatch.setattr(frame, "table_of", lambda cells, name, digest: seen.append(cells))
    library = {pd.Series: pd.DataFrame, pl.Series: pl.DataFrame}.get(type(zips), arrow.table)
    frame.frame_table(frame.as_pandas(library({"zip": zips, "lab": np.array(NUMBERS)})), "t")
    assert declared(seen[0]) == {"zip": is_declared, "lab": False}
