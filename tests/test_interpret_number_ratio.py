"""The intervals of how well numbers are predicted, on rows of which some lie far out."""

from functools import partial

import numpy as np
import pytest

from interpret.number.judged import judged, ratio_ends
from interpret.shares import independent

KINDS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "five degrees": lambda rng, n: rng.standard_t(5, n),
    "three degrees": lambda rng, n: rng.standard_t(3, n),
    "long to one side": lambda rng, n: rng.lognormal(size=n) - np.exp(0.5),
}


def drawn(rng, n, kind):
    """A number and what a true sum of conditions says of it."""
    said = 2.0 * rng.integers(0, 3, n) + 4 * (rng.random(n) < 0.3)
    return said + 1.5 * KINDS[kind](rng, n), said


@pytest.mark.parametrize("size", [1, 5])
def test_nearly_every_interval_covers_what_fresh_rows_show(size):
    """Of 240 answers on 40 to 160 unseen rows, judged on 10,000 fresh rows each, 93 % at least;
    size: how often each row stands there, in a group of its own."""
    covers = {"explained": [], "error": []}
    for number in range(240):
        rng, kind = np.random.default_rng([number, size]), [*KINDS][number % len(KINDS)]
        mean = drawn(rng, 300, kind)[0].mean()
        y, said = drawn(rng, (40, 80, 160)[number % 3], kind)
        groups = np.repeat(np.arange(len(y)), size)
        found = judged(y[groups], said[groups], mean, number, groups)
        fresh, told = drawn(rng, 10_000, kind)
        true = {
            "explained": 1 - ((fresh - told) ** 2).sum() / ((fresh - mean) ** 2).sum(),
            "error": np.abs(fresh - told).mean(),
        }
        for name in covers:
            estimate = getattr(found, name)
            assert estimate.low <= estimate.value <= estimate.high
            covers[name].append(estimate.low <= true[name] <= estimate.high)
    assert all(np.mean(one) >= 0.93 for one in covers.values()), independent(
        *map(sum, covers.values())
    )


def test_copies_of_rows_in_one_group_change_no_interval():
    y, said = drawn(np.random.default_rng(0), 50, "normal")
    groups = np.repeat(np.arange(50), 4)
    alone, copied = judged(y, said, 3.0), judged(y[groups], said[groups], 3.0, groups=groups)
    for name in ("explained", "error"):
        one, other = getattr(alone, name), getattr(copied, name)
        assert (one.low, one.value, one.high) == pytest.approx((other.low, other.value, other.high))
    assert copied.rows == 200


def test_of_rows_without_tails_the_interval_is_hardly_wider_than_that_of_plain_resampling():
    ratios = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        above, below = rng.random(120), 3 + rng.random(120)
        low, high = ratio_ends(above, below, seed)
        rows = rng.integers(0, 120, (500, 120))
        plain = np.percentile(above[rows].sum(axis=1) / below[rows].sum(axis=1), (2.5, 97.5))
        ratios.append((high - low) / np.diff(plain)[0])
        assert low < above.sum() / below.sum() < high
    assert np.mean(ratios) < 1.3


@pytest.mark.parametrize("n", [1, 2, 3])
def test_of_few_rows_and_of_rows_predicted_exactly_there_is_an_interval(n):
    ends = partial(ratio_ends, seed=0)
    assert ends(np.zeros(n), np.ones(n)) == (0, 0)
    low, high = ends(np.arange(n) + 1.0, np.ones(n))
    assert 0 <= low <= (n + 1) / 2 <= high < np.inf
    assert ends(np.arange(n) * 1.0, np.ones(n) * 0.5)[0] >= 0
    again = ends(np.arange(n) + 1.0, np.ones(n))
    assert (low, high) == again
