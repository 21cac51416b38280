"""The inner loops of the rule search, compiled by numba: a beam over clauses, and an exchange of
clauses in a rule.

Row weights are integers here (`interpret.rules.pool.whole`), so every sum is exact: it does not
depend on the order of its terms, on the processor or on a library for matrices.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

WIDTH = 5  # states that each queue of the beam keeps
CAUTION = (1.0, 0.3, 0.08)  # a queue each, by gain − caution · loss
HARVEST = 8  # clauses that are taken over from each level of a beam


class Grid(NamedTuple):
    """Tests and rows for the compiled loops.

    An atom is a group of values of one attribute that its tests do not tell apart. cells: the atom
    of each row for each attribute, int32 (n_rows, n_attributes); first: the first test of each
    attribute, and behind them the number of tests; attribute: of each test; starts, atoms: the
    atoms that each test accepts; n_atoms: of all attributes; pairs, begin: which tests of one
    attribute may stand in one clause, and where each attribute's begin; denials: of each test the
    test that holds where it does not, or −1.
    """

    cells: np.ndarray
    first: np.ndarray
    attribute: np.ndarray
    starts: np.ndarray
    atoms: np.ndarray
    n_atoms: int
    pairs: np.ndarray
    begin: np.ndarray
    denials: np.ndarray


@njit(cache=True, nogil=True)
def _enter(queue, size, score, gain, loss, place, most):  # pragma: no cover
    """Puts a state into a queue of the `most` best, equal gain and loss only once."""
    at = size
    while at > 0 and queue[at - 1, 0] < score:
        at -= 1
    for k in range(at):
        if queue[k, 1] == gain and queue[k, 2] == loss:
            return size
    if at >= most:
        return size
    end = size
    for k in range(at, size):
        if queue[k, 1] == gain and queue[k, 2] == loss:
            end = k
            break
    if end == size and size < most:
        size += 1
    last = min(end, most - 1)
    for k in range(last, at, -1):
        for c in range(4):
            queue[k, c] = queue[k - 1, c]
    queue[at, 0], queue[at, 1], queue[at, 2], queue[at, 3] = score, gain, loss, place
    return size


@njit(cache=True, nogil=True)
def beam(grid, weights, costs, price, literals, floor):  # pragma: no cover
    """Good clauses for the row weights, level by level: (clauses, their lengths, levels done).

    weights: int64 (n_rows,); costs: of each test, float64, in the weights' unit; price: the least
    that one more test costs; floor: clauses of a lower value are of no use. The clauses of a level
    come best first; a clause is a row of test indices, filled with −1.
    """
    n_tests = len(grid.attribute)
    n_states = WIDTH * len(CAUTION)
    rows = np.empty((n_states, len(weights)), dtype=np.int32)
    n_rows = np.zeros(n_states, dtype=np.int64)
    next_rows = np.empty((n_states, len(weights)), dtype=np.int32)
    next_n = np.zeros(n_states, dtype=np.int64)
    clauses = np.full((n_states, literals), -1, dtype=np.int32)
    next_clauses = np.full((n_states, literals), -1, dtype=np.int32)
    spent = np.zeros(n_states)
    next_spent = np.zeros(n_states)
    gains = np.zeros((n_states, n_tests), dtype=np.int64)
    losses = np.zeros((n_states, n_tests), dtype=np.int64)
    allowed = np.zeros((n_states, n_tests), dtype=np.bool_)
    queue = np.zeros((n_states, 4))
    top = np.zeros((HARVEST, 4))
    positive = np.zeros(grid.n_atoms, dtype=np.int64)
    negative = np.zeros(grid.n_atoms, dtype=np.int64)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    found = np.full((literals * HARVEST, literals), -1, dtype=np.int32)
    lengths = np.zeros(literals * HARVEST, dtype=np.int64)
    n_found = 0
    n_attributes = grid.cells.shape[1]
    worth = floor
    states = 1
    for r in range(len(weights)):
        if weights[r] != 0:
            rows[0, n_rows[0]] = r
            n_rows[0] += 1
    levels = 0
    for depth in range(literals):
        levels += states
        n_top = 0
        for s in range(states):
            positive[:] = 0
            negative[:] = 0
            for k in range(n_rows[s]):
                r = rows[s, k]
                w = weights[r]
                if w > 0:
                    for a in range(n_attributes):
                        positive[grid.cells[r, a]] += w
                else:
                    for a in range(n_attributes):
                        negative[grid.cells[r, a]] -= w
            for t in range(n_tests):
                allowed[s, t] = True
            for d in range(depth):
                held = clauses[s, d]
                a = grid.attribute[held]
                first, size = grid.first[a], grid.first[a + 1] - grid.first[a]
                for t in range(first, first + size):
                    pair = grid.begin[a] + (held - first) * size + t - first
                    allowed[s, t] = allowed[s, t] and grid.pairs[pair]
            for t in range(n_tests):
                if not allowed[s, t]:
                    continue
                gain, loss = 0, 0
                for k in range(grid.starts[t], grid.starts[t + 1]):
                    gain += positive[grid.atoms[k]]
                    loss += negative[grid.atoms[k]]
                gains[s, t], losses[s, t] = gain, loss
                value = gain - loss - spent[s] - costs[t]
                if value > worth and (n_top < HARVEST or value > top[n_top - 1, 0]):
                    place = s * n_tests + t
                    n_top = _enter(top, n_top, value, gain, loss, place, HARVEST)
        for k in range(n_top):
            place = int(top[k, 3])
            s, t = place // n_tests, place % n_tests
            for d in range(depth):
                found[n_found, d] = clauses[s, d]
            found[n_found, depth] = t
            lengths[n_found] = depth + 1
            n_found += 1
        if n_top and top[0, 0] > floor:
            floor = top[0, 0]
        if depth + 1 == literals:
            break
        kept = 0
        chosen = np.empty((n_states, 3), dtype=np.int64)
        for q in range(len(CAUTION)):
            size = 0
            for s in range(states):
                for t in range(n_tests):
                    if not allowed[s, t] or losses[s, t] == 0:
                        continue
                    gain = gains[s, t]
                    if gain - spent[s] - costs[t] - price <= floor:
                        continue
                    score = gain - CAUTION[q] * losses[s, t]
                    if size < WIDTH or score > queue[size - 1, 0]:
                        place = s * n_tests + t
                        size = _enter(queue, size, score, gain, losses[s, t], place, WIDTH)
            for k in range(size):
                known = False
                for i in range(kept):
                    known = known or (
                        chosen[i, 1] == int(queue[k, 1]) and chosen[i, 2] == int(queue[k, 2])
                    )
                if not known:
                    chosen[kept, 0] = int(queue[k, 3])
                    chosen[kept, 1] = int(queue[k, 1])
                    chosen[kept, 2] = int(queue[k, 2])
                    kept += 1
        if kept == 0:
            break
        for i in range(kept):
            s, t = chosen[i, 0] // n_tests, chosen[i, 0] % n_tests
            a = grid.attribute[t]
            for k in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[k]] = True
            n = 0
            for k in range(n_rows[s]):
                r = rows[s, k]
                if accepted[grid.cells[r, a]]:
                    next_rows[i, n] = r
                    n += 1
            next_n[i] = n
            for k in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[k]] = False
            for d in range(depth):
                next_clauses[i, d] = clauses[s, d]
            next_clauses[i, depth] = t
            next_spent[i] = spent[s] + costs[t]
        rows, next_rows = next_rows, rows
        n_rows, next_n = next_n, n_rows
        clauses, next_clauses = next_clauses, clauses
        spent, next_spent = next_spent, spent
        states = kept
    return found[:n_found], lengths[:n_found], levels


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def leaves(grid, weights, most):  # pragma: no cover
    """The positive leaves of a decision tree on the signs of the weights: tests, their numbers.

    weights: int64 (n_rows,). The tree is grown where it takes most from the Gini impurity, up to so
    many leaves. A leaf is the tests on its way, a failed one by its denial where there is one.
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
        own = rows[begin[leaf] : end[leaf]].copy()
        at = begin[leaf]
        for holds in (True, False):
            for k in range(len(own)):
                if accepted[grid.cells[own[k], grid.attribute[test]]] == holds:
                    rows[at] = own[k]
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


@njit(cache=True, nogil=True)
def rows_of(covers, clauses, lengths):  # pragma: no cover
    """The rows that each clause covers: where each one's begin, and the rows, ascending.

    covers: bool (n_tests, n_rows); clauses: a row of test indices each, of which the first so many.
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


@njit(cache=True, nogil=True)
def times_covered(starts, rows, chosen, n):  # pragma: no cover
    """How many of the chosen clauses cover each of n rows."""
    times = np.zeros(n, dtype=np.int32)
    for place in chosen:
        for k in range(starts[place], starts[place + 1]):
            times[rows[k]] += 1
    return times


@njit(cache=True, nogil=True)
def exchange(starts, rows, weights, costs, chosen, most, least):  # pragma: no cover
    """The rule after every step that pays: a clause of the pool added, dropped or exchanged.

    starts, rows: the rows that each clause covers; weights: int64 (n_rows,); costs: of each
    clause, in the weights' unit; chosen: the rule's clauses; most: clauses in a rule; least: what
    a step must gain. Each step is the one that gains most, the first among equals. A rule of too
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


@njit(cache=True, nogil=True)
def shortened(covers, weights, costs, clauses, lengths, literals, least):  # pragma: no cover
    """The rule's clauses without the tests they do better without, the last first; new lengths.

    covers: bool (n_tests, n_rows); weights: int64 (n_rows,); costs: of each test; clauses: a row of
    test indices each, of which the first so many; literals: tests in a clause at most. Of a clause
    the test whose loss gains most is dropped first, given the other clauses.
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
