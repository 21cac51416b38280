"""Blanks around a cell or a name never matter, whatever kind of blank and whichever format."""

import csv

import pandas as pd
import polars as pl
import pyarrow as arrow
import pytest

from interpret.data.frame import as_pandas, frame_table
from interpret.data.reading import read_table
from tests.made_files import as_csv, as_parquet, as_workbook, columns_of

BLANKS = {
    "a blank": " ",
    "several": "  ",
    "a no-break blank": "\u00a0",
    "a narrow no-break blank": "\u202f",
    "a thin blank": "\u2009",
}
ROWS = [("age", "the place", "class"), ("48", "New York", "<=50K"), ("", "Rome", ">50K")]


WAYS = {
    "commas": lambda rows: as_csv(rows),
    "semicolons": lambda rows: as_csv(rows, ";"),
    "quotes": lambda rows: as_csv(rows, quoting=csv.QUOTE_ALL),
    "Latin-1": lambda rows: as_csv(rows, ";").decode().encode("cp1252"),
    "UTF-16": lambda rows: as_csv(rows, ";").decode().encode("utf-16"),
    "workbook": as_workbook,
    "Parquet": lambda rows: as_parquet(columns_of(rows)),
    "pandas": lambda rows: pd.DataFrame(rows[1:], columns=rows[0]),
    "categories": lambda rows: pd.DataFrame(rows[1:], columns=rows[0]).astype("category"),
    "polars": lambda rows: as_pandas(pl.from_arrow(arrow.table(columns_of(rows)))),
    "Arrow": lambda rows: as_pandas(arrow.table(columns_of(rows))),
}


@pytest.mark.parametrize("kind", BLANKS)
@pytest.mark.parametrize("way", WAYS)
def test_blanks_around_cells_and_names_never_matter(way, kind):
    blank = BLANKS[kind]
    if way == "Latin-1" and blank in "\u202f\u2009":
        pytest.skip("Latin-1 has no such blank")
    made = WAYS[way]([tuple(f"{blank}{cell}{blank}" for cell in row) for row in ROWS])
    table = read_table(made, "t") if isinstance(made, bytes) else frame_table(made, "t")
    assert table.names == ROWS[0]
    expected = [[cell or None for cell in row] for row in ROWS[1:]]
    assert table.frame().to_numpy().tolist() == expected
