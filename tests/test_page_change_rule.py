"""The rule changed on the page by hand, without a browser."""

from itertools import product

import pytest

from interpret.settings import Settings
from tests import inspected, test_pages
from tests.inspected import choose, enter, labelled, lines, metrics, press, studied
from tests.test_pages import (
    FIND,
    FULL,
    HOSTILE,
    OTHERS,
    ROWS,
    as_csv,
    check_plain,
    lines_of,
    look_at,
    quiet,
    run_of,
    said,
)

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
answer = inspected.answer


@pytest.fixture
def at(open_app, store, monks, answer):
    return open_app(tab=OTHERS, run=run_of(store, monks, "done", answer))


def add(at, column: str, kind: str, *values: str):
    at = quiet(labelled(at.selectbox, "Column").set_value(column).run())
    at = quiet(labelled(at.selectbox, "Test").set_value(kind).run())
    at = quiet(labelled(at.multiselect, "Values").set_value(list(values)).run())
    button = next(b for b in at.button if b.label in ("Add the condition", "Add the line"))
    return quiet(button.click().run())


def test_a_clause_removed_shows_at_once_what_it_was_worth_and_comes_back(at):
    found, before = lines(at), metrics(at)
    assert len(found) == 4
    assert before["agrees with the machine"] == ("100.0 %", "none")
    at = press(choose(at, "Line to change", 0), "Remove the line")
    after = metrics(at)
    assert len(lines(at)) == 3
    assert after["conditions"] == ("6", "−1")
    for label in ("right", "agrees with the machine", "weight"):
        assert after[label][1].startswith("−"), label
    assert len(lines_of(at)) == 4  # the found rule stays as it is
    at = press(at, "Undo")
    assert (lines(at), metrics(at)) == (found, before)
    assert labelled(at.button, "Undo").disabled


def test_tests_and_clauses_are_removed_and_added_and_all_undone_at_once(at):
    found = lines(at)
    at = press(choose(at, "Line to change", 1), "Remove the condition")
    assert len([line for line in lines(at) if " and " in line]) == 2
    at = add(at, "tie", "is", "no")
    assert [line for line in lines(at) if "tie is no" in line and " and " in line]
    at = add(choose(at, "Line to change", 4), "smiling", "is not", "no")
    assert "smiling is not no" in lines(at)
    assert metrics(at)["conditions"] == ("8", "+1")
    at = press(at, "Back to the found rule")
    assert lines(at) == found
    at = press(at, "Undo")
    assert "smiling is not no" in lines(at)


def test_an_edit_that_makes_no_sense_is_one_sentence_and_changes_nothing(at):
    found = lines(at)
    at = add(at, "jacket", "is", "blue")
    (error,) = at.error
    assert "A line must be able to hold" in error.value
    assert lines(at) == found
    at = press(choose(at, "Line to change", 0), "Remove the condition")
    (error,) = at.error
    assert "Remove the whole line instead" in error.value
    assert lines(at) == found
    assert not quiet(at.run()).error


def test_a_rule_may_lose_every_clause_and_get_new_ones(at):
    for _ in range(4):
        at = press(at, "Remove the line")
    assert lines(at) == ["never"]
    assert metrics(at)["conditions"] == ("0", "−7")
    at = add(at, "jacket", "is", "red", "blue")
    assert lines(at) == ["jacket is blue or red"]


def test_edits_stay_while_other_pages_are_looked_at(at):
    at = press(at, "Remove the line")
    at = quiet(at.switch_page(test_pages.LOAD).run())
    at = quiet(at.switch_page(FIND).run())
    assert len(lines(at)) == 3


@pytest.fixture(scope="session")
def hostile():
    bold, link, icon = HOSTILE
    rows = [(bold, link, icon)]
    for a, b in product((bold, icon, "", "= 1"), (link, "x\ny", "{}", "\\")):
        rows += [(a, b, bold if a == bold or b == "x\ny" else link)] * 3
    raw = as_csv(rows)
    return raw, studied(raw, Settings(**test_pages.SIMPLE))


def test_text_from_data_is_shown_as_it_stands_wherever_a_rule_is_inspected(
    open_app, store, hostile
):
    raw, document = hostile
    bold, link, _ = HOSTILE
    at = open_app(run=run_of(store, raw, "done", document))
    check_plain(at)
    at = look_at(at, FULL)
    check_plain(quiet(at.segmented_control(key="written").set_value("List").run()))
    at = look_at(at, ROWS)
    for row in ({bold: "= 1", link: "{}"}, {bold: None, link: "x\ny"}):
        at = enter(at, **row)
        check_plain(at)
    at = quiet(labelled(at.multiselect, "Values that cannot be changed").set_value([bold]).run())
    check_plain(at)
    at = look_at(at, OTHERS)
    at = add(at, bold, "is not", bold, "= 1")
    check_plain(at)
    at = add(at, link, "is", link)
    at = press(at, "Remove the line")
    check_plain(at)
    at = enter(look_at(at, ROWS), **{bold: HOSTILE[1]})
    assert "Training never saw these values" in said(at)
    check_plain(at)
