"""The run that learns kernels, cancelled on its way."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.lab.learn import restore
from interpret.settings import Settings
from tests import test_jobs_compare
from tests.test_jobs_runner import ended, wait

pytestmark = pytest.mark.slow

runner = test_jobs_compare.runner


@pytest.fixture
def digest(runner):
    """600 rows of twelve attributes with three values: GRAM takes its time."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (600, 12))
    y = ((codes[:, 0] == 1) & (codes[:, 1] == 2)) ^ (rng.random(600) < 0.1)
    rows = [
        ",".join([*map(str, row), "yes" if own else "no"])
        for row, own in zip(codes, y, strict=True)
    ]
    raw = "\n".join([",".join([*"abcdefghijkl", "class"]), *rows]).encode()
    table = read_table(raw, "t.csv")
    runner.store.save_table(table.digest, table.name, raw)
    return table.digest


def test_a_cancelled_run_keeps_the_best_so_far_with_its_gap(runner, digest):
    asked = {"degrees": 12, "ways": ["average", "GRAM", "cutting plane"], "formulas": 5}
    spec = {"settings": Settings().to_dict(), "table": "t", "asked": asked | {"length": 2.0}}
    run_id = runner.start("learn", spec, digest)

    def descends(run):
        steps = [step for _, step in runner.store.steps(run.id)]
        return ended(run) or any(s["doing"] == "GRAM" and s["step"] > 1 for s in steps)

    assert wait(runner.store, run_id, descends, seconds=60).active
    runner.store.cancel(run_id)
    run = wait(runner.store, run_id, ended)
    assert run.status == "cancelled"
    learnt = restore(run.result)
    assert [way.name for way in learnt.ways] == ["average", "GRAM"]
    way = learnt.way("GRAM")
    assert not way.complete
    assert way.ratio < learnt.way("average").ratio
    assert 0 < way.gap < 1
    assert learnt.formulas == ()
