"""A cut of the rule moved elsewhere: what would change if the rule compared with another number."""

from dataclasses import replace

import numpy as np

from interpret.data.table import Column
from interpret.rules.logic import Between, Clause, Formula, Test

PLACES = 60  # about how many places to move a cut to


def moved_cut(formula: Formula, attribute: str, was: float, now: float) -> Formula:
    """The formula with one of its cuts elsewhere, in every test that has it.

    A clause that no number can pass any more is left out.
    """
    clauses = [
        Clause(tuple(_moved(test, attribute, was, now) for test in clause.tests))
        for clause in formula.clauses
    ]
    return replace(formula, clauses=tuple(moved for moved in clauses if not _is_empty(moved)))


def places(column: Column, cut: float) -> tuple[float, ...]:
    """Where a cut of the column can be moved to: between its numbers, and where it is."""
    amounts = column.values.numbers[column.codes]
    numbers = np.unique(amounts[~np.isnan(amounts)])
    between = (numbers[1:] + numbers[:-1]) / 2
    if len(between) > PLACES:
        between = between[np.unique(np.linspace(0, len(between) - 1, PLACES).round().astype(int))]
    return tuple(sorted({*between.tolist(), cut}))


def _moved(test: Test, attribute: str, was: float, now: float) -> Test:
    if not isinstance(test, Between) or test.attribute != attribute:
        return test
    above, to = (now if end == was else end for end in (test.above, test.to))
    return Between(attribute, above, to)


def _is_empty(clause: Clause) -> bool:
    return any(isinstance(test, Between) and test.above >= test.to for test in clause.tests)
