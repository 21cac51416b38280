"""Workers and servers killed for real, databases locked, disks full: nothing finished is lost."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from jobs import worker
from jobs.database import StoreError, Waits
from jobs.runner import Runner
from jobs.store import Store
from tests.often import some_now
from tests.patience import PATIENCE, until

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("counting")]

BUSY = {"n": 100_000, "pause": 0.001}
SILENT = {"n": 1, "pause": 60}
SERVER = """
import json, signal, sys, time
from jobs.runner import Runner
from jobs.store import Store
from tests.counting import register

register()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
url, spec, ending = sys.argv[1:]
store = Store(url)
runner = Runner(store, slots=1)
ids = [runner.start("count", json.loads(spec)) for _ in range(2)]
while store.get(ids[0]).result is None:
    time.sleep(0.02)
if ending == "graceful":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print(json.dumps({"ids": ids, "pid": runner._unsettled[ids[0]].pid}), flush=True)
if ending != "end":
    time.sleep(60)
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


@pytest.fixture
def store(path):
    return Store(f"sqlite:///{path}")


@pytest.fixture
def runner(store):
    runner = Runner(store, slots=4)
    yield runner
    runner.close()


def ended(store, run_id):
    return until(lambda: None if (run := store.get(run_id)).active else run)


def alive(pid):
    """Whether a process computes still; one that nobody has buried does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def sound(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_worker_killed_at_any_moment_fails_its_run_and_nothing_else(runner, store, path):
    moments = random.Random(0)
    bystander = runner.start("count", {"n": 100, "pause": 0.03})

    def kill_one(moment):
        run_id = runner.start("count", BUSY)
        process = until(lambda: runner._unsettled[run_id])
        time.sleep(moment)
        process.kill()
        ends.append(ended(store, run_id))

    for _ in range(10):
        ends = []
        pair = [
            threading.Thread(target=kill_one, args=(moments.uniform(0, 0.5),)) for _ in range(2)
        ]
        for thread in pair:
            thread.start()
        for thread in pair:
            thread.join()
        assert len(ends) == 2
        for run in ends:
            assert run.status == "failed"
            assert "was killed (SIGKILL)" in run.error
            assert run.result in (None, {"count": 1})
    assert ended(store, bystander).result == {"count": 100}
    assert sound(path)


ENDINGS = {
    "killed": signal.SIGKILL,
    "terminated": signal.SIGTERM,
    "graceful": signal.SIGTERM,
    "ctrl-c": signal.SIGINT,
    "end": None,
}


@pytest.mark.parametrize(
    ("is_busy", "ending"),
    some_now(
        [*product((True, False), ENDINGS)],
        (True, "killed"),
        (False, "terminated"),
        (True, "graceful"),
        (False, "ctrl-c"),
        (True, "end"),
    ),
)
def test_a_server_that_ends_takes_its_worker_along_and_its_runs_say_so(
    root, store, monkeypatch, is_busy, ending
):
    spec, kill = BUSY if is_busy else SILENT, ENDINGS[ending]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, store.url, json.dumps(spec), ending],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with server:
        started = json.loads(server.stdout.readline())
        if kill is not None:
            server.send_signal(kill)
        server.wait(PATIENCE)
    run = ended(store, started["ids"][0])
    assert run.status == "interrupted"
    assert "Start the run again" in run.error
    assert run.result == {"count": 1}
    until(lambda: not alive(started["pid"]))
    time.sleep(0.1)
    Runner(Store(store.url, waits=Waits(stale=0.1))).close()  # the next start
    assert store.get(started["ids"][1]).status == "interrupted"


def test_a_living_server_ends_the_runs_of_one_that_died(store):
    runner = Runner(Store(store.url, waits=Waits(beat=0.2, stale=1.5)))
    store.beat("another")
    theirs, ours = store.create("count", {}, owner="another"), runner.start("count", SILENT)
    assert ended(store, theirs).status == "interrupted"
    until(lambda: store.get(ours).status != "queued")
    assert store.get(ours).status == "running"
    runner.close()


def test_a_result_waits_for_a_store_that_is_locked_longer_than_a_statement_waits(path, capsys):
    store = Store(f"sqlite:///{path}", waits=Waits(lock=0.2))
    run_id = store.create("count", {"n": 20, "pause": 0.2})
    working = threading.Thread(target=worker.work, args=(store, run_id))
    working.start()
    until(lambda: store.steps(run_id))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    time.sleep(1.5)
    assert store.get(run_id).status == "running"
    with pytest.raises(StoreError, match="locked"):
        store.cancel(run_id)
    other.close()
    working.join(PATIENCE)
    run = store.get(run_id)
    assert (run.status, run.result) == ("done", {"count": 20})
    assert store.steps(run_id)[-1][1]["count"] == 20
    assert capsys.readouterr().err.count("locked") == 1, "said once, not every time"


@pytest.fixture
def small_disk(tmp_path):
    """A disk of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"a small disk needs the right to mount one: {made.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk):
    with (disk / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4096)
        except OSError:
            return


def flood(runner):
    while True:
        runner.start("count", {"n": 1, "pause": 0})


def test_a_full_disk_says_so_and_the_result_waits_for_room(small_disk):
    store = Store(f"sqlite:///{small_disk / 'runs.sqlite'}")
    runner = Runner(store, slots=1)
    finished = ended(store, runner.start("count", {"n": 1, "pause": 0}))
    run_id = runner.start("count", {"n": 40, "pause": 0.05})
    until(lambda: store.steps(run_id))
    fill(small_disk)
    with pytest.raises(StoreError, match=r"disk is full\. Free some space"):
        store.save_table("d", "a.csv", b"x" * 200_000)
    with pytest.raises(StoreError, match=r"disk is full\. Free some space"):
        flood(runner)
    time.sleep(2)
    assert store.get(finished.id) == finished
    (small_disk / "filler").unlink()
    run = ended(store, run_id)
    assert (run.status, run.result) == ("done", {"count": 40})
    runner.close()
    assert sound(small_disk / "runs.sqlite")


def test_a_disk_that_cannot_be_written_says_so(small_disk):
    path = small_disk / "runs.sqlite"
    code = "import sys; from jobs.store import Store; Store(sys.argv[1]).create('count', {})"
    subprocess.run([sys.executable, "-c", code, f"sqlite:///{path}"], check=True)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreError, match=r"rights of the file and its folder"):
        Store(f"sqlite:///{path}").create("count", {})
