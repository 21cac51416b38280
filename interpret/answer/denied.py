"""What a denied rule says where a cell is empty: often yes, as no test is met that denies it."""

import numpy as np

from interpret.data.complaints import quoted
from interpret.data.table import Table
from interpret.rules.logic import Formula


def denied_words(formula: Formula, table: Table) -> str:
    """One sentence on the rows with an empty cell that a denied rule tests, "" without such.

    table: with its cells as the rule reads them.
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
    such = f"of {n:,} such row{'s' * (n > 1)}"
    return f"Where {where} is empty, {why}{such} the rule says yes on {yes:,}."
