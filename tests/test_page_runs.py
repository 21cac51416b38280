"""The page of runs without a browser: listed, opened, deleted."""

import time

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import services, stored_runs
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from tests.patience import PATIENCE, until
from tests.test_pages import (
    SIMPLE,
    answer_to,
    finish,
    lines_of,
    quiet,
    run_of,
    said,
)

pytestmark = pytest.mark.slow

LOAD, RUNS = "dashboard/pages/load_data.py", "dashboard/pages/runs.py"
FIND = "dashboard/pages/find_rule.py"


@pytest.fixture(scope="session")
def answer(monks):
    return answer_to(monks, **SIMPLE)


def tick(at, *rows):
    """Ticks rows of the table, as a browser does."""
    (key,) = [frame.key for frame in at.dataframe if (frame.key or "").startswith("runs_")]
    at.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return quiet(at.run())


def runs_table(at):
    (found,) = [f.value for f in at.dataframe if (f.key or "").startswith("runs_")]
    return found


def test_without_runs_the_page_says_what_to_do(open_app):
    at = open_app(RUNS)
    assert "There are no runs yet" in at.info[0].value
    assert [link.label for link in at.page_link] == ["Load data"]


def test_every_run_is_listed_with_what_was_asked_and_what_came_of_it(
    open_app, store, monks, answer
):
    for status, error in (("done", None), ("cancelled", None), ("failed", "It **failed**.")):
        run_of(store, monks, status, answer if status == "done" else None, error, target="friend")
    at = open_app(RUNS)
    rows = runs_table(at)
    assert rows["status"].tolist() == ["failed", "stopped by you", "done"]
    assert rows["result"].tolist() == ["", "", "100.0 % right, 4 lines, 7 conditions"]
    assert set(rows["data"]) == {"table.csv"}
    assert set(rows["asked"]) == {"friend"}
    assert all(took.endswith(" s") for took in rows["took"])
    assert "3 runs in the store" in said(at)
    at = tick(at, 0)
    assert plain("It **failed**.") in at.warning[0].value


def test_a_ticked_run_can_be_opened_and_shows_what_repeats_it(open_app, store, monks, answer):
    run_id = run_of(store, monks, "done", answer, positive=("yes",), target="friend")
    at = tick(open_app(RUNS), 0)
    links = {link.label: link for link in at.page_link}
    assert list(links) == ["Open", "Predict"]
    assert all(run_id in str(link.proto) for link in links.values())
    (needs,) = [f.value for f in at.dataframe if "what" in f.value.columns]
    needed = dict(needs.values.tolist())
    assert needed["digest of the data"] == read_table(monks, "x").digest
    assert (needed["seed"], needed["target"], needed["positive"]) == ("0", "friend", "yes")


def test_a_run_is_deleted_after_one_question_and_forgotten_where_it_was_shown(
    open_app, store, monks, answer
):
    gone, kept = run_of(store, monks, "done", answer), run_of(store, monks, "done", answer)
    at = open_app(FIND, panels=(), run=gone)
    assert lines_of(at)
    at = tick(quiet(at.switch_page(RUNS).run()), 1)
    assert "Delete the run" in said(at)
    at = quiet(at.button(key="delete").click().run())
    assert store.get(gone) is None
    assert len(runs_table(at)) == 1
    assert not at.session_state[KEY].ticked
    at = quiet(at.switch_page(FIND).run())
    assert "no rule yet" in said(at)
    assert store.get(kept)


@pytest.mark.parametrize("page", [LOAD, FIND, RUNS])
def test_a_table_that_another_session_deleted_is_missed_in_words(
    open_app, store, monks, answer, page
):
    at = open_app(FIND, panels=(), run=run_of(store, monks, "done", answer))
    (run,) = store.recent()
    store.delete(run.id)
    if page != FIND:
        at.switch_page(page)
    at = quiet(at.run())
    assert "is deleted along with its last run" in said(at) + at.session_state[KEY].complaint
    assert at.session_state[KEY].digest not in ("", run.digest)
    assert not at.error or "is deleted along with its last run" in at.error[0].value


def test_a_running_run_is_stopped_before_it_is_deleted(open_app, store, monks):
    at = open_app(LOAD)
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    endless = {"search": "genetic", "generations": 100_000, "operators": "thesis", "price": 0.5}
    at.session_state[KEY].change(**SIMPLE | endless)  # no proof and no patience ends it
    at = at.button(key="find").click().run()
    (run,) = store.recent()
    assert run.active
    runner = services.runner()
    at = tick(quiet(at.switch_page(RUNS).run()), 0)
    assert "stopped first" in said(at)
    at = quiet(at.button(key="delete").click().run())
    assert "no runs yet" in said(at)
    assert store.get(run.id) is None
    time.sleep(0.1)
    until(lambda: not runner._unsettled, "its process goes on")
    assert store.steps(run.id) == []
    assert store.load_table(run.digest), "the table that is open stays"


def test_on_a_shared_server_a_session_sees_its_own_runs_alone(
    open_app, store, monks, answer, monkeypatch
):
    own, other = run_of(store, monks, "done", answer), run_of(store, monks, "done", answer)
    monkeypatch.setenv("RULESCOPE_SHARED", "1")
    at = open_app(RUNS)
    assert "no runs yet" in said(at)
    at = open_app(FIND, panels=(), run=own)  # by its link
    at = quiet(at.switch_page(RUNS).run())
    assert len(runs_table(at)) == 1
    stored_runs.delete(at.session_state[KEY], [other])
    assert store.get(other), "what a session does not see it cannot delete"
    monkeypatch.setenv("RULESCOPE_SHARED", "0")
    assert len(runs_table(open_app(RUNS))) == 2


@pytest.mark.services
def test_the_pages_work_on_postgresql_as_on_sqlite(postgres_url, monkeypatch, root, monks, answer):
    monkeypatch.setenv("RULESCOPE_DATABASE_URL", postgres_url)
    st.cache_resource.clear()
    try:
        at = quiet(AppTest.from_file(str(root / "app.py"), default_timeout=PATIENCE).run())
        at = quiet(at.file_uploader(key="upload").upload("ä.csv", monks, "text/csv").run())
        at.session_state[KEY].change(**SIMPLE)
        at = finish(at.button(key="find").click().run())
        assert lines_of(at)
        at = tick(quiet(at.switch_page(RUNS).run()), 0)
        assert runs_table(at)["data"].tolist() == ["ä.csv"]
        at = quiet(at.button(key="delete").click().run())
        assert "no runs yet" in said(at)
    finally:
        services.runner().close()
        st.cache_resource.clear()
