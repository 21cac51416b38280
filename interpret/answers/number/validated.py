"""Sums of conjunctions on rows that folds leave out: whether they help, and at which length.

Everything is done anew in each fold: the conjunctions, the choice among them, their cuts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.answers.number.judged import JudgedNumbers, judged, nearly_always_explains
from interpret.answers.number.moved import refined
from interpret.answers.number.number_data import NumberData
from interpret.answers.number.sums import best_sum, fit_sum, shortened
from interpret.rules.single_tests import TestSet


@dataclass(frozen=True, eq=False)
class ValidatedSums:
    """What sums do on the rows that folds leave out.

    errors: the squared errors of sums of 0, 1, … terms, the last one that of the whole sums;
    judged: the whole sums, against the mean of the rows that each was learnt from; help: whether
    these predict better than the mean, beyond what chance explains.
    """

    errors: list[float]
    judged: JudgedNumbers
    help: bool

    @property
    def error(self) -> float:
        return self.errors[-1]


def validated(
    data: NumberData, pools: Sequence[Sequence[TestSet]], tell: Callable[[], object]
) -> ValidatedSums:
    """The sums that each fold's rows lead to, on the rows it leaves out.

    pools: conjunctions that terms are first looked for among, by fold. A fold whose sum has fewer
    terms counts with the longest sum it has.
    """
    paths, true, said, rows_of = [], [], [], []
    for fold, pool in zip(data.folds, pools, strict=True):
        rows, target, mean = fold.train, fold.z, float(fold.z.mean())
        whole = best_sum(rows, target - mean, pool, data.most)
        conditions = refined(rows, target - mean, whole)
        rows, clauses = rows.holding(conditions)
        left_out, _ = fold.left_out.holding(conditions)
        path = []
        for shorter in shortened(rows, target - mean, clauses):
            sum_of = fit_sum(rows.columns(shorter), target)
            guess = sum_of.base + left_out.columns(shorter) @ np.array(sum_of.effects)
            path.append(float(((fold.z_left_out - guess) ** 2).mean()))
        paths.append(path)
        true.append(fold.z_left_out - mean)
        said.append(guess - mean)
        rows_of.append(fold.outside)
        tell()
    longest = max(map(len, paths))
    errors = np.mean([as_long(path, longest) for path in paths], axis=0).tolist()
    groups = data.groups_of("train")
    own_groups = None if groups is None else groups[np.concatenate(rows_of)]
    on_folds = np.concatenate(true), np.concatenate(said), 0.0, data.seed, own_groups
    return ValidatedSums(errors, judged(*on_folds), nearly_always_explains(*on_folds))


def as_long(path: list[float], n: int) -> list[float]:
    """The path with its last entry repeated, or cut off, to so many."""
    return (path + [path[-1]] * n)[:n]
