"""A store that is removed or exchanged under a running server: noticed, said, made good again."""

import os
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dashboard import services
from jobs.database import StoreError, Waits
from jobs.runner import Runner, why
from jobs.store import Store
from tests.patience import PATIENCE, until
from tests.test_jobs_runner import ended, wait
from tests.test_pages import FIND, LOAD, quiet

NOTICED = "that file was removed or exchanged"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "runs.sqlite"


@pytest.fixture
def store(file):
    return Store(f"sqlite:///{file}")


def move(file, to):
    """Puts a database elsewhere, with what SQLite has not written into it yet."""
    for own in ("", "-wal", "-shm"):
        part = file.with_name(file.name + own)
        if part.exists():
            part.replace(to.with_name(to.name + own))


def exchange(file):
    """Another store stands in the place of the file, which lies beside it."""
    away = file.with_name("away.sqlite")
    move(file, away)
    Store(f"sqlite:///{file}").create("count", {"table": "of another"})
    return away


def test_a_store_that_was_removed_cannot_be_used_and_is_not_made_anew(store, file):
    run_id = store.create("count", {})
    away = file.with_name("away.sqlite")
    move(file, away)
    for use in (store.check, store.recent, lambda: store.create("count", {})):
        with pytest.raises(StoreError, match=NOTICED):
            use()
    assert not file.exists()
    move(away, file)
    assert [run.id for run in store.recent()] == [run_id], "put back, it goes on"


def test_another_store_in_its_place_is_not_taken_for_it(store, file):
    run_id = store.create("count", {})
    away = exchange(file)
    with pytest.raises(StoreError, match=NOTICED):
        store.recent()
    move(away, file)
    assert store.get(run_id)


def test_a_copy_in_its_place_is_another_store(store, file):
    store.create("count", {})
    shutil.copy(file, file.with_name("copy.sqlite"))
    file.with_name("copy.sqlite").replace(file)
    with pytest.raises(StoreError, match=NOTICED):
        store.check()


@pytest.mark.slow
def test_a_worker_makes_no_store_where_there_is_none(root, file):
    environment = os.environ | {"RULESCOPE_DATABASE_URL": f"sqlite:///{file}"}
    command = [sys.executable, "-m", "jobs.worker", "some-run"]
    worker = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert worker.returncode == 1
    assert NOTICED in worker.stderr
    assert not file.exists()


def test_a_process_that_did_not_find_its_run_is_not_said_to_have_ended_without_an_answer():
    said = why(0, "")
    assert "did not find it in the store of runs" in said
    assert "exit status" not in said


@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.usefixtures("counting")
def test_a_run_is_not_reported_on_while_its_store_is_away(store, file, monkeypatch):
    begin = Runner._begin

    def exchanged(runner, run_id, spare):
        moved.append(exchange(file))
        own = begin(runner, run_id, spare)
        moved.append(own)
        return own

    moved = []
    monkeypatch.setattr(Runner, "_begin", exchanged)
    runner = Runner(Store(store.url, waits=Waits(beat=0.1)))
    run_id = runner.start("count", {"n": 2, "pause": 0})
    until(lambda: len(moved) == 2)
    moved[1].popen.wait(PATIENCE)
    time.sleep(0.5)
    assert run_id in runner._unsettled, "nothing is settled where nothing is known"
    move(moved[0], file)
    run = wait(store, run_id, ended)
    assert run.status == "failed"
    assert "did not find it in the store of runs" in run.error
    runner.close()


@pytest.mark.slow
def test_health_and_page_say_so(open_app, database_url, monkeypatch):
    health = runpy.run_path(str(Path(services.__file__).parents[1] / "serve.py"))["health"]
    at = open_app()
    assert health(None).status_code == 200
    file = Path(database_url.removeprefix("sqlite:///"))
    away = file.with_name("away.sqlite")
    move(file, away)
    assert health(None).status_code == 503
    at = quiet(at.run())
    assert NOTICED in at.error[0].value
    at = quiet(at.switch_page(FIND).run())
    assert NOTICED in at.error[0].value
    assert not file.exists()
    move(away, file)
    assert health(None).status_code == 200
    assert not quiet(at.switch_page(LOAD).run()).error
