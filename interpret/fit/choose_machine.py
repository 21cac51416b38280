"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split

from interpret.settings import THESIS_KERNEL, Settings
from kernels.base import Kernel
from kernels.catalog import parse
from kernels.landmarks import features, squared_hinge, stratified, whitening
from kernels.solve import margin
from kernels.svm import HARDEST, row_weights

KERNELS = (THESIS_KERNEL, "mDNF(3,3)", "mDNF(3,2)", "linear")
COSTS: tuple[float, ...] = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
ROWS, MANY = 1500, 6000  # cross-validation looks at no more, on landmarks at no more
SOME = 400  # landmarks in cross-validation at most
LOOSE = 1e-2  # of the optimum: a verdict needs no more


@dataclass(frozen=True)
class Candidate:
    """A kernel and a C, and on how many of `n` left-out rows the machine was right.

    Of balanced classes the rows of both count for n / 2 each: hits / n is the balanced accuracy.
    """

    kernel: str
    C: float
    hits: float
    n: int

    @property
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True)
class MachineChoice:
    """The kernel and C to train with, and what they were measured against (best first)."""

    kernel: str
    C: float
    candidates: tuple[Candidate, ...] = ()
    folds: int = 0


def choose_machine(
    X: np.ndarray,
    y: np.ndarray,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
    landmarks: int | None = None,
) -> MachineChoice:
    """Kernel and C by stratified cross-validation; what the settings fix is not varied.

    X: 0/1 of shape (n_train, n_variables); y: bool. Exact ties go to κ_* and the harder margin.
    landmarks: how many the machine is to be trained on, None where it is to be exact.
    """
    asked = settings.resolved
    kernels = KERNELS if asked.kernel is None else (asked.kernel,)
    costs = COSTS if asked.C is None else (asked.C,)
    smaller_class = int(min(y.sum(), (~y).sum()))
    if len(kernels) * len(costs) == 1 or smaller_class < 2:
        return MachineChoice(kernels[0], costs[0])
    most = MANY if landmarks else ROWS
    if len(X) > most:
        kept, _ = train_test_split(
            np.arange(len(X)), train_size=most, stratify=y, random_state=settings.seed
        )
        X, y = X[kept], y[kept]
        smaller_class = int(min(y.sum(), (~y).sum()))
    folds = min(10 if len(X) < 400 else 5 if len(X) <= 1000 else 3, max(2, smaller_class))
    splitter = StratifiedKFold(folds, shuffle=True, random_state=settings.seed)
    splits = list(splitter.split(X, y))
    if landmarks:
        costs = tuple(dict.fromkeys(min(C, HARDEST) for C in costs))
    each = row_weights(settings.counting, y)
    candidates = []
    for done, kernel in enumerate(kernels):
        right = (
            _right_on_landmarks(parse(kernel), X, y, each, costs, splits, landmarks, settings.seed)
            if landmarks
            else _right(parse(kernel)(X), y, each, costs, splits)
        )
        for C, own in zip(costs, right, strict=True):
            candidates.append(Candidate(kernel, C, round(float(each @ own), 9), len(X)))
        on_progress((done + 1) / len(kernels))
    candidates.sort(key=lambda candidate: -candidate.hits)  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), folds)


Splits = Sequence[tuple[np.ndarray, np.ndarray]]


def _right(
    K: np.ndarray, y: np.ndarray, each: np.ndarray, costs: Sequence[float], splits: Splits
) -> np.ndarray:
    """Which rows each C decides rightly when they are left out: bool (n_costs, n)."""
    right, signs = np.zeros((len(costs), len(y)), dtype=bool), np.where(y, 1.0, -1.0)
    for fit, left_out in splits:
        own, others = K[np.ix_(fit, fit)], K[np.ix_(left_out, fit)]
        for i, C in enumerate(costs):
            solved = margin(own, signs[fit], C, gap=LOOSE, weights=each[fit])
            scores = others @ (signs[fit] * solved.alpha) + solved.intercept
            right[i, left_out] = (scores > 0) == y[left_out]
    return right


def _right_on_landmarks(
    kernel: Kernel,
    X: np.ndarray,
    y: np.ndarray,
    each: np.ndarray,
    costs: Sequence[float],
    splits: Splits,
    landmarks: int,
    seed: int,
) -> np.ndarray:
    """The same on landmarks, each machine started from the one of the C before."""
    right, signs = np.zeros((len(costs), len(y)), dtype=bool), np.where(y, 1.0, -1.0)
    for fit, left_out in splits:
        drawn = stratified(y[fit], min(landmarks, SOME), np.random.default_rng(seed))
        L = X[fit[drawn]]
        F = features(kernel, X, L, whitening(kernel(L)))
        solved = None
        for i, C in enumerate(costs):
            solved = squared_hinge(F[fit], signs[fit], C * each[fit], solved)
            scores = F[left_out] @ solved.w + solved.b
            right[i, left_out] = (scores > 0) == y[left_out]
    return right
