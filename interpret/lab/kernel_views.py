"""How a kernel sees rows: in the plane, within and between classes, over its degrees."""

from collections.abc import Mapping
from itertools import takewhile

import numpy as np
from scipy.linalg import eigh

from kernels.base import FeatureKernel, Kernel, Normalized
from kernels.blas import one_thread_for_good
from kernels.catalog import parse
from kernels.counts import Counts
from kernels.geometry import expressiveness

BINS = 20
FAMILIES = {  # name -> the kernel of a degree, as in the thesis's Figure 6.7 (both degrees alike)
    "mC": "mC({k})",
    "mD": "mD({k})",
    "mDNF": "mDNF({k},{k})",
    "mCNF": "mCNF({k},{k})",
    "DNF": "DNF({k},{k})",
    "CNF": "CNF({k},{k})",
}
HIGHEST = 8


def plane(K: np.ndarray) -> np.ndarray:
    """Kernel PCA: the rows' first two coordinates, shape (n, 2), the largest entry positive."""
    n, mean = len(K), K.mean(axis=0)
    if n < 2:
        return np.zeros((n, 2))
    one_thread_for_good()
    values, vectors = eigh(K - mean - mean[:, None] + K.mean(), driver="evd")
    values, first = values[-2:], vectors[:, :-3:-1]
    peaks = first[np.abs(first).argmax(axis=0), [0, 1]]
    return first * np.sqrt(np.maximum(values[::-1], 0)) * np.where(peaks < 0, -1, 1)


def shares(K: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How k(x, z) is spread over BINS equal parts of [0, 1]: pairs within and between classes.

    Each sums to 1 over the pairs of different rows; all zeros where there is no such pair.
    """
    same = y[:, None] == y
    pairs = np.triu(np.ones_like(same), 1)
    parts = []
    for chosen in (same & pairs, ~same & pairs):
        counts, _ = np.histogram(np.clip(K[chosen], 0, 1), bins=BINS, range=(0, 1))
        parts.append(counts / max(1, counts.sum()))
    return parts[0], parts[1]


def expressiveness_curves(X: np.ndarray) -> Mapping[str, tuple[float, ...]]:
    """The standardised spectral ratio of every family at the degrees 1 to HIGHEST, X 0/1.

    A curve ends where a family has no feature of so high a degree.
    """
    curves = {}
    none = Counts(X.shape[1], 0, 0, 0)
    for family, text in FAMILIES.items():
        kernels = [parse(text.format(k=k)) for k in range(1, HIGHEST + 1)]
        possible = takewhile(lambda kernel: _has_features(kernel, none), kernels)
        curves[family] = tuple(expressiveness(kernel(X)) for kernel in possible)
    return curves


def _has_features(kernel: Kernel, none: Counts) -> bool:
    """Whether a normalised kernel of the families has any feature; none: of no variable set."""
    assert isinstance(kernel, Normalized)
    assert isinstance(kernel.of, FeatureKernel)
    return kernel.of.features(none).total > 0
