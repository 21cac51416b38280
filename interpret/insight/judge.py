"""Kernels judged on rows that nothing was chosen on: nested cross-validation, compared in pairs.

The folds of a kernel run through joblib: `joblib.parallel_config("loky", n_jobs=2)`, or "dask"
with a client of a cluster, makes them run in parallel; without it they run one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

import numpy as np
from joblib import Parallel, delayed
from scipy.stats import rankdata, t
from sklearn.model_selection import StratifiedKFold

from interpret.data.complaints import DataError
from kernels.base import Kernel
from kernels.solve import margin

COSTS = tuple(2.0**power for power in range(-5, 5))  # those of the thesis, section 6.8.1
LOOSE = 1e-2  # of the optimum: an order of rows needs no more
CONFIDENCE = 0.95

Split = tuple[np.ndarray, np.ndarray]  # training rows, left-out rows


@dataclass(frozen=True)
class Fold:
    """How well the left-out rows of one fold are ranked and told apart.

    choice: which of the kernels, and C the cost, were best on the training rows.
    """

    auc: float
    accuracy: float
    choice: int
    C: float


@dataclass(frozen=True, eq=False)
class Judged:
    """A kernel, or the best of several, on every fold.

    scores: the decision value of each row by the machine that did not see it, shape (n,);
    seconds: of the wall clock.
    """

    folds: tuple[Fold, ...]
    scores: np.ndarray
    seconds: float

    @property
    def auc(self) -> float:
        return float(np.mean([fold.auc for fold in self.folds]))

    @property
    def accuracy(self) -> float:
        return float(np.mean([fold.accuracy for fold in self.folds]))


@dataclass(frozen=True)
class Difference:
    """How much better one is than the other, with a 95 % interval."""

    mean: float
    low: float
    high: float


def splits(y: np.ndarray, folds: int, seed: int) -> list[Split]:
    """Stratified folds; DataError where a class y, bool, has fewer rows than there are folds."""
    smaller = int(min(y.sum(), (~y).sum()))
    if smaller < folds:
        raise DataError(
            f"Judging in {folds} folds needs {folds} rows of each class, and the smaller class has "
            f"{smaller}. Ask for fewer folds, or bring more rows."
        )
    splitter = StratifiedKFold(folds, shuffle=True, random_state=seed)
    return list(splitter.split(np.zeros((len(y), 1)), y))


def judge(
    kernels: Sequence[Kernel],
    X: np.ndarray,
    y: np.ndarray,
    outer: Sequence[Split],
    costs: Sequence[float] = COSTS,
    inner_folds: int = 5,
    seed: int = 0,
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> Judged:
    """Nested cross-validation: in every outer fold kernel and C are chosen by inner folds' AUC.

    X: 0/1 of shape (n, n_variables); y: bool (n,). Every Gram matrix is computed once. Ties go
    to the kernel named first and to the smallest C.
    """
    began = perf_counter()
    signs = np.where(y, 1.0, -1.0)
    best: list[tuple[float, float, np.ndarray, int]] = [(-1.0, 0.0, np.zeros(0), 0)] * len(outer)
    for choice, kernel in enumerate(kernels):
        K = kernel(X)
        tasks = (
            delayed(_fold)(K, signs, train, test, costs, inner_folds, seed) for train, test in outer
        )
        results: Iterator = Parallel(return_as="generator")(tasks)
        for i, (inner_auc, C, scores) in enumerate(results):
            if inner_auc > best[i][0]:
                best[i] = (inner_auc, C, scores, choice)
            on_progress((choice + (i + 1) / len(outer)) / len(kernels))
    scores = np.empty(len(y))
    folds = []
    for (_, test), (_, C, own, choice) in zip(outer, best, strict=True):
        scores[test] = own
        accuracy = float(((own > 0) == y[test]).mean())
        folds.append(Fold(area_under_curve(own, y[test]), accuracy, choice, C))
    return Judged(tuple(folds), scores, perf_counter() - began)


def difference(
    one: Judged, other: Judged, measure: Callable[[Fold], float] = lambda fold: fold.auc
) -> Difference:
    """Of two judged on the same folds.

    Training sets overlap, so the folds' spread alone promises too much; the variance is the one
    corrected by Nadeau and Bengio (2003), σ² (1/k + n_test/n_train).
    """
    apart = [measure(a) - measure(b) for a, b in zip(one.folds, other.folds, strict=True)]
    k = len(apart)
    error = float(np.std(apart, ddof=1)) * sqrt(1 / k + 1 / (k - 1))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, k - 1)) * error
    mean = float(np.mean(apart))
    return Difference(mean, mean - reach, mean + reach)


def area_under_curve(scores: np.ndarray, y: np.ndarray) -> float:
    """The share of pairs of a positive and a negative row in order; ties count half."""
    positive = int(y.sum())
    above = rankdata(scores)[y].sum() - positive * (positive + 1) / 2
    return float(above / (positive * (len(y) - positive)))


def _fold(
    K: np.ndarray,
    signs: np.ndarray,
    train: np.ndarray,
    test: np.ndarray,
    costs: Sequence[float],
    inner_folds: int,
    seed: int,
) -> tuple[float, float, np.ndarray]:
    """The best inner AUC, its C, and the scores of the left-out rows."""
    own, y = K[np.ix_(train, train)], signs[train]
    inner = splits(y > 0, min(inner_folds, _smaller_class(y)), seed)
    reached = [
        np.mean([area_under_curve(_scores(own, y, fit, out, C), y[out] > 0) for fit, out in inner])
        for C in costs
    ]
    best = int(np.argmax(reached))
    return float(reached[best]), costs[best], _scores(K, signs, train, test, costs[best])


def _smaller_class(signs: np.ndarray) -> int:
    return int(min((signs > 0).sum(), (signs < 0).sum()))


def _scores(
    K: np.ndarray, signs: np.ndarray, fit: np.ndarray, out: np.ndarray, C: float
) -> np.ndarray:
    solved = margin(K[np.ix_(fit, fit)], signs[fit], C, gap=LOOSE)
    return K[np.ix_(out, fit)] @ (signs[fit] * solved.alpha) + solved.intercept
