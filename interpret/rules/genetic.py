"""GeneticSearch: the thesis's way to the rule (Polato, section 7.2.2), on DEAP, and its record.

The operators are in `genetic_operators`. Of a long evolution only some generations are recorded.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any

import numpy as np
from deap import base, tools

from interpret.rules.genetic_operators import (
    Clauses,
    Individual,
    add_clause,
    clauses_of_both,
    exchange_literal,
    lengthen_clause,
    mutated,
    random_rule,
    remove_clause,
    shorten_clause,
    tournament,
    within,
)
from interpret.rules.logic import Formula
from interpret.rules.pool import Pool
from interpret.rules.pricing import Effort
from interpret.rules.search import (
    Generation,
    OnProgress,
    Progress,
    Rule,
    RuleProblem,
    ignore,
    reaches,
)
from interpret.rules.single_tests import TestSet

THE_THESIS_S = ("remove_clause", "add_clause", "exchange_literal")
OURS = ("lengthen_clause", "shorten_clause")
CACHED_CLAUSES = 200_000
ELITE = 0.2  # the share of a generation that survives
MUTATION = 0.6  # the probability that a child of two is mutated
TWO_PARENTS = 0.5  # the share of the offspring with two parents; all of them in the thesis
TOURNAMENT = 6


@dataclass(frozen=True)
class GeneticSearch:
    """An elitist genetic algorithm over monotone DNFs, which stops as soon as it reaches the bound.

    plain: exactly the thesis's algorithm: offspring draw their clauses from the union of two
    parents; with the probability MUTATION one clause is removed or added, or one of its literals
    exchanged. Else some offspring are mutated copies of one parent, literals may also be added to a
    clause or dropped, no two of the elite are the same rule, and the best of each generation is
    improved, each clause to the best possible given the others.

    patience: how many generations without a better rule end the search, None for no such end.
    """

    population: int = 500
    generations: int = 1000
    seed: int = 0
    plain: bool = False
    patience: int | None = None

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The best rule of all generations; the same seed gives the same rule."""
        if reaches(0.0, problem.bound):
            return _answer(problem, frozenset(), "proof", 0)
        record, pool = EvolutionRecord(), Pool(problem, Effort(inf))
        toolbox = self._toolbox(problem)
        population = newborn = toolbox.population()
        number, stopped_by, improved, at_best = 0, "effort", None, (-inf, 0)
        while True:
            toolbox.evaluate(newborn)
            record.enter(number, population)
            (best,) = record.hall
            (objective,) = best.fitness.values
            share = number / max(1, self.generations)
            cancelled = on_progress(_told(problem, share, best, number)) is False
            if objective > at_best[0]:
                at_best = objective, number
            if reaches(objective, problem.bound):
                stopped_by = "proof"
            elif cancelled:
                stopped_by = "cancel"
            elif self.patience is not None and number - at_best[1] >= self.patience:
                stopped_by = "still"
            if stopped_by != "effort" or number >= self.generations:
                break
            elite = toolbox.select(population if self.plain else list(dict.fromkeys(population)))
            newborn = toolbox.offspring(population, k=self.population - len(elite))
            if not self.plain and newborn and best != improved:
                improved = best
                newborn[0] = Individual(pool.improved(sorted(best)))
            population = [*elite, *newborn]
            number += 1
        evolution = record.evolution(lambda rule: _formula(problem, rule))
        return _answer(problem, best, stopped_by, number, evolution)

    def _toolbox(self, problem: RuleProblem) -> base.Toolbox:
        """All operators, bound to their limits and the search's own generator."""
        rng, tests = Random(self.seed), problem.single_tests.compatible
        clauses, literals = problem.clauses, problem.literals
        toolbox = base.Toolbox()
        toolbox.register("rule", random_rule, tests, clauses, literals, rng)
        toolbox.register("individual", lambda: Individual(toolbox.rule()))
        toolbox.register("population", tools.initRepeat, list, toolbox.individual, self.population)
        toolbox.register("evaluate", Objectives(problem).rate)
        toolbox.register("select", tools.selBest, k=max(2, round(ELITE * self.population)))
        toolbox.register("parents", tournament, size=TOURNAMENT, rng=rng)
        toolbox.register("mate", clauses_of_both, most=clauses, rng=rng)
        toolbox.register("remove_clause", remove_clause, rng=rng)
        toolbox.register("add_clause", add_clause, tests=tests, literals=literals, rng=rng)
        toolbox.register("exchange_literal", exchange_literal, tests=tests, rng=rng)
        toolbox.register("lengthen_clause", lengthen_clause, tests=tests, rng=rng)
        toolbox.register("shorten_clause", shorten_clause, rng=rng)
        mutations = THE_THESIS_S + (() if self.plain else OURS)
        for name in mutations:
            toolbox.decorate(name, within(clauses, literals))
        toolbox.register(
            "mutate", mutated, mutations=[getattr(toolbox, n) for n in mutations], rng=rng
        )
        toolbox.register("offspring", self._offspring, toolbox=toolbox, rng=rng)
        return toolbox

    def _offspring(
        self, among: Sequence[Any], k: int, toolbox: base.Toolbox, rng: Random
    ) -> list[Any]:
        """k children, each of two parents or a mutated copy of one."""
        children, two = [], 1.0 if self.plain else TWO_PARENTS
        for _ in range(k):
            crossed = len(among) > 1 and rng.random() < two
            parents = toolbox.parents(among, k=2 if crossed else 1)
            clauses: Clauses = parents[0]
            if crossed:
                clauses = toolbox.mate(*parents)
            if not crossed or rng.random() < MUTATION:
                clauses = toolbox.mutate(clauses)
            children.append(Individual(clauses))
        return children


def _told(problem: RuleProblem, share: float, best: Any, number: int) -> Progress:
    (objective,) = best.fitness.values
    formula = problem.single_tests.formula(sorted(best))
    return Progress("genetic", share, formula, objective, problem.bound, number)


def _answer(
    problem: RuleProblem,
    rule: Clauses,
    stopped_by: str,
    generations: int,
    evolution: tuple[Generation, ...] = (),
) -> Rule:
    """The rule without the clauses that cover no row, or the empty rule where that is better."""
    answer = problem.rule(_that_cover(problem, rule), stopped_by)
    return replace(answer, generations=generations, evolution=evolution)


def _formula(problem: RuleProblem, rule: Clauses) -> Formula:
    return problem.single_tests.formula(_that_cover(problem, rule))


def _that_cover(problem: RuleProblem, rule: Clauses) -> list[TestSet]:
    """The clauses that cover a row."""
    return [clause for clause in sorted(rule) if problem.single_tests.coverage(clause).any()]


class Objectives:
    """Rates a whole generation at once: half a millisecond for 500 rules.

    Each clause is stored as the bits of its rows, and weights are summed byte by byte.
    """

    def __init__(self, problem: RuleProblem) -> None:
        self.problem = problem
        self.tests = [_bits(covered) for covered in problem.single_tests.covers]
        self.everything = _bits(np.ones(len(problem.weights), dtype=bool))
        self.sizes = problem.single_tests.sizes.tolist()
        self.cache: dict[TestSet, tuple[int, int]] = {}  # rows covered, and length
        self.n_bytes = (len(problem.weights) + 7) // 8
        padded = np.zeros(8 * self.n_bytes)
        padded[: len(problem.weights)] = problem.weights
        ones = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
        self.table = padded.reshape(self.n_bytes, 8) @ ones.T

    def rate(self, individuals: list[Any]) -> None:
        """Sets the fitness and the length of every individual."""
        if len(self.cache) > CACHED_CLAUSES:
            self.cache.clear()
        rated = [self.coverage(rule) for rule in individuals]
        covered = b"".join(rows.to_bytes(self.n_bytes, "little") for rows, _ in rated)
        codes = np.frombuffer(covered, dtype=np.uint8).reshape(len(individuals), self.n_bytes)
        weights = self.table[np.arange(self.n_bytes), codes].sum(axis=1).tolist()
        for rule, weight, (_, length) in zip(individuals, weights, rated, strict=True):
            rule.fitness.values = (weight - self.problem.price * length,)
            rule.length = length

    def coverage(self, clauses: Iterable[TestSet]) -> tuple[int, int]:
        """The rows that the clauses cover, as bits, and their length."""
        covered = length = 0
        for clause in clauses:
            known = self.cache.get(clause)
            if known is None:
                bits = self.everything
                for test in clause:
                    bits &= self.tests[test]
                known = bits, sum(self.sizes[test] for test in clause)
                self.cache[clause] = known
            covered |= known[0]
            length += known[1]
        return covered, length


def _bits(covered: np.ndarray) -> int:
    return int.from_bytes(np.packbits(covered, bitorder="little").tobytes(), "little")


KEPT = 60  # the most generations
SHOWN = 300  # the most rules of a generation


class EvolutionRecord:
    """The record of one search, generation by generation. hall: the best rule so far."""

    def __init__(self) -> None:
        self.hall = tools.HallOfFame(1)
        self._every = 1  # generations between two that are kept
        self._kept: list[tuple[int, Any, list[Any]]] = []
        self._last: list[tuple[int, Any, list[Any]]] = []

    def enter(self, number: int, population: Sequence[Any]) -> None:
        """Records a generation, all of it rated."""
        self.hall.update(population)
        step = -(-len(population) // SHOWN)
        self._last = [(number, self.hall[0], list(population[::step]))]
        if number % self._every == 0:
            self._kept += self._last
            if len(self._kept) >= KEPT:
                self._every *= 2
                self._kept = [one for one in self._kept if one[0] % self._every == 0]

    def evolution(self, said: Callable[[Clauses], Formula]) -> tuple[Generation, ...]:
        """The generations, the first and the last among them. said: the formula of a rule."""
        entered = {number: rest for number, *rest in (*self._kept, *self._last)}
        return tuple(
            Generation(
                number,
                said(best),
                best.fitness.values[0],
                tuple(rule.fitness.values[0] for rule in rules),
                tuple(rule.length for rule in rules),
            )
            for number, (best, rules) in entered.items()
        )
