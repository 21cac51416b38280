"""The card of points on the page, without a browser."""

import json
import re

import pytest
import streamlit as st

from dashboard import stored_runs
from dashboard.panels.find import live_card
from dashboard.panels.find.live_card import MOST, told_card
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import Forms
from interpret.forms.answer.proof import BY_HAND
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.whatif.by_hand import row_of, with_points
from interpret.measures import percent
from interpret.rules.card import Card
from interpret.rules.logic import Is, IsNot
from interpret.settings import Settings
from interpret.tell.rule.card import of_points
from interpret.tell.rule.proof import proof_line, proof_scope
from tests import cards, inspected, test_pages
from tests.inspected import labelled, read
from tests.test_interpret_forms_whatif import term
from tests.test_interpret_tell_rule_card import FORMS
from tests.test_pages import ROWS, SIMPLE, SURE, quiet, run_of, said

pytestmark = pytest.mark.slow


answer = inspected.answer
PANELS = ("try_row", "downloads")
CARD = Card(
    (
        term(5, Is("jacket", ("red",))),
        term(1, Is("jacket", ("blue", "green"))),
        term(3, Is("head", ("round",)), Is("body", ("round",))),
        term(-1, IsNot("holding", ("flag",))),
    ),
    2,
)
ANSWERS = stored_runs.answers


@pytest.fixture
def open_card(open_app, store, monks, answer, monkeypatch):
    """Opens the page with a card beside the rule, at a part of the answer, with panels open."""
    found = ANSWERS  # which keeps what it finds when it is loaded

    def open_page(forms: Forms | None, tab: str, *panels: str):
        own: list[Answer] = []

        def carded(state, run):
            if not own and (there := found(state, run)):
                own.append(cards.with_card(there[0], CARD, forms))
            return tuple(own)

        monkeypatch.setattr(stored_runs, "answers", carded)
        return open_app(panels=panels, tab=tab, run=run_of(store, monks, "done", answer)), own[0]

    return open_page


def tabs(at) -> list[str]:
    names = [tab.label.partition(":")[0] for tab in at.tabs]
    return [name for name in names if name in ("Rule", "Points")]


def test_the_better_form_comes_first_and_both_are_there(open_card):
    at, a = open_card(FORMS, SURE)
    assert tabs(at) == ["Points", "Rule"]
    told = read(at)
    assert "Points first: right on 9 more of 100 rows left out in turn." in told
    assert "friend = yes with 3 points or more" in told
    counts = a.explanation.points.right["test"]
    named = counts.positive_predictive_value
    assert f"Flags {named.n} of 130 unseen rows, {named.hits} of them rightly" in told
    assert len(test_pages.lines_of(at)) == 4, "the rule stands in its tab"
    assert not at.checkbox
    proof = a.explanation.points.proof
    assert proof_line(proof) in told
    assert all(sentence in told for sentence in proof_scope(proof))


def test_without_a_comparison_the_rule_comes_first_and_nothing_is_claimed(open_card):
    at, _ = open_card(None, SURE)
    assert tabs(at) == ["Rule", "Points"]
    assert "neither was found on" not in read(at)


@pytest.mark.parametrize(
    "told",
    [
        *(None, "card", {}, {"card": 3}, {"card": {"points": None, "cut": 0}}),
        *({"card": {"points": points, "cut": 0}} for points in ([1], ["1"] * 4, [1.0] * 4)),
        *({"card": {"points": [points] * 4, "cut": 0}} for points in (True, MOST + 1, 2**70)),
        *({"card": {"points": [1] * 4, "cut": cut}} for cut in (None, "1", 1.5, 2**70)),
    ],
    ids=str,
)
def test_what_is_no_card_leaves_the_card_as_it_is(told):
    assert told_card(told, CARD) == CARD


def test_a_row_of_the_table_is_told_its_points_and_what_would_turn_them(open_card, monks):
    at, a = open_card(FORMS, ROWS, "try_row")
    table = read_table(monks, "t")
    for number in (1, 200, 432):
        row = row_of(table, a.explanation.attributes, number - 1)
        at = quiet(labelled(at.number_input, "Start from row").set_value(number).run())
        total, said = CARD.total(row), read(at)
        assert f", with {of_points(total)}: **" in said
        (told,) = re.findall(r"Nearest change that turns the card: (.*)\.", said)
        changes = re.findall(r"(\w+) from (\w+) to (\w+)", told)
        turned = row | {name: after for name, _, after in changes}
        assert all(row[name] == before for name, before, _ in changes)
        assert (CARD.total(turned) > CARD.cut) != (total > CARD.cut)


def test_a_changed_card_is_kept_as_a_run_and_predicts(open_app, store, monks, monkeypatch):
    table = read_table(monks, "monks-1.csv")
    a = cards.with_card(Answer(explain(table, Settings(**SIMPLE)), table), CARD)
    run_id = run_of(store, monks, "done", document([a]))
    at = open_app(tab="Alternatives", run=run_id)
    points = [0 if own.points == 5 else own.points for own in CARD.terms]
    now = with_points(CARD, points, 0)

    component = live_card._component

    def pressed(key, on_card_change, **_):  # as a browser tells it
        monkeypatch.setattr(live_card, "_component", component)
        st.session_state[key] = {"card": {"points": points, "cut": 0}}
        on_card_change()
        st.rerun()

    monkeypatch.setattr(live_card, "_component", pressed)
    at = quiet(at.run())
    (kept,) = [run for run in store.recent() if run.id != run_id]
    assert (kept.status, kept.spec) == ("done", store.get(run_id).spec)
    assert at.query_params["run"] == kept.id
    told = read(at)
    assert "<li>Changed by hand</li>" in said(at)
    assert "neither was found on" not in told
    assert "friend = yes with 1 point or more" in told
    assert tabs(at) == ["Points", "Rule"]
    right = a.judged.right(now.holds(a.judged.table)).accuracy
    assert percent(right.value) in told
    assert f"of {right.n} unseen rows told right" in told
    other = open_app("dashboard/pages/predict.py", run=kept.id)
    rows = other.file_uploader(key="other_rows").upload("new.csv", monks, "text/csv")
    other = quiet(rows.run())
    assert BY_HAND in read(other)
    assert f"The card says friend = yes on {int(now.holds(a.explained).sum())} of" in read(other)
    assert store.get(run_id).result == json.loads(json.dumps(document([a])))
