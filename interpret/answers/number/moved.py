"""Moves the cuts of a sum's terms to where they explain most, and drops what no longer pays.

Terms are chosen among cuts at quantiles. A cut that is a few rows off leaves more than noise, and
further terms would pay only because they repair that.
"""

from collections.abc import Sequence

import numpy as np

from interpret.answers.number.on_rows import SPREAD, OnRows
from interpret.answers.number.sums import TermSum, settled_sum
from interpret.answers.number.ties import NEAR, largest
from interpret.data.cuts import cut_behind
from interpret.rules.logic import Between, Test

ROUNDS = 5  # of moving every cut and dropping terms; and sweeps over all cuts in one
Conditions = tuple[tuple[Test, ...], ...]


def refined(rows: OnRows, y: np.ndarray, whole: TermSum) -> Conditions:
    """The conditions of the sum with every cut moved and without those that no longer pay.

    y: (n_rows,), centred. The sum of squared residuals grows only where a term is dropped, and then
    by no more than the price of its tests.
    """
    conditions = rows.conditions(whole.clauses)
    for _ in range(ROUNDS):
        moved = _moved(rows, y, conditions)
        finer, clauses = rows.holding(moved)
        before, conditions = conditions, finer.conditions(settled_sum(finer, y, clauses).clauses)
        if conditions in (before, moved):
            break
    return conditions


def _moved(rows: OnRows, y: np.ndarray, conditions: Conditions) -> Conditions:
    """Moves each cut to where the refitted sum has the least residuals, until no move gains."""
    moved = [list(tests) for tests in conditions]
    for _ in range(ROUNDS):
        gains = False
        for term, tests in enumerate(moved):
            for place, test in enumerate(tests):
                if isinstance(test, Between) and test.attribute in rows.amounts:
                    tests[place], better = _best_cut(rows, y, moved, term, test)
                    gains |= better
        if not gains:
            break
    return tuple(map(tuple, moved))


def _best_cut(
    rows: OnRows, y: np.ndarray, conditions: Sequence[Sequence[Test]], term: int, test: Between
) -> tuple[Between, bool]:
    """The test with the best cut for y, and whether it is better than now.

    One pass over the rows that the other tests of the term cover, by their amounts: the cut stands
    half way between two of them, however far apart they are.
    """
    amounts = rows.amounts[test.attribute]
    others = [rows.held_by(tests) for i, tests in enumerate(conditions) if i != term]
    basis = np.linalg.qr(np.column_stack([np.ones(len(y)), *others]))[0]
    left = y - basis @ (basis.T @ y)
    beside = rows.held_by([condition for condition in conditions[term] if condition != test])
    inside = np.flatnonzero(beside & ~np.isnan(amounts))
    is_low = test.above == -np.inf
    inside = inside[np.argsort(amounts[inside] if is_low else -amounts[inside], kind="stable")]
    along = amounts[inside]
    ends = np.flatnonzero(np.diff(along))  # the last row of each amount but the last amount
    counts = ends + 1.0
    smaller = np.minimum(counts, len(y) - counts)
    news = counts - (np.cumsum(basis[inside], axis=0)[ends] ** 2).sum(axis=1)
    says = (smaller >= rows.least) & (news > SPREAD * smaller)
    if not says.any():
        return test, False
    gains = np.where(says, np.cumsum(left[inside])[ends] ** 2 / np.where(says, news, 1.0), -1.0)
    covered = along <= test.to if is_low else along > test.above
    now = np.flatnonzero(counts == covered.sum())
    best, before = largest(gains), float(gains[now[0]]) if len(now) else 0.0
    better = float(gains[best]) > before + NEAR * abs(before)
    if not better:
        if not len(now):
            return test, False
        best = int(now[0])
    differ = np.unique(along)  # ascending, and `along` may descend
    cut = cut_behind(differ, best if is_low else len(differ) - 2 - best)
    name = test.attribute
    return (Between(name, to=cut) if is_low else Between(name, above=cut)), better
