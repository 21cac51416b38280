"""Kernel learning: the weights of a combination of kernels.

Each way of weighing takes a Family and yields Steps, the last of which is its answer. The caller
may stop at any step and then has the best so far.

The cutting plane proves its answer. R²(μ) is convex and ρ²(μ) concave in the weights μ, both are
homogeneous, so R²/ρ² is quasi-convex. Each measured point gives a linear bound on R² and one on ρ²;
a linear program over these cuts gives a lower bound on every ratio, and the next point.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog

from kernels.base import Mixture
from kernels.geometry import Family, Point, least_ratio
from kernels.solve import ball, margin

LEAP = 2.0  # how far a β may move in one step; after a longer one, all other weights would vanish
TINY = 1e-300

STAY = 0.3  # share of the best weights in the next point, since cuts alone make points oscillate
LOOSE, FINE = 1e-2, 1e-9  # precisions of a point that the cutting plane measures
PRECISION = 0.1  # of a measured point, as a share of the gap that is to be closed
IDLE = 5  # cuts in a row without any improvement, after which only rounding is left


@dataclass(frozen=True, eq=False)
class Step:
    """The state of a way of weighing.

    weights: the best so far, shape (n_kernels,). ratio: R²/ρ² with these. bound: no combination of
    the family has a smaller ratio.
    """

    weights: np.ndarray
    ratio: float
    bound: float

    @property
    def gap(self) -> float:
        """The share by which the ratio could at most be smaller."""
        return max(0.0, 1 - self.bound / self.ratio) if self.ratio > 0 else 0.0


@dataclass(eq=False)
class Cuts:
    """The bounds R² ≥ μᵀa and ρ² ≤ μᵀb of each measured point."""

    radii: list[np.ndarray] = field(default_factory=list)
    distances: list[np.ndarray] = field(default_factory=list)

    def add(self, radii: np.ndarray, distances: np.ndarray) -> None:
        self.radii.append(radii)
        self.distances.append(distances)

    def least(self, unit: float) -> tuple[float, np.ndarray]:
        """A lower bound of every ratio, and the weights at which the cuts are least.

        unit: the rough size of ρ², which scales the program. The bound follows from the program's
        dual solution, and holds however inexact that is.
        """
        a, b = np.array(self.radii), np.array(self.distances) / unit
        k, n = a.shape
        # min τ with μᵀa_k ≤ τ, μᵀb_k ≥ 1, μ ≥ 0
        program = linprog(
            np.append(np.zeros(n), 1.0),
            A_ub=np.block([[a, -np.ones((k, 1))], [-b, np.zeros((k, 1))]]),
            b_ub=np.append(np.zeros(k), -np.ones(k)),
            bounds=[(0, None)] * (n + 1),
            method="highs",
        )
        if program.status != 0 or not program.x[:n].sum() > 0:
            return 0.0, np.full(n, 1 / n)
        dual = np.maximum(0, -program.ineqlin.marginals)
        ball, classes = dual[:k], dual[k:]
        bound = 0.0
        if ball.sum() > 0 and classes.sum() > 0:
            bound = least_ratio(ball @ a / ball.sum(), classes @ b / classes.sum()) / unit
        return bound, program.x[:n] / program.x[:n].sum()


Weigh = Callable[[Family], Iterable[Step]]


def average(family: Family) -> Iterator[Step]:
    """Equal weights."""
    yield _measured(family.at(family.uniform))


def easy_mkl(family: Family, regular: float = 0.1) -> Iterator[Step]:
    """EasyMKL: weights in proportion to b_r of the sum's margin (Aiolli and Donini 2015).

    regular: the share of ‖γ‖² in the objective of γ, from 0 (the margin alone) to below 1.
    """
    K = family.gram(np.ones(len(family)))
    K[np.diag_indices(len(K))] += regular / (1 - regular)
    distances = family.distances2(margin(K, family.y).alpha)
    yield _measured(family.at(distances / distances.sum()))


def r_mkl(family: Family, tolerance: float = 1e-5, most: int = 300) -> Iterator[Step]:
    """R-MKL: the least Σ μ_r R_r² / ρ², R² by its linear upper bound (Do et al. 2009).

    The same cuts minimise it to a gap of at most `tolerance`; the steps hold the true ratio.
    """
    radii = np.array([ball(family.gram(family.vertex(r))).upper for r in range(len(family))])
    cuts, best, least_yet, proven, bound = Cuts(), None, np.inf, 0.0, 0.0
    weights = family.uniform
    for _ in range(most):
        point = family.at(weights)
        distance2 = point.weights @ point.distances
        if best is None:
            best = separated(point)
        if point.ratio < np.inf and weights @ radii / distance2 <= least_yet:
            best, least_yet = point, weights @ radii / distance2
        bound = max(bound, point.bound)
        cuts.add(radii, point.distances)
        lower, least = cuts.least(best.weights @ best.distances)
        proven = max(proven, lower)
        yield Step(best.weights, best.ratio, bound)
        if 1 - proven / least_yet <= tolerance:
            return
        weights = STAY * best.weights + (1 - STAY) * least


def cutting_plane(family: Family, tolerance: float = 1e-5, most: int = 300) -> Iterator[Step]:
    """The least ratio of the family's combinations, to a proven gap of at most `tolerance`.

    It ends there, after `most` steps, or when rounding prevents any improvement.
    """
    cuts, bound, idle = Cuts(), 0.0, 0
    best: Point | None = None
    weights, precision = family.uniform, LOOSE
    for _ in range(most):
        point = family.at(weights, precision)
        improves = False
        if best is None or point.ratio < best.ratio:
            best, improves = separated(point), True
        cuts.add(point.radii, point.distances)
        lower, least = cuts.least(best.weights @ best.distances)
        idle = 0 if improves or lower > bound else idle + 1
        bound = max(bound, point.bound, lower)
        step = Step(best.weights, best.ratio, bound)
        yield step
        if step.gap <= tolerance or idle == IDLE:
            return
        weights = STAY * best.weights + (1 - STAY) * least
        precision = min(LOOSE, max(FINE, PRECISION * step.gap))


def separated(point: Point) -> Point:
    """The point itself; ValueError where its combination cannot separate the classes.

    A combination of all kernels separates them if any does.
    """
    if point.ratio < np.inf:
        return point
    raise ValueError(
        "The classes overlap in every one of these kernels, so there is no margin. Add the "
        "identity to the family: examples that are equal differ in it."
    )


def gram(
    family: Family, rate: float = 1.0, tolerance: float = 1e-8, most: int = 1000
) -> Iterator[Step]:
    """GRAM: gradient descent on the ratio (Polato, algorithm 9.1, with its sign corrected).

    A step that does not improve is taken back and the rate halved; one so long that the other
    weights would vanish is shortened. It ends when the improvement, made or predicted by the
    gradient, is below `tolerance` of the ratio, or after `most` steps.
    """
    bound = 0.0
    for best, tried in _descent(family, family.uniform, rate, tolerance, most):
        bound = max(bound, tried.bound)
        yield Step(best.weights, best.ratio, bound)


def rm_gd(
    family: Family, rate: float = 1.0, tolerance: float = 1e-6, most: int = 100
) -> Iterator[Step]:
    """RM-GD, simplified: the pair of one kernel and the identity with the least ratio (Lauriola et
    al.).

    Each pair is minimised by gradient descent, and abandoned once proven worse than the best.
    """
    if not family.identity:
        raise ValueError("RM-GD pairs each kernel with the identity: the family must have it.")
    chosen, bound = None, 0.0
    for r in range(len(family.kernels)):
        pair = (family.vertex(r) + family.vertex(-1)) / 2
        for best, tried in _descent(family, pair, rate, tolerance, most):
            bound = max(bound, tried.bound)
            if chosen is None or best.ratio < chosen.ratio:
                chosen = best
            yield Step(chosen.weights, chosen.ratio, bound)
            if least_ratio(tried.radii[[r, -1]], tried.distances[[r, -1]]) > chosen.ratio:
                break


def _descent(
    family: Family, weights: np.ndarray, rate: float, tolerance: float, most: int
) -> Iterator[tuple[Point, Point]]:
    """The best point so far and the latest one; a kernel whose weight is 0 keeps it."""
    best = separated(family.at(weights))
    yield best, best
    for _ in range(most):
        gradient = best.gradient
        pace = min(rate, LEAP / max(np.ptp(gradient), TINY))
        if pace * (gradient @ gradient) <= tolerance * best.ratio:
            return
        moved = best.weights * np.exp(-pace * (gradient - gradient.min()))
        tried = family.at(moved / moved.sum())
        improvement = best.ratio - tried.ratio
        if improvement > 0:
            best = tried
        else:
            rate = pace / 2
        yield best, tried
        if 0 < improvement <= tolerance * best.ratio:
            return


def _measured(point: Point) -> Step:
    return Step(point.weights, separated(point).ratio, point.bound)


def mixture(family: Family, weights: np.ndarray) -> Mixture:
    """The combination as a kernel, without the identity and the kernels of weight 0."""
    shares = weights[: len(family.kernels)].tolist()
    kept = [(kernel, w) for kernel, w in zip(family.kernels, shares, strict=True) if w > 0]
    kernels, kept_weights = zip(*(kept or [(family.kernels[0], 0.0)]), strict=True)
    return Mixture(kernels, kept_weights)
