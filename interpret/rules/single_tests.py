"""Single tests that a clause may have, with the rows of a table that pass them, also as arrays."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, compress
from typing import NamedTuple

import numpy as np

from interpret.data.attributes import MOST_NAMED
from interpret.data.cuts import LEAST_TO_COMPARE, cuts_between
from interpret.data.numbers import numbers_in
from interpret.data.table import Column, Table
from interpret.rules.demands import NOTHING, Demands
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, accepted


class Grid(NamedTuple):
    """Tests and rows for the compiled loops.

    An atom is a group of values of one attribute that its tests do not tell apart. cells: the atom
    of each row for each attribute, int32 (n_rows, n_attributes); first: the first test of each
    attribute, and at the end the number of tests; attribute: of each test; starts, atoms: the atoms
    that each test accepts; n_atoms: of all attributes; pairs, begin: which tests of one attribute
    may be in one clause, and where those of each attribute begin; denials: for each test, the test
    that holds exactly where it does not, or −1.
    """

    cells: np.ndarray
    first: np.ndarray
    attribute: np.ndarray
    starts: np.ndarray
    atoms: np.ndarray
    n_atoms: int
    pairs: np.ndarray
    begin: np.ndarray
    denials: np.ndarray


def grid_of(covers: np.ndarray, codes: Sequence[np.ndarray], blocks: Sequence[np.ndarray]) -> Grid:
    """The grid of tests; the tests of one attribute must be adjacent.

    covers: bool (n_tests, n_rows); codes: for each attribute a code of each row, int (n_rows,),
    equal where its tests do not tell rows apart; blocks: for each attribute which pairs of its
    tests may be in one clause, bool (n_tests, n_tests).
    """
    sizes = np.array([len(block) for block in blocks], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)])
    cells = np.empty((covers.shape[1], len(blocks)), dtype=np.int32)
    counts, atoms, denials = [], [], []
    n_atoms = 0
    for place, of_rows in enumerate(codes):
        rows = covers[first[place] : first[place + 1]]
        one = np.full(int(of_rows.max(initial=-1)) + 1, -1)
        one[of_rows] = np.arange(len(of_rows))  # one row for each code that occurs
        accepts = rows[:, one] & (one >= 0)
        counts.append(accepts.sum(axis=1))
        atoms.append(n_atoms + np.nonzero(accepts)[1])
        denials.append(_denials(accepts[:, one >= 0], int(first[place])))
        cells[:, place] = n_atoms + of_rows
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


def _denials(accepts: np.ndarray, first: int) -> np.ndarray:
    """For each test of an attribute, the test that holds exactly where it does not, or −1.

    accepts: bool (n_tests, n_values); first: the number of the attribute's first test.
    """
    place = {row.tobytes(): first + i for i, row in enumerate(accepts)}
    return np.array([place.get(row.tobytes(), -1) for row in ~accepts], dtype=np.int64)


TESTS_AT_A_TIME = 500  # whose pairs are counted at once, so that an attribute of many tests fits
TestSet = tuple[int, ...]  # a clause in a search: the sorted indices of its tests


@dataclass(frozen=True, eq=False)
class Compatible:
    """Which pairs of tests may be in one clause.

    Two tests of different attributes always may; two of the same attribute may if neither implies
    or excludes the other. blocks: for each attribute the pairs of its tests, bool (n_tests,
    n_tests).
    """

    blocks: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, accepts: Iterable[np.ndarray]) -> "Compatible":
        """The pairs, from the values that tests of each attribute accept: (n_tests, n_values)."""
        blocks = []
        for accepted_values in accepts:
            rows_of_test = accepted_values.astype(np.float32)
            n_values = rows_of_test.sum(axis=1)
            block = np.empty((len(rows_of_test), len(rows_of_test)), dtype=bool)
            for start in range(0, len(rows_of_test), TESTS_AT_A_TIME):
                some = slice(start, start + TESTS_AT_A_TIME)
                both = rows_of_test[some] @ rows_of_test.T  # numbers of values, exact below 2²⁴
                narrower = np.minimum.outer(n_values[some], n_values)
                block[some] = (both > 0) & (both < narrower)
            blocks.append(block)
        return cls(tuple(blocks))

    @cached_property
    def _block(self) -> list[int]:
        """For each test, the place of its attribute's block."""
        return [place for place, block in enumerate(self.blocks) for _ in range(len(block))]

    @cached_property
    def _first(self) -> list[int]:
        """The first test of each block, and at the end the number of all tests."""
        return [0, *np.cumsum([len(block) for block in self.blocks], dtype=int).tolist()]

    def __len__(self) -> int:
        return len(self._block)

    def row(self, test: int) -> np.ndarray:
        """Which tests are compatible with this one: bool (n_tests,)."""
        return self.rows([test])[0]

    def rows(self, tests: Sequence[int]) -> np.ndarray:
        """Which tests are compatible with each of these: bool (len(tests), n_tests)."""
        allowed = np.ones((len(tests), len(self)), dtype=bool)
        for row, test in zip(allowed, tests, strict=True):
            place = self._block[test]
            first, beyond = self._first[place], self._first[place + 1]
            row[first:beyond] = self.blocks[place][test - first]
        return allowed

    def pair(self, one: int, other: int) -> bool:
        """Whether these two tests may be in one clause."""
        place = self._block[one]
        first, beyond = self._first[place], self._first[place + 1]
        inside = first <= other < beyond
        return not inside or bool(self.blocks[place][one - first, other - first])


@dataclass(frozen=True, eq=False)
class SingleTests:
    """The single tests that a clause may have, and which rows pass them.

    The tests of one attribute are adjacent. covers: which rows pass each test, bool (n_tests,
    n_rows); cells: a code for each attribute's value in each row, int (n_attributes, n_rows), None
    if not known.
    """

    tests: tuple[Test, ...]
    covers: np.ndarray
    compatible: Compatible
    cells: np.ndarray | None = None

    @cached_property
    def grid(self) -> Grid:
        """Tests and rows as the compiled loops read them."""
        return grid_of(self.covers, self.codes, self.compatible.blocks)

    @cached_property
    def codes(self) -> list[np.ndarray]:
        """For each attribute a code of each row, equal where its tests do not tell rows apart."""
        if self.cells is not None:
            return list(self.cells)
        ends = np.cumsum([len(block) for block in self.compatible.blocks], dtype=int)
        blocks = np.split(self.covers, ends[:-1]) if len(ends) else []
        return [
            np.unique(np.packbits(of_block, axis=0), axis=1, return_inverse=True)[1].ravel()
            for of_block in blocks
        ]

    @cached_property
    def sizes(self) -> np.ndarray:
        """The length of each test."""
        return np.array([len(test) for test in self.tests], dtype=np.int64)

    @cached_property
    def oddity(self) -> np.ndarray:
        """A cost that decides between equal clauses, float (n_tests,): the length, more for a ≠,
        and more for a single value of a column of numbers.
        """
        denies = np.array([isinstance(test, IsNot) for test in self.tests], dtype=bool)
        return self.sizes + 0.1 * denies + 0.05 * self.ask_values

    @cached_property
    def ask_values(self) -> np.ndarray:
        """Which tests name a single number of a column that others compare: bool (n_tests,)."""
        compared = {test.attribute for test in self.tests if isinstance(test, Between)}
        ask = [
            test.attribute in compared and not isinstance(test, Between) and test.values != (None,)
            for test in self.tests
        ]
        return np.array(ask, dtype=bool)

    def rows(self, indices: np.ndarray) -> "SingleTests":
        """The same tests on some of the rows; the grid of all rows is used again."""
        cells = None if self.cells is None else self.cells[:, indices]
        some = replace(self, covers=self.covers[:, indices], cells=cells)
        some.__dict__["grid"] = self.grid._replace(cells=self.grid.cells[indices])
        return some

    def without(self, attributes: Collection[str]) -> "SingleTests":
        """The same tests, but none of these attributes."""
        kept = [i for i, test in enumerate(self.tests) if test.attribute not in attributes]
        names = dict.fromkeys(test.attribute for test in self.tests)  # one for each block
        stays = np.array([name not in attributes for name in names], dtype=bool)
        return SingleTests(
            tuple(self.tests[i] for i in kept),
            self.covers[kept],
            Compatible(tuple(compress(self.compatible.blocks, stays))),
            np.array([*compress(self.codes, stays)]).reshape(-1, self.covers.shape[1]),
        )

    def coverage(self, clause: TestSet) -> np.ndarray:
        """The rows that a clause covers: bool (n_rows,)."""
        covered = np.ones(self.covers.shape[1], dtype=bool)
        for test in clause:
            covered &= self.covers[test]
        return covered

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


def single_tests(
    table: Table,
    attributes: Sequence[str],
    language: str,
    demands: Demands = NOTHING,
    denied: bool = False,
) -> SingleTests:
    """The tests of a language that tell rows of the table apart and that the demands allow.

    Of tests that accept the same values of the table, the simplest is kept. An attribute with very
    many values has tests only for the most frequent ones. denied: whether the rule is denied.
    """
    tests: list[Test] = []
    accepts, covers, cells = [], [], []
    for name in attributes:
        column = table.column(name)
        often = np.argsort(-column.counts, kind="stable")[:MOST_NAMED]
        values = [column.values[i] for i in np.sort(often[column.counts[often] > 0])]
        if len(values) > 1:
            tests_allowed = demands.allowed(column, _tests_of(column, values, language), denied)
            if not tests_allowed:
                continue
            accepted_by = accepted(tests_allowed, column.values)
            kept = _different(accepted_by[:, column.counts > 0])
            tests += [tests_allowed[i] for i in kept]
            accepts.append(accepted_by[kept])
            covers.append(accepts[-1][:, column.codes])
            cells.append(column.codes)
    return SingleTests(
        tuple(tests),
        np.concatenate([*covers, np.zeros((0, table.n_rows), dtype=bool)]),
        Compatible.of(accepts),
        np.array(cells, dtype=np.int32).reshape(len(cells), table.n_rows),
    )


def _tests_of(column: Column, values: list[str | None], language: str) -> list[Test]:
    """Every test of the language, before demands; of equal tests the simplest comes first."""
    named = [(value,) for value in values if value is None or not column.cuts]
    tests: list[Test] = [Is(column.name, value) for value in named]
    if language == "values":
        tests += [IsNot(column.name, value) for value in named]
    cuts = column.cuts or (_few_cuts(column, values) if language == "values" else ())
    sides = [(Between(column.name, to=cut), Between(column.name, above=cut)) for cut in cuts]
    return [*chain.from_iterable(sides), *tests]


def _few_cuts(column: Column, values: list[str | None]) -> tuple[float, ...]:
    """The cuts between the values of a column of few numbers, which otherwise has none."""
    there = [value for value in values if value is not None]
    if not column.is_numeric or len(there) < LEAST_TO_COMPARE:
        return ()
    return tuple(cuts_between(np.unique(numbers_in(there))))


def _different(accepts: np.ndarray) -> list[int]:
    """The first of each kind of row, of a bool array of shape (n_tests, n_values)."""
    first: dict[bytes, int] = {}
    for place, row in enumerate(np.packbits(accepts, axis=1)):
        first.setdefault(row.tobytes(), place)
    return list(first.values())
