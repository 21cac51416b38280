"""A path of prices: for each price of a test a good rule, each started from the one before.

Two ways are combined: a rule grown from nothing while the price falls, and a full tree's positive
leaves pruned while it rises. Both choose from one pool of clauses; at each price the heavier rule
is taken. The tree's leaves are found by loops that numba compiles.
"""

from collections.abc import Sequence

import numpy as np

from interpret.rules.pool import Places, Pool
from interpret.rules.pricing import Effort, as_integers
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet
from kernels.compiled import compiled

LEAVES = 400


def price_path(
    problem: RuleProblem, prices: Sequence[float], effort: Effort
) -> list[list[TestSet]]:
    """A good rule for each price of a test; the prices must ascend."""
    pool = Pool(problem, effort)
    return [pool.rule(rule) for rule in path_of(pool, prices)]


def path_of(pool: Pool, prices: Sequence[float]) -> list[Places]:
    """A good rule of the pool for each of the ascending prices; the pool grows in the search."""
    if not len(pool.problem.single_tests.tests):
        return [[] for _ in prices]
    settled = set[frozenset[int]]()

    def repriced(rule: Places, price: float) -> Places:
        """The rule repriced, but each rule only once, at its first price."""
        if frozenset(rule) not in settled:
            settled.add(frozenset(rule))
            rule = pool.repriced(rule, price)
            settled.add(frozenset(rule))
        return rule

    grown: list[Places] = []
    rule: Places = []
    for price in reversed(prices):
        rule = repriced(pool.grown(rule, price), price)
        grown.append(rule)
    pruned = pool.fitted(tree_clauses(pool.problem), prices[0])
    path = []
    for price, other in zip(prices, reversed(grown), strict=True):
        pruned = pool.tidy(pool.choose(pool.tidy(pruned, price), price), price)
        rules = (pruned, pool.choose(rule, price), pool.choose(other, price))
        rule = repriced(max(rules, key=lambda candidate: pool.objective(candidate, price)), price)
        path.append(rule)
    return path


def tree_clauses(problem: RuleProblem) -> list[TestSet]:
    """The positive leaves of a full tree on the row weights, as clauses of the language's tests.

    A negation without a test in the language is left out; a leaf without tests gives no clause.
    """
    weights, _ = as_integers(problem.weights)
    if not (weights > 0).any() or not (weights < 0).any():
        return []
    ways, depths = leaves(problem.single_tests.grid, weights, LEAVES)
    clauses = (
        tuple(sorted(set(way[:depth])))
        for way, depth in zip(ways.tolist(), depths.tolist(), strict=True)
    )
    return list(dict.fromkeys(clauses))


@compiled
def _accepted(grid, test):  # pragma: no cover
    """The number of atoms that a test accepts."""
    return grid.starts[test + 1] - grid.starts[test]


@compiled
def _best_split(grid, weights, rows, positive, negative):  # pragma: no cover
    """The reduction of Gini impurity by the best test of some rows, and that test, or −1."""
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
        p, n, denial, counted = 0.0, 0.0, grid.denials[t], t
        if denial >= 0 and _accepted(grid, denial) < _accepted(grid, t):
            counted = denial
        for k in range(grid.starts[counted], grid.starts[counted + 1]):
            p += positive[grid.atoms[k]]
            n += negative[grid.atoms[k]]
        if counted != t:  # every row passes one of the two, and the sums are whole numbers
            p, n = gain - p, loss - n
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

    weights: int64 (n_rows,). The tree is grown where the Gini impurity falls most, up to `most`
    leaves. A leaf is the tests on its path, a failed one replaced by its negation.
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
