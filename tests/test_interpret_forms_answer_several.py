"""One class for each row: the highest chance of all first forms, and what the rules alone say."""

import json
from collections import defaultdict
from dataclasses import replace
from itertools import groupby, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as of_numpy

from benchmarks.tables import table_of
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictor_of, predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.answer.scored import class_columns, scored_columns
from interpret.forms.answer.several import NO_RULE, SEVERAL_RULES, one_class, together
from interpret.forms.classes import explain_classes
from interpret.settings import Settings
from interpret.tell.rule.scored import class_words
from rulescope.stored import load
from tests.test_browser_first_screen import birds


@given(st.data())
def test_every_figure_is_what_counting_row_by_row_gives(data):
    k, n = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 12))
    says = data.draw(of_numpy.arrays(bool, (k, n)))
    classes = data.draw(of_numpy.arrays(np.int64, n, elements=st.integers(0, k)))
    truth = np.array([classes == own for own in range(k)])
    found = together(says, truth, None)
    claimed = [[i for i in range(k) if says[i, row]] for row in range(n)]
    assert found.none == sum(not own for own in claimed)
    assert found.several == sum(len(own) > 1 for own in claimed)
    named = [own[0] == classes[row] for row, own in enumerate(claimed) if len(own) == 1]
    assert (found.named.hits, found.named.n) == (sum(named), len(named))


@pytest.fixture(scope="module")
def told():
    table = read_table(birds(), "birds.csv")
    settings = Settings(kernel="linear", C=1.0, fit_to="labels", side="for", price=2.0)
    found = answers(list(explain_classes(tasks_asked(table, settings), settings)), table)
    stored = json.loads(json.dumps(document(found)))
    return table, found, tuple(own.scores(table) for own in predictors(stored))


def test_each_row_has_the_class_of_the_highest_chance(told):
    table, _, scores = told
    one = one_class(scores)
    each = [own.predictor.chance(table)[0] for own in scores]
    curves = [own.predictor._curve(table) for own in scores]
    ends = np.array([curve.between(x) for curve, x, _ in curves])
    for row in range(len(one.place)):
        chances = [own[row] for own in each]
        shares = np.array(chances) / sum(chances)
        assert shares[one.place[row]] == max(shares) == pytest.approx(one.chance[row])
        claims = [k for k, own in enumerate(scores) if own.rule[row]]
        expected = claims[0] if len(claims) == 1 else SEVERAL_RULES if claims else NO_RULE
        assert one.by_rules[row] == expected
    for row, end in product(range(len(one.place)), (0, 1)):
        given = ends[:, 1 - end, row].copy()
        given[one.place[row]] = ends[one.place[row], end, row]
        assert one.between[end][row] == pytest.approx(given[one.place[row]] / given.sum())
    assert (one.between[0] <= one.chance).all()
    assert (one.chance <= one.between[1]).all()
    assert (1 / len(scores) <= one.chance + 1e-12).all()
    assert (one.chance <= 1).all()


@pytest.mark.parametrize("form", ["rule", "points"])
def test_it_is_the_class_that_a_loaded_answer_predicts(form):
    table, fresh = drawn(200, np.random.default_rng(1)), drawn(500, np.random.default_rng(2))
    settings = replace(SEVERAL, form=form)
    found = answers(list(explain_classes(tasks_asked(table, settings), settings)), table)
    loaded = load(json.loads(json.dumps(document(found))))
    one = one_class([predictor_of(a).scores(fresh) for a in found])
    frame = pd.DataFrame(fresh.frame())
    assert [one.classes[place][0] for place in one.place] == loaded.predict(frame).tolist()
    assert one.chance == pytest.approx(loaded.predict_proba(frame).max(axis=1))


def test_it_is_said_how_often_the_class_is_right(told):
    table, found, scores = told
    one = one_class(scores)
    labels = table.frame()["species"].tolist()
    names = [a.explanation.positive[0] for a in found]
    hits = sum(names[place] == label for place, label in zip(one.place, labels, strict=True))
    assert (one.right.hits, one.right.n) == (hits, 300)
    assert "Of the 300 rows whose class is known this is right on" in class_words("species", one)
    unknown = [replace(own, truth=None) for own in scores]
    assert one_class(unknown).right.n == 0


def test_its_columns_stand_before_those_of_each_class(told):
    table, found, scores = told
    one = one_class(scores)
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
    _, _, scores = told
    assert one_class(scores[:3]) is None
    assert one_class(scores[:1]) is None


SEVERAL = Settings(
    target="y",
    kernel="linear",
    C=1.0,
    fit_to="labels",
    side="for",
    price=2.0,
    form="rule",
    test=0.4,
)


def drawn(n, rng):
    """Rows of three classes, which twelve columns make more or less probable."""
    cells = rng.integers(0, 3, (n, 12))
    weights = np.random.default_rng(7).normal(0, 0.3, (12, 3, 3))
    scores = sum(weights[j, cells[:, j]] for j in range(12)) + rng.gumbel(size=(n, 3))
    columns = {f"x{j}": np.array(list("abc"))[own] for j, own in enumerate(cells.T)}
    return table_of(pd.DataFrame(columns | {"y": np.array(list("pqr"))[scores.argmax(axis=1)]}))


@pytest.mark.long
def test_the_chance_of_a_class_is_true_on_fresh_rows_and_its_range_holds_it():
    promised, came, held = [], [], []
    for number in range(5):
        rng = np.random.default_rng(number)
        table, fresh = drawn(400, rng), drawn(2000, rng)
        found = list(explain_classes(tasks_asked(table, SEVERAL), SEVERAL))
        one = one_class([predictor_of(a).scores(fresh) for a in answers(found, table)])
        names = np.array([e.positive[0] for e in found])
        right = names[one.place] == fresh.frame()["y"].to_numpy()
        low, high = one.between
        promised.append(one.chance.mean())
        came.append(right.mean())
        held += [
            low[rows].mean() <= right[rows].mean() <= high[rows].mean()
            for rows in np.array_split(np.argsort(one.chance, kind="stable"), 5)
        ]
    assert np.mean(promised) == pytest.approx(np.mean(came), abs=0.03)
    assert np.mean(held) >= 0.9


TABLE = read_table(b"color,size,n\nred,1,1\nred,2,2\n,2,3\nblue,3,4\ngreen,1,5\n", "t.csv")
ATTRIBUTES = ("size", "color")


def test_a_literal_weighs_what_the_rows_that_have_it_weigh():
    weights = (2.0, -3.0, 4.0, -0.5, 0.0)
    expected = defaultdict(float)
    for row, weight in zip(TABLE.frame().to_dict("records"), weights, strict=True):
        for attribute in ATTRIBUTES:
            expected[attribute, row[attribute]] += weight
    found = literal_weights(TABLE, ATTRIBUTES, weights)
    assert {(x.attribute, x.value): x.weight for x in found} == pytest.approx(dict(expected))
    assert len(found) == len(expected)


def test_the_attribute_that_weighs_most_is_first_whatever_its_empty_cells_weigh():
    for weights, first in (
        ((2.0, -3.0, 4.0, -0.5, 0.0), "size"),  # one empty cell would make the color the first
        ((2.0, -3.0, 0, -0.5, 4.0), "size"),
        ((2.0, 0, 0, 0, -2.0), "color"),
    ):
        found = literal_weights(TABLE, ATTRIBUTES, weights)
        names = [name for name, _ in groupby(found, key=lambda x: x.attribute)]
        assert sorted(names) == ["color", "size"], "the values of a column stand together"
        assert names[0] == first
    assert [x.value for x in found if x.attribute == "color"][-1] is None
