"""A rule as a list that is read from the top: its clauses, the most precise first.

The list says the same as the formula: a row is of the class described if any clause holds, and of
the other class if none does. The order only helps the reader.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Clause, Formula, Is
from interpret.shares import Share, share_of


@dataclass(frozen=True)
class ListedClause:
    """A clause of the list. A row is right when it is of the class that the clauses describe.

    precision: the right rows among those that the clause covers; adds: the right rows among those
    that it covers and no clause above it does.
    """

    clause: Clause
    precision: Share
    adds: Share


@dataclass(frozen=True)
class RuleList:
    """The clauses in order of falling precision, then the verdict for rows that none covers.

    describes: the verdict where a clause holds; it is False for a denied formula. otherwise: how
    many of the rows that no clause covers are of the other class.
    """

    clauses: tuple[ListedClause, ...]
    describes: bool
    otherwise: Share


def rule_list(formula: Formula, table: Table, y: np.ndarray, groups: np.ndarray | None) -> RuleList:
    """The formula as a list, its clauses ordered by their precision on the table's rows.

    y: whether each row is of the positive class, bool (n_rows,); groups: whose rows belong
    together, int (n_rows,). Of equally precise clauses the one that covers more rows comes first; a
    clause that covers no row comes last.
    """
    described = y != formula.denied

    def right(rows: np.ndarray, hits: np.ndarray) -> Share:
        return share_of(hits[rows], None if groups is None else groups[rows])

    covered = {clause: clause.holds(table) for clause in formula.clauses}
    precision = {clause: right(rows, described) for clause, rows in covered.items()}
    order = sorted(
        formula.clauses, key=lambda clause: (-(precision[clause].value or 0), -precision[clause].n)
    )
    left, listed = np.ones(table.n_rows, dtype=bool), []
    for clause in order:
        adds = right(covered[clause] & left, described)
        listed.append(ListedClause(clause, precision[clause], adds))
        left &= ~covered[clause]
    return RuleList(tuple(listed), not formula.denied, right(left, ~described))


def monotone_length(formula: Formula, table: Table) -> tuple[int, int]:
    """How many clauses and tests the formula has when each test names one value.

    Where several of the table's values pass a test, each of them gets a clause of its own. Another
    formula of such tests may say the same and be shorter.
    """
    spelled = [_spelled(clause, table) for clause in formula.clauses]
    return sum(clauses for clauses, _ in spelled), sum(k * tests for k, tests in spelled)


def _spelled(clause: Clause, table: Table) -> tuple[int, int]:
    """How many clauses of single values a clause becomes, and how many tests each has."""
    ways = []
    for name in {test.attribute for test in clause.tests}:
        on_attribute = [test for test in clause.tests if test.attribute == name]
        column = table.column(name)
        passing = sum(
            all(test.accepts(value) for test in on_attribute)
            for value, count in zip(column.values, column.counts, strict=True)
            if count
        )
        ways.append(1 if any(isinstance(t, Is) and len(t) == 1 for t in on_attribute) else passing)
    return prod(ways), len(ways)
