"""What lies behind the rule, without a browser: rows tried, edits, rivals, other rows, samples."""

import re
from itertools import product

import pytest

from dashboard.text import plain
from interpret.answer.answer import Answer, answers
from interpret.answer.record import document, formula_to_dict
from interpret.data.reading import read_table
from interpret.explain import explain
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.study.record import study_to_dict
from interpret.study.study import study
from tests import test_pages
from tests.test_pages import (
    FIND,
    HOSTILE,
    PANELS,
    as_csv,
    check_plain,
    quiet,
    run_of,
    said,
    table_of,
)

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
GIVEN = Settings(
    kernel="mDNF(2,2)", C=4.0, fit_to="weights", side="for", language="monotone", price=0.0
)


def studied(raw: bytes, settings: Settings = GIVEN) -> dict:
    """The document of a table's explanation and its study."""
    table = read_table(raw, "table.csv")
    e = explain(table, settings)
    answer = document(answers([e], table))
    answer["explanations"][0]["study"] = study_to_dict(study(Answer(e, table)))
    return answer


@pytest.fixture(scope="session")
def answer(monks):
    return studied(monks)


@pytest.fixture
def at(open_app, store, monks, answer):
    """The page with a stored answer: four clauses, seven tests, right everywhere."""
    return open_app(run=run_of(store, monks, "done", answer))


def labelled(widgets, label: str):
    (found,) = [widget for widget in widgets if widget.label == label]
    return found


def metrics(at) -> dict[str, tuple[str, str]]:
    """The figures of the rule as it is changed, and how they differ from those of the found one."""
    (shown,) = at.table
    return {name: (row["changed"], row["difference"]) for name, row in shown.value.iterrows()}


def read(at) -> str:
    """What the page says, as it is read: without the signs that keep Markdown away."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", said(at))


def enter(at, **row: str):
    """Types values into the row that is tried."""
    for column, value in row.items():
        widget = labelled(at.selectbox, plain(column))
        shown = value or "(empty)"
        if shown not in widget.options:  # a browser lets any value be typed, AppTest does not
            widget.options.append(shown)
        at = quiet(widget.set_value(value).run())
    return at


def test_a_row_is_judged_with_the_clause_that_fired_and_its_nearest_changes(at):
    at = enter(at, head="round", body="square", jacket="red")
    told = read(at)
    assert "The machine says **yes**. The rule says so too: **yes**." in told
    assert "What holds: “jacket is red”" in told
    for who in ("rule", "machine"):
        assert re.search(f"turns the {who}: jacket from red to (blue|green|yellow)\\.", told)
    at = enter(at, jacket="blue")
    told = read(at)
    assert "The rule says so too: **no**. No clause holds; the nearest, “" in told
    assert re.search(r"nearest, “.*”, lacks: \w+ is \w+\.", told)

    locked = labelled(at.multiselect, "Values that cannot be changed")
    at = quiet(locked.set_value(["jacket", "head"]).run())
    for who in ("rule", "machine"):
        assert f"turns the {who}: body from square to round." in read(at)
    at = quiet(locked.set_value(["head", "body", "jacket"]).run())
    assert "turns the rule: there is none." in read(at)


def test_a_value_that_the_table_never_had_is_told_and_judged(at):
    at = enter(at, head="round", body="square", jacket=" **mauve** ")
    told = read(at)
    assert "Not seen in training, so it tells the machine nothing: jacket." in told
    assert "The rule says so too: **no**." in told
    assert "turns the rule: head from round to square" in told or "**mauve** to red" in told
    at = enter(at, jacket=" red ")  # is read as the cells of a file are
    assert "Not seen" not in read(at)
    assert "“jacket is red”" in read(at)


def test_another_row_of_the_table_fills_its_own_values_in(at, monks):
    table = read_table(monks, "t").frame()
    number = labelled(at.number_input, "Start from row")
    for row in (1, 432):
        at = quiet(number.set_value(row).run())
        assert labelled(at.selectbox, "jacket").value == table["jacket"][row - 1]


def choose(at, label: str, index: int):
    widget = labelled(at.selectbox, label)
    return quiet(widget.set_value(index).run())


def press(at, label: str):
    return quiet(labelled(at.button, label).click().run())


def add(at, column: str, kind: str, *values: str):
    at = quiet(labelled(at.selectbox, "Column").set_value(column).run())
    at = quiet(labelled(at.selectbox, "Test").set_value(kind).run())
    at = quiet(labelled(at.multiselect, "Values").set_value(list(values)).run())
    button = next(b for b in at.button if b.label in ("Add the test", "Add the clause"))
    return quiet(button.click().run())


def lines(at) -> list[str]:
    """The clauses of the changed rule."""
    (shown,) = labelled(at.expander, "Change the rule").text
    return [line.removeprefix("or ") for line in shown.value.split("\n")]


def test_a_clause_removed_shows_at_once_what_it_was_worth_and_comes_back(at):
    found, before = lines(at), metrics(at)
    assert len(found) == 4
    assert before["agrees with the machine"] == ("100.0 %", "none")
    at = press(choose(at, "Clause to change", 0), "Remove the clause")
    after = metrics(at)
    assert len(lines(at)) == 3
    assert after["tests"] == ("6", "−1")
    for label in ("right", "agrees with the machine", "weight"):
        assert after[label][1].startswith("−"), label
    assert len(table_of(at, "alone")) == 4  # the found rule stays as it is
    at = press(at, "Undo")
    assert (lines(at), metrics(at)) == (found, before)
    assert labelled(at.button, "Undo").disabled


def test_tests_and_clauses_are_removed_and_added_and_all_undone_at_once(at):
    found = lines(at)
    at = press(choose(at, "Clause to change", 1), "Remove the test")
    assert len([line for line in lines(at) if " and " in line]) == 2
    at = add(at, "tie", "is", "no")
    assert [line for line in lines(at) if "tie is no" in line and " and " in line]
    at = add(choose(at, "Clause to change", 4), "smiling", "is not", "no")
    assert "smiling is not no" in lines(at)
    assert metrics(at)["tests"] == ("8", "+1")
    at = press(at, "Back to the found rule")
    assert lines(at) == found
    at = press(at, "Undo")
    assert "smiling is not no" in lines(at)


def test_an_edit_that_makes_no_sense_is_one_sentence_and_changes_nothing(at):
    found = lines(at)
    at = add(at, "jacket", "is", "blue")
    (error,) = at.error
    assert "A clause must be able to hold" in error.value
    assert lines(at) == found
    at = press(choose(at, "Clause to change", 0), "Remove the test")
    (error,) = at.error
    assert "Remove the whole clause instead" in error.value
    assert lines(at) == found
    assert not quiet(at.run()).error


def test_a_rule_may_lose_every_clause_and_get_new_ones(at):
    for _ in range(4):
        at = press(at, "Remove the clause")
    assert lines(at) == ["never"]
    assert metrics(at)["tests"] == ("0", "−7")
    at = add(at, "jacket", "is", "red", "blue")
    assert lines(at) == ["jacket is blue or red"]


def test_edits_stay_while_other_pages_are_looked_at(at):
    at = press(at, "Remove the clause")
    at = quiet(at.switch_page(test_pages.LOAD).run())
    at = quiet(at.switch_page(FIND).run())
    assert len(lines(at)) == 3


def test_the_rule_is_read_as_a_list_from_its_most_precise_clause(at):
    at = quiet(at.segmented_control(key="form").set_value("List").run())
    lines = [line for line in read(at).split("\n") if re.match(r"\d\. ", line)]
    assert len(lines) == 5
    assert lines[0].startswith("1. If ")
    assert lines[1].startswith("2. Else if ")
    told = [re.search(r"\*\*(yes|no)\*\*, right on (\d+) of (\d+) rows$", line) for line in lines]
    assert [found[1] for found in told] == ["yes"] * 4 + ["no"]
    assert all(found[2] == found[3] for found in told)
    assert sum(int(found[3]) for found in told) == 130  # every unseen row is counted once


def test_a_much_shorter_rule_of_the_other_side_is_told(open_app, store, monks, answer):
    choice = {"fit_to": "weights", "language": "values", "price": 1.0, "n": 302, "clauses": 2.0}
    part = dict(answer["explanations"][0])
    for tests, told in ((3.0, True), (6.0, False)):
        ways = [
            choice | {"side": "for", "hits": 302, "tests": 7.0},
            choice | {"side": "against", "hits": 300, "tests": tests},
        ]
        rule = part["choice"]["rule"] | {"candidates": ways, "promised": 7.0, "folds": 5}
        part["choice"] = part["choice"] | {"rule": rule}
        at = open_app(run=run_of(store, monks, "done", answer | {"explanations": [part]}))
        sentence = "describes friend = no would be much shorter, with about 3 tests instead of 7"
        assert (sentence in read(at)) == told


def test_a_clause_stands_with_the_weight_of_the_rule_without_it(at, answer):
    weighs = answer["explanations"][0]["rule"]["weight"]
    without = table_of(at, "without")["without"]
    assert len(without) == 4
    assert all(0 < weight < weighs for weight in without)
    assert f"with all its clauses the rule weighs {weighs:.4g}" in read(at)


def test_how_long_it_would_be_with_one_value_for_each_column_is_told(
    open_app, store, monks, answer
):
    assert "could only ask whether" not in read(open_app(run=run_of(store, monks, "done", answer)))
    part = dict(answer["explanations"][0])
    two = Formula((Clause((IsNot("jacket", ("blue",)), IsNot("body", ("octagon",)))),))
    part["found"] = [
        found | {"rule": found["rule"] | formula_to_dict(two)} for found in part["found"]
    ]
    part["rule"] = part["rule"] | formula_to_dict(two)
    part["figures"] = part["figures"] | {
        "clauses": {name: figures[:1] for name, figures in part["figures"]["clauses"].items()}
    }
    at = open_app(run=run_of(store, monks, "done", answer | {"explanations": [part]}))
    assert "the same rule would take 6 clauses with 12 tests" in read(at)


def test_the_rule_of_the_other_class_and_one_in_a_richer_language_are_shown(
    open_app, store, monks, answer
):
    part = dict(answer["explanations"][0])
    rule = formula_to_dict(Formula((Clause((Is("tie", ("no",)),)),), denied=True))
    (exact, *_) = part["study"]["shorter"]
    richer = exact | {"mode": "values", "after": rule}
    part["study"] = part["study"] | {"other_side": rule, "shorter": [richer]}
    at = open_app(run=run_of(store, monks, "done", answer | {"explanations": [part]}))
    assert "The same by friend = no" in read(at)
    assert "Where tests may also ask for several values" in read(at)
    shown = [text.value for text in at.text if "tie is no" in text.value]
    assert len(shown) == 2
    assert all("friend = yes unless" in text for text in shown)


def length_slider(at):
    (slider,) = [own for own in at.select_slider if own.label == "Length of the rule, in tests"]
    return slider


def test_the_slider_shows_the_best_rule_of_each_length_and_fits_nothing(at, answer, monkeypatch):
    front = answer["explanations"][0]["study"]["front"]
    slider = length_slider(at)
    (knee,) = [i for i, point in enumerate(front) if point["knee"]]
    assert slider.value == knee
    assert len(slider.options) == len(front) > 2
    monkeypatch.setattr("interpret.rules.trade_off.front", None)
    for i, point in enumerate(front):
        at = quiet(length_slider(at).set_value(i).run())
        told = read(at)
        length = point["rule"]["text"].count("=")
        assert f"{length} test{'' if length == 1 else 's'}; on unseen rows it agrees" in told
        shown = [text.value for text in at.text if "friend = yes when" in text.value]
        for clause in point["rule"]["clauses"]:
            words = [f"{test['attribute']} is {test['is'][0]}" for test in clause]
            assert any(all(word in text for word in words) for text in shown)


def test_a_rule_said_shorter_stands_with_before_and_after_and_its_figures(
    open_app, store, monks, answer
):
    part = dict(answer["explanations"][0])
    short = Formula((Clause((Is("jacket", ("red",)),)),))
    for mode, said_so in (
        (
            "exact",
            "With the same verdict on every training row: 4 clauses, 7 tests become 1 "
            "clause, 1 test; no rule over the same columns and in the same language says the "
            "same in fewer tests.",
        ),
        ("penalised", "At a price for each test, chosen on a third of the training rows: "),
    ):
        simplified = {
            "before": {k: part["rule"][k] for k in ("text", "form", "clauses")},
            "after": formula_to_dict(short),
            "mode": mode,
            "shortest": mode == "exact",
            "price": 0.0,
        }
        part["study"] = part["study"] | {"shorter": [simplified]}
        at = open_app(run=run_of(store, monks, "done", answer | {"explanations": [part]}))
        told = read(at)
        assert "Said shorter" in told
        after = told.split("Said shorter")[1]
        assert "finds the figures of that one a little too good" in after
        assert said_so in told
        assert any("jacket is red" in text.value for text in at.text)
        assert "1 clause, 1 test; on unseen rows it agrees" in told


def test_far_less_agreement_on_possible_rows_is_told_beside_the_verdict(
    open_app, store, monks, answer
):
    part = dict(answer["explanations"][0])
    asked = [{"kind": "every possible row", "share": {"hits": 300, "n": 432}}]
    part["study"] = part["study"] | {"asked": asked}
    at = open_app(run=run_of(store, monks, "done", answer | {"explanations": [part]}))
    assert "Of all 432 possible rows, many of which may never occur, they agree on 69.4 %" in (
        read(at)
    )


def test_the_rule_stands_beside_simple_learners_on_the_same_rows(at):
    rivals = table_of(at, "who")
    assert list(rivals["who"][:2]) == ["the rule", "the machine"]
    assert rivals["right"][0] == 100
    assert "majority class" in set(rivals["who"])
    assert set(rivals["who"]) >= {"one rule", "logistic regression"}


def test_fidelity_on_every_possible_row_is_told_as_exact(at):
    assert "Of all **432** rows that these values can make" in said(at)
    assert "agree on **100.0 %**. This is exact" in said(at)


def test_how_often_each_clause_came_back_is_told(at):
    returns = table_of(at, "came back")
    assert len(returns) == 4
    assert set(returns["came back"]) == {100}
    assert "found anew on 10 samples of 80 % of 302 training rows" in said(at)


def test_what_was_stopped_before_it_was_known_says_so(open_app, store, monks, answer):
    part = dict(answer["explanations"][0])
    part["study"] = part["study"] | {
        "asked": [],
        "stability": {"formulas": [], "overlap": [], "clauses": []},
    }
    stopped = answer | {"explanations": [part]}
    at = open_app(run=run_of(store, monks, "cancelled", stopped))
    assert "This was stopped before it was known." in said(at)
    assert "Would other rows give the same rule?" not in said(at)


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
    check_plain(quiet(at.segmented_control(key="form").set_value("List").run()))
    for row in ({bold: "= 1", link: "{}"}, {bold: None, link: "x\ny"}):
        at = enter(at, **row)
        check_plain(at)
    at = quiet(labelled(at.multiselect, "Values that cannot be changed").set_value([bold]).run())
    check_plain(at)
    at = add(at, bold, "is not", bold, "= 1")
    check_plain(at)
    at = add(at, link, "is", link)
    at = press(at, "Remove the clause")
    check_plain(at)
    at = enter(at, **{bold: HOSTILE[1]})
    assert "Not seen in training" in said(at)
    check_plain(at)


def test_what_has_to_be_computed_waits_for_a_click(open_app, store, monks, answer):
    at = open_app(run=run_of(store, monks, "done", answer))
    assert "Nearest change" in said(at)
    for panel in PANELS:
        at.session_state[panel] = False
    at = quiet(at.run())
    for heading in ("Nearest change", "How the machine ranks the rows"):
        assert heading not in said(at)
    labels = [expander.label for expander in at.expander]
    assert {"Change the rule", "Try a row", "For researchers"} <= set(labels)
