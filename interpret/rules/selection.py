"""The best rule of given clauses within a number of tests: by exchange, and by integer program."""

from collections.abc import Sequence
from math import inf

import numpy as np
from scipy.sparse import csr_matrix, hstack, identity, vstack

from interpret.rules.integer_program import Program, solve
from interpret.rules.pricing import Effort, clauses_worth
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet

ROUNDING = 1e-6  # of a row
DROPPED = 10  # clauses of a rule that may be dropped in a step
STEP, LIGHT = 100, 8  # a step counts as 100 clauses priced, and every 8 of its exchanges as one


class Selection:
    """Clauses to choose from, by their places; a rule holds at most the problem's clauses."""

    def __init__(self, problem: RuleProblem, clauses: Sequence[TestSet]) -> None:
        single = problem.single_tests
        self.problem, self.clauses = problem, list(clauses)
        self.place = {clause: i for i, clause in enumerate(self.clauses)}
        self.lengths = np.array([single.length([clause]) for clause in self.clauses])
        self.covers = np.array([single.coverage(clause) for clause in self.clauses])
        self.floats = self.covers.astype(np.float32)

    def exchanged(
        self, rule: Sequence[int], most: int, weights: np.ndarray, effort: Effort
    ) -> list[int]:
        """The rule after every exchange that gains: one clause less, one more, or one for another.

        weights: of the rows; every row counts once, however many clauses cover it. most: tests.
        """
        rule, now = list(rule), self._gain(rule, weights)
        while True:
            kept = self._kept(rule, weights)
            if not effort.spend(STEP + len(kept) * len(self.clauses) // LIGHT):
                break
            better = self._best_step(kept, most, weights.astype(np.float32))
            gain = self._gain(better, weights)
            if gain <= now + ROUNDING:
                break
            rule, now = better, gain
        return rule

    def _kept(self, rule: list[int], weights: np.ndarray) -> list[list[int]]:
        """The rule without each of the clauses that add least, and the whole rule if it has
        room.
        """
        once = weights * (self.covers[rule].sum(axis=0) == 1)
        least = np.argsort(self.covers[rule] @ once, kind="stable")[:DROPPED].tolist()
        kept = [rule[:i] + rule[i + 1 :] for i in least]
        return [*kept, rule] if len(rule) < self.problem.clauses else kept

    def _best_step(self, kept: list[list[int]], most: int, weights: np.ndarray) -> list[int]:
        """The best of the given rules, each as it is or with one more clause."""
        covered = np.array([self.covers[one].any(axis=0) for one in kept])
        spent = np.array([self.lengths[one].sum() for one in kept])
        without = covered.astype(np.float32) @ weights
        gains = without + self.floats @ np.where(covered, 0, weights).T
        gains[self.lengths[:, None] + spent > most] = -np.inf
        added, given = np.unravel_index(int(gains.argmax()), gains.shape)
        alone = int(np.where(spent <= most, without, -np.inf).argmax())
        if without[alone] >= gains[added, given]:
            return kept[alone]
        return [*kept[given], int(added)]

    def _gain(self, rule: list[int], weights: np.ndarray) -> float:
        return float(weights[self.covers[rule].any(axis=0)].sum())

    def solved(self, among: Sequence[int], most: int, effort: Effort) -> list[int] | None:
        """The best rule of some clauses if a negative row counted once for each that covers it.

        None where the effort ends before there is one.
        """
        weights, covers = self.problem.weights, self.covers[list(among)]
        costs = covers @ np.maximum(-weights, 0)
        packed = np.packbits(covers[:, weights > 0].T, axis=1)
        _, first, alike = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        worth = np.bincount(alike.ravel(), weights[weights > 0])
        inside = covers[:, weights > 0][:, first]
        k, n = inside.shape
        lengths = self.lengths[list(among)]
        limits = np.zeros((2, n + k))
        limits[0, n:], limits[1, n:] = lengths, 1
        matrix = vstack([hstack([identity(n), csr_matrix(-inside.T.astype(float))]), limits])
        bounds = np.append(np.zeros(n), [most, self.problem.clauses])
        program = Program(np.append(worth, -costs), matrix.tocsr(), bounds, k, step=1.0)

        def value_of(chosen: np.ndarray) -> float:
            if lengths[chosen].sum() > most or chosen.sum() > self.problem.clauses:
                return -inf
            return float(worth[inside[chosen].any(axis=0)].sum() - costs[chosen].sum())

        def spend(shape: tuple[int, int], steps: int) -> bool:
            return effort.spend(clauses_worth(self.problem, shape, steps))

        chosen = solve(program, 0.0, value_of, spend).chosen
        return None if chosen is None else [among[int(i)] for i in np.flatnonzero(chosen)]
