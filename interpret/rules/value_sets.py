"""Clauses as boxes: for each attribute the set of values accepted, as the bits of an integer.

In this form, set operations merge and widen tests and show which contains which; at the end, each
set is written by the fewest tests that accept exactly its values.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf

import numpy as np

from interpret.data.cuts import LEAST_TO_COMPARE, cuts_between
from interpret.data.numbers import numbers_in
from interpret.data.table import Column, Table
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

Box = tuple[int, ...]  # for each attribute the accepted values, bit i for value i


class ValueSets:
    """The values of one attribute, and for each set of them the tests that accept exactly these.

    language: with "monotone" only single values and sets passed to `learn` can be written.
    """

    def __init__(self, column: Column, values: Sequence[Value], language: str) -> None:
        self.name, self.values, self.language = column.name, tuple(values), language
        self.everything = (1 << len(values)) - 1
        there = [value for value in values if value is not None]
        self.numbers: list[float] = numbers_in(there).tolist() if column.is_numeric else []
        # cuts[i] lies between number i - 1 and number i; None where these are equal.
        between = zip(pairwise(self.numbers), cuts_between(np.array(self.numbers)), strict=True)
        self.cuts = [None, *(None if a == b else cut for (a, b), cut in between), None]
        self.is_cut = bool(column.cuts)
        for cut in column.cuts:
            self._prefer(cut)
        self._own: dict[int, tuple[Test, ...]] = {}
        self._written: dict[int, tuple[Test, ...] | None] = {}

    @property
    def has_ranges(self) -> bool:
        """Whether ranges are tests of the language."""
        return self.is_cut or self.language != "monotone"

    def accepted(self, tests: Iterable[Test]) -> int:
        """The values that pass all the tests."""
        return sum(
            1 << i for i, value in enumerate(self.values) if all(t.accepts(value) for t in tests)
        )

    def learn(self, tests: Sequence[Test]) -> None:
        """Prefers these tests, and their cuts, unless others are shorter."""
        self._own.setdefault(self.accepted(tests), tuple(tests))
        for test in tests:
            for cut in (test.above, test.to) if isinstance(test, Between) else ():
                self._prefer(cut)

    def _prefer(self, cut: float) -> None:
        """Uses this cut between the two values on either side of it."""
        for i, (below, beyond) in enumerate(pairwise(self.numbers), 1):
            if below <= cut < beyond:
                self.cuts[i] = cut

    def tests(self, accepted: int) -> tuple[Test, ...] | None:
        """The fewest tests that accept exactly these values; None where the language has none."""
        if accepted not in self._written:
            options = self._options(accepted)
            self._written[accepted] = min(
                options, key=lambda tests: (sum(map(len, tests)), len(tests)), default=None
            )
        return self._written[accepted]

    def length(self, accepted: int) -> float:
        """How many tests it takes to accept exactly these values."""
        tests = self.tests(accepted)
        return inf if tests is None else sum(map(len, tests))

    def proposals(self, gains: np.ndarray, price: float, most: float) -> set[int]:
        """Sets of at most `most` tests, among them the one with the largest gain minus price.

        gains: of accepting each value, (n_values,).
        """
        order = np.argsort(-gains, kind="stable").tolist()
        sets = {self.everything}
        for count in range(1, min(int(most), len(order) - 1) + 1):
            sets.add(sum(1 << i for i in order[:count]))
            sets.add(self.everything ^ sum(1 << i for i in order[-count:]))
            if gains[order[count]] <= price and gains[order[-count - 1]] >= -price:
                break
        sets |= self._ranges(gains, most)
        return {accepted for accepted in sets if self.length(accepted) <= most}

    def _ranges(self, gains: np.ndarray, most: float) -> set[int]:
        n, sums = len(self.numbers), np.concatenate([[0.0], np.cumsum(gains)])
        cuts = [i for i in range(1, n) if self.cuts[i] is not None]
        if not cuts or most < 1 or not self.has_ranges:
            return set()
        below = max(cuts, key=lambda i: sums[i])
        beyond = min(cuts, key=lambda i: sums[i])
        ranges = {_run(0, below), _run(beyond, n)}
        if most > 1 and len(cuts) > 1:
            first, best = cuts[0], (-inf, 0, 0)
            for end in cuts[1:]:
                best = max(best, (sums[end] - sums[first], first, end))
                first = min(first, end, key=lambda i: sums[i])
            ranges.add(_run(*best[1:]))
        return ranges

    def _options(self, accepted: int) -> list[tuple[Test, ...]]:
        """The ways to write the set; of equally long ones, preferred ones come first."""
        if accepted == self.everything:
            return [()]
        inside = tuple(v for i, v in enumerate(self.values) if accepted >> i & 1)
        options = [self._own[accepted]] if accepted in self._own else []
        if self.is_cut:
            n, within = len(self.numbers), self._range(accepted)
            options += [within] if within and len(within) == 1 else []
            if inside == (None,):
                options.append((Is(self.name, inside),))
            elif self.language != "monotone" and accepted == self.everything ^ 1 << n:
                options.append((IsNot(self.name, (None,)),))
            return options
        if self.language == "monotone":
            return options + ([(Is(self.name, inside),)] if len(inside) == 1 else [])
        within = self._range(accepted) if len(self.numbers) >= LEAST_TO_COMPARE else None
        outside = tuple(v for i, v in enumerate(self.values) if not accepted >> i & 1)
        options += [within] if within else []
        return [*options, (Is(self.name, inside),), (IsNot(self.name, outside),)]

    def _range(self, accepted: int) -> tuple[Test, ...] | None:
        """The set as a range of numbers, with tests that exclude the values it lacks."""
        n = len(self.numbers)
        first, end = (accepted & -accepted).bit_length() - 1, accepted.bit_length()
        cut_below, cut_beyond = first > 0, end < n
        if end > n or not (cut_below or cut_beyond):
            return None
        above = self.cuts[first] if cut_below else -inf
        to = self.cuts[end] if cut_beyond else inf
        if above is None or to is None:
            return None
        holes = tuple(self.values[i] for i in range(first, end) if not accepted >> i & 1)
        within = Between(self.name, above, to)
        return (within, IsNot(self.name, holes)) if holes else (within,)


class Boxes:
    """Clauses over some attributes of a table as boxes, and the distinct rows they cover.

    Only values that the table's rows have are distinguished.
    """

    def __init__(self, table: Table, formula: Formula, language: str = "values") -> None:
        columns = [table.column(name) for name in formula.attributes]
        seen = [np.flatnonzero(column.counts) for column in columns]
        self.sets = [
            ValueSets(column, [column.values[code] for code in codes], language)
            for column, codes in zip(columns, seen, strict=True)
        ]
        self.place = {name: i for i, name in enumerate(formula.attributes)}
        codes = np.zeros((len(columns), table.n_rows), dtype=np.int64)
        for i, (column, values) in enumerate(zip(columns, seen, strict=True)):
            codes[i] = np.searchsorted(values, column.codes)
        self.codes, self.row = np.unique(codes, axis=1, return_inverse=True)
        self._accepts: dict[tuple[int, int], np.ndarray] = {}
        for clause in formula.clauses:
            for name, tests in clause.by_attribute.items():
                self.sets[self.place[name]].learn(tests)

    @property
    def n_rows(self) -> int:
        return self.codes.shape[1]

    def of(self, clause: Clause) -> Box | None:
        """The clause's box; None where no values pass its tests."""
        tests = clause.by_attribute
        box = tuple(
            sets.accepted(tests[sets.name]) if sets.name in tests else sets.everything
            for sets in self.sets
        )
        return box if all(box) else None

    def all_of(self, formula: Formula) -> list[Box]:
        boxes = (self.of(clause) for clause in formula.clauses)
        return list(dict.fromkeys(box for box in boxes if box is not None))

    def clause(self, box: Box) -> Clause:
        """The clause of a box, in tests of the language, which must be able to write it."""
        written = (sets.tests(chosen) for sets, chosen in zip(self.sets, box, strict=True))
        return Clause(tuple(test for tests in written for test in tests or ()))

    def formula(self, rule: Sequence[Box], denied: bool) -> Formula:
        formula = Formula(tuple(self.clause(box) for box in rule))
        return formula.denial if denied else formula

    def length(self, box: Box) -> float:
        """The tests it takes to write the box."""
        return sum(sets.length(chosen) for sets, chosen in zip(self.sets, box, strict=True))

    def restricted(self, box: Box) -> list[int]:
        """The attributes that the box tests."""
        return [i for i, s in enumerate(self.sets) if box[i] != s.everything]

    def accepts(self, attribute: int, accepted: int) -> np.ndarray:
        """The distinct rows with one of the values: bool (n_rows,)."""
        key = (attribute, accepted)
        if key not in self._accepts:
            n = len(self.sets[attribute].values)
            passes = np.array([accepted >> i & 1 for i in range(n)], dtype=bool)
            self._accepts[key] = passes[self.codes[attribute]]
        return self._accepts[key]

    def rows(self, box: Box) -> np.ndarray:
        """The distinct rows in the box: bool (n_rows,)."""
        covered = np.ones(self.n_rows, dtype=bool)
        for i in self.restricted(box):
            covered &= self.accepts(i, box[i])
        return covered

    def verdict(self, rule: Sequence[Box]) -> np.ndarray:
        """The distinct rows in any of the boxes: bool (n_rows,)."""
        covered = np.zeros(self.n_rows, dtype=bool)
        for box in rule:
            covered |= self.rows(box)
        return covered

    def summed(self, weights: np.ndarray) -> np.ndarray:
        """The weights of the table's rows, summed over equal ones."""
        return np.bincount(self.row.ravel(), weights, self.n_rows)


def contains(one: Box, other: Box) -> bool:
    return all(a | b == a for a, b in zip(one, other, strict=True))


def hull(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    return tuple(a | b for a, b in zip(one, other, strict=True))


def _run(first: int, end: int) -> int:
    return (1 << end) - (1 << first)
