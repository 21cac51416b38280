"""margin on problems where libsvm alone is wrong, ends early or takes minutes."""

import json
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kernels.solve import HARD, SOFT_INSTEAD_OF_HARD, margin
from tests import gram_problems
from tests.gram_problems import KAPPA_STAR, KERNELS, LINEAR, MDNF, PAIRS, check, one_hot, some

monks_2, tic_tac_toe = gram_problems.monks_2, gram_problems.tic_tac_toe


@pytest.mark.parametrize("C", [1.0, 16.0, HARD])
def test_rows_in_any_order_have_the_same_optimum_and_it_is_proven(monks_2, C):
    """libsvm starts elsewhere for each order, and stops at another tolerance."""
    X, y = some(*monks_2, seed=0, share=0.4)
    found = []
    for seed in range(4):
        order = np.random.default_rng(seed).permutation(len(y))
        K = MDNF(X[order])
        answer = margin(K, y[order], C)
        check(answer, K, y[order])
        assert answer.gap <= 1e-9
        found.append(answer.lower)
    assert found == pytest.approx([found[0]] * 4, rel=1e-8)


def test_a_loose_gap_is_met_and_its_bounds_hold_the_optimum(tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.4)
    K = KAPPA_STAR(X)
    for C in (1.0, 64.0, HARD):
        answer, exact = margin(K, y, C, gap=1e-2), margin(K, y, C)
        check(answer, K, y)
        assert answer.gap <= 1e-2
        assert answer.lower * (1 - 1e-9) <= exact.lower <= exact.upper
        assert exact.lower <= answer.upper * (1 + 1e-9)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_equal_rows_of_both_classes_never_run_away(kernel, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.3)
    X, y = np.vstack([X, X[:9]]), np.concatenate([y, -y[:9]])
    check_soft(margin(kernel(X), y))


def check_soft(answer):
    """No hard margin is there, which is proven, and the soft one in its place is optimal."""
    assert not answer.separable
    assert answer.C == SOFT_INSTEAD_OF_HARD
    assert answer.alpha.max() == answer.C
    assert answer.gap <= 1e-9


def test_that_many_rows_have_no_hard_margin_is_found():
    draw = np.random.default_rng(0)
    X, y = draw.integers(0, 2, (2100, 6)), draw.choice([-1.0, 1.0], 2100)
    answer = margin(LINEAR(X), y, gap=1e-2)
    assert not answer.separable
    assert answer.C == SOFT_INSTEAD_OF_HARD
    assert answer.gap <= 1e-2


@pytest.mark.parametrize("flipped", [0.0, 0.05])
def test_monks_2_with_pairs_is_solved(monks_2, flipped):
    """C = 1e10 at a tolerance of 1e-6 keeps libsvm busy for minutes here."""
    X, y = some(*monks_2, seed=0, flipped=flipped)
    answer = margin(PAIRS(X), y)
    assert answer.gap <= 1e-9
    assert answer.separable == (flipped == 0)


@pytest.mark.parametrize("flipped", [0.0, 0.05])
def test_a_linear_machine_that_cannot_separate_is_a_soft_one(tic_tac_toe, flipped):
    X, y = some(*tic_tac_toe, seed=0, flipped=flipped)
    check_soft(margin(LINEAR(X), y))


def test_a_table_with_conflicting_rows_as_published(shared_data):
    recipe = json.loads((shared_data / "thesis-recipes.json").read_text())["primary-tumor"]
    X, y = one_hot(shared_data / recipe["file"], recipe["positive"], recipe["drop_columns"])
    for kernel in KERNELS:
        check_soft(margin(kernel(X), y))


def test_libsvm_that_ends_early_warns_no_thread():
    X = np.random.default_rng(3).integers(2, size=(300, 12)).astype(np.uint8)
    K, y = LINEAR(X), np.where(np.arange(300) % 2, 1.0, -1.0)
    with ThreadPoolExecutor(4) as threads, warnings.catch_warnings():
        warnings.simplefilter("error")
        found = [*threads.map(lambda _: margin(K, y, HARD).separable, range(8))]
    assert found == [False] * 8
