"""The genetic search on its page, without a browser: what evolved, and a run that is paused."""

import time

import pytest

from dashboard.session import KEY
from interpret.answer.answer import answers
from interpret.answer.record import document
from interpret.data.reading import read_table
from interpret.explain import explain
from interpret.settings import Settings
from tests import test_pages
from tests.test_pages import INSIDE, SIMPLE, quiet, run_of, said

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
FIND = "dashboard/pages/find_rule.py"
EVOLVING = SIMPLE | {
    "search": "genetic",
    "population": 40,
    "generations": 8,
    "unaided": True,
    "crossover": 0.7,
}


PATIENCE = 120  # seconds for a worker on a crowded machine


def until(at, store, run_id, status):
    deadline = time.monotonic() + PATIENCE
    while store.get(run_id).status != status:
        assert time.monotonic() < deadline, store.get(run_id)
        time.sleep(0.1)
    return quiet(at.run())


def test_the_answer_of_a_genetic_search_shows_how_its_rule_evolved(open_app, store, monks):
    table = read_table(monks, "monks-1.csv")
    answer = document(answers([explain(table, Settings(**EVOLVING))], table))
    at = open_app(FIND, tab=INSIDE, run=run_of(store, monks, "done", answer, **EVOLVING))
    (panel,) = [own for own in at.expander if own.label == "How the rule evolved"]
    words = " ".join(own.value for own in panel.markdown)
    assert "section 7.2.2" in words
    assert "DEAP" in words
    assert "generations of 40 rules" in words
    (operators,) = [own.value for own in panel.dataframe]
    assert "Crossover" in [*operators["operator"]]
    assert (operators["tried"] > 0).all()


def test_an_answer_without_a_genetic_search_has_no_evolution(open_app, store, monks):
    table = read_table(monks, "monks-1.csv")
    answer = document(answers([explain(table, Settings(**SIMPLE | {"search": "exact"}))], table))
    at = open_app(FIND, tab=INSIDE, run=run_of(store, monks, "done", answer, **SIMPLE))
    assert "How the rule evolved" not in [own.label for own in at.expander]


def test_a_run_is_paused_looked_at_continued_and_cancelled_while_paused(open_app, store, monks):
    at = open_app("dashboard/pages/load_data.py", tab=INSIDE)
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    at.session_state[KEY].change(**EVOLVING | {"generations": 100_000, "plain": True, "price": 0.5})
    at = at.button(key="find").click().run()
    (run,) = store.recent()
    deadline = time.monotonic() + PATIENCE
    while not any(step["stage"] == "genetic" for _, step in store.steps(run.id)):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    at = quiet(at.run())
    assert at.button(key="pause").label == "Pause"
    at = quiet(at.button(key="pause").click().run())
    assert store.get(run.id).status == "paused"
    at = until(at, store, run.id, "paused")
    assert "Everything is kept for an hour" in said(at)
    assert "The evolution so far" in [own.label for own in at.expander]
    assert at.button(key="pause").label == "Continue"
    at = quiet(at.button(key="pause").click().run())
    at = until(at, store, run.id, "running")
    at = quiet(at.button(key="pause").click().run())
    at = quiet(at.button(key="cancel").click().run())
    at = until(at, store, run.id, "cancelled")
    assert "You stopped the search" in said(at)
    assert "How the rule evolved" in [own.label for own in at.expander]
