"""Other good rules on the page, in predictions, on the command line and in Python."""

import json

import pandas as pd
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.study.study import with_good
from interpret.settings import Settings
from interpret.tell.rule.good import one_line
from rulescope import PointsClassifier, RuleClassifier, load
from tests.command_line import run
from tests.inspected import read
from tests.test_pages import OTHERS, ROWS, look_at, quiet, run_of

pytestmark = pytest.mark.slow

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


def test_good_rules_stand_on_the_page_and_beside_a_row(open_app, store, answer):
    good = answer.explanation.good
    assert good.others
    kept = run_of(store, raw(), "done", json.loads(json.dumps(document([answer]))), **ASKED)
    at = open_app(tab=OTHERS, run=kept)
    told = read(at)
    assert "lost at most one standard error" in told
    assert f"rules say the same on {100 * good.alike.rate:.1f} %" in told
    cells = [cell for shown in (*at.table, *at.dataframe) for cell in shown.value.to_numpy().flat]
    assert f"1: {one_line(good.others[0].formula)}" in cells
    at = look_at(at, ROWS)
    at.session_state["try_row"] = True
    assert "good rules" in read(quiet(at.run()))


def test_the_command_line_tells_them(tmp_path):
    (tmp_path / "two.csv").write_bytes(raw())
    table = str(tmp_path / "two.csv")
    asked = ["--form", "rule", "--kernel", "mDNF(2,2)", "--set", "C=1", "--set", "price=1"]
    html = tmp_path / "a.html"
    status, told, _ = run(table, *asked, "--others", "--html", html)
    assert status == 0
    assert "Other good rules" in told
    assert "Which columns can the rule do without?" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize("of", [RuleClassifier, PointsClassifier])
def test_python_finds_them_when_they_are_asked_for(of):
    frame = pd.DataFrame([line.split(",") for line in raw().decode().splitlines()[1:]])
    classifier = of(kernel="mDNF(2,2)", C=1.0, price=1.0)
    classifier.fit(frame[[0, 1, 2, 3]], frame[4])
    assert load(json.loads(classifier.to_json())).others_ == {"yes": None}
    (good,) = classifier.others_.values()
    assert good.looked
    assert classifier.others_ == {"yes": good}
    assert load(json.loads(classifier.to_json())).others_ == {"yes": good}
