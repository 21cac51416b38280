"""For researchers: how expressive kernels are as their degree rises, and how well they rank."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from interpret.answers.ranking.judging import figure_on
from interpret.answers.ranking.methods import Scores, ranked
from interpret.answers.ranking.splits import Split
from kernels.catalog import parse
from kernels.recommender.items import similar
from kernels.recommender.preference import Ranker
from kernels.recommender.similar import Similar

CONJUNCTIVE = (1, 2, 3, 4, 5)
DISJUNCTIVE = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
KERNELS = [("mC", d) for d in CONJUNCTIVE] + [("mD", d) for d in DISJUNCTIVE]


@dataclass(frozen=True)
class JudgedDegree:
    """A kernel by name and degree, with its spectral ratio (eq. 4.34) and its AUC."""

    family: str
    degree: int
    spectral_ratio: float
    auc: float


def by_degree(
    split: Split, tell: Callable[[str], object] = lambda kernel: True
) -> tuple[JudgedDegree, ...]:
    """The mC- and mD-kernels of rising degree on one split (Polato, Figures 10.5 to 10.8).

    Degrees beyond the number of users are left out; if tell(kernel) returns False, that kernel and
    the rest are left out too.
    """
    found: list[JudgedDegree] = []
    for family, degree in KERNELS:
        name = f"{family}({degree})"
        if degree > split.R.shape[0]:
            continue
        if tell(name) is False:
            break
        K = similar(parse(name), split.R)
        auc = figure_on(_OfMatrix(K), [split], "AUC")
        found.append(JudgedDegree(family, degree, len(K) / K.frobenius(), auc))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class _OfMatrix:
    """CF-KOMD on a Gram matrix that is there already."""

    K: Similar

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return ranked(Ranker.of(self.K, 0.01), R, users)
