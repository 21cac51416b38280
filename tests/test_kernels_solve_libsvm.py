"""margin where libsvm is wrong, ends early or never."""

import json
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kernels import solve
from kernels.solve import HARD, SOFT_INSTEAD_OF_HARD, margin
from tests import gram_problems
from tests.gram_problems import KAPPA_STAR, KERNELS, LINEAR, MDNF, PAIRS, check, one_hot, some

monks_2, tic_tac_toe = gram_problems.monks_2, gram_problems.tic_tac_toe


def test_the_certificate_decides_and_not_libsvm(monkeypatch, monks_2):
    """From any start, good or bad, the active set ends at the same optimum and proves it."""
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    right = {C: margin(K, y, C).lower for C in (1.0, 16.0, HARD)}
    draw = np.random.default_rng(0)
    for start in (np.zeros(len(y)), np.ones(len(y)), 1e6 * draw.random(len(y))):
        monkeypatch.setattr(solve, "_libsvm", lambda *asked, start=start: start.copy())
        for C, optimum in right.items():
            answer = margin(K, y, C)
            check(answer, K, y)
            assert answer.gap <= 1e-9
            assert answer.lower == pytest.approx(optimum, rel=1e-8)


def test_a_bad_answer_is_not_called_good(monkeypatch, monks_2):
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    optimum = margin(K, y, 4.0).lower
    monkeypatch.setattr(solve, "ascend", lambda dual, alpha: iter(()))
    monkeypatch.setattr(solve, "_libsvm", lambda K, y, *asked: np.arange(len(y)) % 3.0)
    poor = margin(K, y, 4.0)
    check(poor, K, y)
    assert poor.lower < 0.99 * optimum < 1.01 * optimum < poor.upper


def test_much_work_that_does_not_halve_a_small_gap_is_the_last(monkeypatch, monks_2):
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    near = margin(K, y, 4.0).alpha * (1 - 1e-7)
    taken = []
    monkeypatch.setattr(solve, "_libsvm", lambda *asked: near.copy())
    monkeypatch.setattr(solve, "ascend", lambda *asked: (taken.append(1) or near for _ in range(9)))
    monkeypatch.setattr(solve, "WORK", 0.0)
    answer = margin(K, y, 4.0)
    check(answer, K, y)
    assert 1e-9 < answer.gap < solve.LITTLE
    assert len(taken) == 1


def test_a_loose_gap_is_met_without_the_active_set(monkeypatch, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.4)
    monkeypatch.setattr(solve, "ascend", None)
    for C in (1.0, 64.0, HARD):
        answer = margin(KAPPA_STAR(X), y, C, gap=1e-2)
        assert 1e-9 < answer.gap <= 1e-2


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_equal_rows_of_both_classes_never_run_away(kernel, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.3)
    X, y = np.vstack([X, X[:9]]), np.concatenate([y, -y[:9]])
    start = time.process_time()
    answer = margin(kernel(X), y)
    assert time.process_time() - start < 0.5
    assert not answer.separable
    assert answer.C == SOFT_INSTEAD_OF_HARD
    assert answer.alpha.max() == answer.C
    assert answer.gap <= 1e-9


def test_that_there_is_no_hard_margin_is_proven_by_few_iterations(monkeypatch):
    asked, libsvm = [], solve._libsvm

    def counted(K, y, C, c, tolerance, limit):
        asked.append((C, limit))
        return libsvm(K, y, C, c, tolerance, limit)

    draw = np.random.default_rng(0)
    X, y = draw.integers(0, 2, (2100, 6)), draw.choice([-1.0, 1.0], 2100)
    monkeypatch.setattr(solve, "_libsvm", counted)
    assert not margin(LINEAR(X), y, gap=1e-2).separable
    assert asked == [(HARD, 20_000), (SOFT_INSTEAD_OF_HARD, 210_000)]


def seconds(K, y, C=HARD):
    start = time.process_time()
    answer = margin(K, y, C)
    return time.process_time() - start, answer


def test_monks_2_with_pairs_takes_no_time(monks_2):
    """C = 1e10 at a tolerance of 1e-6 keeps libsvm busy for minutes here."""
    for flipped in (0.0, 0.05):
        X, y = some(*monks_2, seed=0, flipped=flipped)
        took, answer = seconds(PAIRS(X), y)
        assert took < 0.3
        assert answer.gap <= 1e-9
        assert answer.separable == (flipped == 0)


def test_a_linear_machine_that_cannot_separate_takes_no_time(tic_tac_toe):
    for flipped in (0.0, 0.05):
        X, y = some(*tic_tac_toe, seed=0, flipped=flipped)
        took, answer = seconds(LINEAR(X), y)
        assert took < 1.5
        assert not answer.separable
        assert answer.gap <= 1e-9


def test_a_table_with_conflicting_rows_as_published(shared_data):
    recipe = json.loads((shared_data / "thesis-recipes.json").read_text())["primary-tumor"]
    X, y = one_hot(shared_data / recipe["file"], recipe["positive"], recipe["drop_columns"])
    for kernel in KERNELS:
        took, answer = seconds(kernel(X), y)
        assert took < 0.5
        assert not answer.separable
        assert answer.C == SOFT_INSTEAD_OF_HARD
        assert answer.gap <= 1e-9


def test_libsvm_that_ends_early_warns_no_thread():
    X = np.random.default_rng(3).integers(2, size=(300, 12)).astype(np.uint8)
    K, y = LINEAR(X), np.where(np.arange(300) % 2, 1.0, -1.0)
    with ThreadPoolExecutor(4) as threads, warnings.catch_warnings():
        warnings.simplefilter("error")
        found = [*threads.map(lambda _: margin(K, y, HARD).separable, range(8))]
    assert found == [False] * 8
