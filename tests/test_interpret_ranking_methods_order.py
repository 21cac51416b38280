"""Items in order of their scores: what differs by rounding alone is a tie, broken by place."""

import numpy as np
import pytest

from interpret.ranking.methods import beside, even, first


@pytest.mark.parametrize("seed", range(20))
def test_the_first_are_those_of_a_full_sort(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 60))
    scores, is_out = draw.integers(0, 8, n).astype(float), draw.random(n) < 0.3
    order = [i for i in np.lexsort((np.arange(n), -scores)) if not is_out[i]]
    for k in (0, 1, 5, 60):
        assert first(scores, is_out, k).tolist() == order[:k]


@pytest.mark.parametrize("seed", range(20))
def test_those_below_and_equal_are_counted(seed):
    draw = np.random.default_rng(seed)
    scores, is_out = draw.integers(0, 8, 50).astype(float), draw.random(50) < 0.3
    right = np.sort(draw.integers(0, 9, int(draw.integers(1, 9))).astype(float))
    below, equal, others = beside(scores, is_out, right)
    rest = scores[~is_out]
    assert others == len(rest)
    assert below.tolist() == [(rest < one).sum() for one in right]
    assert equal.tolist() == [(rest == one).sum() for one in right]


def test_sums_in_another_order_are_equal_and_others_are_not():
    draw = np.random.default_rng(0)
    parts = draw.normal(size=(7, 400))
    orders = np.array([parts[draw.permutation(7)].sum(axis=0) for _ in range(5)])
    assert len(np.unique(orders, axis=0)) > 1
    assert len(np.unique(even(orders.copy()), axis=0)) == 1
    scores = np.sort(draw.random((1, 1000)))
    assert even(scores.copy()) == pytest.approx(scores, abs=2.0**-30)
    assert len(np.unique(even(scores.copy()))) == 1000
    for tiny in (0.0, 1e-250):
        assert (even(np.full((1, 3), tiny)) == tiny).all()
