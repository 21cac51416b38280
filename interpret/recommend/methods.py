"""Ways to rank items: functions of a table of choices that give users' scores of all items.

The kernel machine, and the baselines that always stand beside it.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from interpret import tasks
from kernels.blas import one_thread
from kernels.catalog import parse
from kernels.examples import blocks
from kernels.items import chosen_by_both, similarities
from kernels.preference import Ranker

USERS_AT_ONCE = 256
DIVERGED = 1e12  # a factor as large is no factor
STEP, PRODUCTS = 5, 20  # additions for each pair chosen; multiplications in the time of one
Scores = Iterator[np.ndarray]  # blocks (n, n_items) of users in their order
Method = Callable[[sparse.csr_array, np.ndarray], Scores]  # of a table and of some of its users


@dataclass(frozen=True)
class Komd:
    """CF-KOMD with a kernel of the catalog.

    own: q by each user's own negatives (eq. 10.3). popularity: scores are multiplied by this power
    of an item's number of users; 0 is the thesis, ½ undoes the linear kernel's normalisation.
    """

    kernel: str
    regularisation: float
    own: bool
    popularity: float = 0.0

    def ranker(self, R: sparse.csr_array) -> Ranker:
        return self.on(similarities(parse(self.kernel), R), R)

    def on(self, K: np.ndarray, R: sparse.csr_array) -> Ranker:
        """The ranker by the kernel's Gram matrix of the items of R."""
        counts = np.maximum(np.bincount(R.indices, minlength=R.shape[1]), 1)
        return Ranker.of(K, self.regularisation, self.own, counts**self.popularity)

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return ranked(self.ranker(R), R, users)


def ranked(ranker: Ranker, R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Users' scores, some users at a time, on as many cores as there are (interpret.tasks).

    They are the same on any number of cores. A user who chose nothing gets the items that are most
    like all others.
    """
    sizes = np.diff(R.indptr)[users].astype(float)
    work = STEP * float(sizes @ sizes) + len(users) * len(ranker.K) ** 2 / PRODUCTS
    parts = [(ranker, R, users[own]) for own in blocks(len(users), USERS_AT_ONCE)]
    return tasks.run(_block_ranked, parts, min(work, tasks.MUCH / 2))  # all share K: in threads


def _block_ranked(
    ranker: Ranker, R: sparse.csr_array, users: np.ndarray, _: tasks.GoOn
) -> np.ndarray:
    rows = R[users]
    some = np.diff(rows.indptr) > 0
    scores = np.tile(ranker.total.astype(ranker.K.dtype), (len(users), 1))
    if some.any():
        scores[some] = np.concatenate(list(ranker.scores(ranker.prefer_all(rows[some]))))
    return scores


def popularity(R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Every item is scored by how many users chose it."""
    counts = np.bincount(R.indices, minlength=R.shape[1]).astype(np.float32)
    for own in blocks(len(users), USERS_AT_ONCE):
        yield np.tile(counts, (len(users[own]), 1))


@dataclass(frozen=True)
class AsymmetricCosine:
    """MSDw: Σ over the items j chosen of |both| / (|i|^a |j|^(1−a)) (Polato, section 5.1).

    With a = ½ it is the item cosine.
    """

    asymmetry: float = 0.5

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        both = chosen_by_both(R)
        counts = np.maximum(both.diagonal(), 1)
        both /= (counts ** (1 - self.asymmetry))[:, None]
        both /= counts**self.asymmetry
        np.fill_diagonal(both, 0)
        return _weighed(both, R, users)


@dataclass(frozen=True)
class Ease:
    """EASE: B = I − P / diag(P) of P = (RᵀR + l2 I)⁻¹ (Steck 2019)."""

    l2: float = 100.0

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        G = chosen_by_both(R).astype(np.float64)
        G[np.diag_indices(len(G))] += self.l2
        with one_thread():
            P = np.linalg.inv(G)
        B = (-P / P.diagonal()).astype(np.float32)
        np.fill_diagonal(B, 0)
        return _weighed(B, R, users)


@dataclass(frozen=True)
class Factors:
    """ALS or BPR of the library `implicit`; the thesis's 50 factors where the table is large."""

    name: str
    regularisation: float
    seed: int = 0

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        from implicit.cpu.als import AlternatingLeastSquares
        from implicit.cpu.bpr import BayesianPersonalizedRanking
        from implicit.recommender_base import ModelFitError

        factors = int(min(50, max(2, min(R.shape) // 4)))
        same = {"factors": factors, "random_state": self.seed, "num_threads": 1}
        table = sparse.csr_matrix(R.astype(np.float32))
        with one_thread():
            model = (
                AlternatingLeastSquares(regularization=self.regularisation, iterations=15, **same)
                if self.name == "ALS"
                else BayesianPersonalizedRanking(
                    learning_rate=0.05, regularization=self.regularisation, iterations=50, **same
                )
            )
            with suppress(ModelFitError):  # its factors are no numbers
                model.fit(table, show_progress=False)
        of_users, of_items = np.asarray(model.user_factors), np.asarray(model.item_factors)
        return products(of_users, of_items, users)


def products(of_users: np.ndarray, of_items: np.ndarray, users: np.ndarray) -> Scores:
    """Scores by factors; factors that diverged tell no item from another."""
    if not np.max([np.abs(of_users).max(), np.abs(of_items).max()]) < DIVERGED:  # or is none
        of_users, of_items = np.zeros_like(of_users), np.zeros_like(of_items)
    return (of_users[users[own]] @ of_items.T for own in blocks(len(users), USERS_AT_ONCE))


PENALTIES = {"ALS": (1.0, 10.0, 50.0, 200.0), "BPR": (0.0025, 0.05, 0.2)}
BASELINES: dict[str, Method] = {
    "popularity": popularity,
    "item cosine": AsymmetricCosine(),
    "MSDw": AsymmetricCosine(0.15),
    "EASE": Ease(),
    "ALS": Factors("ALS", PENALTIES["ALS"][1]),
    "BPR": Factors("BPR", PENALTIES["BPR"][1]),
}
ASYMMETRIES = (0.0, 0.15, 0.25, 0.5, 0.75, 1.0)  # as in the thesis
RIDGES = (1.0, 10.0, 50.0, 200.0, 1000.0)


def _weighed(W: np.ndarray, R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Each user's scores: the sum of the rows of W that belong to the items the user chose."""
    for own in blocks(len(users), USERS_AT_ONCE):
        with one_thread():
            yield R[users[own]].astype(np.float32) @ W
