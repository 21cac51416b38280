"""The sums of a machine with the squared hinge, over all examples at once; compiled by numba.

Features are float32, and every sum of them is of float64. Eight sums go side by side, always in the
same order.
"""

import numpy as np

from kernels.compiled import compiled


@compiled
def products(F, w):  # pragma: no cover
    """F w, float64 (n,), for features F, float32 (n, rank), and w, float64 (rank,)."""
    n, rank = F.shape
    found = np.empty(n)
    for i in range(n):
        a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        j = 0
        while j + 8 <= rank:
            a += F[i, j] * w[j]
            b += F[i, j + 1] * w[j + 1]
            c += F[i, j + 2] * w[j + 2]
            d += F[i, j + 3] * w[j + 3]
            e += F[i, j + 4] * w[j + 4]
            f += F[i, j + 5] * w[j + 5]
            g += F[i, j + 6] * w[j + 6]
            h += F[i, j + 7] * w[j + 7]
            j += 8
        while j < rank:
            a += F[i, j] * w[j]
            j += 1
        found[i] = ((a + b) + (c + d)) + ((e + f) + (g + h))
    return found


@compiled
def weighed_sum(F, v):  # pragma: no cover
    """vᵀF, float64 (rank,); examples of weight 0, as most are behind the margin, cost nothing."""
    total = np.zeros(F.shape[1])
    for i in range(len(v)):
        if v[i] != 0:
            for j in range(F.shape[1]):
                total[j] += v[i] * F[i, j]
    return total


@compiled
def slope_of_loss(f, along, y, C, t):  # pragma: no cover
    """The derivative of Σ C_i max(0, 1 − y_i (f_i + t along_i))² by t; all float64 (n,)."""
    sums = np.zeros(8)
    for i in range(len(f)):
        short = 1 - y[i] * (f[i] + t * along[i])
        if short > 0:
            sums[i % 8] -= 2 * C[i] * short * y[i] * along[i]
    return sums.sum()
