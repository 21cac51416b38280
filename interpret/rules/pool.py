"""A pool of clauses, found once, and a path of prices: for each price of a test a good rule.

The clauses that pay at one price of a test are mostly those that pay at the next, and a clause that
a beam meets for some row weights is often the best for others. So all good clauses that a beam
finds stay in the pool, and rules are made by exchanging its clauses. A beam runs again only to find
whether a clause outside the pool would pay.

Two ways are combined: a rule grown from nothing while the price falls, and a full tree's positive
leaves pruned while it rises. At each price the heavier rule is taken. The tree's leaves are found
by loops that numba compiles.
"""

from collections.abc import Sequence

import numpy as np

from interpret.rules.exchange import (
    Covered,
    Most,
    Packed,
    exchange,
    rows_of,
    shortened,
    times_covered,
)
from interpret.rules.pricing import Effort, as_integers, good_clauses, ties
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet
from kernels.compiled import compiled

Places = list[int]  # a rule: the places of its clauses in the pool
PASSES = 3
LEAST_GAIN = 2.0**-38  # of a step, as a share of all weight
MOST_DROPPED = 3  # clauses at a time, so that a search leaves a local optimum
CAUTION = (1, 4, 64)  # the factors on negative weights while a rule grows
LEAST, MOST = 0.3, 1.7  # of the random factors on a row's weight


class Pool:
    """The clauses met so far for one problem, the rows they cover, and rules made of them.

    `weights` are always row weights as integers of `unit`, by default the problem's.
    """

    def __init__(self, problem: RuleProblem, effort: Effort) -> None:
        self.problem, self.effort = problem, effort
        self.weights, self.unit = as_integers(problem.weights)
        self.clauses: list[TestSet] = []
        self.lengths: list[int] = []
        self._of_tests = ties(problem.single_tests, self.weights)
        self._least = LEAST_GAIN * float(np.abs(self.weights).sum())
        self._ties: list[float] = []
        self._place: dict[TestSet, int] = {}
        self._by_rows: dict[bytes, int] = {}
        self._covered = Covered(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))
        self._new: list[np.ndarray] = []

    def add(self, clauses: Sequence[TestSet]) -> Places:
        """Adds clauses, of those covering the same rows the shortest, and returns their places."""
        known = self._place
        new = list(dict.fromkeys(clause for clause in clauses if clause not in known))
        if new:
            single = self.problem.single_tests
            starts, rows = rows_of(single.covers, _packed(new))
            sizes, of_tests = single.sizes.tolist(), self._of_tests.tolist()
            for at, clause in enumerate(new):
                covered = rows[starts[at] : starts[at + 1]]
                length = sum(sizes[test] for test in clause)
                tie = sum(of_tests[test] for test in clause)
                place = self._by_rows.setdefault(covered.tobytes(), len(self.clauses))
                known[clause] = place
                if place == len(self.clauses):
                    self.clauses.append(clause)
                    self.lengths.append(length)
                    self._ties.append(tie)
                    self._new.append(covered)
                elif tie < self._ties[place]:
                    self.clauses[place] = clause
                    self.lengths[place], self._ties[place] = length, tie
        return list(dict.fromkeys(known[clause] for clause in clauses))

    def ask(self, rule: Places, price: float, weights: np.ndarray | None = None) -> bool:
        """Adds good clauses for the rows outside the rule; returns whether any is new."""
        weights = self.weights if weights is None else weights
        return self._ask(np.where(self._times(rule) > 0, 0, weights), price)

    def _ask(self, left: np.ndarray, price: float, floor: float = 0.0) -> bool:
        """Adds the clauses that a beam finds above the floor; returns whether any is new."""
        known, least = len(self.clauses), price / self.unit
        costs = self._costs(price)
        self.add(good_clauses(self.problem, left, costs, least, self.effort, floor))
        return len(self.clauses) > known

    def choose(self, rule: Places, price: float, weights: np.ndarray | None = None) -> Places:
        """The rule after all exchanges with the pool that pay."""
        self._join()
        if not self.clauses:
            return []
        weights = self.weights if weights is None else weights
        costs = price / self.unit * np.array(self.lengths) + np.array(self._ties)
        most = Most(self.problem.clauses, self._least)
        kept = exchange(self._covered, weights, costs, np.array(rule, dtype=np.int64), most)
        return [int(place) for place in kept]

    def tidy(self, rule: Places, price: float, weights: np.ndarray | None = None) -> Places:
        """The rule with its clauses shortened, given the others, where that pays."""
        return self.fitted(self.rule(rule), price, weights)

    def fitted(
        self, clauses: Sequence[TestSet], price: float, weights: np.ndarray | None = None
    ) -> Places:
        """A rule of these clauses, each shortened to the limit and where it pays."""
        if not clauses:
            return []
        weights = self.weights if weights is None else weights
        covers, limit = self.problem.single_tests.covers, self.problem.literals
        costs = self._costs(price)
        shorter = shortened(covers, weights, costs, _packed(clauses), limit, self._least)
        rows = zip(shorter.tests.tolist(), shorter.lengths.tolist(), strict=True)
        return self.add([tuple(clause[:n]) for clause, n in rows])

    def grown(self, rule: Places, price: float, weights: np.ndarray | None = None) -> Places:
        """The rule improved by clauses of the pool and of beams until none pays."""
        rule = self.choose(rule, price, weights)
        while len(rule) < self.problem.clauses and self.ask(rule, price, weights):
            better = self.choose(rule, price, weights)
            if better == rule:
                break
            rule = better
        return self.tidy(rule, price, weights)

    def repriced(self, rule: Places, price: float) -> Places:
        """The rule after a beam has searched for a better replacement of each clause."""
        times, is_new = self._times(rule), False
        starts, rows = self._covered
        uncovered = np.where(times > 0, 0, self.weights)
        for clause in rule:
            covered = rows[starts[clause] : starts[clause + 1]]
            alone = covered[times[covered] == 1]
            left = uncovered.copy()
            left[alone] = self.weights[alone]
            cost = price / self.unit * self.lengths[clause] + self._ties[clause]
            is_new |= self._ask(left, price, max(0.0, float(self.weights[alone].sum()) - cost))
        return self.tidy(self.choose(rule, price), price) if is_new else rule

    def settled(self, rule: Places, price: float) -> Places:
        """The rule grown and repriced until neither pays."""
        rule = self.grown(self.tidy(rule, price), price)
        for _ in range(PASSES):
            better = self.grown(self.repriced(rule, price), price)
            if self.objective(better, price) <= self.objective(rule, price):
                break
            rule = better
        return rule

    def refilled(self, rule: Places, price: float, rng: np.random.Generator) -> Places:
        """The rule without some clauses, refilled for randomly perturbed row weights."""
        weights = shaken(self.weights, rng)
        return self.grown(without_some(rule, rng), price, weights)

    def improved(self, clauses: Sequence[TestSet]) -> list[TestSet]:
        """A rule settled at the problem's own price, from clauses of any number and length."""
        price = self.problem.price
        return self.rule(self.settled(self.fitted(clauses, price), price))

    def objective(self, rule: Places, price: float) -> float:
        """Σ v_i δ_f(x_i) − price · tests, by the problem's own weights."""
        length = sum(self.lengths[place] for place in rule)
        return self.unit * float(self.weights[self._times(rule) > 0].sum()) - price * length

    def rule(self, places: Places) -> list[TestSet]:
        return [self.clauses[place] for place in places]

    def _costs(self, price: float) -> np.ndarray:
        """What each test costs in the weights' unit."""
        return price / self.unit * self.problem.single_tests.sizes + self._of_tests

    def _times(self, rule: Places) -> np.ndarray:
        """How many of the rule's clauses cover each row."""
        self._join()
        places = np.array(rule, dtype=np.int64)
        return times_covered(self._covered, places, len(self.weights))

    def _join(self) -> None:
        """Appends the rows of new clauses to those of the others."""
        if self._new:
            starts, rows = self._covered
            ends = starts[-1] + np.cumsum([len(new) for new in self._new])
            self._covered = Covered(
                np.concatenate([starts, ends]), np.concatenate([rows, *self._new])
            )
            self._new = []


def _packed(clauses: Sequence[TestSet]) -> Packed:
    """Clauses as the rows of one array, and their lengths."""
    lengths = np.array([len(clause) for clause in clauses], dtype=np.int64)
    packed = np.zeros((len(clauses), lengths.max()), dtype=np.int32)
    for row, clause in zip(packed, clauses, strict=True):
        row[: len(clause)] = clause
    return Packed(packed, lengths)


def without_some(rule: Sequence[int], rng: np.random.Generator) -> list[int]:
    """The rule without one to MOST_DROPPED of its clauses, in random order."""
    dropped = int(rng.integers(1, MOST_DROPPED + 1))
    return [rule[i] for i in rng.permutation(len(rule))[dropped:]]


def shaken(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The row weights, each multiplied by a random number near 1: int64 (n_rows,)."""
    return np.rint(weights * rng.uniform(LEAST, MOST, len(weights))).astype(np.int64)


def cautious(weights: np.ndarray, caution: int) -> np.ndarray:
    """The row weights, with negative rows counted `caution` times: (n_rows,)."""
    return np.where(weights < 0, caution, 1) * weights


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
