"""A cell is read once: however its column is written, an answer says the same of its row.

No rule is searched for: each column of tests/made_columns.py gets the test that its cells decide,
on values as its reading has them.
"""

import csv
import io
from collections import defaultdict
from functools import cache
from itertools import product
from math import inf

import numpy as np
import pandas as pd
import polars
import pyarrow as arrow
import pytest

from interpret.data.dates import named_parts
from interpret.data.frame import frame_of_rows, frame_table
from interpret.data.preparation import Preparation
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.documents import as_json, read, shape_of
from interpret.rules.logic import Between, Clause, Formula, Is
from tests.made_columns import COLUMNS
from tests.made_files import as_csv, as_parquet, as_workbook, rows_of
from tests.often import some_now

MARKS = sorted({made.mark for made in COLUMNS})
DELIMITERS = {"commas": ",", "semicolons": ";", "tabs": "\t"}
TEXTS = {"dtype": str, "keep_default_na": False, "na_values": [""]}
MOST_REFUSED = 0.05


def of_texts(columns):
    """The tables of files and frames that hold the cells as they are written."""
    for name, delimiter in DELIMITERS.items():
        yield f"CSV, {name}", read_table(as_csv(rows_of(columns), delimiter), name)
        raw = as_csv(rows_of(columns), delimiter, csv.QUOTE_ALL)
        yield f"CSV, {name}, quoted", read_table(raw, name)
    filled = {name: [cell or None for cell in cells] for name, cells in columns.items()}
    yield "Excel", read_table(as_workbook(rows_of(filled)), "e")
    frames = {
        "pandas": pd.read_csv(io.BytesIO(as_csv(rows_of(columns))), **TEXTS),
        "pandas objects": pd.DataFrame(columns, dtype=object),
        "polars": polars.DataFrame(filled),
        "arrow": arrow.table(filled),
    }
    for name, frame in frames.items():
        yield name, frame_table(frame_of_rows(frame), name)
    yield "declared: Parquet", read_table(as_parquet(filled), "p")
    yield "declared: pandas", frame_table(pd.DataFrame(filled, dtype="category"), "p")


def of_values(columns):
    """The tables of files and frames that hold typed values."""
    for name, frame in {
        "pandas": pd.DataFrame(columns),
        "polars": polars.DataFrame(columns),
        "arrow": arrow.table(columns),
    }.items():
        yield f"typed: {name}", frame_table(frame_of_rows(frame), name)
    text = io.StringIO()
    pd.DataFrame(columns).to_csv(text, index=False)
    yield "typed: CSV of pandas", read_table(text.getvalue().encode(), "c")
    yield "typed: Parquet", read_table(as_parquet(columns), "p")
    yield "typed: Excel", read_table(as_workbook(rows_of(columns)), "e")


@cache
def tables(mark):
    """The columns that one decimal mark goes with, in all files and frames."""
    made = [own for own in COLUMNS if own.mark == mark]
    typed = {own.name: list(own.values) for own in made if own.values}
    return dict([*of_texts({own.name: own.cells for own in made}), *of_values(typed)])


def asked_of(made, column):
    """The test that holds on the rows that the column's cells decide for."""
    if column.reading.meaning == "number" and made.above is not None:
        return Between(made.name, made.above, inf)
    if column.reading.meaning == "date":
        return Is(named_parts(made.name)[2], ("Saturday", "Sunday"))
    values = {column.values[c] for c, own in zip(column.codes, made.says, strict=True) if own}
    return Is(made.name, tuple(sorted(values, key=str)))


@cache
def stored(reading):
    """A preparation that reads one column, as a document gives it back."""
    given = as_json(Preparation(readings=(reading,)))
    return read(shape_of(Preparation), given, "a preparation", "")


def scored(reading, test, column, other):
    """What a test says of each row of a column, which rows are unread, and why.

    other: the table that the column is of, from which its first column stays beside it.
    """
    beside = () if column is other.columns[0] else other.columns[:1]
    table = Table("t", "", (*beside, column), delimiter=other.delimiter)
    prepared = stored(reading).table(table)
    said = Formula((Clause((test,)),)).holds(prepared)
    return said, prepared.column(column.name).unread, prepared.notices


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mark", "step"),
    some_now([*product(MARKS, (1, 3))], *product(MARKS, (3,))),
)
def test_every_column_gets_the_same_verdicts_wherever_it_stands(mark, step):
    """Learnt from every door, or from each third of them, and scored at all."""
    found = tables(mark)
    seen, wrong, refused, pairs = {}, defaultdict(list), [], 0
    for made in (own for own in COLUMNS if own.mark == mark):
        there = {door: t.column(made.name) for door, t in found.items() if made.name in t.names}
        for learnt, first in [*there.items()][::step]:
            if len(first.values) < 2:
                continue
            test = asked_of(made, first)
            for door, column in there.items():
                if learnt.startswith("declared") and "typed" in door:
                    continue  # a category stays one, digit for digit
                pairs += 1
                cells = column.in_file
                key = (first.reading, test, tuple(cells.texts), cells.codes.tobytes())
                key += (found[door].delimiter,)
                if key not in seen:
                    seen[key] = scored(first.reading, test, column, found[door])
                said, unread, notices = seen[key]
                odd = {*np.flatnonzero(unread).tolist()}
                if unread.all() and notices:
                    refused.append((made.name, learnt, door))
                elif not odd <= {*made.odd} or (odd and not notices):
                    wrong[made.name].append((learnt, door, "unread", len(odd)))
                elif not np.array_equal(said, made.says):
                    wrong[made.name].append((learnt, door, int((said != made.says).sum())))
    told = [f"{name}: {len(of)} pairs, such as {of[:2]}" for name, of in wrong.items()]
    assert not told, "\n" + "\n".join(told)
    assert len(refused) <= MOST_REFUSED * pairs, refused
