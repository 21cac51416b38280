"""What a search is given, what it tells on the way, and what it returns.

A search maximises  Σ v_i δ_f(x_i) − price · tests  over formulas f within the limits; v are row
weights, v_i = y_i α_i for the rule inside the machine (Polato, eq. 7.1).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from math import frexp
from typing import Protocol

import numpy as np

from interpret.data.table import Column, Table
from interpret.data.task import MOST_NAMED
from interpret.rules.compatible import Compatible
from interpret.rules.demands import NOTHING, Demands
from interpret.rules.evolution import Evolution, Generation
from interpret.rules.grid import Grid
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, accepted

DRAFT = "draft"  # what stopped the search of a rule that is settled later
ROUNDING = 1e-7  # of a bound: what a sum or a linear program may be off by
TestSet = tuple[int, ...]  # a clause in a search: the sorted indices of its tests


@dataclass(frozen=True, eq=False)
class Candidates:
    """The single tests a clause may hold, and what they do on some rows.

    The tests of one attribute stand side by side. covers: bool (n_tests, n_rows); cells: where it
    is known, the value of each row as a number, int (n_attributes, n_rows).
    """

    tests: tuple[Test, ...]
    covers: np.ndarray
    compatible: Compatible
    cells: np.ndarray | None = None

    @cached_property
    def by_rows(self) -> np.ndarray:
        """`covers` as float32 of shape (n_rows, n_tests), for matrix products."""
        return np.ascontiguousarray(self.covers.T, dtype=np.float32)

    @cached_property
    def grid(self) -> Grid:
        """Tests and rows as the compiled loops read them."""
        blocks = self.compatible.blocks
        sizes = np.array([len(block) for block in blocks], dtype=np.int64)
        first = np.concatenate([[0], np.cumsum(sizes)])
        cells = np.empty((self.covers.shape[1], len(blocks)), dtype=np.int32)
        counts, atoms, denials = [], [], []
        n_atoms = 0
        for place, codes in enumerate(self.codes):
            own = self.covers[first[place] : first[place + 1]]
            one = np.full(int(codes.max(initial=-1)) + 1, -1)
            one[codes] = np.arange(len(codes))  # a row of each code that there is
            accepts = own[:, one] & (one >= 0)
            counts.append(accepts.sum(axis=1))
            atoms.append(n_atoms + np.nonzero(accepts)[1])
            denials.append(_denials(accepts[:, one >= 0], int(first[place])))
            cells[:, place] = n_atoms + codes
            n_atoms += len(one)
        none = np.zeros(0, dtype=np.int64)
        return Grid(
            cells,
            first,
            np.repeat(np.arange(len(blocks)), sizes),
            np.concatenate([[0], np.cumsum(np.concatenate([*counts, none]), dtype=np.int64)]),
            np.concatenate([*atoms, none]),
            n_atoms,
            np.concatenate([*(block.ravel() for block in blocks), np.zeros(0, dtype=bool)]),
            np.concatenate([[0], np.cumsum(np.square(sizes))]),
            np.concatenate([*denials, none]),
        )

    @cached_property
    def codes(self) -> list[np.ndarray]:
        """For each attribute a code of each row, equal where its tests do not tell rows apart."""
        if self.cells is not None:
            return list(self.cells)
        ends = np.cumsum([len(block) for block in self.compatible.blocks], dtype=int)
        blocks = np.split(self.covers, ends[:-1]) if len(ends) else []
        return [
            np.unique(np.packbits(own, axis=0), axis=1, return_inverse=True)[1].ravel()
            for own in blocks
        ]

    @cached_property
    def sizes(self) -> np.ndarray:
        """The length of each test."""
        return np.array([len(test) for test in self.tests], dtype=np.int64)

    @cached_property
    def oddity(self) -> np.ndarray:
        """What decides between equal clauses: fewer tests, and what is before what is not."""
        return self.sizes + 0.1 * np.array([isinstance(test, IsNot) for test in self.tests])

    def rows(self, indices: np.ndarray) -> "Candidates":
        """The same tests on some of the rows; the grid is listed once for them all."""
        cells = None if self.cells is None else self.cells[:, indices]
        some = replace(self, covers=self.covers[:, indices], cells=cells)
        some.__dict__["grid"] = self.grid._replace(cells=self.grid.cells[indices])
        return some

    def coverage(self, clause: TestSet) -> np.ndarray:
        """The rows that a clause covers: bool (n_rows,)."""
        return np.asarray(self.covers[list(clause)].all(axis=0))

    def verdict(self, clauses: Sequence[TestSet]) -> np.ndarray:
        """The rows that any of the clauses covers: bool (n_rows,)."""
        covered = np.zeros(self.covers.shape[1], dtype=bool)
        for clause in clauses:
            covered |= self.coverage(clause)
        return covered

    def length(self, clauses: Sequence[TestSet]) -> int:
        return sum(int(self.sizes[list(clause)].sum()) for clause in clauses)

    def formula(self, clauses: Sequence[TestSet], denied: bool = False) -> Formula:
        return Formula(
            tuple(Clause(tuple(self.tests[i] for i in clause)) for clause in clauses), denied
        )


@dataclass(frozen=True, eq=False)
class RuleProblem:
    """Find the formula of the largest objective; each clause of it has a test at least.

    weights: (n_rows,), of the candidates' rows; clauses and literals: the limits of a formula;
    price: of a test; fitted_to: what the weights are.
    """

    candidates: Candidates
    weights: np.ndarray
    clauses: int = 10
    literals: int = 5
    price: float = 0.0
    fitted_to: str = "weights"

    @cached_property
    def distinct(self) -> "RuleProblem":
        """The same problem with rows that no test tells apart as one, of their summed weight."""
        covers = self.candidates.covers
        _, first, of = np.unique(
            np.packbits(covers, axis=0), axis=1, return_index=True, return_inverse=True
        )
        if len(first) == len(self.weights):
            return self
        weights = np.bincount(of.ravel(), self.weights)
        order = np.argsort(first)
        return replace(self, candidates=self.candidates.rows(first[order]), weights=weights[order])

    @cached_property
    def total(self) -> float:
        """The weight of all rows worth covering: no formula can have more."""
        weights = self.distinct.weights
        return float(weights[weights > 0].sum())

    def sample(self, most: int, rng: np.random.Generator) -> "RuleProblem":
        """The same problem on so many of its rows, drawn by sign, of as much weight in all."""
        if len(self.weights) <= most:
            return self
        rows, weights = [], []
        signs = [np.flatnonzero(self.weights > 0), np.flatnonzero(self.weights < 0)]
        fewer = min(map(len, signs))
        for own in signs:
            n = min(len(own), most // 2 if len(own) == fewer else most - min(fewer, most // 2))
            kept = np.sort(rng.permutation(own)[:n])
            rows.append(kept)
            scale = self.weights[own].sum() / self.weights[kept].sum() if n else 1.0
            weights.append(scale * self.weights[kept])
        order = np.argsort(np.concatenate(rows))
        candidates = self.candidates.rows(np.concatenate(rows)[order])
        return replace(self, candidates=candidates, weights=np.concatenate(weights)[order])

    @property
    def bound(self) -> float:
        """An objective that no formula within the limits exceeds."""
        return max(0.0, self.total - self.price) if self.candidates.tests else 0.0

    def objective(self, clauses: Sequence[TestSet]) -> float:
        weight = float(self.weights[self.candidates.verdict(clauses)].sum())
        return weight - self.price * self.candidates.length(clauses)


@dataclass(frozen=True)
class Rule:
    """A formula with its certificate.

    objective and bound are of Σ v_i δ_f(x_i) − price · tests; the bound holds for every formula
    within the limits and the language. gap = bound − objective. shortest: no formula of this
    objective is shorter. generations and evolution: of a genetic search; a Found holds the latter.
    """

    formula: Formula
    fitted_to: str
    price: float
    objective: float
    bound: float
    stopped_by: str
    shortest: bool = False
    generations: int | None = None
    evolution: Evolution | None = None

    @property
    def gap(self) -> float:
        return max(0.0, self.bound - self.objective)

    @property
    def is_draft(self) -> bool:
        """Whether a settled rule was to follow."""
        return self.stopped_by == DRAFT

    @property
    def proven(self) -> bool:
        """No formula within the limits has a larger objective."""
        return reaches(self.objective, self.bound)


@dataclass(frozen=True)
class Found:
    """What one search found, and its way there: (step, seconds, objective) as it improved.

    evolution: of a genetic search.
    """

    search: str
    rule: Rule
    seconds: float
    curve: tuple[tuple[int, float, float], ...]
    evolution: Evolution | None = None


@dataclass(frozen=True)
class Progress:
    """Where a long computation stands.

    stage: a word for the step; fraction: of this stage, in [0, 1]; best: the best formula so far
    and its objective, with the bound that holds now; step: generations or clauses priced so far;
    generation: the last of a genetic search.
    """

    stage: str
    fraction: float
    best: Formula | None = None
    objective: float | None = None
    bound: float | None = None
    step: int | None = None
    note: str = ""
    generation: Generation | None = None


OnProgress = Callable[[Progress], object]  # returns False to stop


class Search(Protocol):
    """Settings at construction, problem at the call, result as a value."""

    def search(self, problem: RuleProblem, on_progress: OnProgress = ...) -> Rule: ...


def ignore(progress: Progress) -> None:
    """Listens to no progress."""


def reaches(objective: float, bound: float) -> bool:
    """Whether an objective meets a bound, up to rounding of the bound's own size."""
    return objective >= bound - ROUNDING * abs(bound)


def at_scale(
    search: Callable[[RuleProblem, OnProgress], Rule], problem: RuleProblem, on_progress: OnProgress
) -> Rule:
    """What a search finds where its tolerances are absolute, for weights however small.

    Weights of a total below 1 are multiplied by a power of two, which rounds nothing; what is told
    and found is divided by it again.
    """
    _, exponent = frexp(problem.total)
    factor = 2.0 ** max(0, 1 - exponent) if problem.total > 0 else 1.0
    if factor == 1.0:
        return search(problem, on_progress)

    def tell(progress: Progress) -> object:
        objective, bound = progress.objective, progress.bound
        return on_progress(
            replace(
                progress,
                objective=None if objective is None else objective / factor,
                bound=None if bound is None else bound / factor,
            )
        )

    larger = replace(problem, weights=factor * problem.weights, price=factor * problem.price)
    rule = search(larger, tell)
    return replace(
        rule, price=problem.price, objective=rule.objective / factor, bound=rule.bound / factor
    )


def candidates(
    table: Table,
    attributes: Sequence[str],
    language: str,
    demands: Demands = NOTHING,
    denied: bool = False,
) -> Candidates:
    """The single tests of a language that tell rows of the table apart and are allowed.

    Of an attribute with very many values, the most frequent can stand in a test. denied: whether
    they are of a rule that is denied.
    """
    tests: list[Test] = []
    accepts, covers, cells = [], [], []
    for name in attributes:
        column = table.column(name)
        often = np.argsort(-column.counts, kind="stable")[:MOST_NAMED]
        values = [column.values[i] for i in np.sort(often[column.counts[often] > 0])]
        if len(values) > 1:
            own = demands.allowed(column, _tests_of(column, values, language), denied)
            if not own:
                continue
            tests += own
            accepts.append(accepted(own, column.values))
            covers.append(accepts[-1][:, column.codes])
            cells.append(column.codes)
    return Candidates(
        tuple(tests),
        np.concatenate([*covers, np.zeros((0, table.n_rows), dtype=bool)]),
        Compatible.of(accepts),
        np.array(cells, dtype=np.int32).reshape(len(cells), table.n_rows),
    )


def _denials(accepts: np.ndarray, first: int) -> np.ndarray:
    """For each test of an attribute the one that holds just where it does not, or −1.

    accepts: bool (n_own_tests, n_values); first: the number of the attribute's first test.
    """
    place = {row.tobytes(): first + i for i, row in enumerate(accepts)}
    return np.array([place.get(row.tobytes(), -1) for row in ~accepts], dtype=np.int64)


def _tests_of(column: Column, values: list[str | None], language: str) -> list[Test]:
    if column.cuts:
        sides = [(Between(column.name, to=cut), Between(column.name, cut)) for cut in column.cuts]
        empty = [Is(column.name, (None,)) for value in values if value is None]
        return [*chain.from_iterable(sides), *empty]
    tests: list[Test] = [Is(column.name, (value,)) for value in values]
    if language == "values" and len(values) > 2:
        tests += [IsNot(column.name, (value,)) for value in values]
        numbers = sorted({float(v) for v in values if v is not None}) if column.is_numeric else []
        for below, beyond in pairwise(numbers[1:-1]):
            cut = (below + beyond) / 2
            tests += [Between(column.name, to=cut), Between(column.name, above=cut)]
    return tests
