"""Gram matrices between the items of a table of choices: an item is the set of its users.

A normalised kernel of two items depends on three numbers: how many users chose the one, the other,
and both; the fourth of the Counts, the number of users, is fixed. Kernels of ⟨x, z⟩ alone need one
table by ⟨x, z⟩, disjunctions one table of shares. Each entry is computed in whole numbers and
divided last, so that degree 1000 of a million users is as exact as any; in float64 alone, digits
would cancel. The matrix is stored whole or, if few items share a user, as `similar.Near`.
"""

from collections.abc import Callable, Iterable, Iterator

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
from kernels.recommender.similar import Near, Similar, Whole

MOST_COUNTS = 500_000  # different Counts for which a kernel without a table is computed
LIMB, GUARD = 62, 256  # bits of a half of a share, and of the share while it is computed
OF_BOTH = (
    Variables,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    Polynomial,
    AllSubsets,
    SadoharaMonotoneDNF,
    ZhangMonotoneDNF,
)
# For pairs of items, how many users chose the one, the other, and both.
Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]
Value = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # of such pairs
USERS_AT_ONCE = 1024
PAIRS_AT_ONCE = 2**18
MOST_BYTES = 1_600_000_000  # of a matrix of similarities
NEAR = 1 / 16  # up to this share of pairs, only those with a user in common are stored one by one
DENSE = 1 / 40  # share of multiplications at which a sparse product takes as long as a dense one


def normalised(
    kernel: Kernel, n_users: int, ones: np.ndarray, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """A function that gives the normalised kernel of any of these pairs; 0 without a feature.

    kernel: normalised or not; ones: how many users chose each item.
    """
    unit = kernel if isinstance(kernel, Normalized) else kernel.normalized()
    most = int(ones.max(initial=0))
    match unit:
        case Tanimoto():
            return lambda x, z, both: both / np.maximum(x + z - both, 1)
        case Normalized(of) if isinstance(of, OF_BOTH) and _on_variables(of):
            return _of_both(of, n_users, most, pairs)
        case Normalized(MonotoneDisjunctive(1, of)) if of == Variables():
            return _of_both(of, n_users, most, pairs)
        case Normalized(MonotoneDisjunctive(degree, of)) if of == Variables():
            return _disjunctive(degree, n_users, most)
    return _one_by_one(unit, n_users, ones, pairs)


def _on_variables(kernel: Kernel) -> bool:
    return getattr(kernel, "of", Variables()) == Variables()


def _taken_apart(number: Number) -> tuple[float, int]:
    """Mantissa and exponent of a number that may lie beyond float64, rounded once."""
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


def _of_both(
    kernel: Kernel, n_users: int, most: int, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """f(⟨x, z⟩) / √(f(|x|) f(|z|)) by one table of f at the numbers that occur."""
    occurs = np.zeros(most + 1, dtype=bool)
    for x, z, both in pairs():
        occurs[x] = occurs[z] = occurs[both] = True
    present = np.flatnonzero(occurs)
    mantissa, exponent = np.zeros(most + 1), np.zeros(most + 1, dtype=np.int64)
    for s in present.tolist():
        mantissa[s], exponent[s] = _taken_apart(kernel.value(Counts(n_users, s, s, s)))

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        doubled = 2 * exponent[both] - exponent[x] - exponent[z]
        norms = mantissa[x] * mantissa[z]
        values = np.ldexp(mantissa[both] / np.sqrt(np.where(norms > 0, norms, 1.0)), doubled >> 1)
        values *= np.where(doubled & 1, np.sqrt(2), 1.0)
        return np.where(norms > 0, values, 0.0)

    return value


def _disjunctive(degree: int, n_users: int, most: int) -> Value:
    """mD by shares: which of all sets of `degree` users meet x, z and both (eq. 6.7).

    r_k, the share of sets without any of k given users, is stored as two whole numbers of 62 bits,
    in which 1 − r_|x| − r_|z| + r_|x ∪ z| is computed without rounding.
    """
    share, shares = 1 << GUARD, []
    for k in range(min(2 * most, n_users) + 1):
        shares.append(share >> (GUARD - 2 * LIMB))
        share = share * max(n_users - k - degree, 0) // max(n_users - k, 1)
    high = np.array([one >> LIMB for one in shares], dtype=np.int64)
    low = np.array([one & ((1 << LIMB) - 1) for one in shares], dtype=np.int64)
    whole = np.int64(1 << LIMB)
    met = np.ldexp((whole - high).astype(np.float64), -LIMB)
    met -= np.ldexp(low.astype(np.float64), -2 * LIMB)

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        either = x + z - both
        top = ((whole - high[x]) - high[z]) + high[either]
        rest = (low[either] - low[x]) - low[z]
        values = np.ldexp(top.astype(np.float64), -LIMB)
        values += np.ldexp(rest.astype(np.float64), -2 * LIMB)
        norms = np.sqrt(met[x] * met[z])
        return np.divide(values, norms, out=np.zeros_like(values), where=norms > 0)

    return value


def _one_by_one(
    kernel: Kernel, n_users: int, ones: np.ndarray, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """Any kernel, computed once for each of the different Counts."""
    most = int(ones.max(initial=0)) + 1

    def codes_of(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        return (x * most + z) * most + both

    codes = np.unique(np.concatenate([np.unique(codes_of(*pair)) for pair in pairs()]))
    if len(codes) > MOST_COUNTS:
        raise ValueError(
            f"The kernel {kernel!r} can be computed for at most {MOST_COUNTS:,} different pairs of "
            f"items, and here are {len(codes):,}. Take linear, mC, mD, Tanimoto or polynomial, "
            "which are computed for all at once, or fewer items."
        )
    of_two, both = np.divmod(codes, most)
    in_x, in_z = np.divmod(of_two, most)
    counts = (
        Counts(n_users, *three)
        for three in zip(in_x.tolist(), in_z.tolist(), both.tolist(), strict=True)
    )
    table = np.array([float(value) for value in kernel.values(counts)])
    norms = kernel.of if isinstance(kernel, Normalized) else kernel
    has = np.zeros(most, dtype=bool)
    for size in np.unique(ones).tolist():
        has[size] = norms.value(Counts(n_users, size, size, size)) != 0

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        values = table[np.searchsorted(codes, codes_of(x, z, both))]
        return np.where(has[x] & has[z], values, 0.0)

    return value


def bytes_needed(n_items: int) -> int:
    """The memory of `similarities`, which is one float32 matrix."""
    return 4 * n_items**2


def similar(kernel: Kernel, R: sparse.csr_array) -> Similar:
    """The normalised kernel between items as from `similarities`, in the memory there is.

    If few items share a user, the entries of pairs without a common user are stored once for each
    two numbers of users. Otherwise the matrix is float64 if that fits: disjunctions of a high
    degree differ from 1 by less than the precision of float32, whose rounding would rank them.
    """
    if not few_in_common(R):
        fits = 2 * bytes_needed(R.shape[1]) <= MOST_BYTES
        return Whole(similarities(kernel, R, np.float64 if fits else np.float32))
    both, ones = _in_common(R), _users_of(R)
    sizes, size = np.unique(ones, return_inverse=True)
    rows = np.repeat(np.arange(len(ones)), np.diff(both.indptr))

    x, z = np.meshgrid(sizes, sizes)
    apart = x + z <= R.shape[0]  # two larger items must have a user in common

    def pairs() -> Iterator[Pairs]:
        yield x[apart], z[apart], np.zeros(int(apart.sum()), dtype=np.int64)
        for some in blocks(both.nnz, PAIRS_AT_ONCE):
            yield ones[rows[some]], ones[both.indices[some]], both.data[some].astype(np.int64)

    value = normalised(kernel, R.shape[0], ones, pairs)
    (grid, *parts) = pairs()
    base = np.zeros(apart.shape)
    base[apart] = value(*grid)
    near = np.concatenate([np.zeros(0), *(value(*part) for part in parts)])
    is_own = rows == both.indices
    near[is_own] = 1
    near -= base[size[rows], size[both.indices]]
    table = sparse.csr_array((near, both.indices, both.indptr), both.shape)
    return Near(table, base, size)


def similarities(
    kernel: Kernel, R: sparse.csr_array, dtype: type[np.floating] = np.float32
) -> np.ndarray:
    """The normalised kernel between items, of shape (n_items, n_items), symmetric, diagonal 1.

    R: the table of choices, of 0 and 1, shape (n_users, n_items). An item without a feature is
    similar to itself alone (Polato, section 10.4.2). ValueError if there are too many different
    Counts for the kernel.
    """
    K, ones = chosen_by_both(R).astype(dtype, copy=False), _users_of(R)

    def pairs() -> Iterator[Pairs]:
        return ((ones[i : i + 1], ones, row.astype(np.int64)) for i, row in enumerate(K))

    value = normalised(kernel, R.shape[0], ones, pairs)
    for rows in blocks(len(K), ROWS_AT_ONCE):
        K[rows] = value(ones[rows, None], ones, K[rows].astype(np.int64))
    K[np.diag_indices(len(K))] = 1
    return K


def chosen_by_both(R: sparse.csr_array) -> np.ndarray:
    """How many users chose both of two items: RᵀR, exact in float32 below 2²⁴ users."""
    n_users, n_items = R.shape
    if _most_pairs(R) < DENSE * n_users * float(n_items) ** 2:
        return (R.T.astype(np.float32) @ R.astype(np.float32)).toarray(order="C")
    both = np.zeros((n_items, n_items), dtype=np.float32)
    with one_thread():
        for some in blocks(n_users, USERS_AT_ONCE):
            rows = R[some].toarray().astype(np.float32)
            both += rows.T @ rows
    return both


def co_chosen(
    R: sparse.csr_array, scaled: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
) -> Similar:
    """`scaled` of how many users chose both of two items; 0 for an item and itself.

    scaled: maps arrays of rows, columns and numbers of users to values; 0 users must give 0.
    """
    n = R.shape[1]
    if not few_in_common(R):
        both = chosen_by_both(R)
        for some in blocks(n, ROWS_AT_ONCE):
            both[some] = scaled(np.arange(n)[some, None], np.arange(n), both[some])
        np.fill_diagonal(both, 0)
        return Whole(both)
    together = _in_common(R)
    rows = np.repeat(np.arange(n), np.diff(together.indptr))
    values = np.where(rows == together.indices, 0, scaled(rows, together.indices, together.data))
    return Near.alone(
        sparse.csr_array(
            (values.astype(np.float32), together.indices, together.indptr), together.shape
        )
    )


def few_in_common(R: sparse.csr_array) -> bool:
    """Whether so few pairs of items share a user that these are stored one by one."""
    return _most_pairs(R) < NEAR * float(R.shape[1]) ** 2


def _most_pairs(R: sparse.csr_array) -> float:
    """At most how many ordered pairs of items share a user."""
    each = np.diff(R.indptr).astype(np.float64)
    return float(each @ each)


def _users_of(R: sparse.csr_array) -> np.ndarray:
    """How many users chose each item, int64 (n_items,)."""
    return np.bincount(R.indices, minlength=R.shape[1]).astype(np.int64)


def _in_common(R: sparse.csr_array) -> sparse.csr_array:
    """How many users chose both items, for pairs with a common user and for each item with itself.

    Its indices are sorted.
    """
    floats = R.astype(np.float32)
    nobody = sparse.diags_array((_users_of(R) == 0).astype(np.float32))
    both = sparse.csr_array(floats.T @ floats + nobody)  # an entry for every item with itself
    both.data[np.repeat(_users_of(R) == 0, np.diff(both.indptr))] = 0
    both.sort_indices()
    return both
