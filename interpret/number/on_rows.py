"""Tests on rows, as arrays: which conjunctions explain the residuals of a sum.

Sums over the rows that a clause and each single test cover are computed by loops that numba
compiles. They are cumulative over the values of each attribute, and a test is the difference of two
of them, so many cuts of one column cost little more than one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from interpret.rules.logic import Between, Test
from interpret.rules.single_tests import Compatible, Grid, SingleTests, TestSet
from kernels.blas import one_thread
from kernels.compiled import compiled

PAIRS = 300  # pairs of tests that are extended by a third
KEPT = 2**25  # entries of each of the two caches, of covers and of counts
EXACT = 23  # bits of a sum of residuals, in float32
SPREAD = 0.05  # share of a conjunction's variation that the other terms must leave unexplained


class Runs(NamedTuple):
    """The atoms of each test as runs of neighbours: the test, first atom and end of each run."""

    test: np.ndarray
    first: np.ndarray
    end: np.ndarray


def runs_of(grid: Grid) -> Runs:
    """The runs of a grid's tests."""
    test = np.repeat(np.arange(len(grid.starts) - 1), np.diff(grid.starts))
    begins = np.ones(len(test), dtype=bool)
    begins[1:] = (np.diff(test) > 0) | (np.diff(grid.atoms) != 1)
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(test))[: len(first)] - 1
    return Runs(test[first], grid.atoms[first], grid.atoms[last] + 1)


@compiled
def sums_along(cells, covered, values, n_atoms, n_tests, runs):  # pragma: no cover
    """Σ of the values over the covered rows that pass each test: float64 (n_tests, n_values).

    cells, n_atoms: of a Grid; covered: indices of rows; values: (n_rows, n_values).
    """
    n_values = values.shape[1]
    upto = np.zeros((n_atoms + 1, n_values))
    for row in covered:
        for attribute in range(cells.shape[1]):
            atom = cells[row, attribute]
            for k in range(n_values):
                upto[atom + 1, k] += values[row, k]
    for atom in range(n_atoms):
        for k in range(n_values):
            upto[atom + 1, k] += upto[atom, k]
    sums = np.zeros((n_tests, n_values))
    for i in range(len(runs.test)):
        for k in range(n_values):
            sums[runs.test[i], k] += upto[runs.end[i], k] - upto[runs.first[i], k]
    return sums


@dataclass(frozen=True, eq=False)
class OnRows:
    """The single tests of a language on some rows, and which conjunctions of them may be terms.

    coarse: bool (n_tests,), the tests that the machine knows; literals: the most tests in a
    conjunction; least: the fewest rows that one covers, and that it leaves out; amounts: the
    numbers of each attribute whose cuts may be moved, (n_rows,), NaN for a gap.
    """

    single_tests: SingleTests
    coarse: np.ndarray
    literals: int
    least: int
    amounts: Mapping[str, np.ndarray] = field(default_factory=dict)
    _covered: dict[TestSet, np.ndarray] = field(default_factory=dict, init=False)
    _counted: dict[tuple[int, ...], np.ndarray] = field(default_factory=dict, init=False)

    @cached_property
    def _coarse_held(self) -> np.ndarray:
        """float32 (n_rows, n_coarse): counts in it are exact below 2²⁴ rows."""
        return np.ascontiguousarray(self.single_tests.covers[self.coarse].T, dtype=np.float32)

    def _counts(self, states: list[tuple[int, ...]], covered: np.ndarray) -> np.ndarray:
        """How many rows each state covers with each coarse test: float32 (n_states, n_coarse).

        covered: which rows each covers, (n_rows, n_states). Counts are cached, since they are the
        same for all residuals.
        """
        fresh = [place for place, state in enumerate(states) if state not in self._counted]
        if fresh:
            if len(self._counted) * self._coarse_held.shape[1] > KEPT:
                self._counted.clear()
                fresh = list(range(len(states)))
            counts = covered[:, fresh].T @ self._coarse_held
            self._counted.update(zip([states[place] for place in fresh], counts, strict=True))
        return np.array([self._counted[state] for state in states])

    @property
    def n_rows(self) -> int:
        return self.single_tests.covers.shape[1]

    def rows(self, indices: np.ndarray) -> "OnRows":
        amounts = {name: texts[indices] for name, texts in self.amounts.items()}
        some = self.single_tests.rows(indices)
        return OnRows(some, self.coarse, self.literals, self.least, amounts)

    def holding(self, conditions: Sequence[Sequence[Test]]) -> "tuple[OnRows, tuple[TestSet, ...]]":
        """These rows with every test of the conditions added, and the conditions as clauses.

        A test that is new is a cut of an attribute with amounts; it is not coarse.
        """
        tests_of, known = self.single_tests, self._place
        fresh = dict.fromkeys(test for tests in conditions for test in tests if test not in known)
        if not fresh:
            return self, tuple(tuple(sorted(known[test] for test in one)) for one in conditions)
        tests: list[Test] = []
        blocks: list[np.ndarray] = []
        covers, coarse, cells, first = [], [], [], 0
        for block, codes in zip(tests_of.compatible.blocks, tests_of.codes, strict=True):
            old = slice(first, first + len(block))
            first += len(block)
            new = [test for test in fresh if test.attribute == tests_of.tests[old][0].attribute]
            tests += [*tests_of.tests[old], *new]
            held = np.array([*tests_of.covers[old], *(self._within(test) for test in new)])
            covers.append(held)
            coarse += [*self.coarse[old], *(False for _ in new)]
            blocks += Compatible.of([held]).blocks if new else [block]
            finer = np.array([codes, *held[len(block) :]])
            cells.append(np.unique(finer, axis=1, return_inverse=True)[1].ravel() if new else codes)
        covered, compatible = np.concatenate(covers), Compatible(tuple(blocks))
        more = SingleTests(tuple(tests), covered, compatible, np.array(cells))
        rows = OnRows(more, np.array(coarse), self.literals, self.least, self.amounts)
        return rows.holding(conditions)

    def held_by(self, tests: Sequence[Test]) -> np.ndarray:
        """The rows on which all these tests hold, known or new cuts: bool (n_rows,)."""
        held = np.ones(self.n_rows, dtype=bool)
        for test in tests:
            at = self._place.get(test)
            held &= self._within(test) if at is None else self.single_tests.covers[at]
        return held

    @cached_property
    def _place(self) -> dict[Test, int]:
        return {test: i for i, test in enumerate(self.single_tests.tests)}

    def _within(self, test: Test) -> np.ndarray:
        assert isinstance(test, Between)
        amounts = self.amounts[test.attribute]
        return np.asarray((test.above < amounts) & (amounts <= test.to))

    def conditions(self, clauses: Sequence[TestSet]) -> tuple[tuple[Test, ...], ...]:
        """The tests of each clause."""
        return tuple(tuple(self.single_tests.tests[i] for i in clause) for clause in clauses)

    def columns(self, clauses: Sequence[TestSet]) -> np.ndarray:
        """Which rows each clause covers, float64 of shape (n_rows, n_clauses)."""
        covers = np.empty((self.n_rows, len(clauses)))
        for column, clause in zip(covers.T, clauses, strict=True):
            column[:] = self._coverage(clause)
        return covers

    def _coverage(self, clause: TestSet) -> np.ndarray:
        """The rows that a clause covers, cached, since the same clauses recur."""
        held = self._covered.get(clause)
        if held is None:
            if len(self._covered) * self.n_rows > KEPT:
                self._covered.clear()
            held = self._covered[clause] = self.single_tests.coverage(clause)
        return held

    def strongest(self, residual: np.ndarray, most: int, share: float) -> list[TestSet]:
        """The conjunctions of the largest |Σ r_i δ_f(x_i)| / rows^share, r the residuals.

        All single tests and pairs of coarse tests are considered, and the strongest pairs are
        extended by a third test and so on. share: ½ ranks them by how much they explain, 0 by how
        soon the lasso would give them a weight. Sums are exact, so ties are found: the shorter
        comes first, then the one with the earlier tests.
        """
        kept = np.flatnonzero(self.coarse)
        held = self._coarse_held
        weighed = _in_steps(residual)[:, None] * held
        strengths: dict[TestSet, float] = {}
        states: list[tuple[int, ...]] = [()]
        covered = np.ones((self.n_rows, 1), dtype=np.float32)
        open_tests = np.ones((1, len(kept)), dtype=bool)
        for depth in range(1, self.literals + 1):
            with one_thread():
                sums, counts = covered.T @ weighed, self._counts(states, covered)
            fits = open_tests & (counts >= self.least) & (self.n_rows - counts >= self.least)
            strength = np.where(fits, np.abs(sums) / np.maximum(counts, 1) ** share, -1)
            for place in _top(strength, most):
                state, test = divmod(int(place), len(kept))
                clause = tuple(sorted(kept[[*states[state], test]].tolist()))
                strengths[clause] = max(strengths.get(clause, 0.0), float(strength.flat[place]))
            if depth == self.literals:
                break
            width = len(kept) if depth == 1 else PAIRS
            front = _top(np.where(open_tests & (counts >= self.least), strength, -1), width)
            if not front:
                break
            at, tests = np.divmod(np.array(front), len(kept))
            later = [(*states[s], t) for s, t in zip(at.tolist(), tests.tolist(), strict=True)]
            states, index = _distinct(later)
            at, tests = at[index], tests[index]
            covered = covered[:, at] * held[:, tests]
            open_tests = open_tests[at] & self._beside(kept[tests])[:, kept]
        order = sorted(strengths, key=lambda clause: (-strengths[clause], len(clause), clause))
        return order[:most]

    def neighbours(self, clause: TestSet) -> list[tuple[TestSet, np.ndarray]]:
        """The neighbours of a clause, one test added or replaced: the rest, and the tests to add.

        A test of the attribute that is replaced may have any cut; all others are coarse.
        """
        attribute, neighbours = self.single_tests.grid.attribute, []
        for i in range(-1, len(clause)):
            rest = clause if i < 0 else (*clause[:i], *clause[i + 1 :])
            if len(rest) < self.literals:
                fits = self.coarse
                if i >= 0:
                    fits = fits | (attribute == attribute[clause[i]])
                open_tests = self._beside(rest).all(axis=0) & fits
                open_tests[list(rest)] = False
                neighbours.append((rest, np.flatnonzero(open_tests)))
        return neighbours

    def sums_beside(self, rest: TestSet, values: np.ndarray) -> np.ndarray:
        """Σ of the values over the rows that a clause and each test cover: (n_tests, n_values).

        values: float64 (n_rows, n_values).
        """
        grid, n_tests = self.single_tests.grid, len(self.coarse)
        covered = np.flatnonzero(self._coverage(rest))
        return sums_along(grid.cells, covered, values, grid.n_atoms, n_tests, self._runs)

    @cached_property
    def _runs(self) -> Runs:
        return runs_of(self.single_tests.grid)

    def _beside(self, tests: Sequence[int] | np.ndarray) -> np.ndarray:
        """Which tests may stand beside each of these: bool (len(tests), n_tests)."""
        return self.single_tests.compatible.rows([int(test) for test in tests])


def _in_steps(residual: np.ndarray) -> np.ndarray:
    """The residuals as whole numbers of a small unit, float32: all sums of them are exact."""
    total = float(np.abs(residual).sum())
    unit = 2.0 ** (ceil(log2(total)) - EXACT) if total else 1.0
    return np.rint(residual / unit).astype(np.float32)


def _top(strength: np.ndarray, most: int) -> list[int]:
    """The flat places of the largest entries, none below 0, in a fixed order."""
    flat = strength.ravel()
    if len(flat) > most:
        cut = np.partition(flat, len(flat) - most)[len(flat) - most]
        places = np.flatnonzero(flat >= cut)
    else:
        places = np.arange(len(flat))
    places = places[flat[places] >= 0]
    return places[np.argsort(-flat[places], kind="stable")][:most].tolist()


def _distinct(states: list[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """Each set of tests once, whatever the order in which its tests were added, and its place."""
    first: dict[tuple[int, ...], int] = {}
    for place, state in enumerate(states):
        first.setdefault(tuple(sorted(state)), place)
    index = np.array(list(first.values()), dtype=int)
    return [states[i] for i in index], index
