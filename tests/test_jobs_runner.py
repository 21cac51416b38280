import asyncio
import json
import logging
import subprocess
import sys
from dataclasses import replace

import pytest

import jobs.runner
from interpret.data.complaints import DataError
from jobs import worker
from jobs.database import Waits
from jobs.runner import Runner
from jobs.store import Store
from jobs.worker import Reporter
from tests import counting
from tests.patience import until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("counting")]

LONG = {"n": 1000, "pause": 0.02}


@pytest.fixture
def store(tmp_path):
    return Store(f"sqlite:///{tmp_path / 'runs.sqlite'}")


@pytest.fixture
def runner(store):
    runner = Runner(store, slots=2)
    yield runner
    runner.close()


def wait(store, run_id, so):
    """The run as soon as it is so; polled, as a page does it."""
    return until(lambda: so(run := store.get(run_id)) and run, run_id)


def ended(run):
    return not run.active


def running(run):
    return run.status == "running" and run.result is not None


def test_a_run_is_worked_on_in_a_process_of_its_own_to_its_end(runner, store):
    run = wait(store, runner.start("count", {"n": 5, "pause": 0.01}), ended)
    assert (run.status, run.result, run.error) == ("done", {"count": 5}, None)
    assert run.created <= run.started <= run.finished
    steps = store.steps(run.id)
    assert steps[-1][1]["count"] == 5, "the last step is never lost"
    assert [number for number, _ in steps] == list(range(len(steps)))


def test_steps_that_come_faster_than_a_page_can_show_are_thinned(runner, store):
    run = wait(store, runner.start("count", {"n": 500, "pause": 0.001}), ended)
    assert run.status == "done"
    seconds = (run.finished - run.started).total_seconds()
    assert len(store.steps(run.id)) <= 2 + 10 * seconds
    assert store.steps(run.id)[-1][1]["count"] == 500


def test_two_runs_go_on_at_once_and_a_third_waits_and_can_be_cancelled_at_once(runner, store):
    first, second = runner.start("count", LONG), runner.start("count", LONG)
    third = runner.start("count", LONG)
    wait(store, first, running)
    wait(store, second, running)
    assert store.get(third).status == "queued"
    store.cancel(third)
    assert store.get(third).status == "cancelled"
    store.cancel(first)
    assert wait(store, first, ended).status == "cancelled"
    fourth = runner.start("count", {"n": 1, "pause": 0})
    assert wait(store, fourth, ended).status == "done", "the slot is free again"
    assert store.get(second).status == "running"
    assert (store.get(third).status, store.steps(third)) == ("cancelled", [])


def test_a_cancelled_run_stops_by_itself_and_keeps_its_best_so_far(store):
    runner = Runner(Store(store.url, waits=Waits(grace=3600)))  # it is not killed meanwhile
    run_id = runner.start("count", LONG)
    wait(store, run_id, running)
    store.cancel(run_id)
    run = wait(store, run_id, ended)
    assert run.status == "cancelled"
    assert run.error is None
    assert 1 <= run.result["count"] < 1000
    runner.close()


def test_a_run_that_does_not_listen_is_killed_and_keeps_what_it_published(store):
    runner = Runner(Store(store.url, waits=Waits(grace=0.3)))
    run_id = runner.start("count", {"n": 1, "pause": 60})
    wait(store, run_id, running)
    [process] = processes(runner)
    store.cancel(run_id)
    run = wait(store, run_id, ended)
    assert (run.status, run.result) == ("cancelled", {"count": 1})
    assert process.poll() is not None
    runner.close()


def processes(runner):
    return [process for process in runner._unsettled.values() if process is not None]


def test_closing_ends_processes_and_interrupts_what_has_not_ended(store):
    runner = Runner(store, slots=1)
    run_id, queued = runner.start("count", LONG), runner.start("count", LONG)
    wait(store, run_id, running)
    [process] = processes(runner)
    runner.close()
    assert process.poll() is not None
    for run in (store.get(run_id), store.get(queued)):
        assert run.status == "interrupted"
        assert "Start the run again" in run.error
    assert store.get(run_id).result == {"count": 1}
    with pytest.raises(RuntimeError, match="must be open"):
        runner.start("count", LONG)


def test_a_server_that_shuts_down_interrupts_its_runs(store):
    import serve

    run_id = Runner(store).start("count", LONG)
    wait(store, run_id, running)

    async def shut_down():
        async with serve.running(serve.app):
            assert store.get(run_id).status == "running"

    asyncio.run(shut_down())
    assert store.get(run_id).status == "interrupted"


def test_a_new_runner_leaves_the_runs_of_a_live_one_alone(runner, store):
    run_id = runner.start("count", LONG)
    wait(store, run_id, running)
    other = Runner(store)
    assert store.get(run_id).status == "running"
    other.close()
    assert store.get(run_id).status == "running"


def test_a_failure_is_one_sentence_for_the_user_and_a_traceback_in_the_log(runner, store, caplog):
    run = wait(store, runner.start("count", {"pause": 0}), ended)
    assert run.status == "failed"
    assert run.error == (
        "Rulescope failed on this run: KeyError. The details are in the server's log."
    )
    wait(store, run.id, lambda _: caplog.records)
    [record] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert run.id in record.getMessage()
    assert "Traceback" in record.getMessage()
    assert "KeyError: 'n'" in record.getMessage()


def test_a_process_that_cannot_even_start_fails_its_run(runner, store, monkeypatch):
    monkeypatch.setattr(sys, "executable", "no such program")
    run = wait(store, runner.start("count", LONG), ended)
    assert run.status == "failed"
    assert "could not be started: No such file" in run.error


def test_a_process_that_ends_without_an_answer_fails_its_run_with_its_last_words(
    runner, store, monkeypatch, tmp_path
):
    monkeypatch.setattr(jobs.runner, "ROOT", tmp_path)
    run = wait(store, runner.start("count", LONG), ended)
    assert run.status == "failed"
    assert "(exit status 1)" in run.error
    assert "It said: " in run.error
    assert "Traceback" not in run.error


def test_what_is_wrong_with_the_input_is_said_to_the_user(store, monkeypatch, capsys):
    def complain(run, reporter):
        raise DataError("The table must have a class; it has none. Add one.")

    monkeypatch.setattr(counting, "KIND", replace(counting.KIND, work=complain))
    run_id = store.create("count", {})
    worker.work(store, run_id)
    run = store.get(run_id)
    assert (run.status, run.error) == (
        "failed",
        "The table must have a class; it has none. Add one.",
    )
    assert capsys.readouterr().err == ""


def test_a_result_that_is_no_json_fails_the_run_and_nothing_else(store, monkeypatch, capsys):
    lost = replace(counting.KIND, work=lambda run, reporter: {"x": float("nan")})
    monkeypatch.setattr(counting, "KIND", lost)
    run_id = store.create("count", {})
    worker.work(store, run_id)
    run = store.get(run_id)
    assert (run.status, run.result) == ("failed", None)
    assert "ValueError" in run.error
    assert "Traceback" in capsys.readouterr().err


def test_a_run_cancelled_before_its_process_came_up_is_not_worked_on(store):
    run_id = store.create("count", {"n": 1, "pause": 0})
    store.cancel(run_id)
    worker.work(store, run_id)
    assert (store.get(run_id).status, store.steps(run_id)) == ("cancelled", [])


def test_the_work_hears_that_it_is_not_wanted_any_more(store):
    for end in (store.cancel, lambda run_id: store.finish(run_id, "interrupted")):
        run_id = store.create("count", {})
        store.start(run_id)
        reporter = Reporter(store, run_id)
        assert reporter.step({"count": 1})
        end(run_id)
        until(lambda heard=reporter: not heard.step({"count": 2}))
        assert reporter.stopped
        reporter.close()


def test_a_worker_starts_without_the_libraries_of_its_kind_and_loads_no_other_kind(root):
    code = (
        "import sys, json, jobs.worker; before = sorted(sys.modules); "
        "from interpret.registry import kind_of; kind_of('explain'); "
        "print(json.dumps([before, sorted(sys.modules)]))"
    )
    program = [sys.executable, "-c", code]
    before, after = json.loads(
        subprocess.run(program, cwd=root, capture_output=True, check=True).stdout
    )
    assert not {"sklearn", "pandas", "numpy", "streamlit", "plotly"} & set(before)
    assert "interpret.forms.explain" in after
    assert not {"streamlit", "plotly"} & set(after)
    assert not [name for name in after if name.startswith("interpret.lab")]
