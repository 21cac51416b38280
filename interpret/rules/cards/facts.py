"""The targets that a logistic sum is fitted to, and its clauses as values."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from interpret.rules.cards.logistic import RowsToFit
from interpret.rules.demands import Demands
from interpret.rules.logic import Between, Clause, IsNot, Test
from interpret.rules.single_tests import SingleTests, TestSet

AGAINST, FOR, GIVEN = range(3)
LABELS, MIX, DECISIONS = ("labels", "mix", "decisions")
ALIKE = 0.9  # the share of each other's rows from which on two clauses count as equal


@dataclass(frozen=True)
class Try:
    """A kind of sum: its targets, its ridge, and the most tests in a clause.

    Half of the ridge times the sum of squared weights is added to the loss of all rows.
    """

    fitted_to: str
    ridge: float
    literals: int


class Sides(NamedTuple):
    """The tests of clauses against the class and for it, at the places AGAINST and FOR.

    Both are one object unless a number has a direction.
    """

    against: SingleTests
    in_favour: SingleTests


@dataclass(frozen=True)
class Member:
    """A clause of a sum. side: whether it was found as one FOR or AGAINST the class; or GIVEN, and
    then `clause` is its place among the pinned clauses.
    """

    side: int
    clause: TestSet


@dataclass(frozen=True, eq=False)
class ClauseSum:
    """Clauses with real weights: float (n_members + 1,), the intercept last."""

    members: tuple[Member, ...]
    weights: np.ndarray
    loss: float


@dataclass(frozen=True, eq=False)
class Facts:
    """The clauses that sums may have, and the rows that they are fitted to.

    pinned: clauses that are on every card, with the rows that each covers; demands: what every
    clause must contain, and what none may; within: the rows where the tests that every clause must
    contain hold, bool; literals: how many other tests a clause may have.
    """

    singles: Sides
    rows: RowsToFit
    literals: int
    pinned: tuple[Clause, ...]
    pinned_rows: tuple[np.ndarray, ...]
    demands: Demands
    within: np.ndarray

    @property
    def kept(self) -> tuple[Member, ...]:
        """The clauses that are pinned."""
        return tuple(Member(GIVEN, (place,)) for place in range(len(self.pinned)))

    def is_kept(self, member: Member) -> bool:
        return member.side == GIVEN

    def column(self, member: Member) -> np.ndarray:
        """Which rows the clause covers: bool (n_rows,)."""
        if member.side == GIVEN:
            return self.pinned_rows[member.clause[0]]
        rows: np.ndarray = self.singles[member.side].coverage(member.clause) & self.within
        return rows

    def columns(self, members: tuple[Member, ...]) -> np.ndarray:
        """Which rows each clause covers: bool (n_members, n_rows)."""
        columns = [self.column(member) for member in members]
        return np.array(columns, dtype=bool).reshape(len(columns), len(self.within))

    def clause(self, member: Member) -> Clause:
        if member.side == GIVEN:
            return self.pinned[member.clause[0]]
        tests = self.singles[member.side].tests
        return Clause((*(tests[i] for i in member.clause), *self.demands.tests))

    def length(self, member: Member) -> int:
        """How many tests the clause has, without the pinned ones."""
        if member.side == GIVEN:
            return len(self.pinned[member.clause[0]])
        return len(member.clause)

    def may_join(
        self, member: Member, column: np.ndarray, others: tuple[Member, ...], columns: np.ndarray
    ) -> bool:
        """Whether a clause says something that the others, with their rows, do not.

        It does not where it and another cover ALIKE of each other's rows, or one covers exactly the
        rows that the other does not; nor where one is the other with further conditions. Single
        tests of one column may be so: they are its table of bands.
        """
        both, sizes, size = (columns & column).sum(axis=1), columns.sum(axis=1), column.sum()
        alike = both >= ALIKE * np.maximum(sizes, size)
        opposite = (both == 0) & (sizes + size == len(column))
        if (alike | opposite).any():
            return False
        for place in np.flatnonzero(both == np.minimum(sizes, size)).tolist():
            narrow, wide = others[place], member
            if both[place] == size:
                narrow, wide = wide, narrow
            inside = self.attributes(wide) <= self.attributes(narrow)
            if inside and max(self.length(narrow), self.length(wide)) > 1:
                return False
        return True

    def plainer(self, member: Member) -> Member:
        """The clause; or in place of a single "is not" the "is", which speaks for the other side:
        with it a sum says the same.
        """
        (test, *more), single = member.clause, self.singles[member.side]
        denial = int(single.grid.denials[test])
        is_free = not (more or self.demands.tests or self.demands.directed)
        if is_free and denial >= 0 and isinstance(single.tests[test], IsNot):
            return Member(AGAINST if member.side == FOR else FOR, (denial,))
        return member

    def attributes(self, member: Member) -> set[str]:
        """The columns that the clause tests."""
        return {test.attribute for test in self.clause(member).tests}

    def moved(self, member: Member) -> list[Member]:
        """The clause with one of its cuts moved to the next one, either way."""
        if member.side == GIVEN:
            return []
        tests, moved = self.singles[member.side].tests, []
        for test in member.clause:
            for other in (test - 2, test + 2):  # the two sides of a cut are adjacent
                if 0 <= other < len(tests) and _is_beside(tests[test], tests[other]):
                    clause = tuple(sorted({*member.clause, other} - {test}))
                    if len(clause) == len(member.clause):
                        moved.append(Member(member.side, clause))
        return moved

    def sign(self, member: Member) -> int:
        """1 or −1 where the clause may speak only for the class, or only against it, else 0.

        A clause that tests a number with a direction has a sign. Pinned parts may speak only for
        the class (`interpret.rules.demands`), and so may every clause that must contain them.
        """
        directed = self.demands.directed
        if not directed:  # this is called for all clauses of a sum at every step
            return 0
        tests = self.clause(member).tests
        if not any(test.attribute in directed for test in tests):
            return 0
        pinned = tests if member.side == GIVEN else self.demands.tests
        if any(test.attribute in directed for test in pinned):
            return 1
        return 1 if member.side == FOR else -1


def _is_beside(one: Test, other: Test) -> bool:
    """Whether both hold on the same side of a cut of the same column."""
    if not isinstance(one, Between) or not isinstance(other, Between):
        return False
    return one.attribute == other.attribute and (one.to < inf) == (other.to < inf)
