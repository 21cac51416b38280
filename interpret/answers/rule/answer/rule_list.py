"""A rule as a list that is read from the top: its clauses, the most precise first.

The list says the same as the formula: a row is of the class described if any clause holds, and of
the other class if none does. The order only helps the reader.
"""

from dataclasses import dataclass

import numpy as np

from interpret.data.table import Table
from interpret.measures import Share
from interpret.rules.logic import Clause, Formula


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


def rule_list(formula: Formula, table: Table, y: np.ndarray) -> RuleList:
    """The formula as a list, its clauses ordered by their precision on the table's rows.

    y: whether each row is of the positive class, bool (n_rows,). Of equally precise clauses the one
    that covers more rows comes first; a clause that covers no row comes last.
    """
    described = y != formula.denied
    covered = {clause: clause.holds(table) for clause in formula.clauses}
    precision = {clause: _right(rows, described) for clause, rows in covered.items()}
    order = sorted(
        formula.clauses, key=lambda clause: (-(precision[clause].value or 0), -precision[clause].n)
    )
    left, listed = np.ones(table.n_rows, dtype=bool), []
    for clause in order:
        adds = _right(covered[clause] & left, described)
        listed.append(ListedClause(clause, precision[clause], adds))
        left &= ~covered[clause]
    return RuleList(tuple(listed), not formula.denied, _right(left, ~described))


def _right(rows: np.ndarray, described: np.ndarray) -> Share:
    return Share(int((rows & described).sum()), int(rows.sum()))
