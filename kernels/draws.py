"""Rows drawn from many, each class in its share: whoever draws rows by their class does so here."""

import numpy as np


def quotas(sizes: np.ndarray, n: int, least: int = 1) -> np.ndarray:
    """How many of n rows each class gets: its share, and at least `least` if it has so many.

    sizes: the rows of each class, int (n_classes,). The quotas add up to n; to less if there are
    fewer rows, to more only if the classes' least are more. What the rare classes get beyond their
    share the largest quotas give.
    """
    upto = np.floor(min(n, sizes.sum()) * np.cumsum(sizes) / max(1, sizes.sum()) + 0.5).astype(int)
    floor = np.minimum(least, sizes)
    found = np.maximum(np.diff(upto, prepend=0), floor)
    while found.sum() > n and (found > floor).any():
        found[np.where(found > floor, found, 0).argmax()] -= 1
    return found


def stratified(
    y: np.ndarray, n: int, rng: np.random.Generator | np.random.RandomState, least: int = 1
) -> np.ndarray:
    """Indices of rows in order, drawn from each class of y, (n_rows,), by its quota of n."""
    classes, sizes = np.unique(y, return_counts=True)
    rows = [
        rng.permutation(np.flatnonzero(y == one))[:most]
        for one, most in zip(classes, quotas(sizes, n, least), strict=True)
    ]
    return np.sort(np.concatenate([np.zeros(0, dtype=int), *rows]))
