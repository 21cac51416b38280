"""The run that compares kernels: its steps, and what it keeps where it is cancelled or fails."""

import time

import pytest

from interpret.data.reading import read_table
from interpret.lab.compare import restore
from interpret.settings import Settings
from jobs.runner import Runner
from jobs.store import Store

pytestmark = pytest.mark.slow


@pytest.fixture
def runner(database_url, in_this_process):
    runner = Runner(Store(database_url))
    yield runner
    runner.close()


@pytest.fixture
def digest(runner, root):
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    table = read_table(raw, "monks-1.csv")
    runner.store.save_table(table.digest, table.name, raw)
    return table.digest


def start(runner, digest, *kernels, **settings):
    spec = {"settings": Settings(**settings).to_dict(), "table": "t", "kernels": list(kernels)}
    return runner.start("compare", spec, digest)


def wait(runner, run_id, until=lambda run: not run.active):
    deadline = time.monotonic() + 60
    while not until(runner.store.get(run_id)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return runner.store.get(run_id)


def test_a_run_compares_kernels_step_by_step(runner, digest):
    run = wait(runner, start(runner, digest, "linear", "mC(2)", seed=3))
    assert run.status == "done"
    found = restore(run.result)
    assert [own.kernel for own in found.kernels] == ["mC(2)", "linear"]
    assert (found.seed, found.n_rows) == (3, 432)
    steps = [data for _, data in runner.store.steps(run.id)]
    assert steps[-1]["fraction"] == 1
    assert {step["kernel"] for step in steps} <= {"linear", "mC(2)"}


def test_a_cancelled_comparison_keeps_what_is_done(runner, digest):
    names = ["linear", *(f"mDNF({d},{c})" for d in range(2, 5) for c in range(2, 5))]
    run_id = start(runner, digest, *names)
    run = wait(runner, run_id, lambda run: run.result or not run.active)
    runner.store.cancel(run_id)
    run = wait(runner, run_id)
    assert run.status == "cancelled"
    assert 1 <= len(restore(run.result).kernels) < len(names)


def test_a_table_that_cannot_be_compared_fails_with_one_sentence(runner, digest):
    raw = b"a,class\nx,no\ny,yes\nx,no\nz,yes\nz,no\n"
    table = read_table(raw, "small.csv")
    runner.store.save_table(table.digest, table.name, raw)
    run = wait(runner, start(runner, table.digest, "linear"))
    assert run.status == "failed"
    assert "at least 3 rows of each class" in run.error
