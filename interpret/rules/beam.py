"""A beam over clauses, compiled by numba.

Row weights are integers in every compiled loop (`interpret.rules.pricing.whole`), so every sum is
exact: it does not depend on the order of its terms, on the processor or on a library for matrices.
"""

import numpy as np

from kernels.compiled import compiled

WIDTH = 5  # states that each queue of the beam keeps
CAUTION = (1.0, 0.3, 0.08)  # a queue each, by gain − caution · loss
HARVEST = 8  # clauses that are taken over from each level of a beam


@compiled
def _enter(queue, size, score, gain, loss, place, most):  # pragma: no cover
    """Puts a state into a queue of the `most` best, unless one of equal gain and loss is in it."""
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


@compiled
def _weigh(cells, weights, rows, sums, sign):  # pragma: no cover
    """Adds sign times the weights of the rows to the sums of their atoms, by the weights' signs."""
    n_attributes = cells.shape[1]
    for r in rows:
        w = weights[r]
        sum_, w = (sums[0], sign * w) if w > 0 else (sums[1], -sign * w)
        for a in range(n_attributes):
            sum_[np.uint32(cells[r, a])] += w


@compiled
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
    others = np.empty(len(weights), dtype=np.int32)
    queue = np.zeros((len(CAUTION), WIDTH, 4))
    sizes = np.zeros(len(CAUTION), dtype=np.int64)
    top = np.zeros((HARVEST, 4))
    sums = np.zeros((n_states, 2, grid.n_atoms), dtype=np.int64)
    next_sums = np.zeros((n_states, 2, grid.n_atoms), dtype=np.int64)
    accepted = np.zeros(grid.n_atoms, dtype=np.bool_)
    found = np.full((literals * HARVEST, literals), -1, dtype=np.int32)
    lengths = np.zeros(literals * HARVEST, dtype=np.int64)
    n_found = 0
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
            if depth == 0:
                _weigh(grid.cells, weights, rows[s, : n_rows[s]], sums[s], 1)
            positive, negative = sums[s, 0], sums[s, 1]
            all_gain, all_loss = 0, 0
            for k in range(n_rows[s]):
                w = weights[rows[s, k]]
                if w > 0:
                    all_gain += w
                else:
                    all_loss -= w
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
                # by the test's atoms, or by those of its denial if these are fewer
                gain, loss = 0, 0
                begin, end, other = grid.starts[t], grid.starts[t + 1], grid.denials[t]
                if other >= 0 and grid.starts[other + 1] - grid.starts[other] < end - begin:
                    for k in range(grid.starts[other], grid.starts[other + 1]):
                        gain -= positive[grid.atoms[k]]
                        loss -= negative[grid.atoms[k]]
                    gain += all_gain
                    loss += all_loss
                else:
                    for k in range(begin, end):
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
        sizes[:] = 0
        for s in range(states):
            for t in range(n_tests):
                if not allowed[s, t] or losses[s, t] == 0:
                    continue
                gain, loss = gains[s, t], losses[s, t]
                if gain - spent[s] - costs[t] - price <= floor:
                    continue
                for q in range(len(CAUTION)):
                    score = gain - CAUTION[q] * loss
                    if sizes[q] < WIDTH or score > queue[q, sizes[q] - 1, 0]:
                        place = s * n_tests + t
                        sizes[q] = _enter(queue[q], sizes[q], score, gain, loss, place, WIDTH)
        for q in range(len(CAUTION)):
            for k in range(sizes[q]):
                known = False
                for i in range(kept):
                    known = known or (
                        chosen[i, 1] == int(queue[q, k, 1]) and chosen[i, 2] == int(queue[q, k, 2])
                    )
                if not known:
                    chosen[kept, 0] = int(queue[q, k, 3])
                    chosen[kept, 1] = int(queue[q, k, 1])
                    chosen[kept, 2] = int(queue[q, k, 2])
                    kept += 1
        if kept == 0:
            break
        for i in range(kept):
            s, t = chosen[i, 0] // n_tests, chosen[i, 0] % n_tests
            a = grid.attribute[t]
            for k in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[k]] = True
            n, m = 0, 0
            for k in range(n_rows[s]):
                r = rows[s, k]
                if accepted[grid.cells[r, a]]:
                    next_rows[i, n] = r
                    n += 1
                else:
                    others[m] = r
                    m += 1
            next_n[i] = n
            if n <= m:  # the sums by the clause's rows, or by those that the test takes away
                next_sums[i] = 0
                _weigh(grid.cells, weights, next_rows[i, :n], next_sums[i], 1)
            else:
                next_sums[i] = sums[s]
                _weigh(grid.cells, weights, others[:m], next_sums[i], -1)
            for k in range(grid.starts[t], grid.starts[t + 1]):
                accepted[grid.atoms[k]] = False
            for d in range(depth):
                next_clauses[i, d] = clauses[s, d]
            next_clauses[i, depth] = t
            next_spent[i] = spent[s] + costs[t]
        sums, next_sums = next_sums, sums
        rows, next_rows = next_rows, rows
        n_rows, next_n = next_n, n_rows
        clauses, next_clauses = next_clauses, clauses
        spent, next_spent = next_spent, spent
        states = kept
    return found[:n_found], lengths[:n_found], levels
