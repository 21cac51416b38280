"""Values, products and factors that are the same to the last digit on every processor; by numba.

Libraries of linear algebra add in the order that suits the processor. If a machine's weights are
not unique, the last digits decide which solution is taken, and so may change a rule. Here every sum
has one order, and no product is fused with a sum.

`on_grid` rounds what a library returns to a grid of powers of two, on which sums are exact in
whatever order they are added, so that ties are ties everywhere. That alone is not enough. This was
measured with OpenBLAS for Nehalem, Haswell and SkylakeX. With LAPACK's factors in place of
`factorise` and `solved`, 11 of 78 machines of 13 tables had other weights, all with the linear
kernel, by up to 2e-6 of the largest. With BLAS and LAPACK in place of `by_triangle` and `inverse`,
features on a grid of 2⁻²³ were the same for 78 machines of small tables and for most kernels on
12,000 rows. But for rbf(0.002) and 700 landmarks 10 of 8 million features differed, and with them
9,553 of 12,000 weights, by up to 2e-8 of the largest.
"""

from functools import partial

import numpy as np

from kernels.compiled import compiled, part_of_a_loop

BITS = 36  # of the largest value, so that 2¹⁶ values add up within the 53 bits of a float64
MARGINS = 32.0  # a decision value that counts as large
PANEL = 32  # rows that are factorised before the other rows are updated
ROWS, COLUMNS = 64, 256  # of one block of a product, so that it stays in the cache


def on_grid(values: np.ndarray, largest: float | None = None, bits: int = BITS) -> np.ndarray:
    """The values to the nearest multiple of a power of two, about 2^-bits of the largest.

    largest: in size, where it is not among the values.
    """
    most = float(np.abs(values).max(initial=0)) if largest is None else largest
    if not 0 < most < np.inf:
        return values
    # By √2, so that a largest value near 1 gives the same grid whichever side of 1 it is on.
    unit = 2.0 ** (np.frexp(most * np.sqrt(2))[1] - bits)
    return np.round(values / unit) * unit + 0.0


def decided(f: np.ndarray) -> np.ndarray:
    """Decision values, where a margin is 1, rounded to about 1e-9, so that tiny ones become 0."""
    return on_grid(f, MARGINS)


def dot(one: np.ndarray, other: np.ndarray) -> float:
    """Σ one_i other_i, both of shape (n,)."""
    return float((one * other).sum())


@part_of_a_loop
def product(u, v):  # pragma: no cover
    """Σ u_j v_j for u, float32 or float64 (m,), and v, float64 (m,).

    Eight sums run side by side, always in the same order.
    """
    a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    j = 0
    while j + 8 <= len(v):
        a += u[j] * v[j]
        b += u[j + 1] * v[j + 1]
        c += u[j + 2] * v[j + 2]
        d += u[j + 3] * v[j + 3]
        e += u[j + 4] * v[j + 4]
        f += u[j + 5] * v[j + 5]
        g += u[j + 6] * v[j + 6]
        h += u[j + 7] * v[j + 7]
        j += 8
    while j < len(v):
        a += u[j] * v[j]
        j += 1
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


@compiled
def products(A, v):  # pragma: no cover
    """A v, float64 (n,), for A, float32 or float64 (n, m), and v, float64 (m,)."""
    sums = np.empty(len(A))
    for i in range(len(A)):
        sums[i] = product(A[i], v)
    return sums


@compiled
def weighed_sum(A, v):  # pragma: no cover
    """vᵀA, float64 (m,), for A, float32 or float64 (n, m); for a symmetric A it is A v.

    Rows of weight 0 cost nothing; beyond a margin most are.
    """
    total = np.zeros(A.shape[1])
    for i in range(len(v)):
        if v[i] != 0:
            for j in range(A.shape[1]):
                total[j] += v[i] * A[i, j]
    return total


@partial(compiled, error_model="numpy")
def factorise(M):  # pragma: no cover
    """Replaces the upper triangle of M, float64 (n, n), by U with UᵀU = M; it reads only this half.

    False where M is not positive definite; the content of M is then meaningless.
    """
    n = len(M)
    for start in range(0, n, PANEL):
        stop = min(n, start + PANEL)
        for k in range(start, stop):
            if not M[k, k] > 0:
                return False
            root = np.sqrt(M[k, k])
            for j in range(k, n):
                M[k, j] /= root
            for i in range(k + 1, stop):
                share = M[k, i]
                for j in range(i, n):
                    M[i, j] -= share * M[k, j]
        if stop < n:
            for i in range(stop, n):
                for k in range(start, stop, 8):
                    _add(M[i, i:], -1.0, M[k : k + 8, i], M, k, i)
    return True


@partial(compiled, error_model="numpy")
def solved(U, b):  # pragma: no cover
    """x with UᵀU x = b, float64 (n,), for U as `factorise` leaves it."""
    n, x = len(b), b.copy()
    for k in range(n):
        x[k] /= U[k, k]
        for j in range(k + 1, n):
            x[j] -= x[k] * U[k, j]
    for k in range(n - 1, -1, -1):
        a, c, d, e = 0.0, 0.0, 0.0, 0.0
        j = k + 1
        while j + 4 <= n:
            a += U[k, j] * x[j]
            c += U[k, j + 1] * x[j + 1]
            d += U[k, j + 2] * x[j + 2]
            e += U[k, j + 3] * x[j + 3]
            j += 4
        while j < n:
            a += U[k, j] * x[j]
            j += 1
        x[k] = (x[k] - ((a + c) + (d + e))) / U[k, k]
    return x


@partial(compiled, error_model="numpy")
def inverse(U):  # pragma: no cover
    """The inverse of U, upper triangular float64 (n, n), itself upper triangular."""
    n = len(U)
    rows = np.zeros((n, n))
    for k in range(n):
        row = rows[k]
        row[k] = 1.0
        for i in range(k, n):
            share = row[i] / U[i, i]
            row[i] = share
            for j in range(i + 1, n):
                row[j] -= share * U[i, j]
    return rows


@partial(compiled, error_model="numpy")
def _add(row, sign, shares, U, k, first):  # pragma: no cover
    """Adds eight rows of U, from k on, to a row, or subtracts them if sign is −1.

    Each is multiplied by its share, and counts from column `first` on.
    """
    last = first + len(row)
    a, b, c, d = U[k, first:last], U[k + 1, first:last], U[k + 2, first:last], U[k + 3, first:last]
    k += 4
    e, f, g, h = U[k, first:last], U[k + 1, first:last], U[k + 2, first:last], U[k + 3, first:last]
    s, t, u, v = sign * shares[0], sign * shares[1], sign * shares[2], sign * shares[3]
    w, x, y, z = sign * shares[4], sign * shares[5], sign * shares[6], sign * shares[7]
    for j in range(len(row)):
        row[j] += ((s * a[j] + t * b[j]) + (u * c[j] + v * d[j])) + (
            (w * e[j] + x * f[j]) + (y * g[j] + z * h[j])
        )


@partial(compiled, error_model="numpy")
def by_triangle(A, U, out):  # pragma: no cover
    """Writes A U into found; both A and found are float64 (n, m), U is upper triangular (m, m)."""
    n, m = A.shape
    out[:] = 0.0
    for start in range(0, n, ROWS):
        stop = min(n, start + ROWS)
        for first in range(0, m, COLUMNS):
            last = min(m, first + COLUMNS)
            for k in range(0, last - 7, 8):
                for i in range(start, stop):
                    _add(out[i, first:last], 1.0, A[i, k : k + 8], U, k, first)
            for k in range(last - last % 8, last):
                for i in range(start, stop):
                    for j in range(first, last):
                        out[i, j] += A[i, k] * U[k, j]
