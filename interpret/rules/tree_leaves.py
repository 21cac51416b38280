"""The leaves of a decision tree on row weights, compiled by numba."""

import numpy as np

from kernels.compiled import compiled


@compiled
def _best_split(grid, weights, rows, positive, negative):  # pragma: no cover
    """What the best test of some rows takes from their Gini impurity, and the test, or −1."""
    positive[:] = 0
    negative[:] = 0
    for k in range(len(rows)):
        w = weights[rows[k]]
        for a in range(grid.cells.shape[1]):
            if w > 0:
                positive[grid.cells[rows[k], a]] += w
            else:
                negative[grid.cells[rows[k], a]] -= w
    gain, loss = 0.0, 0.0
    for k in range(len(rows)):
        gain += max(0, weights[rows[k]])
        loss += max(0, -weights[rows[k]])
    before = gain * loss / (gain + loss) if gain + loss > 0 else 0.0
    best, test = 1e-9 * before, -1
    for t in range(len(grid.attribute)):
        p, n = 0.0, 0.0
        for k in range(grid.starts[t], grid.starts[t + 1]):
            p += positive[grid.atoms[k]]
            n += negative[grid.atoms[k]]
        if p + n <= 0 or gain + loss - p - n <= 0:
            continue
        q, m = gain - p, loss - n
        taken = before - p * n / (p + n) - q * m / (q + m)
        if taken > best:
            best, test = taken, t
    return best, test


@compiled
def leaves(grid, weights, most):  # pragma: no cover
    """The positive leaves of a decision tree on the signs of the weights: tests, their numbers.

    weights: int64 (n_rows,). The tree is grown where it takes most from the Gini impurity, up to so
    many leaves. A leaf is the tests on its path; a test that failed there is replaced by its
    denial, if there is one.
    """
    positive = np.zeros(grid.n_atoms, dtype=np.int64)
    negative = np.zeros(grid.n_atoms, dtype=np.int64)
    rows = np.flatnonzero(weights).astype(np.int32)
    begin = np.zeros(most + 1, dtype=np.int64)  # each leaf's part of `rows`
    end = np.zeros(most + 1, dtype=np.int64)
    split = np.full(most + 1, -1, dtype=np.int64)
    taken = np.zeros(most + 1)
    way = np.full((most + 1, most + 1), -1, dtype=np.int32)
    depth = np.zeros(most + 1, dtype=np.int64)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    end[0] = len(rows)
    taken[0], split[0] = _best_split(grid, weights, rows, positive, negative)
    n = 1
    while n < most:
        leaf = -1
        for k in range(n):
            if split[k] >= 0 and (leaf < 0 or taken[k] > taken[leaf]):
                leaf = k
        if leaf < 0:
            break
        test = split[leaf]
        accepted[:] = False
        for k in range(grid.starts[test], grid.starts[test + 1]):
            accepted[grid.atoms[k]] = True
        below = rows[begin[leaf] : end[leaf]].copy()
        at = begin[leaf]
        for holds in (True, False):
            for k in range(len(below)):
                if accepted[grid.cells[below[k], grid.attribute[test]]] == holds:
                    rows[at] = below[k]
                    at += 1
            if holds:
                end[n], begin[n] = end[leaf], at
                end[leaf] = at
        way[n] = way[leaf]
        depth[n] = depth[leaf]
        way[leaf, depth[leaf]] = test
        depth[leaf] += 1
        if grid.denials[test] >= 0:
            way[n, depth[n]] = grid.denials[test]
            depth[n] += 1
        for k in (leaf, n):
            part = rows[begin[k] : end[k]]
            taken[k], split[k] = _best_split(grid, weights, part, positive, negative)
        n += 1
    kept = 0
    for k in range(n):
        total = 0
        for r in range(begin[k], end[k]):
            total += weights[rows[r]]
        if total > 0 and depth[k] > 0:
            way[kept], depth[kept] = way[k], depth[k]
            kept += 1
    return way[:kept], depth[:kept]
