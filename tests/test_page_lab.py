"""The thesis lab on its page, without a browser, and the ways that lead there."""

from dataclasses import replace

import pytest

from dashboard.session import KEY
from interpret.data.reading import read_table
from interpret.forms.evolve import as_in_the_thesis, restore_evolved
from interpret.registry import kind_of
from interpret.settings import THESIS, Settings
from jobs.worker import request_of
from tests.counting import Listener
from tests.patience import until
from tests.test_pages import SETTINGS, SIMPLE, answer_to, quiet, run_of, said

pytestmark = pytest.mark.slow

LOAD, FIND, LAB = (
    f"dashboard/pages/{name}.py" for name in ("load_data", "find_rule", "thesis_lab")
)
SMALL = {"population": 30, "generations": 8, "operators": "all"}


def evolving(**settings):
    of_class = {"target": "friend", "positive": ["yes"]}
    return as_in_the_thesis(Settings()).to_dict() | of_class | SMALL | settings


def shown_as(at, store, run_id, status):
    until(lambda: store.get(run_id).status == status, run_id)
    return quiet(at.run())


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("page", [LOAD, FIND])
def test_one_click_leads_into_the_lab_with_the_settings_of_the_thesis(
    open_app, store, monks, page, monkeypatch
):
    monkeypatch.setitem(THESIS, "population", 20)
    monkeypatch.setitem(THESIS, "generations", 3)
    if page == FIND:
        answer = answer_to(monks, **SIMPLE)
        at = open_app(FIND, run=run_of(store, monks, "done", answer, **SIMPLE))
    else:
        at = open_app(LOAD)
    before = at.session_state[KEY].settings
    at = at.button(key="to_lab").click().run()
    (run,) = [own for own in store.recent() if own.kind == "evolve"]
    asked = Settings.from_dict(run.spec["settings"])
    assert {name: getattr(asked, name) for name in THESIS} == THESIS
    assert at.session_state[KEY].settings == before  # those of the page that finds the rule stay
    assert "Evolution of the heaviest rule" in [title.value for title in at.title]
    until(lambda: store.get(run.id).status == "done", run.id)
    at = open_app(LAB, run=run.id)
    assert "of the bound" in said(at) or "reached the bound" in said(at)
    assert not at.info  # the settings are as they were


@pytest.mark.usefixtures("in_this_process")
def test_kernel_population_and_operators_are_at_hand(open_app, store, monks):
    shown = evolution_of(store, monks)
    answer = kind_of("evolve").work(request_of(store.get(shown), store), Listener())
    store.finish(shown, "done", answer)
    at = open_app(LAB, run=shown)
    assert at.selectbox(key="lab_operators").value == "all"
    assert at.selectbox(key="lab_population").value == 30
    assert not at.info
    at = quiet(at.selectbox(key="lab_kernel").select("mDNF(2,2)").run())
    at = quiet(at.selectbox(key="lab_C").select(4.0).run())
    at = quiet(at.selectbox(key="lab_operators").select("thesis").run())
    assert "The settings have changed" in at.info[0].value
    at = at.button(key="evolve").click().run()
    run = store.recent()[0]
    asked = Settings.from_dict(run.spec["settings"])
    assert (asked.kernel, asked.C, asked.operators) == ("mDNF(2,2)", 4.0, "thesis")
    assert (asked.population, asked.generations, asked.price) == (30, 8, 0.0)
    at = shown_as(at, store, run.id, "done")
    assert restore_evolved(store.get(run.id).result).kernel == "mDNF(2,2)"


def evolution_of(store, raw, **settings):
    """The id of a run that has not begun."""
    table = read_table(raw, "monks-1.csv")
    store.save_table(table.digest, table.name, raw)
    spec = {"settings": evolving(**settings), "table": table.name}
    return store.create("evolve", spec, table.digest)


def test_an_evolution_that_is_cancelled_keeps_its_generations(store, monks):
    run = store.get(evolution_of(store, monks, operators="thesis"))
    document = kind_of("evolve").work(request_of(run, store), Listener(stop_at=2))
    evolved = restore_evolved(document)
    assert evolved.found.rule.stopped_by in ("cancel", "proof")
    assert len(evolved.stages) <= 2
    assert (
        kind_of("evolve")
        .result_words(document)
        .endswith(f"generation {evolved.stages[-1].generation.number}")
    )


def test_as_in_the_thesis_chooses_its_search_and_automatic_takes_all_back(open_app):
    at = open_app(FIND, tab=SETTINGS)
    usual = at.session_state[KEY].settings
    at.session_state[KEY].change(population=50)
    at = quiet(at.run())
    at = quiet(at.button(key="thesis").click().run())
    assert at.session_state[KEY].settings == replace(usual, **THESIS)
    assert "as in the thesis" in said(at)
    at = quiet(at.button(key="automatic").click().run())
    assert at.session_state[KEY].settings == usual


@pytest.mark.usefixtures("in_this_process")
def test_a_run_is_looked_at_and_cancelled_while_it_evolves(open_app, store, monks):
    at = open_app(LOAD)
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    at.session_state[KEY].change(
        **SIMPLE
        | {"search": "genetic", "population": 40, "generations": 100_000}
        | {"operators": "thesis", "price": 0.5}
    )
    at = at.button(key="find").click().run()
    (run,) = store.recent()
    until(lambda: any(step["stage"] == "genetic" for _, step in store.steps(run.id)))
    at = quiet(at.run())
    at = quiet(at.button(key="cancel_explain").click().run())
    at = shown_as(at, store, run.id, "cancelled")
    assert "You stopped the search" in said(at)
    assert not any(own.active for own in store.recent())
