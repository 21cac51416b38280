"""The best single clause for given row weights: exactly, or by a beam where that is too long."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

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
    """A good clause and its value by three beams of different caution; not always the best.

    One matrix product a level weighs every test against every state of the beams.
    """
    single, costs, price = problem.candidates, _costs(problem, weights), problem.price
    rows = np.flatnonzero(weights)
    rows_by_tests = single.by_rows[rows]
    gains, losses = np.maximum(weights[rows], 0), np.maximum(-weights[rows], 0)
    gains, losses = gains.astype(np.float32), losses.astype(np.float32)
    n_tests = len(single.tests)
    if not n_tests:
        return None
    best: tuple[TestSet, float] | None = None
    floor = 0.0
    states: list[TestSet] = [()]
    covered = np.ones((1, len(rows)), dtype=np.float32)
    allowed = np.ones((1, n_tests), dtype=bool)
    spent = np.zeros(1)
    for depth in range(1, problem.literals + 1):
        if not effort.spend(len(states) * n_tests):
            break
        gain = (covered * gains) @ rows_by_tests
        loss = (covered * losses) @ rows_by_tests
        cost = spent[:, None] + costs
        values = np.where(allowed, gain - loss - cost, -np.inf)
        top = int(values.argmax())
        if values.flat[top] > floor:
            state, test = divmod(top, n_tests)
            floor = float(values.flat[top])
            best = (tuple(sorted((*states[state], test))), floor)
        alive = allowed & (loss > 0) & (gain - cost - price > floor)
        extended = np.flatnonzero(alive)
        if depth == problem.literals or not len(extended):
            break
        kept = _beams(extended, gain.flat[extended], loss.flat[extended])
        from_state, test = np.divmod(kept, n_tests)
        states = [(*states[s], t) for s, t in zip(from_state.tolist(), test.tolist(), strict=True)]
        covered = covered[from_state] * rows_by_tests[:, test].T
        allowed = allowed[from_state] & single.compatible.rows(test.tolist())
        spent = cost[from_state, test]
    return best


def _beams(extended: np.ndarray, gain: np.ndarray, loss: np.ndarray) -> np.ndarray:
    """The most promising of the extended states, for each caution; equal ones count once."""
    kept: dict[tuple[float, float], int] = {}
    for beta in QUEUES:
        score = beta * loss - gain
        most = 3 * WIDTH  # equal states stand side by side: look at some more than are kept
        front = np.argpartition(score, most)[:most] if len(score) > most else np.arange(len(score))
        front = front[np.lexsort((extended[front], score[front]))]
        taken = 0
        for i in front.tolist():
            key = (float(gain[i]), float(loss[i]))
            taken += kept.setdefault(key, int(extended[i])) == int(extended[i])
            if taken == WIDTH:
                break
    return np.array(list(kept.values()))


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
