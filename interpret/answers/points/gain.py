"""The clauses that gain a logistic sum most, by a beam compiled by numba.

A clause added to a sum gains about (Σ r)² / (Σ c) over its rows, where r is a row's residual and c
its curvature (a step of Newton's method). Both are integers here, so that every sum is exact and
equal clauses are equal on every processor.
"""

import math

import numpy as np

from interpret.rules.single_tests import SingleTests, TestSet
from kernels.compiled import compiled

BITS = 24  # of what a row is worth, as an integer
WIDTH = 12  # states that are followed from one length to the next
FOUND = 8  # clauses that are returned
LONGER = 0.4  # the power of its length that a clause's gain is divided by


def on_integers(worth: np.ndarray) -> np.ndarray:
    """What rows are worth as integers, int64 (n_rows,)."""
    return np.rint(worth * 2.0**BITS).astype(np.int64)


def gaining(
    single: SingleTests, residuals: np.ndarray, curvatures: np.ndarray, literals: int
) -> list[tuple[TestSet, float]]:
    """The clauses of the largest gain, the best first, each with it; of covered rows Σ r > 0.

    residuals, curvatures: those of each row under the sum, as integers.
    """
    if not len(single.tests):
        return []
    prices = np.array([round(length**LONGER, 9) for length in range(literals + 1)])
    found, scores = _beam(single.grid, residuals, curvatures, 2**BITS, prices, literals, WIDTH)
    clauses = [tuple(sorted(test for test in row if test >= 0)) for row in found.tolist()]
    return list(zip(clauses, scores.tolist(), strict=True))


@compiled
def _enter(queue, size, score, gain, other, place, most):  # pragma: no cover
    """Puts a state into the queue of the best, unless an equal one is in it; its new size."""
    at = size
    while at > 0 and queue[at - 1, 0] < score:
        at -= 1
    for k in range(at):
        if queue[k, 1] == gain and queue[k, 2] == other:
            return size
    if at >= most:
        return size
    end = size
    for k in range(at, size):
        if queue[k, 1] == gain and queue[k, 2] == other:
            end = k
            break
    if end == size and size < most:
        size += 1
    for k in range(min(end, most - 1), at, -1):
        for c in range(4):
            queue[k, c] = queue[k - 1, c]
    queue[at, 0], queue[at, 1], queue[at, 2], queue[at, 3] = score, gain, other, place
    return size


@compiled
def _beam(grid, residuals, curvatures, one, prices, literals, width):  # pragma: no cover
    """Clauses and their gains; a clause is a row of test indices, filled with −1."""
    n_tests, n_attributes = len(grid.attribute), grid.cells.shape[1]
    n = len(residuals)
    rows = np.empty((width, n), dtype=np.int32)
    n_rows = np.zeros(width, dtype=np.int64)
    next_rows = np.empty((width, n), dtype=np.int32)
    next_n = np.zeros(width, dtype=np.int64)
    clauses = np.full((width, literals), -1, dtype=np.int32)
    next_clauses = np.full((width, literals), -1, dtype=np.int32)
    best = np.zeros((FOUND, 4))
    found = np.full((FOUND, literals), -1, dtype=np.int32)
    n_found = 0
    queue = np.zeros((width, 4))
    r_sums = np.zeros(grid.n_atoms, dtype=np.int64)
    c_sums = np.zeros(grid.n_atoms, dtype=np.int64)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    allowed = np.zeros(n_tests, dtype=np.bool_)
    n_rows[0] = n
    for i in range(n):
        rows[0, i] = i
    states = 1
    for depth in range(literals):
        size = 0
        for s in range(states):
            r_sums[:] = 0
            c_sums[:] = 0
            for k in range(n_rows[s]):
                i = rows[s, k]
                r, c = residuals[i], curvatures[i]
                for a in range(n_attributes):
                    atom = grid.cells[i, a]
                    r_sums[atom] += r
                    c_sums[atom] += c
            allowed[:] = True
            for d in range(depth):
                held = clauses[s, d]
                a = grid.attribute[held]
                first, span = grid.first[a], grid.first[a + 1] - grid.first[a]
                for t in range(first, first + span):
                    pair = grid.begin[a] + (held - first) * span + t - first
                    allowed[t] = allowed[t] and grid.pairs[pair]
            for t in range(n_tests):
                if not allowed[t]:
                    continue
                gain, other = 0, 0
                for k in range(grid.starts[t], grid.starts[t + 1]):
                    gain += r_sums[grid.atoms[k]]
                    other += c_sums[grid.atoms[k]]
                if gain > 0:
                    score = gain / math.sqrt(one * (other + one)) / prices[depth + 1]
                    place = s * n_tests + t
                    if size < width or score > queue[size - 1, 0]:
                        size = _enter(queue, size, score, gain, other, place, width)
        for k in range(min(size, FOUND)):
            before = n_found
            score, place = queue[k, 0], int(queue[k, 3])
            if n_found == FOUND and score <= best[FOUND - 1, 0]:
                break
            at = n_found
            while at > 0 and best[at - 1, 0] < score:
                at -= 1
            known = False
            for j in range(n_found):
                same = best[j, 1] == queue[k, 1] and best[j, 2] == queue[k, 2]
                known = known or same
            if known:
                continue
            n_found = min(n_found + 1, FOUND)
            for j in range(min(before, FOUND - 1), at, -1):
                best[j] = best[j - 1]
                found[j] = found[j - 1]
            best[at] = queue[k]
            found[at] = -1
            for d in range(depth):
                found[at, d] = clauses[place // n_tests, d]
            found[at, depth] = place % n_tests
        if depth + 1 == literals:
            break
        for k in range(size):
            s, t = int(queue[k, 3]) // n_tests, int(queue[k, 3]) % n_tests
            a = grid.attribute[t]
            for j in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[j]] = True
            m = 0
            for j in range(n_rows[s]):
                if accepted[grid.cells[rows[s, j], a]]:
                    next_rows[k, m] = rows[s, j]
                    m += 1
            next_n[k] = m
            for j in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[j]] = False
            for d in range(depth):
                next_clauses[k, d] = clauses[s, d]
            next_clauses[k, depth] = t
        rows, next_rows = next_rows, rows
        n_rows, next_n = next_n, n_rows
        clauses, next_clauses = next_clauses, clauses
        states = size
        if states == 0:
            break
    return found[:n_found], best[:n_found, 0]
