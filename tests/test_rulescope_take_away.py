"""What is taken away in Python: clauses with figures, files, figures, and what a notebook shows."""

import io
import json
import re
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from interpret.cores import Cancelled
from interpret.data.complaints import DataError
from interpret.forms.answer.clause_rows import COLUMNS
from interpret.tell.rule.figures.plots import OF_DOCUMENT, OF_ROWS, OF_STUDY
from rulescope import explain_model, load
from rulescope.learning import is_watched, listening, settings_of
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
    assert found.plot("rates", label=3).startswith("<svg")


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
    assert "<img" not in found.plot("relevance").to_json().replace("\\u003c", "<")


OF_CARD = ("chances", "conditions")


def test_every_figure_of_the_page(fitted):
    found = fitted[2]
    drawn = {"rates", "verdicts", "simple_ways"}
    there = [*({*OF_ROWS, *OF_STUDY} - {*OF_CARD}), "rates"]
    for name in there:
        if name not in drawn:
            assert found.plot(name).data, name
    for name in drawn:
        picture = found.plot(name)
        assert picture.startswith("<svg"), name
        assert ElementTree.fromstring(picture).get("aria-label")
        assert picture._repr_html_() == picture
    for name in {*OF_DOCUMENT} - {*there}:
        with pytest.raises(DataError, match="has no figure"):
            found.plot(name)
    with pytest.raises(DataError, match=r"There is no figure “nonsense”\. Figures are"):
        found.plot("nonsense")
    own = load(json.loads(found.to_json()))
    assert own.plot("rates") == found.plot("rates")
    with pytest.raises(DataError, match="is of rows, which an answer read from a document"):
        own.plot("relevance")


def test_figures_of_what_was_chosen():
    X, y = noisy(120)
    found = cheap(kernel="auto", fit_to="auto", side="auto", price="auto", test=0.3)
    found.set_params(search="genetic", population=10, generations=5, effort="auto").fit(X, y)
    assert found.plot("lengths").data


def test_a_notebook_shows_rule_verdict_and_proof_in_both_themes(fitted):
    shown, e = fitted[2]._repr_html_(), fitted[2].answers_[0].explanation
    assert e.rule.proven == ("Proven" in shown) or "proven" in shown
    assert "prefers-color-scheme: dark" in shown
    assert "On 72 unseen rows" in shown
    assert not re.search(r"<script|https?:|url\(|<img|@import", shown)


def test_the_rule_of_a_model_is_taken_away_alike():
    X, y = noisy(120)
    numbers = (X == "a").astype(int)

    class Model:
        def predict(self, rows):
            return (np.asarray(rows).sum(axis=1) > 5).astype(int)

    settings = settings_of(cheap(test=0.3).get_params(), "y")
    own = explain_model(Model(), numbers, y, settings)
    assert own.plot("relevance").data
    assert len(own.rules_frame()) == len(own.explanation.rule.formula.clauses)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_is_drawn_where_somebody_looks(monkeypatch):
    X, y = noisy(120)
    for stream, seen in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr("rulescope.learning.SECONDS", 0.0)
        assert is_watched() == seen
        cheap().fit(X, y)
        assert ("training" in stream.getvalue()) == seen
        cheap(progress=False).fit(X, y)
    monkeypatch.setattr(sys, "stderr", Terminal())
    cheap(progress=False).fit(X, y)
    assert sys.stderr.getvalue() == ""


def test_a_notebook_is_watched(monkeypatch):
    kernel = SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert is_watched()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert not is_watched()


def test_a_function_hears_of_progress_and_may_stop_it():
    X, y = noisy(120)
    stages = []
    cheap(progress=lambda told: stages.append(told.stage)).fit(X, y)
    assert [*dict.fromkeys(stages)] == ["choosing", "training", "trained", "exact"]
    with pytest.raises(Cancelled):
        cheap(progress=lambda told: False).fit(X, y)
    with listening(stages.append, "") as heard:
        assert heard == stages.append
