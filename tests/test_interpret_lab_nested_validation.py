"""Judging: nothing leaks from held-out rows, intervals are honest, parts give the same."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC

from interpret import cores
from interpret.data.complaints import DataError
from interpret.lab.nested_validation import (
    Inner,
    best_of,
    influence,
    judge,
    splits,
    tuned,
)
from interpret.measures import area_under_curve
from kernels.catalog import parse

COSTS = (0.25, 4.0, 64.0)


@pytest.fixture(scope="module")
def table():
    """80 rows of 6 attributes with 3 values: two of four ANDs of two, one label in ten wrong."""
    rng = np.random.default_rng(5)
    codes = rng.integers(3, size=(80, 6))
    X = np.zeros((80, 18), dtype=np.uint8)
    for a in range(6):
        X[np.arange(80), 3 * a + codes[:, a]] = 1
    y = (X[:, 0] & X[:, 3]) | (X[:, 6] & X[:, 9]) | (X[:, 1] & X[:, 4])
    return X, (y ^ (rng.random(80) < 0.1)).astype(bool)


@pytest.mark.slow
def test_the_left_out_rows_of_a_fold_change_nothing_of_its_machine(table):
    X, y = table
    kernels = [parse(name) for name in ("linear", "mC(2)", "mDNF(2,2)")]
    outer = splits(y, 5, seed=0)
    honest = judge(kernels, [X] * 5, y, outer, Inner(COSTS))
    for i, (_, test) in enumerate(outer):
        spoiled = y.copy()
        spoiled[test] ^= True
        other = judge(kernels, [X] * 5, spoiled, outer, Inner(COSTS))
        assert (other.folds[i].choice, other.folds[i].C) == (
            honest.folds[i].choice,
            honest.folds[i].C,
        )
        assert other.scores[test] == pytest.approx(honest.scores[test], abs=1e-9)
        assert other.folds[i].auc == pytest.approx(1 - honest.folds[i].auc)


def test_each_fold_is_judged_on_the_rows_as_its_training_rows_have_them_read(table):
    X, y = table
    outer = splits(y, 4, seed=0)
    blind = np.zeros_like(X)
    alone = judge([parse("mC(2)")], [X] * 4, y, outer, Inner(COSTS))
    mixed = judge([parse("mC(2)")], [X, blind, X, X], y, outer, Inner(COSTS))
    assert mixed.folds[1].auc == 0.5
    assert [fold.auc for fold in mixed.folds[2:]] == [fold.auc for fold in alone.folds[2:]]


def test_of_costs_that_rank_alike_the_most_accurate_is_taken_then_the_smallest():
    x = np.repeat(np.eye(2, dtype=np.uint8), (24, 8), axis=0)  # one value a class, 3 to 1
    y = np.arange(32) < 24
    (one, *_) = judge([parse("linear")], [x] * 4, y, splits(y, 4, 0), Inner((1e-3, 1.0, 8.0))).folds
    assert (one.auc, one.accuracy, one.C) == (1, 1, 1)


def test_every_row_is_left_out_once(table):
    _, y = table
    left_out = np.concatenate([test for _, test in splits(y, 5, seed=3)])
    assert sorted(left_out) == list(range(len(y)))


def test_a_matrix_that_is_judged_once_serves_every_kernel_that_has_it(table):
    X, y = table
    outer = splits(y, 4, seed=2)
    names = ("mC(3)", "linear", "mC(2)")
    costs = (0.5, 4.0, 32.0, 256.0)  # mC(3) has its hard margin before the last
    apart = [judge([parse(name)], [X] * 4, y, outer, Inner(costs, 3)) for name in names]
    found = [list(tuned([parse(name)(X)] * 4, y, outer, Inner(costs, 3))) for name in names]
    for own, alone in zip(found, apart, strict=True):
        assert [fold.C for fold in alone.folds] == [one.C for one in own]
    together = best_of(found, y, outer)
    assert (
        together.folds
        == judge([parse(name) for name in names], [X] * 4, y, outer, Inner(costs, 3)).folds
    )
    assert all(0 <= fold.choice < 3 for fold in together.folds)


def test_costs_beyond_the_hard_margin_change_nothing(table):
    X, y = table
    outer = splits(y, 4, seed=2)
    K = parse("mC(4)")(X)
    short, long = (
        list(tuned([K] * 4, y, outer, Inner(costs, 3))) for costs in ((64.0,), (64.0, 1e3, 1e5))
    )
    for one, other in zip(short, long, strict=True):
        assert (one.inner_auc, one.C) == (other.inner_auc, other.C)
        assert one.scores.tolist() == other.scores.tolist()


def test_nested_cross_validation_is_scikit_learns(table):
    X, y = table
    kernel = parse("mC(2)")
    outer = splits(y, 4, seed=1)
    ours = judge([kernel], [X] * 4, y, outer, Inner(COSTS, 3, 7))
    for (train, test), fold in zip(outer, ours.folds, strict=True):
        search = GridSearchCV(
            SVC(kernel="precomputed", tol=1e-6),
            {"C": COSTS},
            scoring="roc_auc",
            cv=StratifiedKFold(3, shuffle=True, random_state=7),
        ).fit(kernel(X[train]), y[train])
        assert fold.C == search.best_params_["C"]
        scores = search.decision_function(kernel(X[test], X[train]))
        assert fold.auc == pytest.approx(roc_auc_score(y[test], scores), abs=0.02)


def test_the_area_under_the_curve_counts_ties_half():
    rng = np.random.default_rng(0)
    for _ in range(20):
        scores, y = rng.integers(4, size=12), np.arange(12) % 3 == 0
        assert area_under_curve(scores, y) == pytest.approx(roc_auc_score(y, scores))


def test_a_row_moves_the_auc_by_the_pairs_that_it_is_in_order_with():
    rng = np.random.default_rng(0)
    y, scores = np.arange(24) % 3 == 0, rng.integers(5, size=24).astype(float)
    outer = [(np.arange(12, 24), np.arange(12)), (np.arange(12), np.arange(12, 24))]
    moved = influence(scores, y, outer)
    for _, test in outer:
        auc = area_under_curve(scores[test], y[test])
        for row in test:
            others = [other for other in test if y[other] != y[row]]
            apart = (scores[row] - scores[others]) * (1 if y[row] else -1)
            in_order = np.mean((apart > 0) + (apart == 0) / 2)
            assert moved[row] == pytest.approx((in_order - auc) / (y[test] == y[row]).sum() / 2)


def test_the_squares_of_what_rows_move_are_the_variance_of_the_difference_of_two_aucs():
    rng, apart, told = np.random.default_rng(1), [], []
    y = np.arange(400) % 4 == 0
    outer = [(np.setdiff1d(np.arange(400), part), part) for part in np.split(np.arange(400), 5)]
    for _ in range(400):
        shared = rng.normal(size=400) + y
        both = [shared + rng.normal(size=400), shared + 0.5 * rng.normal(size=400)]
        one, other = ([area_under_curve(s[t], y[t]) for _, t in outer] for s in both)
        apart.append(np.mean(one) - np.mean(other))
        moved = [influence(scores, y, outer) for scores in both]
        told.append(np.square(moved[0] - moved[1]).sum())
    assert np.mean(told) == pytest.approx(np.var(apart), rel=0.2)


def test_a_class_with_fewer_rows_than_folds_is_told(table):
    y = np.zeros(30, dtype=bool)
    y[:4] = True
    with pytest.raises(DataError, match="needs 5 rows of each class, and the smaller class has 4"):
        splits(y, 5, seed=0)


def test_progress_is_told_fold_by_fold(table):
    X, y = table
    told = []
    kernels = [parse("linear"), parse("mC(2)")]
    judge(kernels, [X] * 4, y, splits(y, 4, 0), Inner((1.0,)), told.append)
    assert told == pytest.approx([i / 8 for i in range(1, 9)])


def test_parts_at_a_time_give_the_same_answer(table):
    X, y = table
    outer = splits(y, 4, seed=0)
    alone = judge([parse("mDNF(2,2)")], [X] * 4, y, outer, Inner(COSTS))
    with cores.on_cores(3, cores.Thresholds(little=0)):
        together = judge([parse("mDNF(2,2)")], [X] * 4, y, outer, Inner(COSTS))
    assert together.folds == alone.folds
    assert together.scores.tolist() == alone.scores.tolist()
