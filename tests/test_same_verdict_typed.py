"""A typed cell is one value in every engine: file, frames, exported code, SQL, folder, database.

An answer is learnt from Parquet or from CSV, asks for one column, and says the same of each row
wherever that row stands, or refuses in one sentence. `--into` writes what folder and database say.
"""

import csv
import io
import re
from functools import partial
from math import inf

import numpy as np
import pandas as pd
import polars
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.answers.rows import check_columns
from interpret.data.complaints import DataError
from interpret.data.dates import named_parts
from interpret.data.frame import frame_of_rows, frame_table
from interpret.data.preparation import Preparation
from interpret.data.read_again import lost_digits
from interpret.data.reading import read_table
from interpret.forms.exports.code import as_python, as_sql
from interpret.large.database import connected
from interpret.large.files import opened
from interpret.present.sql import cells_of
from interpret.rules.logic import Between, Clause, Formula, Is, fired, open_clauses
from tests import test_interpret_forms_exports_exports
from tests.exported import run
from tests.made_files import as_parquet
from tests.postgres import new_database, serve
from tests.test_interpret_forms_exports_exports import saying
from tests.typed_columns import columns

answer = test_interpret_forms_exports_exports.answer
FLOATS = (arrow.float16(), arrow.float32(), arrow.float64())  # pandas itself writes their digits
REFUSED = re.compile(
    r"The names in .* have lost digits, as .* shows"
    r"|The table must have the columns that the machine was trained on, and it lacks “\S.*\S”"
)


def as_csv(table):
    """A CSV file as pandas writes it."""
    text = io.StringIO()
    frame = table.to_pandas(types_mapper=lambda own: None if own in FLOATS else pd.ArrowDtype(own))
    frame.to_csv(text, index=False)
    return text.getvalue().encode()


def asked_of(column):
    """A test that holds for some half of the values."""
    there = [value for value in column.values if value is not None]
    if column.reading.meaning == "date":
        return Is(named_parts(column.name)[2], ("Monday", "Saturday", "Sunday"))
    if column.reading.meaning == "number":
        amounts = column.values.numbers[: len(there)]
        middle = amounts[(len(there) - 1) // 2] / 2 + amounts[len(there) // 2] / 2
        return Between(column.name, middle, inf)
    return Is(column.name, tuple(there[::2]))


def said_of(table, e):
    """What an answer says of each row, None where a cell that cannot be read decides."""
    for sentence in lost_digits(table, e.preparation.readings):
        raise DataError(sentence)
    rows, formula = e.preparation.table(table), e.rule.formula
    is_open = open_clauses(formula.clauses, rows).any(axis=1)
    is_open &= ~fired(formula.clauses, rows).any(axis=1)
    return np.where(is_open, None, formula.holds(rows).astype(object)).tolist()


def said_in_python(rows, e):
    (rule,) = run(as_python(e), "rule")
    return list(map(rule, rows))


def said_in_source(source, e):
    check_columns(source.names, e.rule.formula.attributes)
    formula = e.rule.formula
    cells = cells_of(e.preparation, formula, source.dialect, source.kinds, source.names)
    said = [f"{cells.verdict(formula)} AS said", '"row number"']
    told = source.ask(f'{cells.query(said, source.relation, said[1:])} ORDER BY "row number"')
    return told.column("said").to_pylist()


def said_in_duckdb(database, e):
    if any(name != name.strip() for name in database.table("data").columns):
        check_columns(database.table("data").columns, e.rule.formula.attributes)
    rows = database.execute(as_sql(e)).fetchall()
    return [row[-1] for row in sorted(rows, key=lambda row: row[0])]  # by the row's number


def in_memory(table):
    """The rows of a table as files and frames hold them."""
    frames = {
        "pandas": table.to_pandas(),
        "pandas of Arrow": table.to_pandas(types_mapper=pd.ArrowDtype),
        "polars": polars.from_arrow(table),
        "arrow": table,
    }
    tables = {name: frame_table(frame_of_rows(frame), name) for name, frame in frames.items()}
    return {
        "Parquet": read_table(as_parquet(table), "p"),
        "CSV": read_table(as_csv(table), "c"),
    } | tables


def assert_all_say_the_same(answer, table, files, others):
    """files: two tables that are learnt from; others: what says the verdicts of an answer."""
    wrong, n = [], 0
    for learnt, read in files.items():
        for column in read.columns[1:]:
            if column.kind == "constant":
                continue
            ready = Preparation(readings=(column.reading,))
            e = saying(answer, Formula((Clause((asked_of(column),)),)), preparation=ready)
            expected = said_of(read, e)
            for engine, says in others.items():
                n += 1
                try:
                    told = [None if own is None else bool(own) for own in says(e)]
                except DataError as error:
                    told = expected if REFUSED.match(str(error)) else repr(error)
                if told != expected:
                    wrong.append(f"{learnt}, {column.name!r}, {engine}: {told}, not {expected}")
    assert not wrong, "\n".join(wrong)
    assert n > 100


def made_in_every_engine(answer, folder, seed):
    import duckdb

    table = columns(np.random.default_rng(seed), 60)
    file = folder / "rows.parquet"
    parquet.write_table(table, file)
    tables = in_memory(table)
    rows = list(csv.DictReader(io.StringIO(as_csv(table).decode())))
    with duckdb.connect() as database, opened(str(folder)) as source:
        database.execute("CREATE TABLE data AS SELECT * FROM read_parquet($1)", [str(file)])
        others = {name: partial(said_of, own) for name, own in tables.items()} | {
            "Python": partial(said_in_python, rows),
            "SQL": partial(said_in_duckdb, database),
            "folder": partial(said_in_source, source),
        }
        files = {name: tables[name] for name in ("Parquet", "CSV")}
        assert_all_say_the_same(answer, table, files, others)


@pytest.mark.slow
def test_a_typed_cell_is_one_value_in_every_engine(answer, tmp_path):
    made_in_every_engine(answer, tmp_path, 0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 12))
def test_a_typed_cell_is_one_value_in_every_engine_at_length(answer, tmp_path, seed):
    made_in_every_engine(answer, tmp_path, seed)


TYPES = {"double": "float8", "float": "float4", "bool": "boolean", "date32[day]": "date"}
TYPES |= {"timestamp[us]": "timestamp", "time64[us]": "time", "int64": "bigint"}


@pytest.mark.services
def test_a_typed_cell_is_one_value_in_postgresql(answer):
    import psycopg
    from psycopg import sql

    made = columns(np.random.default_rng(3), 60)
    table = made.select([own.name for own in made.schema if own.type != arrow.float16()])
    kinds = [
        TYPES.get(str(own), "text" if "string" in str(own) else "numeric")
        for own in table.schema.types
    ]
    with serve() as server:
        url = new_database(server)
        with psycopg.connect(
            url.replace("postgresql+psycopg", "postgresql"), autocommit=True
        ) as database:
            named = [
                sql.Identifier(name) + sql.SQL(f" {kind}")
                for name, kind in zip(table.column_names, kinds, strict=True)
            ]
            database.execute(sql.SQL("CREATE TABLE data ({})").format(sql.SQL(", ").join(named)))
            places = sql.SQL(", ").join([sql.Placeholder()] * len(kinds))
            rows = list(zip(*(own.to_pylist() for own in table.columns), strict=True))
            with database.cursor() as cursor:
                cursor.executemany(sql.SQL("INSERT INTO data VALUES ({})").format(places), rows)
            files = {
                name: own for name, own in in_memory(table).items() if name in ("Parquet", "CSV")
            }
            with connected(url.replace("postgresql+psycopg", "postgresql"), "data") as source:
                assert_all_say_the_same(
                    answer, table, files, {"PostgreSQL": partial(said_in_source, source)}
                )
