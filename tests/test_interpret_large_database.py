"""A table in PostgreSQL, explained, judged and scored where it is."""

import json
from dataclasses import replace

import duckdb
import numpy as np
import psycopg
import pytest
import sqlglot

from interpret.data.complaints import DataError
from interpret.large.database import connected
from interpret.large.explain import explain_large
from interpret.large.files import opened
from interpret.measures import confusion
from interpret.present.dialects import DUCKDB
from tests.large_tables import CHEAP, FLAGS, ROWS, SMALL, refused, run, survey, whole

COLUMNS = "job text, age integer, pay double precision, day date, few double precision, class text"


services = pytest.mark.services


@pytest.fixture
def database(postgres_url):
    """The address of a database with the survey as its table loans, and a connection to it."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE loans (id integer PRIMARY KEY, {COLUMNS})".encode())
        with connection.cursor().copy("COPY loans FROM STDIN") as copy:
            for place, row in enumerate(survey().to_pylist()):
                copy.write_row((place, *row.values()))
        yield postgres_url, connection


def relations(connection):
    """Whatever stands in the database besides what PostgreSQL itself needs."""
    query = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND oid > 16384"
    return {name for (name,) in connection.execute(query)}


@services
def test_every_row_is_judged_as_if_the_table_fitted_and_nothing_is_left_behind(database):
    url, connection = database
    with connected(url, "loans", sample=SMALL) as source:
        assert source.order.repeats
        answer = explain_large(source, replace(CHEAP, form="rule", target="class"))
    (e,), (judged,) = answer.explanations, answer.judged
    rows = whole(survey())
    y = np.array(survey().column("class").to_pylist()) == "yes"
    assert judged["rule"].right["all"] == confusion(e.says(rows), y, None)
    assert relations(connection) == {"loans"}


@services
def test_rows_that_are_written_meanwhile_are_not_seen(database):
    url, connection = database
    with connected(url, "loans", sample=SMALL) as source:
        connection.execute("DELETE FROM loans WHERE id < 100")
        answer = explain_large(source, replace(CHEAP, form="rule", target="class"))
    assert answer.judged[0]["rule"].right["all"].n == answer.learnt.labelled <= ROWS
    with connected(url, "loans") as source:
        assert source.rows == ROWS - 100


@services
def test_a_view_holds_the_verdicts_and_is_replaced_only_if_that_is_agreed_to(database, tmp_path):
    url, connection = database
    written = tmp_path / "a.json"
    asked = (url, "--table", "loans", *FLAGS, "--form", "rule", "--target", "class")
    status, said, err = run(*asked, "--json", written, sample=SMALL)
    assert (status, err) == (0, "")
    assert "secret" not in written.read_text() + said
    assert json.loads(written.read_text())["large"]["rows"] == ROWS
    scoring = (written, "--predict", url, "--table", "loans", "--into", "scored")
    status, said, err = run(*scoring)
    assert (status, err) == (0, "")
    yes = connection.execute("SELECT count(*) FROM scored WHERE \"class = yes: rule\" = 'yes'")
    assert f"on {yes.fetchone()[0]:,} of 700 rows" in said
    assert "say --yes" in refused(*scoring)
    assert run(*scoring, "--yes")[0] == 0


WRONG = {
    "a table that is not there": ({"table": "nothing"}, "cannot be read in the database"),
    "neither a table nor a query": ({"table": None}, "name one with --table"),
    "two statements": (
        {"table": None, "query": "select 1; drop table loans"},
        "must be one SELECT",
    ),
    "one that writes": ({"table": None, "query": "delete from loans"}, "must be one SELECT"),
    "no rows": ({"table": None, "query": "select * from loans where age > 999"}, "no rows in them"),
    "a key that is none": ({"table": "loans", "key": "job"}, "another one in every row"),
    "several values": ({"table": None, "query": "select array[1, 2] as a"}, "must hold one value"),
}


@services
@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(what, database):
    url, connection = database
    asked, said = WRONG[what]
    with pytest.raises(DataError, match=said), connected(url, **asked):
        pass
    assert relations(connection) == {"loans"}


@services
def test_a_password_stands_in_no_error(database):
    url = database[0].replace("tests:secret", "nobody:hush-hush")
    with pytest.raises(DataError, match="cannot be reached") as raised, connected(url, "loans"):
        pass
    assert "hush" not in str(raised.value)


@services
def test_an_engine_that_ends_half_way_and_a_table_that_one_may_not_read(database):
    url, connection = database
    others = "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    with connected(url, "loans") as source:
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity {others}")
        with pytest.raises(DataError, match="“loans” cannot be read in the database"):
            source.ask("SELECT COUNT(*) AS n FROM loans")
    connection.execute("CREATE ROLE guest LOGIN")
    asked = connected(url.replace("tests:secret", "guest:hush"), "loans")
    with pytest.raises(DataError, match="permission denied") as raised, asked:
        pass
    connection.execute("DROP ROLE guest")
    assert "hush" not in str(raised.value)


@services
def test_the_same_keys_are_drawn_in_postgresql_and_duckdb(database, tmp_path):
    url, _ = database
    with connected(url, "loans") as source:
        sql = source.order.sql(7, "")
        ours = source.ask(f"SELECT id, {sql} AS key FROM loans ORDER BY id").to_pydict()
    (tmp_path / "a.csv").write_text("id,b\n" + "".join(f"{i},x\n" for i in range(ROWS)))
    with opened(str(tmp_path)) as source:
        relation = f"(SELECT CAST(id AS INTEGER) AS id FROM {source.relation})"
        theirs = source.ask(f"SELECT id, {sql} AS key FROM {relation} ORDER BY id").to_pydict()
    assert ours == theirs


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    """All that is asked of a table of a DuckDB file, in our SQL, and the file's address."""
    file = tmp_path_factory.mktemp("duckdb") / "survey.duckdb"
    with duckdb.connect(str(file)) as engine:
        engine.register("survey", survey())
        engine.execute("CREATE TABLE loans AS SELECT row_number() OVER () AS id, * FROM survey")
    asked, url = [], f"duckdb://{file}"
    with connected(url, "loans", key="id", sample=SMALL) as source:
        spied = replace(source, ask=lambda sql: asked.append(sql) or source.ask(sql))
        explain_large(spied, replace(CHEAP, form="points", target="class"))
    return asked, url


@pytest.mark.parametrize("engine", ["bigquery", "snowflake", "trino", "spark", "clickhouse"])
def test_the_questions_are_written_as_each_engine_has_them(engine, questions):
    for query in questions[0]:
        (written,) = sqlglot.transpile(
            query, read=DUCKDB.name, write=engine, unsupported_level=sqlglot.ErrorLevel.RAISE
        )
        assert sqlglot.parse_one(written, read=engine)


def test_duckdb_fetches_nothing_and_options_on_a_database_need_one(questions):
    asked = "select * from 'https://example.com/a.parquet'"
    fetching = connected(questions[1], None, query=asked)
    with pytest.raises(DataError, match="requires the extension"), fetching:
        pass
    assert "need a database" in refused("sample_data/clinic.csv", "--table", "loans")
    assert "Say --yes if it may" in refused("bigquery://project/data", "--table", "loans")
