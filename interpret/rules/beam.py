"""A beam over clauses, compiled by numba.

Row weights are integers in every compiled loop (`interpret.rules.pricing.as_integers`), so every
sum is exact: it does not depend on the order of its terms, on the processor or on a library.
"""

from typing import NamedTuple

import numpy as np

from interpret.rules.single_tests import Grid
from kernels.compiled import compiled, part_of_a_loop

WIDTH = 5  # states that each queue of the beam keeps
CAUTION = (1.0, 0.3, 0.08)  # one queue for each, ordered by gain − caution · loss
HARVEST = 8  # clauses that are returned from each level of a beam


class Prices(NamedTuple):
    """The value of a clause: row weights, the cost of each test, and the least of these."""

    grid: Grid
    weights: np.ndarray
    costs: np.ndarray
    price: float


class Level(NamedTuple):
    """The states of one level of the beam: clauses of equal length that further tests may join.

    rows: the rows that each covers, in the first n_rows places; clauses: test indices, filled with
    −1; spent: the cost of each one's tests; sums: the positive and the negative weights of its rows
    by atom; accepted, others: working space to split a state's rows by a test.
    """

    rows: np.ndarray
    n_rows: np.ndarray
    clauses: np.ndarray
    spent: np.ndarray
    sums: np.ndarray
    accepted: np.ndarray
    others: np.ndarray


class Steps(NamedTuple):
    """For each state and test: whether it may join, and the positive and negative weight left."""

    allowed: np.ndarray
    gains: np.ndarray
    losses: np.ndarray


@part_of_a_loop
def _level(grid, n_rows, literals):  # pragma: no cover
    """Room for the states of a level."""
    n = WIDTH * len(CAUTION)
    return Level(
        np.empty((n, n_rows), dtype=np.int32),
        np.zeros(n, dtype=np.int64),
        np.full((n, literals), -1, dtype=np.int32),
        np.zeros(n),
        np.zeros((n, 2, grid.n_atoms), dtype=np.int64),
        np.zeros(grid.n_atoms, dtype=np.bool_),
        np.empty(n_rows, dtype=np.int32),
    )


@compiled
def enter(queue, score, gain, loss, place):  # pragma: no cover
    """Puts a step into a queue of the best, unless the queue has one of equal gain and loss.

    queue: each row is a step's score, gain, loss and place, best first; a free row holds the score
    that a step must exceed.
    """
    most = len(queue)
    at = most
    while at > 0 and queue[at - 1, 0] < score:
        at -= 1
    for k in range(at):
        if queue[k, 1] == gain and queue[k, 2] == loss:
            return
    if at >= most:
        return
    last = most - 1
    for k in range(at, most):
        if queue[k, 1] == gain and queue[k, 2] == loss:
            last = k
            break
    for k in range(last, at, -1):
        for c in range(4):
            queue[k, c] = queue[k - 1, c]
    queue[at, 0], queue[at, 1], queue[at, 2], queue[at, 3] = score, gain, loss, place


@compiled
def _weigh(cells, weights, rows, sums, sign):  # pragma: no cover
    """Adds sign times the weights of the rows to the sums of their atoms, by the weights' signs."""
    n_attributes = cells.shape[1]
    for r in rows:
        w = weights[r]
        sum_, w = (sums[0], sign * w) if w > 0 else (sums[1], -sign * w)
        for a in range(n_attributes):
            sum_[np.uint32(cells[r, a])] += w


@part_of_a_loop
def _begin(prices, level):  # pragma: no cover
    """Sets the level to one state: the clause without tests, which covers every row."""
    n = 0
    for r in range(len(prices.weights)):
        if prices.weights[r] != 0:
            level.rows[0, n] = r
            n += 1
    level.n_rows[0] = n
    _weigh(prices.grid.cells, prices.weights, level.rows[0, :n], level.sums[0], 1)


@part_of_a_loop
def allow(grid, clauses, s, depth, allowed):  # pragma: no cover
    """Marks the tests that may join the `depth` tests of a state's clause."""
    attribute, starts, begin, pairs = grid.attribute, grid.first, grid.begin, grid.pairs
    for t in range(allowed.shape[1]):
        allowed[s, t] = True
    for d in range(depth):
        held = clauses[s, d]
        a = attribute[held]
        first, size = starts[a], starts[a + 1] - starts[a]
        for t in range(first, first + size):
            allowed[s, t] = allowed[s, t] and pairs[begin[a] + (held - first) * size + t - first]


@part_of_a_loop
def sums_of_test(starts, atoms, t, one, other):  # pragma: no cover
    """Two sums over the rows that pass a test, from the sums by atom."""
    first, second = 0, 0
    for k in range(starts[t], starts[t + 1]):
        first += one[atoms[k]]
        second += other[atoms[k]]
    return first, second


@part_of_a_loop
def take_passing(grid, t, rows, accepted, passing):  # pragma: no cover
    """Writes the rows that pass a test to the front of `passing`, and returns their number.

    accepted: bool, all False, with room for every atom.
    """
    starts, atoms, cells, a = grid.starts, grid.atoms, grid.cells, grid.attribute[t]
    n = 0
    for k in range(starts[t], starts[t + 1]):
        accepted[atoms[k]] = True
    for r in rows:
        if accepted[cells[r, a]]:
            passing[n] = r
            n += 1
    for k in range(starts[t], starts[t + 1]):
        accepted[atoms[k]] = False
    return n


@part_of_a_loop
def _totals(weights, rows, s, n):  # pragma: no cover
    """The positive and the negative weight of a state's n rows."""
    gain, loss = 0, 0
    for k in range(n):
        w = weights[rows[s, k]]
        if w > 0:
            gain += w
        else:
            loss -= w
    return gain, loss


@part_of_a_loop
def _look(prices, level, s, depth, steps, top):  # pragma: no cover
    """Weighs each test that may join a state, and puts the resulting clauses among the best."""
    grid, costs, spent = prices.grid, prices.costs, level.spent[s]
    starts, atoms, denials = grid.starts, grid.atoms, grid.denials
    positive, negative = level.sums[s, 0], level.sums[s, 1]
    allowed, gains, losses = steps.allowed, steps.gains, steps.losses
    all_gain, all_loss = _totals(prices.weights, level.rows, s, level.n_rows[s])
    allow(grid, level.clauses, s, depth, allowed)
    for t in range(len(costs)):
        if not allowed[s, t]:
            continue
        # by the test's atoms, or by those of its denial if these are fewer
        other = denials[t]
        if other >= 0 and starts[other + 1] - starts[other] < starts[t + 1] - starts[t]:
            gain, loss = sums_of_test(starts, atoms, other, positive, negative)
            gain, loss = all_gain - gain, all_loss - loss
        else:
            gain, loss = sums_of_test(starts, atoms, t, positive, negative)
        gains[s, t], losses[s, t] = gain, loss
        value = gain - loss - spent - costs[t]
        if value > top[HARVEST - 1, 0]:
            enter(top, value, gain, loss, s * len(costs) + t)


@part_of_a_loop
def _queue(prices, level, s, steps, floor, queues):  # pragma: no cover
    """Puts a state's steps that may lead above the floor into the queues."""
    costs, price, spent = prices.costs, prices.price, level.spent[s]
    allowed, gains, losses = steps.allowed, steps.gains, steps.losses
    for t in range(len(costs)):
        if not allowed[s, t] or losses[s, t] == 0:
            continue
        gain, loss = gains[s, t], losses[s, t]
        if gain - spent - costs[t] - price <= floor:
            continue
        for q in range(len(CAUTION)):
            score = gain - CAUTION[q] * loss
            if score > queues[q, WIDTH - 1, 0]:
                enter(queues[q], score, gain, loss, s * len(costs) + t)


@part_of_a_loop
def _together(queues):  # pragma: no cover
    """The places of the queues' steps; of steps with equal gain and loss, only the first."""
    chosen = np.empty((WIDTH * len(CAUTION), 4))
    kept = 0
    for q in range(len(CAUTION)):
        for k in range(WIDTH):
            known = queues[q, k, 0] == -np.inf
            for i in range(kept):
                one = chosen[i]
                known = known or (one[1] == queues[q, k, 1] and one[2] == queues[q, k, 2])
            if not known:
                for c in range(4):
                    chosen[kept, c] = queues[q, k, c]
                kept += 1
    return chosen[:kept, 3].astype(np.int64)


@part_of_a_loop
def _step(prices, level, place, depth, after, i):  # pragma: no cover
    """Makes the state with one more test the i-th of the level after."""
    s, t = place // len(prices.costs), place % len(prices.costs)
    n, m = _part(prices.grid, level, s, t, after, i)
    cells, weights = prices.grid.cells, prices.weights
    if n <= m:  # add up the rows that are left, or subtract those that the test removes
        after.sums[i] = 0
        _weigh(cells, weights, after.rows[i, :n], after.sums[i], 1)
    else:
        after.sums[i] = level.sums[s]
        _weigh(cells, weights, after.others[:m], after.sums[i], -1)
    for d in range(depth):
        after.clauses[i, d] = level.clauses[s, d]
    after.n_rows[i] = n
    after.clauses[i, depth] = t
    after.spent[i] = level.spent[s] + prices.costs[t]


@part_of_a_loop
def _part(grid, level, s, t, after, i):  # pragma: no cover
    """Splits a state's rows by a test: those that pass become the i-th state's. Both numbers."""
    starts, atoms, cells, a = grid.starts, grid.atoms, grid.cells, grid.attribute[t]
    rows, passing, others, accepted = level.rows, after.rows, after.others, after.accepted
    for k in range(starts[t], starts[t + 1]):
        accepted[atoms[k]] = True
    n, m = 0, 0
    for k in range(level.n_rows[s]):
        r = rows[s, k]
        if accepted[cells[r, a]]:
            passing[i, n] = r
            n += 1
        else:
            others[m] = r
            m += 1
    for k in range(starts[t], starts[t + 1]):
        accepted[atoms[k]] = False
    return n, m


@compiled
def beam(grid, weights, costs, price, literals, floor):  # pragma: no cover
    """Good clauses for the row weights, level by level: (clauses, their lengths, states seen).

    weights: int64 (n_rows,); costs: of each test, float64, in the weights' unit; price: the least
    that one more test costs; floor: the value that a clause must exceed. The clauses of a level
    come best first; a clause is a row of test indices, filled with −1.
    """
    prices = Prices(grid, weights, costs, price)
    n_tests, n_states = len(costs), WIDTH * len(CAUTION)
    level, after = _level(grid, len(weights), literals), _level(grid, len(weights), literals)
    steps = Steps(
        np.zeros((n_states, n_tests), dtype=np.bool_),
        np.zeros((n_states, n_tests), dtype=np.int64),
        np.zeros((n_states, n_tests), dtype=np.int64),
    )
    top, queues = np.empty((HARVEST, 4)), np.empty((len(CAUTION), WIDTH, 4))
    clauses = np.full((literals * HARVEST, literals), -1, dtype=np.int32)
    lengths = np.zeros(literals * HARVEST, dtype=np.int64)
    n_found, levels, states, best = 0, 0, 1, floor
    _begin(prices, level)
    for depth in range(literals):
        levels += states
        top.fill(floor)
        for s in range(states):
            _look(prices, level, s, depth, steps, top)
        for k in range(HARVEST):
            if top[k, 0] > floor:
                place = int(top[k, 3])
                for d in range(depth):
                    clauses[n_found, d] = level.clauses[place // n_tests, d]
                clauses[n_found, depth] = place % n_tests
                lengths[n_found] = depth + 1
                n_found += 1
        best = max(best, top[0, 0])
        if depth + 1 == literals:
            break
        queues.fill(-np.inf)
        for s in range(states):
            _queue(prices, level, s, steps, best, queues)
        places = _together(queues)
        states = len(places)
        if states == 0:
            break
        for i in range(states):
            _step(prices, level, places[i], depth, after, i)
        level, after = after, level
    return clauses[:n_found], lengths[:n_found], levels
