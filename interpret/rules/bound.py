"""A bound that no rule within the limits exceeds, from a linear program over all clauses.

For a rule f of at most D clauses, let z_k say that clause k is in f, and ξ_i ≤ 1 that a positive
row i is covered, ξ_i ≤ Σ z_k over the clauses covering i. A negative row j that f covers is counted
by Σ z_k over the clauses covering j at least once and at most D times, so its weight |v_j| is at
least the sum of |v_j| / D over these clauses. Hence

    max Σ v_i ξ_i − Σ_k z_k (price · tests_k + Σ_{j in k, v_j < 0} |v_j| / D)
    s.t. ξ_i ≤ Σ_{k covers i} z_k,  ξ ≤ 1,  Σ z_k ≤ D,  z ≥ 0

is at least the objective of every rule within the limits. So is, by weak duality, for any prices
π ≥ 0 of the positive rows,

    Σ_i max(0, v_i − π_i) + D · max(0, max_k worth_k),
    worth_k = Σ_{i in k} π_i − Σ_{j in k} |v_j| / D − price · tests_k

and the clause of the largest worth is priced exactly. The prices come from column generation: they
are best for the clauses known so far, as the program's dual says, which has a row for each clause
alone,

    max Σ π_i − D m   s.t. worth_k ≤ m for each clause known,  0 ≤ π_i ≤ v_i,  m ≥ 0

and give the bound and more clauses: the one of the largest worth, and those met on the way to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from interpret.rules.pricing import Effort, per_clause, price_clause, program_work
from interpret.rules.search import RuleProblem, reaches
from interpret.rules.single_tests import TestSet

MOST_ROUNDS = 400
LITTLE = 1 / 4  # of the effort, where a bound will be of little use


@dataclass(frozen=True, eq=False)
class Bound:
    """A bound on the objective of every rule, and what it follows from.

    value: the bound; weights: the row weights at which a clause's worth is measured, (n_rows,);
    worth: the largest worth of any clause.
    """

    value: float
    weights: np.ndarray
    worth: float


def upper_bound(
    problem: RuleProblem, objective: float, effort: Effort, known: Iterable[TestSet] = ()
) -> Bound | None:
    """The smallest bound found within the effort; None if the effort ends before there is one.

    The search ends as soon as the bound meets the objective. No bound can be below the program's
    value, which more clauses only raise: if it leaves more than half of the gap between the
    objective and the problem's own bound open, little effort is made. known: clauses to begin with.
    """
    positive, limit = problem.weights > 0, problem.clauses
    worth = problem.weights[positive]
    prices = np.where(positive, 0.0, problem.weights / limit)
    if not len(worth) or not len(problem.single_tests.tests):
        return Bound(0.0, prices, 0.0)
    program = _Program(problem, prices)
    for clause in known:
        program.add(clause)
    best: Bound | None = None
    for _ in range(MOST_ROUNDS):
        solved = program.duals(effort)
        if solved is None:
            break
        duals, least = solved
        much = effort.spent > effort.limit * LITTLE
        if much and least - objective > (problem.bound - objective) / 2:
            break
        weights = prices.copy()
        weights[positive] = duals
        priced = price_clause(problem, weights, effort)
        if effort.stopped or (priced is not None and not priced.exact):
            break
        spare = float(np.maximum(0.0, worth - duals).sum())
        most = priced.value if priced else 0.0
        if best is None or spare + limit * most < best.value:
            best = Bound(spare + limit * most, weights, most)
        if priced is None or priced.clause in program.known or reaches(objective, best.value):
            break
        for clause in (priced.clause, *priced.others):
            program.add(clause)
    return best


class _Program:
    """The dual program over some of the clauses."""

    def __init__(self, problem: RuleProblem, prices: np.ndarray) -> None:
        self.problem, self.prices = problem, prices
        self.positive = problem.weights > 0
        self.known: set[TestSet] = set()
        self.covers: list[np.ndarray] = []
        self.costs: list[float] = []

    def add(self, clause: TestSet) -> None:
        if clause in self.known:
            return
        rows = self.problem.single_tests.coverage(clause)
        self.known.add(clause)
        self.covers.append(rows[self.positive])
        length = self.problem.single_tests.length([clause])
        self.costs.append(self.problem.price * length - float(self.prices[rows].sum()))

    def duals(self, effort: Effort) -> tuple[np.ndarray, float] | None:
        """The prices π of the positive rows, and the bound if there were no other clauses; None
        where HiGHS fails.
        """
        worth = self.problem.weights[self.positive]
        if not self.covers:
            return worth, 0.0
        n, k = len(worth), len(self.covers)
        solved = linprog(
            np.append(-np.ones(n), self.problem.clauses),
            A_ub=np.column_stack([np.array(self.covers, dtype=float), -np.ones(k)]),
            b_ub=self.costs,
            bounds=np.column_stack([np.zeros(n + 1), np.append(worth, np.inf)]),
            method="highs",
        )
        effort.spend(program_work((k, n), solved.nit) // per_clause(self.problem))
        if solved.status != 0:
            return None
        return np.clip(solved.x[:n], 0.0, worth), float(worth.sum() + solved.fun)
