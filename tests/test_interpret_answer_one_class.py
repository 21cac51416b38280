"""One class for each row: the highest chance of all machines, and what the rules alone say."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from benchmarks.tables import table_of
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.calibration import calibrated
from interpret.forms.answer.one_class import NO_RULE, SEVERAL_RULES, one_class
from interpret.forms.answer.operating import probabilities
from interpret.forms.answer.predictor import predictor_of, predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import class_columns, scored_columns
from interpret.forms.classes import explain_classes
from interpret.settings import Settings
from interpret.tell.rule.scored import class_words
from tests.test_browser_first_screen import birds


@pytest.fixture(scope="module")
def told():
    table = read_table(birds(), "birds.csv")
    settings = Settings(kernel="linear", C=1.0, fit_to="labels", side="for", price=2.0)
    found = answers(list(explain_classes(tasks_asked(table, settings), settings)), table)
    stored = json.loads(json.dumps(document(found)))
    return table, found, tuple(own.scores(table) for own in predictors(stored))


def test_each_row_has_the_class_of_the_highest_chance(told):
    _, found, scores = told
    one = one_class(found, scores)
    curves = [calibrated(a).of_machine for a in found]
    assert all(curve.rows == 90 for curve in curves)
    chances = np.array([curve.of(s.score) for curve, s in zip(curves, scores, strict=True)])
    for row in range(len(one.place)):
        shares = chances[:, row] / chances[:, row].sum()
        assert shares[one.place[row]] == max(shares) == pytest.approx(one.chance[row])
        claims = [k for k, own in enumerate(scores) if own.rule[row]]
        expected = claims[0] if len(claims) == 1 else SEVERAL_RULES if claims else NO_RULE
        assert one.by_rules[row] == expected
    for row, end in product(range(len(one.place)), (0, 1)):
        each = np.array(
            [curve.between(s.score[[row]]) for curve, s in zip(curves, scores, strict=True)]
        )
        given = each[:, 1 - end, 0]
        given[one.place[row]] = each[one.place[row], end, 0]
        assert one.between[end][row] == pytest.approx(given[one.place[row]] / given.sum())
    assert (one.between[0] <= one.chance).all()
    assert (one.chance <= one.between[1]).all()
    assert (1 / len(found) <= one.chance).all()
    assert (one.chance <= 1).all()


def test_it_is_said_how_often_the_class_is_right(told):
    table, found, scores = told
    one = one_class(found, scores)
    labels = table.frame()["species"].tolist()
    names = [a.explanation.positive[0] for a in found]
    hits = sum(names[place] == label for place, label in zip(one.place, labels, strict=True))
    assert (one.right.hits, one.right.n) == (hits, 300)
    assert "Of the 300 rows whose class is known this is right on" in class_words("species", one)
    unknown = [replace(own, truth=None) for own in scores]
    assert one_class(found, unknown).right.n == 0


def test_its_columns_stand_before_those_of_each_class(told):
    table, found, scores = told
    one = one_class(found, scores)
    columns = scored_columns(table, scores, one)
    names = [name for name, _ in columns]
    first = len(table.names)
    own = ["species by chance", "chance", "chance from", "chance to", "by the rules"]
    assert names[first : first + 5] == own
    assert len(columns) == first + 5 + 4 * len(found) + 2
    by_rules = dict(class_columns("species", one))["by the rules"]
    for said, place in zip(by_rules, one.by_rules, strict=True):
        expected = {NO_RULE: "no rule", SEVERAL_RULES: "several rules"}.get(int(place))
        assert said == (expected or one.classes[place][0])


def test_of_some_of_the_classes_there_is_no_one_class(told):
    _, found, scores = told
    assert one_class(found[:3], scores[:3]) is None
    assert one_class(found[:1], scores[:1]) is None


SEVERAL = Settings(
    target="y", kernel="linear", C=1.0, fit_to="labels", side="for", price=2.0, form="rule"
)


def drawn(n, rng):
    """Rows of three classes, which twelve columns make more or less probable."""
    cells = rng.integers(0, 3, (n, 12))
    weights = np.random.default_rng(7).normal(0, 0.3, (12, 3, 3))
    scores = sum(weights[j, cells[:, j]] for j in range(12)) + rng.gumbel(size=(n, 3))
    columns = {f"x{j}": np.array(list("abc"))[own] for j, own in enumerate(cells.T)}
    return table_of(pd.DataFrame(columns | {"y": np.array(list("pqr"))[scores.argmax(axis=1)]}))


def classified(number, n, test_size):
    """One class of 2,000 fresh rows, whether it is theirs, and the answers of n rows."""
    rng = np.random.default_rng(number)
    table, fresh = drawn(n, rng), drawn(2000, rng)
    settings = replace(SEVERAL, test_size=test_size)
    found = answers(list(explain_classes(tasks_asked(table, settings), settings)), table)
    scores = [predictor_of(a).scores(fresh) for a in found]
    one = one_class(found, scores)
    names = np.array([a.explanation.positive[0] for a in found])
    return one, names[one.place] == fresh.frame()["y"].to_numpy(), found, scores


@pytest.mark.long
def test_the_chance_of_a_class_is_true_on_fresh_rows_and_its_range_holds_it():
    promised, came, held = [], [], []
    for number in range(5):
        one, right, _, _ = classified(number, 400, 0.4)
        low, high = one.between
        promised.append(one.chance.mean())
        came.append(right.mean())
        held += [
            low[rows].mean() <= right[rows].mean() <= high[rows].mean()
            for rows in np.array_split(np.argsort(one.chance, kind="stable"), 5)
        ]
    assert np.mean(promised) == pytest.approx(np.mean(came), abs=0.03)
    assert np.mean(held) >= 0.9


@pytest.mark.slow
def test_where_too_few_rows_were_held_out_nothing_tells_the_range():
    one, right, found, scores = classified(0, 120, 0)
    chances = np.array(
        [
            probabilities(a.train.scores, a.train.y, s.score)
            for a, s in zip(found, scores, strict=True)
        ]
    )
    assert one.chance == pytest.approx(chances.max(axis=0) / chances.sum(axis=0))
    assert one.chance.mean() == pytest.approx(right.mean(), abs=0.1)
    assert (one.between[0] == 0).all()
    assert (one.between[1] == 1).all()
