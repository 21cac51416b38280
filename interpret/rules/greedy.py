"""Building and improving a rule one clause at a time, each the best response to the others."""

from collections.abc import Callable, Iterable, Sequence
from math import inf

import numpy as np

from interpret.rules.cover import Cover
from interpret.rules.pricing import Effort, beam_clause, price_clause
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet

Pricer = Callable[[np.ndarray], TestSet | None]  # row weights -> a clause worth adding
REPRICED = 60  # clauses: longer rules are only shortened and added to


def cover_of(problem: RuleProblem, clauses: Iterable[TestSet] = ()) -> Cover[TestSet]:
    """The clauses as a cover of the problem's rows."""
    single = problem.single_tests
    return Cover(
        problem.weights,
        problem.price,
        single.coverage,
        lambda clause: single.length([clause]),
        clauses,
    )


def improve(
    problem: RuleProblem, clauses: Sequence[TestSet], pricer: Pricer, passes: int = 3
) -> list[TestSet]:
    """The rule shortened, its clauses re-priced given the others, and paying ones added.

    The objective never falls. A pricer gives the clause to add for row weights, or None.
    """
    cover = cover_of(problem, clauses)
    for _ in range(passes):
        changed = shorten(problem, cover)
        if len(cover.parts) <= REPRICED:
            changed |= _reprice(cover, pricer)
        changed |= _extend(problem, cover, pricer)
        if not changed:
            break
    return cover.parts


def shorten(problem: RuleProblem, cover: Cover[TestSet]) -> bool:
    """Drops tests, then clauses, while the objective does not fall; True when any was dropped."""
    changed = False
    for place in range(len(cover.parts) - 1, -1, -1):
        clause = cover.parts[place]
        shorter = _shorter(problem, clause, cover.left(but=place), cover.noise)
        if shorter != clause:
            cover.remove(place)
            if shorter not in cover.parts:
                cover.add(shorter)
            changed = True
    return cover.prune(cover.noise) or changed


def fitting(problem: RuleProblem, clauses: Sequence[TestSet]) -> list[TestSet]:
    """The clauses cut to the limits: shortened, and only the most valuable ones if too many."""
    cover = cover_of(problem, clauses)
    shorten(problem, cover)
    cover.prune(-inf, problem.clauses)
    return cover.parts


def _shorter(problem: RuleProblem, clause: TestSet, weights: np.ndarray, noise: float) -> TestSet:
    """The clause without the tests that do not pay, and within the limit on tests.

    weights: of the rows, 0 for those that other clauses cover, (n_rows,).
    """
    while len(clause) > 1:
        covers = problem.single_tests.covers[list(clause)]
        one_fails = covers.sum(axis=0) == len(clause) - 1
        gains = (one_fails & ~covers) @ weights + problem.price * problem.single_tests.sizes[
            list(clause)
        ]
        best = int(gains.argmax())
        if gains[best] < -noise and len(clause) <= problem.literals:
            break
        clause = clause[:best] + clause[best + 1 :]
    return clause


def _reprice(cover: Cover[TestSet], pricer: Pricer) -> bool:
    """Replaces each clause in turn by a better one, given the others."""
    changed = False
    for clause in list(cover.parts):
        place = cover.parts.index(clause)
        value, length = cover.value(place), cover.length_of(clause)
        cover.remove(place)
        better = pricer(cover.left())
        if better is not None and better not in cover.parts:
            cover.add(better)
            gain = cover.value(len(cover.parts) - 1) - value
            shorter = cover.length_of(better) < length
            if gain > cover.noise or (shorter and gain > -cover.noise):
                changed = True
                continue
            cover.remove(len(cover.parts) - 1)
        if value > cover.noise:
            cover.add(clause)
        else:
            changed = True
    return changed


def _extend(problem: RuleProblem, cover: Cover[TestSet], pricer: Pricer) -> bool:
    """Clauses are added, the best for what is left, while they pay; whether any was."""
    changed = False
    while len(cover.parts) < problem.clauses:
        clause = pricer(cover.left())
        if clause is None or clause in cover.parts:
            break
        cover.add(clause)
        if cover.value(len(cover.parts) - 1) <= cover.noise:
            cover.remove(len(cover.parts) - 1)
            break
        changed = True
    return changed


def by_beam(problem: RuleProblem, effort: Effort) -> Pricer:
    """A pricer by beams: it is quick, and its clause is nearly always the best."""

    def price(weights: np.ndarray) -> TestSet | None:
        if effort.stopped or not (weights > 0).any():
            return None
        found = beam_clause(problem, weights, effort)
        return found[0] if found else None

    return price


def exactly(problem: RuleProblem, effort: Effort) -> Pricer:
    """A pricer whose clause is the best there is, until the effort is spent."""

    def price(weights: np.ndarray) -> TestSet | None:
        priced = None if effort.stopped else price_clause(problem, weights, effort)
        return priced.clause if priced else None

    return price
