"""What is taken away in Python: clauses with figures, files, figures, and what a notebook shows."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from interpret.forms.answer.clause_rows import COLUMNS
from rulescope import load
from tests.often import some_now
from tests.test_interpret_forms_answer_calibration import noisy
from tests.test_rulescope_classifier import cheap

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=some_now(["for", "against"], "against"))
def fitted(request):
    X, y = noisy(240)
    X.columns = [f"=x{i}" if i < 2 else f"x{i}" for i in range(10)]
    found = cheap(test=0.3, side=request.param, size="3")
    return X, y, found.fit(X, np.where(y, "yes", "no"))


def holds(clause, X):
    return np.logical_and.reduce([X[t.attribute].isin(t.values).to_numpy() for t in clause.tests])


def test_the_figures_of_clauses_by_counting(fitted):
    X, y, found = fitted
    frame, (a,) = found.rules_frame(X, np.where(y, "yes", "no")), found.answers_
    assert [*frame.columns] == [*COLUMNS]
    formula = a.explanation.rule.formula
    described = y.to_numpy() != formula.denied
    covers = [holds(clause, X) for clause in formula.clauses]
    for (_, row), own in zip(frame.iterrows(), covers, strict=True):
        n, right = own.sum(), (own & described).sum()
        assert row["class"] == ("no" if formula.denied else "yes")
        assert (row["rows"], row["right"]) == (n, right)
        assert row["unique_rows"] == (own & (np.sum(covers, axis=0) == 1)).sum()
        assert row["coverage"] == pytest.approx(n / 240)
        assert row["precision"] == pytest.approx(right / n)
        assert row["recall"] == pytest.approx(right / described.sum())
        assert row["lift"] == pytest.approx(right / n / described.mean())
        low, high = binomtest(right, n).proportion_ci(method="wilson")
        assert (row["precision_low"], row["precision_high"]) == pytest.approx((low, high))
        assert row["lift_high"] == pytest.approx(high / described.mean())
        low, high = binomtest(n, 240).proportion_ci(method="wilson")
        assert (row["coverage_low"], row["coverage_high"]) == pytest.approx((low, high))
        assert row["measured_on"] == "240 given rows"


def test_without_rows_they_are_of_the_training_rows(fitted):
    X, y, found = fitted
    train = list(found.answers_[0].explanation.rows["train"])
    labels = np.where(y, "yes", "no")
    own, same = found.rules_frame(), found.rules_frame(X.iloc[train], labels[train])
    assert {*own["measured_on"]} == {f"{len(train)} training rows"}
    pd.testing.assert_frame_equal(
        own.drop(columns="measured_on"), same.drop(columns="measured_on"), check_exact=False
    )


def test_rows_that_do_not_fit_are_said(fitted):
    X, y, found = fitted
    with pytest.raises(ValueError, match="both X and y"):
        found.rules_frame(X)
    with pytest.raises(ValueError, match="one of the classes “yes”, “no”"):
        found.rules_frame(X, np.where(y, "yes", "maybe"))
    with pytest.raises(ValueError, match="one class for each of 240 rows"):
        found.rules_frame(X, ["yes"])


def test_each_rule_of_several_classes_has_its_clauses():
    X, y = noisy(240)
    labels = np.where(X["x0"] == "a", 3, y.astype(int))
    found = cheap(test=0.3).fit(X.to_numpy(), labels)
    frame = found.rules_frame(X.to_numpy(), labels)
    sizes = {str(name): len(own.clauses) for name, own in found.rules_.items()}
    assert frame["class"].value_counts().to_dict() == {k: v for k, v in sizes.items() if v}
    assert {*found.rules_frame(label=3)["class"]} == {"3"}


HOSTILE = "<img src=x onerror=alert(1)>**b**|[l](https://evil.example)\u202e=1+1"


def test_hostile_text_stays_text_wherever_it_is_taken():
    X = pd.DataFrame({HOSTILE: [HOSTILE, "b"] * 40, "other": [*"aabb"] * 20})
    found = cheap(test=0.3).fit(X, np.where(X[HOSTILE] == "b", "<script>", "no"))
    own = load(json.loads(found.to_json()))
    for page in (found.to_html(), own.to_html(), found._repr_html_(), own._repr_html_()):
        assert "<img" not in page
        assert "<script>alert" not in page
        assert "&lt;img" in page
    rows = found.rules_frame(X, np.where(X[HOSTILE] == "b", "<script>", "no"))
    assert rows["precision"].tolist() == [1.0]
    compile(found.to_python(), "rule", "exec")


def test_a_notebook_shows_rule_verdict_and_proof_in_both_themes(fitted):
    shown, e = fitted[2]._repr_html_(), fitted[2].answers_[0].explanation
    assert e.rule.proven == ("Proven" in shown) or "proven" in shown
    assert "prefers-color-scheme: dark" in shown
    assert "On 72 unseen rows" in shown
    assert not re.search(r"<script|https?:|url\(|<img|@import", shown)
