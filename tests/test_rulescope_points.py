"""PointsClassifier: RuleClassifier's contract by a card, and documents scored by the first form."""

import json
from inspect import signature

import numpy as np
import pandas as pd
import pytest
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks

from interpret.data.table import Table
from interpret.forms.answer.record import document
from rulescope import PointsClassifier, RuleClassifier, load
from rulescope.learning import PARAMETERS
from tests.cards import CLINIC, FORMS, clinic, with_card
from tests.conftest import ROOT
from tests.test_rulescope_classifier import CHEAP

# The contract is about the estimator, whatever card it finds.
CHEAPER = {"kernel": "linear", "size": "4x1", "effort": 5}


BY_FOLDS = {
    "check_sample_weight_equivalence_on_dense_data": "chances are learnt on folds, which never "
    "separate the copies of a row that weighs more, while repeated rows are rows of their own"
}


@pytest.mark.slow
@parametrize_with_checks(
    [PointsClassifier(**CHEAP | CHEAPER)], expected_failed_checks=lambda estimator: BY_FOLDS
)
def test_scikit_learns_contract(estimator, check):
    check(estimator)


@pytest.mark.slow
def test_weights_are_repeated_rows_where_folds_separate_copies(monkeypatch):
    """The reason why one of scikit-learn's checks fails is the folds alone."""
    apart = property(lambda table: False, lambda table, copies: None)
    monkeypatch.setattr(Table, "copies", apart)
    (check,) = BY_FOLDS
    getattr(estimator_checks, check)("PointsClassifier", PointsClassifier(**CHEAP | CHEAPER))


@pytest.fixture(scope="module")
def fitted():
    """Three signs of which two suffice: a card says it in three terms."""
    rng = np.random.default_rng(3)
    X = pd.DataFrame(rng.choice([*"ab"], (120, 4)), columns=[*"pqrs"])
    y = np.where((X[["p", "q", "r"]] == "a").sum(axis=1) >= 2, "yes", "no")
    return X, y, PointsClassifier(**CHEAP).fit(X, y)


def test_a_card_says_what_rows_are(fitted):
    X, y, found = fitted
    card = found.card_
    assert found.cards_ == {"yes": card}
    totals = np.array([card.total(row) for row in X.to_dict("records")])
    said = found.predict(X)
    assert (said == np.where(totals > card.cut, "yes", "no")).all()
    assert found.score(X, y) > 0.9
    assert found.decision_function(X).tolist() == (totals - card.cut - 0.5).tolist()
    chances = found.answers_[0].explanation.points.chances
    np.testing.assert_allclose(found.predict_proba(X)[:, 1], chances.of(totals))


def test_its_terms_and_reasons(fitted):
    X, _, found = fitted
    told = found.points_frame()
    assert told["points"].tolist() == [term.points for term in found.card_.terms]
    assert told["class"].nunique() == 1
    for why in found.reasons(X.head(9)):
        assert len(why) <= 4
        assert {own.term for own in why} <= {*found.card_.terms}
    place = {}
    exec(compile(found.to_python(), "card", "exec"), place)
    verdicts = [place["verdict"](row) for row in X.to_dict("records")]
    assert verdicts == (found.predict(X) == "yes").tolist()
    assert "points" in found._repr_html_()


def test_its_document_says_the_same(fitted):
    X, _, found = fitted
    own = load(json.loads(found.to_json()))
    assert own.card_ == found.card_
    assert own.rule_ == found.rule_
    assert (own.predict(X) == found.predict(X)).all()
    np.testing.assert_allclose(own.predict_proba(X), found.predict_proba(X))
    np.testing.assert_allclose(own.decision_function(X), found.decision_function(X))
    pd.testing.assert_frame_equal(own.points_frame(), found.points_frame())
    assert own.reasons(X.head(3)) == found.reasons(X.head(3))


def test_the_form_that_comes_first_scores():
    rows = pd.read_csv(ROOT / "sample_data" / "clinic.csv", dtype=str, keep_default_na=False)
    a = with_card(clinic(), CLINIC, FORMS)
    own = load(json.loads(json.dumps(document([a]))))
    e = a.explanation
    assert e.first == "points"
    told = own.predict(rows) == "diet"
    assert (
        told == e.points.card.holds(own._rules()[0].e.preparation.table(own._table(rows)))
    ).all()
    assert own.rule_ == e.rule.formula


def test_several_classes_have_a_card_each():
    rng = np.random.default_rng(4)
    X = pd.DataFrame(rng.choice([*"ab"], (90, 3)), columns=[*"pqr"])
    y = np.where(X["p"] == "a", 2, np.where(X["q"] == "a", 1, 0))
    found = PointsClassifier(**CHEAP).fit(X, y, sample_weight=np.ones(90), groups=np.arange(90))
    assert [*found.cards_] == [0, 1, 2]
    shares = found.predict_proba(X)
    assert (found.predict(X) == found.classes_[shares.argmax(axis=1)]).all()
    assert found.decision_function(X).shape == (90, 3)
    with pytest.raises(AttributeError, match="There is a rule for each of"):
        _ = found.card_
    assert len(found.reasons(X.head(2), label=1)) == 2


def test_a_rule_alone_has_no_card():
    assert signature(RuleClassifier).parameters["form"].default == "rule"
    assert signature(PointsClassifier).parameters["form"].default == "points"
    assert {*PARAMETERS} == {*signature(PointsClassifier).parameters}
    X = pd.DataFrame({"p": [*"aabb"] * 10})
    found = RuleClassifier(**CHEAP).fit(X, X["p"])
    assert found.answers_[0].explanation.points is None
    with pytest.raises(AttributeError, match="There is no card"):
        _ = found.card_
    with pytest.raises(ValueError, match="There is no card"):
        found.points_frame()
