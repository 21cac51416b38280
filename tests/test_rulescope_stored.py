"""Documents score rows anywhere, and are taken away like answers."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import restore
from interpret.number.explain import explain_number
from interpret.number.kind import number_document
from interpret.settings import Settings
from rulescope import StoredNumber, StoredRules, load
from tests.command_line import numbers
from tests.made_documents import EXPLAINED, made, table_of
from tests.test_interpret_forms_answer_calibration import noisy
from tests.test_rulescope_classifier import cheap


@pytest.fixture(scope="module")
def fitted():
    X, y = noisy(300)
    return X, y, cheap(kernel="linear", test=0.4).fit(X, np.where(y, "yes", "no"))


def test_a_document_says_what_its_estimator_said(fitted, tmp_path):
    X, _, found = fitted
    path = tmp_path / "answer.json"
    path.write_text(found.to_json(), encoding="utf-8")
    own = load(path)
    assert isinstance(own, StoredRules)
    assert own.classes_.tolist() == found.classes_.tolist()
    assert (own.predict(X) == found.predict(X)).all()
    np.testing.assert_allclose(own.predict_proba(X), found.predict_proba(X))
    np.testing.assert_allclose(own.decision_function(X), found.decision_function(X))
    assert own.rules_ == found.rules_
    assert own.rule_ == found.rule_
    assert own.calibration_ == found.calibration_
    assert json.loads(own.to_json()) == json.loads(found.to_json())


def test_what_is_taken_away_is_the_same(fitted):
    _, _, found = fitted
    own = load(json.loads(found.to_json()))
    for name in ("to_text", "to_sql", "to_python"):
        assert getattr(own, name)() == getattr(found, name)(), name
    pd.testing.assert_frame_equal(own.rules_frame(), found.rules_frame())
    assert own._repr_html_() == found._repr_html_()
    page = own.to_html()
    assert page.startswith("<!doctype html>")
    assert "How often are machine and rule right?" in page
    assert "Who is wronged?" not in page


def test_several_classes_and_an_array(fitted):
    X, y, _ = fitted
    labels = np.where(X["x0"] == "a", 3, y.astype(int))
    found = cheap(test=0.4).fit(X.to_numpy(), labels)
    own = load(json.loads(found.to_json()))
    assert own.predict(X.to_numpy()).tolist() == list(map(str, found.predict(X.to_numpy())))
    np.testing.assert_allclose(own.predict_proba(X.to_numpy()), found.predict_proba(X.to_numpy()))
    assert {*own.rules_} == {"0", "1", "3"}
    with pytest.raises(DataError, match="10 columns, and 3 came"):
        own.predict(X.to_numpy()[:, :3])


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPLAINED)
def test_documents_score_rows_and_are_told(name):
    document, table = made(name), table_of(name)
    own = load(document)
    e = restore(document)[0]
    said = own.predict(table.frame())
    probability = own.predict_proba(table.frame())
    assert np.allclose(probability.sum(axis=1), 1)
    if len(own.rules_) == 1:
        expected = e.says(Answer(e, table).in_file)
        assert (np.isin(said, e.positive) == expected).all()
    assert own.to_html().count("What each line covers") == len(own.rules_)
    assert len(own.rules_frame()) == sum(len(f.clauses) for f in own.rules_.values())


def test_a_rule_alone_needs_its_own_columns_alone():
    X, _ = noisy(200)
    y = X["x0"] == "a"
    own = load(json.loads(cheap().fit(X, y).to_json()))
    assert own.predict(X[["x0"]]).tolist() == [str(told).lower() for told in y]
    with pytest.raises(DataError, match="lacks “x0”"):
        own.predict(X[["x1"]])


def test_a_number_is_predicted_from_its_document():
    raw = numbers()
    table = read_table(raw.encode(), "numbers.csv")
    e = explain_number(table, Settings(target="number", size="2x1"))
    own = load(json.loads(json.dumps(number_document(table, e))))
    assert isinstance(own, StoredNumber)
    frame = pd.read_csv(io.StringIO(raw), dtype=str)
    predicted = own.predict(frame.drop(columns="number"))
    assert np.abs(predicted - frame["number"].astype(float)).mean() < 2
    place = {}
    exec(compile(own.to_python(), "sum", "exec"), place)
    (by_row,) = (value for name, value in place.items() if name in ("rule", "predicted", "predict"))
    rows = frame.to_dict("records")
    assert predicted.tolist() == pytest.approx([by_row(row) for row in rows])
    assert "number" in own.to_text()
    assert "CASE" in own.to_sql()
    assert "<table" in own._repr_html_()


def test_a_document_of_another_schema_is_said(fitted):
    document = json.loads(fitted[2].to_json())
    with pytest.raises(DataError, match="of schema 1, and this one has “7”"):
        load(document | {"schema": 7})
    spoiled = document | {"explanations": [document["explanations"][0] | {"positive": []}]}
    with pytest.raises(DataError, match="positive"):
        load(spoiled)
