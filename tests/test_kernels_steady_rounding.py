"""The grid: sums on it are exact in any order, and rounding noise falls away."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.steady import decided, on_grid

AMOUNTS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=300)


@given(AMOUNTS, st.randoms(use_true_random=False))
def test_sums_are_exact_in_any_order(amounts, random):
    own = on_grid(np.array(amounts))
    places = list(range(len(own)))
    random.shuffle(places)
    assert own.sum() == own[places].sum() == sum(own.tolist()) == float(np.ones(len(own)) @ own)
    subset = np.array([random.random() < 0.5 for _ in own])
    assert own[subset].sum() + own[~subset].sum() == own.sum()


@given(AMOUNTS)
def test_what_is_rounded_is_near_and_stays(amounts):
    own = np.array(amounts)
    rounded = on_grid(own)
    assert np.abs(rounded - own).max() <= np.abs(own).max() * 2.0**-35
    assert (on_grid(rounded, np.abs(own).max()) == rounded).all()


@pytest.mark.parametrize("largest", [1.0, 0.25, 1.5, 3.0, 16.0, 1 / 3])
def test_noise_falls_away_even_where_the_largest_value_has_it(largest):
    rng = np.random.default_rng(0)
    own = largest * rng.integers(-8, 9, 200) / 8
    own[0] = largest
    noisy = own * (1 + rng.normal(0, 1e-15, 200)) + rng.normal(0, 1e-16, 200)
    assert (on_grid(noisy) == on_grid(own)).all()


def test_nothing_and_infinity_are_left_alone():
    assert on_grid(np.zeros(3)).tolist() == [0, 0, 0]
    assert on_grid(np.zeros(0)).tolist() == []
    assert on_grid(np.array([np.inf, 1.0])).tolist() == [np.inf, 1]


def test_a_decision_within_rounding_of_none_is_none():
    assert decided(np.array([1e-13, -1e-13, 1 + 1e-14])).tolist() == [0, 0, 1]
    assert not np.signbit(decided(np.array([-1e-13]))).any()
