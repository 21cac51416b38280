"""Counts against the families themselves: a family is written out as the pairs (f(x), f(z))."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.counts import Counts, combine

families = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=7)


def counted(pairs):
    return Counts(
        len(pairs),
        sum(in_x for in_x, _ in pairs),
        sum(in_z for _, in_z in pairs),
        sum(in_x and in_z for in_x, in_z in pairs),
    )


def ands(pairs, size):
    return [
        (all(in_x for in_x, _ in chosen), all(in_z for _, in_z in chosen))
        for chosen in combinations(pairs, size)
    ]


def denied(pairs):
    return [(not in_x, not in_z) for in_x, in_z in pairs]


@given(families)
def test_inverting_counts_the_negations(pairs):
    assert ~counted(pairs) == counted(denied(pairs))


@given(families, families)
def test_adding_counts_two_families_side_by_side(pairs, others):
    assert counted(pairs) + counted(others) == counted(pairs + others)


@given(families)
def test_signed_counts_each_feature_and_its_negation(pairs):
    assert counted(pairs).signed() == counted(pairs + denied(pairs))


@given(families, st.integers(1, 9))
def test_choosing_counts_the_ands_of_so_many_features(pairs, size):
    assert counted(pairs).choose(size) == counted(ands(pairs, size))


@given(families, st.integers(1, 9))
def test_up_to_counts_the_ands_of_at_most_so_many_features(pairs, size):
    smaller = [both for k in range(1, size + 1) for both in ands(pairs, k)]
    assert counted(pairs).up_to(size) == counted(smaller)


@pytest.mark.slow
@pytest.mark.parametrize("truth", list(product((False, True), repeat=4)))
@given(families, families)
def test_every_connective_counts_one_feature_for_each_pair_of_features(truth, pairs, others):
    connected = [
        (truth[2 * f_x + g_x], truth[2 * f_z + g_z]) for f_x, f_z in pairs for g_x, g_z in others
    ]
    assert combine(truth, counted(pairs), counted(others)) == counted(connected)
