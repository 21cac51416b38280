"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import numpy as np

from interpret import cores
from interpret.data.splits import Division
from interpret.fit.folds import Done, Folds, Menu, hopeless, race
from interpret.fit.sample import Sample, rescaled
from interpret.row_limits import ROWS
from interpret.settings import THESIS_KERNEL, Settings
from kernels.base import Kernel
from kernels.catalog import parse
from kernels.counts import Counts
from kernels.draws import stratified
from kernels.examples import counted
from kernels.landmarks import features, squared_hinge, whitening
from kernels.solve import Margin, margin
from kernels.steady import decided, products
from kernels.svm import HARDEST

KERNELS = (THESIS_KERNEL, "mDNF(3,3)", "mDNF(3,2)", "linear")
COSTS: tuple[float, ...] = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
DIVISION = Division(((400, 10, 1), (1001, 5, 1), (inf, 3, 1)))
SOME = 400  # the most landmarks in cross-validation
LOOSE = 1e-2  # relative gap at which the training of a fold's machine ends
PER_PAIR = 40  # additions that a machine takes for each pair of rows

Pairs = tuple[list[Counts], np.ndarray]  # as kernels.base.counted gives them


@dataclass(frozen=True)
class MachineCandidate:
    """A kernel, a C, and the hits: on how many of n left-out rows the machine was right.

    n is less than the number of training rows if the machine was dropped after the first folds.
    With balanced classes, the rows of each class have the weight n / 2, so hits / n is the balanced
    accuracy. With costs, the weight of a row is in proportion to what an error on it costs.
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
    division: Division = DIVISION,
) -> MachineChoice:
    """Kernel and C by stratified cross-validation; what the settings fix is not varied.

    Each fold reads cells by what its training rows teach. Exact ties go to κ_* and the harder
    margin. landmarks: the number for the final machine, None if it is exact; division: of the rows.
    """
    resolved = settings.resolved
    kernels = KERNELS if resolved.kernel is None else (resolved.kernel,)
    costs = COSTS if resolved.C is None else (resolved.C,)
    if len(kernels) * len(costs) == 1 or sample.smaller_class < 2:
        return MachineChoice(kernels[0], costs[0])
    if landmarks:
        costs = tuple(dict.fromkeys(min(C, HARDEST) for C in costs))
    most = ROWS.machine_on_landmarks if landmarks else ROWS.machine
    held = Folds.of(sample, division, settings.seed, most)
    measured = _raced(held, dict.fromkeys(kernels, costs), min(landmarks or 0, SOME), on_progress)
    candidates = []
    for kernel, of_kernel in measured.items():
        for C, hits in of_kernel.items():
            right = np.concatenate(hits)
            n = len(right)
            whole = float(right.sum()) * rescaled(held.sample.each[held.left_out[:n]])
            candidates.append(MachineCandidate(kernel, C, round(whole, 9), n))
    candidates.sort(key=lambda one: (-one.n, -one.accuracy))  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), len(held.splits))


def _raced(
    folds: Folds,
    costs: Mapping[str, Sequence[float]],
    landmarks: int,
    on_progress: Callable[[float], object],
) -> dict[str, dict[float, list[np.ndarray]]]:
    """The weights of left-out rows that are right, 0 for others, by kernel, C and fold.

    costs: the C's of each kernel, the hardest first; those hopelessly behind the best drop out.
    landmarks: of each fold's machine, 0 where it is exact.
    """
    sample, splits = folds.sample, folds.splits
    scores_of = _scores_on_landmarks if landmarks else _scores
    known: dict[int, Pairs] = {}

    def pairs_of(taught: Sample, place: int) -> Pairs:
        """The pairs of all rows, shared by all kernels and all folds that read cells alike."""
        key = -1 if taught is sample else place
        if key not in known:
            known[key] = counted(taught.examples, None)
        return known[key]

    def given(kernel: str, place: int) -> tuple[Any, ...]:
        """The arguments from which the scores of a fold are computed."""
        fit, left_out = splits[place]
        taught, signs, each = sample.as_taught(fit), sample.signs[fit], sample.each[fit]
        if landmarks:
            drawn = stratified(signs, landmarks, np.random.default_rng(folds.seed))
            X = taught.examples
            return parse(kernel), X[fit[drawn]], X[fit], X[left_out], signs, each
        return parse(kernel), *pairs_of(taught, place), fit, left_out, signs, each

    def on_folds(
        menu: Menu[str, float], places: range
    ) -> Iterator[tuple[str, Sequence[np.ndarray]]]:
        # "linear", the last, separates least and takes longest: it starts first
        at = [(kernel, place) for kernel in reversed([*menu]) for place in places]
        arguments = [(*given(*one), menu[one[0]]) for one in at]
        n_pairs = sum(len(splits[place][0]) ** 2 * len(menu[kernel]) for kernel, place in at)
        go_on = partial(on_progress, places.start / len(splits))
        scores_by_fold = cores.run(scores_of, arguments, PER_PAIR * n_pairs, go_on)
        for (kernel, place), scores in zip(at, scores_by_fold, strict=True):
            left_out = splits[place][1]
            yield kernel, ((scores > 0) == sample.y[left_out]) * sample.each[left_out]
        on_progress(places.stop / len(splits))

    def near(done: Done[str, float, np.ndarray]) -> Menu[str, float]:
        seen = {
            kernel: {C: np.concatenate(hits) for C, hits in of_kernel.items()}
            for kernel, of_kernel in done.items()
        }
        best = max((hits for of_kernel in seen.values() for hits in of_kernel.values()), key=np.sum)
        return {
            kernel: tuple(C for C, hits in of_kernel.items() if not hopeless(hits, best))
            for kernel, of_kernel in seen.items()
        }

    return race(costs, folds.rounds, on_folds, near)


def _scores(
    kernel: Kernel,
    pairs: list[Counts],
    codes: np.ndarray,
    fit: np.ndarray,
    left_out: np.ndarray,
    signs: np.ndarray,
    each: np.ndarray,
    costs: Sequence[float],
    _: cores.GoOn,
) -> np.ndarray:
    """The left-out rows' decision values for each C, (n_costs, n_left_out), by the pairs of rows.

    A solution whose α are all below a smaller C is also the solution for that C. Where there is no
    hard margin, the solution is that of the finite C used instead.
    """
    K, others = np.split(kernel.on(pairs, codes[np.ix_(np.append(fit, left_out), fit)]), [len(fit)])
    solved: Margin | None = None
    known: dict[float, Margin] = {}
    decisions = []
    for C in costs:
        if solved is None or not ((solved.alpha / each).max() <= C <= solved.C):
            if C not in known:
                margin_of = margin(K, signs, C, gap=LOOSE, weights=each)
                known[margin_of.C] = known[C] = margin_of
            solved = known[C]
        decisions.append(decided(products(others, signs * solved.alpha) + solved.intercept))
    return np.array(decisions)


def _scores_on_landmarks(
    kernel: Kernel,
    landmarks: np.ndarray,
    train: np.ndarray,
    left_out: np.ndarray,
    signs: np.ndarray,
    each: np.ndarray,
    costs: Sequence[float],
    _: cores.GoOn,
) -> np.ndarray:
    """_scores on landmarks; each solution starts from that of the C before."""
    kept, white = whitening(kernel(landmarks))
    F, others = (features(kernel, X, landmarks[kept], white) for X in (train, left_out))
    solved, decisions = None, []
    for C in costs:
        solved = squared_hinge(F, signs, C * each, solved)
        decisions.append(decided(products(others, solved.w) + solved.b))
    return np.array(decisions)
