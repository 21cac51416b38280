"""Sums of conjunctions on rows that folds leave out: whether they help.

Everything is done anew in each fold: the conjunctions, the choice among them, their cuts. Terms are
chosen among cuts at quantiles; these are then moved to where they explain most. Otherwise a cut
that is a few rows off would leave residuals that further terms pay to repair.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.cuts import cut_behind
from interpret.number.judged import JudgedNumbers, judged, nearly_always_explains
from interpret.number.number_data import NEAR, NumberData, largest
from interpret.number.on_rows import SPREAD, OnRows
from interpret.number.sums import TermSum, best_sum, fit_sum, grown_sum, settled_sum
from interpret.rules.logic import Between, Test
from interpret.rules.single_tests import TestSet

ROUNDS = 5  # of moving every cut and dropping terms; and sweeps over all cuts in one
Conditions = tuple[tuple[Test, ...], ...]


def refined(rows: OnRows, y: np.ndarray, whole: TermSum) -> Conditions:
    """The conditions of the sum, every cut moved, without the tests that no longer pay.

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
    """Moves each cut to where the refitted sum has the smallest residuals, until no move gains."""
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
    """The test with the best cut for y, and whether it is better than the present one.

    One pass over the rows that the other tests of the term cover, sorted by amount: a cut lies half
    way between two amounts, however far apart they are.
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


@dataclass(frozen=True, eq=False)
class ValidatedSums:
    """How sums do on the rows that folds leave out.

    error: the squared error; judged: against the mean of the rows that each was learnt from; help:
    whether they predict better than the mean, beyond chance; conditions: those of each fold's sum.
    """

    error: float
    judged: JudgedNumbers
    help: bool
    conditions: tuple[Conditions, ...]


def validated(
    data: NumberData, pools: Sequence[Sequence[TestSet]], tell: Callable[[], object]
) -> ValidatedSums:
    """The sums learnt on each fold, judged on the rows it leaves out.

    pools: the conjunctions from which each fold takes its first terms.
    """
    errors, true, said, found = [], [], [], list[Conditions]()
    for fold, pool in zip(data.folds, pools, strict=True):
        mean = float(fold.z.mean())
        y = fold.z - mean
        conditions = refined(fold.train, y, best_sum(fold.train, y, pool, data.most))
        rows, clauses = fold.train.holding(conditions)
        left_out, _ = fold.left_out.holding(conditions)
        sum_of = fit_sum(rows.columns(clauses), fold.z)
        guess = sum_of.base + left_out.columns(clauses) @ np.array(sum_of.effects)
        errors.append(float(((fold.z_left_out - guess) ** 2).mean()))
        true.append(fold.z_left_out - mean)
        said.append(guess - mean)
        found.append(conditions)
        tell()
    groups = data.groups_of("train")
    outside = np.concatenate([fold.outside for fold in data.folds])
    of_left_out = None if groups is None else groups[outside]
    on_folds = np.concatenate(true), np.concatenate(said), 0.0, data.seed, of_left_out
    helps = nearly_always_explains(*on_folds)
    return ValidatedSums(float(np.mean(errors)), judged(*on_folds), helps, tuple(found))


def whole_sum(data: NumberData, pool: Sequence[TestSet]) -> Conditions:
    """The conditions of the best sum on the training rows. pool: as in best_sum."""
    (train, z), searched = data.of("train"), data.searched
    few, left = train.rows(searched), z - z.mean()
    whole = best_sum(few, z[searched] - z[searched].mean(), pool, data.most)
    if len(searched) < len(z):
        whole = grown_sum(train, left, whole.clauses, data.most)
    return refined(train, left, whole)
