"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split

from interpret.fit.sample import Sample
from interpret.settings import THESIS_KERNEL, Settings
from kernels.base import Kernel
from kernels.catalog import parse
from kernels.landmarks import features, squared_hinge, stratified, whitening
from kernels.solve import Margin, margin
from kernels.svm import HARDEST

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
    sample: Sample,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
    landmarks: int | None = None,
) -> MachineChoice:
    """Kernel and C by stratified cross-validation; what the settings fix is not varied.

    In each fold cells are read as its training rows teach. Exact ties go to κ_* and the harder
    margin. landmarks: how many the machine is to be trained on, None where it is to be exact.
    """
    asked = settings.resolved
    kernels = KERNELS if asked.kernel is None else (asked.kernel,)
    costs = COSTS if asked.C is None else (asked.C,)
    if len(kernels) * len(costs) == 1 or sample.smaller_class < 2:
        return MachineChoice(kernels[0], costs[0])
    if landmarks:
        costs = tuple(dict.fromkeys(min(C, HARDEST) for C in costs))
    folds = _Folds.of(sample, settings, min(landmarks, SOME) if landmarks else None)
    candidates = []
    for done, kernel in enumerate(kernels):
        for C, right in zip(costs, folds.right(parse(kernel), costs), strict=True):
            hits = round(float(folds.sample.each @ right), 9)
            candidates.append(Candidate(kernel, C, hits, len(folds.sample)))
        on_progress((done + 1) / len(kernels))
    candidates.sort(key=lambda candidate: -candidate.hits)  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), folds.k)


@dataclass(frozen=True, eq=False)
class _Folds:
    """Rows in folds; landmarks: of a machine in them, None where it is exact."""

    sample: Sample
    k: int
    splits: list[tuple[np.ndarray, np.ndarray]]
    landmarks: int | None
    seed: int

    @classmethod
    def of(cls, sample: Sample, settings: Settings, landmarks: int | None) -> "_Folds":
        """Folds of the sample, or of many rows of some, which then count among themselves."""
        most = MANY if landmarks else ROWS
        if len(sample) > most:
            kept, _ = train_test_split(
                np.arange(len(sample)),
                train_size=most,
                stratify=sample.y,
                random_state=settings.seed,
            )
            sample = sample.rows(kept).counted(settings.counting)
        n = len(sample)
        k = min(10 if n < 400 else 5 if n <= 1000 else 3, max(2, sample.smaller_class))
        splitter = StratifiedKFold(k, shuffle=True, random_state=settings.seed)
        splits = list(splitter.split(np.zeros(n), sample.y))
        return cls(sample, k, splits, landmarks, settings.seed)

    def right(self, kernel: Kernel, costs: Sequence[float]) -> np.ndarray:
        """Which rows each C decides rightly when they are left out: bool (n_costs, n)."""
        right = np.zeros((len(costs), len(self.sample)), dtype=bool)
        K, of = np.zeros((0, 0)), None
        for fit, left_out in self.splits:
            own = self.sample.as_taught(fit)
            if self.landmarks:
                scores = self._scores_on_landmarks(kernel, own, fit, left_out, costs)
            else:
                K, of = (K, of) if of is own else (kernel(own.examples), own)
                scores = self._scores(K, fit, left_out, costs)
            for i, of_cost in enumerate(scores):
                right[i, left_out] = (of_cost > 0) == self.sample.y[left_out]
        return right

    def _scores(
        self, K: np.ndarray, fit: np.ndarray, left_out: np.ndarray, costs: Sequence[float]
    ) -> Iterator[np.ndarray]:
        """The left-out rows' decision values for each C, by the Gram matrix of all rows.

        A solution whose α reach no smaller C is the solution for that C too.
        """
        own, others = K[np.ix_(fit, fit)], K[np.ix_(left_out, fit)]
        signs, each = self.sample.signs[fit], self.sample.each[fit]
        solved: Margin | None = None
        for C in costs:
            if solved is None or not ((solved.alpha / each).max() <= C <= solved.C):
                solved = margin(own, signs, C, gap=LOOSE, weights=each)
            yield others @ (signs * solved.alpha) + solved.intercept

    def _scores_on_landmarks(
        self,
        kernel: Kernel,
        own: Sample,
        fit: np.ndarray,
        left_out: np.ndarray,
        costs: Sequence[float],
    ) -> Iterator[np.ndarray]:
        """The same on landmarks, each machine started from the one of the C before."""
        y, X = self.sample.y[fit], own.examples
        drawn = stratified(y, self.landmarks or SOME, np.random.default_rng(self.seed))
        L = X[fit[drawn]]
        F = features(kernel, X, L, whitening(kernel(L)))
        solved = None
        for C in costs:
            each = C * self.sample.each[fit]
            solved = squared_hinge(F[fit], self.sample.signs[fit], each, solved)
            yield F[left_out] @ solved.w + solved.b
