"""Building and improving a rule one clause at a time, each the best response to the others."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from interpret.rules.pricing import Effort, beam_clause, price_clause
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet

Pricer = Callable[[np.ndarray], TestSet | None]  # row weights -> a clause worth adding
REPRICED = 60  # clauses: longer rules are only shortened and added to


class Cover:
    """A rule being built: its clauses, the rows each covers, how many clauses cover each row."""

    def __init__(self, problem: RuleProblem, clauses: Iterable[TestSet] = ()) -> None:
        self.problem = problem
        self.clauses: list[TestSet] = []
        self.rows: list[np.ndarray] = []
        self.times = np.zeros(len(problem.weights), dtype=np.int32)
        self.noise = 1e-9 * float(np.abs(problem.weights).sum())
        for clause in clauses:
            self.add(clause)

    def add(self, clause: TestSet) -> None:
        rows = self.problem.single_tests.coverage(clause)
        self.clauses.append(clause)
        self.rows.append(rows)
        self.times += rows

    def remove(self, place: int) -> TestSet:
        self.times -= self.rows.pop(place)
        return self.clauses.pop(place)

    @property
    def objective(self) -> float:
        weight = float(self.problem.weights[self.times > 0].sum())
        return weight - self.problem.price * self.problem.single_tests.length(self.clauses)

    def left(self) -> np.ndarray:
        """The row weights, 0 where a clause covers the row already."""
        return np.where(self.times > 0, 0.0, self.problem.weights)

    def value(self, place: int) -> float:
        """What the clause adds to the others, less its price."""
        alone = self.rows[place] & (self.times == 1)
        length = self.problem.single_tests.length([self.clauses[place]])
        return float(self.problem.weights[alone].sum()) - self.problem.price * length


def improve(
    problem: RuleProblem, clauses: Sequence[TestSet], pricer: Pricer, passes: int = 3
) -> list[TestSet]:
    """The rule shortened, its clauses re-priced given the others, and paying ones added.

    The objective never falls. A pricer gives the clause to add for row weights, or None.
    """
    cover = Cover(problem, clauses)
    for _ in range(passes):
        changed = shorten(cover)
        if len(cover.clauses) <= REPRICED:
            changed |= _reprice(cover, pricer)
        changed |= _extend(cover, pricer)
        if not changed:
            break
    return cover.clauses


def shorten(cover: Cover) -> bool:
    """Drops tests, then clauses, while the objective does not fall; True when any was dropped."""
    problem, changed = cover.problem, False
    for place in range(len(cover.clauses) - 1, -1, -1):
        clause, rows = cover.clauses[place], cover.rows[place]
        others = cover.times - rows
        shorter = _shorter(problem, clause, np.where(others > 0, 0.0, problem.weights), cover.noise)
        if shorter != clause:
            cover.remove(place)
            if shorter not in cover.clauses:
                cover.add(shorter)
            changed = True
    while cover.clauses:
        values = [cover.value(place) for place in range(len(cover.clauses))]
        worst = int(np.argmin(values))
        if values[worst] > cover.noise:
            break
        cover.remove(worst)
        changed = True
    return changed


def fitting(problem: RuleProblem, clauses: Sequence[TestSet]) -> list[TestSet]:
    """The clauses made to keep the limits: shortened, and of too many the most valuable."""
    cover = Cover(problem, clauses)
    shorten(cover)
    while len(cover.clauses) > problem.clauses:
        values = [cover.value(place) for place in range(len(cover.clauses))]
        cover.remove(int(np.argmin(values)))
    return cover.clauses


def _shorter(problem: RuleProblem, clause: TestSet, weights: np.ndarray, noise: float) -> TestSet:
    """The clause without the tests it can do without, and within the limit on tests."""
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


def _reprice(cover: Cover, pricer: Pricer) -> bool:
    """Each clause in turn gives way to a better one, given the others."""
    changed = False
    for clause in list(cover.clauses):
        place = cover.clauses.index(clause)
        value, length = cover.value(place), cover.problem.single_tests.length([clause])
        cover.remove(place)
        better = pricer(cover.left())
        if better is not None and better not in cover.clauses:
            cover.add(better)
            gain = cover.value(len(cover.clauses) - 1) - value
            shorter = cover.problem.single_tests.length([better]) < length
            if gain > cover.noise or (shorter and gain > -cover.noise):
                changed = True
                continue
            cover.remove(len(cover.clauses) - 1)
        if value > cover.noise:
            cover.add(clause)
        else:
            changed = True
    return changed


def _extend(cover: Cover, pricer: Pricer) -> bool:
    changed = False
    while len(cover.clauses) < cover.problem.clauses:
        clause = pricer(cover.left())
        if clause is None or clause in cover.clauses:
            break
        cover.add(clause)
        if cover.value(len(cover.clauses) - 1) <= cover.noise:
            cover.remove(len(cover.clauses) - 1)
            break
        changed = True
    return changed


def by_beam(problem: RuleProblem, effort: Effort) -> Pricer:
    """A pricer that is quick and nearly always right."""

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
