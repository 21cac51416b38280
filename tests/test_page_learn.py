"""The page that learns kernels, without a browser: real runs and stored ones."""

from dataclasses import replace

import pytest

from dashboard.session import KEY
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import split
from interpret.lab.learn import Learning, document, learn
from interpret.settings import Settings
from tests.test_pages import (
    HOSTILE,
    as_csv,
    check_plain,
    finish,
    quiet,
    said,
    shown_run,
    started_run,
)

pytestmark = pytest.mark.slow

COMPARE = "dashboard/pages/compare_kernels.py"
FIND = "dashboard/pages/find_rule.py"
ASKED = Learning(6, ("average", "cutting plane"), 4, 2.0)


@pytest.fixture(scope="session")
def learnt(monks):
    settings = Settings()
    task = tasks(read_table(monks, "table.csv"))[0]
    return learn(task, split(task, settings), settings.seed, ASKED)


@pytest.fixture
def stored(store, monks):
    """Stores a run, with its table: its id."""

    def keep(status, result, raw=monks):
        asked = {"degrees": 6, "ways": list(ASKED.ways), "formulas": 4, "length": 2.0}
        run_id = started_run(store, raw, "learn", asked=asked)
        if status == "running":
            store.publish(run_id, result)
        else:
            store.finish(run_id, status, result)
        return run_id

    return keep


@pytest.mark.usefixtures("in_this_process")
def test_a_click_learns_a_kernel_and_it_goes_on_to_the_rule(open_app, monks):
    at = open_app()
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    at = quiet(at.switch_page(COMPARE).run())
    assert "Nothing is learnt yet" in said(at)
    at = quiet(at.multiselect(key="learn_ways").set_value(["cutting plane", "average"]).run())
    at = quiet(at.number_input(key="learn_formulas").set_value(3).run())
    at = finish(at.button(key="learn").click().run())
    run = shown_run(at)
    assert run.status == "done"
    assert run.spec["asked"]["ways"] == ["cutting plane", "average"]
    assert len(run.result["learnt"]["formulas"]) == 3
    assert at.button(key="learn").label == "Learn again"
    kernel = run.result["learnt"]["ways"][0]["kernel"]
    assert kernel in [code.value for code in at.code]
    at = at.button(key="take_learnt").click().run()
    assert at.session_state[KEY].settings.kernel == kernel
    assert at.session_state[KEY].settings.C == float("inf")


def test_a_link_brings_back_what_was_learnt(open_app, stored, learnt):
    run_id = stored("done", document(learnt))
    at = open_app(COMPARE, run=run_id)
    best = learnt.way("cutting plane")
    assert f"{best.ratio:.4f}" in [metric.value for metric in at.metric]
    assert "no other mix has a smaller ratio, which is proven" in said(at)
    assert list(next(f.value["way"] for f in at.dataframe if "way" in f.value)) == [
        "cutting plane",
        "average",
    ]
    assert at.multiselect(key="learn_ways").value == list(ASKED.ways)
    assert at.number_input(key="learn_length").value == 2
    assert "have changed" not in said(at)


def test_a_formula_is_read_as_text_and_as_a_tree(open_app, stored, learnt):
    at = open_app(COMPARE, run=stored("done", document(learnt)))
    by_ratio = sorted((f for f in learnt.formulas if f.ratio), key=lambda one: one.ratio)
    at = quiet(at.selectbox(key="formula").set_value(by_ratio[-1].text).run())
    shown = [code.value for code in at.code]
    assert by_ratio[-1].text in shown
    assert by_ratio[-1].tree in shown


def test_while_formulas_are_added_the_one_that_is_chosen_stays(open_app, stored, learnt, store):
    by_ratio = sorted((f for f in learnt.formulas if f.ratio), key=lambda one: one.ratio)
    first, *_, last = by_ratio
    run_id = stored("running", document(replace(learnt, formulas=tuple(by_ratio[1:]))))
    at = open_app(COMPARE, run=run_id)
    assert at.selectbox(key="formula").value == by_ratio[1].text  # the smallest ratio
    store.publish(run_id, document(learnt))
    at = quiet(at.run())
    assert at.selectbox(key="formula").value == first.text
    assert first.tree in [code.value for code in at.code]
    at = quiet(at.selectbox(key="formula").set_value(last.text).run())
    store.publish(run_id, document(replace(learnt, formulas=(first, last))))
    at = quiet(at.run())
    assert at.selectbox(key="formula").value == last.text
    assert last.tree in [code.value for code in at.code]


def test_a_formula_goes_on_to_other_kernels(open_app, stored, learnt):
    run_id = stored("done", document(learnt))
    best = min((f for f in learnt.formulas if f.ratio), key=lambda one: one.ratio)
    at = open_app(COMPARE, run=run_id)
    assert "The formula with a ring has the smallest ratio" in said(at)
    assert f"{100 * best.auc:.2f} %" in said(at)
    at = quiet(at.button(key="compare_formula").click().run())
    assert best.text in at.multiselect(key="kernels").value


def test_it_is_said_how_many_rows_the_weights_are_of_and_what_they_know(open_app, stored, learnt):
    at = open_app(COMPARE, run=stored("done", document(learnt)))
    assert "learnt on" not in at.button(key="take_learnt").help
    assert "uses the rows that set these weights" in said(at)
    at = open_app(COMPARE, run=stored("done", document(replace(learnt, n_train=2000))))
    assert "The weights were learnt on 2,000 of them." in at.button(key="take_learnt").help


def test_the_learnt_kernel_is_among_those_to_compare(open_app, stored, learnt):
    at = open_app(COMPARE, run=stored("done", document(learnt)))
    at = at.button(key="compare_learnt").click().run()
    kernel = learnt.way("cutting plane").kernel
    assert at.session_state[KEY].kernels[0] == kernel
    at = quiet(at.switch_page(COMPARE).run())
    assert kernel in at.multiselect(key="kernels").value


def test_a_run_stopped_half_way_says_how_far_it_may_be_from_the_best(open_app, stored, learnt):
    way = learnt.way("cutting plane")
    half = replace(way, curve=way.curve[:2], complete=False)
    at = open_app(COMPARE, run=stored("cancelled", document(replace(learnt, ways=(half,)))))
    assert "What was learnt by then is below." in said(at)
    assert "another mix could be better by up to" in said(at)


def test_other_settings_than_those_learnt_with_are_told(open_app, stored, learnt):
    at = open_app(COMPARE, run=stored("done", document(learnt)))
    at = quiet(at.number_input(key="learn_degrees").set_value(3).run())
    assert "The settings have changed since this answer." in said(at)


def test_text_from_data_is_shown_as_it_stands(open_app, stored, learnt):
    rows = [["a", HOSTILE[1]], *([str(i % 3), HOSTILE[i % 2]] for i in range(12))]
    raw = as_csv(rows)
    table = read_table(raw, "table.csv")
    hostile = replace(
        learnt, table=HOSTILE[0], digest=table.digest, target=HOSTILE[1], positive=(HOSTILE[2],)
    )
    at = open_app(COMPARE, run=stored("done", document(hostile), raw=raw))
    check_plain(at)
