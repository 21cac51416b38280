"""Rounding of what solvers return, so that values equal up to rounding become equal.

On a grid of powers of two sums are exact, in whatever order a library adds. So ties are ties on
every processor, and are broken by what a person can see.
"""

import numpy as np

BITS = 36  # of the largest value: 2¹⁶ of them can be added within the 53 bits of a float64
MARGINS = 32.0  # a decision value that counts as large


def on_grid(values: np.ndarray, largest: float | None = None, bits: int = BITS) -> np.ndarray:
    """The values to the nearest multiple of a power of two, about 2^-bits of the largest.

    largest: in size, where it is not among the values.
    """
    most = float(np.abs(values).max(initial=0)) if largest is None else largest
    if not 0 < most < np.inf:
        return values
    # By √2, so that no grid changes where a largest value of 1 is a little more or less.
    unit = 2.0 ** (np.frexp(most * np.sqrt(2))[1] - bits)
    return np.round(values / unit) * unit + 0.0


def decided(f: np.ndarray) -> np.ndarray:
    """Decision values, where a margin is 1, rounded to about 1e-9: 0 up to rounding becomes 0."""
    return on_grid(f, MARGINS)


def dot(one: np.ndarray, other: np.ndarray) -> float:
    """Σ one_i other_i, both of shape (n,)."""
    return float((one * other).sum())
