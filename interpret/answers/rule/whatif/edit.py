"""A rule changed by hand, one test or clause at a time.

A change that makes no sense is refused with a DataError. The clauses of a denied formula are edited
as they stand.
"""

from collections.abc import Sequence
from dataclasses import replace

from interpret.data.complaints import DataError, quoted
from interpret.data.table import Table
from interpret.rules.demands import check_clause
from interpret.rules.logic import Clause, Formula, Test


def without_clause(formula: Formula, clause: Clause) -> Formula:
    """The rule without one of its clauses; without any, it is never true, or always if denied."""
    return _with(formula, clause)


def without_test(formula: Formula, clause: Clause, test: Test) -> Formula:
    """The rule with one test less in a clause; the last test of a clause stays."""
    if test not in clause.tests:
        raise DataError(f"The clause has no test {_q(test)}. Choose one of its tests.")
    kept = tuple(other for other in clause.tests if other != test)
    if not kept:
        raise DataError(
            f"A clause needs a test, and {_q(test)} is its last: without it the clause would hold "
            "for every row. Remove the whole clause instead."
        )
    return _with(formula, clause, Clause(kept))


def with_test(
    formula: Formula, clause: Clause, test: Test, table: Table, attributes: Sequence[str]
) -> Formula:
    """The rule with one test more in a clause. table: the rows whose values may be asked for."""
    if test in clause.tests:
        raise DataError(f"The clause has the test {_q(test)} already. Choose another.")
    longer = Clause((*clause.tests, test))
    check_clause(longer, table, attributes)
    return _with(formula, clause, longer)


def with_clause(
    formula: Formula, clause: Clause, table: Table, attributes: Sequence[str]
) -> Formula:
    """The rule with one clause more."""
    if not clause.tests:
        raise DataError(
            "A clause needs a test, and the new one has none: it would hold for every row. "
            "Add a test to it."
        )
    if clause in formula.clauses:
        raise DataError(f"The rule has the clause {_q(clause)} already. Add another.")
    check_clause(clause, table, attributes)
    return replace(formula, clauses=(*formula.clauses, clause))


def _with(formula: Formula, clause: Clause, *instead: Clause) -> Formula:
    if clause not in formula.clauses:
        raise DataError(f"The rule has no clause {_q(clause)}. Choose one of its clauses.")
    kept = tuple(other for other in formula.clauses if other != clause)
    return replace(formula, clauses=(*kept, *instead))


def _q(part: Test | Clause) -> str:
    return quoted(str(part))
