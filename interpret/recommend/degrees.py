"""For researchers: how expressive kernels are as their degree rises, and how well they rank."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from interpret.recommend.judging import figure_on
from interpret.recommend.methods import Scores, ranked
from interpret.recommend.splits import Split
from kernels.catalog import parse
from kernels.geometry import spectral_ratio
from kernels.items import similarities
from kernels.preference import Ranker

CONJUNCTIVE = (1, 2, 3, 4, 5)
DISJUNCTIVE = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class JudgedDegree:
    """A kernel by name and degree, with its spectral ratio (eq. 4.34) and its AUC."""

    family: str
    degree: int
    spectral_ratio: float
    auc: float


def by_degree(
    split: Split, tell: Callable[[str, float], object] = lambda stage, share: True
) -> tuple[JudgedDegree, ...]:
    """The mC- and mD-kernels of rising degree on one split (Polato, Figures 10.5 to 10.8).

    Degrees beyond the number of users are left out; where tell returns False, so are the rest.
    """
    found: list[JudgedDegree] = []
    degrees: list[tuple[str, Sequence[int]]] = [("mC", CONJUNCTIVE), ("mD", DISJUNCTIVE)]
    total = sum(len(own) for _, own in degrees)
    for family, own in degrees:
        for degree in own:
            if degree > split.R.shape[0] or tell("degrees", len(found) / total) is False:
                continue
            K = similarities(parse(f"{family}({degree})"), split.R)
            method = _OfMatrix(K)
            auc = figure_on(method, [split], "AUC")
            found.append(JudgedDegree(family, degree, spectral_ratio(K), auc))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class _OfMatrix:
    """CF-KOMD on a Gram matrix that is there already."""

    K: np.ndarray

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return ranked(Ranker.of(self.K, 0.01), R, users)
