"""Kernel learning: the weights of a combination of kernels.

A way of weighing takes a Family and yields Steps, the last of which is its answer; the caller may
stop at any step and then has the best so far.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from kernels.base import Mixture
from kernels.cutting_plane import STAY, Cuts, Step, separated
from kernels.family import Family, Point, least_ratio
from kernels.solve import ball, margin

LEAP = 2.0  # how far a β may move in one step: farther, all other weights would vanish
TINY = 1e-300

Weigh = Callable[[Family], Iterable[Step]]


def average(family: Family) -> Iterator[Step]:
    """All kernels alike."""
    yield _measured(family.at(family.uniform))


def easy_mkl(family: Family, regular: float = 0.1) -> Iterator[Step]:
    """EasyMKL: weights in proportion to b_r of the sum's margin (Aiolli and Donini 2015).

    regular: the share of ‖γ‖² in what γ minimises, from 0, the margin alone, to below 1.
    """
    K = family.gram(np.ones(len(family)))
    K[np.diag_indices(len(K))] += regular / (1 - regular)
    distances = family.distances2(margin(K, family.y).alpha)
    yield _measured(family.at(distances / distances.sum()))


def r_mkl(family: Family, tolerance: float = 1e-5, most: int = 300) -> Iterator[Step]:
    """R-MKL: the least Σ μ_r R_r² / ρ², R² by its linear upper bound (Do et al. 2009).

    It is minimised by the same cuts, to a gap of at most `tolerance`; the steps tell the true
    ratio of its weights.
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
        cuts.radii.append(radii)
        cuts.distances.append(point.distances)
        lower, least = cuts.least(best.weights @ best.distances)
        proven = max(proven, lower)
        yield Step(best.weights, best.ratio, bound)
        if 1 - proven / least_yet <= tolerance:
            return
        weights = STAY * best.weights + (1 - STAY) * least


def gram(
    family: Family, rate: float = 1.0, tolerance: float = 1e-8, most: int = 1000
) -> Iterator[Step]:
    """GRAM: gradient descent on the ratio (Polato, algorithm 9.1, its sign mended).

    A step that does not improve is taken back and the rate halved; one so long that the other
    weights would vanish is shortened. It ends where an improvement, or the one that the gradient
    promises, is below `tolerance` of the ratio, or after `most` steps.
    """
    bound = 0.0
    for best, tried in _descent(family, family.uniform, rate, tolerance, most):
        bound = max(bound, tried.bound)
        yield Step(best.weights, best.ratio, bound)


def rm_gd(
    family: Family, rate: float = 1.0, tolerance: float = 1e-6, most: int = 100
) -> Iterator[Step]:
    """RM-GD, simplified: one kernel and the identity, the pair of least ratio (Lauriola et al.).

    Each pair is minimised by gradient descent, and left once proven worse than the best so far.
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
    """The best point so far and the one just measured; a kernel without weight never gets any."""
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
    """The combination as a kernel, without the identity and the kernels of no weight."""
    shares = weights[: len(family.kernels)].tolist()
    kept = [(kernel, w) for kernel, w in zip(family.kernels, shares, strict=True) if w > 0]
    kernels, kept_weights = zip(*(kept or [(family.kernels[0], 0.0)]), strict=True)
    return Mixture(kernels, kept_weights)
