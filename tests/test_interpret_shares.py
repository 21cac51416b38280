"""Intervals of shares: of rows that stand alone, in groups, and with weights; by enumeration."""

import ast
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from interpret.shares import (
    Share,
    design_effect,
    independent,
    mean_error,
    share_of,
    sum_ends,
    wilson,
)

MAKERS = {"shares.py", "measures.py", "spread.py"}  # they hold the effect of groups beside counts
MAKERS |= {"chances.py"}  # the least chance of a curve stands for so many rows by definition


def test_no_share_is_built_without_asking_whose_rows_they_are(root):
    """Elsewhere a share comes from share_of, which takes groups, or is said to be independent."""
    found = {
        path.name
        for folder in ("interpret", "dashboard", "rulescope", "jobs", "benchmarks")
        for path in (root / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("Share", "wilson")
    }
    assert found == MAKERS


@pytest.mark.parametrize("times", [1, 2, 10])
@pytest.mark.parametrize("k", [2, 5, 40])
def test_copies_of_rows_tell_as_much_as_the_rows(k, times):
    for hits in range(k + 1):
        alone = np.arange(k) < hits
        copied = share_of(np.repeat(alone, times), np.repeat(np.arange(k), times))
        assert copied.n == k * times
        assert copied.ends == pytest.approx(independent(hits, k).ends, abs=1e-9)
        order = np.random.default_rng(hits).permutation(k * times)
        mixed = share_of(np.repeat(alone, times)[order], np.repeat(np.arange(k), times)[order])
        assert mixed == copied
    assert share_of(np.zeros(0, dtype=bool), np.zeros(0, dtype=int)) == independent(0, 0)
    assert share_of(np.ones(4, dtype=bool), np.zeros(4, dtype=int)).ends == independent(1, 1).ends


def covered(sizes, chance):
    """How probably the interval holds the chance, over every way in which groups can be hits."""
    groups, total = np.repeat(np.arange(len(sizes)), sizes), 0.0
    for hit in product((False, True), repeat=len(sizes)):
        low, high = share_of(np.repeat(hit, sizes), groups).ends
        total += (low <= chance <= high) * float(np.prod(np.where(hit, chance, 1 - chance)))
    return total


@pytest.mark.slow
@pytest.mark.parametrize("chance", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize(
    "sizes", [(10,) * 8, (6, 9, 10, 11, 12, 13, 8, 14, 10, 7), (3, 5, 8, 10, 12, 15, 20, 22)]
)
def test_of_rows_with_weights_intervals_cover_as_of_rows_alone(sizes, chance):
    """Enumerated exactly. What Wilson's interval covers of as many rows alone is the measure."""
    k = len(sizes)
    ends = [wilson(hits / k, k) for hits in range(k + 1)]
    alone = sum(
        binom.pmf(hits, k, chance) for hits, (low, high) in enumerate(ends) if low <= chance <= high
    )
    assert covered(sizes, chance) >= min(alone, 0.95) - 0.06
    assert np.mean([covered(sizes, one) for one in (0.1, 0.3, 0.5, 0.7, 0.9)]) >= 0.94


@pytest.mark.parametrize("alike", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("k", [6, 25, 100])
def test_of_rows_in_groups_19_of_20_intervals_cover(k, alike):
    """alike: the correlation of two rows of a group."""
    rng, covers, wide, narrow, times = np.random.default_rng(k), 0, 0.0, 0.0, 400
    for number in range(times):
        chance = (0.2, 0.5, 0.8)[number % 3]
        sizes = rng.integers(1, 12, k)
        own = rng.random(k) < chance
        follows = rng.random(sizes.sum()) < np.sqrt(alike)
        hits = np.where(follows, np.repeat(own, sizes), rng.random(sizes.sum()) < chance)
        share = share_of(hits, np.repeat(np.arange(k), sizes))
        covers += share.ends[0] <= chance <= share.ends[1]
        wide += share.ends[1] - share.ends[0]
        narrow += np.diff(independent(share.hits, share.n).ends)[0]
    assert binom.cdf(covers, times, 0.95) > 0.025
    if not alike and k > 50:  # groups that say nothing hardly widen an interval
        assert wide <= 1.3 * narrow


@pytest.mark.parametrize("seed", range(5))
def test_the_effect_of_groups_is_between_that_of_rows_and_of_groups_alone(seed):
    rng = np.random.default_rng(seed)
    hits, groups = rng.random(60) < 0.5, rng.integers(0, 12, 60)
    assert design_effect(hits, None) == design_effect(hits, np.arange(60)) == 1
    _, sizes = np.unique(groups, return_counts=True)
    found = design_effect(hits, groups)
    assert 1 <= found <= round(max((sizes**2).sum() / 60, found), 9)
    assert found == pytest.approx(design_effect(~hits, groups))


def test_the_error_of_a_mean_is_that_of_groups():
    rng = np.random.default_rng(0)
    values = rng.normal(size=300)
    copied, groups = np.repeat(values, 7), np.repeat(np.arange(300), 7)
    alone = mean_error(values, None)
    assert alone == pytest.approx(values.std(ddof=1) / np.sqrt(300), rel=5e-3)
    assert mean_error(copied, groups) == pytest.approx(alone)
    assert mean_error(copied, None) < alone / 2
    assert mean_error(values[:1], None) == np.inf


@pytest.mark.parametrize(
    ("weights", "chances"), [((1, -1), (0.9, 0.8)), ((0.3, 0.7, -1), (0.9, 0.6, 0.7))]
)
def test_of_sums_and_differences_of_shares_19_of_20_intervals_cover(weights, chances):
    """Enumerated exactly over every number of hits."""
    n = 24
    true = sum(weight * chance for weight, chance in zip(weights, chances, strict=True))
    total = 0.0
    for hits in product(range(n + 1), repeat=len(weights)):
        low, high = sum_ends(
            [(weight, Share(hit, n)) for weight, hit in zip(weights, hits, strict=True)]
        )
        if low <= true <= high:
            total += float(
                np.prod([binom.pmf(h, n, c) for h, c in zip(hits, chances, strict=True)])
            )
    assert total >= 0.94
