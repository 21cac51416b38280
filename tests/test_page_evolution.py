"""The genetic search on its page, without a browser: what evolved, and a run that is cancelled."""

from dataclasses import replace

import pytest

from dashboard import services
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms import evolution
from interpret.forms.explain import PATIENCE as STILL
from interpret.forms.explain import evolve as evolve_rule
from interpret.forms.explain import explain
from interpret.registry import kind_of
from interpret.settings import Settings
from jobs.worker import request_of
from tests import test_pages
from tests.counting import Listener
from tests.patience import until
from tests.test_pages import INSIDE, SIMPLE, answer_to, quiet, run_of, said

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


def shown_as(at, store, run_id, status):
    until(lambda: store.get(run_id).status == status, run_id)
    return quiet(at.run())


def test_the_answer_of_a_genetic_search_shows_how_its_rule_evolved(open_app, store, monks):
    answer = answer_to(monks, **EVOLVING)
    at = open_app(FIND, tab=INSIDE, run=run_of(store, monks, "done", answer, **EVOLVING))
    words = said(at)
    assert "Watch it evolve" in words
    assert "section 7.2.2" in words
    assert "DEAP" in words
    assert "generations of 40 rules" in words
    assert "the exact search" not in words  # there was none


def test_a_settled_rule_is_seen_to_evolve_beside_its_answer(
    open_app, store, monks, in_this_process
):
    answer = answer_to(monks, **SIMPLE)
    shown = run_of(store, monks, "done", answer, **SIMPLE)
    at = open_app(FIND, run=shown)
    assert store.beside(shown) == []  # nobody looks at it yet
    at = open_app(FIND, tab=INSIDE, run=shown)
    (run,) = store.beside(shown)
    shown_as(at, store, run.id, "done")
    at = quiet(at.run())
    assert plain("It found a rule as good as the exact search") in said(at)
    assert [own.id for own in store.recent()] == [shown]  # it is listed nowhere
    assert at.query_params["run"] == shown
    at.session_state[KEY].change(population=30)
    at = quiet(at.button(key="evolve").click().run())
    again, _ = store.beside(shown)
    at = shown_as(at, store, again.id, "done")
    assert "of 30 rules" in said(quiet(at.run()))
    assert services.owners().use(None).active == 0  # no quota is used up
    store.delete(shown)
    assert store.beside(shown) == []
    assert not store.has_table(read_table(monks, "monks-1.csv").digest)


def test_an_evolution_that_is_cancelled_keeps_its_generations(store, monks):
    table = read_table(monks, "monks-1.csv")
    e = explain(table, Settings(**SIMPLE))
    settings = Settings(**EVOLVING | {"plain": True})
    store.save_table(table.digest, table.name, monks)
    run_id = store.create("evolve", evolution.spec_of("its-answer", e, settings), table.digest)
    reporter = Listener(stop_at=2)
    document = kind_of("evolve").work(request_of(store.get(run_id), store), reporter)
    found = evolution.restore_evolved(document)
    assert found.rule.stopped_by in ("cancel", "proof")
    assert len(found.evolution.generations) <= 2


def test_an_evolution_that_stands_still_ends(monks):
    table = read_table(monks, "monks-1.csv")
    settings = Settings(**SIMPLE | {"search": "genetic", "population": 10, "plain": True})
    e = explain(table, Settings(**SIMPLE))
    (task,) = tasks_asked(table, settings)
    found = evolve_rule(task, settings, replace(e.chosen, price=e.machine.bound / 30))
    assert found.rule.stopped_by == "still"
    last = max(step for step, _, _ in found.curve)
    assert found.rule.generations == last + STILL


@pytest.mark.usefixtures("in_this_process")
def test_a_run_is_looked_at_and_cancelled_while_it_evolves(open_app, store, monks):
    at = open_app("dashboard/pages/load_data.py", tab=INSIDE)
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    at.session_state[KEY].change(**EVOLVING | {"generations": 100_000, "plain": True, "price": 0.5})
    at = at.button(key="find").click().run()
    (run,) = store.recent()
    until(lambda: any(step["stage"] == "genetic" for _, step in store.steps(run.id)))
    at = quiet(at.run())
    assert "The evolution so far" in [own.label for own in at.expander]
    at = quiet(at.button(key="cancel_explain").click().run())
    at = shown_as(at, store, run.id, "cancelled")
    assert "You stopped the search" in said(at)
    assert "generations of 40 rules" in said(at)


def test_a_name_stands_for_how_rules_evolve_and_what_was_given_otherwise_is_said(open_app):
    at = open_app(FIND)
    usual, box = at.session_state[KEY].settings, at.selectbox(key="set_evolution")
    assert (box.value, len(box.options)) == ("usual", 4)
    at = quiet(box.select("as in the thesis").run())
    assert at.session_state[KEY].settings == replace(usual, plain=True)
    assert "1,000 generations of 500 rules" in said(at)
    at = quiet(at.selectbox(key="set_evolution").select("larger").run())
    larger = at.session_state[KEY].settings
    assert larger == replace(usual, population=2_000, generations=5_000)
    at.session_state[KEY].change(elite=0.3)
    at = quiet(at.run())
    assert at.selectbox(key="set_evolution").value == "as given"
    assert at.session_state[KEY].settings == replace(larger, elite=0.3)
    at = quiet(at.selectbox(key="set_evolution").select("usual").run())
    assert at.session_state[KEY].settings == usual
    assert len(at.selectbox(key="set_evolution").options) == 4
