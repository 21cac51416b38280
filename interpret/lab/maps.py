"""A map of the rows for each kernel, on which kernels can be told apart.

Across is how strongly the machine says yes to a row that was left out. Up is the direction in which
the kernel's rows differ most besides, turned to the map before. The two first directions of kernel
PCA would not do: they know nothing of the classes, so every kernel's map looks alike.
"""

from dataclasses import dataclass

import numpy as np

STEEP, LARGE = 0.9, 0.9  # a decision that is at this quantile of all sizes stands at tanh(0.9)
EQUAL = 0.9  # of the largest variance; directions with as much count as equally good
NOTHING = 1e-9  # a share that is only rounding
NEAREST = 3


@dataclass(frozen=True, eq=False)
class RowMap:
    """Where n rows stand, and which are most alike.

    across, up: from −1 to 1, (n,); heights: the direction that up shows, of length 1 or 0; share:
    of the kernel's variance that lies along it; alike: the NEAREST other rows for each row, the
    most alike first, (n, NEAREST) or fewer; similarity: of these.
    """

    across: np.ndarray
    up: np.ndarray
    heights: np.ndarray
    share: float
    alike: np.ndarray
    similarity: np.ndarray


def row_map(K: np.ndarray, decisions: np.ndarray, before: np.ndarray | None = None) -> RowMap:
    """The map of rows with the Gram matrix K, (n, n), and these decisions when they were left out.

    before: the heights of the map before; None for the first map.
    """
    heights, share = turned(K, decisions, drawn(len(K)) if before is None else before)
    others = K - np.diag(np.full(len(K), np.inf))
    alike = np.argsort(-others, axis=1, kind="stable")[:, : min(NEAREST, len(K) - 1)]
    similarity = np.take_along_axis(K, alike, axis=1)
    return RowMap(placed(decisions), placed(heights), heights, share, alike, similarity)


def placed(values: np.ndarray) -> np.ndarray:
    """Values between −1 and 1, in their order and with their signs, whatever their scale."""
    sizes = np.abs(values)
    large = np.quantile(sizes, LARGE) or sizes.max(initial=0) or 1.0
    return np.tanh(STEEP * values / large)


def drawn(n: int) -> np.ndarray:
    """Heights to which a first map is turned: no table's own order, which a kernel may not see."""
    return np.random.default_rng(0).random(n) - 0.5


def turned(K: np.ndarray, decisions: np.ndarray, before: np.ndarray) -> tuple[np.ndarray, float]:
    """The first direction besides the decisions, of length 1, and its share of the variance.

    A direction may be turned around, and of equally good ones any mixture is as good: taken is what
    is nearest to the heights before (Procrustes). All heights are 0 where there is no direction.
    """
    left = _without(K, np.ones(len(K)))
    whole = np.trace(left)
    left = _without(left, decisions - decisions.mean())
    variances, directions = np.linalg.eigh(left)
    most = variances[-1]
    if most <= NOTHING * max(whole, np.trace(K)):
        return np.zeros(len(K)), 0.0
    best = directions[:, variances >= EQUAL * most]
    for wanted in (before, drawn(len(K))):
        heights = best @ (best.T @ wanted)
        length = np.linalg.norm(heights)
        if length > NOTHING * np.linalg.norm(wanted):
            break
    heights = heights / length
    return heights, float(heights @ left @ heights / whole)


def _without(K: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """The Gram matrix of what is left of the rows when a direction, (n,), is taken out."""
    length = np.linalg.norm(direction)
    if length <= NOTHING:
        return K
    unit = direction / length
    seen = K @ unit
    return K - np.outer(unit, seen) - np.outer(seen, unit) + np.outer(unit, unit) * (unit @ seen)
