"""The Boolean kernels against their definition: every feature written out, dot products taken."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import kernels.examples
from kernels.base import FeatureKernel, FeatureSum, Kernel, Normalized, Sum
from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    Literals,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)


def examples(variables, rows=4):
    return arrays(np.uint8, (rows, variables), elements=st.integers(0, 1))


def columns(chosen, rows):
    return np.array(list(chosen), dtype=np.int64).reshape(-1, rows).T


def negated(F):
    return 1 - F


def literals(F):
    return np.hstack([F, negated(F)])


def ands(F, size):
    return columns((F[:, list(c)].all(1) for c in combinations(range(F.shape[1]), size)), len(F))


def ors(F, size):
    return columns((F[:, list(c)].any(1) for c in combinations(range(F.shape[1]), size)), len(F))


def signed(F, size):
    """Each choice of `size` features with each choice of what must be 1 and what 0: (f == sign)."""
    for chosen in combinations(range(F.shape[1]), size):
        for signs in product((0, 1), repeat=size):
            yield F[:, list(chosen)] == signs


def signed_ands(F, size):
    return columns((held.all(1) for held in signed(F, size)), len(F))


def signed_ors(F, size):
    return columns((held.any(1) for held in signed(F, size)), len(F))


def up_to(family, F, size):
    return np.hstack([family(F, k) for k in range(1, size + 1)])


def dots(F):
    return F @ F.T


SINGLE = {
    MonotoneConjunctive: ands,
    MonotoneDisjunctive: ors,
    Conjunctive: signed_ands,
    Disjunctive: signed_ors,
    MonotoneConjunctiveUpTo: lambda F, size: up_to(ands, F, size),
}


@pytest.mark.parametrize("kernel", SINGLE, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("degree", range(1, 8))
@settings(max_examples=10)
@given(examples(6))
def test_a_kernel_of_one_degree_counts_its_features_on_six_variables(kernel, degree, X):
    features = SINGLE[kernel](X, degree)
    assert (kernel(degree).exact(X) == dots(features)).all()


@given(st.integers(1, 6).flatmap(examples))
def test_variables_and_literals_count_themselves(X):
    X = X.astype(np.int64)
    assert (Variables().exact(X) == dots(X)).all()
    assert (Literals().exact(X) == dots(literals(X))).all()


@pytest.mark.parametrize("c", range(1, 5))
@pytest.mark.parametrize("d", range(1, 8))
@settings(max_examples=5)
@given(examples(4))
def test_normal_forms_count_their_formulas_on_four_variables(c, d, X):
    mDNF = MonotoneDisjunctive(d, of=MonotoneConjunctive(c))
    assert (mDNF.exact(X) == dots(ors(ands(X, c), d))).all()
    mCNF = MonotoneConjunctive(d, of=MonotoneDisjunctive(c))
    assert (mCNF.exact(X) == dots(ands(ors(X, c), d))).all()


@pytest.mark.parametrize("c", range(1, 4))
@pytest.mark.parametrize("d", range(1, 9))
@settings(max_examples=3)
@given(examples(3))
def test_normal_forms_with_negation_count_their_formulas_on_three_variables(c, d, X):
    DNF = MonotoneDisjunctive(d, of=Conjunctive(c))
    assert (DNF.exact(X) == dots(ors(signed_ands(X, c), d))).all()
    CNF = MonotoneConjunctive(d, of=Disjunctive(c))
    assert (CNF.exact(X) == dots(ands(signed_ors(X, c), d))).all()


@pytest.mark.parametrize("literals_at_most", range(1, 5))
@pytest.mark.parametrize("clauses", range(1, 6))
@settings(max_examples=2)
@given(examples(4, rows=3))
def test_kappa_star_counts_the_rules_of_up_to_so_many_clauses(clauses, literals_at_most, X):
    features = up_to(ors, up_to(ands, X, literals_at_most), clauses)
    kernel = MonotoneRules(clauses, literals_at_most)
    assert (kernel.exact(X) == dots(features)).all()


def test_kappa_star_without_limits_counts_every_monotone_rule():
    X = np.array(list(product((0, 1), repeat=3)))
    features = up_to(ors, up_to(ands, X, 3), 7)
    assert (MonotoneRules(7, 3).exact(X) == dots(features)).all()
    assert (MonotoneRules(50, 50).exact(X) == dots(features)).all()


def test_a_sum_of_families_is_a_family_and_any_other_sum_is_not():
    families = Variables() + MonotoneConjunctive(2)
    assert isinstance(families, FeatureSum)
    assert (families + Literals()).parts == (Variables(), MonotoneConjunctive(2), Literals())
    mixed = Variables().normalized() + Literals()
    assert isinstance(mixed, Sum)
    assert not isinstance(mixed, FeatureKernel)


@given(examples(4))
def test_a_kernel_over_two_families_counts_formulas_that_mix_them(X):
    X = X.astype(np.int64)
    mixed = MonotoneConjunctive(2, of=Variables() + MonotoneDisjunctive(2))
    features = ands(np.hstack([X, ors(X, 2)]), 2)
    assert (mixed.exact(X) == dots(features)).all()


def with_ones(n, *sets):
    X = np.zeros((len(sets), n), dtype=np.uint8)
    for row, ones in zip(X, sets, strict=True):
        row[list(ones)] = 1
    return X


def test_values_stay_exact_where_floating_point_gives_nothing():
    X = with_ones(240, *(range(k, k + 60) for k in (0, 1, 5, 15, 30, 60, 100)))
    K = MonotoneDisjunctive(10, of=MonotoneConjunctive(30)).normalized()(X)
    assert np.isfinite(K).all()
    assert ((K >= 0) & (K <= 1)).all()
    assert (np.diag(K) == 1).all()

    total, ones = comb(240, 30), comb(60, 30)

    def formulas(shared):  # eq. 6.14
        either = 2 * ones - comb(shared, 30)
        return comb(total, 10) - 2 * comb(total - ones, 10) + comb(total - either, 10)

    for column, shared in ((1, 59), (2, 55), (3, 45), (4, 30), (5, 0)):
        assert K[0, column] == float(Fraction(formulas(shared), formulas(60)))


def test_values_are_right_to_the_last_digits_between_rows_of_different_norms():
    X = with_ones(240, range(60), range(20, 95), range(40, 52), range(50, 240))
    kernel = MonotoneRules(clauses=10, literals=8)
    K, exact = kernel.normalized()(X), kernel.exact(X)
    for i, j in combinations(range(len(X)), 2):
        squared = Fraction(exact[i, j] ** 2, exact[i, i] * exact[j, j])
        assert abs(Fraction(K[i, j]) ** 2 / squared - 1) < Fraction(1, 2**51)


@pytest.mark.parametrize(
    ("kernel", "featureless"),
    [
        (Variables(), [[0, 0, 0, 0]]),
        (MonotoneConjunctive(3), [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 1]]),
        (MonotoneDisjunctive(2), [[0, 0, 0, 0]]),
        (MonotoneConjunctive(5), [[1, 1, 1, 1], [0, 1, 1, 0]]),
    ],
    ids=repr,
)
def test_a_row_without_features_is_similar_to_its_equals_only(kernel, featureless):
    everything = np.array(list(product((0, 1), repeat=4)))
    K = kernel.normalized()(np.array(featureless), everything)
    assert (K == [[float(row == list(other)) for other in everything] for row in featureless]).all()


def test_rows_in_any_number_and_variables_in_none():
    assert Variables()(np.zeros((0, 3)), np.ones((2, 3))).shape == (0, 2)
    assert (Variables().normalized()(np.zeros((2, 0))) == 1).all()


def test_a_table_too_large_to_hold_every_possible_count_changes_nothing(monkeypatch):
    X = (np.random.default_rng(0).random((40, 30)) < 0.4).astype(np.uint8)
    usual = MonotoneDisjunctive(3).normalized()(X)
    monkeypatch.setattr(kernels.examples, "TABLE_AT_MOST", 0)
    assert (MonotoneDisjunctive(3).normalized()(X) == usual).all()


def test_more_rows_than_memory_allows_are_told():
    with pytest.raises(MemoryError, match=r"1,000,000 × 1,000,000 pairs .* sample"):
        Variables()(np.ones((10**6, 1), dtype=np.uint8))


@pytest.mark.parametrize(
    ("X", "says"),
    [
        (np.array([0, 1]), r"\(n_examples, n_variables\); got shape \(2,\)"),
        (np.array([[0, 2]]), "0 and 1 only; got 2"),
        (np.array([[0.0, np.nan]]), "0 and 1 only; got nan"),
        (np.array([["a", "b"]]), "0 and 1 only; got 'a'"),
        (np.array([[None, 1]], dtype=object), "0 and 1 only; got None"),
    ],
)
def test_what_is_not_zeros_and_ones_is_refused(X, says):
    with pytest.raises(ValueError, match=says):
        Variables()(X)


@pytest.mark.parametrize("degree", [0, -1, 1.5, "2", True, None])
def test_a_degree_is_a_whole_number_of_at_least_one(degree):
    for make in (
        MonotoneConjunctive,
        Disjunctive,
        MonotoneConjunctiveUpTo,
        lambda degree: MonotoneRules(degree, 1),
        lambda degree: MonotoneRules(1, degree),
    ):
        with pytest.raises(ValueError, match="whole number of at least 1; got"):
            make(degree)


def test_values_beyond_float64_are_refused_and_normalised_ones_are_not():
    X = with_ones(240, range(60), range(30, 90))
    kernel = MonotoneRules(clauses=40, literals=30)
    with pytest.raises(ValueError, match=r"must fit a float64.*normalized\(\)"):
        kernel(X)
    assert kernel.exact(X)[0, 0] > 10**308
    assert np.isfinite(kernel.normalized()(X)).all()


def test_a_kernel_with_irrational_values_has_no_exact_ones():
    kernel: Kernel = Variables().normalized()
    assert isinstance(kernel, Normalized)
    for irrational in (kernel, kernel + Literals()):
        assert not irrational.is_exact
        with pytest.raises(TypeError, match="irrational"):
            irrational.exact(np.zeros((1, 2)))
