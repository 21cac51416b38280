"""What breaks other tools on real uploads, against every step: load, train, predict, explain,
export. The truth is monks-1's, so every step can be checked.
"""

import csv
import io
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.table import Table, read_table
from interpret.data.task import tasks
from interpret.explain import explain
from interpret.insight.whatif import judge, row_of
from interpret.predict import predictors
from interpret.present import words
from interpret.present.report import html_report
from interpret.record import document, restore
from interpret.settings import Settings
from tests.test_interpret_present_export import by_pandas, by_python, by_sql

QUICK = {
    "kernel": "mDNF(3,2)",
    "C": 64.0,
    "fit_to": "weights",
    "side": "for",
    "language": "monotone",
    "price": 0.0,
}
ROBOTS = [
    dict(row)
    for row in csv.DictReader(
        (Path(__file__).parents[1] / "sample_data" / "monks-1.csv").read_text().splitlines()
    )
]
ATTRIBUTES = [name for name in ROBOTS[0] if name != "friend"]


def is_friend(robot):
    return robot["head"] == robot["body"] or robot["jacket"] == "red"


def table_of(robots, names=None):
    out = io.StringIO()
    writer = csv.DictWriter(out, names or list(robots[0]), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(robots)
    return read_table(out.getvalue().encode(), "robots.csv")


def each(change):
    return [change(dict(robot)) for robot in ROBOTS]


def labelled(yes, no):
    return each(lambda r: r | {"friend": yes if is_friend(r) else no})


def spoilt(column, value, every):
    return [r | ({column: value} if i % every == 0 else {}) for i, r in enumerate(ROBOTS)]


def aged(robots):
    """The jacket told by an age instead: red above 40."""
    return [
        {"age": f"{41 + i % 39 if r['jacket'] == 'red' else 1 + i % 40}"} | r | {"jacket": "any"}
        for i, r in enumerate(robots)
    ]


def is_aged_friend(robot):
    return robot["head"] == robot["body"] or float(robot["age"]) > 40


NUMBERED = {"round": "1", "square": "2", "octagon": "3"}


@dataclass(frozen=True, eq=False)
class Case:
    """A table to learn from, another to predict, what is positive, how right the rule must be."""

    robots: list
    others: list = None
    names: tuple = None
    positive: tuple = ()
    least: float = 1.0
    truth: object = staticmethod(is_friend)

    @cached_property
    def table(self) -> Table:
        return table_of(self.robots)

    @cached_property
    def answer(self):
        return explain(self.table, Settings(positive=self.positive, **QUICK))

    @cached_property
    def other(self) -> Table:
        return table_of(self.others or self.robots, self.names)

    def expected(self):
        return np.array([self.truth(robot) for robot in self.others or self.robots])


CASES = {
    "text categories": Case(ROBOTS),
    "categories that are numbers": Case(
        each(lambda r: r | {n: NUMBERED[r[n]] for n in ("head", "body")})
    ),
    "labels that are words": Case(labelled("a friend", "no friend"), positive=("a friend",)),
    "labels True and False": Case(labelled("True", "False")),
    "labels 1 and 0": Case(labelled("1", "0")),
    "missing categories": Case(spoilt("tie", "", 5)),
    "missing categories that matter": Case(spoilt("jacket", "", 50), least=0.97),
    "missing labels": Case(spoilt("friend", "", 7)),
    "unseen categories at prediction": Case(
        [r for r in ROBOTS if r["holding"] != "flag"], others=ROBOTS
    ),
    "unseen categories that matter": Case(
        [r for r in ROBOTS if r["jacket"] != "blue"], others=ROBOTS
    ),
    "columns in another order at prediction": Case(ROBOTS, names=("friend", *ATTRIBUTES[::-1])),
    "more columns at prediction": Case(ROBOTS, each(lambda r: {"new": "x"} | r)),
    "no class column at prediction": Case(ROBOTS, names=tuple(ATTRIBUTES)),
    "one row at prediction": Case(ROBOTS, others=[ROBOTS[7]]),
    "three classes": Case(
        each(lambda r: r | {"friend": "red" if r["jacket"] == "red" else r["friend"]}),
        positive=("red",),
        truth=lambda r: r["jacket"] == "red",
    ),
    "classes grouped by hand": Case(
        each(lambda r: r | {"friend": "red" if r["jacket"] == "red" else r["friend"]}),
        positive=("red", "yes"),
    ),
    "a column that numbers the rows": Case([{"id": f"r{i}"} | r for i, r in enumerate(ROBOTS)]),
    "a column of one value": Case(each(lambda r: {"planet": "earth"} | r)),
    "numbers": Case(aged(ROBOTS), truth=is_aged_friend),
    "other numbers at prediction": Case(
        aged(ROBOTS), each(lambda r: {"age": "33.5"} | r | {"jacket": "any"}), truth=is_aged_friend
    ),
    "names with quotes, spaces and unicode": Case(
        each(lambda r: {f"größe “{k}”": v for k, v in r.items()}),
        truth=lambda r: is_friend({k[7:-1]: v for k, v in r.items()}),
    ),
}


@pytest.fixture(scope="module", params=CASES)
def case(request):
    return CASES[request.param]


def test_load(case):
    assert case.table.n_rows == len(case.robots)
    assert case.table.names == tuple(case.robots[0])
    (task,) = tasks(case.table, positive=case.positive)
    assert set(task.attributes) <= set(case.table.names)


def test_train(case):
    before = case.table.frame()
    e = case.answer
    assert e.rule_right["test"].accuracy.value >= case.least
    assert e.machine_right["test"].accuracy.value >= case.least
    assert case.table.frame().equals(before)
    again = explain(case.table, Settings(positive=case.positive, **QUICK))
    assert again.rule.formula == e.rule.formula
    assert again.machine.weights == e.machine.weights


def test_predict(case):
    stored = json.loads(json.dumps(document(case.table, [case.answer])))
    (predictor,) = predictors(stored)
    scores = predictor.scores(case.other)
    right = (scores.rule == case.expected()).mean()
    assert right >= case.least
    known = ~scores.strange.any(axis=1)
    assert (scores.machine == case.expected())[known].mean() >= case.least
    labels = case.other.names.count(case.answer.target)
    assert (scores.truth is None) == (labels == 0)


def test_explain(case):
    e = case.answer
    stored = json.loads(json.dumps(document(case.table, [e])))
    (restored,) = restore(stored)
    assert restored.rule.formula == e.rule.formula
    assert words.verdict(restored) == words.verdict(e)
    row = row_of(case.other, [n for n in e.attributes if n in case.other.names], 0)
    assert judge(e.rule.formula, row).holds == e.rule.formula.holds(case.other)[0]
    assert words.verdict(e).headline in html_report(case.table, [e])


def test_export(case):
    e, other = case.answer, case.other
    said = e.rule.formula.holds(other).tolist()
    assert by_python(e, other) == by_sql(e, other) == by_pandas(e, other.frame()) == said


def test_one_class_alone_is_refused_with_a_sentence():
    with pytest.raises(DataError, match="must have at least two values, and every row has “yes”"):
        tasks(table_of(labelled("yes", "yes")))


def test_a_column_missing_at_prediction_is_named_with_the_one_it_may_be():
    (predictor,) = predictors(document(CASES["text categories"].table, [explained()]))
    others = each(lambda r: {("Jacket" if k == "jacket" else k): v for k, v in r.items()})
    with pytest.raises(DataError, match="it lacks “jacket” \\(is it “Jacket”\\?\\)"):
        predictor.scores(table_of(others))


def explained():
    return CASES["text categories"].answer
