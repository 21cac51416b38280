"""margin: against a general solver and scikit-learn, and its own bounds."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from kernels import solve
from kernels.solve import HARD, SOFT_INSTEAD_OF_HARD, margin
from tests import gram_problems
from tests.gram_problems import (
    KAPPA_STAR,
    KERNELS,
    LINEAR,
    MDNF,
    by_general_solver,
    check,
    draw_problem,
    problems,
    some,
)

monks_2, tic_tac_toe = gram_problems.monks_2, gram_problems.tic_tac_toe


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@settings(max_examples=15)
@given(problems, st.sampled_from([0.01, 0.3, 1.0, 7.0, 100.0]))
def test_a_soft_margin_is_the_general_solvers(kernel, problem, C):
    X, y = draw_problem(*problem, distinct=False)
    K = kernel(X)
    answer = margin(K, y, C)
    check(answer, K, y)
    assert answer.gap <= 1e-9
    assert answer.lower == pytest.approx(by_general_solver(K, y, C), rel=1e-6)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@settings(max_examples=15)
@given(problems)
def test_a_hard_margin_is_the_general_solvers(kernel, problem):
    X, y = draw_problem(*problem, distinct=True)
    assume(len(X) > 2)
    K = kernel(X)
    answer = margin(K, y)
    check(answer, K, y)
    assert answer.gap <= 1e-9
    if answer.separable:
        assert answer.C == HARD
        assert answer.lower == pytest.approx(by_general_solver(K, y, HARD), rel=1e-5)
    else:
        assert answer.C == SOFT_INSTEAD_OF_HARD
        assert not margin(K, y, 1e4).separable


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(3, 60),
    st.integers(1, 6),
    st.sampled_from([1e-6, 1e-2, 1.0, 50.0, HARD]),
    st.sampled_from([1e-6, 1.0, 1e6]),
)
def test_bounds_close_on_kernels_of_any_rank_and_scale_with_equal_rows(seed, n, rank, C, scale):
    draw = np.random.default_rng(seed)
    features = draw.normal(size=(n, rank))[draw.integers(0, n, n)]
    y = np.where(features[:, 0] > draw.normal(scale=0.5), 1, -1)
    y[:2] = 1, -1
    K = scale * (features @ features.T)
    answer = margin(K, y, C)
    check(answer, K, y)
    assert answer.gap <= 1e-8
    assert C in (answer.C, HARD)


@pytest.mark.parametrize("C", [0.25, 1.0, 64.0, HARD])
@pytest.mark.parametrize("kernel", [MDNF, KAPPA_STAR], ids=repr)
def test_decisions_are_scikit_learns_at_a_tight_tolerance(kernel, C, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=1, share=0.3)
    K = kernel(X)
    answer = margin(K, y, C)
    reference = SVC(kernel="precomputed", C=min(C, 1e10), tol=1e-8).fit(K, y)
    decision = K @ (y * answer.alpha) + answer.intercept
    assert decision == pytest.approx(reference.decision_function(K), abs=1e-5)


@pytest.mark.parametrize("C", [1.0, HARD])
def test_kernels_that_tell_nothing_apart_have_an_answer(C):
    for K in (np.zeros((5, 5)), np.ones((5, 5))):
        answer = margin(K, [1, -1, 1, 1, -1], C)
        check(answer, K, np.array([1, -1, 1, 1, -1]))
        assert answer.gap == 0
        assert not answer.separable
        assert answer.intercept == 1


@pytest.mark.parametrize(
    ("K", "y", "C", "says"),
    [
        (np.eye(3), [1, -1], 1, r"one class for each row.*got \(2,\) classes for 3 rows"),
        (np.ones((2, 3)), [1, -1], 1, r"shape \(n, n\).*got \(2, 3\)"),
        (np.eye(2), [1, 1], 1, r"both classes.*got the classes \[1.0\]"),
        (np.eye(2), [0, 1], 1, r"written -1 and 1; got the classes \[0.0, 1.0\]"),
        (np.eye(2), [1, -1], 0, "positive number or inf.*got 0"),
        (np.eye(2), [1, -1], np.nan, "positive number or inf.*got nan"),
        (np.array([[1, np.nan], [np.nan, 1]]), [1, -1], 1, "finite numbers; got NaN"),
    ],
)
def test_what_is_no_problem_is_refused(K, y, C, says):
    with pytest.raises(ValueError, match=says):
        margin(K, y, C)


@pytest.mark.parametrize("C", [0.25, 4.0, 64.0])
def test_weights_are_those_of_scikit_learn(C, monks_2):
    X, y = some(*monks_2, seed=1, share=0.4, flipped=0.1)
    K = MDNF(X)
    weights = np.where(y > 0, 3.0, 0.5)
    answer = margin(K, y, C, weights=weights)
    reference = SVC(kernel="precomputed", C=C, tol=1e-8, class_weight={1: 3.0, -1: 0.5}).fit(K, y)
    assert answer.gap <= 1e-9
    assert (answer.alpha <= C * weights).all()
    assert abs(y @ answer.alpha) <= 1e-9 * answer.alpha.sum()
    decision = K @ (y * answer.alpha) + answer.intercept
    assert decision == pytest.approx(reference.decision_function(K), abs=1e-4)


def test_an_example_of_weight_three_is_three_equal_examples(monks_2):
    X, y = some(*monks_2, seed=2, share=0.3, flipped=0.1)
    K = LINEAR(X)
    times = np.random.default_rng(0).integers(1, 4, len(y))
    each = np.repeat(np.arange(len(y)), times)
    one = margin(K, y, 0.5, weights=times)
    other = margin(K[np.ix_(each, each)], y[each], 0.5)
    assert one.lower == pytest.approx(other.lower, rel=1e-8)
    assert one.intercept == pytest.approx(other.intercept, abs=1e-6)


@pytest.mark.parametrize("weights", [np.ones(3), np.zeros(4), np.full(4, np.inf), -np.ones(4)])
def test_weights_are_positive_numbers_one_for_each_example(weights):
    with pytest.raises(ValueError, match="positive numbers, one for each of the 4"):
        margin(np.eye(4), np.array([1, 1, -1, -1]), 1.0, weights=weights)


@pytest.mark.parametrize("wrong", [0.0, 0.1])
def test_some_of_many_examples_tell_whether_there_is_a_hard_margin(wrong, monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (400, 8)).astype(float)
    y = np.where((X[:, 0] > 0) ^ (rng.random(400) < wrong), 1.0, -1.0)
    usual = margin(X @ X.T, y)
    monkeypatch.setattr(solve, "PART", 150)
    quick = margin(X @ X.T, y)
    assert usual.separable == quick.separable == (wrong == 0)
    assert usual.C == quick.C
    assert (usual.alpha == quick.alpha).all()


def test_one_class_among_some_of_many_examples_tells_nothing(monkeypatch):
    X, y = np.eye(40), np.where(np.arange(40) == 7, -1.0, 1.0)
    monkeypatch.setattr(solve, "PART", 5)
    assert margin(X, y).separable
