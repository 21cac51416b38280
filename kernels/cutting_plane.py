"""The cutting plane: the combination of kernels with the least radius-margin ratio, proven.

R²(μ) is convex and ρ²(μ) concave in the weights μ, both homogeneous, so R²/ρ² is quasi-convex. Each
measured point gives a linear bound on R² and one on ρ²; a linear program over these cuts gives a
lower bound on every ratio, and the next point.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog

from kernels.family import Family, Point, least_ratio

STAY = 0.3  # share of the best weights in the next point: by the cuts alone, points jump to and fro
LOOSE, FINE = 1e-2, 1e-9  # precisions of a measured point
PRECISION = 0.1  # of a measured point, as a share of the gap that is to be closed
IDLE = 5  # cuts in a row that improve neither ratio nor bound: rounding is all that is left


@dataclass(frozen=True, eq=False)
class Step:
    """Where a way of weighing stands.

    weights: the best so far, shape (n_kernels,). ratio: theirs, R²/ρ². bound: no combination of
    the family has a smaller one.
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
    """R² ≥ μᵀa and ρ² ≤ μᵀb of every point measured."""

    radii: list[np.ndarray] = field(default_factory=list)
    distances: list[np.ndarray] = field(default_factory=list)

    def add(self, point: Point) -> None:
        self.radii.append(point.radii)
        self.distances.append(point.distances)

    def least(self, unit: float) -> tuple[float, np.ndarray]:
        """A lower bound of every ratio, and the weights at which the cuts are least.

        unit: about how large ρ² is, by which the program is scaled. The bound follows from the
        program's dual solution, and holds however inexact that is.
        """
        a, b = np.array(self.radii), np.array(self.distances) / unit
        k, n = a.shape
        # min τ with μᵀa_k ≤ τ, μᵀb_k ≥ 1, μ ≥ 0
        found = linprog(
            np.append(np.zeros(n), 1.0),
            A_ub=np.block([[a, -np.ones((k, 1))], [-b, np.zeros((k, 1))]]),
            b_ub=np.append(np.zeros(k), -np.ones(k)),
            bounds=[(0, None)] * (n + 1),
            method="highs",
        )
        if found.status != 0 or not found.x[:n].sum() > 0:
            return 0.0, np.full(n, 1 / n)
        dual = np.maximum(0, -found.ineqlin.marginals)
        ball, classes = dual[:k], dual[k:]
        bound = 0.0
        if ball.sum() > 0 and classes.sum() > 0:
            bound = least_ratio(ball @ a / ball.sum(), classes @ b / classes.sum()) / unit
        return bound, found.x[:n] / found.x[:n].sum()


def cutting_plane(family: Family, tolerance: float = 1e-5, most: int = 300) -> Iterator[Step]:
    """The least ratio of the family's combinations, to a proven gap of at most `tolerance`.

    It ends there, after `most` steps, or where rounding lets nothing improve any more.
    """
    cuts, bound, idle = Cuts(), 0.0, 0
    best: Point | None = None
    weights, precision = family.uniform, LOOSE
    for _ in range(most):
        point = family.at(weights, precision)
        improves = False
        if best is None or point.ratio < best.ratio:
            best, improves = separated(point), True
        cuts.add(point)
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
