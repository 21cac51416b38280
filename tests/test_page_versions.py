"""Versions of a rule and demands on it, without a browser: saved, chosen, predicting, told."""

import json

import pytest

from dashboard import stored_runs
from dashboard.panels.find import change
from dashboard.session import KEY, Session
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.whatif.by_hand import with_points
from interpret.measures import percent
from interpret.rules.card import Card
from interpret.settings import Settings
from tests import cards, test_pages
from tests.inspected import choose, labelled, lines, press, read
from tests.test_page_card import CARD
from tests.test_page_predict import upload
from tests.test_pages import (
    DATA,
    HOSTILE,
    OTHERS,
    SETTINGS,
    SIMPLE,
    SURE,
    answer_to,
    check_plain,
    lines_of,
    look_at,
    quiet,
    run_of,
    said,
    told_table,
)

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
PREDICT = "dashboard/pages/predict.py"
WHICH = "What is shown, used to predict, and downloaded"


@pytest.fixture(scope="module")
def answer(root):
    return answer_to((root / "sample_data" / "monks-1.csv").read_bytes(), **SIMPLE)


def signed(at, author: str, note: str):
    labelled(at.text_input, "Your name").set_value(author)
    labelled(at.text_area, "Why it was changed").set_value(note)
    return press(at, "Save the version")


def test_each_notice_stands_once_on_the_page(open_app, store):
    rows = [f"{'' if n % 5 == 0 else n},{'yes' if 10 <= n < 20 else 'no'}" for n in range(40)]
    raw = "\n".join(["a,class", *rows]).encode()
    asked = {**SIMPLE, "side": "against", "cut": ("a=9,19",), "test": 0.0}
    table = read_table(raw, "table.csv")
    e = explain(table, Settings(**asked))
    assert any("no condition on an empty cell is met" in notice for notice in e.notices)
    at = open_app(tab=DATA, run=run_of(store, raw, "done", document(answers([e], table)), **asked))
    shown = read(at)
    assert {notice: shown.count(notice) for notice in e.notices} == dict.fromkeys(e.notices, 1)


def test_a_changed_rule_is_saved_chosen_and_predicts(open_app, store, monks, answer):
    run_id = run_of(store, monks, "done", answer)
    at = open_app(tab=OTHERS, run=run_id)
    assert not [widget for widget in at.selectbox if widget.label == WHICH]
    assert labelled(at.button, "Save the version").disabled
    at = press(choose(at, "Line to change", 0), "Remove the line")
    at = signed(at, " ", "why")
    assert "must say who made it" in read(at)
    at = signed(at, HOSTILE[0], HOSTILE[1] + "\n" * 3 + "x" * 1500)
    assert labelled(at.selectbox, WHICH).value == 0
    assert len(lines_of(at)) == 4  # saved, not chosen

    at = quiet(labelled(at.selectbox, WHICH).set_value(1).run())
    assert len(lines_of(at)) == 3
    assert len(lines(at)) == 3
    assert "Version 1 of the rule, changed by hand by" in read(at)
    check_plain(at)
    at = look_at(at, SURE)
    assert "It was not searched for" in read(at)
    check_plain(at)

    other = open_app(PREDICT, run=run_id)
    assert "Version 1 of the rule, changed by hand by" in read(other)
    other = upload(other, monks)
    assert "the rule is right on 100.0 %" not in read(other)
    at = quiet(labelled(at.selectbox, WHICH).set_value(0).run())
    other = upload(open_app(PREDICT, run=run_id), monks)
    assert "the rule is right on 100.0 %" in read(other)
    assert "changed by hand" not in said(other)

    at = look_at(at, SETTINGS)
    at = quiet(at.multiselect(key="set_only").set_value(["not jacket"]).run())
    assert at.session_state[KEY].settings.only == ("not jacket",)
    assert "only not jacket" in read(at)


def test_changed_points_are_judged_saved_chosen_and_predict(open_app, store, monks, monkeypatch):
    table = read_table(monks, "monks-1.csv")
    a = cards.with_card(Answer(explain(table, Settings(**SIMPLE)), table), CARD)
    run_id = run_of(store, monks, "done", document([a]))
    at = open_app(tab="Live card", run=run_id)
    before = a.explanation.points.right["test"].accuracy
    assert not [button for button in at.button if button.label == "Save the version"]
    points = [0 if own.points == 5 else own.points for own in CARD.terms]
    now = with_points(CARD, points, 0)
    told = {"card": {"points": points, "cut": 0}}
    monkeypatch.setattr(change, "_component", lambda **_: told)  # there is no browser here
    at = quiet(at.run())
    right = a.judged.right(now.holds(a.judged.table)).accuracy
    figures = {name: own for name, *own in zip(*told_table(at, "changed").values(), strict=True)}
    assert figures["right"][:2] == [percent(own.value) for own in (before, right)]
    assert "learned anew" in read(at)
    points = next(button for button in at.button if button.label == "Save the version")
    assert not points.disabled
    at.text_input(key=points.key.replace("_button", "_author")).set_value(HOSTILE[0])
    at.text_area(key=points.key.replace("_button", "_note")).set_value(HOSTILE[1])
    at = quiet(points.click().run())
    monkeypatch.undo()
    at = quiet(labelled(at.selectbox, WHICH).set_value(1).run())
    told = read(at)
    assert "Version 1 of the points, changed by hand by" in told
    assert "neither was found on" not in told
    assert "friend = yes with 1 point or more" in told
    assert [tab.label.partition(":")[0] for tab in at.tabs][:2] == ["Points", "Rule"]
    check_plain(at)
    other = upload(open_app(PREDICT, run=run_id), monks)
    assert "Version 1 of the points, changed by hand by" in read(other)
    assert f"The card says friend = yes on {int(now.holds(a.explained).sum())} of" in read(other)


def test_a_version_that_was_altered_is_told_and_the_found_rule_shown(
    open_app, store, monks, answer
):
    run_id = run_of(store, monks, "done", answer)
    store.save_version(run_id, '["yes"]', {"author": 3})
    store.choose_version(run_id, '["yes"]', 1)
    at = open_app(tab=OTHERS, run=run_id)
    assert "A stored version must be as it was written" in read(at)
    assert len(lines_of(at)) == 4


def test_the_downloads_are_of_the_version(open_app, store, monks, answer):
    run = store.get(run_of(store, monks, "done", answer))
    open_app(run=run.id)
    state = Session()
    (a,) = stored_runs.answers(state, run)
    number = stored_runs.store_version(run, a, "rule", Card(), ("Ann", ""))
    stored_runs.choose_version(run, a.explanation, number)
    (chosen,) = stored_runs.answers(state, run)
    assert chosen.explanation.version.author == "Ann"
    (part,) = stored_runs.versioned(run, [chosen])["explanations"]
    assert part["rule"]["clauses"] == []
    assert part["machine"]["support_rows"]
    (taken,) = json.loads(stored_runs.document(run.id))["explanations"]
    assert (taken["version"]["author"], taken["rule"]["clauses"]) == ("Ann", [])
