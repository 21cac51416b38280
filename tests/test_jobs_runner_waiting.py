"""What a run says that waits for a place: how many are ahead of it, and about how long."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from jobs import runner
from jobs.database import Run
from jobs.store import Store

IDS = count()


def run(status, ago=0.0, took=None, kind="explain"):
    """A run that was asked so many seconds ago, and took so many where it has begun."""
    began = datetime.now(UTC) - timedelta(seconds=ago)
    ended = None if status in ("queued", "running") else began + timedelta(seconds=took)
    started = None if status == "queued" else began
    return Run(str(next(IDS)), kind, {}, None, status, False, began, started, ended, None)


@pytest.fixture(autouse=True)
def _one_place(monkeypatch):
    monkeypatch.setattr(runner, "SLOTS", 1)


def told(own, *others):
    return runner.waiting_words(own, others)


def test_the_runs_ahead_are_those_at_work_and_those_asked_before():
    own = run("queued", ago=5)
    others = [run("running", ago=20), run("queued", ago=10), run("queued", ago=1)]
    assert told(own, *others) == "Waiting for a free place: 2 runs are ahead."
    at_work = replace(own, status="running")
    assert told(own, at_work, others[0]).endswith("1 run is ahead."), "it began a moment ago"


@pytest.mark.parametrize("active", [19, 20, 21, 60])
def test_all_runs_ahead_are_counted_however_many_there_are(tmp_path, active):
    store = Store(f"sqlite:///{tmp_path / 'runs.sqlite'}")
    done = store.create("explain", {})
    store.start(done)
    store.finish(done, "done", {})
    ids = [store.create("explain", {}) for _ in range(active)]
    for run_id in ids[:2]:
        store.start(run_id)
    own = store.get(store.create("explain", {}))
    for _ in range(25):
        store.create("explain", {})
    said = told(own, *store.queue())
    assert said.startswith(f"Waiting for a free place: {active} runs are ahead. Going by the last")


def test_how_long_it_takes_is_judged_by_the_runs_before():
    own, before = run("queued", ago=5), [run("done", took=s, ago=900) for s in (30, 40, 200)]
    words = told(own, run("running", ago=15), *before)
    told_so = "Waiting for a free place: 1 run is ahead. Going by the last runs, that takes about "
    assert words.startswith(f"{told_so}30 s")
    assert "about 1 min 10 s" in told(own, run("running", ago=15), run("queued", ago=9), *before)
    assert "about 10 s" in told(own, run("running", ago=500), *before)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.84, "0.8 s"),
        (12.4, "12 s"),
        (59.6, "1 min 0 s"),
        (7440, "2 h 4 min"),
    ],
)
def test_how_long_it_took_is_said_in_the_unit_that_suits(seconds, said):
    assert runner.duration_words(timedelta(seconds=seconds)) == said
