"""A rule as a list to be read from the top: its clauses, the most precise first.

A reading aid: the list gives the verdict of the formula, since a row is of the class described as
soon as any clause holds, and of the other class when none does.
"""

from dataclasses import dataclass

import numpy as np

from interpret.data.table import Table
from interpret.measures import Share
from interpret.rules.logic import Clause, Formula


@dataclass(frozen=True)
class ListedClause:
    """A clause in its place. right is: of the class that the clauses describe.

    precision: right of the rows it covers; adds: right of the rows that no clause above covers.
    """

    clause: Clause
    precision: Share
    adds: Share


@dataclass(frozen=True)
class RuleList:
    """Clauses by falling precision, then the default for the rows that none covers.

    describes: the verdict where a clause holds, False for a denied formula; otherwise: how many of
    the rows left are of the other class, the default.
    """

    clauses: tuple[ListedClause, ...]
    describes: bool
    otherwise: Share


def rule_list(formula: Formula, table: Table, y: np.ndarray) -> RuleList:
    """The formula's clauses by their precision on rows of classes y, bool (n_rows,).

    Of equally precise clauses the one that covers more comes first; one that covers no row is last.
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
