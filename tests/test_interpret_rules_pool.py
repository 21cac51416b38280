"""The compiled loops and the pool against plain Python, on small problems."""

from dataclasses import replace
from itertools import combinations
from math import inf

import numpy as np
import pytest

from interpret.rules.exchange import Packed, rows_of, shortened
from interpret.rules.pool import Pool, leaves
from interpret.rules.pricing import Effort, as_integers, good_clauses
from tests.small_rules import all_clauses, best, problem

MANY = range(80)


def near(asked):
    """What may be rounding in a sum of the problem's weights."""
    return 1e-8 * max(1.0, float(np.abs(asked.weights).sum()))


def started(seed):
    """A small problem, and any rule whose clauses keep the language."""
    asked, rng = problem(seed), np.random.default_rng(seed)
    clauses = all_clauses(asked.single_tests, 3)
    picked = rng.permutation(len(clauses))[: rng.integers(0, 6)]
    return asked, [clauses[i] for i in picked]


def test_whole_weights_are_the_weights_to_fifty_bits_and_their_sums_are_exact():
    for seed in MANY:
        weights = problem(seed).weights * 10.0 ** (seed % 9 - 4)
        exact, unit = as_integers(weights)
        assert np.abs(exact * unit - weights).max() <= unit / 2
        assert np.abs(exact).sum() <= 2**50 + len(weights)
    assert as_integers(np.array([1.0, -1.0, 0.5]))[0].tolist() == [2**48, -(2**48), 2**47]
    assert as_integers(np.zeros(3))[0].tolist() == [0, 0, 0]


def test_atoms_of_the_grid_give_back_what_each_test_covers():
    for seed in MANY:
        single = problem(seed).single_tests
        for tests in (single, replace(single, cells=None)):
            grid = tests.grid
            for test, covered in enumerate(single.covers):
                accepted = grid.atoms[grid.starts[test] : grid.starts[test + 1]]
                cells = grid.cells[:, grid.attribute[test]]
                assert np.isin(cells, accepted).tolist() == covered.tolist(), (seed, test)


def test_what_a_beam_finds_is_worth_more_than_the_floor_and_each_level_has_its_best():
    exactly = 0
    for seed in MANY:
        asked = problem(seed)
        weights, unit = as_integers(asked.weights)
        costs = asked.price / unit * asked.single_tests.sizes.astype(float)
        found = good_clauses(asked, weights, costs, asked.price / unit, Effort(inf))
        for clause in found:
            value = weights[asked.single_tests.coverage(clause)].sum() - costs[list(clause)].sum()
            assert value > 0, seed
            pairs = combinations(clause, 2)
            assert all(asked.single_tests.compatible.pair(*pair) for pair in pairs), seed
            assert len(clause) <= asked.literals
        single = [
            float(weights[covered].sum()) - cost
            for covered, cost in zip(asked.single_tests.covers, costs, strict=True)
        ]
        if max(single) > 0:
            (top,) = found[0]
            exactly += single[top] == max(single)
    assert exactly > 20


def test_rows_of_clauses_and_the_pool_agree_with_the_candidates():
    for seed in MANY:
        asked = problem(seed)
        pool = Pool(asked, Effort(inf))
        pairs = [(t,) for t in range(len(asked.single_tests.tests))]
        places = pool.add(pairs)
        for place in places:
            for price in (0.0, 0.7):
                expected = replace(asked, price=price).objective([pool.clauses[place]])
                assert pool.objective([place], price) == pytest.approx(expected, abs=1e-9)
        packed = np.array(pairs, dtype=np.int32)
        starts, rows = rows_of(
            asked.single_tests.covers, Packed(packed, np.ones(len(pairs), dtype=np.int64))
        )
        for at, covered in enumerate(asked.single_tests.covers):
            assert rows[starts[at] : starts[at + 1]].tolist() == np.flatnonzero(covered).tolist()


def test_no_exchange_that_pays_is_left():
    for seed in MANY:
        asked = problem(seed)
        pool = Pool(asked, Effort(inf))
        pool.add([(t,) for t in range(len(asked.single_tests.tests))])
        rule = pool.choose([], asked.price)
        reached, everything = pool.objective(rule, asked.price), range(len(pool.clauses))
        assert len(rule) <= asked.clauses
        others = [[own for own in rule if own != one] for one in rule]
        others += [[*rest, new] for rest in others for new in everything if new not in rest]
        others += [[*rule, new] for new in everything if new not in rule]
        for other in others:
            if len(other) <= asked.clauses:
                assert pool.objective(other, asked.price) <= reached + near(asked), (seed, other)


def test_a_shortened_rule_is_no_worse_and_keeps_the_limit():
    for seed in MANY:
        asked = problem(seed)
        tests = range(len(asked.single_tests.tests))
        pair = asked.single_tests.compatible.pair
        clauses = [c for c in combinations(tests, 2) if pair(*c)][:6]
        if not clauses:
            continue
        pool = Pool(asked, Effort(inf))
        rule = pool.fitted(clauses, asked.price)
        assert all(len(clause) <= asked.literals for clause in pool.rule(rule))
        if asked.literals >= 2:
            before = asked.objective(clauses)
            assert pool.objective(rule, asked.price) >= before - near(asked), seed
    kept, lengths = shortened(
        np.array([[True, False], [True, True]]),
        np.array([3, 2], dtype=np.int64),
        np.array([1.0, 1.0]),
        Packed(np.array([[0, 1]], dtype=np.int32), np.array([2], dtype=np.int64)),
        2,
        1e-9,
    )
    assert kept[0, : lengths[0]].tolist() == [1]  # the test that fails on a row worth covering


def shortened_by_hand(covers, weights, costs, clauses, limit, least):
    """The clauses from the last to the first, each without the test that gains most, anew."""
    clauses = [[*clause] for clause in clauses]
    for place in reversed(range(len(clauses))):
        clause = clauses[place]
        others = [covers[one].all(axis=0) for one in clauses if one is not clause]
        free = ~np.any([np.zeros(len(weights), dtype=bool), *others], axis=0)
        while len(clause) > 1:
            rest = [[test for test in clause if test != gone] for gone in clause]
            before = weights[free & covers[clause].all(axis=0)].sum()
            gains = [
                weights[free & covers[one].all(axis=0)].sum() - before + costs[gone]
                for one, gone in zip(rest, clause, strict=True)
            ]
            best = int(np.argmax(gains))
            if gains[best] < -least and len(clause) <= limit:
                break
            clause.remove(clause[best])
    return clauses


def test_the_test_whose_removal_gains_most_goes_first():
    for seed in MANY:
        rng = np.random.default_rng(seed)
        n, n_tests = int(rng.integers(1, 40)), int(rng.integers(2, 15))
        covers = rng.random((n_tests, n)) < rng.choice([0.5, 0.8, 0.95])
        weights, costs = rng.integers(-4, 5, n), rng.choice([0.0, 0.5, 1.0], n_tests)
        clauses = [
            sorted(rng.permutation(n_tests)[: rng.integers(1, n_tests + 1)].tolist())
            for _ in range(int(rng.integers(1, 6)))
        ]
        lengths = np.array([len(clause) for clause in clauses])
        packed = np.zeros((len(clauses), lengths.max()), dtype=np.int32)
        for row, clause in zip(packed, clauses, strict=True):
            row[: len(clause)] = clause
        kept, sizes = shortened(covers, weights, costs, Packed(packed, lengths), 3, 0.25)
        found = [row[:k].tolist() for row, k in zip(kept, sizes, strict=True)]
        assert found == shortened_by_hand(covers, weights, costs, clauses, 3, 0.25), seed


@pytest.mark.parametrize("effort", [0, inf])
def test_an_improved_rule_is_no_worse_keeps_the_limits_and_has_no_clause_for_nothing(effort):
    for seed in MANY:
        asked, clauses = started(seed)
        pool = Pool(asked, Effort(effort, stopped=not effort))
        fitted = pool.rule(pool.fitted(clauses, asked.price))
        assert all(1 <= len(clause) <= asked.literals for clause in fitted), seed
        better = pool.improved(clauses)
        assert len(better) <= asked.clauses, seed
        assert all(1 <= len(clause) <= asked.literals for clause in better), seed
        allowed = asked.single_tests.compatible.pair
        assert all(allowed(a, b) for clause in better for a, b in combinations(clause, 2)), seed
        reached = asked.objective(better)
        within = len(clauses) <= asked.clauses and all(len(c) <= asked.literals for c in clauses)
        assert reached >= (asked.objective(clauses) if within else 0.0) - near(asked), seed
        for clause in better:
            assert reached > asked.objective([one for one in better if one != clause]), seed
        assert effort or set(better) <= set(fitted)  # what is not priced is only shortened


def test_a_settled_rule_is_nearly_the_best():
    reached = total = 0.0
    for seed in MANY:
        asked = problem(seed)
        pool = Pool(asked, Effort(inf))
        reached += asked.objective(pool.rule(pool.settled([], asked.price)))
        total += best(asked).objective
    assert reached >= 0.99 * total


def test_the_first_split_of_the_tree_takes_most_from_the_impurity():
    for seed in MANY:
        asked = problem(seed)
        weights, _ = as_integers(asked.weights)
        if not ((weights > 0).any() and (weights < 0).any()):
            continue
        ways, depths = leaves(asked.single_tests.grid, weights, 2)
        gini = []
        for covered in asked.single_tests.covers:
            parts = [weights[covered], weights[~covered]]
            sums = [(float(p[p > 0].sum()), -float(p[p < 0].sum())) for p in parts]
            gini.append(sum(p * n / (p + n) if p + n else 0.0 for p, n in sums))
        if len(ways) and depths.min() > 0:
            first = {int(way[0]) for way in ways}
            least = {i for i, own in enumerate(gini) if own <= min(gini) * (1 + 1e-9)}
            denials = {int(asked.single_tests.grid.denials[i]) for i in least}
            assert first & (least | denials), seed
