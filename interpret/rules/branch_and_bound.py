"""Exact pricing: a depth-first search of every clause that may matter, compiled by numba.

A clause on a branch is worth at most the positive rows that the branch still covers, less the price
of its tests; a branch on which no clause can exceed the floor is pruned. The state of the search is
kept in arrays, so that it can pause after some work and go on later.
"""

from typing import NamedTuple

import numpy as np

from interpret.rules.beam import sums_of_test, take_passing
from interpret.rules.grid import Grid
from kernels.compiled import compiled

DEPTH, BEST, FOUND, SPENT = range(4)  # places in `counts`


class Stack(NamedTuple):
    """The state of a search: the node at each depth, and the clauses found.

    rows, tests, gains, losses, order: those of each node; sizes: how many rows it has, how many
    tests may follow, how many of these are hopeful (and in order), how many have been tried, and
    whether it was entered; clause, spent: the tests down to each node and their cost; loss: the
    negative weight that each node covers; best: the best clause; found: all clauses above the
    floor, filled with −1; counts: the depth, the length of the best clause, how many were found and
    how many priced; floor: the value that a clause must exceed.
    """

    rows: np.ndarray
    tests: np.ndarray
    gains: np.ndarray
    losses: np.ndarray
    order: np.ndarray
    sizes: np.ndarray
    clause: np.ndarray
    spent: np.ndarray
    loss: np.ndarray
    best: np.ndarray
    found: np.ndarray
    counts: np.ndarray
    floor: np.ndarray


def started(grid: Grid, weights: np.ndarray, literals: int, floor: float, most: int = 0) -> Stack:
    """A search at its root. most: how many clauses may be found; 0 if only the best is wanted."""
    heavy = np.flatnonzero(weights).astype(np.int32)
    n_tests = len(grid.attribute)
    shape = literals, n_tests
    stack = Stack(
        np.zeros((literals, len(heavy)), dtype=np.int32),
        np.zeros(shape, dtype=np.int32),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int32),
        np.zeros((literals, 5), dtype=np.int64),
        np.zeros(literals, dtype=np.int32),
        np.zeros(literals),
        np.zeros(literals, dtype=np.int64),
        np.full(literals, -1, dtype=np.int32),
        np.full((most, literals), -1, dtype=np.int32),
        np.zeros(4, dtype=np.int64),
        np.array([floor]),
    )
    stack.rows[0] = heavy
    stack.tests[0] = np.arange(n_tests)
    stack.sizes[0] = len(heavy), n_tests, 0, 0, 0
    stack.loss[0] = -weights[weights < 0].sum()
    return stack


@compiled
def descend(grid, weights, costs, price, stack, work):  # pragma: no cover
    """Continues a search for about `work` clauses; returns whether it has ended.

    weights: int64 (n_rows,); costs: of each test, (n_tests,); price: the least cost of one more
    test. The search also ends if it finds more clauses than there is room for; the count of clauses
    found is then one above the room.
    """
    counts, sizes = stack.counts, stack.sizes
    literals = len(stack.clause)
    positive = np.zeros(grid.n_atoms, dtype=np.int64)
    negative = np.zeros(grid.n_atoms, dtype=np.int64)
    wanted = np.zeros(len(grid.first), dtype=np.bool_)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    until = counts[SPENT] + work
    while counts[DEPTH] >= 0:
        d = counts[DEPTH]
        if sizes[d, 4] == 0:
            if counts[SPENT] >= until:
                return False
            counts[SPENT] += sizes[d, 1]
            if not _enter(grid, weights, costs, price, stack, d, positive, negative, wanted):
                return True
            if d + 1 == literals:
                counts[DEPTH] -= 1
                continue
            sizes[d, 4] = 1
        pushed = False
        while sizes[d, 3] < sizes[d, 2] and not pushed:
            at = stack.order[d, sizes[d, 3]]
            sizes[d, 3] += 1
            if stack.losses[d, at] > 0 and _hopes(stack, costs, price, d, at):
                pushed = _push(grid, costs, price, stack, d, at, accepted)
        if not pushed:
            counts[DEPTH] -= 1
    return True


@compiled
def _hopes(stack, costs, price, d, at):  # pragma: no cover
    """Whether a clause with this test and one more may still exceed the floor."""
    cost = stack.spent[d] + costs[stack.tests[d, at]]
    return stack.gains[d, at] - cost - price > stack.floor[0]


@compiled
def _enter(grid, weights, costs, price, stack, d, positive, negative, wanted):  # pragma: no cover
    """Weighs the tests of a node and sorts the hopeful ones; False where the room is full."""
    sizes, counts, tests = stack.sizes, stack.counts, stack.tests[d]
    wanted[:] = False
    for at in range(sizes[d, 1]):
        wanted[grid.attribute[tests[at]]] = True
    attributes = np.flatnonzero(wanted)
    positive[:] = 0
    negative[:] = 0
    for k in range(sizes[d, 0]):
        r = stack.rows[d, k]
        w = weights[r]
        if w > 0:
            for a in attributes:
                positive[grid.cells[r, a]] += w
        else:
            for a in attributes:
                negative[grid.cells[r, a]] -= w
    top, best = -1, stack.floor[0]
    for at in range(sizes[d, 1]):
        test = tests[at]
        gain, loss = sums_of_test(grid.starts, grid.atoms, test, positive, negative)
        stack.gains[d, at], stack.losses[d, at] = gain, loss
        value = gain - loss - stack.spent[d] - costs[test]
        if value > stack.floor[0] and len(stack.found):
            if counts[FOUND] == len(stack.found):
                counts[FOUND] += 1
                return False
            for c in range(d):
                stack.found[counts[FOUND], c] = stack.clause[c]
            stack.found[counts[FOUND], d] = test
            counts[FOUND] += 1
        elif value > best:
            top, best = at, value
    if top >= 0 and len(stack.found) == 0:
        stack.floor[0] = best
        for c in range(d):
            stack.best[c] = stack.clause[c]
        stack.best[d] = tests[top]
        counts[BEST] = d + 1
    hopeful = np.empty(sizes[d, 1], dtype=np.int32)
    n = 0
    for at in range(sizes[d, 1]):
        # A test that removes no negative row only costs.
        if stack.losses[d, at] < stack.loss[d] and _hopes(stack, costs, price, d, at):
            hopeful[n] = at
            n += 1
    gains = stack.gains[d][hopeful[:n]]
    stack.order[d, :n] = hopeful[:n][np.argsort(gains, kind="mergesort")]
    sizes[d, 2], sizes[d, 3] = n, 0
    return True


@compiled
def _push(grid, costs, price, stack, d, at, accepted):  # pragma: no cover
    """Adds a test to the clause, and the later tests that may follow; False if there are none."""
    sizes, test = stack.sizes, stack.tests[d, at]
    a = grid.attribute[test]
    first, width = grid.first[a], grid.first[a + 1] - grid.first[a]
    n = 0
    for k in range(sizes[d, 3], sizes[d, 2]):
        other = stack.order[d, k]
        follows = stack.tests[d, other]
        if grid.attribute[follows] == a:
            pair = grid.begin[a] + (test - first) * width + follows - first
            if not grid.pairs[pair]:
                continue
        if _hopes(stack, costs, price, d, other):
            stack.tests[d + 1, n] = follows
            n += 1
    if n == 0:
        return False
    kept = take_passing(grid, test, stack.rows[d, : sizes[d, 0]], accepted, stack.rows[d + 1])
    sizes[d + 1, 0], sizes[d + 1, 1], sizes[d + 1, 4] = kept, n, 0
    stack.clause[d] = test
    stack.spent[d + 1] = stack.spent[d] + costs[test]
    stack.loss[d + 1] = stack.losses[d, at]
    stack.counts[DEPTH] = d + 1
    return True
