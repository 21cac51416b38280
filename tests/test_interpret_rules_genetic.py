import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from interpret.rules.genetic import GeneticSearch
from interpret.rules.single_tests import Compatible, SingleTests
from tests.small_rules import as_searched, best, machine_problem, problem

MANY = range(30)
SMALL = GeneticSearch(population=40, generations=15)
THESIS = replace(SMALL, plain=True)


def keeps_the_language(asked, clauses):
    allowed = asked.single_tests.compatible.pair
    return all(
        1 <= len(clause) <= asked.literals
        and list(clause) == sorted(set(clause))
        and all(allowed(*pair) for pair in combinations(clause, 2))
        for clause in clauses
    )


@pytest.mark.slow
def test_no_rule_is_better_than_the_best_and_each_keeps_the_limits():
    for seed in MANY:
        asked, top = problem(seed), best(problem(seed))
        for search in (SMALL, THESIS):
            rule = search.search(asked)
            assert 0 <= rule.objective <= top.objective + 1e-9 * max(1, top.objective), seed
            sets = as_searched(rule, asked)
            assert asked.objective(sets) == pytest.approx(rule.objective, abs=1e-9)
            assert len(sets) <= asked.clauses
            assert keeps_the_language(asked, sets)
            assert all(asked.single_tests.coverage(clause).any() for clause in sets)
            assert rule.proven == (rule.stopped_by == "proof")
            assert rule.bound == asked.bound


def test_the_same_seed_gives_the_same_rule_and_another_differs_somewhere():
    asked = machine_problem("tic-tac-toe")
    for search in (SMALL, THESIS):
        rules = [replace(search, seed=seed).search(asked) for seed in (3, 3, 4, 5)]
        assert rules[0] == rules[1]
    assert len({rule.formula for rule in rules}) > 1


def test_searches_side_by_side_do_not_disturb_each_other():
    asked = [machine_problem("tic-tac-toe"), machine_problem("monks-3")] * 2
    searches = [replace(SMALL, seed=seed, plain=seed < 3) for seed in range(4)]
    alone = [search.search(one) for search, one in zip(searches, asked, strict=True)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(GeneticSearch.search, searches, asked))
    assert together == alone


def test_the_global_generators_are_neither_read_nor_changed(monkeypatch):
    def state():
        return random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002

    def refuse(*args, **kwargs):
        raise AssertionError("the global generator was read")

    asked, before = machine_problem("monks-3"), state()
    for name in ("random", "choice", "choices", "sample", "randint", "randrange", "shuffle"):
        monkeypatch.setattr(random, name, refuse)
    monkeypatch.setattr(np.random, "random", refuse)
    for search in (SMALL, THESIS):
        search.search(asked)
    assert state() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", "monks-3", "art-d2-c4", "art-d4-c3"],
)
def test_it_reaches_the_bound_of_a_machine_and_stops_there(name):
    asked, told = machine_problem(name), []
    rule = GeneticSearch(generations=400).search(asked, told.append)
    assert rule.proven
    assert rule.stopped_by == "proof"
    assert rule.generations == told[-1].step < 400
    assert not any(progress.objective >= rule.objective for progress in told[:-1])


def test_without_generations_there_is_the_best_of_the_first():
    rule = replace(SMALL, generations=0).search(machine_problem("tic-tac-toe"))
    assert (rule.stopped_by, rule.generations) == ("effort", 0)


def test_where_nothing_is_worth_covering_the_rule_is_never_true():
    asked = problem(4)
    no_tests = SingleTests((), np.zeros((0, 3), dtype=bool), Compatible(()))
    for hopeless in (
        replace(asked, weights=-np.abs(asked.weights)),
        replace(asked, price=1e6),
        replace(asked, single_tests=no_tests, weights=np.array([1.0, -1.0, 2.0])),
    ):
        rule = SMALL.search(hopeless)
        assert rule.formula.clauses == ()
        assert rule.objective == 0
        assert rule.proven
        assert rule.generations == 0
