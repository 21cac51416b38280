"""How long a rule becomes when its clauses are written out in tests of one value each."""

from math import prod

from interpret.data.table import Table
from interpret.rules.logic import Clause, Formula, Is


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
