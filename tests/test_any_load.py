"""The same answer at any load: with a clock that jumps, and with another number of jobs."""

import json
import sys
from itertools import count

import numpy as np
import pytest

from interpret import cores
from interpret.fit import machine
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.study.study import study, study_to_dict, with_good
from interpret.settings import Settings
from tests.planted import either, planted

pytestmark = pytest.mark.slow

TABLE = planted(either, n=40, wrong=0.1)
CHEAP = {"kernel": "mDNF(2,2)", "C": 1.0, "language": "monotone"}
ASKED = {
    "exact": Settings(**CHEAP, fit_to="weights", side="for", size="2x2"),
    "genetic": Settings(search="genetic", price=1.0, C=1.0, population=30, generations=20),
}


def said(settings):
    """The whole document with its study, as text, without what a clock decides."""
    e = explain(TABLE, settings)
    found = document([with_good(Answer(e, TABLE))])
    found["explanations"][0]["study"] = study_to_dict(study(Answer(e, TABLE)))
    return json.dumps(without_seconds(found), sort_keys=True)


def without_seconds(found):
    match found:
        case dict():
            kept = {name: own for name, own in found.items() if name != "seconds"}
            return {name: without_seconds(own) for name, own in kept.items()}
        case list():
            return [without_seconds(own) for own in found]
        case _:
            return found


@pytest.fixture(scope="module")
def usual():
    return {name: said(settings) for name, settings in ASKED.items()}


@pytest.fixture
def jumping(monkeypatch):
    """Every clock that a module of the library has taken jumps by up to a second at each look."""
    rng, asked = np.random.default_rng(0), count()
    now = 0.0

    def clock():
        nonlocal now
        next(asked)
        now += float(rng.uniform(0, 1))
        return now

    own = [m for name, m in sys.modules.items() if name.split(".")[0] in ("interpret", "kernels")]
    for module in own:
        for name in ("monotonic", "perf_counter", "process_time"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, clock)
    return asked


@pytest.mark.parametrize("name", ASKED)
def test_a_clock_that_jumps_changes_nothing_but_seconds(name, usual, jumping):
    assert said(ASKED[name]) == usual[name]
    assert next(jumping) > 10  # it was looked at


def test_the_number_of_jobs_changes_nothing(usual):
    """Without a number, one part works at a time, as with one job."""
    with cores.on_cores(4, cores.Thresholds(little=0)):
        assert said(ASKED["exact"]) == usual["exact"]


def test_processes_of_their_own_change_nothing(usual):
    with cores.on_cores(2, cores.Thresholds(little=0, much=0)):
        assert said(ASKED["exact"]) == usual["exact"]


def test_little_free_memory_changes_nothing(usual, monkeypatch):
    monkeypatch.setattr(machine, "memory_at_hand", lambda: 3 * 10**6)
    with cores.on_cores(2, cores.Thresholds(little=0)):
        assert said(ASKED["exact"]) == usual["exact"]


def test_two_searches_share_machine_price_and_limits():
    exact, genetic = (
        explain(TABLE, Settings(**CHEAP, search=name, fit_to="labels", generations=5))
        for name in ("exact", "genetic")
    )
    assert exact.machine_choice == genetic.machine_choice
    assert exact.rule_choice == genetic.rule_choice
