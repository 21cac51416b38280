"""A changed card kept on the page, without a browser."""

import json

import pytest
import streamlit as st

from dashboard.panels.find import live_card
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.proof import BY_HAND
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.whatif.by_hand import with_points
from interpret.measures import percent
from interpret.settings import Settings
from tests import cards
from tests.inspected import read
from tests.test_page_card import CARD, tabs
from tests.test_page_predict import upload
from tests.test_pages import SIMPLE, quiet, run_of, said

pytestmark = pytest.mark.slow


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
    assert f"is right on {percent(right.value)}" in told
    other = upload(open_app("dashboard/pages/predict.py", run=kept.id), monks)
    assert BY_HAND in read(other)
    assert f"The card says friend = yes on {int(now.holds(a.explained).sum())} of" in read(other)
    assert store.get(run_id).result == json.loads(json.dumps(document([a])))
