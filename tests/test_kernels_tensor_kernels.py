from itertools import combinations, product
from math import exp, factorial

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernels.tensor.kernels import (
    ConjunctionsTensor,
    ConjunctionsUpToTensor,
    DisjunctionsTensor,
    ExponentialTensor,
    LinearTensor,
    PolynomialTensor,
)
from kernels.tensor.regressor import TensorKernelRegressor
from kernels.tensor.ways import Listed, Streamed

BOOLEAN = [
    ConjunctionsTensor(1),
    ConjunctionsTensor(2),
    ConjunctionsTensor(3),
    ConjunctionsUpToTensor(2),
    ConjunctionsUpToTensor(3),
]
LISTED = [LinearTensor(), PolynomialTensor(2), PolynomialTensor(3), *BOOLEAN]


@pytest.mark.slow
@parametrize_with_checks([TensorKernelRegressor(LinearTensor())])
def test_it_passes_every_check_of_scikit_learn(estimator, check):
    check(estimator)


def every_row(variables):
    return np.array(list(product((0, 1), repeat=variables)), dtype=np.uint8)


def rows(n, variables, seed=0):
    return np.random.default_rng(seed).integers(0, 2, (n, variables)).astype(np.uint8)


def numbers(X, seed=0):
    noise = np.random.default_rng(seed).normal(size=len(X))
    return 3.0 * X[:, 0] * X[:, 1] - 2.0 * X[:, 2] + 0.3 * noise + 5


@pytest.mark.parametrize("q", [4, 6])
@pytest.mark.parametrize("kernel", LISTED, ids=repr)
def test_a_kernel_is_the_sum_over_its_written_out_features(kernel, q):
    random = np.random.default_rng(1)
    X = every_row(6)
    if not kernel.is_boolean:
        X = random.normal(size=(64, 4))
    features = kernel.features(X, q)
    assert features.shape[1] == kernel.n_features(X.shape[1])
    for _ in range(20):
        own = random.integers(0, len(X), q)
        assert kernel(*X[own]) == pytest.approx(features[own].prod(axis=0).sum(), rel=1e-12)


def test_the_features_are_the_conjunctions_themselves():
    X = every_row(5)
    kernel = ConjunctionsUpToTensor(3)
    found = kernel.features(X, 4)
    wanted = [
        X[:, chosen].all(axis=1) for size in (1, 2, 3) for chosen in combinations(range(5), size)
    ]
    assert (found == np.array(wanted).T).all()


@pytest.mark.parametrize("q", [4, 6])
def test_the_exponential_kernel_is_all_monomials_each_over_its_factorials(q):
    X = np.random.default_rng(0).uniform(-1, 1, (q, 2))
    shared = X.prod(axis=0)
    series = sum(
        shared[0] ** i * shared[1] ** j / (factorial(i) * factorial(j))
        for i, j in product(range(25), repeat=2)
    )
    assert ExponentialTensor()(*X) == pytest.approx(series, rel=1e-12)
    assert ExponentialTensor()(*X) == pytest.approx(exp(shared.sum()), rel=1e-12)


def machine(kernel, q=4, gamma=10.0, **how):
    return TensorKernelRegressor(kernel, q, gamma, tol=1e-22, **how)


def dual(kernel, q, gamma, X, y, alpha):
    """(4.28) with every entry of the tensor written out."""
    total = 0.0
    for own in product(range(len(X)), repeat=q):
        total += kernel(*X[list(own)]) * alpha[list(own)].prod()
    return total / q + alpha @ alpha / (2 * gamma) - y @ alpha


@pytest.mark.parametrize(
    "kernel", [LinearTensor(), ExponentialTensor(), ConjunctionsTensor(2)], ids=repr
)
@pytest.mark.parametrize("q", [4, 6])
def test_what_newton_is_given_is_the_dual_with_its_slopes(kernel, q):
    X = rows(5 if q == 4 else 4, 4)
    alpha = np.random.default_rng(3).normal(size=len(X))
    way = Streamed(X, kernel, q)
    zeros = np.zeros(len(X))
    assert way.at(alpha).power / q == pytest.approx(
        dual(kernel, q, np.inf, X, zeros, alpha), rel=1e-12
    )
    step = 1e-5
    for i in range(len(X)):
        e = step * np.eye(len(X))[i]
        slope = (way.at(alpha + e).power - way.at(alpha - e).power) / (2 * step * q)
        assert way.at(alpha).scores[i] == pytest.approx(slope, rel=1e-6, abs=1e-6)
        bend = (way.at(alpha + e).scores - way.at(alpha - e).scores) / (2 * step)
        assert (q - 1) * way.at(alpha).curve[i] == pytest.approx(bend, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("tall", [True, False])
def test_a_newton_step_of_the_features_is_that_of_the_tensor(tall):
    X, kernel = rows(12 if tall else 5, 4), ConjunctionsUpToTensor(2)
    alpha = np.random.default_rng(3).normal(size=len(X))
    ridge, sides = np.linspace(0.1, 1, len(X)), np.eye(len(X))
    listed = Listed(kernel.features(X, 4), 4).at(alpha).newton(ridge, sides)
    streamed = Streamed(X, kernel, 4).at(alpha).newton(ridge, sides)
    assert listed == pytest.approx(streamed, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("q", [4, 6])
@pytest.mark.parametrize("kernel", LISTED, ids=repr)
def test_listed_and_streamed_are_the_same_machine(kernel, q):
    X = rows(30 if q == 4 else 12, 6)
    y = numbers(X)
    listed = machine(kernel, q, way="listed").fit(X, y)
    streamed = machine(kernel, q, way="streamed").fit(X, y)
    assert streamed.way_ == "streamed"
    assert listed.way_ == ("linear" if kernel == LinearTensor() else "listed")
    others = every_row(6)
    assert streamed.predict(others) == pytest.approx(listed.predict(others), rel=1e-8, abs=1e-8)
    assert streamed.alpha_ == pytest.approx(listed.alpha_, rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("q", [4, 6, 8])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_the_dual_is_the_primal(q, fit_intercept):
    X, kernel, gamma = rows(25, 4), ConjunctionsUpToTensor(2), 5.0
    y, p = numbers(X), q / (q - 1)
    weights = np.random.default_rng(0).integers(1, 4, len(X))
    found = machine(kernel, q, gamma, fit_intercept=fit_intercept).fit(X, y, weights)
    features = kernel.features(X, q)
    w = (found.alpha_ @ features) ** (q - 1)

    def primal(point):
        left = y - features @ point[1:] - point[0] * fit_intercept
        return gamma / 2 * weights @ left**2 + (np.abs(point[1:]) ** p).sum() / p

    own = primal(np.concatenate([[found.intercept_], w]))
    assert own == pytest.approx(found.objective_, rel=1e-9)
    assert found.gap_ < 1e-15
    start = np.random.default_rng(1).normal(size=1 + features.shape[1])
    assert minimize(primal, start, method="L-BFGS-B").fun >= own * (1 - 1e-9)
    assert minimize(primal, start, method="L-BFGS-B").fun == pytest.approx(own, rel=1e-3)


def test_the_gap_is_primal_less_dual():
    X, kernel, q = rows(25, 4), ConjunctionsTensor(2), 4
    y = numbers(X)
    rough = TensorKernelRegressor(kernel, q, 5.0, tol=1e-2).fit(X, y)
    features = kernel.features(X, q)
    u = rough.alpha_ @ features
    left = y - features @ u**3 - rough.intercept_
    primal = 5.0 / 2 * left @ left + (np.abs(u) ** 4).sum() * 3 / 4
    least = -((u**4).sum() / 4 + rough.alpha_ @ rough.alpha_ / 10 - y @ rough.alpha_)
    assert rough.objective_ == pytest.approx(least, rel=1e-9)
    assert rough.gap_ == pytest.approx((primal - least) / least, rel=1e-6)
    assert 1e-6 < rough.gap_ <= 1e-2


def test_disjunctions_are_conjunctions_denied():
    X = rows(40, 5)
    y = 2.0 * (X[:, 0] | X[:, 1]) + X[:, 2]
    denied = machine(DisjunctionsTensor(2)).fit(X, y)
    either = np.array([X[:, c].any(axis=1) for c in combinations(range(5), 2)], dtype=float).T
    asked = machine(LinearTensor()).fit(either, y)
    assert denied.predict(X) == pytest.approx(asked.predict(either), rel=1e-8)
    with pytest.raises(ValueError, match="only together with an intercept"):
        machine(DisjunctionsTensor(2), fit_intercept=False).fit(X, y)


def test_the_way_is_chosen_by_size():
    X = rows(30, 300)
    y = numbers(X)
    assert TensorKernelRegressor(ConjunctionsTensor(2)).fit(X, y).way_ == "listed"
    assert TensorKernelRegressor(ConjunctionsUpToTensor(3)).fit(X, y).way_ == "streamed"
    assert TensorKernelRegressor(ExponentialTensor()).fit(X[:, :9], y).way_ == "streamed"
    assert TensorKernelRegressor(LinearTensor()).fit(X, y).way_ == "linear"


def test_a_row_of_weight_two_is_two_rows():
    X = rows(30, 5)
    y = numbers(X)
    twice = np.r_[np.arange(30), np.arange(10)]
    weights = 1.0 + (np.arange(30) < 10)
    one = machine(ConjunctionsTensor(2)).fit(X, y, weights)
    two = machine(ConjunctionsTensor(2)).fit(X[twice], y[twice])
    assert one.predict(X) == pytest.approx(two.predict(X), rel=1e-9)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"q": 5}, "q must be an even whole number of at least 4; got 5"),
        ({"q": 2}, "q must be an even whole number"),
        ({"gamma": 0.0}, "gamma must be a positive number"),
        ({"way": "tensor"}, "way must be one of auto, listed, streamed"),
    ],
)
def test_what_cannot_be_is_said(wrong, says):
    with pytest.raises(ValueError, match=says):
        TensorKernelRegressor(LinearTensor(), **wrong).fit(rows(5, 3), np.arange(5))
