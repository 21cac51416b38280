"""A run that rests: it keeps what it has, gives its slot to others, and goes on from there."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from interpret.fit.finding import timed
from interpret.rules.exact import ExactSearch
from interpret.rules.genetic import GeneticSearch
from jobs.reporter import Reporter
from jobs.runner import Runner
from jobs.store import MOST_PAUSED, SERVER_STOPPED, Store
from tests.small_rules import machine_problem
from tests.test_jobs_runner import LONG, ended, processes, running, wait

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("counting")]


@pytest.fixture
def store(tmp_path):
    return Store(f"sqlite:///{tmp_path / 'runs.sqlite'}")


@pytest.fixture
def runner(store):
    runner = Runner(store, slots=1)
    yield runner
    runner.close()


def counted(store, run_id):
    steps = store.steps(run_id)
    return steps[-1][1]["count"] if steps else 0


def paused(runner, store):
    """A run that has rested for a while, and how far it had come."""
    run_id = runner.start("count", LONG)
    wait(store, run_id, running)
    store.pause(run_id)
    time.sleep(0.6)
    assert store.get(run_id).status == "paused"
    reached = counted(store, run_id)
    time.sleep(0.4)
    assert counted(store, run_id) == reached
    return run_id, reached


def test_a_paused_run_rests_and_goes_on_from_where_it_was(runner, store):
    run_id, reached = paused(runner, store)
    began = store.get(run_id).started
    store.go_on(run_id)
    run = wait(store, run_id, lambda run: counted(store, run.id) > reached)
    assert (run.status, run.started) == ("running", began)
    counts = [data["count"] for _, data in store.steps(run_id)]
    seconds = [data["seconds"] for _, data in store.steps(run_id)]
    assert counts == sorted(counts)
    assert max(b - a for a, b in pairwise(seconds)) < 0.5, "no pause in them"


def test_others_have_its_slot_and_it_waits_for_them(runner, store):
    run_id, reached = paused(runner, store)
    other = runner.start("count", LONG)
    wait(store, other, running)
    store.go_on(run_id)
    time.sleep(0.6)
    assert store.get(run_id).status == "queued"
    assert counted(store, run_id) == reached
    store.cancel(other)
    wait(store, other, ended)
    wait(store, run_id, running)
    third = runner.start("count", {"n": 1, "pause": 0})
    time.sleep(0.6)
    assert store.get(third).status == "queued", "the slot is one run's alone"
    store.cancel(run_id)
    assert wait(store, run_id, ended).result["count"] > reached
    assert wait(store, third, ended).status == "done"


@pytest.mark.parametrize("waits", [False, True])
def test_a_paused_run_can_be_cancelled_and_keeps_its_best(runner, store, waits):
    run_id, reached = paused(runner, store)
    if waits:
        wait(store, runner.start("count", LONG), running)
        store.go_on(run_id)
    store.cancel(run_id)
    run = wait(store, run_id, ended)
    assert run.status == "cancelled"
    assert reached <= run.result["count"] < 1000
    store.go_on(run_id)
    store.pause(run_id)
    assert store.get(run_id).status == "cancelled"


def test_a_paused_run_can_be_deleted(runner, store):
    run_id, _ = paused(runner, store)
    [process] = processes(runner)
    store.delete(run_id)
    process.wait(10)
    assert store.get(run_id) is None


def test_a_server_that_stops_interrupts_a_paused_run(runner, store):
    run_id, _ = paused(runner, store)
    [process] = processes(runner)
    runner.close()
    run = store.get(run_id)
    assert (run.status, run.error) == ("interrupted", SERVER_STOPPED)
    assert run.result == {"count": 1}, "what it had published"
    assert process.poll() is not None
    store.go_on(run_id)
    assert store.get(run_id).status == "interrupted"


def test_what_does_not_run_cannot_be_paused(store):
    run_id = store.create("count", LONG)
    store.pause(run_id)
    assert store.get(run_id).status == "queued"
    store.start(run_id)
    store.cancel(run_id)
    store.pause(run_id)
    assert store.get(run_id).status == "running"


def test_so_many_may_rest_and_no_more(store):
    ids = [store.create("count", LONG) for _ in range(MOST_PAUSED + 1)]
    for run_id in ids:
        store.start(run_id)
    assert [store.pause(run_id) for run_id in ids] == [True] * MOST_PAUSED + [False]
    assert store.get(ids[-1]).status == "running"
    store.go_on(ids[0])
    assert store.pause(ids[-1])


def test_a_reporter_that_rests_ends_with_its_failure(store, monkeypatch):
    run_id = store.create("count", LONG)
    store.start(run_id)
    reporter = Reporter(store, run_id)
    store.pause(run_id)
    time.sleep(0.5)

    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr(store, "status", broken)
    with pytest.raises(RuntimeError, match="broken"):
        reporter.step({"count": 1})
    reporter.close()


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(
            GeneticSearch(population=40, generations=12, best_response=False), id="genetic"
        ),
        pytest.param(ExactSearch(effort=2_000, time_limit=0.5), id="exact"),
    ],
)
def test_a_search_that_rests_on_its_way_finds_what_it_finds_without(search, monkeypatch):
    """The clock stands still but for the pause, so that a busy machine decides nothing."""
    asked, told, clock = replace(machine_problem("tic-tac-toe"), price=0.5), [], [0.0]
    monkeypatch.setattr("interpret.rules.exact.monotonic", lambda: clock[0])

    def rest(progress):
        told.append(progress)
        if len(told) == 3:
            clock[0] += 0.8

    rested = timed("a search", search, asked, rest)
    plain = timed("a search", search, asked, lambda progress: None)
    assert rested.rule == plain.rule
    assert rested.evolution == plain.evolution
    assert [(s, o) for s, _, o in rested.curve] == [(s, o) for s, _, o in plain.curve]
    assert rested.rule.stopped_by != "time"
