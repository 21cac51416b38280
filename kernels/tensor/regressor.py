"""TensorKernelRegressor: ℓ^p regression, p = q/(q−1), through a kernel of q examples.

For a large even q, p is near 1, and few features have much weight. The machine minimises (γ/2) Σ_i
s_i (y_i − ⟨w, φ(x_i)⟩ − b)² + (1/p) ‖w‖_p^p (Hibraj's thesis, eq. 4.1, with a weight s_i of each
example and an unpenalised intercept b) through its dual (4.28).
"""

from dataclasses import dataclass
from math import inf
from typing import Any
from warnings import warn

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from kernels.blas import one_thread
from kernels.tensor.kernels import DisjunctionsTensor, LinearTensor, TensorKernel
from kernels.tensor.ways import Listed, ListedPoint, Streamed, StreamedPoint

LISTED_AT_MOST = 2**24  # entries of the examples' features: 128 MB in float64
STEPS = 200
WAYS = ("auto", "listed", "streamed")


class TensorKernelRegressor(RegressorMixin, BaseEstimator):
    """A regressor whose weights over all features of a tensor kernel are sparse.

    kernel: any TensorKernel. q: an even whole number from 4. gamma: the weight of the squared
    error. fit_intercept: whether an intercept is learnt. way: "listed", by the features;
    "streamed", by the kernel alone; or "auto", by size. examples: None, or how many, drawn by
    random_state, are learnt from (the thesis's Nyström-like strategy, chapter 6). tol: the duality
    gap at which training ends, as a share of the objective.

    After fit on m examples: alpha_ (m,); examples_ (m, n_variables); drawn_ (m,), their places;
    intercept_; way_, "linear" if the features are the variables; gap_, the proven duality gap as a
    share of the objective; objective_; n_iter_; coef_, the weights of listed features, else None.
    The weight of a feature f is (Σ_i alpha_i φ_f(x_i))^(q−1) (eq. 4.22).
    """

    def __init__(
        self,
        kernel: TensorKernel,
        q: int = 4,
        gamma: float = 1.0,
        fit_intercept: bool = True,
        way: str = "auto",
        examples: int | None = None,
        random_state: Any = 0,
        tol: float = 1e-12,
    ) -> None:
        self.kernel = kernel
        self.q = q
        self.gamma = gamma
        self.fit_intercept = fit_intercept
        self.way = way
        self.examples = examples
        self.random_state = random_state
        self.tol = tol

    def fit(
        self, X: np.ndarray, y: np.ndarray, sample_weight: np.ndarray | None = None
    ) -> "TensorKernelRegressor":
        """Train on examples X, shape (n, n_variables), their numbers y and weights, shape (n,)."""
        self._check()
        X, y = validate_data(self, X, y, y_numeric=True)
        weights = _check_sample_weight(sample_weight, X, dtype=float, ensure_non_negative=True)
        self.drawn_ = _drawn(weights, self.examples, check_random_state(self.random_state))
        X, y, weights = X[self.drawn_], y[self.drawn_].astype(float), weights[self.drawn_]
        self.examples_ = X
        self.way_ = self._chosen(X)
        problem = _Dual(y, 1 / (self.gamma * weights), self.fit_intercept)
        with one_thread():
            way = self._way()
            solved = _solved(way, problem, self.tol)
        self.coef_ = None
        if isinstance(way, Listed):
            self.coef_ = way.at(solved.alpha).u ** (self.q - 1)
        self.alpha_, self.intercept_ = solved.alpha, solved.intercept
        self.gap_, self.objective_, self.n_iter_ = solved.gap, solved.objective, solved.steps
        if self.gap_ > max(self.tol, 1e-9):
            warn(
                f"The duality gap is {self.gap_:.1g} of the objective after {self.n_iter_} steps, "
                f"and tol is {self.tol:g}. Scale the examples, or take a smaller gamma.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The predicted numbers, shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        with one_thread():
            if self.coef_ is not None:
                return self._features(X) @ self.coef_ + self.intercept_
            way = Streamed(self.kernel.read(self.examples_), self.kernel, self.q)
            return way.predict(self.alpha_, self.kernel.read(X)) + self.intercept_

    def _check(self) -> None:
        if not isinstance(self.q, int | np.integer) or self.q < 4 or self.q % 2:
            raise ValueError(f"q must be an even whole number of at least 4; got {self.q!r}.")
        if not self.gamma > 0:
            raise ValueError(f"gamma must be a positive number; got {self.gamma!r}.")
        if self.way not in WAYS:
            raise ValueError(f"way must be one of {', '.join(WAYS)}; got {self.way!r}.")
        if isinstance(self.kernel, DisjunctionsTensor) and not self.fit_intercept:
            raise ValueError(
                f"{self.kernel!r} is a kernel of disjunctions only together with an intercept; "
                "leave fit_intercept=True."
            )

    def _chosen(self, X: np.ndarray) -> str:
        if isinstance(self.kernel, LinearTensor) and self.way != "streamed":
            return "linear"
        if self.way != "auto":
            return self.way
        fits = X.shape[0] * self.kernel.n_features(X.shape[1]) <= LISTED_AT_MOST
        return "listed" if fits else "streamed"

    def _way(self) -> Listed | Streamed:
        if self.way_ == "streamed":
            return Streamed(self.kernel.read(self.examples_), self.kernel, self.q)
        return Listed(self._features(self.examples_), self.q)

    def _features(self, X: np.ndarray) -> np.ndarray:
        return self.kernel.features(X, self.q)


@dataclass(frozen=True)
class _Dual:
    """min (1/q) power(α) + ½ Σ ridge_i α_i² − ⟨y, α⟩, with Σ α_i = 0 if there is an intercept."""

    y: np.ndarray
    ridge: np.ndarray
    intercept: bool

    def value(self, power: float, alpha: np.ndarray, q: int) -> float:
        return float(power / q + (self.ridge * alpha**2).sum() / 2 - self.y @ alpha)

    def level(self, scores: np.ndarray) -> float:
        """The best intercept for these scores: the weighted mean of the residuals."""
        return float(np.average(self.y - scores, weights=1 / self.ridge)) if self.intercept else 0.0


@dataclass(frozen=True)
class _Solved:
    alpha: np.ndarray
    intercept: float
    gap: float
    objective: float
    steps: int


def _solved(way: Listed | Streamed, dual: _Dual, tol: float) -> _Solved:
    """Newton's method until the gap is small enough or no step makes it smaller.

    With w made of α, primal less dual is ½ Σ (e_i − ridge_i α_i)² / ridge_i, e_i the residual of
    y_i: a sum of squares, in which no digits cancel.
    """
    alpha, point = _start(way, dual)
    best: _Solved | None = None
    lowest = inf
    for step in range(STEPS):
        intercept = dual.level(point.scores)
        left = dual.ridge * alpha - (dual.y - point.scores - intercept)
        value = dual.value(point.power, alpha, way.q)
        gap = float((left**2 / dual.ridge).sum()) / 2 / (abs(value) or 1.0)
        if best is None or gap < best.gap:
            best = _Solved(alpha, intercept, gap, -value, step)
        if gap <= tol or (value > lowest - 1e-14 * abs(value) and step > best.steps + 2):
            break
        lowest = min(lowest, value)
        sides = np.stack([left, np.ones_like(left)], axis=1)
        try:
            down, across = point.newton(dual.ridge, sides).T
        except np.linalg.LinAlgError:  # the limit of float64 is reached
            break
        if dual.intercept:
            down = down - across * (down.sum() / across.sum())
        alpha, point = _line_search(way, dual, alpha, value, down, float(left @ down))
        if dual.intercept:
            alpha = alpha - alpha.mean()
    assert best is not None
    return best


def _line_search(
    way: Listed | Streamed,
    dual: _Dual,
    alpha: np.ndarray,
    value: float,
    down: np.ndarray,
    slope: float,
) -> tuple[np.ndarray, ListedPoint | StreamedPoint]:
    """The point after the longest of the steps 1, ½, ¼, … that gains enough for its length."""
    length = 1.0
    while True:
        tried = alpha - length * down
        point = way.at(tried)
        worth = value - 1e-4 * length * slope + 1e-14 * abs(value)
        if dual.value(point.power, tried, way.q) <= worth or length < 1e-6:
            return tried, point
        length /= 2


def _start(way: Listed | Streamed, dual: _Dual) -> tuple[np.ndarray, ListedPoint | StreamedPoint]:
    """A first α: the best multiple of the residuals of the intercept alone."""
    line = (dual.y - dual.level(np.zeros_like(dual.y))) / dual.ridge
    power = way.at(line).power
    square, slope = float((dual.ridge * line**2).sum()), float(dual.y @ line)
    low, high = 0.0, 1.0  # at 1 the quadratic part alone is least
    for _ in range(100):
        middle = (low + high) / 2
        rising = power * middle ** (way.q - 1) + square * middle > slope
        low, high = (low, middle) if rising else (middle, high)
    return low * line, way.at(low * line)


def _drawn(weights: np.ndarray, most: int | None, random: np.random.RandomState) -> np.ndarray:
    """The examples to learn from, in order: all of positive weight, or `most` of them."""
    there = np.flatnonzero(weights)
    if most is None or most >= len(there):
        return there
    return np.sort(random.permutation(there)[:most])
