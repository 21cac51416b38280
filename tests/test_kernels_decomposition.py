from fractions import Fraction
from itertools import product
from math import comb, factorial

import pytest

from kernels.base import Kernel, Mixture
from kernels.boolean import MonotoneConjunctive
from kernels.classical import RBF, AllSubsets, Polynomial, Tanimoto
from kernels.counts import Counts
from kernels.decomposition import conjunctive_weights


def rebuilt(weights, both):
    return sum(weight * comb(both, s) for s, weight in enumerate(weights))


@pytest.mark.parametrize("m", [1, 4, 9])
@pytest.mark.parametrize(
    "kernel",
    [
        Polynomial(3, 0),
        Polynomial(2, 1),
        Polynomial(5, 0.5),
        Polynomial(3, 2).normalized(),
        MonotoneConjunctive(2).normalized(),
        AllSubsets(),
        Polynomial(2, 0) + MonotoneConjunctive(1),
        Mixture((Polynomial(2, 0), MonotoneConjunctive(1)), (Fraction(1, 3), 2)),
    ],
    ids=repr,
)
def test_a_rational_kernel_is_rebuilt_without_rounding(kernel, m):
    weights = conjunctive_weights(kernel, m)
    assert min(weights) >= 0
    for both in range(m + 1):
        value = kernel.value(Counts(2 * m, m, m, both))
        assert rebuilt(weights, both) == pytest.approx(value, rel=1e-15)
        if kernel.is_exact:
            assert rebuilt(weights, both) == value


def test_powers_have_the_number_of_surjections_as_weights():
    for d in range(1, 7):
        weights = conjunctive_weights(Polynomial(d, 0), 8)
        for s in range(9):
            onto = sum(set(f) == set(range(s)) for f in product(range(s), repeat=d))
            assert weights[s] == onto
    assert conjunctive_weights(Polynomial(6, 0), 6)[6] == factorial(6)


@pytest.mark.parametrize("gamma", [0.001, 0.1, 1.0])
@pytest.mark.parametrize("m", [3, 36, 60])
def test_an_rbf_kernel_is_rebuilt_to_rounding_at_any_degree(gamma, m):
    weights = conjunctive_weights(RBF(gamma), m)
    assert min(weights) > 0
    for both in range(m + 1):
        value = RBF(gamma).value(Counts(2 * m, m, m, both))
        assert rebuilt(weights, both) == pytest.approx(value, rel=1e-12)


class Apart(Kernel):
    """Falls with what two examples share."""

    def value(self, counts):
        return counts.in_x + counts.in_z - counts.both

    def __repr__(self):
        return "Apart()"


def test_what_is_no_sum_of_conjunctive_kernels_is_refused():
    with pytest.raises(ValueError, match=r"never negative .* Apart\(\) has -1 at degree 1"):
        conjunctive_weights(Apart(), 5)


def test_tanimoto_among_examples_of_one_size_is_such_a_sum():
    weights = conjunctive_weights(Tanimoto(), 5)
    assert [rebuilt(weights, t) for t in range(6)] == [Fraction(t, 10 - t) for t in range(6)]
