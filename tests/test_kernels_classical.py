"""The classical kernels against their definition."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from kernels.boolean import MonotoneConjunctive, Variables
from kernels.catalog import parse
from kernels.classical import (
    NORMAL_FORMS,
    RBF,
    AllSubsets,
    AverageNormalForm,
    ConjunctiveUpTo,
    Polynomial,
    SadoharaDNF,
    SadoharaMonotoneDNF,
    Tanimoto,
    ZhangDNF,
    ZhangMonotoneDNF,
)

EVERY = np.array(list(product((0, 1), repeat=5)), dtype=np.uint8)


def some(n):
    return arrays(np.uint8, (4, n), elements=st.integers(0, 1))


def monotone_ands(X, sizes):
    """Every AND of so many variables, as (size, column of truth values)."""
    for k in sizes:
        for chosen in combinations(range(X.shape[1]), k):
            yield k, X[:, list(chosen)].all(axis=1)


def signed_ands(X, sizes):
    for k in sizes:
        for chosen in combinations(range(X.shape[1]), k):
            for signs in product((0, 1), repeat=k):
                yield k, (X[:, list(chosen)] == signs).all(axis=1)


def counted(features, weight=lambda k: 1):
    """How many formulas hold in both of two rows, each by the weight of its size."""
    of_size = {}
    for k, f in features:
        of_size[k] = of_size.get(k, 0) + np.outer(f, f).astype(int)
    return sum(weight(k) * pairs.astype(object) for k, pairs in of_size.items())


@pytest.mark.parametrize(
    ("kernel", "features"),
    [
        (AllSubsets(), lambda X: monotone_ands(X, range(6))),
        (SadoharaMonotoneDNF(), lambda X: monotone_ands(X, range(1, 6))),
        (SadoharaDNF(), lambda X: signed_ands(X, range(1, 6))),
        *(
            (ConjunctiveUpTo(d), lambda X, d=d: signed_ands(X, range(1, min(d, 5) + 1)))
            for d in range(1, 8)
        ),
    ],
    ids=lambda own: getattr(own, "__name__", repr(own)),
)
def test_a_kernel_counts_its_formulas_of_five_variables(kernel, features):
    own = list(features(EVERY))
    assert (kernel.exact(EVERY) == counted(own)).all()
    pairs = kernel.features(Variables().features(counts_of(EVERY[7], EVERY[21])))
    held = [(f[7], f[21]) for _, f in own]
    assert pairs.total == len(own)
    assert (pairs.in_x, pairs.in_z) == (sum(x for x, _ in held), sum(z for _, z in held))


def counts_of(x, z):
    from kernels.counts import Counts

    return Counts(len(x), int(x.sum()), int(z.sum()), int(x @ z))


@pytest.mark.parametrize("sigma", [1, 3, Fraction(1, 3), 0.5, 0.1])
def test_zhangs_kernels_weigh_every_and_by_its_length(sigma):
    weight = lambda k: Fraction(sigma) ** k  # noqa: E731
    monotone = counted(monotone_ands(EVERY, range(1, 6)), weight)
    signed = counted(signed_ands(EVERY, range(1, 6)), weight)
    assert (ZhangMonotoneDNF(sigma).exact(EVERY) == monotone).all()
    assert (ZhangDNF(sigma).exact(EVERY) == signed).all()


@given(some(5), st.integers(1, 4), st.sampled_from([0, 1, 0.5, 3]))
def test_the_polynomial_kernel_is_scikit_learns_and_counts_monomials(X, p, offset):
    theirs = polynomial_kernel(X.astype(float), degree=p, gamma=1, coef0=offset)
    assert Polynomial(p, offset)(X) == pytest.approx(theirs)
    columns = [*X.T.astype(object), *([np.ones(4, dtype=object)] if offset == 1 else [])]
    if offset in (0, 1):
        monomials = [np.prod(np.array(chosen), axis=0) for chosen in product(columns, repeat=p)]
        own = sum((np.outer(m, m) for m in monomials), np.zeros((4, 4), dtype=object))
        assert (Polynomial(p, offset).exact(X) == own).all()


@given(some(6), st.sampled_from([1e-4, 0.1, 1.0, 1000.0]))
def test_the_rbf_kernel_is_scikit_learns(X, gamma):
    assert RBF(gamma)(X) == pytest.approx(rbf_kernel(X.astype(float), gamma=gamma))


def test_tanimoto_is_the_shared_part_of_two_sets():
    sets = [set(np.flatnonzero(x).tolist()) for x in EVERY]
    K = Tanimoto().exact(EVERY)
    for i, a in enumerate(sets):
        for j, b in enumerate(sets):
            assert K[i, j] == (Fraction(len(a & b), len(a | b)) if a | b else 1)


@pytest.mark.parametrize("form", NORMAL_FORMS)
@settings(max_examples=5)
@given(some(5))
def test_the_average_is_the_mean_of_the_normalised_kernels_of_all_degrees(form, X):
    average = AverageNormalForm(form, 3, 2)
    parts = [NORMAL_FORMS[form](i, j).normalized()(X) for i in (1, 2, 3) for j in (1, 2)]
    assert average(X) == pytest.approx(np.mean(parts, axis=0))
    assert average.normalized() == average


def test_values_stay_exact_where_floats_fail():
    X = np.ones((2, 1100), dtype=np.uint8)
    X[1, 1090:] = 0
    assert SadoharaDNF().exact(X)[0, 1] == 2**1090 - 1
    assert ZhangDNF(0.1).normalized()(X)[0, 1] == pytest.approx(1.1**-10)
    assert AllSubsets().normalized()(X)[0, 1] == 2.0**-5
    with pytest.raises(ValueError, match="must fit a float64"):
        AllSubsets()(X)


def test_a_sum_of_kernels_is_exact_where_its_parts_are():
    rational = Polynomial(2, 0.5) + Tanimoto()
    assert rational.is_exact
    expected = Fraction(3, 2) ** 2 + Fraction(1, 2)
    assert rational.exact(EVERY)[1, 3] == expected  # one value against that and another
    assert not (rational + RBF(0.5)).is_exact
    assert (rational + RBF(0.5))(EVERY)[1, 3] == pytest.approx(float(expected) + exp(-0.5))
    with pytest.raises(TypeError, match="irrational"):
        (rational + RBF(0.5)).exact(EVERY)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: RBF(0), "gamma must be a positive number; got 0"),
        (lambda: ZhangDNF(-1), "sigma must be a positive number; got -1"),
        (lambda: Polynomial(0, 1), "degree must be a whole number"),
        (lambda: AverageNormalForm("XNF", 1, 1), "form must be one of mDNF, DNF, mCNF, CNF"),
        (lambda: AverageNormalForm("DNF", 0, 1), "outer must be"),
    ],
)
def test_parameters_that_make_no_kernel_are_refused(make, says):
    with pytest.raises(ValueError, match=says):
        make()


def test_the_names_of_chapter_four_are_those_of_chapter_six():
    X = EVERY
    anova = np.array(
        [[comb(int(x.astype(int) @ z), 2) for z in X] for x in X], dtype=object
    )  # eq. 4.29
    assert parse("ANOVA(2)") == MonotoneConjunctive(2).normalized()
    assert (MonotoneConjunctive(2).exact(X) == anova).all()
    upto = parse("d_mDNF(2)")(X[[7, 21, 31]])
    k = lambda s: s + comb(s, 2)  # noqa: E731
    assert upto[0, 2] == pytest.approx(k(3) / sqrt(k(3) * k(5)))  # eq. 4.25
