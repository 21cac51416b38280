"""Figures of an answer: drawn once for as long as it is cached, and never shown for another."""

import gc
from dataclasses import dataclass, field

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.panels.display import MOST, kept
from dashboard.panels.find import errs
from dashboard.text import plain
from interpret.tell.rule.figures.verdicts import rates
from tests import test_pages
from tests.test_pages import FIND, SIMPLE, run_of

answer = test_pages.answer


@dataclass(frozen=True)
class Found:
    name: str = "the same"
    parts: list[int] = field(default_factory=list)  # so that it has no hash


def test_it_is_made_once_for_each_value_even_where_two_are_equal():
    one, other = Found(), Found()
    assert one == other
    made = []
    for own in (one, other, one, other):
        kept(own, "figure", lambda own=own: made.append(own) or len(made))
    assert [own is one for own in made] == [True, False]
    assert kept(one, "another figure", lambda: 7) == 7


def test_what_was_made_goes_with_its_value_and_the_oldest_of_many_goes_first():
    class Made:
        there = 0

        def __init__(self):
            Made.there += 1

        def __del__(self):
            Made.there -= 1

    own = Found()
    for number in range(MOST + 3):
        kept(own, number, Made)
    assert Made.there == MOST
    del own
    gc.collect()
    assert Made.there == 0


@pytest.mark.slow
def test_a_click_that_changes_nothing_draws_no_figure_anew(
    open_app, store, monks, answer, monkeypatch
):
    drawn = []
    monkeypatch.setattr(errs, "rates", lambda e: drawn.append(e) or rates(e))
    first, second = (run_of(store, monks, "done", answer, **SIMPLE) for _ in range(2))
    at = open_app(FIND, run=first)
    at.run()
    open_app(FIND, run=first)
    assert len(drawn) == 1
    open_app(FIND, run=second)
    assert len(drawn) == 2


def test_where_sql_cannot_be_written_a_caption_says_why():
    def page():
        from dashboard.panels.widgets import sql_forms
        from interpret.data.complaints import DataError

        def refuse(_):
            raise DataError("In SQL *names* must differ.")

        assert sql_forms(refuse) == {}
        assert sql_forms(lambda one: one.name)["SQL for Spark"][0]() == "spark"

    at = AppTest.from_function(page).run()
    assert not at.exception
    assert at.caption[0].value == plain("In SQL *names* must differ.")
