"""RuleClassifier: scikit-learn's contract, and the command line's answer on frames and arrays."""

import io
import json
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_info

from interpret.__main__ import main
from interpret.data.complaints import DataError
from interpret.settings import RARE, Settings
from rulescope import RuleClassifier, explain
from tests.conftest import ROOT

# What is not the point of a test is not chosen by validation.
CHEAP = {
    "kernel": "mDNF(1,2)",
    "C": 1.0,
    "fit_to": "labels",
    "side": "for",
    "language": "monotone",
    "price": 0.0,
    "size": "4x2",
    "test": 0.0,
    "effort": 2000,
}


@pytest.mark.slow
@parametrize_with_checks([RuleClassifier(**CHEAP)])
def test_scikit_learns_contract(estimator, check):
    check(estimator)


def frame(name):
    """A sample as text, as the command line reads it."""
    return pd.read_csv(ROOT / "sample_data" / name, dtype=str, keep_default_na=False)


def cheap(**settings):
    return RuleClassifier(**CHEAP | settings)


def of_command_line(name, *options):
    out, err = io.StringIO(), io.StringIO()
    named = {*"".join(options).replace("=", "-").split("-")}
    asked = [
        f"--{'set=' * (key in RARE)}{key.replace('_', '-')}={value}"
        for key, value in CHEAP.items()
        if key not in named
    ]
    path = str(ROOT / "sample_data" / name)
    assert main([path, *asked, *options, "--json", "-"], out, err) == 0, err.getvalue()
    return json.loads(out.getvalue())["explanations"]


UNLIKE = {"seconds", "curve", "settings"}  # what a clock says, and that the target is named


def without_times(found):
    if isinstance(found, dict):
        return {key: without_times(own) for key, own in found.items() if key not in UNLIKE}
    return [without_times(own) for own in found] if isinstance(found, list) else found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "settings"),
    [
        ("monks-1.csv", ["--test=0.3", "--seed=3"], {"test": 0.3, "seed": 3}),
        (
            "clinic.csv",
            ["--positive=intensive", "--drop=admitted"],
            {"positive": "intensive", "drop": "admitted"},
        ),
        ("clinic.csv", [], {}),
    ],
)
def test_the_answer_is_the_command_lines(name, options, settings):
    rows = frame(name)
    found = explain(rows, **CHEAP | settings)
    told = of_command_line(name, *options)
    assert without_times(json.loads(found.to_json())["explanations"]) == without_times(told)
    known = rows.iloc[:, -1] != ""
    if name == "clinic.csv":  # an estimator keeps the names of rows, unless it is told
        settings = settings | {"drop": ["patient", "admitted"][: 1 + ("drop" in settings)]}
    fitted = cheap(**settings).fit(rows[known].iloc[:, :-1], rows[known].iloc[:, -1])
    assert fitted.rules_ == found.rules_


def test_typed_cells_give_the_rule_of_their_texts():
    typed = pd.read_csv(ROOT / "sample_data" / "flats.csv")
    target = (typed.pop("rent") > 900).map({True: "dear", False: "cheap"})
    texts = typed.astype(object).where(typed.notna(), "").astype(str)
    assert cheap().fit(typed, target).rule_ == cheap().fit(texts, target).rule_


@pytest.fixture(scope="module")
def mixed():
    """Cells of every type: gaps, categories, booleans, dates, numbers of several types."""
    rng = np.random.default_rng(5)
    n = 90
    age = rng.integers(18, 90, n).astype(float)
    age[::9] = np.nan
    days = pd.Series(pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 700, n), "D"))
    days[::11] = pd.NaT
    X = pd.DataFrame(
        {
            "age": age,
            "smokes": rng.random(n) < 0.4,
            "ward": pd.Categorical(rng.choice(["A", "B", "C"], n), categories=[*"DCBA"]),
            "day": days,
            "children": pd.array(rng.integers(0, 5, n), dtype="Int64"),
            "note": rng.choice(["", None, "seen"], n),
        }
    )
    return X, np.where(X["smokes"] & (X["age"] > 40), 1, 0)


def test_cells_of_every_type(mixed):
    X, y = mixed
    found = cheap().fit(X, y)
    assert found.score(X, y) == 1
    assert found.classes_.tolist() == [0, 1]
    assert found.predict(X.head(3)).tolist() == found.predict(X)[:3].tolist()
    assert list(found.rules_) == [1]


def test_several_classes_each_have_a_rule():
    rows = frame("clinic.csv")
    X, y = rows.iloc[:, :-1], rows.iloc[:, -1]
    found = cheap().fit(X, y)
    assert [*found.rules_] == sorted({*y})
    shares = found.predict_proba(X)
    assert shares.shape == (len(X), len(found.classes_))
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (found.predict(X) == found.classes_[shares.argmax(axis=1)]).all()
    with pytest.raises(AttributeError, match="There is a rule for each of"):
        _ = found.rule_
    label = found.classes_[0]
    assert "CASE" in found.to_sql(label=label)
    assert found.to_text().count("SHA-256") == len(found.classes_)


def test_scikit_learns_tools_take_it(mixed):
    X, y = mixed
    copy = clone(cheap(seed=4, positive=(1,)))
    assert copy.get_params() == cheap(seed=4, positive=(1,)).get_params()
    line = make_pipeline(FunctionTransformer(lambda frame: frame.drop(columns="note")), copy)
    assert cross_val_score(line, X, y, cv=3).mean() > 0.8
    chosen = GridSearchCV(cheap(), {"size": ["4x1", "4x2"]}, cv=2).fit(X, y)
    assert chosen.best_params_["size"] == "4x2"


def test_a_frame_without_names_and_an_array_say_the_same(mixed):
    X, y = mixed
    plain = X[["age", "smokes"]].astype(float)
    numbered = plain.set_axis([0, 1], axis="columns")
    assert cheap().fit(numbered, y).rule_ == cheap().fit(plain.to_numpy(), y).rule_


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda X: X.set_axis(["a"] * X.shape[1], axis="columns"), "Column names must differ"),
        (lambda X: X.set_axis(["", *X.columns[1:]], axis="columns"), "Every column needs a name"),
        (lambda X: X.assign(age=np.inf), "Numbers must be finite"),
        (lambda X: X.assign(age=[[1]] * len(X)), "Every cell must hold one value"),
        (lambda X: X.assign(**dict.fromkeys(X, 1)), "At least one attribute is needed"),
        (lambda X: X.head(1), "required"),
        (lambda X: X.head(7), "equally many rows"),
    ],
)
def test_what_cannot_be_learnt_from_is_said(mixed, spoil, sentence):
    X, y = mixed
    with pytest.raises(ValueError, match=sentence):
        cheap().fit(spoil(X), y[:1] if len(spoil(X)) == 1 else y)


def test_odd_parameters_and_classes_are_said(mixed):
    X, y = mixed
    with pytest.raises(TypeError, match="no parameter kernal"):
        RuleClassifier(kernal="auto")
    with pytest.raises(ValueError, match="side must be one of"):
        cheap(side="beside").fit(X, y)
    with pytest.raises(ValueError, match="Classes must differ when they are written"):
        cheap().fit(X, np.where(y, "a", " a"))
    with pytest.raises(ValueError, match="has no column"):
        explain(X, target="agee")
    with pytest.raises(NotFittedError):
        _ = cheap().rule_


def test_every_setting_is_a_parameter():
    of_files = {"target", "sheet"}
    there = {own.name for own in fields(Settings)} - of_files
    assert {*RuleClassifier().get_params()} == there


def test_the_callers_threads_are_given_back(mixed):
    before = [pool["num_threads"] for pool in threadpool_info()]
    cheap().fit(*mixed)
    assert [pool["num_threads"] for pool in threadpool_info()] == before


def test_the_column_that_tells_the_class_is_used():
    rng = np.random.default_rng(0)
    n = 90
    X = pd.DataFrame({"noise": rng.choice([*"ab"], n), "told": rng.choice([*"xyz"], n)})
    y = X["told"].map({"x": "one", "y": "two", "z": "three"})
    found = cheap().fit(X, y)
    assert found.score(X, y) == 1
    assert not [told for told in found.notices_ if "told" in told]
    assert cheap(drop=["told"]).fit(X, y).score(X, y) < 0.7


def test_what_is_left_out_is_warned_of_and_said():
    X = pd.DataFrame({"one": ["same"] * 40, "word": [*"ab"] * 20})
    with pytest.warns(UserWarning, match="1 are not used.*“one”"):
        found = cheap().fit(X, X["word"])
    assert any("“one”" in told for told in found.notices_)
    cheap(drop=["one"]).fit(X, X["word"])  # asked for, and so no warning, which would be an error


@pytest.mark.parametrize(
    ("y", "told"),
    [
        (["a", None] * 20, "20 of 40 labels in y are None"),
        (["a", 1] * 20, "int and str"),
        ([1, "a"] * 20, "int and str"),
        ([True, "a"] * 20, "bool and str"),
        ([(1,), (2,)] * 20, "tuple"),
    ],
)
def test_labels_that_are_no_classes_are_one_sentence(y, told):
    labels = np.empty(len(y), dtype=object)
    labels[:] = y
    with pytest.raises(DataError, match=told):
        cheap().fit(pd.DataFrame({"word": [*"ab"] * 20}), labels)


@pytest.mark.parametrize("where", ["cell", "name", "label"])
def test_half_a_letter_is_one_sentence(where):
    X = pd.DataFrame({"word": [*"ab"] * 40, "other": [*"aabb"] * 20}, dtype=object)
    y = X["word"].to_numpy(object, copy=True)
    if where == "cell":
        X["other"] = X["other"].astype(object).where(X.index != 3, "\ud800")
    if where == "name":
        X.columns = pd.Index(["word", "\udfff"], dtype=object)
    if where == "label":
        y[y == "a"] = "\ud800"
    with pytest.raises(DataError, match="lone surrogate"):
        cheap().fit(X, y)
    whole = cheap().fit(pd.DataFrame({"word": [*"ab"] * 40}), [*"ab"] * 40)
    with pytest.raises(DataError, match="lone surrogate"):
        whole.predict(pd.DataFrame({"word": ["\ud800", "a"]}, dtype=object))
