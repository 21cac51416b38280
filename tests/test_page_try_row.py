"""A row tried on the page, without a browser."""

import re

import pytest

from interpret.data.reading import read_table
from tests import inspected
from tests.inspected import enter, labelled, read
from tests.test_pages import ROWS, quiet, run_of

pytestmark = pytest.mark.slow

answer = inspected.answer


@pytest.fixture
def at(open_app, store, monks, answer):
    return open_app(tab=ROWS, run=run_of(store, monks, "done", answer))


def test_a_row_is_judged_with_the_clause_that_fired_and_its_nearest_changes(at):
    at = enter(at, head="round", body="square", jacket="red")
    told = read(at)
    assert "The machine says **yes**. The rule says so too: **yes**." in told
    assert ":green[:material/check:] jacket is red" in told
    assert re.search("turns the rule: jacket from red to (blue|green|yellow)\\.", told)
    at = enter(at, jacket="blue")
    told = read(at)
    assert "The rule says so too: **no**." in told
    assert ":green[:material/check:]" not in told
    assert ":orange[:material/close:] **jacket is red** (here blue)" in told
    assert "**body is round** (here square) and head is round" in told

    locked = labelled(at.multiselect, "Values that cannot be changed")
    at = quiet(locked.set_value(["jacket", "head"]).run())
    assert "turns the rule: body from square to round." in read(at)
    at = quiet(locked.set_value(["head", "body", "jacket"]).run())
    assert "turns the rule: there is none among the values that training rows have." in read(at)


def test_a_value_that_the_table_never_had_is_told_and_judged(at):
    at = enter(at, head="round", body="square", jacket=" **mauve** ")
    told = read(at)
    assert "Training never saw these values, so the machine ignores them: jacket." in told
    assert "The rule says so too: **no**." in told
    assert "turns the rule: head from round to square" in told or "**mauve** to red" in told
    at = enter(at, jacket=" red ")  # is read as the cells of a file are
    assert "Not seen" not in read(at)
    assert ":green[:material/check:] jacket is red" in read(at)


def test_another_row_of_the_table_fills_its_own_values_in(at, monks):
    table = read_table(monks, "t").frame()
    number = labelled(at.number_input, "Start from row")
    for row in (1, 432):
        at = quiet(number.set_value(row).run())
        assert labelled(at.selectbox, "jacket").value == table["jacket"][row - 1]
