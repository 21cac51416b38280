"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

import numpy as np
from sklearn.model_selection import train_test_split

from interpret import tasks
from interpret.data.splits import folds
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
PER_PAIR = 40  # additions that a machine takes for each pair of rows


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
    own = _Folds.of(sample, settings, min(landmarks, SOME) if landmarks else None)
    candidates = []
    for done, kernel in enumerate(kernels):
        right = own.right(parse(kernel), costs, partial(on_progress, done / len(kernels)))
        for C, of_C in zip(costs, right, strict=True):
            hits, n = own.counted(of_C)
            candidates.append(Candidate(kernel, C, hits, n))
        on_progress((done + 1) / len(kernels))
    candidates.sort(key=lambda candidate: -candidate.hits)  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), own.k)


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
        splits = folds(sample.y, sample.ties, k, settings.seed)
        return cls(sample, len(splits), splits, landmarks, settings.seed)

    def counted(self, right: np.ndarray) -> tuple[float, int]:
        """Hits of the rows that some fold leaves out, and these rows, which count for so many."""
        judged = np.zeros(len(right), dtype=bool)
        for _, left_out in self.splits:
            judged[left_out] = True
        n, each = int(judged.sum()), self.sample.each
        whole = 1.0 if judged.all() else n / float(each[judged].sum())
        return round(float(each[judged] @ right[judged]) * whole, 9), n

    def right(
        self, kernel: Kernel, costs: Sequence[float], go_on: tasks.GoOn = tasks.always
    ) -> np.ndarray:
        """Which rows each C decides rightly when they are left out: bool (n_costs, n)."""
        right = np.zeros((len(costs), len(self.sample)), dtype=bool)
        arguments = [(fold, costs) for fold in self._folds(kernel)]
        work = PER_PAIR * len(costs) * sum(len(fit) ** 2 for fit, _ in self.splits)
        scores = tasks.run(_scores, arguments, work, go_on)
        for (_, left_out), of_fold in zip(self.splits, scores, strict=False):
            right[:, left_out] = (of_fold > 0) == self.sample.y[left_out]
        return right

    def _folds(self, kernel: Kernel) -> Iterator["_Exact | _OnLandmarks"]:
        K, of = np.zeros((0, 0)), None
        for fit, left_out in self.splits:
            own = self.sample.as_taught(fit)
            signs, each = self.sample.signs[fit], self.sample.each[fit]
            if self.landmarks:
                drawn = stratified(signs, self.landmarks, np.random.default_rng(self.seed))
                X = own.examples
                yield _OnLandmarks(kernel, X[fit[drawn]], X[fit], X[left_out], signs, each)
                continue
            K, of = (K, of) if of is own else (kernel(own.examples), own)
            yield _Exact(K[np.ix_(fit, fit)], K[np.ix_(left_out, fit)], signs, each)


@dataclass(frozen=True, eq=False)
class _Exact:
    """A fold by its Gram matrices: of its training rows, and of the others with these."""

    own: np.ndarray
    others: np.ndarray
    signs: np.ndarray
    each: np.ndarray

    def scores(self, costs: Sequence[float]) -> Iterator[np.ndarray]:
        """The left-out rows' decision values for each C.

        A solution whose α reach no smaller C is the solution for that C too.
        """
        solved: Margin | None = None
        for C in costs:
            if solved is None or not ((solved.alpha / self.each).max() <= C <= solved.C):
                solved = margin(self.own, self.signs, C, gap=LOOSE, weights=self.each)
            yield self.others @ (self.signs * solved.alpha) + solved.intercept


@dataclass(frozen=True, eq=False)
class _OnLandmarks:
    """A fold by its examples: of the landmarks, of its training rows, of the others."""

    kernel: Kernel
    landmarks: np.ndarray
    train: np.ndarray
    left_out: np.ndarray
    signs: np.ndarray
    each: np.ndarray

    def scores(self, costs: Sequence[float]) -> Iterator[np.ndarray]:
        """The left-out rows' decision values, each machine started from the one of the C before."""
        white = whitening(self.kernel(self.landmarks))
        own, others = (
            features(self.kernel, X, self.landmarks, white) for X in (self.train, self.left_out)
        )
        solved = None
        for C in costs:
            solved = squared_hinge(own, self.signs, C * self.each, solved)
            yield others @ solved.w + solved.b


def _scores(fold: _Exact | _OnLandmarks, costs: Sequence[float], _: tasks.GoOn) -> np.ndarray:
    """The left-out rows' decision values for each C: (n_costs, n_left_out)."""
    return np.array(list(fold.scores(costs)))
