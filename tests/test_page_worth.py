"""What the page says the rule is worth, without a browser: lengths, rivals, other rows."""

import pytest

from dashboard import services
from dashboard.session import KEY
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document
from interpret.forms.explain import draft_task
from interpret.settings import Settings
from tests import inspected
from tests.inspected import read
from tests.test_interpret_fit_one_column import losses
from tests.test_pages import (
    INSIDE,
    OTHERS,
    PANELS,
    ROWS,
    SIMPLE,
    look_at,
    quiet,
    run_of,
    said,
)

pytestmark = pytest.mark.slow


answer, at = inspected.answer, inspected.at


def test_a_column_is_chosen_to_see_the_rule_without_it_and_to_find_one(at, answer):
    good = answer["explanations"][0]["good"]
    found = good["without"]
    at = look_at(at, OTHERS)
    (columns,) = [pills for pills in at.pills if pills.label == "Without"]
    assert list(columns.options) == [one["column"] for one in found]
    at = quiet(columns.set_value(found[0]["column"]).run())
    told = read(at)
    assert f"Without “{found[0]['column']}” the rule is right on" in told
    assert "The other columns tell what the rule asks of" in told
    at = quiet(at.button(key="forbid_column").click().run())
    assert at.session_state[KEY].settings.only == (f"not {found[0]['column']}",)


def test_what_has_to_be_computed_waits_for_a_click(open_app, store, monks, answer):
    shown = run_of(store, monks, "done", answer)
    for tab, panel, heading in (
        (ROWS, "Try a row", "Nearest change"),
        (INSIDE, "For researchers", "What was chosen, and against what"),
    ):
        at = open_app(tab=tab, run=shown)
        assert heading in said(at)
        for own in PANELS:
            at.session_state[own] = False
        at = quiet(at.run())
        assert heading not in said(at)
        assert panel in [expander.label for expander in at.expander]


def opened(open_app, store, text):
    raw, settings = text.encode(), Settings(**SIMPLE)
    table = read_table(raw, "table.csv")
    task = tasks_asked(table, settings)[0]
    e = draft_task(task, settings)
    return open_app(run=run_of(store, raw, "done", document([Answer(e, table, task)])))


def test_a_column_that_gives_the_class_away_is_left_out_with_a_click(open_app, store, monkeypatch):
    at = opened(open_app, store, losses())
    (warned,) = [own.value for own in at.warning if "alone tells whether" in own.value]
    assert "is it known beforehand" in warned
    begun = []
    monkeypatch.setattr(services, "start", lambda state, *_: begun.append(state.settings.drop))
    at = quiet(at.button(key="leave_out").click().run())
    assert begun == [("Loss EUR",)]
    assert at.session_state[KEY].settings.drop == ("Loss EUR",)
