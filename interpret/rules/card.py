"""A card as a frozen value: clauses with points, and the cut above which a row is positive.

It is the value of every verdict. A rule is a card on which all clauses have one point (`Card.of`),
so everything that works for cards works for rules.
"""

from collections.abc import Mapping
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

    @property
    def formula(self) -> Formula | None:
        """The formula whose card this is; None where there is none."""
        formula = Formula(self.clauses, denied=self.cut < 0)
        return formula if Card.of(formula) == self else None

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
