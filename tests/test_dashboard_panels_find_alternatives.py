"""What a browser tells of the dragged line may be anything: then the line stands where it began."""

import json
from itertools import product
from types import SimpleNamespace

import pytest
from streamlit.components.v2.bidi_component.state import ComponentResult

from dashboard.panels.find import alternatives as module
from dashboard.panels.find.alternatives import drag_line

PLACES = [0.0, 1.0, 2.0], ["0", "1", "2"]
START = 1
FORGED = [
    float("nan"),
    float("inf"),
    -1,
    3,
    2**70,
    0.0,
    2.0,
    True,
    None,
    "0",
    "x" * 3_000_000,
    [0],
    {"place": 0},
    [[]] * 100_000,
]


@pytest.fixture
def told(monkeypatch):
    """Draws the line where a browser has told something; what comes back, and what is sent."""

    def told(before, now):
        sent = {}

        def line(**given):
            sent.update(given["data"])
            return now

        monkeypatch.setattr(module, "_line", line)
        monkeypatch.setattr(module, "st", SimpleNamespace(session_state={"line": before}))
        return drag_line("<svg/>", *PLACES, START, "line"), sent

    return told


@pytest.mark.parametrize("place", FORGED, ids=lambda place: repr(place)[:20])
def test_no_place_is_the_first_place_and_nothing_of_it_is_sent_back(told, place):
    chosen, sent = told({"place": place}, ComponentResult({"place": place}))
    assert chosen == START
    assert sent["chosen"] == START
    assert len(json.dumps(sent, allow_nan=False)) < 1000


@pytest.mark.parametrize("state", [None, {}, {"other": 0}, "place", 0, [0]])
def test_a_state_without_a_place_is_the_first_place(told, state):
    assert told(state, ComponentResult({}))[0] == START


@pytest.mark.parametrize(("before", "now"), [*product(range(3), repeat=2)])
def test_a_place_that_there_is_is_taken(told, before, now):
    chosen, sent = told({"place": before}, ComponentResult({"place": now}))
    assert (chosen, sent["chosen"]) == (now, before)
