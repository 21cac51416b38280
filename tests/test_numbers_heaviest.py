"""The heaviest conjunctions of a tensor machine, and their certificate."""

from itertools import combinations

import numpy as np
import pytest

from interpret.numbers import machine
from interpret.numbers.on_rows import OnRows
from interpret.rules.compatible import Compatible
from interpret.rules.logic import Is
from interpret.rules.single_tests import SingleTests


def rows_of(covers, literals):
    """Tests of attributes of their own: any of them may meet."""
    n = len(covers)
    tests = tuple(Is(f"a{i}", ("yes",)) for i in range(n))
    alone = Compatible(tuple(np.zeros((1, 1), dtype=bool) for _ in range(n)))
    return OnRows(SingleTests(tests, covers, alone), np.ones(n, dtype=bool), literals, 1)


def random_problem(seed):
    random = np.random.default_rng(seed)
    n_tests, n_rows = int(random.integers(3, 8)), int(random.integers(8, 25))
    literals = int(random.integers(1, 4))
    covers = random.random((n_tests, n_rows)) < random.uniform(0.3, 0.8)
    rows = rows_of(covers, literals)
    y = random.normal(size=n_rows)
    how = machine.plan(n_rows, n_tests, min(literals, n_tests))
    learnt = machine.learnt(rows, (y - y.mean()) / y.std(), how, int(random.choice([4, 8])), 4.0, 0)
    return rows, learnt


def every_weight(rows, learnt):
    degree = learnt.plan.kernel.degree
    return {
        clause: learnt.alpha[rows.single_tests.coverage(clause)[learnt.drawn]].sum()
        ** (learnt.q - 1)
        for size in range(1, degree + 1)
        for clause in combinations(range(len(rows.single_tests.tests)), size)
    }


@pytest.mark.parametrize("block", range(10))
def test_none_is_heavier_than_the_proven_heaviest(block):
    """Against full enumeration on 200 random problems."""
    for seed in range(20 * block, 20 * block + 20):
        rows, learnt = random_problem(seed)
        weights = every_weight(rows, learnt)
        found = machine.heaviest(rows, learnt, 10)
        assert found
        assert all(own.proven for own in found)
        for own in found:
            assert own.weight == pytest.approx(weights[own.clause], rel=1e-6, abs=1e-12)
        largest, scale = max(weights.values()), max(map(abs, weights.values()))
        told = [own.weight for own in found]
        if largest > 1e-6 * scale:
            assert max(told) == pytest.approx(largest, abs=1e-6 * scale)
        if min(weights.values()) < -1e-6 * scale:
            assert min(told) == pytest.approx(min(weights.values()), abs=1e-6 * scale)


def test_ranks_go_by_weight_whatever_its_sign():
    rows, learnt = random_problem(3)
    found = machine.heaviest(rows, learnt)
    assert [own.rank for own in found] == list(range(1, len(found) + 1))
    sizes = [abs(own.weight) for own in found]
    assert sizes == sorted(sizes, reverse=True)


def test_a_longer_conjunction_has_no_weight_in_the_machine():
    rows, learnt = random_problem(0)
    longest = tuple(range(learnt.plan.kernel.degree + 1))
    assert machine.weight_of(rows, learnt, longest) is None


def test_what_cannot_be_listed_is_learnt_from_few_rows():
    few = machine.plan(5000, 20, 2)
    assert (few.way, few.rows) == ("listed", 1500)
    many = machine.plan(5000, 200, 3)
    assert (many.way, many.rows, many.of) == ("streamed", machine.FEW, 5000)
    assert many.orders == (4,)
