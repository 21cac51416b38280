from dataclasses import replace
from functools import cache
from math import inf

import numpy as np
import pytest

from interpret.rules.logic import IsNot
from interpret.rules.pool import Pool, _best_split, price_path, tree_clauses
from interpret.rules.pricing import Effort
from interpret.rules.single_tests import Compatible, SingleTests
from tests.small_rules import best, machine_problem, problem

MANY = range(120)
PRICES = (0.0, 0.25, 1.0, 4.0, 64.0)


def near(asked):
    return 1e-7 * max(1.0, float(np.abs(asked.weights).sum()))


def test_at_each_price_the_rule_is_worth_it_and_keeps_the_limits():
    for seed in MANY:
        asked = problem(seed)
        path = price_path(asked, PRICES, Effort(inf))
        for price, clauses in zip(PRICES, path, strict=True):
            priced = replace(asked, price=price)
            assert priced.objective(clauses) >= -near(asked), seed
            top = best(priced_once(seed, price)).objective
            assert priced.objective(clauses) <= top + near(asked), seed
            assert len(clauses) <= asked.clauses, seed
            assert all(1 <= len(clause) <= asked.literals for clause in clauses), seed
            allowed = asked.single_tests.compatible.pair
            assert all(allowed(a, b) for c in clauses for a in c for b in c if a < b), seed


@cache
def priced_once(seed, price):
    return replace(problem(seed), price=price)


def test_a_path_is_nearly_as_good_as_the_best_rule():
    reached = total = 0.0
    for seed in MANY:
        asked = problem(seed)
        for price, clauses in zip(PRICES, price_path(asked, PRICES, Effort(inf)), strict=True):
            priced = priced_once(seed, price)
            reached += priced.objective(clauses)
            total += best(priced).objective
    assert reached >= 0.99 * total


def test_a_rule_of_the_path_is_as_good_as_one_grown_from_nothing():
    for seed in MANY:
        asked = problem(seed)
        grown = Pool(asked, Effort(inf)).improved([])
        (clauses,) = price_path(asked, [asked.price], Effort(inf))
        assert asked.objective(clauses) >= asked.objective(grown) - near(asked), seed


def test_a_price_above_every_weight_leaves_nothing():
    for seed in MANY:
        asked = problem(seed)
        assert price_path(asked, [asked.total + 1], Effort(inf)) == [[]]


def test_the_path_of_a_machine_ends_at_the_hidden_rule():
    asked = machine_problem("monks-1")
    unit = float(asked.weights[asked.weights > 0].mean())
    path = price_path(asked, [0.0, unit, 2 * unit], Effort(inf))
    assert [asked.single_tests.length(clauses) for clauses in path] == [7, 7, 7]
    assert all(asked.objective(clauses) == pytest.approx(asked.total) for clauses in path)


def test_the_leaves_of_the_tree_cover_just_the_positive_rows_where_the_language_can_say_so():
    said = 0
    for seed in MANY:
        asked = problem(seed).distinct
        tests = asked.single_tests.tests
        heavy = asked.weights != 0
        closed = (asked.single_tests.grid.denials >= 0).all()
        clauses = tree_clauses(asked)
        assert all(list(clause) == sorted(set(clause)) for clause in clauses)
        assert all(0 <= test < len(tests) for clause in clauses for test in clause)
        assert len(set(clauses)) == len(clauses)
        if closed and clauses:
            said += any(isinstance(tests[t], IsNot) for clause in clauses for t in clause)
            verdict = asked.single_tests.verdict(clauses)
            assert verdict[heavy].tolist() == (asked.weights > 0)[heavy].tolist(), seed
    assert said


def test_a_split_is_the_best_of_all_tests_whichever_of_a_pair_is_counted():
    turned = 0
    for seed in MANY:
        asked = problem(seed)
        grid, covers = asked.single_tests.grid, asked.single_tests.covers
        weights = np.random.default_rng(seed).integers(-9, 10, len(asked.weights))
        rows = np.flatnonzero(weights).astype(np.int32)[: 1 + seed % 40]
        w, sums = weights[rows].astype(float), np.zeros((2, grid.n_atoms), dtype=np.int64)
        turned += any(d >= 0 for d in grid.denials)
        gain, loss = w[w > 0].sum(), -w[w < 0].sum()

        def impurity(p, n):
            return p * n / (p + n) if p + n > 0 else 0.0

        best, found = 1e-9 * impurity(gain, loss), -1
        for test, passes in enumerate(covers[:, rows]):
            p, n = w[passes & (w > 0)].sum(), -w[passes & (w < 0)].sum()
            if 0 < p + n < gain + loss:
                left = impurity(p, n)
                taken = impurity(gain, loss) - left - impurity(gain - p, loss - n)
                best, found = (taken, test) if taken > best else (best, found)
        told = _best_split(grid, weights.astype(np.int64), rows, *sums)
        assert told == (best, found), seed
    assert turned


def test_a_clause_has_a_test_at_least():
    asked = replace(machine_problem("monks-3"), literals=1)
    positive = replace(asked, weights=np.where(np.arange(432) % 50, 1.0, -1.0))
    assert all(tree_clauses(positive))
    assert all(all(rule) for rule in price_path(positive, PRICES, Effort(inf)))
    for seed in MANY:
        assert all(tree_clauses(problem(seed)))


def test_without_tests_or_without_both_signs_there_is_no_tree():
    asked = problem(4)
    for weights in (np.abs(asked.weights), -np.abs(asked.weights), 0 * asked.weights):
        assert tree_clauses(replace(asked, weights=weights)) == []
    nothing = SingleTests((), np.zeros((0, 2), dtype=bool), Compatible(()))
    empty = replace(asked, single_tests=nothing, weights=np.array([1.0, -1.0]))
    assert price_path(empty, PRICES, Effort(inf)) == [[]] * len(PRICES)


def test_without_effort_the_path_is_the_tree_cut_to_the_limits():
    asked, spent = problem(4), Effort(0)
    spent.spend(1)
    for price, clauses in zip(PRICES, price_path(asked, PRICES, spent), strict=True):
        assert replace(asked, price=price).objective(clauses) >= 0
        assert len(clauses) <= asked.clauses
