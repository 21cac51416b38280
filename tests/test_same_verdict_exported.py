"""Exported code and queries say of every row what the answer says, however its cells are written.

The columns are those of tests/made_columns.py, each a table of texts with the test it decides.
"""

import io
from functools import cache

import numpy as np
import pandas as pd
import pytest

from interpret.data.cells import Coded
from interpret.data.from_cells import column_of
from interpret.data.preparation import Preparation
from interpret.data.readings import Reading
from interpret.data.table import Table
from interpret.forms.exports.code import as_python, as_sql
from interpret.present.dialects import POSTGRES
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, fired, open_clauses
from tests import test_interpret_forms_exports_exports, test_same_verdict
from tests.exported import run
from tests.made_columns import COLUMNS, N
from tests.made_files import as_csv, rows_of
from tests.often import some_now
from tests.postgres import new_database, serve
from tests.test_interpret_forms_exports_exports import saying

answer = test_interpret_forms_exports_exports.answer
some_columns = pytest.mark.parametrize("part", some_now(range(4), 0))  # a quarter of them
TEXTS = {"dtype": str, "keep_default_na": False, "na_values": [""]}


ODD = (  # cells that hardly any column can read, and some that many can
    "soon", "1.2.3.4", "12-", "(5", "5 apples", "--5", "1e999", "0x1F", "\u0663", "<", "1,2,3", ".",
    "7%%", "$$7", "7 7", "2024-13-45", "31.02.2024", "1/2.2020", "25:99", "9:5", "13:00 pm", "e5",
    "1e", "5|", "|5", "'", "3 apr", "32 March 2024", "Smarch 3, 2024", "00012", "", "1" * 50, "+",
    "17.0", "17,0", "0017.", "1.70",
)  # fmt: skip


@cache
def read(mark):
    """The columns of a decimal mark, as a file of texts holds them and as they are read."""
    columns = {made.name: made.cells for made in COLUMNS if made.mark == mark}
    raw = as_csv(rows_of(columns))
    return pd.read_csv(io.BytesIO(raw), **TEXTS), test_same_verdict.tables(mark)["CSV, commas"]


def answers(answer, made_columns):
    """Each made column with its own cells and odd ones, an answer that asks for it, and what the
    answer says of each row, None where that hangs on a cell that cannot be read.
    """
    beside = [("ab", "ba")[i % 2][i // 2 % 2] for i in range(N + len(ODD))]
    for i, made in enumerate(made_columns):
        frame, table = read(made.mark)
        reading = table.column(made.name).reading
        cells = [None if pd.isna(cell) or not cell else cell for cell in (*frame[made.name], *ODD)]
        rows = pd.DataFrame({made.name: cells, "beside": beside}, dtype=object)
        test = test_same_verdict.asked_of(made, table.column(made.name))
        formula = (
            Formula(
                (
                    Clause(
                        (
                            test,
                            Is("beside", ("a",)),
                        )
                    ),
                    Clause((Is("beside", ("b",)), test)),
                )
            ),
            Formula((Clause((test,)), Clause((Is("beside", ("a",)),))), denied=True),
            Formula((Clause((test, IsNot("beside", ("a",)))),)),
        )[i % 3]
        ready = Preparation(readings=(reading,))
        column = column_of(made.name, coded(cells), reading)
        other = column_of("beside", coded(beside), Reading("beside"))
        told = ready.table(Table("t", "", (column, other)))
        is_open = open_clauses(formula.clauses, told).any(axis=1)
        is_open &= ~fired(formula.clauses, told).any(axis=1)
        said = np.where(is_open, None, formula.holds(told).astype(object)).tolist()
        asked = Formula((Clause((test,)),)).holds(told)[:N].tolist()
        assert asked == [own and i not in made.odd for i, own in enumerate(made.says)]
        yield made, rows, saying(answer, formula, preparation=ready), said


def coded(cells):
    texts = [cell or "" for cell in cells]
    return Coded(texts, np.arange(len(texts), dtype=np.int32))


def assert_all_say_the_same(answer, says, made_columns=COLUMNS):
    """says: the verdicts of an exported answer on the rows of a frame of texts."""
    wrong, n_open = {}, 0
    for made, frame, e, expected in answers(answer, made_columns):
        n_open += expected.count(None)
        try:
            told = [None if own is None else bool(own) for own in says(e, frame)]
        except Exception as error:
            wrong[made.name] = repr(error)[:200]
            continue
        if told != expected:
            at = next(i for i, own in enumerate(expected) if told[i] != own)
            wrong[made.name] = f"{frame.iloc[at].tolist()!r}: {told[at]}, not {expected[at]}"
    assert not wrong, "\n" + "\n".join(f"{name}: {of}" for name, of in wrong.items())
    assert n_open > 5 * len(made_columns)


@pytest.mark.slow
@some_columns
def test_exported_python_says_the_same(answer, part):
    def says(e, frame):
        (rule,) = run(as_python(e), "rule")
        return [rule(row) for row in frame.to_dict("records")]

    assert_all_say_the_same(answer, says, COLUMNS[part::4])


@pytest.mark.parametrize("write", [as_python, as_sql])
def test_what_hangs_on_a_cell_written_otherwise_is_empty_and_the_code_says_so(answer, write):
    """A whole column written otherwise is read by `load().predict`, which sees all of it."""
    made = next(own for own in COLUMNS if own.mark == "," and own.above is not None)
    reading = read(made.mark)[1].column(made.name).reading
    ready = Preparation(readings=(reading,))
    formula = Formula((Clause((Between(made.name, made.above),)),))
    assert "a whole column is written otherwise" in write(
        saying(answer, formula, preparation=ready)
    )
    texts = Formula((Clause((Is("beside", ("a",)),)),))
    assert "written otherwise" not in write(saying(answer, texts, preparation=ready))


def filled(frame, execute, mark):
    """A table of texts in a database that takes one statement after the other."""
    name = '"' + frame.columns[0].replace('"', '""') + '"'
    execute("DROP TABLE IF EXISTS data", None)
    execute(f"CREATE TABLE data ({name} TEXT, beside TEXT)", None)
    rows = ", ".join([f"({mark}, {mark})"] * len(frame))
    execute(f"INSERT INTO data VALUES {rows}", frame.to_numpy().ravel().tolist())


@pytest.mark.slow
@some_columns
def test_exported_sql_says_the_same_in_duckdb(answer, part):
    import duckdb

    database = duckdb.connect(":memory:")

    def says(e, frame):
        query = as_sql(e)
        filled(frame, lambda sql, given: database.execute(sql, given or ()), "?")
        return [row[-1] for row in database.execute(query).fetchall()]

    assert_all_say_the_same(answer, says, COLUMNS[part::4])
    database.close()


@pytest.mark.services
def test_exported_sql_says_the_same_in_postgresql(answer):
    import psycopg

    with serve() as server:
        url = new_database(server).replace("postgresql+psycopg://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as database:

            def says(e, frame):
                query = as_sql(e, dialect=POSTGRES)
                filled(frame, lambda sql, given: database.execute(sql, given), "%s")
                return [row[-1] for row in database.execute(query).fetchall()]

            assert_all_say_the_same(answer, says)
