"""ALS and BPR of the library `implicit`, which rankings are measured beside."""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from implicit.cpu.als import AlternatingLeastSquares
from implicit.cpu.bpr import BayesianPersonalizedRanking
from implicit.recommender_base import ModelFitError
from scipy import sparse

from interpret.ranking.methods import USERS_AT_ONCE, Scores, even
from kernels.blas import one_thread
from kernels.examples import blocks

DIVERGED = 1e12  # a factor as large is no factor
PENALTIES = {"ALS": (1.0, 10.0, 50.0, 200.0), "BPR": (0.0025, 0.05, 0.2)}


@dataclass(frozen=True)
class Factors:
    """ALS or BPR; the thesis's 50 factors where the table is large."""

    name: str
    regularisation: float
    seed: int = 0

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        same = {
            "factors": int(min(50, max(2, min(R.shape) // 4))),
            "random_state": self.seed,
            "num_threads": 1,
            "dtype": np.float32,
        }
        with one_thread():
            model = (
                AlternatingLeastSquares(regularization=self.regularisation, iterations=15, **same)
                if self.name == "ALS"
                else BayesianPersonalizedRanking(
                    learning_rate=0.05, regularization=self.regularisation, iterations=50, **same
                )
            )
            with suppress(ModelFitError):  # its factors are not finite
                model.fit(sparse.csr_matrix(R.astype(np.float32)), show_progress=False)
        return products(np.asarray(model.user_factors), np.asarray(model.item_factors), users)


def products(of_users: np.ndarray, of_items: np.ndarray, users: np.ndarray) -> Scores:
    """Scores by factors; factors that diverged tell no item from another."""
    if not np.max([np.abs(of_users).max(), np.abs(of_items).max()]) < DIVERGED:  # or is none
        of_users, of_items = np.zeros_like(of_users), np.zeros_like(of_items)
    of_users, of_items = of_users[users].astype(np.float64), of_items.astype(np.float64)
    for block in blocks(len(users), USERS_AT_ONCE):
        with one_thread():
            yield even(of_users[block] @ of_items.T)
