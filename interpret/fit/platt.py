"""A logistic curve on decision values (Platt 1999), the same on every processor."""

import numpy as np

DIGITS = 6  # of what is fitted and measured, the same on every processor


def platt(scores: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the curve; a mild penalty on the slope keeps it finite.

    Scores are divided by their standard deviation, so that a thousand rows outweigh the penalty a
    hundred times; divided by the largest score, few large ones would make it many times as heavy.
    scores: float (n,); y: bool (n,), of both classes.
    """
    from sklearn.linear_model import LogisticRegression  # here, because it takes a while to load

    scale = float(scores.std()) or 1.0
    curve = LogisticRegression(solver="newton-cholesky", tol=1e-10).fit(scores[:, None] / scale, y)
    slope, share = float(curve.coef_[0, 0]) / scale, float(y.mean())
    if slope <= 0:  # the scores tell nothing of these rows
        return 0.0, rounded(np.log(share / (1 - share)))
    return rounded(slope), rounded(curve.intercept_[0])


def rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
