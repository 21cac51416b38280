"""Clauses added to a rule, dropped, exchanged and shortened, compiled by numba."""

import numpy as np

from kernels.compiled import compiled


@compiled
def rows_of(covers, clauses, lengths):  # pragma: no cover
    """The rows that the clauses cover, one clause after the other, and where each one's rows begin.

    covers: bool (n_tests, n_rows); clauses: test indices, (n_clauses, most tests), of each of which
    the first `lengths` count. Returns (starts, rows), the rows of a clause ascending.
    """
    n = covers.shape[1]
    starts = np.zeros(len(clauses) + 1, dtype=np.int64)
    rows = np.empty(len(clauses) * n, dtype=np.int32)
    end = 0
    for c in range(len(clauses)):
        for r in range(n):
            holds = True
            for d in range(lengths[c]):
                if not covers[clauses[c, d], r]:
                    holds = False
                    break
            if holds:
                rows[end] = r
                end += 1
        starts[c + 1] = end
    return starts, rows[:end].copy()


@compiled
def times_covered(starts, rows, chosen, n):  # pragma: no cover
    """How many of the chosen clauses cover each of n rows."""
    times = np.zeros(n, dtype=np.int32)
    for place in chosen:
        for k in range(starts[place], starts[place + 1]):
            times[rows[k]] += 1
    return times


@compiled
def exchange(starts, rows, weights, costs, chosen, most, least):  # pragma: no cover
    """The rule after every step that pays: a clause of the pool added, dropped or exchanged.

    starts, rows: the rows that each clause covers; weights: int64 (n_rows,); costs: of each clause,
    in the weights' unit; chosen: the rule's clauses; most: clauses in a rule; least: what a step
    must gain. Each step is the one with the largest gain, the first among equals. A rule of too
    many clauses loses the least valuable ones first.
    """
    n_pool, n = len(costs), len(weights)
    n_slots = max(most, len(chosen))
    slots = np.full(n_slots, -1, dtype=np.int64)  # the clause in each place of the rule
    times = np.zeros(n, dtype=np.int32)
    owner = np.zeros(n, dtype=np.int64)  # the sum of the places of the clauses that cover a row
    free = np.zeros(n_pool, dtype=np.int64)  # what a clause covers beyond the rule
    shares = np.zeros((n_pool, n_slots), dtype=np.int64)  # what it shares with one clause alone
    size = len(chosen)
    for j in range(size):
        slots[j] = chosen[j]
        for k in range(starts[chosen[j]], starts[chosen[j] + 1]):
            times[rows[k]] += 1
            owner[rows[k]] += j
    begin = np.zeros(n + 1, dtype=np.int64)  # the clauses that cover each row
    for k in range(len(rows)):
        begin[rows[k] + 1] += 1
    for r in range(n):
        begin[r + 1] += begin[r]
    clauses = np.empty(len(rows), dtype=np.int32)
    end = begin[:n].copy()
    for i in range(n_pool):
        for k in range(starts[i], starts[i + 1]):
            r = rows[k]
            clauses[end[r]] = i
            end[r] += 1
            if times[r] == 0:
                free[i] += weights[r]
            elif times[r] == 1:
                shares[i, owner[r]] += weights[r]
    while True:
        best, enters, leaves, vacant = float(least), -1, -1, -1
        if size > most:
            best = -np.inf
        for j in range(n_slots):
            if slots[j] < 0:
                vacant = j if vacant < 0 else vacant
                continue
            value = shares[slots[j], j] - costs[slots[j]]
            if -value >= best:
                best, enters, leaves = -value, -1, j
        for i in range(n_pool if size <= most else 0):
            gain = free[i] - costs[i]
            if size < most and gain > best:
                best, enters, leaves = gain, i, -1
            for j in range(n_slots):
                if slots[j] >= 0:
                    swapped = gain + shares[i, j] - (shares[slots[j], j] - costs[slots[j]])
                    if swapped > best:
                        best, enters, leaves = swapped, i, j
        if enters < 0 and leaves < 0:
            return slots[slots >= 0]
        place = leaves if leaves >= 0 else vacant
        for step in range(2):
            clause, sign = (slots[place], -1) if step == 0 else (enters, 1)
            if clause < 0:
                continue
            for k in range(starts[clause], starts[clause + 1]):
                r = rows[k]
                w = weights[r]
                if times[r] <= 1:
                    for c in range(begin[r], begin[r + 1]):
                        if times[r] == 0:
                            free[clauses[c]] -= w
                        else:
                            shares[clauses[c], owner[r]] -= w
                times[r] += sign
                owner[r] += sign * place
                if times[r] <= 1:
                    for c in range(begin[r], begin[r + 1]):
                        if times[r] == 0:
                            free[clauses[c]] += w
                        else:
                            shares[clauses[c], owner[r]] += w
            size += sign
        slots[place] = enters


@compiled
def shortened(covers, weights, costs, clauses, lengths, literals, least):  # pragma: no cover
    """The rule's clauses without the tests that do not pay, and their new lengths.

    covers: bool (n_tests, n_rows); weights: int64 (n_rows,); costs: of each test; clauses, lengths:
    as in rows_of; literals: tests in a clause at most; least: what a test must gain. The last
    clause is shortened first, each given the others; the test whose loss gains most goes first.
    """
    n, n_clauses = len(weights), len(clauses)
    kept, sizes = clauses.copy(), lengths.copy()
    times = np.zeros(n, dtype=np.int32)
    fails = np.zeros(n, dtype=np.int32)
    gains = np.zeros(clauses.shape[1])
    for c in range(n_clauses):
        for r in range(n):
            holds = True
            for d in range(sizes[c]):
                holds = holds and covers[kept[c, d], r]
            times[r] += holds
    for c in range(n_clauses - 1, -1, -1):
        for r in range(n):
            fails[r] = 0
            for d in range(sizes[c]):
                fails[r] += not covers[kept[c, d], r]
            times[r] -= fails[r] == 0
        while sizes[c] > 1:
            gains[:] = 0.0
            for r in range(n):
                if fails[r] == 1 and times[r] == 0:
                    for d in range(sizes[c]):
                        if not covers[kept[c, d], r]:
                            gains[d] += weights[r]
                            break
            best = 0
            for d in range(sizes[c]):
                gains[d] += costs[kept[c, d]]
                if gains[d] > gains[best]:
                    best = d
            if gains[best] < -least and sizes[c] <= literals:
                break
            dropped = kept[c, best]
            for d in range(best, sizes[c] - 1):
                kept[c, d] = kept[c, d + 1]
            sizes[c] -= 1
            for r in range(n):
                fails[r] -= not covers[dropped, r]
        for r in range(n):
            times[r] += fails[r] == 0
    return kept, sizes
