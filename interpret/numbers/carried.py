"""Which few rows carry an effect: those without which it is gone.

The rows that move an effect most are told by what least squares without each of them would give
(Belsley, Kuh and Welsch, Regression Diagnostics, 1980); the sum is then fitted anew without them
(Broderick, Giordano and Meager, arXiv:2011.14999, 2020).
"""

import numpy as np

MOST = 5  # rows
GONE = 0.1  # of the effect: what is left of one that is gone, or its sign is another


def carriers(columns: np.ndarray, y: np.ndarray) -> list[tuple[int, ...]]:
    """For each effect the few rows without which it is gone, as indices; () where more carry it.

    columns: which rows each clause covers, (n_rows, n_clauses); y: (n_rows,).
    """
    design = np.column_stack([np.ones(len(y)), columns])
    inverse = np.linalg.pinv(design.T @ design)
    effects = inverse @ (design.T @ y)
    spread = design @ inverse
    leverage = np.minimum((spread * design).sum(axis=1), 1 - 1e-9)
    moved = spread * ((y - design @ effects) / (1 - leverage))[:, None]
    found: list[tuple[int, ...]] = []
    for place, effect in enumerate(effects[1:], start=1):
        toward = np.round(moved[:, place] * np.sign(effect), 9)
        order = np.argsort(-toward, kind="stable")[:MOST]
        found.append(_fewest(design, y, place, effect, order))
    return found


def _fewest(
    design: np.ndarray, y: np.ndarray, place: int, effect: float, order: np.ndarray
) -> tuple[int, ...]:
    """The first of these rows, as many as it takes."""
    for many in range(1, len(order) + 1):
        rest = np.delete(np.arange(len(y)), order[:many])
        kept = design[rest]
        gone = len(np.unique(kept[:, place])) < 2
        if not gone:
            left = np.linalg.lstsq(kept, y[rest], rcond=None)[0][place]
            gone = left * np.sign(effect) <= GONE * abs(effect)
        if gone:
            return tuple(sorted(order[:many].tolist()))
    return ()
