"""The sums of a machine with the squared hinge, over all examples at once; compiled by numba.

Features are float32, and every sum of them is of float64. Eight sums go side by side, always in the
same order.
"""

import numpy as np

from kernels.compiled import compiled


@compiled
def slope_of_loss(f, along, y, C, t):  # pragma: no cover
    """The derivative of Σ C_i max(0, 1 − y_i (f_i + t along_i))² by t; all float64 (n,)."""
    sums = np.zeros(8)
    for i in range(len(f)):
        short = 1 - y[i] * (f[i] + t * along[i])
        if short > 0:
            sums[i % 8] -= 2 * C[i] * short * y[i] * along[i]
    return sums.sum()
