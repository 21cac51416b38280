"""The lasso over conjunctions (Tibshirani 1996), of which only the relevant ones are listed. Few of
all conjunctions within the limits have a weight. Those with the largest |Σ r_i δ_f(x_i)|, r the
residuals of the present fit, are listed until no other would get a weight. All single tests and all
pairs are considered, and the longer ones that strong pairs lead to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import Lasso

from interpret.number.number_data import NumberFold, levels
from interpret.number.on_rows import OnRows
from interpret.rules.single_tests import TestSet
from kernels.blas import one_thread

PENALTIES = np.geomspace(1, 0.01, 13)  # shares of the smallest penalty without any weight
AT_ONCE = 60  # conjunctions that are listed in one step
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class LassoFit:
    """The fit with one penalty, a share of the largest one; no weight of a clause is 0."""

    share: float
    clauses: tuple[TestSet, ...]
    weights: np.ndarray
    base: float

    def predict(self, rows: OnRows) -> np.ndarray:
        return self.base + rows.columns(self.clauses) @ self.weights

    @property
    def heaviest(self) -> list[TestSet]:
        """The clauses, the largest weight first; equal ones by length and by their tests."""
        level, clauses = levels(np.abs(self.weights)), self.clauses
        order = sorted(range(len(clauses)), key=lambda i: (level[i], len(clauses[i]), clauses[i]))
        return [clauses[i] for i in order]


def lasso_path(
    rows: OnRows, y: np.ndarray, shares: Sequence[float] | np.ndarray = PENALTIES
) -> list[LassoFit]:
    """A fit for each penalty, from the largest on. y: (n_rows,)."""
    middle = float(y.mean())
    left = y - middle
    sight = rows.strongest(left, AT_ONCE, 0.0)
    if not sight:
        return [LassoFit(float(share), (), np.zeros(0), middle) for share in shares]
    seen = _Seen.of(rows.columns(sight), left)
    most = float(np.abs(seen.along).max()) / len(y)
    weights, fits = np.zeros(len(sight)), []
    for share in shares:
        penalty = max(most * float(share), 1e-300)
        for _ in range(ROUNDS):
            weights = seen.fitted(penalty, weights)
            left = seen.y - seen.columns @ weights
            known = set(sight)
            fresh = [place for place in rows.strongest(left, AT_ONCE, 0.0) if place not in known]
            if not fresh:
                break
            added = rows.columns(fresh)
            due = np.abs(added.T @ left) / len(y) > penalty * 1.01
            if not due.any():
                break
            sight += [place for place, is_due in zip(fresh, due, strict=True) if is_due]
            seen = seen.more(added[:, due])
            weights = np.concatenate([weights, np.zeros(int(due.sum()))])
        there = np.flatnonzero(weights)
        clauses = tuple(sight[i] for i in there)
        base = middle - float(seen.means[there] @ weights[there])
        fits.append(LassoFit(float(share), clauses, weights[there].copy(), base))
    return fits


def error_on(fits: Sequence[LassoFit], fold: NumberFold) -> list[float]:
    """The squared error of each fit on the rows that a fold leaves out."""
    left = [fold.z_left_out - fit.predict(fold.left_out) for fit in fits]
    return [float((residual**2).mean()) for residual in left]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The listed conjunctions, centred, with their products, each computed once.

    columns: (n_rows, n_seen); means: (n_seen,); products: columnsᵀ columns; along: columnsᵀ y; y:
    (n_rows,), centred.
    """

    columns: np.ndarray
    means: np.ndarray
    products: np.ndarray
    along: np.ndarray
    y: np.ndarray

    @classmethod
    def of(cls, held: np.ndarray, y: np.ndarray) -> "_Seen":
        means = held.mean(axis=0)
        columns = held - means
        with one_thread():
            return cls(columns, means, columns.T @ columns, columns.T @ y, y)

    def more(self, held: np.ndarray) -> "_Seen":
        """These with further conjunctions. held: the rows that each covers, (n_rows, n_more)."""
        more_of = _Seen.of(held, self.y)
        with one_thread():
            across = self.columns.T @ more_of.columns
        products = np.block([[self.products, across], [across.T, more_of.products]])
        return _Seen(
            np.column_stack([self.columns, more_of.columns]),
            np.concatenate([self.means, more_of.means]),
            products,
            np.concatenate([self.along, more_of.along]),
            self.y,
        )

    def fitted(self, penalty: float, start: np.ndarray) -> np.ndarray:
        """The weights at a penalty, starting from those of the penalty before."""
        lasso = Lasso(penalty, fit_intercept=False, precompute=self.products, warm_start=True,
                      tol=1e-3, max_iter=20_000, copy_X=False)  # fmt: skip
        lasso.coef_ = start
        with one_thread():
            lasso.fit(np.asfortranarray(self.columns), self.y)
        return lasso.coef_.copy()
