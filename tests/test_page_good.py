"""Other good rules on the page, in predictions, on the command line and in Python."""

import json

import pandas as pd
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document, restore
from interpret.forms.answer.scored import scored_columns
from interpret.forms.explain import explain
from interpret.forms.study.study import with_good
from interpret.settings import Settings
from interpret.tell.rule.good import card_line
from rulescope import PointsClassifier, RuleClassifier, load
from tests import test_pages
from tests.command_line import run
from tests.inspected import labelled, press, read
from tests.test_pages import OTHERS, ROWS, look_at, quiet, run_of

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
ASKED = {"form": "rule", "kernel": "mDNF(2,2)", "C": 1.0, "price": 1.0}


def raw():
    """a and its worse copy b; c counts too; d is noise."""
    lines = ["a,b,c,d,class"]
    for n in range(120):
        a, c = n % 2, n // 2 % 3
        b = 1 - a if n % 30 == 7 else a
        lines.append(f"v{a},v{b},v{c},v{n // 7 % 2},{'yes' if a and c else 'no'}")
    return "\n".join(lines).encode()


@pytest.fixture(scope="module")
def answer():
    table = read_table(raw(), "two.csv")
    return with_good(Answer(explain(table, Settings(**ASKED, keep=("a", "b"))), table))


def test_a_good_rule_is_taken_and_says_that_it_was_picked_by_hand(open_app, store, answer):
    good = answer.explanation.good
    assert good.others
    kept = run_of(store, raw(), "done", json.loads(json.dumps(document([answer]))), **ASKED)
    at = open_app(tab=OTHERS, run=kept)
    told = read(at)
    assert "lost at most one standard error" in told
    assert f"rules say the same on {100 * good.alike.rate:.1f} %" in told
    (which,) = [pills for pills in at.pills if pills.label == "Look at one"]
    assert len(which.options) == len(good.others)
    at = quiet(which.set_value(0).run())
    at = press(at, "Take it as the answer")
    assert "must say who made it" in read(at)
    at.text_input(key="other_author_rule").set_value("Ann")
    at = press(at, "Take it as the answer")
    among = f"picked by hand among {len(good.others) + 1} good rules, of {good.looked + 1}"
    assert among in read(at)
    at = look_at(at, ROWS)
    at.session_state["try_row"] = True
    assert "good rules" in read(quiet(at.run()))


def test_a_good_card_is_taken_and_says_that_it_was_picked_by_hand(open_app, store):
    asked = ASKED | {"form": "points", "fit_to": "labels"}
    table = read_table(raw(), "two.csv")
    answer = with_good(Answer(explain(table, Settings(**asked, keep=("a", "b"))), table))
    good = answer.explanation.good
    wanted = good.good_cards[0]
    kept = run_of(store, raw(), "done", json.loads(json.dumps(document([answer]))), **asked)
    at = open_app(tab=OTHERS, run=kept)
    at = quiet(labelled(at.pills, "Without").set_value(wanted.column).run())
    assert card_line(wanted.card) in [one.value for one in at.text]
    at.text_input(key="other_author_points").set_value("Ann")
    at = press(at, "Take the card as the answer")
    among = f"picked by hand among {len(good.good_cards) + 1} good cards, of {len(good.cards) + 1}"
    assert among in read(at)


def test_rules_are_filtered_by_columns_and_length(open_app, store, answer):
    kept = run_of(store, raw(), "done", json.loads(json.dumps(document([answer]))), **ASKED)
    at = open_app(tab=OTHERS, run=kept)
    used = sorted({n for o in answer.explanation.good.others for n in o.formula.attributes})
    at = quiet(labelled(at.multiselect, "Columns not to use").set_value(used).run())
    assert "None of them is as you want it" in read(at)


def test_rows_say_which_share_of_good_rules_agrees(answer):
    table = read_table(raw(), "two.csv")
    (predictor,) = predictors(document([answer]))
    cells = dict(scored_columns(table, [predictor.scores(table)]))["class = yes: agreed"]
    rules = answer.explanation.good_rules
    said = [rule.holds(answer.explained) for rule in rules]
    wanted = [sum(own[i] == said[0][i] for own in said) / len(rules) for i in range(120)]
    assert cells == pytest.approx(wanted)
    (again,) = restore(json.loads(json.dumps(document([answer]))))
    assert again.good == answer.explanation.good


def test_the_command_line_puts_them_in_order_and_refuses_what_it_cannot_do(tmp_path):
    (tmp_path / "two.csv").write_bytes(raw())
    table = str(tmp_path / "two.csv")
    asked = ["--form", "rule", "--kernel", "mDNF(2,2)", "--C", "1", "--price", "1"]
    html = tmp_path / "a.html"
    status, said, _ = run(table, *asked, "--others", "--ask", "a=0", "--html", html)
    assert status == 0
    assert "Other good rules" in said
    assert "costs to ask" in said
    assert "Which columns can the rule do without?" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--ask", "a=0"], "Add --others"),
        (["--others", "--ask", "a"], "like age=0"),
        (["--others", "--ask", "a=-1"], "like age=0"),
        (["--others", "--ask", "nose=1"], "nose"),
    ],
)
def test_a_cost_that_makes_no_sense_is_refused(tmp_path, options, why):
    (tmp_path / "two.csv").write_bytes(raw())
    status, out, err = run(tmp_path / "two.csv", "--kernel", "linear", "--C", "1", *options)
    assert (status, out) == (2, "")
    assert why in err


@pytest.mark.parametrize("of", [RuleClassifier, PointsClassifier])
def test_python_finds_them_when_they_are_asked_for(of):
    frame = pd.DataFrame([line.split(",") for line in raw().decode().splitlines()[1:]])
    classifier = of(kernel="mDNF(2,2)", C=1.0, price=1.0, progress=False)
    classifier.fit(frame[[0, 1, 2, 3]], frame[4])
    assert load(json.loads(classifier.to_json())).others_ == {"yes": None}
    (good,) = classifier.others_.values()
    assert good.looked
    assert classifier.others_ == {"yes": good}
    assert load(json.loads(classifier.to_json())).others_ == {"yes": good}
