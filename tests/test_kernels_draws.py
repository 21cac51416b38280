"""Rows drawn by class: exactly as many as asked for, in their shares, and some of every class."""

from dataclasses import astuple
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.reading import read_table
from interpret.fit.sample import LEAST, Sample
from interpret.row_limits import ROWS
from kernels.draws import quotas, stratified

CAPS = astuple(ROWS)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6), st.integers(0, 90), st.integers(0, 12))
def test_quotas_are_shares_that_add_up_and_leave_no_class_short(sizes, n, least):
    of, total, sizes = quotas(np.array(sizes), n, least), sum(sizes), np.array(sizes)
    floor = np.minimum(sizes, least)
    assert (of >= floor).all()
    assert (of <= sizes).all()
    assert of.sum() == max(min(n, total), floor.sum())
    if not (of == floor).any() and total:
        shares = [Fraction(min(n, total) * int(size), total) for size in sizes]
        assert all(abs(got - share) < 1 for got, share in zip(of.tolist(), shares, strict=True))


def test_what_a_rare_class_gets_beyond_its_share_comes_from_the_largest():
    assert quotas(np.array([11_992, 8]), 1500, 10).tolist() == [1492, 8]
    assert quotas(np.array([9000, 900, 100, 0]), 1000, 50).tolist() == [860, 90, 50, 0]
    assert quotas(np.array([5, 5]), 3, 10).tolist() == [5, 5]


@pytest.mark.parametrize("cap", [*dict.fromkeys(CAPS), 10_000])
@pytest.mark.parametrize("rare", [0, 1, 2, 3, 11, 0.3])
@pytest.mark.parametrize("beside", [-1, 0, 1, 2, 5000])
def test_around_every_cap_so_many_rows_are_drawn_whatever_the_classes(cap, rare, beside):
    n = cap + beside
    y = np.arange(n) < (rare if isinstance(rare, int) else int(rare * n))
    rows = stratified(y, cap, np.random.default_rng(1), LEAST)
    assert len(rows) == min(n, cap)
    assert (np.diff(rows) > 0).all()
    assert y[rows].sum() >= min(LEAST, y.sum())
    assert rows.tolist() == stratified(y, cap, np.random.default_rng(1), LEAST).tolist()
    if beside < 1:
        assert len(rows) == n


def sample_of(y, counting=None):
    cells = "\n".join("ab"[i % 2] + ",?" for i in range(len(y)))
    return Sample.of(read_table(f"x,class\n{cells}".encode(), "t.csv"), ("x",), y, counting)


@pytest.mark.parametrize("counting", [None, "balanced", {True: 5.0, False: 0.5}])
@pytest.mark.parametrize(("n", "rare"), [(1501, 500), (12_000, 8), (7000, 2), (40_000, 12)])
def test_classes_drawn_beyond_their_share_count_for_their_share(n, rare, counting):
    sample = sample_of(np.arange(n) % (n // rare) == 0, counting)
    some = sample.drawn(1500, 0)
    assert len(some) == 1500
    assert some.y.sum() >= min(LEAST, sample.y.sum())
    whole, few = (one.each[one.y].sum() / one.each.sum() for one in (sample, some))
    as_if_by_rows = 1 / 1500 * sample.each.max() / sample.each.min()
    assert abs(whole - few) <= as_if_by_rows
    assert some.each.sum() == pytest.approx(1500 * sample.each.mean(), rel=as_if_by_rows)
    assert sample.drawn(n, 0) is sample
