"""How probable a class is: shares of clauses, curves on rows held out, and which is better."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss

from benchmarks.tables import table_of
from interpret.fit.chances import AS_THEY_ARE, Curve, Shares, shares_of_rows
from interpret.forms.answer.calibration import (
    CLAUSE,
    LEAST,
    MACHINE,
    of_their_sum,
    shares_of,
)
from interpret.rules.logic import fired
from tests.test_rulescope_classifier import cheap

CORNERS = list(product((0, 1), repeat=4))


def noisy(n=600, seed=0):
    """A class that many columns make a little more probable each: no short rule holds it."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({f"x{i}": rng.choice(["a", "b"], n) for i in range(10)})
    score = (X == "a").sum(axis=1) - 5
    return X, rng.random(n) < 1 / (1 + np.exp(-score))


def test_the_machine_says_it_where_that_is_better_on_rows_held_out():
    X, y = noisy()
    found = cheap(kernel="linear", size="1x1", test=0.4).fit(X, y)
    (a,), (own,) = found.answers_, found.calibration_.values()
    assert own.source == MACHINE
    assert own.rows == len(a.judged.y) == 240
    assert own.machine_loss < own.clause_loss
    # the same by scikit-learn: the curve through the rows held out, and both losses there
    scores, scale = a.judged.scores, a.judged.scores.std()
    curve = LogisticRegression(tol=1e-10).fit(scores[:, None] / scale, a.judged.y)
    probability = curve.predict_proba(scores[:, None] / scale)[:, 1]
    least = 1 / 242
    probability = least + (1 - 2 * least) * probability
    np.testing.assert_allclose(own.of_machine.of(scores), probability, atol=1e-5)
    test = X.iloc[list(a.explanation.rows["test"])]
    np.testing.assert_allclose(found.predict_proba(test)[:, 1], probability, atol=1e-5)
    clause = cheap(kernel="linear", size="1x1", test=0.4)
    assert own.clause_loss == pytest.approx(log_loss(a.judged.y, by_clause(a)))
    assert own.machine_loss == pytest.approx(log_loss(a.judged.y, probability), abs=0.02)
    assert clause.fit(X, y).calibration_ == found.calibration_  # it repeats


def by_clause(a):
    formula = a.explanation.rule.formula
    fired = np.array([clause.holds(a.judged.table) for clause in formula.clauses]).T
    return shares_of(a.explanation).of(fired)


def test_the_clause_says_it_where_the_machine_is_no_better():
    rng = np.random.default_rng(1)
    X = pd.DataFrame({f"x{i}": rng.choice(["a", "b"], 400) for i in range(4)})
    y = (X["x0"] == "a") & (X["x1"] == "a")
    found = cheap(test=0.3).fit(X, y)
    (own,) = found.calibration_.values()
    assert own.source == CLAUSE
    assert own.rows == 120
    shares = shares_of(found.answers_[0].explanation)
    said = np.unique(found.predict_proba(X)[:, 1])
    np.testing.assert_allclose(said, sorted({*shares.clauses, shares.otherwise}))


def test_without_enough_rows_held_out_it_is_the_clause():
    X, y = noisy(LEAST * 4)
    assert cheap().fit(X, y).calibration_[True].rows == 0
    few = cheap(test=0.2).fit(X, y).calibration_[True]
    assert (few.source, few.rows) == (CLAUSE, 0)


@pytest.mark.parametrize("denied", [False, True])
def test_shares_by_enumeration(denied):
    """For each row the most telling clause that holds, among all of them."""
    own = Shares((0.7, 0.9, 0.2), 0.4, denied)
    fired = np.array([[bool(n >> i & 1) for i in range(3)] for n in range(8)])
    for row, share in zip(fired, own.of(fired), strict=True):
        held = [s for s, holds in zip(own.clauses, row, strict=True) if holds]
        assert share == ((min if denied else max)(held) if held else 0.4)
    assert Shares((), 0.3, denied).of(np.zeros((2, 0), dtype=bool)).tolist() == [0.3, 0.3]


@pytest.mark.parametrize("settings", [{}, {"test": 0.4}, {"side": "against"}])
def test_decision_values_agree_with_the_verdicts_and_rank_by_probability(settings):
    X, y = noisy()
    found = cheap(kernel="linear", size="2x2", **settings)
    found.fit(X, np.where(y, "a yes", "no"))
    said, probability = found.predict(X), found.predict_proba(X)[:, 1]
    decision = found.decision_function(X)
    assert ((decision > 0) == (said == found.classes_[1])).all()
    for verdict in found.classes_:
        rows = said == verdict
        assert (np.argsort(decision[rows]) == np.argsort(probability[rows])).all()


def test_of_several_classes_the_most_probable_is_said():
    X, y = noisy()
    labels = np.where(X["x0"] == "a", "third", np.where(y, "yes", "no"))
    found = cheap(kernel="linear", test=0.4).fit(X, labels)
    probability, decision = found.predict_proba(X), found.decision_function(X)
    assert {own.source for own in found.calibration_.values()} == {CLAUSE, MACHINE}
    assert (found.classes_[probability.argmax(axis=1)] == found.predict(X)).all()
    assert (decision.argmax(axis=1) == probability.argmax(axis=1)).all()


def test_a_range_of_several_classes_holds_all_that_their_ranges_allow():
    """By enumeration of the ends, whose least and largest share of the sum are told."""
    ends = np.random.default_rng(0).random((4, 2, 30))
    ends.sort(axis=1)
    told = of_their_sum(ends)
    for row in range(30):
        taken = np.array([[ends[k, at, row] for k, at in enumerate(corner)] for corner in CORNERS])
        shares = taken / taken.sum(axis=1, keepdims=True)
        assert told[:, 0, row] == pytest.approx(shares.min(axis=0))
        assert told[:, 1, row] == pytest.approx(shares.max(axis=0))


def test_the_threshold_follows_costs():
    X, y = noisy(200)
    assert cheap().fit(X, y).threshold_ == 0.5
    assert cheap(cost=3.0).fit(X, y).threshold_ == 0.25
    assert cheap(cost="balanced").fit(X, y).threshold_ == y.mean()


def test_shares_of_rows_are_counted():
    rng = np.random.default_rng(0)
    holding, y = rng.random((50, 3)) < 0.3, rng.random(50) < 0.4
    own = shares_of_rows(holding, y, denied=False)
    for place, found in enumerate(own.clauses):
        rows = [i for i in range(50) if holding[i, place]]
        assert found == (sum(y[i] for i in rows) + 1) / (len(rows) + 2)
    rest = [i for i in range(50) if not any(holding[i])]
    assert own.otherwise == (sum(y[i] for i in rest) + 1) / (len(rest) + 2)


def luck(seed, n=60, fresh=2000):
    """Many columns, of which one makes the class more probable: rules of the others are luck."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({f"x{i:02}": rng.choice(["a", "b", "c"], n + fresh) for i in range(20)})
    return X, rng.random(n + fresh) < np.where(X["x00"] == "a", 0.75, 0.25)


@pytest.mark.slow
def test_chances_of_a_rule_are_no_surer_than_fresh_rows():
    """Without held-out rows; slope of the class on the log odds: 1 where true, less if too sure."""
    told, raw, came, are_in = [], [], [], []
    for seed in range(10):
        X, y = luck(seed)
        found = cheap(test=0, price="auto").fit(X[:60], y[:60])
        (a,), fresh = found.answers_, X[60:]
        own, formula = a.explanation.rule_choice.recalibration, a.explanation.rule.formula
        assert own.rows == 60
        told.append(found.predict_proba(fresh)[:, 1])
        assert own.least <= told[-1].min() <= told[-1].max() <= 1 - own.least
        held = fired(formula.clauses, a.explanation.preparation.table(table_of(fresh)))
        raw.append(shares_of(a.explanation).of(held))
        odds = np.log(raw[-1] / (1 - raw[-1]))
        np.testing.assert_allclose(told[-1], own.of(odds))
        low, high = own.between(odds)
        assert (low <= told[-1]).all()
        assert (told[-1] <= high).all()
        came.append(y[60:])
        for chance in np.unique(told[-1]):
            rows = told[-1] == chance
            if rows.sum() >= 150:
                are_in.append(low[rows][0] <= came[-1][rows].mean() <= high[rows][0])
    assert np.mean(are_in) >= 0.9
    assert len(are_in) >= 10
    before, after = (slope_of(*map(np.concatenate, (chance, came))) for chance in (raw, told))
    assert before < 0.7
    assert 0.75 < after < 1.25


def slope_of(chance, came):
    odds = np.log(chance / (1 - chance))[:, None]
    return LogisticRegression(C=np.inf).fit(odds, came).coef_[0, 0]


def test_without_validation_shares_stay_as_they_are():
    X, y = noisy(60)
    (own,) = cheap(language="monotone").fit(X, y).calibration_.values()
    assert own.of_clauses == AS_THEY_ARE == Curve()
    shares = np.array([0.1, 0.5, 0.98])
    odds = np.log(shares / (1 - shares))
    np.testing.assert_allclose(own.of_clauses.of(odds), shares)
    np.testing.assert_allclose(own.of_clauses.between(odds), [[0, 0, 0], [1, 1, 1]])
