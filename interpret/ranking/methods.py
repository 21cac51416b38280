"""Methods that rank items: functions of a table of choices that give users' scores of all items.

The kernel machine, and the baselines that stand beside it. Loops compiled by numba put items in the
order of their scores, which are compared as `even` leaves them: scores that differ only in their
last digits are a tie, and the item that comes first in the choices wins it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import frexp, ldexp

import numpy as np
from scipy import sparse
from scipy.linalg import lapack

from interpret import cores
from kernels.blas import one_thread
from kernels.catalog import parse
from kernels.compiled import compiled
from kernels.examples import blocks
from kernels.recommender.items import chosen_by_both, co_chosen, similar
from kernels.recommender.preference import Ranker
from kernels.recommender.similar import Similar, Whole

USERS_AT_ONCE = 64
MOST_INVERTED = 4_000  # items that EASE is learnt on: 128 MB and a few CPU seconds each time
STEP, PRODUCTS = 5, 20  # additions for each pair chosen; multiplications as fast as one addition
Scores = Iterator[np.ndarray]  # blocks (n, n_items) of users in their order
Method = Callable[[sparse.csr_array, np.ndarray], Scores]  # of a table and some of its users
ASYMMETRIES = (0.0, 0.15, 0.25, 0.5, 0.75, 1.0)  # as in the thesis
RIDGES = (1.0, 10.0, 50.0, 200.0, 1000.0)

DIGITS = 30  # bits, of the user's largest score, to which scores are compared
LEAST = 1e-200  # for smaller scores the rounding itself would overflow


@dataclass(frozen=True)
class Komd:
    """CF-KOMD with a kernel of the catalog.

    own: q is computed from each user's own negatives (eq. 10.3). popularity: scores are multiplied
    by this power of an item's number of users; 0 is the thesis, ½ undoes the linear kernel's
    normalisation.
    """

    kernel: str
    regularisation: float
    own: bool
    popularity: float = 0.0

    def ranker(self, R: sparse.csr_array) -> Ranker:
        return self.on(similar(parse(self.kernel), R), R)

    def on(self, K: Similar, R: sparse.csr_array) -> Ranker:
        """The ranker by the kernel's similarities of the items of R."""
        counts = np.maximum(users_of(R), 1)
        return Ranker.of(K, self.regularisation, self.own, counts**self.popularity)

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return ranked(self.ranker(R), R, users)


def ranked(ranker: Ranker, R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Users' scores, block by block, on as many cores as there are (interpret.cores).

    They are the same on any number of cores. For a user who chose nothing, the items most similar
    to all others rank first.
    """
    sizes = np.diff(R.indptr)[users].astype(float)
    work = STEP * float(sizes @ sizes) + len(users) * len(ranker.K) ** 2 / PRODUCTS
    parts = [(ranker, R, users[block]) for block in blocks(len(users), USERS_AT_ONCE)]
    return cores.run(_block_ranked, parts, cores.for_threads(work))  # all share K: in threads


def _block_ranked(
    ranker: Ranker, R: sparse.csr_array, users: np.ndarray, _: cores.GoOn
) -> np.ndarray:
    rows = R[users]
    some = np.diff(rows.indptr) > 0
    scores = np.tile(ranker.total, (len(users), 1))
    if some.any():
        scores[some] = np.concatenate(list(ranker.scores(ranker.prefer_all(rows[some]))))
    return np.asarray(even(scores))


def popularity(R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Every item is scored by how many users chose it."""
    counts = users_of(R).astype(np.float64)
    for block in blocks(len(users), USERS_AT_ONCE):
        yield np.tile(counts, (len(users[block]), 1))


@dataclass(frozen=True)
class AsymmetricCosine:
    """MSDw: Σ over the items j chosen of |both| / (|i|^a |j|^(1−a)) (Polato, section 5.1).

    With a = ½ it is the item cosine.
    """

    asymmetry: float = 0.5

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        counts = np.maximum(users_of(R), 1).astype(np.float64)
        by_row, by_column = counts ** (self.asymmetry - 1), counts**-self.asymmetry
        W = co_chosen(R, lambda row, column, both: both * (by_row[row] * by_column[column]))
        return _weighed(W, R, users)


@dataclass(frozen=True)
class Ease:
    """EASE: B = I − P / diag(P) of P = (RᵀR + l2 I)⁻¹ (Steck 2019).

    With more than `most` items it is learnt on those most chosen, and ranks the others below them
    by popularity. Users who chose none of the former get all items by popularity.
    """

    l2: float = 100.0
    most: int = MOST_INVERTED

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        counts = users_of(R).astype(np.float64)
        kept = np.sort(np.argsort(-counts, kind="stable")[: self.most])
        choices = R[:, kept]
        G = chosen_by_both(choices).astype(np.float64)
        G[np.diag_indices(len(G))] += self.l2
        with one_thread():
            P = _inverse(G)
        P /= -P.diagonal()
        np.fill_diagonal(P, 0)
        below = (counts / (counts.max() + 1)) - 1
        for some in blocks(len(users), USERS_AT_ONCE):
            table = choices[users[some]]
            among = Whole(P).weighed(table.astype(np.float64))
            scores = among.min(axis=1, keepdims=True) + below
            scores[:, kept] = among
            scores[np.diff(table.indptr) == 0] = counts
            yield even(scores)


def _inverse(G: np.ndarray) -> np.ndarray:
    """The inverse of a positive definite matrix, which is overwritten: a third of LU's work."""
    factor, _ = lapack.dpotrf(G.T, lower=False, overwrite_a=True)
    upper, _ = lapack.dpotri(factor, lower=False, overwrite_c=True)
    inverse: np.ndarray = upper.T  # its other half is still to be filled
    for i in range(len(inverse)):
        inverse[i, i + 1 :] = inverse[i + 1 :, i]
    return inverse


BASELINES: dict[str, Method] = {
    "popularity": popularity,
    "item cosine": AsymmetricCosine(),
    "MSDw": AsymmetricCosine(0.15),
    "EASE": Ease(),
}


def users_of(R: sparse.csr_array) -> np.ndarray:
    """How many users chose each item, int (n_items,)."""
    return np.bincount(R.indices, minlength=R.shape[1])


def _weighed(W: Similar, R: sparse.csr_array, users: np.ndarray) -> Scores:
    """Each user's scores: the sum of the rows of W that belong to the items the user chose."""
    for block in blocks(len(users), USERS_AT_ONCE):
        yield even(W.weighed(R[users[block]].astype(np.float64)))


@compiled
def even(scores):  # pragma: no cover
    """The scores of some users, float64 (n, n_items), rounded in place and returned.

    The last digits of a sum depend on its order, and so on library and processor. Rounding to 30
    bits of the user's largest score makes sums equal that ought to be.
    """
    for i in range(len(scores)):
        row = scores[i]
        most = 0.0
        for j in range(len(row)):
            most = max(most, abs(row[j]))
        if most > LEAST:
            up = ldexp(1.0, DIGITS - frexp(most)[1])
            down = 1.0 / up
            for j in range(len(row)):
                row[j] = np.rint(row[j] * up) * down
    return scores


@compiled
def first(scores, is_out, k):  # pragma: no cover
    """The k items of the largest scores, the largest first, ties in order; int (≤ k,).

    is_out: bool (n_items,), the items that are skipped.
    """
    items = np.empty(k, dtype=np.intp)
    n = 0
    for j in range(len(scores)):
        if is_out[j] or (n == k and (k == 0 or not scores[j] > scores[items[n - 1]])):
            continue
        at = n if n < k else k - 1
        n = min(n + 1, k)
        while at > 0 and scores[j] > scores[items[at - 1]]:
            items[at] = items[at - 1]
            at -= 1
        items[at] = j
    return items[:n]


@compiled
def beside(scores, is_out, right):  # pragma: no cover
    """For each of the ascending scores `right`, how many items score below it and how many equal
    it; and how many items count at all. is_out: bool (n_items,), the items that do not count.
    """
    n = len(right)
    under, over = np.zeros(n + 1, dtype=np.int64), np.zeros(n + 1, dtype=np.int64)
    others = 0
    for j in range(len(scores)):
        if is_out[j]:
            continue
        others += 1
        low, high = 0, n  # how many of `right` are below the score
        while low < high:
            middle = (low + high) // 2
            if right[middle] < scores[j]:
                low = middle + 1
            else:
                high = middle
        over[low] += 1  # is below or equal to right[low] and all after it
        if low < n and right[low] == scores[j]:
            while low < n and right[low] == scores[j]:
                low += 1
        under[low] += 1  # is below right[low] and all after it
    below, upto = np.cumsum(under)[:n], np.cumsum(over)[:n]
    return below, upto - below, others
