"""The lasso over conjunctions (Tibshirani 1996), with those in sight that matter.

Of all conjunctions within the limits few have a weight. Those with the largest |Σ r_i δ_f(x_i)|, r
what the present fit leaves, are taken into sight until none outside would be given a weight: all
single tests and all pairs are looked at, of longer ones those that strong pairs lead to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import Lasso

from interpret.numbers.number_data import NumberFold
from interpret.numbers.on_rows import OnRows
from interpret.rules.single_tests import TestSet
from kernels.blas import one_thread

PENALTIES = np.geomspace(1, 0.01, 13)  # as shares of the least one that leaves no weight
AT_ONCE = 60  # conjunctions taken into sight
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class LassoFit:
    """One penalty's fit: share is of the largest penalty; weights of the clauses, none is 0."""

    share: float
    clauses: tuple[TestSet, ...]
    weights: np.ndarray
    base: float

    def predict(self, rows: OnRows) -> np.ndarray:
        return self.base + rows.columns(self.clauses) @ self.weights

    @property
    def heaviest(self) -> list[TestSet]:
        """The clauses, the largest weight first."""
        order = np.argsort(-np.abs(self.weights), kind="stable")
        return [self.clauses[i] for i in order]


def lasso_path(
    rows: OnRows, y: np.ndarray, shares: Sequence[float] | np.ndarray = PENALTIES
) -> list[LassoFit]:
    """A fit for each penalty, from the largest on. y: (n_rows,)."""
    middle = float(y.mean())
    left = y - middle
    sight = rows.strongest(left, AT_ONCE, 0.0)
    if not sight:
        return [LassoFit(float(share), (), np.zeros(0), middle) for share in shares]
    columns = np.asfortranarray(rows.columns(sight))
    most = float(np.abs(columns.T @ left).max()) / len(y)
    weights, fits = np.zeros(len(sight)), []
    for share in shares:
        penalty = max(most * float(share), 1e-300)
        for _ in range(ROUNDS):
            with one_thread():
                weights, base = _lasso(columns, y, penalty, weights)
                left = y - base - columns @ weights
            known = set(sight)
            fresh = [own for own in rows.strongest(left, AT_ONCE, 0.0) if own not in known]
            if not fresh:
                break
            added = rows.columns(fresh)
            due = np.abs(added.T @ left) / len(y) > penalty * 1.01
            if not due.any():
                break
            sight += [own for own, is_due in zip(fresh, due, strict=True) if is_due]
            columns = np.asfortranarray(np.column_stack([columns, added[:, due]]))
            weights = np.concatenate([weights, np.zeros(int(due.sum()))])
        there = np.flatnonzero(weights)
        clauses = tuple(sight[i] for i in there)
        fits.append(LassoFit(float(share), clauses, weights[there].copy(), base))
    return fits


def cross_validated(folds: Sequence[NumberFold], tell: Callable[[], object]) -> np.ndarray:
    """The squared error on the rows of each fold left out, for each penalty: (n_folds, 13)."""
    errors = []
    for fold in folds:
        left = [
            fold.z_left_out - fit.predict(fold.left_out) for fit in lasso_path(fold.train, fold.z)
        ]
        errors.append([float((own**2).mean()) for own in left])
        tell()
    return np.array(errors)


def _lasso(
    columns: np.ndarray, y: np.ndarray, penalty: float, start: np.ndarray
) -> tuple[np.ndarray, float]:
    lasso = Lasso(alpha=penalty, warm_start=True, tol=1e-4, max_iter=5000)
    lasso.coef_ = start
    lasso.fit(columns, y)
    return lasso.coef_.copy(), float(lasso.intercept_)
