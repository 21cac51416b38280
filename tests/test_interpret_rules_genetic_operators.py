from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.rules.genetic import Objectives
from interpret.rules.genetic_operators import (
    Individual,
    add_clause,
    clauses_of_both,
    exchange_literal,
    lengthen_clause,
    mutated,
    random_clause,
    random_rule,
    random_test,
    remove_clause,
    shorten_clause,
    tournament,
    within,
)
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from tests.small_rules import problem

MANY = range(60)
CELLS = b"b", b"o", b"x"
BOARD = read_table(b"\n".join([b"a,b,c,d,e,f,g,h,i", *(b",".join([v] * 9) for v in CELLS)]), "b")
PROBLEM = RuleProblem(single_tests(BOARD, BOARD.names, "monotone"), np.zeros(3))
TESTS = PROBLEM.single_tests.compatible  # three of each of nine attributes
RULE = frozenset([(0, 4, 8), (1, 12)])


def stand_together(tests, clause):
    return list(clause) == sorted(set(clause)) and all(
        tests.pair(one, other) for one, other in combinations(clause, 2)
    )


def random_rules(asked, n, seed=0):
    rng, tests = Random(seed), asked.single_tests.compatible
    return [random_rule(tests, asked.clauses, asked.literals, rng) for _ in range(n)]


def test_a_random_rule_keeps_limits_and_language_and_has_every_number_of_clauses():
    for seed in MANY:
        asked = problem(seed)
        for rule in random_rules(asked, 10, seed) if asked.single_tests.tests else ():
            assert 1 <= len(rule) <= asked.clauses
            for clause in rule:
                assert 1 <= len(clause) <= asked.literals
                assert stand_together(asked.single_tests.compatible, clause)
    assert {len(rule) for rule in random_rules(PROBLEM, 300)} == set(range(1, 11))


def test_a_test_is_any_that_fits_each_as_likely_as_the_other():
    rng, fits = Random(0), set(range(27)) - {0, 1, 2, 3, 4, 5, 9}
    seen = Counter(random_test(TESTS, (1, 4), (9,), rng) for _ in range(4000))
    assert seen.keys() == fits
    assert max(seen.values()) < 1.5 * min(seen.values())


def test_where_one_test_in_many_fits_it_is_found_and_where_none_does_there_is_none():
    clause, rng = (0, 3, 6, 9, 12, 15, 18, 21), Random(0)
    assert random_test(TESTS, clause, (24, 25), rng) == 26
    assert random_test(TESTS, clause, (24, 25, 26), rng) is None
    assert random_test(TESTS, (), range(27), rng) is None
    assert len(random_clause(TESTS, 100, rng)) <= 9


def test_a_crossover_draws_some_clauses_of_the_union_within_the_limit():
    rng, sizes = Random(0), Counter()
    one = frozenset([(0,), (1,), (2,)])
    other = frozenset([(2,), (3,), (4,)])
    for _ in range(2000):
        child = clauses_of_both(one, other, 4, rng)
        assert child <= one | other
        sizes[len(child)] += 1
    assert sizes.keys() == {1, 2, 3, 4}
    assert max(sizes.values()) < 1.3 * min(sizes.values())
    assert clauses_of_both(frozenset(), frozenset(), 4, rng) == frozenset()


def test_each_mutation_does_what_it_is_called_for():
    rng = Random(0)
    for _ in range(200):
        assert remove_clause(RULE, rng) in ({(0, 4, 8)}, {(1, 12)})

        added = add_clause(RULE, TESTS, 3, rng)
        assert added >= RULE
        assert len(added) <= 3

        exchanged = exchange_literal(RULE, TESTS, rng)
        (old,), (new,) = RULE - exchanged, exchanged - RULE
        assert len(set(old) & set(new)) == len(old) - 1 == len(new) - 1

        (old,), (new,) = RULE - (longer := lengthen_clause(RULE, TESTS, rng)), longer - RULE
        assert set(new) > set(old)
        assert len(new) == len(old) + 1

        (old,), (new,) = RULE - (shorter := shorten_clause(RULE, rng)), shorter - RULE
        assert set(new) < set(old)
        assert len(new) == len(old) - 1
        for child in (added, exchanged, longer):
            assert all(stand_together(TESTS, clause) for clause in child)


def test_a_mutation_that_a_rule_does_not_allow_gives_way_to_another():
    rng = Random(0)
    mutations = [
        lambda rule: remove_clause(rule, rng),
        lambda rule: within(1, 3)(add_clause)(rule, tests=TESTS, literals=3, rng=rng),
        lambda rule: exchange_literal(rule, TESTS, rng),
    ]
    single = frozenset([(0,)])
    for _ in range(50):
        child = mutated(single, mutations, rng)
        assert len(child) == 1
        assert child != single
    assert mutated(single, mutations[:2], rng) == single
    assert all(mutated(RULE, mutations[:2], rng) < RULE for _ in range(50))


def rated(*objectives):
    individuals = [Individual(frozenset([(i,)])) for i in range(len(objectives))]
    for one, objective in zip(individuals, objectives, strict=True):
        one.fitness.values = (objective,)
    return individuals


def test_a_tournament_gives_different_individuals_and_rather_the_better():
    individuals, rng = rated(*range(10)), Random(0)
    for k in (1, 2, 5, 10):
        chosen = tournament(individuals, k, 2, rng)
        assert len({*chosen}) == k
    best = [tournament(individuals, 1, 5, rng)[0].fitness.values[0] for _ in range(300)]
    even = [tournament(individuals, 1, 1, rng)[0].fitness.values[0] for _ in range(300)]
    assert sum(best) / 300 > 7 > 5.5 > sum(even) / 300 > 3.5


@pytest.mark.parametrize("seed", MANY)
def test_a_whole_generation_is_rated_as_each_rule_is(seed):
    asked = problem(seed)
    if not asked.single_tests.tests:
        return
    individuals = [Individual(rule) for rule in [frozenset(), *random_rules(asked, 20, seed)]]
    Objectives(asked).rate(individuals)
    for rule in individuals:
        exact = asked.objective(sorted(rule))
        assert rule.fitness.values[0] == pytest.approx(exact, abs=1e-9)
        assert rule.length == asked.single_tests.length(sorted(rule))
