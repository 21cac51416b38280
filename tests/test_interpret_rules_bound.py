from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import inf

import numpy as np
import pytest
from scipy.optimize import linprog

from interpret.data.reading import read_table
from interpret.rules.bound import by_number, not_excluded, upper_bound
from interpret.rules.pricing import Effort, price_clause
from interpret.rules.single_tests import single_tests
from tests.small_rules import all_clauses, best, problem

MANY = range(120)


@cache
def tight(seed):
    return upper_bound(problem(seed), -inf, Effort(inf))


def slack(asked):
    return 1e-7 * max(1.0, float(np.abs(asked.weights).sum()))


def program(asked):
    """The program of the module's docstring with every clause written out."""
    single, positive = asked.single_tests, asked.weights > 0
    clauses = all_clauses(single, asked.literals)
    n, k = int(positive.sum()), len(clauses)
    if not n or not k:
        return 0.0
    covers = np.array([single.coverage(clause) for clause in clauses], dtype=float)
    lost = covers[:, ~positive] @ -asked.weights[~positive] / asked.clauses
    costs = lost + [asked.price * single.length([clause]) for clause in clauses]
    solved = linprog(
        np.concatenate([-asked.weights[positive], costs]),
        A_ub=np.block([[np.eye(n), -covers[:, positive].T], [np.zeros((1, n)), np.ones((1, k))]]),
        b_ub=[*np.zeros(n), asked.clauses],
        bounds=[(0, 1)] * n + [(0, None)] * k,
    )
    return -solved.fun


def test_no_rule_exceeds_the_bound():
    for seed in MANY:
        asked = problem(seed)
        bound = tight(seed)
        assert bound.value >= best(asked).objective - slack(asked), seed
        assert asked.bound >= best(asked).objective - slack(asked), seed


def test_the_bound_is_the_value_of_the_program_over_all_clauses():
    for seed in MANY:
        asked = problem(seed)
        bound = tight(seed).value
        assert bound == pytest.approx(program(asked), abs=slack(asked)), seed


def test_for_a_single_clause_the_bound_is_the_best_clause():
    for seed in MANY:
        asked = replace(problem(seed), clauses=1)
        bound = upper_bound(asked, -inf, Effort(inf)).value
        assert bound == pytest.approx(best(asked).objective, abs=slack(asked)), seed


@pytest.mark.parametrize("effort", [0, 100, 1000])
def test_with_little_effort_there_is_a_bound_that_holds_or_none(effort):
    found = 0
    for seed in MANY:
        asked = problem(seed)
        bound = upper_bound(asked, -inf, Effort(effort))
        if bound is not None:
            found += 1
            assert bound.value >= best(asked).objective - slack(asked), seed
    assert (found < len(MANY) / 2) if effort == 0 else found > 0


def test_the_bound_comes_with_its_proof():
    for seed in MANY:
        asked = problem(seed)
        bound = tight(seed)
        positive = asked.weights > 0
        prices = np.where(positive, bound.weights, 0.0)
        spare = np.maximum(0.0, asked.weights - prices)[positive].sum()
        priced = price_clause(asked, bound.weights, Effort(inf))
        worth = priced.value if priced else 0.0
        assert (prices >= 0).all()
        assert bound.weights[~positive] == pytest.approx(asked.weights[~positive] / asked.clauses)
        assert bound.worth == pytest.approx(worth, abs=slack(asked))
        if len(asked.single_tests.tests):
            assert bound.value == pytest.approx(
                spare + asked.clauses * worth, abs=slack(asked) * asked.clauses
            ), seed


def best_of_number(asked, least, most):
    """The best objective of the rules of so many different clauses, by enumeration."""
    clauses, top = all_clauses(asked.single_tests, asked.literals), -inf
    for number in range(least, most + 1):
        for rule in combinations(clauses, number):
            top = max(top, asked.objective(rule))
    return top


def test_the_bounds_by_number_of_clauses_hold_for_each_number_and_are_no_larger():
    looked_at = smaller = 0
    for seed in MANY:
        asked = replace(problem(seed), clauses=3, price=0.1)
        if not asked.single_tests.tests or not (asked.weights > 0).any():
            continue
        whole = upper_bound(asked, -inf, Effort(inf))
        parts = by_number(asked, -inf, Effort(inf), whole)
        assert parts[0].least == 1
        assert all(other.least <= one.most + 1 for one, other in pairwise(parts))
        assert parts[-1].most == 3
        value = max(part.value for part in parts)
        assert value <= whole.value + slack(asked), seed
        assert max(0.0, value) >= best(asked).objective - slack(asked), seed
        smaller += value < whole.value - slack(asked)
        if len(all_clauses(asked.single_tests, asked.literals)) <= 20:
            looked_at += 1
            for part in parts:
                top = best_of_number(asked, part.least, part.most)
                assert part.value >= top - slack(asked), seed
    assert min(looked_at, smaller) > 10


def test_it_stops_once_the_bound_meets_the_objective():
    for seed in MANY:
        asked = problem(seed)
        met = Effort(inf)
        value = upper_bound(asked, tight(seed).value, met).value
        assert value == pytest.approx(tight(seed).value, abs=slack(asked))
        first = Effort(inf)
        assert upper_bound(asked, inf, first).value >= tight(seed).value
        assert first.spent <= met.spent


def test_known_clauses_change_the_way_and_not_the_bound():
    for seed in MANY[:50]:
        asked = problem(seed)
        known = all_clauses(asked.single_tests, asked.literals)[::7]
        bound = upper_bound(asked, -inf, Effort(inf), known).value
        assert bound == pytest.approx(tight(seed).value, abs=slack(asked)), seed


def test_rows_that_no_test_tells_apart_count_as_one():
    for seed in MANY:
        asked = problem(seed)
        one = asked.distinct
        clauses = all_clauses(asked.single_tests, 2)
        for rule in ([], clauses[:1], clauses[-3:]):
            assert one.objective(rule) == pytest.approx(asked.objective(rule), abs=1e-9)
        profiles = {tuple(column) for column in asked.single_tests.covers.T.tolist()}
        assert [tuple(column) for column in one.single_tests.covers.T.tolist()] == list(
            dict.fromkeys(tuple(column) for column in asked.single_tests.covers.T.tolist())
        )
        assert len(one.weights) == len(profiles)


def test_without_tests_or_without_rows_worth_covering_the_bound_is_zero():
    asked = problem(4)
    assert replace(asked, weights=-np.abs(asked.weights)).bound == 0
    nothing = replace(asked, single_tests=no_tests(asked))
    assert nothing.bound == 0
    assert upper_bound(nothing, 0.0, Effort(inf)).value == 0
    assert upper_bound(replace(asked, weights=-np.abs(asked.weights)), 0, Effort(inf)).value == 0


def no_tests(asked):
    rows = "\n".join(["a,class", *["x,y"] * len(asked.weights)])
    return single_tests(read_table(rows.encode(), "t.csv"), ("a",), "values")


def best_with(asked, clauses):
    """For each clause the best objective of the rules that have it, by enumeration."""
    covers = np.array([asked.single_tests.coverage(clause) for clause in clauses])
    costs = asked.price * np.array([asked.single_tests.length([clause]) for clause in clauses])
    unions, spent = np.zeros((1, covers.shape[1]), dtype=bool), np.zeros(1)
    for _ in range(asked.clauses - 1):
        unions = (unions[:, None] | covers).reshape(-1, covers.shape[1])
        spent = (spent[:, None] + costs).ravel()
        unions, of = np.unique(unions, axis=0, return_inverse=True)
        least = np.full(len(unions), inf)
        np.minimum.at(least, of.ravel(), spent)
        unions, spent = (
            np.concatenate([np.zeros((1, covers.shape[1]), dtype=bool), unions]),
            np.concatenate([np.zeros(1), least]),
        )
    return [
        float(((unions | rows) @ asked.weights - spent).max()) - cost
        for rows, cost in zip(covers, costs, strict=True)
    ]


@pytest.mark.parametrize("near", [0.8, 0.95, 1.0])
def test_no_clause_of_a_rule_that_is_nearly_as_good_is_excluded(near):
    """Or one with fewer tests stands for it, which covers no more of the other rows."""
    excluded = 0
    for seed in MANY:
        asked = problem(seed).distinct
        single, negative = asked.single_tests, asked.weights < 0
        clauses = all_clauses(single, asked.literals)
        if not clauses:
            continue
        least = near * best(asked).objective
        left = not_excluded(asked, least, inf)
        for clause, top in zip(clauses, best_with(asked, clauses), strict=True):
            covers = single.coverage(clause)
            assert top < least + slack(asked) or any(
                {*one} <= {*clause} and not (single.coverage(one) & ~covers & negative).any()
                for one in left
            ), (seed, clause)
        excluded += len(clauses) - len(left)
    assert excluded > len(MANY)


def test_of_too_many_clauses_some_are_left(monkeypatch):
    found = 0
    monkeypatch.setattr("interpret.rules.bound.MOST_CLAUSES", 6)
    for seed in MANY:
        asked = problem(seed)
        some = not_excluded(asked, 0.5 * best(asked).objective, 2e4)
        assert len(some) <= 6 * asked.clauses
        found += bool(some)
    assert found > len(MANY) / 3
