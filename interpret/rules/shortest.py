"""The shortest rule of a given verdict: a set cover by boxes inside the verdict.

Let every row i of the verdict have a price π_i ≥ 0 such that no box inside the verdict covers rows
of more price than it has tests: its reduced cost  tests − Σ_{i covered} π_i  is never negative.
Then every rule of the verdict has at least Σ π_i tests, and a rule of L tests holds only boxes of
reduced cost at most L − Σ π_i (linear programming duality; Nemhauser & Wolsey 1988, II.3.6). The
prices come from the linear program over the boxes known so far. Boxes of negative reduced cost are
added until there are none; the few of small reduced cost go into an integer program.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack, identity, vstack

from interpret.rules.integer_program import Program, solve
from interpret.rules.pricing import Effort, program_work
from interpret.rules.value_sets import Box, Boxes, ValueSets
from kernels.examples import distinct
from kernels.steady import on_grid

EVERY_SET = 5  # for an attribute of at most this many values every set is considered
RANGES = 20  # for an attribute of at most this many values every range is considered
NARROW, WIDE = 4e7, 8e8  # work on a level: unfinished boxes times tests times rows
COLUMNS = 400  # boxes added at a time
LEEWAY = 0.5  # total of rows that may stay uncovered, which makes the prices even
FOR_CHOICE = 0.4  # share of the effort that is reserved for the integer program
LEVEL, PRODUCT = 100_000, 4  # additions of a level besides its products; 4 products count as one
MOST_ROUNDING = 1e-4  # the largest error of a reduced cost


@dataclass(frozen=True)
class ShortestCover:
    """Boxes that cover the verdict, and whether this takes no fewer tests."""

    rule: list[Box]
    shortest: bool


def shortest_cover(
    boxes: Boxes, rule: Sequence[Box], verdict: np.ndarray, effort: Effort
) -> ShortestCover:
    """The shortest boxes that together cover exactly the verdict's rows, as the rule's boxes do.

    verdict: bool, of the distinct rows; effort: in additions. If nothing shorter is found, the
    boxes are those of the rule.
    """

    def length(rule: Sequence[Box]) -> float:
        return sum(boxes.length(box) for box in rule)

    if not length(rule):
        return ShortestCover(list(rule), True)
    known = dict.fromkeys(rule)
    search = _Search(boxes, verdict, rule)
    wide, closed = False, False
    for_columns = effort.spent + (1 - FOR_CHOICE) * (effort.limit - effort.spent)
    while effort.spent < for_columns:
        prices = _prices(boxes, list(known), verdict, effort)
        cheap, complete = search.run(
            prices, -MOST_ROUNDING, WIDE if wide else NARROW, effort, for_columns
        )
        fresh = [box for box in cheap if box not in known][:COLUMNS]
        if not fresh and (complete or wide):
            closed = complete and search.complete
            break
        wide = not fresh
        known |= dict.fromkeys(fresh)
    best = min(list(rule), _chosen(boxes, list(known), verdict, rule, effort)[0], key=length)
    if not closed:
        return ShortestCover(best, False)
    least = float(prices.sum()) - MOST_ROUNDING * length(best)
    if ceil(least) >= length(best):
        return ShortestCover(best, True)
    most = length(best) - 1 - least
    cheap, complete = search.run(prices, most, WIDE, effort, effort.limit)
    better, solved = _chosen(boxes, list(known | dict.fromkeys(cheap)), verdict, best, effort)
    return ShortestCover(min(best, better, key=length), complete and solved)


class _Search:
    """Boxes of small reduced cost inside the verdict, built attribute by attribute.

    complete: whether every test that a shortest rule may have is considered.
    """

    def __init__(self, boxes: Boxes, verdict: np.ndarray, rule: Sequence[Box]) -> None:
        self.everything = tuple(sets.everything for sets in boxes.sets)
        self.tests = [
            (a, accepted)
            for a, sets in enumerate(boxes.sets)
            for accepted in sorted(_looked_at(sets) | {box[a] for box in rule})
            if accepted != sets.everything and sets.tests(accepted) is not None
        ]
        self.complete = all(
            not sets.has_ranges or sets.is_cut or len(sets.values) <= EVERY_SET
            for sets in boxes.sets
        )
        self.attribute = np.array([a for a, _ in self.tests])
        self.lengths = np.array([boxes.sets[a].length(accepted) for a, accepted in self.tests])
        passes = np.array([boxes.accepts(a, accepted) for a, accepted in self.tests])
        self.inside = passes[:, verdict].astype(np.float32)
        self.outside = passes[:, ~verdict].astype(np.float32)

    def run(
        self, prices: np.ndarray, most: float, work: float, effort: Effort, until: float
    ) -> tuple[list[Box], bool]:
        """The boxes of at most this reduced cost, the least first, and whether these are all.

        work: of a level; until: the total that may be spent of the effort.
        """
        room = int(work / (len(self.tests) * (self.inside.shape[1] + self.outside.shape[1])))
        worth = (self.inside * on_grid(prices)).T
        costed: list[tuple[float, tuple[int, ...]]] = []
        complete = True
        states: list[tuple[int, ...]] = [()]
        inside = np.ones((1, self.inside.shape[1]), dtype=np.float32)
        outside = np.ones((1, self.outside.shape[1]), dtype=np.float32)
        spent, last = np.zeros(1), np.full(1, -1)
        while states:
            rows = self.inside.shape[1] + self.outside.shape[1]
            effort.spend(LEVEL + len(states) * len(self.tests) * rows // PRODUCT)
            if effort.spent > until:
                return self._boxes(costed), False
            cost = spent[:, None] + self.lengths
            reduced = cost - inside @ worth
            left = outside @ self.outside.T
            further = (last[:, None] < self.attribute) & (reduced <= most)
            for s, t in np.argwhere(further & (left == 0)).tolist():
                costed.append((float(reduced[s, t]), (*states[s], t)))
            # A test that removes no row outside the verdict is not needed; one more test costs 1.
            further &= (left > 0) & (left < outside.sum(axis=1)[:, None]) & (reduced + 1 <= most)
            state, test = np.nonzero(further)
            if len(state) > room:
                complete = False
                kept = np.argsort(reduced[state, test], kind="stable")[:room]
                state, test = state[kept], test[kept]
            states = [(*states[s], t) for s, t in zip(state.tolist(), test.tolist(), strict=True)]
            inside, outside = inside[state] * self.inside[test], outside[state] * self.outside[test]
            spent, last = cost[state, test], self.attribute[test]
        return self._boxes(costed), complete

    def _boxes(self, costed: list[tuple[float, tuple[int, ...]]]) -> list[Box]:
        boxes = []
        for _, tests in sorted(costed):
            box = list(self.everything)
            for attribute, accepted in (self.tests[t] for t in tests):
                box[attribute] = accepted
            boxes.append(tuple(box))
        return boxes


def _looked_at(sets: ValueSets) -> set[int]:
    """The sets of an attribute's values from which boxes are built."""
    n = len(sets.values)
    singles = {1 << i for i in range(n)}
    if not sets.has_ranges or (n > RANGES and not sets.is_cut):
        return singles
    if n <= EVERY_SET:
        return set(range(1, sets.everything))
    runs = {(1 << end) - (1 << first) for first in range(n) for end in range(first + 1, n + 1)}
    others = {sets.everything ^ single for single in singles}
    return singles | others | {run for run in runs if sets.length(run) <= 2}


def _program(
    boxes: Boxes, columns: list[Box], verdict: np.ndarray
) -> tuple[np.ndarray, csr_matrix, np.ndarray, np.ndarray]:
    """The set cover: the tests of each column, the rows it covers, the size of each group of rows,
    and the group of each row.

    Rows of the verdict that the same columns cover are one group.
    """
    lengths = np.array([boxes.length(box) for box in columns])
    covers = np.array([boxes.rows(box)[verdict] for box in columns])
    first, alike = distinct(covers.T.view(np.uint8))
    return lengths, csr_matrix(covers[:, first].T.astype(float)), np.bincount(alike), alike


def _prices(boxes: Boxes, columns: list[Box], verdict: np.ndarray, effort: Effort) -> np.ndarray:
    """Prices of the verdict's rows at which no column has a negative reduced cost.

    Where HiGHS fails they are all 0, which meets this condition too.
    """
    lengths, covers, count, alike = _program(boxes, columns, verdict)
    n = len(count)
    uncovered = np.concatenate([np.zeros(len(columns)), count])
    solved = linprog(
        np.concatenate([lengths, np.zeros(n)]),
        A_ub=vstack([-hstack([covers, identity(n)]), csr_matrix(uncovered)]).tocsr(),
        b_ub=np.concatenate([-np.ones(n), [LEEWAY]]),
        method="highs",
    )
    effort.spend(program_work((n + 1, n + len(columns)), solved.nit))
    if solved.status != 0:
        return np.zeros(len(alike))
    return (-solved.ineqlin.marginals[:n] / count)[alike]


def _chosen(
    boxes: Boxes, columns: list[Box], verdict: np.ndarray, known: Sequence[Box], effort: Effort
) -> tuple[list[Box], bool]:
    """The shortest cover by some of the columns, and whether that is proven.

    known: the shortest known cover.
    """
    lengths, covers, count, _ = _program(boxes, columns, verdict)
    program = Program(-lengths, -covers, -np.ones(len(count)), len(columns), step=1.0)

    def value_of(chosen: np.ndarray) -> float:
        covered = (covers @ chosen.astype(float) > 0).all()
        return -float(lengths[chosen].sum()) if covered else -inf

    floor = -float(sum(boxes.length(box) for box in known))
    solved = solve(program, floor, value_of, effort)
    if solved.chosen is None:
        return list(known), solved.complete
    return [columns[i] for i in np.flatnonzero(solved.chosen)], solved.complete
