"""Shared ones by words of 64 variables, beside the plain product that they stand for."""

import numpy as np
import pytest

from kernels import examples
from kernels.boolean import MonotoneConjunctive
from kernels.examples import counted, words
from kernels.shared import AT_ONCE, gathered, look_up, mark


@pytest.mark.parametrize("n_variables", [1, 7, 63, 64, 65, 255, 256, 300, 600])
def test_shared_ones_are_those_of_the_product(n_variables):
    rng = np.random.default_rng(n_variables)
    X, Z = (rng.random((n, n_variables)) < 0.4 for n in (9, 13))
    both = X.astype(int) @ Z.T.astype(int)
    of_x, of_z = (rng.integers(0, 50, n).astype(np.uint64) for n in (9, 13))
    places = both + of_x[:, None].astype(int) + of_z.astype(int)
    x, z = words(X), np.ascontiguousarray(words(Z).T)
    occurs = np.zeros(places.max() + 1, dtype=bool)
    mark(x, z, of_x, of_z, occurs)
    assert np.flatnonzero(occurs).tolist() == np.unique(places).tolist()
    table, found = rng.random(len(occurs)), np.zeros(both.shape)
    look_up(x, z, of_x, of_z, table, found)
    assert (found == table[places]).all()


@pytest.mark.parametrize("n", [AT_ONCE - 1, AT_ONCE, 2 * AT_ONCE + 1])
def test_more_pairs_than_are_summed_at_once(n):
    X = np.random.default_rng(n).integers(0, 2, (n, 70), dtype=np.uint8)
    pairs, codes = counted(X[:3], X)
    both = np.array([own.both for own in pairs])[codes]
    in_z = np.array([own.in_z for own in pairs])[codes]
    assert (both == X[:3].astype(int) @ X.T).all()
    assert (in_z == X.sum(axis=1)).all()


@pytest.mark.parametrize("codes", [np.uint8, np.uint16, np.int32, np.intp])
def test_a_table_is_looked_up_by_codes_of_any_size(codes):
    rng = np.random.default_rng(0)
    table, own = rng.random(100), rng.integers(0, 100, (5, 7)).astype(codes)
    found = np.zeros((5, 7))
    gathered(table, own, found)
    assert (found == table[own]).all()


@pytest.mark.parametrize("n", [1, 8, 13, AT_ONCE + 5])
def test_weighed_values_are_those_of_the_matrix(n, monkeypatch):
    rng = np.random.default_rng(n)
    X, Z = (rng.integers(0, 2, (rows, 70), dtype=np.uint8) for rows in (11, n))
    kernel, weights = MonotoneConjunctive(2).normalized(), rng.normal(size=n)
    usual = kernel(X, Z) @ weights
    assert np.allclose(kernel.weighed(X, Z, weights), usual, rtol=1e-13, atol=1e-13)
    monkeypatch.setattr(examples, "TABLE_AT_MOST", 0)
    assert np.allclose(kernel.weighed(X, Z, weights), usual, rtol=1e-13, atol=1e-13)
