"""What a logistic sum is fitted to and made of: the targets, and its clauses as values."""

from dataclasses import dataclass
from math import inf

import numpy as np

from interpret.answers.points.chances import RowsToFit
from interpret.fit.row_weights import TrainedMachine
from interpret.fit.sample import Sample
from interpret.rules.demands import Demands
from interpret.rules.logic import Between, Clause, Test
from interpret.rules.single_tests import SingleTests, TestSet

AGAINST, FOR, GIVEN = range(3)
LABELS, MIX, DECISIONS = ("labels", "mix", "decisions")


@dataclass(frozen=True)
class Try:
    """What sums are fitted to; the ridge, half of which times the sum of their squared weights is
    added to the loss of all rows; and how many tests a clause may have.
    """

    fitted_to: str
    ridge: float
    literals: int


@dataclass(frozen=True)
class Member:
    """A clause of a sum. side: FOR or AGAINST, by which way it was found to speak; or GIVEN: then
    `clause` holds its place among the given clauses.
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
    """What sums are made of, and the rows that they are fitted to.

    singles: the tests of clauses that speak against the class, and for it; one and the same unless
    a number has a direction. given: clauses that were not found here, with the rows that each
    covers; the first `pinned` of them stand on every card; tests: the tests that every clause must
    contain, and within: the rows where these hold, bool; literals: how many other tests a clause
    may have.
    """

    singles: tuple[SingleTests, SingleTests]
    rows: RowsToFit
    literals: int
    given: tuple[Clause, ...]
    given_rows: tuple[np.ndarray, ...]
    pinned: int
    tests: tuple[Test, ...]
    within: np.ndarray

    @classmethod
    def of(
        cls,
        sample: Sample,
        tried: Try,
        machine: TrainedMachine | None,
        language: str,
        demands: Demands,
        offered: tuple[Clause, ...] = (),
    ) -> "Facts":
        """The facts of a sample's rows.

        machine: trained on them, None where labels are enough; offered: clauses to begin with.
        """
        found_for = sample.single_tests(language, demands, False)
        directed = demands.above or demands.below
        against = sample.single_tests(language, demands, True) if directed else found_for
        alone = (Clause(demands.tests),) if demands.tests else ()
        pinned = (*alone, *demands.clauses)
        given = (*pinned, *(() if directed else offered))
        return cls(
            (against, found_for),
            RowsToFit(
                _targets(sample, tried.fitted_to, machine), sample.each.astype(float), tried.ridge
            ),
            tried.literals,
            given,
            tuple(clause.holds(sample.table) for clause in given),
            len(pinned),
            demands.tests,
            Clause(demands.tests).holds(sample.table),
        )

    @property
    def kept(self) -> tuple[Member, ...]:
        """The clauses that are pinned."""
        return tuple(Member(GIVEN, (place,)) for place in range(self.pinned))

    @property
    def offered(self) -> tuple[Member, ...]:
        """The other clauses that are given."""
        places = range(self.pinned, len(self.given))
        return tuple(Member(GIVEN, (place,)) for place in places)

    def is_kept(self, member: Member) -> bool:
        return member.side == GIVEN and member.clause[0] < self.pinned

    def column(self, member: Member) -> np.ndarray:
        """Which rows the clause covers: bool (n_rows,)."""
        if member.side == GIVEN:
            return self.given_rows[member.clause[0]]
        found: np.ndarray = self.singles[member.side].coverage(member.clause) & self.within
        return found

    def columns(self, members: tuple[Member, ...]) -> np.ndarray:
        """Which rows each clause covers: bool (n_members, n_rows)."""
        found = [self.column(member) for member in members]
        return np.array(found, dtype=bool).reshape(len(found), len(self.within))

    def clause(self, member: Member) -> Clause:
        if member.side == GIVEN:
            return self.given[member.clause[0]]
        tests = self.singles[member.side].tests
        return Clause((*(tests[i] for i in member.clause), *self.tests))

    def length(self, member: Member) -> int:
        """How many tests the clause has, without the pinned ones."""
        if member.side == GIVEN:
            return len(self.given[member.clause[0]])
        return len(member.clause)

    def moved(self, member: Member) -> list[Member]:
        """The clause with one of its cuts moved to the next one, either way."""
        if member.side == GIVEN:
            return []
        tests, found = self.singles[member.side].tests, []
        for test in member.clause:
            for other in (test - 2, test + 2):  # the two sides of a cut stand side by side
                if 0 <= other < len(tests) and _is_beside(tests[test], tests[other]):
                    clause = tuple(sorted({*member.clause, other} - {test}))
                    if len(clause) == len(member.clause):
                        found.append(Member(member.side, clause))
        return found

    def sign(self, member: Member) -> int:
        """1 or −1 where the clause may only speak for, or against, the class, else 0."""
        if member.side == GIVEN or self.singles[AGAINST] is self.singles[FOR]:
            return 0
        return 1 if member.side == FOR else -1


def _is_beside(one: Test, other: Test) -> bool:
    """Whether both hold on the same side of a cut of the same column."""
    if not isinstance(one, Between) or not isinstance(other, Between):
        return False
    return one.attribute == other.attribute and (one.to < inf) == (other.to < inf)


def _targets(sample: Sample, fitted_to: str, machine: TrainedMachine | None) -> np.ndarray:
    """The target in each row, a probability of the class: from its label, the machine, or both."""
    labels = sample.y.astype(float)
    if fitted_to == LABELS or machine is None:
        return labels
    decided = (1 + np.clip(machine.decide(sample.table), -1, 1)) / 2
    return decided if fitted_to == DECISIONS else (labels + decided) / 2
