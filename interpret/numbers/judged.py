"""How well numbers are predicted: shares of the variation and typical errors, with intervals."""

from dataclasses import dataclass

import numpy as np

from interpret.numbers.on_rows import SPREAD

RESAMPLED = 500
LEAST_ROWS = 5  # that hold a condition, and that lack it, for an interval of its effect
LIMITS = (2.5, 97.5)  # per cent


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval by resampling the rows; None where there is no row."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class JudgedNumbers:
    """Predictions against the truth on some rows.

    explained: the share of the variation explained, R², against the mean of the training rows;
    error: the mean absolute error.
    """

    rows: int
    explained: Estimate
    error: Estimate


def judged(
    y: np.ndarray,
    predicted: np.ndarray,
    mean: float,
    seed: int = 0,
    groups: np.ndarray | None = None,
) -> JudgedNumbers:
    """y, predicted: (n_rows,); mean: what would be predicted without any attribute.

    groups: whose rows are resampled together, int (n_rows,) (the cluster bootstrap: Davison and
    Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
    """
    n, nothing = len(y), Estimate(None, None, None)
    if not n:
        return JudgedNumbers(0, nothing, nothing)
    scale = max(float(np.abs(y).max()), float(np.abs(predicted).max()), abs(mean)) or 1.0
    left, apart = np.abs(y / scale - predicted / scale), (y / scale - mean / scale) ** 2
    of = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
    drawn = np.random.default_rng(seed).integers(0, of.max() + 1, (RESAMPLED, of.max() + 1))

    def resampled(values: np.ndarray) -> np.ndarray:
        return np.bincount(of, values)[drawn].sum(axis=1)

    squares, variation = resampled(left**2), resampled(apart)
    varied = variation > 0
    explained = Estimate(None, None, None)
    if apart.sum() > 0:
        shares = 1 - squares[varied] / variation[varied]
        low, high = np.percentile(shares, LIMITS)
        explained = Estimate(float(1 - (left**2).sum() / apart.sum()), float(low), float(high))
    low, high = np.percentile(resampled(left) / resampled(np.ones(n)), LIMITS) * scale
    return JudgedNumbers(
        n, explained, Estimate(float(left.mean() * scale), float(low), float(high))
    )


def effect_intervals(
    columns: np.ndarray, y: np.ndarray, seed: int, groups: np.ndarray | None = None
) -> list[tuple[float | None, float | None]]:
    """The 95 % interval of each effect of least squares on these rows, by resampling them.

    columns: (n_rows, n_terms); groups: whose rows are resampled together, int (n_rows,). (None,
    None) where too few rows hold or lack the condition, or where the others say the same on them.
    It holds where other rows chose the conditions.
    """
    n, k = columns.shape
    if not n or not k:
        return [(None, None)] * k
    design = np.column_stack([np.ones(n), columns])
    of = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
    parts, random = int(of.max()) + 1, np.random.default_rng(seed)
    effects = []
    for _ in range(RESAMPLED):
        times = np.bincount(random.integers(0, parts, parts), minlength=parts)[of].astype(float)
        weighed = design * times[:, None]
        found = np.linalg.lstsq(weighed.T @ design, weighed.T @ y, rcond=1e-10)[0]
        effects.append(found[1:])
    low, high = np.percentile(np.array(effects), LIMITS, axis=0)
    told = _tells(design)
    return [
        (float(one), float(other)) if is_told else (None, None)
        for one, other, is_told in zip(low, high, told, strict=True)
    ]


def _tells(design: np.ndarray) -> np.ndarray:
    """Of which columns but the first the rows say something beside the others: bool (n_terms,)."""
    n = len(design)
    counts = design[:, 1:].sum(axis=0)
    smaller = np.minimum(counts, n - counts)
    new = []
    for i in range(1, design.shape[1]):
        others = np.delete(design, i, axis=1)
        left = design[:, i] - others @ np.linalg.lstsq(others, design[:, i], rcond=None)[0]
        new.append(float(left @ left))
    return (smaller >= LEAST_ROWS) & (np.array(new) > SPREAD * smaller)
