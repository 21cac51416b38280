"""CF-KOMD: a user's ranking of items by the margin of those they chose (Polato, section 10.2).

A user's weights α over the items chosen minimise ‖Σ α_j φ(x_j) − μ‖² + λ ‖α‖² over the simplex, μ
the mean of the items that were not chosen, or of all. ECF-OMD is the linear kernel (eq. 10.1).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import sparse

from kernels.blas import one_thread
from kernels.examples import blocks
from kernels.recommender.similar import Similar, Whole
from kernels.simplex import Optimum, optimum

GAP = 1e-6
USERS_AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Preference(Optimum):
    """One user's α, shape (n_chosen,), over the items chosen, with its bounds (eq. 10.2).

    lower, upper: bounds of −min α'Kα + λ‖α‖² − 2α'q; chosen: the items, (n_chosen,); others: how
    many items were not chosen.
    """

    chosen: np.ndarray
    others: int


@dataclass(frozen=True, eq=False)
class Ranker:
    """Ranks items for users by K, the similarities of the items, and λ.

    exact: q is the mean similarity to what a user did not choose (eq. 10.3); else to all items, the
    same for every user (eq. 10.5).
    """

    K: Similar
    regularisation: float
    exact: bool
    total: np.ndarray  # the sum of each item's similarities
    scale: np.ndarray  # the factor on each item's scores

    @classmethod
    def of(
        cls,
        K: Similar | np.ndarray,
        regularisation: float,
        exact: bool = True,
        scale: np.ndarray | None = None,
    ) -> "Ranker":
        """The ranker of a Gram matrix. scale: (n_items,) factors of scores, 1 unless given."""
        similar: Similar = Whole(np.ascontiguousarray(K)) if isinstance(K, np.ndarray) else K
        scale = np.ones(len(similar)) if scale is None else scale
        return cls(similar, regularisation, exact, similar.total(), scale)

    def prefer(self, chosen: np.ndarray, gap: float = GAP) -> Preference:
        """The α of a user who chose these items, indices of at least one."""
        Q = self.K.part(chosen)
        others = len(self.K) - len(chosen)
        if not self.exact:
            q = self.total[chosen] / len(self.K)
        elif others:
            q = (self.total[chosen] - Q.sum(axis=0)) / others
        else:
            q = np.zeros(len(chosen))
        Q[np.diag_indices(len(chosen))] += self.regularisation
        best = optimum(Q, 2 * q, gap)
        return Preference(best.alpha, best.lower, best.upper, chosen, others)

    def prefer_all(self, R: sparse.csr_array) -> list[Preference]:
        """The α of every user of a table of choices, each of whom chose at least one item."""
        with one_thread():
            return [self.prefer(R.indices[a:b]) for a, b in pairwise(R.indptr.tolist())]

    def q(self, preference: Preference) -> np.ndarray:
        """q of every item for a user, shape (n_items,)."""
        if not self.exact:
            return self.total / len(self.K)
        if not preference.others:
            return np.zeros(len(self.K))
        ones = _table([np.ones(len(preference.chosen))], [preference.chosen], len(self.K))
        return (self.total - self.K.weighed(ones)[0]) / preference.others

    def scores(self, users: Sequence[Preference]) -> Iterator[np.ndarray]:
        """Users' scores of all items in blocks of users, (n_users, n_items) float64 (eq. 10.4).

        α'K − q is a weighted sum of the rows of K: the weights are those of the items chosen.
        """
        for block in blocks(len(users), USERS_AT_ONCE):
            some = users[block]
            weights = [preference.alpha + self._each(preference) for preference in some]
            scores = self.K.weighed(
                _table(weights, [preference.chosen for preference in some], len(self.K))
            )
            scores -= np.multiply.outer([self._mean(preference) for preference in some], self.total)
            scores *= self.scale
            yield scores

    def parts(self, preference: Preference, item: int) -> tuple[np.ndarray, float]:
        """An item's score by chosen item, shape (n_chosen,), and its q, to be subtracted."""
        scale = float(self.scale[item])
        return scale * preference.alpha * self.K.row(item)[preference.chosen], scale * float(
            self.q(preference)[item]
        )

    def _each(self, preference: Preference) -> float:
        """What a chosen item's weight gains from its absence from the mean."""
        return 1 / preference.others if self.exact and preference.others else 0.0

    def _mean(self, preference: Preference) -> float:
        if not self.exact:
            return 1 / len(self.K)
        return 1 / preference.others if preference.others else 0.0


def _table(
    weights: Sequence[np.ndarray], chosen: Sequence[np.ndarray], n_items: int
) -> sparse.csr_array:
    """Users' weights of the items chosen, (n_users, n_items)."""
    ends = np.cumsum([0, *map(len, chosen)])
    return sparse.csr_array(
        (np.concatenate(weights), np.concatenate(chosen), ends), shape=(len(chosen), n_items)
    )
