"""The run that compares kernels: its steps, and what it keeps where it is cancelled or fails."""

import pytest

from interpret.data.reading import read_table
from interpret.lab.compare import restore
from interpret.settings import Settings
from jobs.runner import Runner
from jobs.store import Store
from tests.test_jobs_runner import ended, wait

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


def test_a_run_compares_kernels_step_by_step(runner, digest):
    run = wait(runner.store, start(runner, digest, "linear", "mC(2)", seed=3), ended)
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
    wait(runner.store, run_id, lambda run: run.result or ended(run))
    runner.store.cancel(run_id)
    run = wait(runner.store, run_id, ended)
    assert run.status == "cancelled"
    assert 1 <= len(restore(run.result).kernels) < len(names)


def test_a_table_that_cannot_be_compared_fails_with_one_sentence(runner, digest):
    raw = b"a,class\nx,no\ny,yes\nx,no\nz,yes\nz,no\n"
    table = read_table(raw, "small.csv")
    runner.store.save_table(table.digest, table.name, raw)
    run = wait(runner.store, start(runner, table.digest, "linear"), ended)
    assert run.status == "failed"
    assert "at least 3 rows of each class" in run.error
