"""What goes wrong with store, disk and worker as the pages tell it: nothing earlier is lost."""

import sqlite3
from functools import partial

import pytest

from dashboard import services
from jobs.database import Waits
from jobs.store import Store
from tests import test_jobs_store_faults
from tests.patience import until
from tests.test_pages import FIND, finish, lines_of, quiet, said, shown_run

pytestmark = pytest.mark.faults

small_disk = test_jobs_store_faults.small_disk
RUNS = "dashboard/pages/runs.py"


def test_a_locked_store_is_told_and_the_same_click_works_once_it_is_free(
    open_app, database_url, monkeypatch, monks
):
    monkeypatch.setattr(services, "Store", partial(Store, waits=Waits(lock=0.3)))
    at = open_app()
    other = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    at = quiet(at.button(key="find").click().run())
    assert "must be free for writing" in at.error[0].value
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    assert "must be free for writing" in at.error[0].value
    assert at.header[0].value == "tic-tac-toe.csv", "the table before stays"
    assert "no runs yet" in said(quiet(at.switch_page(RUNS).run())), "reading goes on"
    other.close()
    at = quiet(at.switch_page("dashboard/pages/load_data.py").run())
    at = quiet(at.button(key="find").click().run())
    assert shown_run(at).active
    services.store().cancel(shown_run(at).id)


def test_a_worker_killed_after_its_first_answer_leaves_the_answer_and_a_way_on(open_app):
    at = open_app(FIND)
    at = quiet(at.button(key="thesis").click().run())
    at = at.button(key="find").click().run()
    until(lambda: shown_run(at).result)
    run_id = shown_run(at).id
    assert shown_run(at).active
    services.runner()._unsettled[run_id].kill()
    at = finish(at)
    run = shown_run(at)
    assert run.status == "failed"
    assert "memory ran out, or somebody ended it" in said(at).replace("\\", "")
    assert "could not be finished" in said(at)
    assert lines_of(at), "the first answer stays"
    assert not at.button(key="find").disabled
    at = quiet(at.switch_page(RUNS).run())
    (listed,) = [f.value for f in at.dataframe if (f.key or "").startswith("runs_")]
    assert listed["status"].tolist() == ["failed"]
    assert "lines" in listed["result"][0]
