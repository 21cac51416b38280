"""Loops over symmetric matrices between items (kernels.similar), compiled by numba."""

import numpy as np

from kernels.compiled import compiled


@compiled
def part_of_whole(K, chosen):  # pragma: no cover
    """K of the chosen rows and columns, in float64."""
    n = len(chosen)
    found = np.empty((n, n))
    for i in range(n):
        row = K[chosen[i]]
        for j in range(n):
            found[i, j] = row[chosen[j]]
    return found


@compiled
def weigh_whole(K, table, out):  # pragma: no cover
    """Adds to each row of out the rows of K that a table names, times its weights.

    table: the three arrays of a sparse table: where its rows end, their items, their weights.
    """
    ends, items, weights = table
    n = K.shape[1]
    for i in range(len(ends) - 1):
        sums = out[i]
        for k in range(ends[i], ends[i + 1]):
            weight, row = weights[k], K[items[k]]
            for j in range(n):
                sums[j] += weight * row[j]


@compiled
def part_of_near(near, base, size, chosen):  # pragma: no cover
    """The same for base[size_i, size_j] + near_ij; near: three arrays, the items of a row
    ascending. chosen: ascending.
    """
    starts, columns, values = near
    n = len(chosen)
    found = np.empty((n, n))
    for i in range(n):
        user = chosen[i]
        row = base[size[user]]
        for j in range(n):
            found[i, j] = row[size[chosen[j]]]
        at, end = starts[user], starts[user + 1]
        for j in range(n):
            wanted, high = chosen[j], end
            while at < high:
                middle = (at + high) // 2
                if columns[middle] < wanted:
                    at = middle + 1
                else:
                    high = middle
            if at < end and columns[at] == wanted:
                found[i, j] += values[at]
    return found


@compiled
def weigh_near(near, base, size, table, out):  # pragma: no cover
    """As weigh_whole, of base[size_i, size_j] + near_ij."""
    starts, columns, values = near
    ends, items, weights = table
    n_sizes = len(base)
    of_sizes = np.empty(n_sizes)
    for i in range(len(ends) - 1):
        sums = out[i]
        of_sizes[:] = 0.0
        for k in range(ends[i], ends[i + 1]):
            weight, row = weights[k], base[size[items[k]]]
            for a in range(n_sizes):
                of_sizes[a] += weight * row[a]
        for j in range(len(sums)):
            sums[j] += of_sizes[size[j]]
        for k in range(ends[i], ends[i + 1]):
            weight, item = weights[k], items[k]
            for m in range(starts[item], starts[item + 1]):
                sums[columns[m]] += weight * values[m]
