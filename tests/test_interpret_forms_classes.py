"""The rules of several classes: one after the other, or side by side in processes of their own."""

import json
from dataclasses import replace

import pytest

from interpret import cores
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.forms.explain import explain
from interpret.settings import Settings
from tests.test_any_load import without_seconds

ROWS = [
    f"{a},{b},{'red' if a == 'x' else 'blue' if b == 'u' else 'grey'}" for a in "xyz" for b in "uvw"
]
TABLE = read_table("\n".join(["a,b,class", *ROWS * 6]).encode(), "three.csv")
NAMES = [("blue",), ("grey",), ("red",)]
CHEAP = Settings(kernel="mDNF(2,2)", C=1.0, fit_to="weights", language="monotone", price=1.0)


@pytest.fixture
def apart():
    """Two jobs, and whatever there is to do is much."""
    with cores.on_cores(2, cores.Thresholds(much=0)):
        yield


def said(found):
    return json.dumps(without_seconds(document(answers(found, TABLE))), sort_keys=True)


def test_each_class_of_several_is_asked_for_and_one_of_two():
    assert [own.positive for own in tasks_asked(TABLE, CHEAP)] == NAMES
    two = TABLE.rows([row for row in range(TABLE.n_rows) if "grey" not in ROWS[row % len(ROWS)]])
    assert len(tasks_asked(two, CHEAP)) == 1


@pytest.mark.slow
def test_side_by_side_they_are_as_one_after_the_other(apart):
    each, told, shown = tasks_asked(TABLE, CHEAP), [], []
    found = list(explain_classes(each, CHEAP, told.append, shown.append))
    assert {progress.stage for progress in told} == {"settling"}
    steps = [progress.step for progress in told]
    assert steps == sorted(steps)
    assert [e.positive for e in shown] == [e.positive for e in found] == NAMES
    told.clear()
    with cores.on_cores(2, cores.Thresholds(much=1e30)):
        assert said(list(explain_classes(each, CHEAP, told.append))) == said(found)
    assert "settling" not in {progress.stage for progress in told}


@pytest.mark.slow
def test_side_by_side_a_complaint_is_a_sentence_too(apart):
    with pytest.raises(DataError):
        list(explain_classes(tasks_asked(TABLE, CHEAP), replace(CHEAP, only=("not a = q",))))


@pytest.mark.slow
def test_side_by_side_they_can_be_cancelled(apart):
    with pytest.raises(cores.Cancelled):
        list(explain_classes(tasks_asked(TABLE, CHEAP), CHEAP, lambda progress: False))


@pytest.mark.slow
def test_a_genetic_search_of_each_class_is_watched(apart):
    watched = replace(CHEAP, search="genetic", generations=2, population=20)
    told = []
    list(explain_classes(tasks_asked(TABLE, watched)[:2], watched, told.append))
    assert "genetic" in {progress.stage for progress in told}


@pytest.mark.parametrize(("n_classes", "often"), [(10, 2), (11, 1)])
def test_with_many_classes_rows_are_divided_less_often_for_each(n_classes, often):
    rows = [f"{k},{k % 3},c{k % n_classes:02}" for k in range(n_classes * 20)] * 2
    table = read_table("\n".join(["a,b,class", *rows]).encode(), "many.csv")
    asked = replace(CHEAP, price="auto", positive=("c00",), form="rule", side="for", effort=500)
    choice = explain(table, asked).rule_choice
    assert round(choice.candidates[0].n / (0.7 * len(rows))) == often


def test_many_other_classes_are_told_as_what_they_are_not():
    e = explain(TABLE, replace(CHEAP, positive=("red",), form="rule", effort=500))
    of = {n: replace(e, negative=tuple(f"no {k}" for k in range(n))) for n in (1, 3, 4, 30)}
    assert {n: one.no_words for n, one in of.items()} == {
        1: "class = no 0",
        3: "class = no 0, no 1 or no 2",
        4: "class is not red",
        30: "class is not red",
    }
