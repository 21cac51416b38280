"""A rule for a model that is already there: its answers are what is to be told."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import polars
import pyarrow as arrow
import pytest

from interpret.data.complaints import DataError
from interpret.forms.answer.answer import answers
from interpret.forms.answer.beside_truth import SAID
from interpret.forms.answer.record import document, restore
from interpret.forms.exports.code import as_python, as_sql
from interpret.forms.own_model import explain_model, table_of
from interpret.settings import Settings
from interpret.tell.blocks import Sentence
from interpret.tell.html import as_piece
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.truth import OF_A_MODEL
from interpret.tell.text import as_text

QUICK = Settings(kernel="linear", C=1.0, fit_to="domain", side="for", language="values", price=1.0)


class Model:
    """Says what a function of a frame says, remembers what it was asked, and cannot be pickled."""

    def __init__(self, says):
        self.says, self.asked = says, []
        self.unpicklable = lambda: None

    def predict(self, X):
        self.asked.append(X)
        return self.says(X)


def some_rows(n=120, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "age": rng.integers(18, 80, n),
            "income": rng.normal(50, 20, n).round(1),
            "kind": pd.Categorical(rng.choice(["a", "b", "c"], n)),
            "late": rng.random(n) < 0.4,
        }
    )


def says_yes(X):
    return np.where((X["age"] > 40) & X["late"] | (X["kind"] == "b"), "yes", "no")


def test_the_rule_is_fitted_to_the_model_and_judged_on_model_and_truth():
    X = some_rows()
    y = pd.Series(np.where(X["age"] > 45, "yes", "no"), name="paid")
    model = Model(says_yes)
    found = explain_model(model, X, y, settings=QUICK)
    e, answer = found.explanation, found.answer
    assert e.attributes == ("age", "income", "kind", "late")
    test = answer.judged
    said = says_yes(X)[test.places] == "yes"
    true = y.to_numpy()[test.places] == "yes"
    rule = e.rule.formula.holds(test.table)
    assert e.rule_form.right["test"].accuracy.hits == (rule == said).sum()
    figures = found.truth
    assert (figures.column, figures.positive) == ("paid", ("yes",))
    assert figures.rule["test"].accuracy.hits == (rule == true).sum()
    assert figures.model["test"].accuracy.hits == (said == true).sum()
    for (of_model, of_rule, truth), n in zip(SAID, figures.cases["test"], strict=True):
        assert n == ((said == of_model) & (rule == of_rule) & (true == truth)).sum()
    for told in (found.to_text(), found.to_html(), found._repr_html_()):
        assert "here to be right is to say what that model says" in told
        assert "By the true class, paid = yes, on unseen rows" in told
        assert "What model, rule and truth say" in told
    (again,) = restore(document(answers([e], answer.in_file)))
    assert again == e


def test_the_rule_of_a_model_is_taken_away_as_a_classifier_s_is():
    X = some_rows()
    found = explain_model(Model(says_yes), X, settings=QUICK)
    assert found.to_python() == as_python(found.explanation)
    assert found.to_sql("clients") == as_sql(found.explanation, "clients")
    assert found.truth is None
    told = [Sentence(OF_A_MODEL), *at_length([found.explanation])]
    assert found.to_text() == as_text(told)
    assert found._repr_html_() == as_piece(told)


def test_the_model_is_asked_in_the_form_it_knows():
    X = some_rows()
    model = Model(says_yes)
    explain_model(model, X, settings=QUICK)
    assert len(model.asked) > 2  # about possible rows as well
    for asked in model.asked:
        assert asked.dtypes.tolist() == X.dtypes.tolist()
        assert asked.columns.tolist() == X.columns.tolist()
    table, form = table_of(X)
    pd.testing.assert_frame_equal(form.rows(table), X)


@pytest.mark.parametrize("library", [polars.from_pandas, arrow.Table.from_pandas])
def test_a_frame_of_another_library_reaches_the_model_as_such(library):
    X = library(some_rows())

    def says(rows):
        assert (type(rows), rows.schema) == (type(X), X.schema)
        return says_yes(rows.to_pandas())

    found = explain_model(Model(says), X, settings=QUICK)
    assert set(found.explanation.attributes) <= {"age", "income", "kind", "late"}


def test_possible_rows_win_fidelity():
    every = pd.DataFrame(list(product("ab", repeat=8)), columns=[f"v{i}" for i in range(8)])
    rows = every.sample(60, random_state=1).reset_index(drop=True)

    def says(X):
        is_a = (X == "a").to_numpy()
        return (is_a[:, 0] == is_a[:, 1]) & is_a[:, 2] | is_a[:, 3] & ~is_a[:, 4] & is_a[:, 5]

    settings = replace(QUICK, test=0)
    asked, told = (
        explain_model(Model(says), rows, settings=settings, possible=possible)
        for possible in (True, False)
    )
    table = table_of(every)[0]

    def fidelity(found):
        return (found.explanation.says(table) == says(every)).mean()

    assert [one.share.rate for one in asked.on_possible_rows] == [fidelity(asked)]
    assert told.on_possible_rows == ()
    assert fidelity(asked) >= fidelity(told) + 0.05


def test_an_array_and_a_score_with_a_cut():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 3))
    found = explain_model(
        Model(lambda X: X[:, 0] - 0.1 * X[:, 2]),
        X,
        settings=replace(QUICK, positive=("above 0.25",)),
    )
    e = found.explanation
    assert e.positive == ("above 0.25",)
    assert found.truth is None
    assert set(e.attributes) <= {"x1", "x2", "x3"}
    assert e.rule_form.right["test"].accuracy.rate > 0.8


def test_a_true_class_of_other_words_or_unknown_is_taken_by_its_meaning():
    X = some_rows()
    said = np.where(says_yes(X) == "yes", "1", "0").astype(object)
    said[::7] = None
    figures = explain_model(
        Model(says_yes), X, said, settings=replace(QUICK, gaps="drop-row")
    ).truth
    assert (figures.column, figures.positive) == ("true class", ("1",))
    assert sum(figures.cases["train"]) + sum(figures.cases["test"]) == len(X) - len(said[::7])
    assert figures.model["test"].accuracy.value == 1


@pytest.mark.parametrize(
    ("says", "given", "told"),
    [
        (lambda X: ["no"] * len(X), {}, "must not say the same"),
        (lambda X: np.where(X["late"], np.nan, X["age"]), {}, "says NaN or None of"),
        (lambda X: np.where(X["late"], "", "ok"), {}, "says an empty text of"),
        (lambda X: np.arange(len(X)) / 7, {}, "such as above 0.5"),
        (lambda X: np.arange(len(X)) % 3, {}, "Name the class"),
        (lambda X: np.arange(len(X)) % 3, {"positive": ("other",)}, "no value"),
        (lambda X: np.arange(len(X)) / 7, {"positive": ("above 1000",)}, "rows on both sides"),
        (lambda X: ["yes"], {}, "one value for each"),
        (says_yes, {"y": ["a", "b", "c"] * 40}, "Name the classes alike"),
        (says_yes, {"y": ["yes"] * 120}, "must have a value beside"),
        (says_yes, {"y": ["yes"] * 12}, "one value for each"),
    ],
)
def test_what_cannot_be_explained_is_one_sentence(says, given, told):
    settings = replace(QUICK, **{k: own for k, own in given.items() if k != "y"})
    with pytest.raises(DataError, match=told):
        explain_model(Model(says), some_rows(), given.get("y"), settings)


@pytest.mark.parametrize("X", [np.zeros(4), pd.DataFrame(), pd.DataFrame({"a": []})])
def test_what_is_no_table_is_one_sentence(X):
    with pytest.raises(DataError, match="rows"):
        table_of(X)
