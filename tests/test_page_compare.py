"""The page that compares kernels, without a browser: real runs and stored ones."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from dashboard import services
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.lab.compare import compare, document
from interpret.settings import Settings
from kernels.catalog import parse
from tests import test_pages
from tests.test_pages import (
    HOSTILE,
    LOAD,
    as_csv,
    check_plain,
    finish,
    quiet,
    said,
    shown_run,
    started_run,
)

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
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


def column(at, name):
    return next(list(f.value[name]) for f in at.dataframe if name in f.value.columns)


def taken(at):
    return next(box for box in at.selectbox if box.label == "Kernel of the machine")


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
    assert plain("mC(2) is surely better than the others.") in said(at)
    assert taken(at).value == "mC(2)"
    assert at.button(key="compare").label == "Compare again"


def test_a_comparison_is_restored_from_its_link_with_its_kernels(open_app, stored, compared):
    run_id = stored(compared)
    for page in (COMPARE, LOAD):
        at = open_app(page, run=run_id)
        assert at.title[0].value == "Which similarity suits this table?"
        assert at.query_params["run"] == run_id
        assert column(at, "kernel")[0] == "mC(2)"
        assert at.session_state[KEY].kernels == KERNELS
        assert "have changed since" not in said(at)


def test_any_degree_can_be_added_and_is_explained_before(open_app):
    at = open_app(COMPARE)
    at = quiet(at.selectbox(key="kernel_to_add").select("RBF").run())
    at = quiet(at.number_input(key="degree_RBF_g").set_value(0.25).run())
    assert "exp(−g (|x| + |z| − 2⟨x,z⟩))" in [code.value for code in at.code]
    at = quiet(at.button(key="add_kernel").click().run())
    assert at.session_state[KEY].kernels[-1] == "RBF(0.25)"
    assert at.multiselect(key="kernels").value[-1] == "RBF(0.25)"


def test_without_a_kernel_there_is_nothing_to_compare(open_app):
    at = open_app(COMPARE)
    at = quiet(at.multiselect(key="kernels").set_value([]).run())
    assert at.button(key="compare").disabled


@pytest.mark.parametrize(("one", "other"), [(1, 2), (5, 400), (7, 7)])
def test_two_rows_share_as_many_formulas_as_the_kernel_counts(
    open_app, stored, compared, monks_task, one, other
):
    at = open_app(COMPARE, run=stored(compared))
    at = at.number_input(key="row_one").set_value(one).run()
    at = at.number_input(key="row_other").set_value(other).run()
    at = quiet(at.selectbox(key="kernel_explained_3").select("mC(2)").run())
    encoding = Encoding.fit(monks_task.table, monks_task.attributes)
    X = encoding.encode(monks_task.table.rows([one - 1, other - 1]))
    count = parse("mC(2)").of.exact(X)[0, 1]
    words = said(at).replace("\\", "")
    assert int(re.search(r"([\d,]+) of its formulas hold in both", words)[1]) == count
    similarity = float(re.search(r"√\(.*?\) = ([\d.]+)\.", words)[1])
    assert similarity == pytest.approx(parse("mC(2)")(X)[0, 1], abs=1e-4)
    at = quiet(at.selectbox(key="kernel_explained_3").select("RBF(0.1)").run())
    assert "exp(" in said(at)


def test_rows_have_their_numbers_of_the_file_where_some_are_left_out(open_app, stored):
    rows = [("a", "b", "class"), ("x", "u", "")]
    rows += [("xyz"[i % 3], "uv"[i % 2], "nny"[i % 3]) for i in range(36)]
    raw = as_csv(rows)
    task = tasks(read_table(raw, "table.csv"))[0]
    kernels = ("linear", "mC(2)")
    run = stored(document(compare(task, kernels)), kernels=kernels, raw=raw)
    at = open_app(COMPARE, run=run)
    first = at.number_input(key="row_one")
    assert (first.value, first.max) == (4, 37)
    at = quiet(first.set_value(3).run())
    two = next(f.value for f in at.dataframe if "0" in f.value.columns)
    assert two.to_numpy()[0].tolist() == ["row 3", "y", "v", "n"]
    at = quiet(at.number_input(key="row_one").set_value(1).run())
    assert "Row 1 is left out" in said(at)


def test_the_chosen_kernel_goes_to_the_rule(open_app, stored, compared):
    at = open_app(COMPARE, run=stored(compared))
    at = quiet(taken(at).select("RBF(0.1)").run())
    at = quiet(at.button(key="take_kernel").click().run())
    assert at.session_state[KEY].settings.kernel == "RBF(0.1)"
    assert at.button(key="find").label == "Find the rule"
    at = quiet(at.switch_page(COMPARE).run())
    assert "have changed since" not in said(at)


def test_rows_that_are_all_unlike_to_a_kernel_are_shown_and_that_is_said(open_app, stored, monks):
    task = tasks(read_table(monks, "table.csv"))[0]
    names = ("mC(2)", "mC(20)")
    at = open_app(COMPARE, run=stored(document(compare(task, names)), kernels=names))
    assert not at.error
    assert "No two different rows have a feature in common" in said(at)
    at = quiet(at.selectbox(key="kernel_explained_2").select("mC(20)").run())
    assert "has similarity 1 to its equals and 0 to others" in said(at)


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


@pytest.mark.usefixtures("in_this_process")
def test_a_class_with_too_few_rows_fails_with_one_sentence(open_app):
    at = open_app()
    raw = b"a,class\nx,no\ny,yes\nx,no\nz,yes\nz,no\n"
    at = at.file_uploader(key="upload").upload("small.csv", raw, "text/csv").run()
    at = at.switch_page(COMPARE).run()
    at.session_state[KEY].kernels = ("linear",)
    at = finish(at.button(key="compare").click().run())
    assert "at least 3 rows of each class" in said(at)


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
    assert any(bold in str(frame.value.to_numpy().tolist()) for frame in at.dataframe)


def test_the_csv_holds_every_number(open_app, stored, compared):
    at = open_app(COMPARE, run=stored(compared))
    frame = next(f.value for f in at.dataframe if "AUC" in f.value.columns)
    best = compared["comparison"]["kernels"][0]
    assert frame["AUC"][0] == np.mean([fold["auc"] for fold in best["folds"]])
    for i, fold in enumerate(best["folds"], 1):
        for name, own in (("AUC", "auc"), ("accuracy", "accuracy"), ("C", "C")):
            assert frame[f"{name}, fold {i}"][0] == fold[own]
    assert frame["R²/(ρ² n) at most"].isna().tolist() == [
        own["ratio"]["upper"] is None for own in compared["comparison"]["kernels"]
    ]
    assert services.store().recent(5)[0].kind == "compare"
    assert replace(Settings(), kernel=frame["kernel"][0])  # a name that the settings take
