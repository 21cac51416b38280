"""Geometry against general solvers and closed forms."""

from math import inf, sqrt

import numpy as np
import pytest

from kernels.catalog import parse
from kernels.entries import CATALOG
from kernels.geometry import (
    Bounds,
    expressiveness,
    hull_distance2,
    radius2,
    radius_margin_ratio,
    spectral_ratio,
)
from tests.gram_problems import least, on_simplex


def some(n=14, variables=7, seed=0):
    rng = np.random.default_rng(seed)
    X = np.unique((rng.random((4 * n, variables)) < 0.5).astype(np.uint8), axis=0)
    X = X[rng.permutation(len(X))[:n]]
    return X, np.where(rng.random(n) < 0.5, 1.0, -1.0)


@pytest.mark.parametrize("name", ["mC(2)", "rules(3,2)", "RBF(0.5)", "Tanimoto", "D(2)"])
def test_margin_and_radius_are_those_of_a_general_solver(name):
    X, y = some()
    K = parse(name)(X)
    classes = [((y > 0) * 1.0, 1), ((y < 0) * 1.0, 1)]
    start = sum(each / each.sum() for each, _ in classes)
    hulls = least(2 * K * np.outer(y, y), np.zeros(len(y)), classes, start=start).fun
    ball = on_simplex(K, np.diag(K))
    distance, radius = hull_distance2(K, y), radius2(K)
    if hulls > 1e-6:
        assert distance.lower <= hulls * (1 + 1e-6)
        assert distance.upper >= hulls * (1 - 1e-6)
        assert distance.upper <= distance.lower * (1 + 1e-6)
    else:
        assert distance.lower <= 1e-6
    assert radius.lower - 1e-9 <= ball <= radius.upper + 1e-9
    assert radius.upper - radius.lower <= 1e-6


@pytest.mark.parametrize("entry", CATALOG, ids=lambda entry: entry.name)
def test_the_bounds_of_every_kernel_are_in_order_and_tight(entry):
    X, y = some(40, 8, seed=1)
    K = parse(entry.usual)(X)
    radius, distance = radius2(K), hull_distance2(K, y)
    assert 0 <= radius.lower <= radius.upper <= radius.lower * (1 + 1e-6) + 1e-12
    assert radius.upper <= 1 + 1e-9
    assert 0 <= distance.lower <= distance.upper
    if distance.lower:
        assert distance.upper <= distance.lower * (1 + 1e-5)
    ratio = radius_margin_ratio(radius, distance, len(K))
    assert ratio.lower <= ratio.upper


def test_closed_forms():
    n, y = 6, np.array([1, 1, -1, -1, -1, -1.0])
    identity, ones = np.eye(n), np.ones((n, n))
    assert radius2(identity) == Bounds(pytest.approx(1 - 1 / n), pytest.approx(1 - 1 / n))
    distance = hull_distance2(identity, y)
    assert distance.lower == pytest.approx(1 / 2 + 1 / 4)
    assert spectral_ratio(identity) == pytest.approx(sqrt(n))
    assert (expressiveness(identity), expressiveness(ones)) == (pytest.approx(1), pytest.approx(0))
    assert expressiveness(np.ones((1, 1))) == 0


def test_classes_that_do_not_separate_have_no_distance_and_no_finite_ratio():
    X = np.array([[1, 0], [1, 0], [0, 1]])
    K, y = parse("linear")(X), np.array([1, -1, -1.0])
    distance = hull_distance2(K, y)
    assert distance.lower == 0
    assert radius_margin_ratio(radius2(K), distance, 3).upper == inf


@pytest.mark.parametrize(
    ("family", "rises"), [("mC", True), ("C", True), ("mD", False), ("D", False)]
)
def test_expressiveness_follows_the_degree_as_the_theorems_say(family, rises):
    rng = np.random.default_rng(3)
    X = np.zeros((60, 18), dtype=np.uint8)
    for a in range(6):
        X[np.arange(60), 3 * a + rng.integers(3, size=60)] = 1
    curve = [expressiveness(parse(f"{family}({k})")(X)) for k in range(1, 7)]
    steps = np.diff(curve) if rises else -np.diff(curve)
    assert (steps > -1e-12).all()  # theorems 6.1 and 6.2
    assert steps.sum() > 0.01
