"""Figures of a Gram matrix: margin, enclosing ball, expressiveness, alignment.

The distance ρ is that of the two classes' convex hulls, as in Polato's thesis (eq. 4.31): twice the
geometric margin of the separating hyperplane.
"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from kernels.solve import ball, margin

DIGITS = 12  # of an alignment, so that rounding errors become 0


@dataclass(frozen=True)
class Bounds:
    """A number known to lie between two others."""

    lower: float
    upper: float


def hull_distance2(K: np.ndarray, y: np.ndarray) -> Bounds:
    """ρ², the squared distance of the hulls of the classes y = ±1 (eq. 4.31).

    The lower bound is 0 where no hyperplane was found that separates them.
    """
    solved = margin(K, y)
    nearest = 2 / solved.upper if solved.separable else 0.0
    return Bounds(nearest, max(nearest, 2 / solved.lower))


def radius2(K: np.ndarray) -> Bounds:
    """R², the squared radius of the smallest ball around all examples (eq. 4.32)."""
    solved = ball(K)
    return Bounds(solved.lower, solved.upper)


def radius_margin_ratio(radius2: Bounds, distance2: Bounds, n: int) -> Bounds:
    """R² / (ρ² n) of n examples; its upper bound is inf where the classes cannot be separated.

    With the geometric margin ρ/2 in place of ρ it would be four times as large.
    """
    upper = radius2.upper / (distance2.lower * n) if distance2.lower > 0 else inf
    return Bounds(radius2.lower / (distance2.upper * n), upper)


def spectral_ratio(K: np.ndarray) -> float:
    """Trace norm over Frobenius norm: 1 of a constant matrix, √n of the identity (eq. 4.34)."""
    return float(np.trace(K) / np.linalg.norm(K))


def expressiveness(K: np.ndarray) -> float:
    """The spectral ratio, standardised to [0, 1] (eq. 4.36); 0 of a single example."""
    n = len(K)
    return (spectral_ratio(K) - 1) / (sqrt(n) - 1) if n > 1 else 0.0


def alignment(K: np.ndarray, y: np.ndarray) -> float:
    """The cosine between the centred K and yyᵀ, y = ±1 (Cortes, Mohri and Rostamizadeh 2012).

    Centred, because without it a constant kernel would be aligned with unequal classes; 0 of a
    constant kernel.
    """
    mean = K.mean(axis=0)
    centred = K - mean - mean[:, None] + K.mean()
    y_centred = y - y.mean()
    size = float(np.linalg.norm(centred) * (y_centred @ y_centred))
    cosine = float(y_centred @ centred @ y_centred) / size if size > 1e-12 * len(K) else 0.0
    return round(cosine, DIGITS) + 0.0
