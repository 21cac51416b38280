"""The clauses of a rule as rows of figures, and as a list that is read from the top.

The list says the same as the formula: a row is of the class described if any clause holds, and of
the other class if none does. The order, the most precise first, only helps the reader.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.roles import groups_in
from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import known_class
from interpret.measures import ClauseFigures, clause_figures
from interpret.present import wording
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


COLUMNS = (
    *("class", "clause", "tests", "rows", "coverage", "coverage_low", "coverage_high"),
    *("right", "precision", "precision_low", "precision_high", "recall"),
    *("lift", "lift_low", "lift_high", "unique_rows", "measured_on"),
)


@dataclass(frozen=True)
class ClausesOn:
    """The figures of each clause, on how many rows, and what these rows are called."""

    figures: tuple[ClauseFigures, ...]
    n_rows: int
    rows: str


def of_part(e: Explanation, part: str) -> ClausesOn:
    """On the rows trained on ("train") or held out ("test"), as they were counted once."""
    n = len(e.rows[part])
    called = counted(n, "training row" if part == "train" else "unseen row")
    return ClausesOn(e.rule_form.of_clauses[part], n, called)


def of_rows(e: Explanation, table: Table) -> ClausesOn:
    """On rows with their class, their cells as in a file; a DataError where a class is unknown."""
    truth = known_class(e.target, e.positive, e.negative, table)
    if not truth.known.all():
        classes = listed(map(quoted, (*e.positive, *e.negative)))
        raise DataError(
            f"Each row must be of one of the classes {classes}, and of {table.n_rows:,} rows "
            f"{int((~truth.known).sum()):,} are not. Leave these rows out."
        )
    figures = clause_figures(
        e.rule.formula,
        e.preparation.table(table),
        truth.y,
        groups_in(table, e.settings.roles.group),
    )
    return ClausesOn(figures, table.n_rows, counted(table.n_rows, "given row"))


def clause_rows(e: Explanation, measured: ClausesOn) -> list[dict[str, Any]]:
    """A row for each clause, with the names of COLUMNS.

    A clause is right where a row is of the class that it describes: the positive one, or the other
    one for a denied rule. lift is the precision over the share of that class among the rows, and
    its interval that of the precision over the same share. unique_rows are the rows that no other
    clause covers. All intervals hold at 95 % (Wilson). Figures without any row are None.
    """
    formula = e.rule.formula
    described = wording.one_of(e.negative if formula.denied else e.positive)
    lines = zip(formula.clauses, measured.figures, strict=True)
    return [
        {
            "class": described,
            "clause": wording.clause_words(clause) if clause.tests else "always",
            "tests": len(clause.tests),
            "rows": figures.rows,
            **_with_ends("coverage", figures.coverage),
            "right": figures.right,
            **_with_ends("precision", figures.probability),
            "recall": figures.share,
            **_lift(figures, measured.n_rows),
            "unique_rows": figures.alone,
            "measured_on": measured.rows,
        }
        for clause, figures in lines
    ]


def _with_ends(name: str, share: Share, over: float = 1.0) -> dict[str, float | None]:
    low, high = share.interval or (None, None)
    return {
        end: None if value is None or not over else value / over
        for end, value in ((name, share.value), (f"{name}_low", low), (f"{name}_high", high))
    }


def _lift(figures: ClauseFigures, n_rows: int) -> dict[str, float | None]:
    return _with_ends("lift", figures.probability, figures.of_class / n_rows if n_rows else 0.0)
