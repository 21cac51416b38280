"""The best rule of given clauses within a number of tests: by exchange, and by integer program."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix, hstack, identity

from interpret.rules.search import RuleProblem, TestSet

ROUNDING = 1e-6  # of a row
DROPPED = 10  # clauses of a rule that may give way in a step


class Selection:
    """Clauses to choose from, by their places; a rule holds at most the problem's clauses."""

    def __init__(self, problem: RuleProblem, clauses: Sequence[TestSet]) -> None:
        single = problem.candidates
        self.problem, self.clauses = problem, list(clauses)
        self.place = {clause: i for i, clause in enumerate(self.clauses)}
        self.lengths = np.array([single.length([clause]) for clause in self.clauses])
        self.covers = np.array([single.coverage(clause) for clause in self.clauses])
        self.floats = self.covers.astype(np.float32)

    def exchanged(
        self, rule: Sequence[int], most: int, weights: np.ndarray, go_on: Callable[[], bool]
    ) -> list[int]:
        """The rule after every exchange that gains: one clause less, one more, or one for another.

        weights: of the rows; every row counts once, however many clauses cover it. most: tests.
        """
        rule, now = list(rule), self._gain(rule, weights)
        while go_on():
            better = self._best_step(self._kept(rule, weights), most, weights.astype(np.float32))
            gain = self._gain(better, weights)
            if gain <= now + ROUNDING:
                break
            rule, now = better, gain
        return rule

    def _kept(self, rule: list[int], weights: np.ndarray) -> list[list[int]]:
        """The rule without one of the clauses that add least; and whole, where there is room."""
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

    def solved(self, among: Sequence[int], most: int, seconds: float) -> list[int] | None:
        """The best rule of some clauses if a negative row counted once for each that covers it.

        None where HiGHS finds none in time.
        """
        weights, covers = self.problem.weights, self.covers[list(among)]
        costs = covers @ np.maximum(-weights, 0)
        packed = np.packbits(covers[:, weights > 0].T, axis=1)
        _, first, alike = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        worth = np.bincount(alike.ravel(), weights[weights > 0])
        inside = covers[:, weights > 0][:, first].astype(float)
        k, n = inside.shape
        limits = np.zeros((2, k + n))
        limits[0, :k], limits[1, :k] = self.lengths[list(among)], 1
        found = milp(
            np.concatenate([costs, -worth]),
            integrality=np.concatenate([np.ones(k), np.zeros(n)]),
            bounds=Bounds(0, 1),
            constraints=[
                LinearConstraint(hstack([csr_matrix(-inside.T), identity(n)]), ub=0),
                LinearConstraint(csr_matrix(limits), ub=[most, self.problem.clauses]),
            ],
            options={"time_limit": seconds, "mip_rel_gap": 0.5 / max(1.0, worth.sum())},
        )
        if found.x is None:
            return None
        return [place for place, z in zip(among, found.x[:k], strict=True) if z > 0.5]
