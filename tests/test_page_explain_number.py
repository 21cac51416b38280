"""The page that explains a number, without a browser: real runs and stored ones."""

import csv
import io
import re

import pytest

from dashboard.session import KEY
from interpret.data.cuts import cut_of
from interpret.number.kind import number_document
from sample_data import SAMPLES
from tests.test_interpret_number_explain import small
from tests.test_pages import HOSTILE, check_plain, finish, quiet, said, started_run

pytestmark = pytest.mark.slow

EXPLAIN = "dashboard/pages/explain_number.py"
FIND = "dashboard/pages/find_rule.py"
FLATS = next(own for own in SAMPLES if own.file == "flats.csv")


@pytest.fixture
def stored(store):
    """Stores a run with the small table's answer: its id."""

    def keep(change=lambda document: document):
        own, table, e = small()
        raw, settings = own.frame.to_csv(index=False).encode(), e.settings.to_dict()
        run_id = started_run(store, raw, "number", settings=settings | {"target": "y"})
        store.finish(run_id, "done", change(number_document(table, e)))
        return run_id

    return keep


@pytest.fixture
def flats(open_app):
    return quiet(open_app().button(key="sample_flats.csv").click().run())


def test_high_when_above_makes_two_classes_of_it(flats):
    at = quiet(flats.segmented_control(key="number_as").set_value("high when above a cut").run())
    above = cut_of(at.session_state[KEY].settings.positive)
    assert 300 < above < 1500
    assert at.button(key="find").label == "Find the rule"
    assert "rows are positive" in said(at)
    options = at.select_slider(key="above").options
    at = quiet(at.select_slider(key="above").set_value(float(options[-5])).run())
    assert cut_of(at.session_state[KEY].settings.positive) > above
    at = quiet(at.segmented_control(key="number_as").set_value("as a number").run())
    assert at.session_state[KEY].settings.positive == ()
    assert at.button(key="find").label.startswith("Explain the number")


def test_another_column_is_predicted_as_what_it_is(flats):
    at = quiet(flats.selectbox(key="target").set_value("lift").run())
    assert at.button(key="find").label == "Find the rule"


def test_a_link_brings_the_answer_back(open_app, stored):
    _, _, e = small()
    at = quiet(open_app(EXPLAIN, run=stored()))
    text = said(at)
    for heading in (
        "What each condition does", "What simple ways reach", "What the machine weighs", "Try a row"
    ):  # fmt: skip
        assert heading in text
    assert "on average, and always saying the mean" in text
    assert "heaviest are shown, and no other" in text
    assert text.count('<td class="bar">') == len(e.terms)
    assert re.search(r"Predicted: \*\*.*\*\*", text)
    assert not re.search(r"^- [-+*] ", text, re.MULTILINE), "a list in a list"
    assert "Observed" in text


def test_a_table_without_a_number_is_told_so(open_app):
    at = quiet(open_app().button(key="sample_monks-3.csv").click().run())
    at = quiet(at.switch_page(EXPLAIN).run())
    assert "is not a column of numbers with more than twelve values" in said(at)
    assert "Press “Explain the number”" not in said(at), "which cannot be pressed"
    assert at.button(key="explain_number").disabled


@pytest.mark.usefixtures("in_this_process")
def test_text_from_data_is_shown_as_it_stands(open_app, store):
    bold, link, icon = HOSTILE
    rows = [[bold, "b", link]]
    rows += [[f"{'ab'[i % 2]} {icon}", "cd"[i // 2 % 2], 3 * (i % 2) + i % 17 / 17]
             for i in range(60)]  # fmt: skip
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    at = open_app()
    raw = text.getvalue().encode()
    at = quiet(at.file_uploader(key="upload").upload("mine.csv", raw, "text/csv").run())
    at = finish(at.button(key="find").click().run())
    check_plain(at)
