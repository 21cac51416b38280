"""A draft: a whole answer by fixed choices, and what is said of it."""

import json
from dataclasses import asdict

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit import find_rule
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import DRAFTED
from interpret.forms.answer.record import document, restore
from interpret.forms.answer.scored import scored_columns
from interpret.forms.explain import draft, explain
from interpret.forms.exports import code
from interpret.forms.study.study import studied
from interpret.row_limits import RowLimits
from interpret.settings import Settings
from interpret.tell.rule import report
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.inside import choices
from interpret.tell.rule.scored import verdict_words
from interpret.tell.text import as_text
from tests.judged import verdict_on_rule
from tests.planted import either, planted

FIXED = {  # nothing is left to choose
    "positive": ("yes",),
    "kernel": "linear",
    "C": 1.0,
    "fit_to": "weights",
    "side": "against",
    "language": "monotone",
    "price": 0.5,
    "size": "3x2",
}


def table_of(rows):
    text = "\n".join(",".join(map(str, row)) for row in rows)
    return read_table(text.encode(), "made.csv")


@pytest.fixture(scope="module")
def table():
    return planted(either, n=120, wrong=0.1)


@pytest.fixture(scope="module")
def settled(table):
    return explain(table, Settings(**FIXED, seed=3))


@pytest.fixture(scope="module")
def drafted(table):
    return draft(table, Settings(positive=("yes",)))


def timeless(e):
    told = asdict(e)
    told["machine"].pop("seconds")
    told["found"].pop("seconds")
    return told


def test_a_draft_is_a_whole_answer_that_says_what_it_is(table, drafted):
    assert drafted.rule.is_draft
    assert drafted.rule_form.right["test"].accuracy.value > drafted.majority["test"].value
    assert drafted.machine_choice.candidates == drafted.rule_choice.candidates == ()
    assert (drafted.machine.kernel, drafted.machine.C) == (find_rule.KERNEL, find_rule.COST)
    assert verdict_on_rule(drafted).headline.startswith("Draft: ")
    stored = json.loads(json.dumps(document(answers([drafted], table))))
    assert stored["explanations"][0]["rule"]["proof"] == DRAFTED
    assert restore(stored) == (drafted,)
    assert "Draft" in as_text(at_length([drafted]))
    for text in (code.as_python, code.as_sql):
        assert "draft" in text(drafted)
    page = report.html_report(studied(answers([drafted], table)))
    assert DRAFTED in page
    assert {one.measured for one in choices(drafted)} == {
        "nothing was compared: a draft takes what suits most tables"
    }
    (predictor,) = predictors(stored)
    scores = predictor.scores(table)
    assert "The draft of the rule says" in verdict_words(scores)
    assert "class = yes: draft of the rule" in dict(scored_columns(table, [scores]))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_draft_and_its_rows_are_those_of_the_answer(table, settled):
    one, other = (draft(table, Settings(positive=("yes",), seed=3)) for _ in range(2))
    assert timeless(one) == timeless(other)
    assert (one.rows, one.preparation) == (settled.rows, settled.preparation)
    assert draft(table, Settings(positive=("yes",), seed=4)).rows != one.rows


def test_what_the_settings_fix_is_kept(table):
    settings = Settings(**FIXED, cost="balanced", landmarks=20, only=("not p",))
    e = draft(table, settings)
    choice = e.rule_choice
    assert (e.machine.kernel, e.machine.C, e.machine.landmarks) == ("linear", 1.0, 20)
    assert (choice.fit_to, choice.side, choice.language) == ("weights", "against", "monotone")
    assert (choice.price, choice.clauses, choice.literals) == (0.5, 3, 2)
    assert len(e.rule.formula.clauses) <= 3
    assert "p" not in e.rule.formula.attributes


def test_many_rows_are_drafted_on_landmarks_and_a_test_costs_a_share_of_them(monkeypatch, table):
    monkeypatch.setattr(find_rule, "ROWS", RowLimits(drafted_machine=50))
    monkeypatch.setattr(find_rule, "OF_ROWS", 20)
    e = draft(table, Settings(positive=("yes",)))
    assert e.machine.landmarks == find_rule.LANDMARKS
    assert e.rule_choice.price == len(e.rows["train"]) / 20
    exact = draft(table, Settings(positive=("yes",), landmarks="exact"))
    assert exact.machine.landmarks, "a draft does not wait for an exact machine of many rows"


def noise(n=60):
    rng = np.random.default_rng(0)
    return [("a", "b", "class"), *zip(*rng.integers(0, 2, (3, n)), strict=True)]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(noise(), id="nothing to find"),
        pytest.param([("a", "class"), *[(i % 2, i % 2) for i in range(10)]], id="ten rows"),
        pytest.param(
            [("a", "b", "class"), *[(i % 7 or "", i * 0.5, i % 3 == 0) for i in range(40)]],
            id="numbers with gaps",
        ),
        pytest.param(
            [("a", "class"), *[(f"v{i}", i % 3) for i in range(3)] * 6], id="three classes"
        ),
    ],
)
def test_odd_tables_have_a_draft(rows):
    table = table_of(rows)
    e = draft(table, Settings())
    assert e.rule.is_draft
    assert e.rule.objective >= 0
    assert verdict_on_rule(e).headline.startswith("Draft: ")
    assert restore(json.loads(json.dumps(document(answers([e], table))))) == (e,)


def test_no_clock_decides_a_draft(monkeypatch, table, drafted):
    leaps = iter(range(0, 10**9, 10**4))
    monkeypatch.setattr("interpret.fit.training.perf_counter", lambda: next(leaps))
    monkeypatch.setattr("interpret.fit.find_rule.perf_counter", lambda: next(leaps))
    assert timeless(draft(table, drafted.settings)) == timeless(drafted)
