"""Gram matrices between the items of a table of choices: an item is the set of its users.

kernels.item_values gives the value for two items; this module decides for which pairs to compute
it, and how to hold the matrix: whole or, if few items share a user, as kernels.similar.Near.
"""

from collections.abc import Callable, Iterator

import numpy as np
from scipy import sparse

from kernels.base import Kernel
from kernels.blas import one_thread
from kernels.examples import ROWS_AT_ONCE, blocks
from kernels.item_values import Pairs, normalised
from kernels.similar import Near, Similar, Whole

USERS_AT_ONCE = 1024
PAIRS_AT_ONCE = 2**18
MOST_BYTES = 1_600_000_000  # of a matrix of similarities
NEAR = 1 / 16  # share of pairs of items up to which those with a user in common are kept alone
DENSE = 1 / 40  # of two products that take as long, the sparse one's share of multiplications


def bytes_needed(n_items: int) -> int:
    """The memory of `similarities`, which is one float32 matrix."""
    return 4 * n_items**2


def similar(kernel: Kernel, R: sparse.csr_array) -> Similar:
    """The normalised kernel between items as from `similarities`, in the memory there is.

    If few items share a user, the entries of pairs without one are kept once for each two numbers
    of users. Otherwise the matrix is float64 if that fits: disjunctions of a high degree differ
    from 1 by less than float32 can tell, and would be ranked by its rounding.
    """
    if not few_in_common(R):
        fits = 2 * bytes_needed(R.shape[1]) <= MOST_BYTES
        return Whole(similarities(kernel, R, np.float64 if fits else np.float32))
    both, ones = _in_common(R), _users_of(R)
    sizes, size = np.unique(ones, return_inverse=True)
    rows = np.repeat(np.arange(len(ones)), np.diff(both.indptr))

    x, z = np.meshgrid(sizes, sizes)
    apart = x + z <= R.shape[0]  # more cannot be without a user in common

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
    similar to itself alone (Polato, section 10.4.2). ValueError if the kernel must be asked for too
    many different Counts.
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


def share_in_common(R: sparse.csr_array) -> float:
    """The share of pairs of items, each with itself among them, that some user chose both of."""
    if few_in_common(R):
        return float((_in_common(R).data > 0).sum()) / R.shape[1] ** 2
    return float((chosen_by_both(R) > 0).mean())


def few_in_common(R: sparse.csr_array) -> bool:
    """Whether few enough pairs of items share a user to keep these one by one."""
    return _most_pairs(R) < NEAR * float(R.shape[1]) ** 2


def _most_pairs(R: sparse.csr_array) -> float:
    """How many ordered pairs of items share a user, at most."""
    each = np.diff(R.indptr).astype(np.float64)
    return float(each @ each)


def _users_of(R: sparse.csr_array) -> np.ndarray:
    """How many users chose each item, int64 (n_items,)."""
    return np.bincount(R.indices, minlength=R.shape[1]).astype(np.int64)


def _in_common(R: sparse.csr_array) -> sparse.csr_array:
    """How many users chose both items, for pairs that some did and each item with itself.

    Its indices are sorted.
    """
    floats = R.astype(np.float32)
    nobody = sparse.diags_array((_users_of(R) == 0).astype(np.float32))
    both = sparse.csr_array(floats.T @ floats + nobody)  # an entry for every item with itself
    both.data[np.repeat(_users_of(R) == 0, np.diff(both.indptr))] = 0
    both.sort_indices()
    return both
