"""The best single clause for given row weights: exactly, or by a beam where that is too long."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from interpret.rules.search import RuleProblem, TestSet

QUEUES = (1.0, 0.3, 0.08)  # a beam each, by P − β N: from few negatives to many positives
WIDTH = 8


@dataclass
class Effort:
    """Clauses priced so far, and when to stop. `go_on` is asked now and then."""

    limit: float
    go_on: Callable[[], bool] = lambda: True
    spent: int = 0
    stopped: bool = False

    def spend(self, clauses: int) -> bool:
        """Counts the clauses; False when there is no more to spend."""
        asked = self.spent // 4096
        self.spent += clauses
        if self.spent > self.limit or (self.spent // 4096 > asked and not self.go_on()):
            self.stopped = True
        return not self.stopped


@dataclass(frozen=True)
class Priced:
    """A clause, the weight of the rows it covers less its price, and whether none is better."""

    clause: TestSet
    value: float
    exact: bool


def price_clause(problem: RuleProblem, weights: np.ndarray, effort: Effort) -> Priced | None:
    """The clause of the largest weight less price, or None where every clause costs.

    weights: (n_rows,), the rows that other clauses cover already weigh 0. Exact by branch and
    bound: no clause on a branch weighs more than the positive rows it still covers.
    """
    rows = np.flatnonzero(weights)
    if not (weights > 0).any():
        return None
    covers = problem.covers[:, rows]
    signed = np.stack([np.maximum(weights[rows], 0), np.maximum(-weights[rows], 0)], axis=1)
    tie = 1e-9 * np.abs(weights).sum()  # among equals the shorter clause
    search = _BranchAndBound(problem, covers.astype(float), signed, tie, effort)
    search.best = beam_clause(problem, covers, signed, tie)
    exact = search.run()
    if search.best is None:
        return None
    clause, _ = search.best
    value = float(weights[problem.coverage(clause)].sum()) - problem.price * problem.length([clause])
    return Priced(clause, value, exact) if value > 0 else None


def beam_clause(
    problem: RuleProblem, covers: np.ndarray, signed: np.ndarray, tie: float
) -> tuple[TestSet, float] | None:
    """A good clause and its value by three beams of different caution; not always the best.

    covers: bool (n_tests, n_rows); signed: (n_rows, 2), the positive and the negative weights.
    """
    price = problem.price + tie
    best: tuple[TestSet, float] | None = None
    states: list[tuple[TestSet, np.ndarray]] = [((), np.ones(covers.shape[1], dtype=bool))]
    for depth in range(1, problem.literals + 1):
        children: dict[tuple[float, float], tuple[TestSet, np.ndarray, float, float]] = {}
        for clause, covered in states:
            usable = problem.compatible[list(clause)].all(axis=0)
            candidates = np.flatnonzero(usable)
            gain, loss = (covers[candidates][:, covered].astype(float) @ signed[covered]).T
            lengths = problem.sizes[candidates] + problem.sizes[list(clause)].sum()
            values = gain - loss - price * lengths
            top = int(values.argmax()) if len(values) else -1
            if top >= 0 and values[top] > (best[1] if best else 0.0):
                best = (tuple(sorted((*clause, int(candidates[top])))), float(values[top]))
            for beta in QUEUES:
                for i in np.argsort(beta * loss - gain, kind="stable")[:WIDTH]:
                    key = (round(float(gain[i]), 9), round(float(loss[i]), 9))
                    if key not in children and gain[i] > 0:
                        test = int(candidates[i])
                        child = tuple(sorted((*clause, test)))
                        children[key] = (child, covered & covers[test], gain[i], loss[i])
        floor = best[1] if best else 0.0
        alive = [
            child for child in children.values()
            if child[3] > 0 and child[2] - price * (depth + 1) > floor
        ]
        chosen = {}
        for beta in QUEUES:
            for child in sorted(alive, key=lambda c: beta * c[3] - c[2])[:WIDTH]:
                chosen[child[0]] = child[1]
        states = list(chosen.items())
        if not states:
            break
    return best


class _BranchAndBound:
    """Depth-first over sets of tests; `best` is the incumbent."""

    def __init__(
        self,
        problem: RuleProblem,
        covers: np.ndarray,
        signed: np.ndarray,
        tie: float,
        effort: Effort,
    ) -> None:
        self.problem, self.effort = problem, effort
        self.price = problem.price + tie
        self.covers, self.signed = covers, signed
        self.best: tuple[TestSet, float] | None = None

    def run(self) -> bool:
        """True when the search was finished: the incumbent is the best."""
        everything = np.arange(len(self.problem.tests))
        loss = float(self.signed[:, 1].sum())
        self._extend((), 0, everything, self.covers, self.signed, loss)
        return not self.effort.stopped

    def _extend(
        self,
        clause: TestSet,
        length: int,
        candidates: np.ndarray,
        covers: np.ndarray,
        signed: np.ndarray,
        loss_before: float,
    ) -> None:
        """Adds one test to the clause, then more. covers: (n_candidates, n_rows still covered)."""
        if not len(candidates) or not self.effort.spend(len(candidates)):
            return
        gain, loss = (covers @ signed).T
        lengths = length + self.problem.sizes[candidates]
        values = gain - loss - self.price * lengths
        top = int(values.argmax())
        if values[top] > (self.best[1] if self.best else 0.0):
            self.best = (tuple(sorted((*clause, int(candidates[top])))), float(values[top]))
        if len(clause) + 1 >= self.problem.literals:
            return
        # A test that removes no negative row only loses by standing in a clause.
        hopeful = self._hopeful(gain, lengths) & (loss < loss_before * (1 - 1e-12))
        order = np.flatnonzero(hopeful)
        order = order[np.argsort(gain[order], kind="stable")]
        for place, i in enumerate(order):
            if self.effort.stopped:
                return
            if loss[i] == 0 or not self._hopeful(gain[i], lengths[i]):
                continue
            test = candidates[i]
            rest = order[place + 1 :]
            rest = rest[self.problem.compatible[test, candidates[rest]]]
            rest = rest[self._hopeful(gain[rest], lengths[rest])]
            kept = covers[i] > 0
            self._extend(
                (*clause, int(test)),
                int(lengths[i]),
                candidates[rest],
                covers[np.ix_(rest, kept)],
                signed[kept],
                float(loss[i]),
            )

    def _hopeful(self, gain: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """Where one more test may still beat the incumbent."""
        return gain - self.price * (lengths + 1) > (self.best[1] if self.best else 0.0)
