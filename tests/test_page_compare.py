"""The page that compares kernels, without a browser: real runs and stored ones."""

from itertools import product

import pytest
import streamlit as st

from dashboard.panels import maps
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.lab.compare import compare, document, restore
from tests.test_pages import (
    HOSTILE,
    LOAD,
    as_csv,
    as_read,
    check_plain,
    finish,
    quiet,
    said,
    shown_run,
    started_run,
)

pytestmark = pytest.mark.slow

COMPARE = "dashboard/pages/compare_kernels.py"
KERNELS = ("linear", "mC(2)", "RBF(0.1)")


@pytest.fixture(scope="session")
def monks_task(monks):
    return tasks(read_table(monks, "table.csv"))[0]


@pytest.fixture(scope="session")
def compared(monks_task):
    return document(compare(monks_task, KERNELS))


@pytest.fixture
def stored(store, monks):
    """Stores a comparison that has ended, with its table: its id."""

    def keep(result, kernels=KERNELS, raw=monks):
        run_id = started_run(store, raw, "compare", kernels=list(kernels))
        store.finish(run_id, "done", result)
        return run_id

    return keep


@pytest.fixture
def drawn(monkeypatch):
    """What the browser is given to draw, the last first."""
    given = []
    monkeypatch.setattr(maps, "_maps", lambda data, **_: given.insert(0, data))
    return given


def taken(at):
    return at.button(key="take_kernel").label.removeprefix("Find the rule with ")


@pytest.mark.usefixtures("in_this_process")
def test_a_click_compares_the_kernels_of_a_table(open_app, monks):
    at = open_app()
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", monks, "text/csv").run())
    at = quiet(at.switch_page(COMPARE).run())
    assert "Nothing is compared yet" in said(at)
    at = quiet(at.multiselect(key="kernels").set_value(["linear", "mC(2)"]).run())
    at = finish(at.button(key="compare").click().run())
    assert shown_run(at).status == "done"
    assert shown_run(at).spec["kernels"] == ["linear", "mC(2)"]
    verdict = "mC(2) is surely better than the others: it gets 121 of 124 left-out rows right."
    assert plain(verdict) in said(at)
    assert "124 of 432 rows, a sample as in the papers, since all possible rows are there" in said(
        at
    )
    assert taken(at) == plain("mC(2)")
    assert at.button(key="compare").label == "Compare again"


def test_a_comparison_is_restored_from_its_link_with_its_kernels(open_app, stored, compared):
    run_id = stored(compared)
    for page in (COMPARE, LOAD):
        at = open_app(page, run=run_id)
        assert at.title[0].value == "Which similarity suits this table?"
        assert at.query_params["run"] == run_id
        assert taken(at) == plain("mC(2)")
        assert at.session_state[KEY].kernels == KERNELS
        assert "have changed since" not in said(at)


def test_every_kernel_is_there_with_its_formula(open_app):
    at = open_app(COMPARE)
    assert "exp(−g (|x| + |z| − 2⟨x,z⟩))" in map(as_read, at.table[0].value["formula"])


def test_without_a_kernel_there_is_nothing_to_compare(open_app):
    at = open_app(COMPARE)
    at = quiet(at.multiselect(key="kernels").set_value([]).run())
    assert at.button(key="compare").disabled


def test_the_kernel_at_the_slider_goes_to_the_rule(open_app, stored, compared, monkeypatch):
    run_id = stored(compared)
    component = maps._maps

    def moved(key, **_):  # as a browser tells it
        monkeypatch.setattr(maps, "_maps", component)
        st.session_state[key] = {"kernel": "RBF(0.1)"}
        st.rerun()

    monkeypatch.setattr(maps, "_maps", moved)
    at = open_app(COMPARE, run=run_id)
    assert taken(at) == plain("RBF(0.1)")
    at = quiet(at.button(key="take_kernel").click().run())
    assert at.session_state[KEY].settings.kernel == "RBF(0.1)"
    assert at.button(key="find").label == "Find the rule"
    at = quiet(at.switch_page(COMPARE).run())
    assert "have changed since" not in said(at)


def test_maps_fill_in_kernel_by_kernel(open_app, store, monks, monks_task, drawn):
    run_id = started_run(store, monks, "compare", kernels=list(KERNELS))
    parts = []
    compare(monks_task, KERNELS, on_answer=parts.append)
    for done, part in enumerate(parts, start=1):
        store.publish(run_id, document(part))
        at = open_app(COMPARE, run=run_id)
        shown = drawn[0]["kernels"]
        assert [one["name"] for one in shown] == list(KERNELS)
        assert [one["figure"] for one in shown[done:]] == ["waiting"] * (3 - done)
        assert all(len(one["across"]) == len(one["up"]) == 124 for one in shown[:done])
        assert f"Of {done} kernel{'s' * (done > 1)} so far: " in said(at)
    assert len({data["key"] for data in drawn}) == len(parts)
    store.finish(run_id, "cancelled", document(parts[0]))
    at = open_app(COMPARE, run=run_id)
    assert [one["name"] for one in drawn[0]["kernels"]] == ["linear"]
    assert "so far" not in said(at)


def test_what_is_drawn_is_of_the_rows(open_app, stored, compared, drawn):
    open_app(COMPARE, run=stored(compared))
    (data, *_), found = drawn, restore(compared)
    by_name = {one.kernel: one for one in found.kernels}
    for one in data["kernels"]:
        errors = [(x > 0) != bool(y) for x, y in zip(one["across"], data["yes"], strict=True)]
        assert one["wrong"] == sum(errors) == by_name[one["name"]].wrong
        assert one["figure"] == (f"{one['wrong']} wrong" if one["wrong"] else "all right")
    assert len(data["cells"]) == len(data["columns"]) == 6
    assert (data["target"], data["values"]) == ("friend", ["yes", "no"])
    assert data["classes"] == ["friend = yes", "friend = no"]
    assert [line["names"] for line in data["ranked"]] == [["mC(2)", "RBF(0.1)"], ["linear"]]
    assert data["ranked"][0]["note"] == "may all be the best; take mC(2)"
    assert data["kernels"][data["at"]]["name"] == "mC(2)"


def test_rows_that_are_all_unlike_to_a_kernel_are_shown_and_that_is_said(open_app, stored, monks):
    task = tasks(read_table(monks, "table.csv"))[0]
    names = ("mC(2)", "mC(20)")
    at = open_app(COMPARE, run=stored(document(compare(task, names)), kernels=names))
    assert not at.error
    assert "No two different rows have a feature in common" in said(at)


@pytest.mark.usefixtures("in_this_process")
def test_of_several_classes_one_is_chosen_to_be_told_from_the_others(open_app, store):
    rows = [("a", "b", "class"), *(("xyz"[i % 3], "uv"[i % 2], "pqr"[i % 3]) for i in range(36))]
    at = open_app()
    at = at.file_uploader(key="upload").upload("three.csv", as_csv(rows), "text/csv").run()
    at = quiet(at.switch_page(COMPARE).run())
    at.session_state[KEY].kernels = ("linear",)
    (choice,) = [own for own in at.selectbox if own.label == "Class to tell from the others"]
    assert choice.options == ["class = p", "class = q", "class = r"]
    at = quiet(choice.select(("r",)).run())
    at = finish(at.button(key="compare").click().run())
    assert shown_run(at).spec["settings"]["positive"] == ["r"]
    assert "class \\= r" in said(at) or "class = r" in said(at)
    assert at.session_state[KEY].settings.positive == (), "the other pages tell all classes apart"


def test_a_comparison_of_other_kernels_or_another_version_says_so(open_app, stored, compared):
    at = open_app(COMPARE, run=stored(compared, kernels=("linear", "mC(2)")))
    at = quiet(at.multiselect(key="kernels").set_value(["linear"]).run())
    assert "have changed since" in at.info[0].value
    unknown = stored({"schema": 99}, kernels=("linear", "mystery(3)"))
    at = open_app(COMPARE, run=unknown)
    assert at.session_state[KEY].kernels == ("linear",)


def test_text_from_data_is_shown_as_it_stands(open_app, stored):
    bold, link, icon = HOSTILE
    rows = [(bold, link, icon)]
    for i, (a, b) in enumerate(product((bold, icon, "", "= 1"), (link, "x\ny", "{}", "\\"))):
        rows += [(a, b, bold if i % 3 == 0 or b == "x\ny" else link)] * 3
    raw = as_csv(rows)
    task = tasks(read_table(raw, "table.csv"))[0]
    answer = document(compare(task, ["linear", "mC(2)"]))
    at = open_app(COMPARE, run=stored(answer, kernels=("linear", "mC(2)"), raw=raw))
    check_plain(at)
    assert plain(f"{icon} = ") in said(at) or plain(icon) in said(at)
