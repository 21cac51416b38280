"""A symmetric tensor of order q in the least memory: each entry once (Hibraj's thesis, chapter 5).

Indices i_1 ≤ … ≤ i_q have their place in the combinatorial number system (Lehmer 1964):
Σ_k C(i_k + k − 1, k). The thesis's own formula for order 4 (eq. 5.10 and 5.11) counts t·n⁴ entries
for each layer that has n³, and gives the same place to different entries.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from kernels.tensor.kernels import TensorKernel

NUMBER = 8  # bytes of a float64


def packed_size(n: int, q: int) -> int:
    """How many entries of a symmetric tensor (n, …, n) of order q differ (eq. 5.9 at q = 4)."""
    return comb(n + q - 1, q)


def packed_index(indices: np.ndarray) -> np.ndarray:
    """The place of an entry, whatever the order of its indices: int64 of shape (...,).

    indices: whole numbers from 0, of shape (..., q). The place does not depend on n.
    """
    ascending = np.sort(np.asarray(indices, dtype=np.int64), axis=-1)
    q = ascending.shape[-1]
    top = int(ascending.max(initial=0)) + q
    place = np.zeros(ascending.shape[:-1], dtype=np.int64)
    for k in range(1, q + 1):
        ways = np.array([comb(c, k) for c in range(top)], dtype=np.int64)
        place += ways[ascending[..., k - 1] + k - 1]
    return place


def packed_tensor(kernel: TensorKernel, X: np.ndarray, q: int) -> np.ndarray:
    """Every distinct k(x_1, …, x_q) at its place: float64 of shape (packed_size(n, q),)."""
    X = np.asarray(kernel.read(X), dtype=float)
    indices = np.array(list(combinations_with_replacement(range(len(X)), q)))
    values = np.empty(packed_size(len(X), q))
    step = max(1, 2**22 // (q * X.shape[1]))
    for start in range(0, len(indices), step):
        index = indices[start : start + step]
        values[packed_index(index)] = kernel.of(X[index].prod(axis=1).sum(axis=1))
    return values


def memory_table(sizes: Sequence[int], q: int = 4) -> list[dict[str, float]]:
    """Bytes of the whole tensor and of the packed one, for each number of examples (eq. 5.15)."""
    return [
        {"examples": n, "whole": NUMBER * n**q, "packed": NUMBER * packed_size(n, q)} for n in sizes
    ]
