from dataclasses import replace

import numpy as np
import pytest

from interpret.rules.genetic import (
    KEPT,
    SHOWN,
    EvolutionRecord,
    GeneticSearch,
    Objectives,
)
from interpret.rules.genetic_operators import Individual
from interpret.rules.wrapping import clauses_of
from tests.small_rules import machine_problem

ASKED = machine_problem("tic-tac-toe")
SMALL = GeneticSearch(population=40, generations=30)
THESIS = replace(SMALL, plain=True)


def rated(*clauses):
    rules = [Individual(frozenset(rule)) for rule in clauses]
    Objectives(ASKED).rate(rules)
    return rules


def formula(rule):
    return ASKED.single_tests.formula(sorted(rule))


def test_a_generation_s_figures_are_those_of_its_rules():
    rules = rated([(0, 4)], [(0, 4), (1,)], [(2, 3, 7)], [(2, 3, 7), (0, 4)])
    record = EvolutionRecord()
    record.enter(0, rules)
    (generation,) = record.evolution(formula)
    objectives = [ASKED.objective(sorted(rule)) for rule in rules]
    assert generation.number == 0
    assert generation.objectives == pytest.approx(objectives)
    assert generation.lengths == (2, 3, 3, 5)
    assert generation.objective == pytest.approx(max(objectives))
    assert generation.best == formula(rules[int(np.argmax(objectives))])


@pytest.mark.parametrize("search", [SMALL, THESIS, replace(THESIS, seed=3)])
def test_the_best_rule_weighs_what_is_told_and_never_less_than_before(search):
    told = []
    rule = search.search(ASKED, told.append)
    assert [one.number for one in rule.evolution] == [progress.step for progress in told]
    assert [one.objective for one in rule.evolution] == [progress.objective for progress in told]
    bests = [one.objective for one in rule.evolution]
    assert bests == sorted(bests)
    for one in rule.evolution:
        clauses = clauses_of(replace(rule, formula=one.best), ASKED)
        assert ASKED.objective(clauses) == pytest.approx(one.objective)
        assert max(one.objectives) <= one.objective
    assert rule.formula == rule.evolution[-1].best


@pytest.mark.parametrize("last", [KEPT - 1, KEPT, 3 * KEPT + 1])
def test_of_a_long_search_every_so_many_generations_are_kept_and_the_last(last):
    search = replace(THESIS, population=6, generations=last)
    numbers = [one.number for one in search.search(ASKED).evolution]
    assert len(numbers) <= KEPT
    assert (numbers[0], numbers[-1]) == (0, last)
    assert len(set(np.diff(numbers[:-1]))) == 1


@pytest.mark.parametrize("population", [SHOWN, SHOWN + 1, 1000])
def test_of_many_rules_every_so_many_are_kept_and_the_best(population):
    rule = replace(THESIS, population=population, generations=2).search(ASKED)
    for one in rule.evolution:
        assert SHOWN / 2 <= len(one.objectives) == len(one.lengths) <= SHOWN
    assert max(rule.evolution[-1].objectives) <= rule.objective


def test_a_mutation_almost_always_changes_the_rule():
    for search in (SMALL, THESIS):
        toolbox = search._toolbox(ASKED)
        population = toolbox.population()
        assert np.mean([toolbox.mutate(rule) != rule for rule in population * 20]) > 0.999


def test_a_small_problem_has_an_evolution_or_none_where_there_was_no_search():
    assert len(replace(SMALL, generations=0).search(ASKED).evolution) == 1
    assert SMALL.search(replace(ASKED, price=1e9)).evolution == ()
