"""Which few rows carry an effect: those without which it is gone.

The rows that move an effect most are told by what least squares without each of them would give
(Belsley, Kuh and Welsch, Regression Diagnostics, 1980); the sum is then fitted anew without them
(Broderick, Giordano and Meager, arXiv:2011.14999, 2020).
"""

import numpy as np

from interpret.answers.number.ties import levels

MOST = 5  # rows
GONE = 0.1  # of the effect: what is left of one that is gone, or its sign is another


def carriers(columns: np.ndarray, y: np.ndarray) -> list[tuple[int, ...]]:
    """For each effect the few rows without which it is gone, as indices; () where more carry it.

    columns: which rows each clause covers, (n_rows, n_clauses); y: (n_rows,).
    """
    design = np.column_stack([np.ones(len(y)), columns])
    products, along = design.T @ design, design.T @ y
    inverse = np.linalg.pinv(products)
    effects = inverse @ along
    spread = design @ inverse
    leverage = np.minimum((spread * design).sum(axis=1), 1 - 1e-9)
    moved = spread * ((y - design @ effects) / (1 - leverage))[:, None]
    found: list[tuple[int, ...]] = []
    for place, effect in enumerate(effects[1:], start=1):
        order = np.argsort(levels(moved[:, place] * np.sign(effect)), kind="stable")[:MOST]
        held = columns[:, place - 1] > 0
        alone = [rows for rows in map(np.flatnonzero, (held, ~held)) if len(rows) <= MOST]
        few = tuple(alone[0].tolist()) if alone else ()
        for many in range(1, len(order) + 1):
            out = design[order[:many]]
            left = products - out.T @ out
            is_left = 0 < left[place, place] < left[0, 0]
            rest = np.linalg.lstsq(left, along - out.T @ y[order[:many]], rcond=1e-10)[0]
            if not is_left or rest[place] * np.sign(effect) <= GONE * abs(effect):
                few = tuple(sorted(order[:many].tolist()))
                break
        found.append(few)
    return found
