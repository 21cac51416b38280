"""Stability: whether the rule comes back when some of the training rows are left out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Clause, Formula
from interpret.shares import Share, independent

RESAMPLES = 10
KEPT = 0.8
NEARLY_THE_SAME = 0.9  # the least Jaccard index of the rows that two such clauses cover


@dataclass(frozen=True)
class ClauseReturns:
    """In how many resamples a clause came back: itself, or one that covers nearly the same rows.

    nearly counts both.
    """

    clause: Clause = field(metadata={"key": "tests"})
    same: Share
    nearly: Share


@dataclass(frozen=True)
class Stability:
    """The rules of the resamples, in their order, against the rule of all training rows.

    overlap: for each resample, the Jaccard index of the rows where its rule and the rule hold.
    """

    formulas: tuple[Formula, ...]
    overlap: tuple[float, ...]
    clauses: tuple[ClauseReturns, ...]


def stability(formula: Formula, found: Sequence[Formula], table: Table) -> Stability:
    """Whether the formula comes back. found: the formula of each resample, with a machine trained
    on it; table: all training rows.
    """
    rows = formula.holds(table)
    overlap = tuple(_jaccard(rows, other.holds(table)) for other in found)
    sided = [other if other.denied == formula.denied else Formula() for other in found]
    covers = [[clause.holds(table) for clause in other.clauses] for other in sided]
    clauses = tuple(_returns(clause, table, sided, covers) for clause in formula.clauses)
    return Stability(tuple(found), overlap, clauses)


def resampled(y: np.ndarray, groups: np.ndarray | None, seed: int) -> list[np.ndarray]:
    """Ten resamples of rows, as indices: 80 % of each class, without replacement.

    A row drawn twice, as in a bootstrap, tells a hard margin nothing new and counts twice in a soft
    one. y: bool (n_rows,); groups: whose rows are drawn together, then 80 % of the groups.
    """
    return [_resample(y, groups, np.random.default_rng([seed, i])) for i in range(RESAMPLES)]


def _resample(y: np.ndarray, groups: np.ndarray | None, rng: np.random.Generator) -> np.ndarray:
    if groups is not None:
        differ = rng.permutation(np.unique(groups))
        drawn = np.isin(groups, differ[: ceil(KEPT * len(differ))])
        if len(np.unique(y[drawn])) == 2:
            return np.flatnonzero(drawn)
    classes = np.flatnonzero(y), np.flatnonzero(~y)
    kept = [rng.permutation(rows)[: ceil(KEPT * len(rows))] for rows in classes]
    return np.sort(np.concatenate(kept))


def _returns(
    clause: Clause, table: Table, found: list[Formula], covers: list[list[np.ndarray]]
) -> ClauseReturns:
    """How often a clause came back; found: the formulas of its own form, denied or not."""
    rows, n = clause.holds(table), len(found)
    same = [clause in other.clauses for other in found]
    near = [any(_jaccard(rows, other) >= NEARLY_THE_SAME for other in cover) for cover in covers]
    either = sum(s or t for s, t in zip(same, near, strict=True))
    return ClauseReturns(clause, independent(sum(same), n), independent(either, n))


def _jaccard(one: np.ndarray, other: np.ndarray) -> float:
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 1.0
