"""GeneticSearch: the thesis's way to the rule (Polato, section 7.2.2), on DEAP."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from time import monotonic

import numpy as np
from deap import base, tools

from interpret.rules.greedy import by_beam, improve
from interpret.rules.pricing import Effort
from interpret.rules.search import (
    OnProgress,
    Progress,
    Rule,
    RuleProblem,
    TestSet,
    ignore,
    reaches,
)

CACHED_CLAUSES = 200_000


class Weight(base.Fitness):
    """The objective, to be maximised."""

    weights = (1.0,)


@dataclass(eq=False, slots=True)
class Individual:
    """A rule in the population; its clauses are immutable, so no generation copies them."""

    clauses: frozenset[TestSet]
    fitness: Weight = field(default_factory=Weight)


@dataclass(frozen=True)
class GeneticSearch:
    """An elitist genetic algorithm over monotone DNFs, stopping as soon as the bound is reached.

    Its numbers are the thesis's; `as_in_the_thesis` gives the whole of its form: an offspring draws
    its clauses from the union of two parents of the elite; with the probability `mutation` one
    clause is removed or added or one of its literals exchanged.

    What that leaves out, each a switch: crossover: the share of offspring that have two parents,
    the others are a mutated copy of one; literal_mutations: a literal may also be added to a clause
    or dropped; distinct: no two of the elite are the same rule, so that it does not fill with
    copies; best_response: the best of each generation is improved, each clause the best possible
    given the others; seeded: the greedy cover stands in the first generation.
    """

    population: int = 500
    generations: int = 1000
    elite: float = 0.2
    mutation: float = 0.6
    seed: int = 0
    crossover: float = 0.5
    literal_mutations: bool = True
    distinct: bool = True
    best_response: bool = True
    seeded: bool = False
    time_limit: float = inf

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The best rule of all generations; the same seed gives the same rule."""
        if reaches(0.0, problem.bound):
            return _answer(problem, [], "proof", 0)
        until = monotonic() + self.time_limit
        breeding = _Breeding(problem, self, Random(self.seed))
        scores = _Scores(problem)
        toolbox = base.Toolbox()
        toolbox.register("select", tools.selBest, k=max(2, round(self.elite * self.population)))
        toolbox.register("mate", breeding.cross)
        toolbox.register("mutate", breeding.mutate)

        population = [Individual(breeding.rule()) for _ in range(self.population)]
        if self.seeded:
            population[0] = Individual(_improved(problem, frozenset(), passes=1))
        scores.rate(population)
        generation, stopped_by = 0, "effort"
        improved: frozenset[TestSet] | None = None  # an improvement of it is known
        while True:
            if self.distinct:
                population = list({rule.clauses: rule for rule in population}.values())
            elite = toolbox.select(population)
            best = elite[0]
            (objective,) = best.fitness.values
            formula = problem.candidates.formula(sorted(best.clauses))
            fraction = generation / max(1, self.generations)
            told = Progress("genetic", fraction, formula, objective, problem.bound, generation)
            cancelled = on_progress(told) is False
            if reaches(objective, problem.bound):
                stopped_by = "proof"
            elif cancelled:
                stopped_by = "cancel"
            elif monotonic() > until:
                stopped_by = "time"
            if stopped_by != "effort" or generation >= self.generations:
                break
            offspring = [
                Individual(breeding.child(elite, toolbox))
                for _ in range(self.population - len(elite))
            ]
            if self.best_response and offspring and best.clauses != improved:
                improved = best.clauses
                offspring[0] = Individual(_improved(problem, improved, passes=1))
            scores.rate(offspring)
            population = elite + offspring
            generation += 1
        return _answer(problem, sorted(best.clauses), stopped_by, generation)


def as_in_the_thesis(search: GeneticSearch) -> GeneticSearch:
    """The search without anything that the thesis does not have."""
    return replace(
        search,
        crossover=1.0,
        literal_mutations=False,
        distinct=False,
        seeded=False,
        best_response=False,
    )


def _answer(
    problem: RuleProblem, clauses: list[TestSet], stopped_by: str, generations: int
) -> Rule:
    """The rule without the clauses that cover no row, and the empty rule where that is better."""
    clauses = [clause for clause in clauses if problem.candidates.coverage(clause).any()]
    objective = problem.objective(clauses)
    if objective <= 0:
        clauses, objective = [], 0.0
    return Rule(
        formula=problem.candidates.formula(clauses),
        fitted_to=problem.fitted_to,
        price=problem.price,
        objective=objective,
        bound=problem.bound,
        stopped_by=stopped_by,
        generations=generations,
    )


class _Breeding:
    """Random rules, crossover and mutation, all from one generator of the search's own."""

    def __init__(self, problem: RuleProblem, settings: GeneticSearch, random: Random) -> None:
        self.problem, self.settings, self.random = problem, settings, random
        self.compatible = problem.candidates.compatible
        self.tests = range(len(problem.candidates.tests))
        self.partners = [self.compatible.partners(test) for test in self.tests]

    def rule(self) -> frozenset[TestSet]:
        size = self.random.randint(1, self.problem.clauses)
        return frozenset(self.clause() for _ in range(size))

    def clause(self) -> TestSet:
        clause: TestSet = ()
        for _ in range(self.random.randint(1, self.problem.literals)):
            clause = self.with_test(clause)
        return clause

    def with_test(self, clause: TestSet) -> TestSet:
        """The clause with one more random test, or as it is where none fits."""
        if not clause:
            return (self.random.choice(self.tests),)
        for _ in range(20):
            test = self.random.choice(self.partners[clause[0]] or [clause[0]])
            if all(self.compatible.pair(test, other) for other in clause):
                return tuple(sorted((*clause, test)))
        return clause

    def child(self, elite: list[Individual], toolbox: base.Toolbox) -> frozenset[TestSet]:
        """The clauses of an offspring of two of the elite, or of one."""
        if len(elite) < 2 or self.random.random() >= self.settings.crossover:
            return toolbox.mutate(self.random.choice(elite).clauses)
        child = toolbox.mate(*self.random.sample(elite, 2))
        return toolbox.mutate(child) if self.random.random() < self.settings.mutation else child

    def cross(self, one: Individual, other: Individual) -> frozenset[TestSet]:
        """A random part of the union of two rules' clauses, within the limit."""
        union = sorted(one.clauses | other.clauses)
        if not union:
            return frozenset()
        size = self.random.randint(1, min(self.problem.clauses, len(union)))
        return frozenset(self.random.sample(union, size))

    def mutate(self, rule: frozenset[TestSet]) -> frozenset[TestSet]:
        """One of the mutations; a rule keeps its last clause, and the empty rule gets one."""
        kinds = ["remove", "add", "exchange"]
        if self.settings.literal_mutations:
            kinds += ["lengthen", "shorten"]
        kind = self.random.choice(kinds)
        if kind == "add" or not rule:
            return rule | {self.clause()} if len(rule) < self.problem.clauses else rule
        clause = self.random.choice(sorted(rule))
        rest = rule - {clause}
        if kind == "remove":
            return rest or rule
        if kind == "lengthen":
            full = len(clause) >= self.problem.literals
            return rule if full else rest | {self.with_test(clause)}
        if len(clause) == 1 and kind == "shorten":
            return rule
        dropped = self.random.randrange(len(clause))
        shorter = clause[:dropped] + clause[dropped + 1 :]
        return rest | {shorter if kind == "shorten" else self.with_test(shorter)}


class _Scores:
    """Objectives of many rules at once: clauses cached as bit sets, weights looked up by bytes."""

    def __init__(self, problem: RuleProblem) -> None:
        self.problem = problem
        self.tests = [_bits(covered) for covered in problem.candidates.covers]
        self.everything = _bits(np.ones(len(problem.weights), dtype=bool))
        self.sizes = problem.candidates.sizes.tolist()
        self.cache: dict[TestSet, tuple[int, int]] = {}  # rows covered, and length
        self.n_bytes = (len(problem.weights) + 7) // 8
        padded = np.zeros(8 * self.n_bytes)
        padded[: len(problem.weights)] = problem.weights
        ones = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
        self.table = padded.reshape(self.n_bytes, 8) @ ones.T

    def rate(self, individuals: list[Individual]) -> None:
        """Sets the fitness of every individual."""
        if len(self.cache) > CACHED_CLAUSES:
            self.cache.clear()
        rated = [self.coverage(rule.clauses) for rule in individuals]
        covered = b"".join(rows.to_bytes(self.n_bytes, "little") for rows, _ in rated)
        codes = np.frombuffer(covered, dtype=np.uint8).reshape(len(individuals), self.n_bytes)
        weights = self.table[np.arange(self.n_bytes), codes].sum(axis=1).tolist()
        for rule, weight, (_, length) in zip(individuals, weights, rated, strict=True):
            rule.fitness.values = (weight - self.problem.price * length,)

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


def _improved(problem: RuleProblem, clauses: frozenset[TestSet], passes: int) -> frozenset[TestSet]:
    """The rule after best responses of its clauses."""
    return frozenset(improve(problem, sorted(clauses), by_beam(problem, Effort(inf)), passes))
