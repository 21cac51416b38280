from dataclasses import replace
from itertools import combinations
from math import inf

import numpy as np
import pytest

from interpret.rules.greedy import (
    by_beam,
    cover_of,
    exactly,
    fitting,
    improve,
    shorten,
)
from interpret.rules.pricing import Effort
from tests.small_rules import all_clauses, problem

MANY = range(200)


def started(seed):
    """A small problem, and any rule whose clauses keep the language."""
    asked, rng = problem(seed), np.random.default_rng(seed)
    clauses = all_clauses(asked.single_tests, 3)
    picked = rng.permutation(len(clauses))[: rng.integers(0, 6)]
    return asked, [clauses[i] for i in picked]


def noise(asked):
    return 1e-9 * float(np.abs(asked.weights).sum()) * 30


def keeps_the_language(asked, clauses):
    allowed = asked.single_tests.compatible.pair
    return all(allowed(a, b) for clause in clauses for a, b in combinations(clause, 2))


@pytest.mark.parametrize("pricer", [by_beam, exactly])
def test_improving_never_lowers_the_objective_and_keeps_the_limits(pricer):
    for seed in MANY:
        asked, clauses = started(seed)
        clauses = fitting(asked, clauses)
        before = asked.objective(clauses)
        clauses = improve(asked, clauses, pricer(asked, Effort(inf)))
        assert asked.objective(clauses) >= before - noise(asked), seed
        assert asked.objective(clauses) >= -noise(asked), seed
        assert len(clauses) <= asked.clauses, seed
        assert all(1 <= len(clause) <= asked.literals for clause in clauses), seed
        assert keeps_the_language(asked, clauses), seed
        assert len(set(clauses)) == len(clauses), seed


def test_no_clause_of_an_improved_rule_is_there_for_nothing():
    for seed in MANY:
        asked, clauses = started(seed)
        clauses = improve(asked, fitting(asked, clauses), by_beam(asked, Effort(inf)), passes=9)
        for clause in clauses:
            others = [other for other in clauses if other != clause]
            assert asked.objective(clauses) > asked.objective(others), seed


def test_shortening_keeps_or_raises_the_objective_and_leaves_nothing_to_drop():
    for seed in MANY:
        asked, clauses = started(seed)
        asked = replace(asked, literals=3)
        before = asked.objective(clauses), asked.single_tests.length(clauses)
        cover = cover_of(asked, clauses)
        changed = shorten(asked, cover)
        after = asked.objective(cover.parts), asked.single_tests.length(cover.parts)
        covered = asked.single_tests.verdict(cover.parts)
        assert (cover.times > 0).tolist() == covered.tolist(), seed
        assert after[0] >= before[0] - noise(asked), seed
        assert after[1] <= before[1]
        assert changed == (cover.parts != clauses)
        for clause in cover.parts:
            others = [other for other in cover.parts if other != clause]
            assert asked.objective(others) < after[0], seed


def test_a_good_rule_is_not_shortened_at_a_loss():
    for seed in MANY:
        asked = problem(seed)
        clauses = improve(asked, [], exactly(asked, Effort(inf)))
        cover = cover_of(asked, clauses)
        shorten(asked, cover)
        assert asked.objective(cover.parts) >= asked.objective(clauses) - noise(asked), seed


def test_a_rule_is_made_to_fit_the_limits():
    for seed in MANY:
        asked, clauses = started(seed)
        fitted = fitting(asked, clauses)
        assert len(fitted) <= asked.clauses, seed
        assert all(len(clause) <= asked.literals for clause in fitted), seed
        within = len(clauses) <= asked.clauses and all(len(c) <= asked.literals for c in clauses)
        if within:
            assert asked.objective(fitted) >= asked.objective(clauses) - noise(asked), seed


def test_a_cover_knows_what_each_clause_adds():
    for seed in MANY:
        asked, clauses = started(seed)
        cover = cover_of(asked, clauses)
        covered = asked.single_tests.verdict(clauses)
        assert cover.left().tolist() == np.where(covered, 0.0, asked.weights).tolist()
        for place in range(len(clauses)):
            others = clauses[:place] + clauses[place + 1 :]
            adds = asked.objective(clauses) - asked.objective(others)
            assert cover.value(place) == pytest.approx(adds, abs=1e-9)


def test_without_effort_a_rule_is_only_shortened():
    asked, clauses = started(4)
    spent = Effort(0)
    spent.spend(1)
    cover = cover_of(asked, clauses)
    shorten(asked, cover)
    for pricer in (by_beam, exactly):
        assert sorted(improve(asked, clauses, pricer(asked, spent), passes=1)) == sorted(
            cover.parts
        )
