"""What a denied rule says of rows in which a cell that it tests is empty.

It often says yes, because an empty cell passes none of the tests by which the rule would say no.
"""

import numpy as np

from interpret.data.complaints import counted, quoted
from interpret.data.table import Table
from interpret.rules.logic import Formula


def denied_words(formula: Formula, table: Table) -> str:
    """A sentence on the rows that have an empty cell where a denied rule tests it.

    It is "" where the rule is not denied or no such cell is empty. table: with its cells as the
    rule reads them.
    """
    if not formula.denied:
        return ""
    empty = [name for name in formula.attributes if table.column(name).missing]
    if not empty:
        return ""
    rows = np.any([table.column(name).missing_rows for name in empty], axis=0)
    n, yes = int(rows.sum()), int(formula.holds(table)[rows].sum())
    where = " or ".join(map(quoted, empty))
    met = any(
        test.accepts(None)
        for clause in formula.clauses
        for test in clause.tests
        if test.attribute in empty
    )
    why = "" if met else "no test on it is met: "
    such = counted(n, "such row")
    return f"Where {where} is empty, {why}of {such} the rule says yes on {yes:,}."
