"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import inf

import numpy as np

from interpret import cores
from interpret.data.splits import Split, folds
from interpret.fit.race import hopeless, rounds
from interpret.fit.sample import Sample, rescaled
from interpret.settings import THESIS_KERNEL, Settings
from kernels.base import Kernel
from kernels.catalog import parse
from kernels.counts import Counts
from kernels.draws import stratified
from kernels.examples import counted
from kernels.landmarks import features, squared_hinge, whitening
from kernels.rounding import decided
from kernels.solve import Margin, margin
from kernels.steady import products
from kernels.svm import HARDEST

KERNELS = (THESIS_KERNEL, "mDNF(3,3)", "mDNF(3,2)", "linear")
COSTS: tuple[float, ...] = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
ROWS, MANY = 1500, 6000  # cross-validation looks at no more, on landmarks at no more
SOME = 400  # landmarks in cross-validation at most
LOOSE = 1e-2  # how far, as a share, a fold's machine may be from its optimum
PER_PAIR = 40  # additions that a machine takes for each pair of rows

Pairs = tuple[list[Counts], np.ndarray]  # as kernels.base.counted gives them


@dataclass(frozen=True)
class MachineCandidate:
    """A kernel and a C, and the hits: on how many of n left-out rows the machine was right.

    n is less than the number of training rows if the machine was far behind the best after the
    first folds. With balanced classes, the rows of each class count for n / 2: hits / n is the
    balanced accuracy. With costs, each row counts in proportion to what an error on it costs.
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
    candidates: tuple[MachineCandidate, ...] = ()
    folds: int = 0

    @property
    def accuracy(self) -> float | None:
        """How often the machine was right on left-out rows; None where nothing was compared."""
        return self.candidates[0].accuracy if self.candidates else None


def choose_machine(
    sample: Sample,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
    landmarks: int | None = None,
) -> MachineChoice:
    """Kernel and C by stratified cross-validation; what the settings fix is not varied.

    Each fold reads cells as its training rows teach. Exact ties go to κ_* and the harder margin.
    landmarks: how many the machine is to be trained on, None if it is to be exact.
    """
    asked = settings.resolved
    kernels = KERNELS if asked.kernel is None else (asked.kernel,)
    costs = COSTS if asked.C is None else (asked.C,)
    if len(kernels) * len(costs) == 1 or sample.smaller_class < 2:
        return MachineChoice(kernels[0], costs[0])
    if landmarks:
        costs = tuple(dict.fromkeys(min(C, HARDEST) for C in costs))
    held_folds = _Folds.of(sample, settings, min(landmarks, SOME) if landmarks else None)
    measured = held_folds.race(dict.fromkeys(kernels, costs), on_progress)
    candidates = [
        MachineCandidate(*menu, *held_folds.counted(right)) for menu, right in measured.items()
    ]
    candidates.sort(key=lambda one: (-one.n, -one.accuracy))  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), len(held_folds.splits))


@dataclass(frozen=True, eq=False)
class _Folds:
    """The training rows in folds. landmarks: of each fold's machine, None where that is exact."""

    sample: Sample
    splits: list[Split]
    landmarks: int | None
    seed: int

    @classmethod
    def of(cls, sample: Sample, settings: Settings, landmarks: int | None) -> "_Folds":
        """The sample in folds; of many rows some are drawn."""
        sample = sample.drawn(MANY if landmarks else ROWS, settings.seed)
        n = len(sample)
        k = 10 if n < 400 else 5 if n <= 1000 else 3
        return cls(sample, folds(sample.y, sample.ties, k, settings.seed), landmarks, settings.seed)

    def counted(self, right: np.ndarray) -> tuple[float, int]:
        """The hits among the left-out rows, and how many rows these are; right: as from `race`."""
        rows = np.concatenate([left_out for _, left_out in self.splits])[: len(right)]
        n = len(rows)
        return round(float(right.sum()) * rescaled(self.sample.each[rows]), 9), n

    def race(
        self,
        costs: Mapping[str, Sequence[float]],
        on_progress: Callable[[float], object] = lambda fraction: None,
    ) -> dict[tuple[str, float], np.ndarray]:
        """For each kernel and C, what each left-out row counts for if decided rightly, else 0.

        costs: the C's of each kernel, the hardest first. All race in rounds of ever more folds; a C
        that is hopelessly behind the best after a round drops out.
        """
        done = {(kernel, C): list[np.ndarray]() for kernel, spent in costs.items() for C in spent}
        racing = {kernel: tuple(spent) for kernel, spent in costs.items()}
        for start, stop in pairwise([0, *rounds(self.splits)]):
            places = [  # "linear", the last, separates least and takes longest: it starts first
                (kernel, place) for kernel in reversed(racing) for place in range(start, stop)
            ]
            arguments = [(self._fold(*at), racing[at[0]]) for at in places]
            go_on = partial(on_progress, start / len(self.splits))
            scores = cores.run(_scores, arguments, self._work(racing, start, stop), go_on)
            for (kernel, place), of_fold in zip(places, scores, strict=True):
                left_out = self.splits[place][1]
                right = (of_fold > 0) == self.sample.y[left_out]
                for C, hits in zip(racing[kernel], right * self.sample.each[left_out], strict=True):
                    done[kernel, C].append(hits)
            seen = {
                (kernel, C): np.concatenate(done[kernel, C])
                for kernel, Cs in racing.items()
                for C in Cs
            }
            best = max(seen.values(), key=np.sum)
            near = {
                kernel: tuple(C for C in Cs if not hopeless(seen[kernel, C], best))
                for kernel, Cs in racing.items()
            }
            racing = {kernel: Cs for kernel, Cs in near.items() if Cs}
            on_progress(stop / len(self.splits))
        return {tried: np.concatenate(right) for tried, right in done.items()}

    def _work(self, racing: Mapping[str, Sequence[float]], start: int, stop: int) -> float:
        """About how many additions the machines of these folds take."""
        pairs = sum(len(fit) ** 2 for fit, _ in self.splits[start:stop])
        return PER_PAIR * pairs * sum(map(len, racing.values()))

    def _fold(self, kernel: str, place: int) -> "_Exact | _OnLandmarks":
        fit, left_out = self.splits[place]
        taught = self.sample.as_taught(fit)
        signs, each = self.sample.signs[fit], self.sample.each[fit]
        if self.landmarks:
            drawn = stratified(signs, self.landmarks, np.random.default_rng(self.seed))
            X = taught.examples
            return _OnLandmarks(parse(kernel), X[fit[drawn]], X[fit], X[left_out], signs, each)
        return _Exact(parse(kernel), *self._counted(taught, place), fit, left_out, signs, each)

    def _counted(self, taught: Sample, place: int) -> Pairs:
        """The pairs of all rows, once for all kernels, and for all folds that read them alike."""
        key = -1 if taught is self.sample else place
        if key not in self._pairs:
            self._pairs[key] = counted(taught.examples, None)
        return self._pairs[key]

    @cached_property
    def _pairs(self) -> dict[int, Pairs]:
        return {}


@dataclass(frozen=True, eq=False)
class _Exact:
    """A fold by the pairs of all rows, and which of these are to learn from and left out."""

    kernel: Kernel
    pairs: list[Counts]
    codes: np.ndarray
    fit: np.ndarray
    left_out: np.ndarray
    signs: np.ndarray
    each: np.ndarray

    def scores(self, costs: Sequence[float]) -> Iterator[np.ndarray]:
        """The left-out rows' decision values for each C.

        A solution whose α all stay below a smaller C is the solution for that C too. Where there is
        no hard margin, the solution is that of the finite C used instead.
        """
        K, others = (
            self.kernel.on(self.pairs, self.codes[np.ix_(rows, self.fit)])
            for rows in (self.fit, self.left_out)
        )
        solved: Margin | None = None
        known: dict[float, Margin] = {}
        for C in costs:
            if solved is None or not ((solved.alpha / self.each).max() <= C <= solved.C):
                if C not in known:
                    found = margin(K, self.signs, C, gap=LOOSE, weights=self.each)
                    known[found.C] = known[C] = found
                solved = known[C]
            yield decided(products(others, self.signs * solved.alpha) + solved.intercept)


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
        """The left-out rows' decision values; each solution starts from that of the C before."""
        kept, white = whitening(self.kernel(self.landmarks))
        F, others = (
            features(self.kernel, X, self.landmarks[kept], white)
            for X in (self.train, self.left_out)
        )
        solved = None
        for C in costs:
            solved = squared_hinge(F, self.signs, C * self.each, solved)
            yield decided(products(others, solved.w) + solved.b)


def _scores(fold: _Exact | _OnLandmarks, costs: Sequence[float], _: cores.GoOn) -> np.ndarray:
    """The left-out rows' decision values for each C: (n_costs, n_left_out)."""
    return np.array(list(fold.scores(costs)))
