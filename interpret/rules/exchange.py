"""Clauses added to a rule, dropped, exchanged and shortened, compiled by numba."""

from typing import NamedTuple

import numpy as np

from kernels.compiled import compiled, part_of_a_loop


class Packed(NamedTuple):
    """Clauses as arrays.

    tests: int32 (n_clauses, most tests); lengths: how many of them count in each clause.
    """

    tests: np.ndarray
    lengths: np.ndarray


class Covered(NamedTuple):
    """The rows that clauses cover, one clause after the other, and where each one's rows begin."""

    starts: np.ndarray
    rows: np.ndarray


class Most(NamedTuple):
    """The limit on a rule's clauses, and the least gain of a step."""

    clauses: int
    least: float


class Standing(NamedTuple):
    """The state of an exchange.

    slots: the clause in each place of the rule, or −1; times: how many of these clauses cover each
    row; owner: the sum of their places, counted from 1, which is the place of the only one if one
    covers the row, and 0 if none does; alone: for each clause of the pool the weight that it covers
    of the rows with each such owner, int64 (n_pool, 1 + n_slots); begin, clauses: the clauses that
    cover each row, row after row, and where those of each row begin.
    """

    slots: np.ndarray
    times: np.ndarray
    owner: np.ndarray
    alone: np.ndarray
    begin: np.ndarray
    clauses: np.ndarray


@compiled
def rows_of(covers, packed):  # pragma: no cover
    """The rows that the clauses cover, those of a clause ascending.

    covers: bool (n_tests, n_rows).
    """
    clauses, lengths = packed.tests, packed.lengths
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
    return Covered(starts, rows[:end].copy())


@compiled
def times_covered(covered, chosen, n):  # pragma: no cover
    """How many of the chosen clauses cover each of n rows."""
    starts, rows = covered.starts, covered.rows
    times = np.zeros(n, dtype=np.int32)
    for place in chosen:
        for k in range(starts[place], starts[place + 1]):
            times[rows[k]] += 1
    return times


@part_of_a_loop
def _begins(rows, n):  # pragma: no cover
    """Where each of n rows begins in a list of the clauses that cover them, row after row."""
    begin = np.zeros(n + 1, dtype=np.int64)
    for k in range(len(rows)):
        begin[rows[k] + 1] += 1
    for r in range(n):
        begin[r + 1] += begin[r]
    return begin


@part_of_a_loop
def _standing(covered, weights, chosen, n_slots):  # pragma: no cover
    """The state of an exchange that starts with the chosen clauses."""
    starts, rows = covered.starts, covered.rows
    n_pool, n = len(starts) - 1, len(weights)
    slots = np.full(n_slots, -1, dtype=np.int64)
    times = times_covered(covered, chosen, n)
    owner = np.zeros(n, dtype=np.int64)
    alone = np.zeros((n_pool, 1 + n_slots), dtype=np.int64)
    clauses = np.empty(len(rows), dtype=np.int32)
    for j in range(len(chosen)):
        slots[j] = chosen[j]
        for k in range(starts[chosen[j]], starts[chosen[j] + 1]):
            owner[rows[k]] += j + 1
    begin = _begins(rows, n)
    end = begin[:n].copy()
    for i in range(n_pool):
        for k in range(starts[i], starts[i + 1]):
            r = rows[k]
            clauses[end[r]] = i
            end[r] += 1
            if times[r] <= 1:
                alone[i, owner[r]] += weights[r]
    return Standing(slots, times, owner, alone, begin, clauses)


@part_of_a_loop
def _best_step(standing, costs, most):  # pragma: no cover
    """The best step: the clause that enters, or −1, and the place that is vacated, or −1."""
    slots, alone = standing.slots, standing.alone
    best, enters, leaves, vacant = float(most.least), -1, -1, -1
    size = 0
    for j in range(len(slots)):
        if slots[j] < 0:
            vacant = j if vacant < 0 else vacant
        else:
            size += 1
    if size > most.clauses:
        best = -np.inf
    for j in range(len(slots)):
        if slots[j] < 0:
            continue
        value = alone[slots[j], 1 + j] - costs[slots[j]]
        if -value >= best:
            best, enters, leaves = -value, -1, j
    for i in range(len(costs) if size <= most.clauses else 0):
        gain = alone[i, 0] - costs[i]
        if size < most.clauses and gain > best:
            best, enters, leaves = gain, i, -1
        for j in range(len(slots)):
            if slots[j] >= 0:
                swapped = gain + alone[i, 1 + j] - (alone[slots[j], 1 + j] - costs[slots[j]])
                if swapped > best:
                    best, enters, leaves = swapped, i, j
    return enters, vacant if enters >= 0 and leaves < 0 else leaves


@part_of_a_loop
def _move(standing, covered, weights, clause, place, sign):  # pragma: no cover
    """Puts a clause in a place of the rule if sign is 1, or removes it from there if it is −1."""
    starts, rows, times, owner = covered.starts, covered.rows, standing.times, standing.owner
    begin, clauses, alone = standing.begin, standing.clauses, standing.alone
    for k in range(starts[clause], starts[clause + 1]):
        r = rows[k]
        w = weights[r]
        if times[r] <= 1:
            for c in range(begin[r], begin[r + 1]):
                alone[clauses[c], owner[r]] -= w
        times[r] += sign
        owner[r] += sign * (1 + place)
        if times[r] <= 1:
            for c in range(begin[r], begin[r + 1]):
                alone[clauses[c], owner[r]] += w


@compiled
def exchange(covered, weights, costs, chosen, most):  # pragma: no cover
    """The rule after every step that pays: a clause of the pool added, dropped or exchanged.

    covered: the rows of each clause of the pool; weights: int64 (n_rows,); costs: of each clause,
    in the weights' unit; chosen: the rule's clauses. Each step is the first of those with the
    largest gain. A rule of too many clauses first loses the least valuable ones.
    """
    standing = _standing(covered, weights, chosen, max(most.clauses, len(chosen)))
    slots = standing.slots
    while True:
        enters, place = _best_step(standing, costs, most)
        if place < 0:
            return slots[slots >= 0]
        if slots[place] >= 0:
            _move(standing, covered, weights, slots[place], place, -1)
        if enters >= 0:
            _move(standing, covered, weights, enters, place, 1)
        slots[place] = enters


@part_of_a_loop
def _failing(covers, packed):  # pragma: no cover
    """The rows in which each test of the clauses fails, one test after the other, and where each
    one's begin: a tree's leaf of many values has hundreds of tests, and few rows fail each of them.
    """
    n_tests, n = covers.shape
    occurs = np.zeros(n_tests, dtype=np.bool_)
    for c in range(len(packed.lengths)):
        for d in range(packed.lengths[c]):
            occurs[packed.tests[c, d]] = True
    begin = np.zeros(n_tests + 1, dtype=np.int64)
    for t in range(n_tests):
        begin[t + 1] = begin[t]
        if occurs[t]:
            begin[t + 1] += n - np.sum(covers[t])
    rows = np.empty(begin[n_tests], dtype=np.int32)
    for t in range(n_tests):
        at = begin[t]
        for r in range(n if occurs[t] else 0):
            if not covers[t, r]:
                rows[at] = r
                at += 1
    return begin, rows


@part_of_a_loop
def _count_failing(begin, rows, tests, fails, which):  # pragma: no cover
    """How many of the tests fail in each row, into `fails`; the sum of their places, into `which`.

    Where a single test fails, the sum is its place.
    """
    fails[:] = 0
    which[:] = 0
    for d in range(len(tests)):
        for k in range(begin[tests[d]], begin[tests[d] + 1]):
            fails[rows[k]] += 1
            which[rows[k]] += d


@compiled
def shortened(covers, weights, costs, packed, literals, least):  # pragma: no cover
    """The rule's clauses without the tests that do not pay.

    covers: bool (n_tests, n_rows); weights: int64 (n_rows,); costs: of each test; literals: tests
    in a clause at most; least: the least gain of a removal. Clauses are shortened from the last to
    the first, each given the others; the test whose removal gains most goes first.
    """
    n, n_clauses = len(weights), len(packed.tests)
    kept, sizes = packed.tests.copy(), packed.lengths.copy()
    times = np.zeros(n, dtype=np.int32)
    fails, which = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int64)
    gains = np.zeros(kept.shape[1])
    begin, failing = _failing(covers, packed)
    for c in range(n_clauses):
        _count_failing(begin, failing, kept[c, : sizes[c]], fails, which)
        for r in range(n):
            times[r] += fails[r] == 0
    for c in range(n_clauses - 1, -1, -1):
        if sizes[c] <= 1:
            continue
        tests = kept[c, : sizes[c]].copy()
        _count_failing(begin, failing, tests, fails, which)
        gains[:] = 0.0
        for r in range(n):
            times[r] -= fails[r] == 0
            if fails[r] == 1 and times[r] == 0:
                gains[which[r]] += weights[r]
        while sizes[c] > 1:
            best = -1
            for d in range(len(tests)):
                if tests[d] >= 0 and (
                    best < 0 or gains[d] + costs[tests[d]] > gains[best] + costs[tests[best]]
                ):
                    best = d
            dropped = tests[best]
            if gains[best] + costs[dropped] < -least and sizes[c] <= literals:
                break
            tests[best] = -1
            sizes[c] -= 1
            for k in range(begin[dropped], begin[dropped + 1]):
                r = failing[k]
                fails[r] -= 1
                which[r] -= best
                if fails[r] == 1 and times[r] == 0:
                    gains[which[r]] += weights[r]
        kept[c, : sizes[c]] = tests[tests >= 0]
        for r in range(n):
            times[r] += fails[r] == 0
    return Packed(kept, sizes)
