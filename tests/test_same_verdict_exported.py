"""Exported code and queries say of every row what the answer says, however its cells are written.

The columns are those of tests/made_columns.py, each a table of texts with the test it decides.
"""

import io
import sqlite3
from collections import defaultdict
from functools import cache

import numpy as np
import pandas as pd
import pytest

from interpret.answers.rule.exports.export import as_pandas, as_python, as_sql
from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.rules.logic import Clause, Formula
from tests import test_interpret_forms_export, test_same_verdict
from tests.exported import run
from tests.made_columns import COLUMNS
from tests.postgres import new_database, serve
from tests.test_interpret_forms_export import saying

answer = test_interpret_forms_export.answer
REFUSED = (  # what SQL is not asked to read, each told in one sentence
    "Dates must be written in one way and in digits",
    "as times of day",
    "may be written (5) or 5-",
    "some are bounds, such as <5",
)
TEXTS = {"dtype": str, "keep_default_na": False, "na_values": [""]}


@cache
def read(mark):
    """The columns of a decimal mark, as a file of texts holds them and as they are read."""
    columns = {made.name: made.cells for made in COLUMNS if made.mark == mark}
    raw = test_same_verdict.csv_of(columns)
    return pd.read_csv(io.BytesIO(raw), **TEXTS), test_same_verdict.tables(mark)["CSV, commas"]


def answers(answer):
    """Each made column with its cells, and the answer that asks for it alone."""
    for made in COLUMNS:
        frame, table = read(made.mark)
        column = table.column(made.name)
        test = test_same_verdict.asked_of(made, column)
        ready = Preparation(readings=(column.reading,))
        yield (
            made,
            frame[[made.name]],
            saying(answer, Formula((Clause((test,)),)), preparation=ready),
        )


def assert_all_say_the_same(answer, says, may_refuse=REFUSED):
    """says: the verdicts of an exported answer on the rows of a frame of texts."""
    wrong, refused = {}, defaultdict(list)
    for made, frame, e in answers(answer):
        try:
            told = says(e, frame)
        except DataError as error:
            (why,) = [why for why in may_refuse if why in str(error)] or [str(error)]
            refused[why].append(made.name)
            continue
        except Exception as error:
            wrong[made.name] = repr(error)[:200]
            continue
        rows = [i for i in range(len(frame)) if i not in made.odd or not made.says[i]]
        if not np.array_equal(np.array(told, dtype=bool)[rows], np.array(made.says)[rows]):
            at = next(i for i in rows if bool(told[i]) != made.says[i])
            wrong[made.name] = f"{frame.iloc[at, 0]!r}: {told[at]}"
    assert not wrong, "\n" + "\n".join(f"{name}: {of}" for name, of in wrong.items())
    assert {*refused} <= {*may_refuse}, refused
    pairs = len(COLUMNS) * (len(test_same_verdict.tables(",")) + 5)  # with every file and export
    assert 5 * sum(map(len, refused.values())) <= test_same_verdict.MOST_REFUSED * pairs


def test_exported_python_says_the_same(answer):
    def says(e, frame):
        (rule,) = run(as_python(e), "rule")
        return [rule(row) for row in frame.to_dict("records")]

    assert_all_say_the_same(answer, says, may_refuse=())


def test_exported_pandas_says_the_same(answer):
    def says(e, frame):
        (rule,) = run(as_pandas(e), "rule", data=frame)
        return rule.tolist()

    assert_all_say_the_same(answer, says, may_refuse=())


def filled(frame, execute, mark):
    """A table of texts in a database that takes one statement after the other."""
    name = '"' + frame.columns[0].replace('"', '""') + '"'
    execute("DROP TABLE IF EXISTS data", None)
    execute(f"CREATE TABLE data ({name} TEXT)", None)
    for cell in frame.iloc[:, 0]:
        execute(f"INSERT INTO data VALUES ({mark})", (None if pd.isna(cell) else cell,))


def test_exported_sql_says_the_same_in_sqlite(answer):
    database = sqlite3.connect(":memory:")

    def says(e, frame):
        filled(frame, lambda sql, given: database.execute(sql, given or ()), "?")
        return [row[-1] for row in database.execute(as_sql(e))]

    assert_all_say_the_same(answer, says)
    database.close()


def test_exported_sql_says_the_same_in_duckdb(answer):
    import duckdb

    database = duckdb.connect(":memory:")

    def says(e, frame):
        query = as_sql(e)
        filled(frame, lambda sql, given: database.execute(sql, given or ()), "?")
        return [row[-1] for row in database.execute(query).fetchall()]

    assert_all_say_the_same(answer, says)
    database.close()


@pytest.mark.services
def test_exported_sql_says_the_same_in_postgresql(answer):
    import psycopg

    with serve() as server:
        url = new_database(server).replace("postgresql+psycopg://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as database:

            def says(e, frame):
                query = as_sql(e)
                filled(frame, lambda sql, given: database.execute(sql, given), "%s")
                return [row[-1] for row in database.execute(query).fetchall()]

            assert_all_say_the_same(answer, says)
