"""The best single clause for given row weights: exactly, or by a beam where that is too long."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, log2

import numpy as np

from interpret.rules.compiled import beam
from interpret.rules.search import RuleProblem, TestSet

BITS = 50  # of the sum of all row weights, as integers


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
    if not (weights > 0).any():
        return None
    costs = _costs(problem, weights)

    def value(clause: TestSet, costs: np.ndarray) -> float:
        covered = problem.candidates.coverage(clause)
        return float(weights[covered].sum() - costs[list(clause)].sum())

    quick = beam_clause(problem, weights, effort)
    best = (quick[0], value(quick[0], costs)) if quick else ((), 0.0)

    def see(clause: TestSet, tests: np.ndarray, values: np.ndarray) -> float:
        nonlocal best
        top = int(values.argmax())
        if values[top] > best[1]:
            best = (tuple(sorted((*clause, int(tests[top])))), float(values[top]))
        return best[1]

    exact = _BranchAndBound(problem, weights, costs, effort, see, best[1]).run()
    clause, _ = best
    worth = value(clause, problem.price * problem.candidates.sizes)
    return Priced(clause, worth, exact) if clause and worth > 0 else None


def every_clause(
    problem: RuleProblem, weights: np.ndarray, least: float, most: int, effort: Effort
) -> list[TestSet] | None:
    """Every clause whose weight less price is at least so much, None where these are too many.

    Clauses may be left out that without one of their tests cover as few negative rows.
    """
    found: list[TestSet] = []
    floor = least - 1e-8 * float(np.abs(weights).sum())

    def see(clause: TestSet, tests: np.ndarray, values: np.ndarray) -> float:
        found.extend(tuple(sorted((*clause, test))) for test in tests[values > floor].tolist())
        return floor if len(found) <= most else inf

    costs = problem.price * problem.candidates.sizes
    complete = _BranchAndBound(problem, weights, costs, effort, see, floor).run()
    return found if complete and len(found) <= most else None


def beam_clause(
    problem: RuleProblem, weights: np.ndarray, effort: Effort
) -> tuple[TestSet, float] | None:
    """A good clause and its value by three beams of different caution; not always the best."""
    exact, unit = whole(weights)
    costs = _costs(problem, weights)
    with np.errstate(over="ignore"):  # a price beyond all weights
        scaled = costs / unit
    found = good_clauses(problem, exact, scaled, problem.price / unit, effort)
    valued = [
        (clause, float(weights[problem.candidates.coverage(clause)].sum() - costs[[*clause]].sum()))
        for clause in found
    ]
    return max(valued, key=lambda own: own[1], default=None)


def good_clauses(
    problem: RuleProblem,
    weights: np.ndarray,
    costs: np.ndarray,
    price: float,
    effort: Effort,
    floor: float = 0.0,
) -> list[TestSet]:
    """Clauses worth more than they cost, that three beams of different caution come by.

    weights: int64 (n_rows,); costs: of each test; price: of one more test at least; floor: the
    beams go on where a clause may be worth more. All three are in the weights' unit.
    """
    single = problem.candidates
    if not (weights > 0).any() or not len(single.tests) or not effort.spend(len(single.tests)):
        return []
    found, lengths, states = beam(single.grid, weights, costs, price, problem.literals, floor)
    effort.spend(int(states - 1) * len(single.tests))
    return [
        tuple(sorted(clause[:n]))
        for clause, n in zip(found.tolist(), lengths.tolist(), strict=True)
    ]


def whole(weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Row weights as integers of a common unit, so that their sums are exact, and the unit."""
    total = float(np.abs(weights).sum())
    if not total:
        return np.zeros(len(weights), dtype=np.int64), 1.0
    unit = 2.0 ** max(ceil(log2(total)) - BITS, -1000)
    return np.rint(weights / unit).astype(np.int64), unit


See = Callable[[TestSet, np.ndarray, np.ndarray], float]


class _BranchAndBound:
    """Depth-first over sets of tests, as far as a clause may have a value above the floor.

    see: is given a clause, tests that may be added and the values with each, and sets the floor.
    """

    def __init__(
        self,
        problem: RuleProblem,
        weights: np.ndarray,
        costs: np.ndarray,
        effort: Effort,
        see: See,
        floor: float,
    ) -> None:
        self.problem, self.costs, self.effort = problem, costs, effort
        self.see, self.floor = see, floor
        rows = np.flatnonzero(weights)
        self.covers = problem.candidates.covers[:, rows].astype(float)
        self.signed = np.stack(
            [np.maximum(weights[rows], 0), np.maximum(-weights[rows], 0)], axis=1
        )

    def run(self) -> bool:
        """True when the search was finished, and nothing left unseen."""
        everything = np.arange(len(self.problem.candidates.tests))
        loss = float(self.signed[:, 1].sum())
        self._extend((), 0.0, everything, self.covers, self.signed, loss)
        return not self.effort.stopped

    def _extend(
        self,
        clause: TestSet,
        spent: float,
        candidates: np.ndarray,
        covers: np.ndarray,
        signed: np.ndarray,
        loss_before: float,
    ) -> None:
        """Adds one test to the clause, then more. covers: (n_candidates, n_rows still covered)."""
        if not len(candidates) or not self.effort.spend(len(candidates)):
            return
        gain, loss = (covers @ signed).T
        costs = spent + self.costs[candidates]
        self.floor = self.see(clause, candidates, gain - loss - costs)
        if len(clause) + 1 >= self.problem.literals:
            return
        # A test that removes no negative row only loses by standing in a clause.
        hopeful = self._hopeful(gain, costs) & (loss < loss_before * (1 - 1e-12))
        order = np.flatnonzero(hopeful)
        order = order[np.argsort(gain[order], kind="stable")]
        for place, i in enumerate(order):
            if self.effort.stopped:
                return
            if loss[i] == 0 or not self._hopeful(gain[i], costs[i]):
                continue
            test = candidates[i]
            rest = order[place + 1 :]
            rest = rest[self.problem.candidates.compatible.row(test)[candidates[rest]]]
            rest = rest[self._hopeful(gain[rest], costs[rest])]
            kept = covers[i] > 0
            self._extend(
                (*clause, int(test)),
                float(costs[i]),
                candidates[rest],
                covers[np.ix_(rest, kept)],
                signed[kept],
                float(loss[i]),
            )

    def _hopeful(self, gain: np.ndarray, costs: np.ndarray) -> np.ndarray:
        """Where one more test may still be worth seeing."""
        return gain - costs - self.problem.price > self.floor


def _costs(problem: RuleProblem, weights: np.ndarray) -> np.ndarray:
    """What each test costs: its price, and next to nothing that decides among equals."""
    tie = 1e-11 * float(np.abs(weights).sum())
    return problem.price * problem.candidates.sizes + tie * problem.candidates.oddity
