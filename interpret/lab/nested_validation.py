"""Kernels judged by nested cross-validation, on rows that took no part in any choice.

The folds of a kernel are parts of interpret.cores: inside `on_cores` they run in parallel, else one
by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from interpret import cores
from interpret.data.complaints import DataError
from interpret.data.splits import LOOSE as NO_TIES
from interpret.data.splits import Split, Ties, folds
from interpret.measures import area_under_curve
from kernels.base import Kernel
from kernels.solve import margin
from kernels.steady import decided, products

COSTS = tuple(2.0**power for power in range(-5, 5))  # those of the thesis, section 6.8.1
NEAR = 5e-3  # relative gap to the optimum, enough for ranking rows
DIGITS = 12  # of an inner AUC; smaller differences are ties
PER_PAIR = 40  # additions that a machine takes for each pair of rows


@dataclass(frozen=True)
class JudgedFold:
    """How well the left-out rows of one fold are ranked and classified.

    choice: the index of the kernel, and C: the cost, that were best on the training rows.
    """

    auc: float
    accuracy: float
    choice: int
    C: float


@dataclass(frozen=True, eq=False)
class JudgedKernel:
    """A kernel, or the best of several, on every fold.

    scores: the decision value of each row by the machine trained without it, shape (n,).
    """

    folds: tuple[JudgedFold, ...]
    scores: np.ndarray

    @property
    def auc(self) -> float:
        return float(np.mean([fold.auc for fold in self.folds]))


@dataclass(frozen=True, eq=False)
class TunedFold:
    """An outer fold with one kernel: the best inner AUC, its C, and the left-out rows' scores."""

    inner_auc: float
    C: float
    scores: np.ndarray


@dataclass(frozen=True)
class Inner:
    """How C is chosen within an outer fold: among which costs, by how many inner folds.

    seed: of the inner folds; ties: which they respect. Of costs with equal AUC the most accurate is
    taken, then the smallest.
    """

    costs: Sequence[float] = COSTS
    folds: int = 5
    seed: int = 0
    ties: Ties = NO_TIES


def splits(y: np.ndarray, n_folds: int, seed: int, ties: Ties = NO_TIES) -> list[Split]:
    """Folds with both classes that respect the ties.

    DataError where a class y, bool, has fewer rows than there are folds.
    """
    smaller = int(min(y.sum(), (~y).sum()))
    if smaller < n_folds:
        raise DataError(
            f"Judging in {n_folds} folds needs {n_folds} rows of each class, and the smaller class "
            f"has {smaller}. Choose fewer folds, or bring more rows."
        )
    splits = [split for split in folds(y, ties, n_folds, seed) if len(np.unique(y[split[1]])) == 2]
    if len(splits) < 2:
        raise DataError(
            "Judging in folds needs at least two folds with rows of both classes, which these "
            "groups do not allow. Choose a finer group, or none."
        )
    return splits


def judge(
    kernels: Sequence[Kernel],
    readings: Sequence[np.ndarray],
    y: np.ndarray,
    outer: Sequence[Split],
    inner: Inner = Inner(),
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> JudgedKernel:
    """Nested cross-validation: in every outer fold kernel and C are chosen by inner folds' AUC.

    readings: for each outer fold all rows, 0/1 of shape (n, n_variables), read by what its training
    rows teach; folds of one array share its Gram matrices. y: bool (n,). Of equally good kernels
    the first is taken. on_progress gets the fraction done.
    """
    tuned_kernels: list[list[TunedFold]] = []
    for choice, kernel in enumerate(kernels):
        tuned_folds: list[TunedFold] = []
        grams = {key: kernel(X) for key, X in {id(X): X for X in readings}.items()}
        of_folds = [grams[id(X)] for X in readings]
        for one in tuned(of_folds, y, outer, inner):
            tuned_folds.append(one)
            on_progress((choice + len(tuned_folds) / len(outer)) / len(kernels))
        tuned_kernels.append(tuned_folds)
    return best_of(tuned_kernels, y, outer)


def tuned(
    grams: Sequence[np.ndarray], y: np.ndarray, outer: Sequence[Split], inner: Inner = Inner()
) -> Iterator[TunedFold]:
    """The result of each outer fold by its Gram matrix, with C chosen inside."""
    signs = np.where(y, 1.0, -1.0)
    arguments = [(K, signs, split, inner) for K, split in zip(grams, outer, strict=True)]
    machines = len(inner.costs) * (inner.folds + 1)
    work = PER_PAIR * machines * sum(len(train) ** 2 for train, _ in outer)
    return cores.run(_fold, arguments, work, memory=float(max(K.nbytes for K in grams)))


def best_of(
    tuned_kernels: Sequence[Sequence[TunedFold]], y: np.ndarray, outer: Sequence[Split]
) -> JudgedKernel:
    """In each outer fold, the kernel with the best inner AUC among several tuned on it."""
    scores = np.zeros(len(y))  # a row that is left out in no fold keeps this
    judged = []
    for (_, test), of_fold in zip(outer, zip(*tuned_kernels, strict=True), strict=True):
        choice = int(np.argmax([one.inner_auc for one in of_fold]))
        best = of_fold[choice]
        scores[test] = best.scores
        accuracy = float(((best.scores > 0) == y[test]).mean())
        judged.append(JudgedFold(area_under_curve(best.scores, y[test]), accuracy, choice, best.C))
    return JudgedKernel(tuple(judged), scores)


def influence(scores: np.ndarray, y: np.ndarray, outer: Sequence[Split]) -> np.ndarray:
    """How much each row moves the mean AUC of the folds, (n,): these sum to 0.

    Their squares sum to the variance of that mean, for the machines as they were trained (LeDell,
    Petersen and van der Laan 2015): a row's part is the share of the other class's rows that it is
    in order with, against the AUC.
    """
    moved = np.zeros(len(y))
    for _, test in outer:
        ranks = rankdata(scores[test])
        for alike, sign in ((y[test], 1), (~y[test], -1)):
            below = (ranks[alike] - rankdata(scores[test][alike])) / (~alike).sum()
            moved[test[alike]] = sign * (below - below.mean()) / alike.sum() / len(outer)
    return moved


def _fold(K: np.ndarray, signs: np.ndarray, split: Split, inner: Inner, _: cores.GoOn) -> TunedFold:
    (train, test), costs = split, inner.costs
    y = signs[train]
    smaller = int(min((y > 0).sum(), (y < 0).sum()))
    parts = splits(y > 0, min(inner.folds, smaller), inner.seed, inner.ties.rows(train))
    reached = np.mean(
        [_reached(K, signs, train[fit], train[out], costs) for fit, out in parts], axis=0
    )
    auc, accuracy = reached.T.round(DIGITS)
    best = int(np.lexsort((np.arange(len(costs)), -accuracy, -auc))[0])
    (scores,) = _along(K, signs, train, test, [costs[best]])
    return TunedFold(float(auc[best]), costs[best], scores)


def _reached(
    K: np.ndarray, signs: np.ndarray, fit: np.ndarray, out: np.ndarray, costs: Sequence[float]
) -> list[tuple[float, float]]:
    """AUC and accuracy on the left-out rows for each C."""
    y = signs[out] > 0
    return [
        (area_under_curve(scores, y), float(((scores > 0) == y).mean()))
        for scores in _along(K, signs, fit, out, costs)
    ]


def _along(
    K: np.ndarray, signs: np.ndarray, fit: np.ndarray, out: np.ndarray, costs: Sequence[float]
) -> Iterator[np.ndarray]:
    """The scores of the left-out rows for each C, which must ascend.

    If no α reaches C, the margin is hard, and larger costs give the same scores.
    """
    K_fit, others, y = K[np.ix_(fit, fit)], K[np.ix_(out, fit)], signs[fit]
    is_hard = False
    for C in costs:
        if not is_hard:
            solved = margin(K_fit, y, C, gap=NEAR)
            scores = decided(products(others, y * solved.alpha) + solved.intercept)
            is_hard = solved.alpha.max() < C * (1 - NEAR)
        yield scores
