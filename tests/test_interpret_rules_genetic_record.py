from dataclasses import replace

import numpy as np
import pytest

from interpret.rules.genetic import GeneticSearch, Objectives, as_in_the_thesis
from interpret.rules.genetic_operators import born
from interpret.rules.genetic_record import KEPT, LINE, EvolutionRecord, distinct_clauses
from tests.small_rules import machine_problem

ASKED = machine_problem("tic-tac-toe")
SMALL = GeneticSearch(population=40, generations=60, best_response=False)


def searched(search=SMALL):
    told = []
    return search.search(ASKED, told.append), told


def rated(*clauses, made_by=("start",), parents=()):
    rules = [born(frozenset(own), made_by, parents) for own in clauses]
    Objectives(ASKED).rate(rules)
    return rules


def test_a_generation_s_figures_are_those_of_its_rules():
    rules = rated([(0, 4)], [(0, 4), (1,)], [(2, 3, 7)], [(2, 3, 7), (0, 4)])
    entry = EvolutionRecord().enter(0, rules, rules)
    objectives = [ASKED.objective(sorted(rule)) for rule in rules]
    lengths = [2, 3, 3, 5]
    assert entry.number == 0
    assert entry.best == pytest.approx(max(objectives))
    assert entry.mean == pytest.approx(np.mean(objectives))
    assert entry.spread == pytest.approx(np.std(objectives))
    assert entry.length == np.mean(lengths)
    assert entry.length_spread == pytest.approx(np.std(lengths))
    assert entry.diversity == 3 / 6
    assert distinct_clauses([frozenset(), frozenset()]) == 0


def test_every_generation_told_is_in_the_log_with_the_same_figures():
    rule, told = searched()
    assert rule.evolution.generations == tuple(progress.generation for progress in told)
    for progress in told:
        assert progress.generation.number == progress.step
        assert progress.generation.best == progress.objective
        assert 0 < progress.generation.diversity <= 1


def test_of_a_long_search_every_so_many_generations_are_kept_and_the_last():
    rule, told = searched(replace(SMALL, population=6, generations=3 * KEPT + 1, tournament=2))
    numbers = [entry.number for entry in rule.evolution.generations]
    assert len(numbers) <= KEPT + 1
    assert numbers[0] == 0
    assert numbers[-1] == told[-1].step
    assert set(np.diff(numbers[:-1])) == {4}
    by_number = {progress.step: progress.generation for progress in told}
    assert all(by_number[entry.number] == entry for entry in rule.evolution.generations)


@pytest.mark.parametrize("search", [SMALL, as_in_the_thesis(SMALL), replace(SMALL, seed=3)])
def test_the_winner_s_line_goes_back_by_its_better_parents(search):
    rule, told = searched(search)
    was, line = rule.evolution, rule.evolution.winners
    by_number = {one.number: one for one in was.ancestry}
    assert len(by_number) == len(was.ancestry)
    assert line == was.ancestry[: len(line)]
    assert len(line) == min(LINE, was.line)
    assert line[0].objective == told[-1].objective
    assert line[0].rule == str(told[-1].best)
    for child in was.ancestry:
        parents = [by_number[number] for number in child.parents if number in by_number]
        for parent in parents:
            assert parent.generation < child.generation
            assert parent.number < child.number
        if len(parents) == 2:
            assert parents[0].objective >= parents[1].objective
    if was.line <= LINE:
        assert line[-1].made_by == ("start",)
        assert line[-1].generation == 0


def test_a_mutation_almost_always_changes_the_rule():
    for search in (SMALL, as_in_the_thesis(SMALL)):
        toolbox = search._toolbox(ASKED)
        population = toolbox.population()
        assert np.mean([toolbox.mutate(rule)[0] != rule for rule in population * 20]) > 0.999


def test_who_has_no_living_descendant_is_forgotten():
    record = EvolutionRecord()
    search = replace(SMALL, generations=200)
    toolbox = search._toolbox(ASKED)
    population = newborn = toolbox.population()
    for number in range(101):
        toolbox.evaluate(newborn)
        record.enter(number, newborn, population)
        elite = toolbox.select(population)
        newborn = toolbox.offspring(population, k=32)
        population = [*elite, *newborn]
    known = record.history.genealogy_history
    assert len(known) == len(record.history.genealogy_tree) < 101 * 32 / 3
    assert all(rule.history_index == number for number, rule in known.items())


def test_a_small_problem_has_an_evolution_or_none_where_there_was_no_search():
    rule, _ = searched(replace(SMALL, generations=0))
    assert len(rule.evolution.generations) == 1
    never = SMALL.search(replace(ASKED, price=1e9))
    assert never.evolution is None
