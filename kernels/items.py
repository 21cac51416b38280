"""Gram matrices between the items of a table of choices: an item is the set of its users.

The four Counts of two items are the number of users, each item's choosers and those of both.
Where users are many, few numbers decide: kernels of ⟨x, z⟩ alone are one table, disjunctions are
one table of shares. Each is computed in whole numbers and divided last, so that degree 1000 of a
million users is as exact as any: float64 alone would cancel.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from kernels.base import Kernel, Normalized, Number
from kernels.blas import one_thread
from kernels.boolean import (
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    Variables,
)
from kernels.classical import (
    AllSubsets,
    Polynomial,
    SadoharaMonotoneDNF,
    Tanimoto,
    ZhangMonotoneDNF,
)
from kernels.counts import Counts
from kernels.examples import ROWS_AT_ONCE, blocks

MOST_COUNTS = 500_000  # different Counts that a kernel without a table is asked for
USERS_AT_ONCE = 1024
LIMB, GUARD = 62, 256  # bits of a half of a share, and of the share while it is made
DENSE = 1 / 40  # of two products that take as long, the sparse one's share of multiplications
OF_BOTH = (
    Variables,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    Polynomial,
    AllSubsets,
    SadoharaMonotoneDNF,
    ZhangMonotoneDNF,
)

Block = Callable[[np.ndarray, np.ndarray], np.ndarray]


def bytes_needed(n_items: int) -> int:
    """The memory of `similarities`, which is one float32 matrix."""
    return 4 * n_items**2


def similarities(
    kernel: Kernel, R: sparse.csr_array, dtype: type[np.floating] = np.float32
) -> np.ndarray:
    """The normalised kernel between items, of shape (n_items, n_items), symmetric, diagonal 1.

    R: the table of choices, of 0 and 1, shape (n_users, n_items). An item without a feature is
    similar to itself alone (Polato, section 10.4.2). ValueError where the kernel must be asked
    for more than MOST_COUNTS different Counts.
    """
    K = chosen_by_both(R).astype(dtype, copy=False)
    ones = K.diagonal().astype(np.int64)
    own = kernel if isinstance(kernel, Normalized) else kernel.normalized()
    block = _blockwise(own, R.shape[0], ones, K)
    for start in range(0, len(K), ROWS_AT_ONCE):
        rows = np.arange(start, min(start + ROWS_AT_ONCE, len(K)))
        K[rows] = block(rows, K[rows].astype(np.int64))
    K[np.diag_indices(len(K))] = 1
    return K


def chosen_by_both(R: sparse.csr_array) -> np.ndarray:
    """How many users chose both of two items: RᵀR, exact in float32 below 2²⁴ users."""
    n_users, n_items = R.shape
    each = np.diff(R.indptr).astype(np.float64)
    if (each @ each) < DENSE * n_users * float(n_items) ** 2:
        return (R.T.astype(np.float32) @ R.astype(np.float32)).toarray(order="C")
    both = np.zeros((n_items, n_items), dtype=np.float32)
    with one_thread():
        for some in blocks(n_users, USERS_AT_ONCE):
            own = R[some].toarray().astype(np.float32)
            both += own.T @ own
    return both


def _blockwise(kernel: Kernel, n_users: int, ones: np.ndarray, S: np.ndarray) -> Block:
    """What makes some rows of the Gram matrix of those of S, by the kernel's own way."""
    match kernel:
        case Tanimoto():
            return lambda rows, both: both / np.maximum(ones[rows, None] + ones - both, 1)
        case Normalized(of) if isinstance(of, OF_BOTH) and _on_variables(of):
            return _of_both(of, n_users, ones, S)
        case Normalized(MonotoneDisjunctive(1, of)) if of == Variables():
            return _of_both(of, n_users, ones, S)
        case Normalized(MonotoneDisjunctive(degree, of)) if of == Variables():
            return _disjunctive(degree, n_users, ones)
    return _one_by_one(kernel, n_users, ones, S)


def _on_variables(kernel: Kernel) -> bool:
    return getattr(kernel, "of", Variables()) == Variables()


@dataclass(frozen=True, eq=False)
class _Wide:
    """Numbers beyond float64: mantissa · 2^exponent, each rounded once."""

    mantissa: np.ndarray
    exponent: np.ndarray

    @classmethod
    def of(cls, numbers: list[Number]) -> "_Wide":
        pairs = [_taken_apart(number) for number in numbers]
        return cls(np.array([m for m, _ in pairs]), np.array([e for _, e in pairs]))


def _taken_apart(number: Number) -> tuple[float, int]:
    """A mantissa in [1, 2) or 0, and an even exponent."""
    if number == 0:
        return 0.0, 0
    if isinstance(number, float):
        mantissa, exponent = np.frexp(number)
        return float(mantissa), int(exponent)
    top, bottom = number.numerator, number.denominator
    exponent = top.bit_length() - bottom.bit_length()
    shift = 64 - exponent
    whole = (top << max(shift, 0)) // (bottom << max(-shift, 0))
    return whole / 2**64, exponent


def _of_both(kernel: Kernel, n_users: int, ones: np.ndarray, S: np.ndarray) -> Block:
    """f(⟨x, z⟩) / √(f(|x|) f(|z|)) by one table of f at the numbers that occur."""
    most = int(ones.max(initial=0))
    occurs = np.zeros(most + 1, dtype=bool)
    for row in S:
        occurs[row.astype(np.int64)] = True
    present = np.flatnonzero(occurs)
    place = np.zeros(most + 1, dtype=np.int64)
    place[present] = np.arange(len(present))
    table = _Wide.of([kernel.value(Counts(n_users, s, s, s)) for s in present.tolist()])
    norm_m, norm_e = table.mantissa[place[ones]], table.exponent[place[ones]]
    empty = norm_m == 0

    def block(rows: np.ndarray, both: np.ndarray) -> np.ndarray:
        at = place[both]
        doubled = 2 * table.exponent[at] - norm_e[rows, None] - norm_e
        norms = np.where(empty[rows, None] | empty, 1.0, norm_m[rows, None] * norm_m)
        values = np.ldexp(table.mantissa[at] / np.sqrt(norms), doubled >> 1)
        values *= np.where(doubled & 1, np.sqrt(2), 1.0)
        values[empty[rows]] = 0
        values[:, empty] = 0
        return values

    return block


def _disjunctive(degree: int, n_users: int, ones: np.ndarray) -> Block:
    """mD by shares: of all sets of `degree` users, which meet x, z and both (eq. 6.7).

    r_k, the share that misses k given users, is kept in two whole numbers of 62 bits, in which
    1 − r_|x| − r_|z| + r_|x ∪ z| is taken without rounding.
    """
    most = min(2 * int(ones.max(initial=0)), n_users)
    share, shares = 1 << GUARD, []
    for k in range(most + 1):
        shares.append(share >> (GUARD - 2 * LIMB))
        share = share * max(n_users - k - degree, 0) // max(n_users - k, 1)
    high = np.array([one >> LIMB for one in shares], dtype=np.int64)
    low = np.array([one & ((1 << LIMB) - 1) for one in shares], dtype=np.int64)
    whole = np.int64(1 << LIMB)
    met = np.ldexp((whole - high[ones]).astype(np.float64), -LIMB)
    met -= np.ldexp(low[ones].astype(np.float64), -2 * LIMB)

    def block(rows: np.ndarray, both: np.ndarray) -> np.ndarray:
        either = ones[rows, None] + ones - both
        top = ((whole - high[ones[rows]])[:, None] - high[ones]) + high[either]
        rest = (low[either] - low[ones[rows]][:, None]) - low[ones]
        values = np.ldexp(top.astype(np.float64), -LIMB)
        values += np.ldexp(rest.astype(np.float64), -2 * LIMB)
        norms = np.sqrt(np.multiply.outer(met[rows], met))
        return np.divide(values, norms, out=np.zeros_like(values), where=norms > 0)

    return block


def _one_by_one(kernel: Kernel, n_users: int, ones: np.ndarray, S: np.ndarray) -> Block:
    """Any kernel, asked once for each of the different Counts."""
    most = int(ones.max(initial=0)) + 1
    codes = np.unique(
        np.concatenate(
            [
                np.unique((ones[i] * most + ones) * most + row.astype(np.int64))
                for i, row in enumerate(S)
            ]
        )
    )
    if len(codes) > MOST_COUNTS:
        raise ValueError(
            f"The kernel {kernel!r} must be asked for at most {MOST_COUNTS:,} different pairs of "
            f"items, and here are {len(codes):,}. Take linear, mC, mD, Tanimoto or polynomial, "
            "which are computed for all at once, or fewer items."
        )
    pairs, both = np.divmod(codes, most)
    in_x, in_z = np.divmod(pairs, most)
    counts = (
        Counts(n_users, *three)
        for three in zip(in_x.tolist(), in_z.tolist(), both.tolist(), strict=True)
    )
    table = np.array([float(value) for value in kernel.values(counts)])
    norms = kernel.of if isinstance(kernel, Normalized) else kernel
    empty = np.array([norms.value(Counts(n_users, s, s, s)) == 0 for s in ones.tolist()])

    def block(rows: np.ndarray, both: np.ndarray) -> np.ndarray:
        values = table[np.searchsorted(codes, (ones[rows, None] * most + ones) * most + both)]
        values[empty[rows]] = 0
        values[:, empty] = 0
        return values

    return block
