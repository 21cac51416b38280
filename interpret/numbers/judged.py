"""How well numbers are predicted: shares of the variation and typical errors, with intervals."""

from dataclasses import dataclass

import numpy as np

RESAMPLED = 500
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


def effect_intervals(columns: np.ndarray, y: np.ndarray, seed: int) -> list[tuple[float, float]]:
    """The 95 % interval of each effect of least squares, by resampling the rows.

    columns: (n_rows, n_terms). It holds for these terms: that they were chosen on the same rows is
    not in it.
    """
    n, random = len(y), np.random.default_rng(seed)
    design = np.column_stack([np.ones(n), columns])
    effects = []
    for _ in range(RESAMPLED):
        times = np.bincount(random.integers(0, n, n), minlength=n).astype(float)
        weighed = design * times[:, None]
        found = np.linalg.lstsq(weighed.T @ design, weighed.T @ y, rcond=1e-10)[0]
        effects.append(found[1:])
    if not columns.shape[1]:
        return []
    low, high = np.percentile(np.array(effects), LIMITS, axis=0)
    return list(zip(low.tolist(), high.tolist(), strict=True))
