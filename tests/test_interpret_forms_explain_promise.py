"""The rule that is shown is about as right on training rows as validation promised."""

import numpy as np
import pandas as pd
import pytest

from benchmarks.tables import LABEL, table_of, task_of, trials
from interpret.forms.explain import explain
from interpret.settings import Settings
from interpret.shares import wilson
from tests.often import some_now

pytestmark = pytest.mark.slow


def keeps_its_promise(e):
    right, promised = e.rule_form.right["train"].accuracy, e.rule_choice.right
    return promised is None or right.rate >= wilson(promised, right.n)[0]


def test_the_heaviest_rule_gives_way_to_one_that_keeps_the_promise(shared_data):
    """On these rows the proven heaviest rule is right on 82.8 %, where 99.4 % were promised."""
    trial = next(trials(task_of("soybean"), False, 1))
    e = explain(trial.table, Settings(target=LABEL, test=0, form="rule"))
    assert e.rule_form.right["train"].accuracy.rate > 0.99
    assert e.rule.objective < e.rule.bound
    assert not e.rule.proven
    assert any("The heaviest rule is right on 82.8 %" in notice for notice in e.notices)


def made(seed):
    """A table whose class is an OR of lines, with up to one label of ten wrong."""
    rng = np.random.default_rng(seed)
    n, m, v = int(rng.choice([60, 90, 120, 200])), int(rng.integers(4, 12)), int(rng.integers(2, 5))
    X = rng.integers(0, v, (n, m))
    lines = [
        rng.choice(m, int(rng.integers(1, 4)), replace=False) for _ in range(rng.integers(1, 6))
    ]
    y = np.any(
        [(X[:, line] == rng.integers(0, v, len(line))).all(axis=1) for line in lines], axis=0
    )
    y ^= rng.random(n) < rng.choice([0, 0.02, 0.05, 0.1])
    y[:8] = [True, False] * 4
    frame = pd.DataFrame({f"a{i}": [f"v{x}" for x in X[:, i]] for i in range(m)})
    return table_of(frame.assign(y=np.where(y, "yes", "no")))


@pytest.mark.parametrize("seed", some_now(range(260), 0, 1))
def test_no_made_table_has_a_rule_that_breaks_its_promise(seed):
    assert keeps_its_promise(explain(made(seed), Settings(test=0, form="rule")))
