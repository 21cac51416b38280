"""A process kept ready for the next run: taken, replaced, killed, and gone with its server."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from interpret.data.reading import read_table
from interpret.settings import Settings
from jobs.database import Waits
from jobs.runner import GENTLE, Runner
from jobs.store import Store
from tests import test_jobs_runner
from tests.patience import PATIENCE, until
from tests.test_jobs_runner import LONG, ended, processes, running, wait
from tests.test_jobs_store_faults import alive

pytestmark = [pytest.mark.slow, pytest.mark.faults]

store = test_jobs_runner.store
counting = pytest.mark.usefixtures("counting")
SERVER = """
import sys, time
from jobs.runner import Runner
from jobs.store import Store
from tests.counting import register

register()
runner = Runner(Store(sys.argv[1]))
runner.prepare()
print(runner._spare.popen.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def runner(store):
    runner = Runner(Store(store.url, waits=Waits(beat=0.2)), slots=2)
    yield runner
    runner.close()


@counting
def test_the_next_run_takes_the_process_and_another_is_made_ready(runner, store):
    runner.prepare()
    spare = runner._spare.popen
    runner.prepare()
    assert runner._spare.popen is spare, "never more than one"
    first = runner.start("count", LONG)
    wait(store, first, running)
    assert processes(runner) == [spare]
    other = until(lambda: runner._spare).popen
    assert other is not spare
    until(lambda: os.getpriority(os.PRIO_PROCESS, spare.pid) >= GENTLE)
    second = runner.start("count", {"n": 2, "pause": 0})
    assert wait(store, second, ended).result == {"count": 2}
    assert until(lambda: other.poll() is not None), "one run is all that a process works on"
    last = until(lambda: runner._spare).popen
    runner.close()
    assert last.poll() is not None
    assert store.get(first).status == "interrupted"
    runner.prepare()
    assert runner._spare is None


@counting
def test_a_run_that_shows_an_answer_lets_pages_go_first_at_once(store):
    runner = Runner(Store(store.url, waits=Waits(beat=3600)))  # the runner does not see to it
    run_id = runner.start("count", LONG)
    wait(store, run_id, lambda run: run.result is not None)
    (worker,) = processes(runner)
    until(lambda: os.getpriority(os.PRIO_PROCESS, worker.pid) >= GENTLE)
    runner.close()


@counting
def test_two_runs_at_once_share_one_process_kept_ready(runner, store):
    runner.prepare()
    ids = []
    both = [
        threading.Thread(target=lambda: ids.append(runner.start("count", {"n": 3, "pause": 0})))
        for _ in range(2)
    ]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert [wait(store, run_id, ended).status for run_id in ids] == ["done", "done"]


@counting
def test_a_process_that_dies_with_a_run_it_has_not_begun_is_replaced(runner, store):
    runner.prepare()
    dying = runner._spare.popen
    dying.send_signal(signal.SIGSTOP)  # it lives, and does not read what it is given
    run_id = runner.start("count", {"n": 2, "pause": 0})
    assert until(lambda: runner._unsettled.get(run_id) is dying)
    dying.kill()
    run = wait(store, run_id, ended)
    assert (run.status, run.result) == ("done", {"count": 2})


@counting
def test_a_run_does_not_miss_a_process_that_was_killed(runner, store, monkeypatch):
    runner.prepare()
    killed = runner._spare.popen
    killed.kill()
    run = wait(store, runner.start("count", {"n": 2, "pause": 0}), ended)
    assert (run.status, run.result) == ("done", {"count": 2})
    dead = until(lambda: runner._spare).popen
    dead.kill()
    assert until(lambda: runner._spare and runner._spare.popen is not dead), "it is replaced"
    with monkeypatch.context() as where_none_starts:
        where_none_starts.setattr(sys, "executable", "no such program")
        runner._spare.popen.kill()
        until(lambda: runner._spare is None)
    assert until(lambda: runner._spare)


@counting
def test_a_process_kept_ready_ends_with_a_server_that_is_killed(root, store):
    program = [sys.executable, "-c", SERVER, store.url]
    with subprocess.Popen(program, cwd=root, stdout=subprocess.PIPE, text=True) as server:
        spare = int(server.stdout.readline())
        assert alive(spare)
        server.send_signal(signal.SIGKILL)
        server.wait(PATIENCE)
        until(lambda: not alive(spare))


def test_a_draft_comes_from_a_process_kept_ready_and_outlives_it(store, root):
    """Killed after the draft: the run failed, and the draft is its answer still."""
    runner = Runner(store, slots=1)
    runner.prepare()
    spare = runner._spare.popen
    raw = (root / "sample_data" / "tic-tac-toe.csv").read_bytes()
    table = read_table(raw, "tic-tac-toe.csv")
    store.save_table(table.digest, table.name, raw)
    spec = {"settings": Settings().to_dict(), "table": table.name}
    run_id = runner.start("explain", spec, table.digest)
    run = wait(store, run_id, lambda run: run.result)
    assert processes(runner) == [spare]
    assert run.result["explanations"][0]["rule"]["stopped_by"] == "draft"
    spare.kill()
    run = wait(store, run_id, ended)
    assert run.status == "failed"
    assert run.result["explanations"][0]["rule"]["stopped_by"] == "draft"
    runner.close()
