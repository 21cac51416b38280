"""What counts in the machine's decision: single `attribute = value`, and heavy conjunctions."""

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np

from interpret.data.numbers import number
from interpret.data.table import Column, Table, coarsely_cut
from interpret.row_limits import ROWS
from interpret.rules.logic import Clause, Value, interval, interval_name
from interpret.rules.pricing import Effort, beam_clause
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet, single_tests


@dataclass(frozen=True)
class LiteralWeight:
    """The weight of `attribute = value`: above zero it speaks for the positive class.

    Where numbers are cut, the value is one of the machine's intervals, in words.
    """

    attribute: str
    value: Value
    weight: float

    @property
    def rounded(self) -> float:
        """The weight as a person reads it, by which values are ordered. Weights that look equal
        mostly are equal: they differ by rounding alone.
        """
        return float(f"{self.weight:.3g}")


def literal_weights(
    train: Table, attributes: Sequence[str], weights: Sequence[float]
) -> tuple[LiteralWeight, ...]:
    """For each value of each attribute, the sum of the weights y_i α_i of the rows that have it.

    weights: (n_rows,), of the training rows (Polato, eq. 7.1, for features of one variable). The
    values of an attribute stand together, that of empty cells last. The attribute whose values
    weigh most together comes first, and empty cells do not count for that, as a few of them would
    decide it; equal ones keep the order of their columns.
    """
    groups = [_of_attribute(train, name, np.asarray(weights)) for name in attributes]
    groups.sort(key=lambda group: -sum(abs(one.rounded) for one in group if one.value is not None))
    return tuple(literal for group in groups for literal in group)


def _of_attribute(train: Table, name: str, weights: np.ndarray) -> list[LiteralWeight]:
    column = train.column(name)
    sums = np.bincount(column.codes, weights=weights, minlength=len(column.values))
    weight_of: dict[Value, float] = {}
    for value, weight, count in zip(column.values, sums.tolist(), column.counts, strict=True):
        if count:
            shown = _named(column, value)
            weight_of[shown] = weight_of.get(shown, 0.0) + weight
    by_value = sorted(weight_of.items(), key=lambda one: one[0] is None)
    return [LiteralWeight(name, value, weight) for value, weight in by_value]


def _named(column: Column, value: Value) -> Value:
    amount = number(value) if column.cuts else None
    if amount is None:
        return value
    return interval_name(interval(column.name, column.coarse, amount))


MOST_ADDITIONS = 2_000_000_000  # in about two seconds
STEP = 20_000  # additions that a step counts for, beside those that it makes
NOISE = 1e-9  # of the weight of all positive rows


@dataclass(frozen=True)
class Conjunction:
    """A clause, its weight w_f, and how many training rows it covers."""

    clause: Clause = field(metadata={"key": "tests"})
    weight: float
    rows: int


@dataclass(frozen=True)
class Heaviest:
    """Conjunctions, the heaviest first. exact: none is missing."""

    conjunctions: tuple[Conjunction, ...]
    exact: bool


def heaviest_conjunctions(
    train: Table,
    attributes: Sequence[str],
    weights: Sequence[float] | np.ndarray,
    literals: int = 5,
    most: int = 10,
    go_on: Callable[[], bool] = lambda: True,
) -> Heaviest:
    """The `most` heaviest conjunctions of at most `literals` tests, without needless tests.

    weights: y_i α_i of the training rows, (n_rows,); negate them for the other class. A test is
    needless where the conjunction without it weighs as much or more. Of several conjunctions that
    cover the same rows (among those with a weight), the shortest is kept, then the first by
    attribute and value. Numbers are compared with the cuts that the machine knows.

    The search is by branch and bound: no conjunction weighs more than the positive rows that some
    of its tests cover, and a test that is not needless excludes negative rows. The result is not
    exact if that would take too long, or if go_on returned False.
    """
    amounts = np.asarray(weights, dtype=float)
    heavy = np.flatnonzero(amounts)
    single = single_tests(coarsely_cut(train), attributes, "monotone")
    whole = RuleProblem(single.rows(heavy), amounts[heavy], most, literals)
    problem = whole.sample(ROWS.conjunctions, np.random.default_rng(0))
    search = _TopSearch(problem, most, Effort(MOST_ADDITIONS, go_on))
    exact = search.run()
    heaviest = []
    for clause in search.clauses:
        rows = single.coverage(clause)
        tests = tuple(single.tests[i] for i in clause)
        heaviest.append(Conjunction(Clause(tests), float(amounts[rows].sum()), int(rows.sum())))
    order = sorted(heaviest, key=lambda one: -one.weight) if problem is not whole else heaviest
    return Heaviest(tuple(order), exact and problem is whole)


class _TopSearch:
    """A depth-first search over sets of tests, which keeps them by weight, length and place."""

    def __init__(self, problem: RuleProblem, most: int, effort: Effort) -> None:
        self.problem, self.most, self.effort = problem, most, effort
        self.noise = NOISE * problem.total
        self.kept: list[tuple[int, int, TestSet, bytes]] = []

    @property
    def clauses(self) -> list[TestSet]:
        return [clause for _, _, clause, _ in self.kept]

    @property
    def floor(self) -> float:
        """The least weight with which a conjunction is kept."""
        return -self.kept[-1][0] * self.noise if len(self.kept) == self.most else self.noise

    def run(self) -> bool:
        """True when the search was finished: no heavier conjunction is missing."""
        if not self.problem.total:
            return True
        self._start()
        weights, everything = self.problem.weights, self.problem.single_tests.covers
        signed = np.stack([np.maximum(weights, 0), np.maximum(-weights, 0)], axis=1)
        tests = np.arange(len(everything))
        self._extend((), tests, everything.astype(float), signed, signed[:, 1].sum())
        return not self.effort.stopped

    def _start(self) -> None:
        """Keeps good conjunctions of different rows, so that the bound prunes most branches."""
        left = self.problem.weights.copy()
        for _ in range(self.most):
            found = beam_clause(self.problem, left, Effort(inf))
            if found is None:
                break
            left[self.problem.single_tests.coverage(found[0])] = 0
            self._offer(self._without_needless(found[0]))

    def _extend(
        self,
        clause: TestSet,
        tests: np.ndarray,
        covers: np.ndarray,
        signed: np.ndarray,
        loss_before: float,
    ) -> None:
        """Adds one test to the clause, then more. covers: (n_tests, n_rows still covered)."""
        if not len(tests) or not self.effort.spend(STEP + covers.size):
            return
        gain, loss = (covers @ signed).T
        useful = loss < loss_before * (1 - 1e-12)
        for i in np.flatnonzero(useful & (gain - loss >= self.floor - self.noise)):
            self._offer(tuple(sorted((*clause, int(tests[i])))))
        if len(clause) + 1 >= self.problem.literals:
            return
        order = np.flatnonzero(useful & (gain >= self.floor - self.noise))
        order = order[np.argsort(gain[order], kind="stable")]
        compatible = self.problem.single_tests.compatible
        for place, i in enumerate(order):
            if self.effort.stopped:
                return
            if loss[i] == 0 or gain[i] < self.floor - self.noise:
                continue
            rest = order[place + 1 :]
            rest = rest[compatible.row(tests[i])[tests[rest]]]
            kept = covers[i] > 0
            self._extend(
                (*clause, int(tests[i])),
                tests[rest],
                covers[np.ix_(rest, kept)],
                signed[kept],
                loss[i],
            )

    def _offer(self, clause: TestSet) -> None:
        """Keeps the clause if no test of it is needless and it is among the heaviest."""
        rows = self.problem.single_tests.coverage(clause)
        weight = float(self.problem.weights[rows].sum())
        if weight <= self.noise or any(
            self._weight(shorter) >= weight - self.noise for shorter in _shorter(clause)
        ):
            return
        entry = (-round(weight / self.noise), len(clause), clause, rows.tobytes())
        twins = [other for other in self.kept if other[3] == entry[3]]
        if all(entry < twin for twin in twins):
            self.kept = [other for other in self.kept if other not in twins]
            insort(self.kept, entry)
            del self.kept[self.most :]

    def _without_needless(self, clause: TestSet) -> TestSet:
        while len(clause) > 1:
            best = max(_shorter(clause), key=self._weight)
            if self._weight(best) < self._weight(clause) - self.noise:
                break
            clause = best
        return clause

    def _weight(self, clause: TestSet) -> float:
        return float(self.problem.weights[self.problem.single_tests.coverage(clause)].sum())


def _shorter(clause: TestSet) -> list[TestSet]:
    return [clause[:i] + clause[i + 1 :] for i in range(len(clause))]
