"""A denied rule of single tests, said without a denial: “unless x ≤ 2” is “when x > 2”."""

from interpret.data.table import Table
from interpret.rules.logic import Clause, Formula, Is, Test


def said_when(formula: Formula, table: Table) -> Formula:
    """The single clause equal to a denied OR of single tests, where that takes no more tests.

    On every row of the table it gives the same verdict. A rule that is not denied, or whose clauses
    hold several tests, is given back as it is.
    """
    if not formula.denied or not all(len(clause.tests) == 1 for clause in formula.clauses):
        return formula
    opposite = [_opposite(clause.tests[0], table) for clause in formula.clauses]
    said = Formula((Clause(tuple(test for test in opposite if test is not None)),))
    is_whole = None not in opposite and len(said) <= len(formula)
    return said if is_whole and (said.holds(table) == formula.holds(table)).all() else formula


def _opposite(test: Test, table: Table) -> Test | None:
    """The test that holds on the table's rows where this one does not; None if there is none."""
    column = table.column(test.attribute)
    left = [
        opposite
        for opposite in test.denied()
        if column.missing or opposite != Is(test.attribute, (None,))
    ]
    return left[0] if len(left) == 1 else None
