"""A table of a database, from the page that loads tables to an answer counted on all its rows."""

import json

import duckdb
import psycopg
import pytest

from dashboard.door import check
from interpret.data.complaints import DataError
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import restore
from interpret.tell.rule.words import ON_ALL
from jobs import sources
from jobs.sources import SOURCES
from tests.large_tables import ROWS, survey
from tests.made_documents import made, table_of
from tests.test_pages import FIND, SIMPLE, finish, quiet, said, shown_run

pytestmark = pytest.mark.slow

SECRET = "hush-hush"


@pytest.fixture
def file(tmp_path):
    """A DuckDB file with the survey, an empty table, and one with cells that cannot be read."""
    path = tmp_path / "survey.duckdb"
    with duckdb.connect(str(path)) as engine:
        engine.register("survey", survey())
        engine.execute("CREATE TABLE loans AS SELECT row_number() OVER () AS id, * FROM survey")
        engine.execute("CREATE TABLE empty AS SELECT * FROM loans LIMIT 0")
        engine.execute("CREATE TABLE nested AS SELECT [1, 2] AS a, 'x' AS b")
    return path


def choose(at, database, table):
    at.selectbox(key="database_name").select(database)
    at.run()
    at.selectbox(key="database_table").select(table)
    return quiet(at.run())


def draw(at):
    at.button(key="database_draw").click()
    quiet(at.run())


def find(at):
    """What a simple machine finds on the sample, when its run has ended."""
    at.session_state["_session"].change(**SIMPLE | {"size": "2x2", "fit_to": "labels"})
    at.button(key="find").click()
    at.run()
    at.switch_page(FIND)
    finish(at)


@pytest.mark.usefixtures("in_this_process")
def test_a_table_is_looked_at_sampled_and_what_is_found_is_counted_on_every_row(
    open_app, store, file, monkeypatch
):
    monkeypatch.setenv(SOURCES, f"claims=duckdb://{file}")
    at = choose(open_app(), "claims", "loans")
    assert "700 rows · 7 columns" in said(at)
    at.selectbox(key="database_key").select("id")
    at.run()
    draw(at)
    assert "A sample of 700 of the 700 rows of loans in the database claims" in said(at)
    find(at)
    assert f"Counted on all {ROWS} rows" in said(at)


@pytest.mark.services
def test_the_same_in_postgresql_and_no_password_is_kept(open_app, store, postgres_url, monkeypatch):
    columns = "job text, age int, pay float, day date, few float, class text"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE loans (id int PRIMARY KEY, {columns})".encode())
        with connection.cursor().copy("COPY loans FROM STDIN") as copy:
            for place, row in enumerate(survey().to_pylist()):
                copy.write_row((place, *row.values()))
    monkeypatch.setenv(SOURCES, f"claims={postgres_url.replace('secret', SECRET)}")
    at = choose(open_app(), "claims", "loans")
    assert "database_key" not in {box.key for box in at.selectbox}
    draw(at)
    find(at)
    assert f"Counted on all {ROWS} rows" in said(at)
    run = shown_run(at)
    kept = json.dumps([run.spec, run.result, dict(at.query_params)]) + said(at)
    assert SECRET not in kept
    assert SECRET.encode() not in store.load_table(run.digest)


def test_a_table_that_cannot_be_had_is_refused_in_a_sentence(open_app, file, monkeypatch):
    monkeypatch.setenv(
        SOURCES, f"claims=duckdb://{file} gone=postgresql://u:{SECRET}@localhost:1/x"
    )
    at = open_app()
    assert "has columns and no rows" in said(choose(at, "claims", "empty"))
    assert "Those of “a” hold several" in said(choose(at, "claims", "nested"))
    at.selectbox(key="database_name").select("gone")
    told = said(quiet(at.run()))
    assert "The database cannot be reached" in told
    assert SECRET not in told


def test_nothing_is_read_that_was_not_named(file, monkeypatch, tmp_path):
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    monkeypatch.setenv(SOURCES, f"claims=duckdb://{file}")
    for source, table in (("other", "loans"), ("claims", str(tmp_path / "secret.csv"))):
        with pytest.raises(DataError, match="Choose another one"):
            sources.look(source, table)
    assert sources.origin(b"PAR1, which is no such file") is None


@pytest.mark.usefixtures("in_this_process")
def test_a_run_whose_table_is_gone_keeps_its_answer_and_says_so(open_app, file, monkeypatch):
    monkeypatch.setenv(SOURCES, f"claims=duckdb://{file}")
    at = choose(open_app(), "claims", "loans")
    draw(at)
    with duckdb.connect(str(file)) as engine:
        engine.execute("DROP TABLE loans")
    find(at)
    assert "Not counted on all rows: “claims” has no table “loans”" in said(at)


def test_one_opening_serves_the_answers_of_all_classes(monkeypatch):
    asked = []

    def refused(*whence):
        asked.append(whence)
        raise DataError("It is gone.")

    monkeypatch.setattr(sources, "opened", refused)
    (e,) = restore(made("explain-studied"))
    both = [Answer(e, table_of("explain-studied"))] * 2
    counted = sources.on_all_rows(sources.Origin("ours", "loans", None, 100), both)
    assert len(asked) == 1
    assert [a.explanation.notices[0] for a in counted] == [f"{ON_ALL[1]}: It is gone."] * 2


@pytest.mark.parametrize("value", ["claims", "a=mysql://h/d", "a=bigquery://p/d", "=duckdb://x"])
def test_a_server_does_not_start_with_sources_that_cannot_be_meant(value):
    with pytest.raises(DataError, match="must hold NAME=ADDRESS"):
        check({SOURCES: value})


def test_a_server_that_people_share_opens_no_file():
    check({SOURCES: "claims=duckdb:///srv/a.duckdb b=postgresql://h/d"})
    with pytest.raises(DataError, match="opens no file") as raised:
        check({SOURCES: f"claims=duckdb:///{SECRET}", "RULESCOPE_SHARED": "1"})
    assert SECRET not in str(raised.value)
