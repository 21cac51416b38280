"""A card as a frozen value: clauses with points, and the cut above which a row is positive.

It is the value of every verdict. A rule is a card on which all clauses have one point (`Card.of`),
so everything that works for cards works for rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Clause, Formula, Value, fired


@dataclass(frozen=True)
class Term:
    """A clause and the points, never 0, that a row gets where it holds."""

    points: int
    clause: Clause

    def __str__(self) -> str:
        return f"{self.points:+d} if {self.clause}"


@dataclass(frozen=True)
class Card:
    """Terms and a cut: a row is of the positive class where its points add up to more than the cut.

    The terms are kept in a fixed order: the most points for the class first, then by clause.
    """

    terms: tuple[Term, ...] = ()
    cut: int = 0

    def __post_init__(self) -> None:
        ordered = sorted(self.terms, key=lambda term: (-term.points, str(term.clause)))
        object.__setattr__(self, "terms", tuple(ordered))

    @classmethod
    def of(cls, formula: Formula) -> "Card":
        """The card with the verdicts of a formula: each clause has one point, and the cut is 0; of
        a denied formula each has one point against the class, and the cut is −1.
        """
        points = -1 if formula.denied else 1
        return cls(tuple(Term(points, clause) for clause in formula.clauses), min(0, points))

    @cached_property
    def formula(self) -> Formula | None:
        """A formula of no more conditions that gives the card's verdict, whatever clauses hold.

        None where there is none, where points for and against the class stand together, or where
        some never change a verdict: they tell of chances, which no formula does.
        """
        denied = self.cut < 0
        if any((term.points < 0) != denied or not self._decides(term) for term in self.terms):
            return None
        # Without any point the verdict is `denied`; enough points turn it.
        enough = -self.cut if denied else self.cut + 1
        heaviest_first = sorted(self.terms, key=lambda term: -abs(term.points))
        clauses, left = [], len(self)
        for terms in _least_sets(heaviest_first, enough):
            clauses.append(Clause(tuple(test for term in terms for test in term.clause.tests)))
            left -= len(clauses[-1])
            if left < 0:
                return None
        return Formula(tuple(clauses), denied)

    def _decides(self, term: Term) -> bool:
        """Whether the verdict hangs on the term for some set of other clauses that hold."""
        totals = {0}
        for other in self.terms:
            if other is not term:
                totals |= {total + other.points for total in totals}
        return any((total > self.cut) != (total + term.points > self.cut) for total in totals)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses, in the order of the terms."""
        return tuple(term.clause for term in self.terms)

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that the terms test, in the order of the terms."""
        tests = (test for clause in self.clauses for test in clause.tests)
        return tuple(dict.fromkeys(test.attribute for test in tests))

    @property
    def points(self) -> np.ndarray:
        """The points of each term: int (n_terms,)."""
        return np.array([term.points for term in self.terms], dtype=np.int64)

    @property
    def least(self) -> int:
        """The sum of all points against the class: no total is smaller."""
        return sum(min(0, term.points) for term in self.terms)

    @property
    def most(self) -> int:
        """The sum of all points for the class: no total is larger."""
        return sum(max(0, term.points) for term in self.terms)

    def fired(self, table: Table) -> np.ndarray:
        """Which clauses hold for each row: bool (n_rows, n_terms)."""
        return fired(self.clauses, table)

    def totals(self, table: Table) -> np.ndarray:
        """The points of each row: int (n_rows,)."""
        total = np.zeros(table.n_rows, dtype=np.int64)
        for term in self.terms:
            total += term.points * term.clause.holds(table)
        return total

    def holds(self, table: Table) -> np.ndarray:
        """Which rows are called positive: bool (n_rows,)."""
        return self.totals(table) > self.cut

    def total(self, row: Mapping[str, Value]) -> int:
        """The points of one row, by its cells."""
        return sum(term.points for term in self.terms if term.clause.accepts(row))

    def accepts(self, row: Mapping[str, Value]) -> bool:
        """Whether one row is called positive, by its cells."""
        return self.total(row) > self.cut

    def __len__(self) -> int:
        """The number of tests, the card's length."""
        return sum(len(term.clause) for term in self.terms)

    def __str__(self) -> str:
        return f"{'; '.join(map(str, self.terms)) or 'no points'}; yes above {self.cut}"


def _least_sets(terms: Sequence[Term], enough: int) -> Iterator[tuple[Term, ...]]:
    """The sets of terms whose points, in size, come to enough, and to less without any of them.

    terms: the largest points in size first; the sets come one by one, since there can be many.
    """
    if enough <= 0:
        yield ()
        return
    within = sum(abs(term.points) for term in terms)
    for place, term in enumerate(terms):
        if within < enough:
            return
        within -= abs(term.points)
        for others in _least_sets(terms[place + 1 :], enough - abs(term.points)):
            yield (term, *others)
