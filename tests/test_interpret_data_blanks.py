"""Blanks around a cell or a name never matter, whatever kind of blank and whichever format."""

import io

import openpyxl
import pandas as pd
import polars as pl
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data.frame import as_pandas, frame_table
from interpret.data.reading import read_table

BLANKS = {
    "a blank": " ",
    "several": "  ",
    "a no-break blank": "\u00a0",
    "a narrow no-break blank": "\u202f",
    "a thin blank": "\u2009",
}
ROWS = [("age", "the place", "class"), ("48", "New York", "<=50K"), ("", "Rome", ">50K")]


def as_text(rows, delimiter, quote=""):
    lines = (delimiter.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)
    return "\n".join(lines).encode()


def as_arff(rows):
    names, *body = rows
    told = "".join(f"@attribute '{name}' string\n" for name in names)
    cells = "\n".join(",".join(f"'{cell}'" for cell in row) for row in body)
    return f"@relation r\n{told}@data\n{cells}\n".encode()


def as_workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def as_arrow(rows):
    columns = zip(*rows[1:], strict=True)
    return arrow.table({name: list(cells) for name, cells in zip(rows[0], columns, strict=True)})


def as_parquet(rows):
    raw = io.BytesIO()
    parquet.write_table(as_arrow(rows), raw)
    return raw.getvalue()


WAYS = {
    "commas": lambda rows: as_text(rows, ","),
    "semicolons": lambda rows: as_text(rows, ";"),
    "quotes": lambda rows: as_text(rows, ",", '"'),
    "Latin-1": lambda rows: as_text(rows, ";").decode().encode("cp1252"),
    "UTF-16": lambda rows: as_text(rows, ";").decode().encode("utf-16"),
    "ARFF": as_arff,
    "workbook": as_workbook,
    "Parquet": as_parquet,
    "pandas": lambda rows: pd.DataFrame(rows[1:], columns=rows[0]),
    "categories": lambda rows: pd.DataFrame(rows[1:], columns=rows[0]).astype("category"),
    "polars": lambda rows: as_pandas(pl.from_arrow(as_arrow(rows))),
    "Arrow": lambda rows: as_pandas(as_arrow(rows)),
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
