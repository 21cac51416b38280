"""Landmarks: the laws of the optimum, and the exact machine where every row is a landmark."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from kernels.boolean import MonotoneConjunctive, Variables
from kernels.draws import stratified
from kernels.examples import distinct
from kernels.landmarks import (
    ROWS_AT_ONCE,
    decisions,
    features,
    hinge_weights,
    slope_of_loss,
    squared_hinge,
    whitening,
)
from kernels.svm import BooleanSVC
from tests.gram_problems import MDNF, PAIRS, least


def planted(n, seed, wrong=0.1):
    """0/1 examples of six attributes with four values each, and a class of two clauses."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, (n, 6))
    X = np.concatenate([np.eye(4, dtype=np.uint8)[own] for own in codes.T], axis=1)
    truth = (codes[:, 0] == 0) & (codes[:, 1] < 2) | (codes[:, 2] == 1) & (codes[:, 3] == 2)
    return X, truth ^ (rng.random(n) < wrong), truth


@pytest.mark.parametrize("C", [0.25, 4.0, 64.0])
@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_the_weights_of_all_rows_rebuild_the_machine(C, class_weight):
    X, y, _ = planted(3000, 0)
    machine = BooleanSVC(MDNF, C, class_weight, landmarks=150).fit(X, y)
    signs = np.where(y, 1.0, -1.0)
    own = signs * machine.alpha_
    L = machine.support_vectors_
    beta = np.linalg.pinv(MDNF(L), rcond=1e-9, hermitian=True) @ (MDNF(L, X) @ own)
    rebuilt = MDNF(X, L) @ beta + machine.intercept_[0]
    assert rebuilt == pytest.approx(machine.decision_function(X), abs=1e-4)
    assert abs(own.sum()) <= 1e-5 * np.abs(own).sum()
    margins = signs * machine.decision_function(X)
    each = np.where(y, len(y) / 2 / y.sum(), len(y) / 2 / (~y).sum()) if class_weight else 1.0
    assert machine.alpha_ == pytest.approx(2 * C * each * np.maximum(0, 1 - margins), abs=1e-4 * C)


def test_as_many_landmarks_as_rows_is_the_exact_machine_of_the_squared_hinge():
    """Its dual is a hard margin whose kernel has 1/2C added on the diagonal."""
    X, y, _ = planted(150, 1)
    X, first = np.unique(X, axis=0, return_index=True)
    y, C = y[first], 2.0
    signs = np.where(y, 1.0, -1.0)
    K = PAIRS(X)
    Q = (K + np.eye(len(y)) / (2 * C)) * np.outer(signs, signs)
    dual = least(Q, np.ones(len(y)), [(signs, 0)])
    machine = BooleanSVC(PAIRS, C, landmarks=len(y)).fit(X, y)
    assert len(machine.support_) == len(y)
    assert machine.alpha_ == pytest.approx(dual.x, abs=1e-3)
    inside = dual.x > 1e-3
    intercept = (signs * (1 - dual.x / (2 * C)) - K @ (signs * dual.x))[inside].mean()
    expected = K @ (signs * dual.x) + intercept
    assert machine.decision_function(X) == pytest.approx(expected, abs=1e-3)


def test_the_solution_is_that_of_scikit_learn_where_the_intercept_is_a_feature():
    X, y, _ = planted(2000, 2)
    signs = np.where(y, 1.0, -1.0)
    L = X[stratified(y, 80, np.random.default_rng(0))]
    kept, A = whitening(MDNF(L))
    F = features(MDNF, X, L[kept], A)
    ours = squared_hinge(F, signs, np.full(len(y), 0.5))
    big = 100.0  # an intercept that hardly counts in the norm
    theirs = LinearSVC(C=0.5, dual=False, tol=1e-9, intercept_scaling=big).fit(F, y)
    assert ours.scores == pytest.approx(theirs.decision_function(F), abs=2e-3)
    assert ours.gap <= 1e-6


def test_equal_rows_count_as_one_of_more_weight():
    X, y, _ = planted(400, 3)
    twice = BooleanSVC(PAIRS, 1.0, landmarks=60).fit(np.vstack([X, X]), np.concatenate([y, y]))
    kernel = Variables().normalized()
    once = BooleanSVC(kernel, 2.0, landmarks=400).fit(X, y)
    doubled = BooleanSVC(kernel, 1.0, landmarks=800).fit(np.vstack([X, X]), np.concatenate([y, y]))
    assert doubled.decision_function(X) == pytest.approx(once.decision_function(X), abs=1e-4)
    assert twice.alpha_[:400] == pytest.approx(twice.alpha_[400:])
    assert len(np.unique(twice.support_vectors_, axis=0)) == len(twice.support_)


def test_rows_that_a_weight_repeats_are_compared_once():
    rng = np.random.default_rng(0)
    X, L = rng.integers(0, 2, (300, 9), np.uint8), rng.integers(0, 2, (200, 9), np.uint8)
    of_row, of_example = rng.integers(0, 300, 3 * ROWS_AT_ONCE), np.repeat(np.arange(200), 50)
    each = rng.normal(size=len(of_example))
    kernel, asked = MonotoneConjunctive(2), []

    def counted(rows, examples):
        asked.append((len(rows), len(examples)))
        return kernel(rows, examples)

    once = decisions(kernel, X, L, np.bincount(of_example, each), 0.5)
    repeated = decisions(counted, X[of_row], L[of_example], each, 0.5)
    np.testing.assert_allclose(repeated, once[of_row], rtol=1e-9)
    assert all(rows <= 300 and examples <= 200 for rows, examples in asked)


def test_landmarks_are_of_both_classes_as_the_rows_are():
    y = np.arange(1000) < 100
    drawn = stratified(y, 200, np.random.default_rng(0))
    assert len(set(drawn.tolist())) == 200
    assert y[drawn].sum() == 20
    rare = np.arange(1000) < 2
    assert rare[stratified(rare, 50, np.random.default_rng(0))].sum() >= 1
    assert len(stratified(y, 5000, np.random.default_rng(0))) == 1000


@pytest.mark.parametrize("landmarks", [30, 300])
def test_where_no_label_is_wrong_the_true_rule_weighs_as_much_as_any_can(landmarks):
    X, y, truth = planted(2000, 6, wrong=0.0)
    machine = BooleanSVC(PAIRS, 4.0, landmarks=landmarks).fit(X, y)
    own = np.where(y, 1.0, -1.0) * machine.alpha_
    assert own[truth].sum() == pytest.approx(own[own > 0].sum())


def test_a_hard_margin_of_landmarks_is_a_high_finite_cost():
    X, y, _ = planted(300, 6, wrong=0.0)
    machine = BooleanSVC(MDNF, np.inf, landmarks=300).fit(X, y)
    assert machine.separable_
    assert np.isfinite(machine.C_)


@pytest.mark.parametrize("n_variables", [1, 5, 63, 64, 70, 200])
@pytest.mark.parametrize("with_classes", [False, True])
def test_distinct_examples_stand_in_the_order_of_their_ones(n_variables, with_classes):
    rng = np.random.default_rng(n_variables)
    X = (rng.random((200, n_variables)) < 0.1).astype(np.uint8)[rng.integers(0, 200, 400)]
    y = np.where(rng.random(400) < 0.5, 1.0, -1.0) if with_classes else None
    first, of = distinct(X, y)
    rows = [tuple(row) + ((own > 0,) if with_classes else ()) for row, own in zip(
        X.tolist(), np.zeros(400) if y is None else y, strict=True
    )]  # fmt: skip
    seen = sorted(set(rows))
    assert first.tolist() == [rows.index(row) for row in seen]
    assert of.tolist() == [seen.index(row) for row in rows]


def test_distinct_rows_of_nothing_are_one():
    assert [own.tolist() for own in distinct(np.zeros((0, 3), dtype=np.uint8))] == [[], []]
    assert [own.tolist() for own in distinct(np.zeros((3, 0), dtype=np.uint8))] == [[0], [0, 0, 0]]


@pytest.mark.parametrize("n", [0, 5, 9, 30, 200])
def test_the_slope_is_that_of_numpy(n):
    rng = np.random.default_rng(n)
    f, along, C = rng.normal(size=n), rng.normal(size=n), rng.random(n)
    y = rng.choice([-1.0, 1.0], n)
    for t in (0.0, 0.3, 2.0):
        expected = -hinge_weights(f + t * along, y, C) @ along
        assert slope_of_loss(f, along, y, C, t) == pytest.approx(expected, rel=1e-12, abs=1e-12)
