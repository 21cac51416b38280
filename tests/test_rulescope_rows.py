"""What fit is given: frames of any library, labels of any type, weights and groups."""

import numpy as np
import pandas as pd
import pyarrow as arrow
import pytest
import sklearn
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from interpret.data.complaints import DataError
from rulescope import explain
from tests.test_rulescope_classifier import cheap


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(3)
    n = 120
    X = pd.DataFrame(
        {
            "age": rng.integers(18, 90, n),
            "smokes": rng.choice(["yes", "no"], n),
            "ward": rng.choice([*"ABC"], n),
            "seen": rng.random(n) < 0.5,
        }
    )
    y = (X["age"] > 50) & (X["smokes"] == "yes") ^ (rng.random(n) < 0.1)
    return X, y.rename("ill")


def as_polars(X):
    return pytest.importorskip("polars").from_pandas(X)


FRAMES = {
    "polars": as_polars,
    "pyarrow": lambda X: arrow.Table.from_pandas(X, preserve_index=False),
    "nullable": lambda X: X.convert_dtypes(),
    "arrow types": lambda X: X.convert_dtypes(dtype_backend="pyarrow"),
    "categories": lambda X: X.astype({"smokes": "category", "ward": "category"}),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_frames_of_every_library_say_the_same(rows, kind):
    X, y = rows
    plain, other = cheap().fit(X, y), FRAMES[kind](X)
    found = cheap().fit(other, y)
    assert found.rule_ == plain.rule_
    assert found.feature_names_in_.tolist() == [*X]
    assert (found.predict(other) == plain.predict(X)).all()
    assert explain(FRAMES[kind](X.assign(ill=y)), **cheap().get_params()).rule_ == plain.rule_


def test_gaps_of_every_type_are_empty_cells(rows):
    X, y = rows
    gappy = X.astype(object)
    gappy.iloc[::7] = None
    kinds = {"age": "Int64", "smokes": "string", "seen": "boolean", "ward": "category"}
    plain = cheap().fit(gappy, y)
    typed = gappy.astype(kinds)
    assert cheap().fit(typed, y).rule_ == plain.rule_
    assert cheap().fit(arrow.Table.from_pandas(typed), y).rule_ == plain.rule_
    assert (plain.predict(typed) == plain.predict(gappy)).all()


def test_rows_that_are_not_there_yet_are_said(rows):
    polars = pytest.importorskip("polars")
    with pytest.raises(DataError, match="Collect it first"):
        cheap().fit(polars.from_pandas(rows[0]).lazy(), rows[1])


@pytest.mark.parametrize(
    "kind", [list, np.array, lambda y: arrow.chunked_array([y]), lambda y: y.astype("category")]
)
def test_labels_of_every_type(rows, kind):
    X, y = rows
    found = cheap().fit(X, kind(y))
    assert found.rule_ == cheap().fit(X, y).rule_
    assert found.classes_.tolist() == [False, True]
    words = y.map({True: "ill", False: "well"})
    for named in (words, words.astype("string"), words.astype("category")):
        assert cheap().fit(X, named).classes_.tolist() == ["ill", "well"]


def test_a_whole_weight_is_a_number_of_rows(rows):
    X, y = rows
    times = np.arange(len(X)) % 4  # some are 0
    weighed = cheap().fit(X, y, sample_weight=times)
    repeated = cheap().fit(X.loc[X.index.repeat(times)], y.loc[y.index.repeat(times)])
    assert weighed.rule_ == repeated.rule_
    np.testing.assert_allclose(weighed.predict_proba(X), repeated.predict_proba(X))
    assert weighed.rule_ != cheap().fit(X, y, sample_weight=1 + 20 * (X["ward"] == "A")).rule_


@pytest.mark.parametrize(
    ("weight", "told"),
    [
        ([0] * 120, "not all of them zero"),
        (["heavy"] * 120, "finite"),
        (np.ones((120, 2)), "one value for each of 120 rows"),
    ],
)
def test_weights_that_are_none_are_one_sentence(rows, weight, told):
    with pytest.raises(ValueError, match=told):
        cheap().fit(*rows, sample_weight=weight)


def test_no_split_divides_a_group(rows):
    X, y = rows
    groups = pd.Series(np.arange(len(X)) // 5)
    found = cheap(test=0.3).fit(X, y, groups=groups)
    held = found.answers_[0].explanation.rows
    assert held["test"]
    assert not {*groups.iloc[list(held["test"])]} & {*groups.iloc[list(held["train"])]}
    assert found.n_features_in_ == 4
    assert found.predict(X.head(2)).shape == (2,)
    with pytest.raises(ValueError, match="one value for each of 120 rows"):
        cheap().fit(X, y, groups=[1, 2])


def test_a_role_is_given_once(rows):
    X, y = rows
    with pytest.raises(ValueError, match="Each row has one group"):
        cheap(group="ward").fit(X, y, groups=X["ward"])
    named = cheap(weight="age").fit(X, y)
    given = cheap().fit(X.drop(columns="age"), y, sample_weight=X["age"])
    assert named.rule_ == given.rule_


def test_weights_and_groups_are_routed(rows):
    X, y = rows
    groups, weights = np.arange(len(X)) // 4, np.where(y, 2, 1)
    with sklearn.config_context(enable_metadata_routing=True):
        own = cheap().set_fit_request(sample_weight=True, groups=True)
        own.set_score_request(sample_weight=True)
        params = {"sample_weight": weights, "groups": groups}
        assert cross_val_score(own, X, y, cv=GroupKFold(2), params=params).mean() > 0.7
    line = make_pipeline(FunctionTransformer(), cheap())
    line.fit(X, y, ruleclassifier__sample_weight=weights, ruleclassifier__groups=groups)
    assert line[-1].rule_ == cheap().fit(X, y, weights, groups).rule_
