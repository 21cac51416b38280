"""Blanks around a cell or a name never matter, whatever kind of blank and whichever format."""

import csv
import io
from io import BytesIO

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data import frame
from interpret.data.cells import typed
from interpret.data.frame import as_pandas, frame_table
from interpret.data.preparation import Preparation
from interpret.data.reading import read_cells, read_table
from interpret.data.readings import Reading
from interpret.present.sql import cells_of
from interpret.rules.logic import Clause, Formula, Is
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
    ready = Preparation(readings=(Reading("dose", meaning),))
    asked = Formula((Clause((Is("dose", ("1",)),)),))
    cells = cells_of(ready, asked, kinds={"dose": "single"})
    rows = duckdb.sql(cells.query([cells.of["dose"].sql], f"read_parquet('{file}')")).fetchall()
    expected = DOSES if meaning == "number" else [(d and typed(d)) or "" for d in DOSES]
    assert [row[0] for row in rows] == expected
