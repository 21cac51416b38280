"""Stratified draws of rows: each class gets its share. All draws by class are made here."""

import numpy as np


def quotas(sizes: np.ndarray, n: int, least: int = 1) -> np.ndarray:
    """How many of n rows each class gets: its share, but at least `least` or all of its rows.

    sizes: the rows of each class, int (n_classes,). The quotas add up to n; to less if there are
    fewer rows, to more only if the least quotas alone do. What rare classes get beyond their share
    is taken from the largest quotas.
    """
    upto = np.floor(min(n, sizes.sum()) * np.cumsum(sizes) / max(1, sizes.sum()) + 0.5).astype(int)
    floor = np.minimum(least, sizes)
    quotas = np.maximum(np.diff(upto, prepend=0), floor)
    while quotas.sum() > n and (quotas > floor).any():
        quotas[np.where(quotas > floor, quotas, 0).argmax()] -= 1
    return quotas


def stratified(
    y: np.ndarray, n: int, rng: np.random.Generator | np.random.RandomState, least: int = 1
) -> np.ndarray:
    """Ascending indices of rows, drawn from each class of y, (n_rows,), by its quota of n."""
    classes, sizes = np.unique(y, return_counts=True)
    rows = [
        rng.permutation(np.flatnonzero(y == one))[:most]
        for one, most in zip(classes, quotas(sizes, n, least), strict=True)
    ]
    return np.sort(np.concatenate([np.zeros(0, dtype=int), *rows]))
