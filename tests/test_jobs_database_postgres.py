"""Runs in a PostgreSQL: what SQLite cannot tell."""

import threading
import time
from pathlib import Path

import psycopg
import pytest

from jobs.database import StoreError, Waits
from jobs.store import Store
from tests import test_jobs_runner
from tests.patience import PATIENCE, until
from tests.test_jobs_runner import ended, wait

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("counting")]

runner = test_jobs_runner.runner
SPEC = {"n": 20, "pause": 0.02}


@pytest.fixture
def store(postgres_url):
    return Store(postgres_url)


@pytest.fixture
def other(postgres_url):
    """Another program's connection."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def test_runs_end_as_they_should_and_no_process_tells_the_password(runner, store, postgres_url):
    assert ":secret@" in postgres_url
    first, second = (runner.start("count", SPEC) for _ in range(2))
    process = until(lambda: runner._unsettled.get(first))
    assert b"secret" not in Path(f"/proc/{process.pid}/cmdline").read_bytes()
    store.cancel(second)
    assert wait(store, second, ended).status == "cancelled"
    run = wait(store, first, ended)
    assert (run.status, run.result) == ("done", {"count": 20})
    assert store.steps(first)[-1][1]["count"] == 20


def test_connections_that_are_cut_cost_nothing(runner, store, other):
    run_id = runner.start("count", {"n": 60, "pause": 0.02})
    until(lambda: store.steps(run_id))
    for _ in range(3):
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        time.sleep(0.3)
    assert wait(store, run_id, ended).result == {"count": 60}


def test_a_table_that_stays_locked_is_told_and_a_lock_for_a_while_is_waited_for(
    postgres_url, other
):
    store = Store(postgres_url, waits=Waits(lock=0.4))
    other.execute("BEGIN")
    other.execute("LOCK TABLE runs IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(StoreError, match=r"must be free for writing, .* locked"):
        store.create("count", {})
    threading.Timer(0.2, other.execute, ["COMMIT"]).start()
    store = Store(postgres_url, waits=Waits(lock=PATIENCE))
    assert store.get(store.create("count", {})).status == "queued"


def test_a_database_that_is_not_there_is_told_without_its_password(postgres_url):
    for url in (postgres_url + "_no", "postgresql://u:secret@localhost:1/runs"):
        with pytest.raises(StoreError, match=r"must be a database that can be read") as caught:
            Store(url)
        assert "secret" not in str(caught.value)
        assert "\n" not in str(caught.value)
