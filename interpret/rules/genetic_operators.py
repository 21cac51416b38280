"""The operators of the thesis's genetic algorithm (Polato, section 7.2.2), as DEAP takes them.

Individual      a monotone DNF: a set of clauses, each a sorted tuple of tests (`creator`) start
`random_rule`: at most D clauses of at most C literals crossover       `clauses_of_both`: some of
the clauses of two rules, at most D mutation        `mutated`, by one of `remove_clause`,
`add_clause`, `exchange_literal` selection       `deap.tools.selBest`: the best 20 % survive

What differs from the thesis, or is added to it, with the reason:

- Tests of one attribute that exclude or imply one another are never in one clause: with one-hot
  variables such a clause covers nothing, or is longer than necessary.
- The thesis leaves open how many clauses a child draws: here any number up to the limit.
- A mutation that a rule does not allow (removing its last clause, adding one beyond the limit) is
  replaced by another: the thesis says "when applicable" of removing, and some mutations would
  otherwise change nothing. A literal is never exchanged for itself.
- The thesis leaves open who becomes a parent: `tournament` draws from the whole generation.
- `lengthen_clause` and `shorten_clause` are ours, and switched off for the thesis's own form.

Every operator draws from the generator it is given, not from Python's global one as those of
`deap.tools` do: a search repeats exactly from its seed, whatever else runs.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
from deap import base, creator

from interpret.rules.single_tests import Compatible, TestSet

Clauses = frozenset[TestSet]
Mutation = Callable[..., Clauses | None]  # None where the rule does not allow it

DRAWS = 20  # random tries before all the tests that fit are listed


class _Rule(frozenset[TestSet]):
    """Clauses. A rated individual never changes, so DEAP's copies of it can be the same object."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Rule":
        return self


# `creator` keeps its classes in its own module, so a second import of this one finds them there.
if not hasattr(creator, "RuleObjective"):
    creator.create("RuleObjective", base.Fitness, weights=(1.0,))  # one objective, to be maximised
if not hasattr(creator, "RuleIndividual"):
    creator.create("RuleIndividual", _Rule, fitness=creator.RuleObjective)
Individual = creator.RuleIndividual


# --- the start -----------------------------------------------------------------------------------


def random_rule(tests: Compatible, clauses: int, literals: int, rng: Random) -> Clauses:
    """A rule of one to `clauses` random clauses."""
    size = rng.randint(1, clauses)
    return frozenset(random_clause(tests, literals, rng) for _ in range(size))


def random_clause(tests: Compatible, literals: int, rng: Random) -> TestSet:
    """A clause of one to `literals` random tests that are compatible."""
    clause: TestSet = ()
    for _ in range(rng.randint(1, literals)):
        test = random_test(tests, clause, (), rng)
        if test is None:
            break
        clause = tuple(sorted((*clause, test)))
    return clause


def random_test(tests: Compatible, clause: TestSet, but: Iterable[int], rng: Random) -> int | None:
    """A random test that is compatible with the clause and not among `but`, or None."""
    but = set(but)
    for _ in range(DRAWS):
        test = rng.randrange(len(tests))
        if test not in but and all(tests.pair(other, test) for other in clause):
            return test
    fits = tests.rows(clause).all(axis=0) if clause else np.ones(len(tests), dtype=bool)
    left = [test for test in np.flatnonzero(fits).tolist() if test not in but]
    return rng.choice(left) if left else None


# --- crossover -----------------------------------------------------------------------------------


def clauses_of_both(one: Clauses, other: Clauses, most: int, rng: Random) -> Clauses:
    """A random part of the union of two rules' clauses, at most `most`."""
    union = sorted(one | other)
    if not union:
        return frozenset()
    return frozenset(rng.sample(union, rng.randint(1, min(most, len(union)))))


# --- mutation ------------------------------------------------------------------------------------


def remove_clause(rule: Clauses, rng: Random) -> Clauses | None:
    """The rule without one of its clauses; the last one stays."""
    return rule - {rng.choice(sorted(rule))} if len(rule) > 1 else None


def add_clause(rule: Clauses, tests: Compatible, literals: int, rng: Random) -> Clauses:
    """The rule with a new random clause."""
    return rule | {random_clause(tests, literals, rng)}


def exchange_literal(rule: Clauses, tests: Compatible, rng: Random) -> Clauses | None:
    """The rule with one test exchanged for another that its clause does not have."""
    if not rule:
        return None
    clause = rng.choice(sorted(rule))
    dropped = rng.randrange(len(clause))
    rest = clause[:dropped] + clause[dropped + 1 :]
    test = random_test(tests, rest, clause, rng)
    return None if test is None else rule - {clause} | {tuple(sorted((*rest, test)))}


def lengthen_clause(rule: Clauses, tests: Compatible, rng: Random) -> Clauses | None:
    """The rule with one more random test in one clause; ours."""
    if not rule:
        return None
    clause = rng.choice(sorted(rule))
    test = random_test(tests, clause, clause, rng)
    return None if test is None else rule - {clause} | {tuple(sorted((*clause, test)))}


def shorten_clause(rule: Clauses, rng: Random) -> Clauses | None:
    """The rule with one test less in one clause; ours."""
    longer = [clause for clause in sorted(rule) if len(clause) > 1]
    if not longer:
        return None
    clause = rng.choice(longer)
    dropped = rng.randrange(len(clause))
    return rule - {clause} | {clause[:dropped] + clause[dropped + 1 :]}


def mutated(rule: Clauses, mutations: Sequence[Mutation], rng: Random) -> Clauses:
    """The rule after the first of the mutations, in random order, that changes it.

    If none changes it, the rule itself.
    """
    left = list(mutations)
    while left:
        child = left.pop(rng.randrange(len(left)))(rule)
        if child is not None and child != rule:
            return child
    return rule


def within(clauses: int, literals: int) -> Callable[[Mutation], Mutation]:
    """A decorator for `toolbox.decorate`: a mutation beyond the limits D and C is not allowed."""

    def decorate(mutation: Mutation) -> Mutation:
        def limited(rule: Clauses, **kwargs: Any) -> Clauses | None:
            child = mutation(rule, **kwargs)
            if child is None or len(child) > clauses:
                return None
            return None if any(len(clause) > literals for clause in child) else child

        return limited

    return decorate


# --- selection -----------------------------------------------------------------------------------


def tournament(individuals: Sequence[Any], k: int, size: int, rng: Random) -> list[Any]:
    """k different individuals, each the best of `size` drawn at random, or of fewer.

    It replaces `deap.tools.selTournament`, which draws from the global generator.
    """
    size = max(1, min(size, len(individuals) // k))
    drawn = rng.sample(individuals, k * size)
    return [max(drawn[place::k], key=lambda one: one.fitness) for place in range(k)]
