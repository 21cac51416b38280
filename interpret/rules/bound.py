"""A bound that no rule within the limits exceeds, from a linear program over all clauses.

For a rule f of at most D clauses, let z_k say that clause k is in f, and ξ_i ≤ 1 that a positive
row i is covered, ξ_i ≤ Σ z_k over the clauses covering i. A negative row j that f covers is counted
by Σ z_k over the clauses covering j at least once and at most D times, so its weight |v_j| is at
least the sum of |v_j| / D over these clauses. Hence

    max Σ v_i ξ_i − Σ_k z_k (price · tests_k + Σ_{j in k, v_j < 0} |v_j| / D)
    s.t. ξ_i ≤ Σ_{k covers i} z_k,  ξ ≤ 1,  Σ z_k ≤ D,  z ≥ 0

is at least the objective of every rule within the limits. The program is solved by column
generation: with the dual prices π_i of the rows and σ of the limit, a clause is worth
Σ π_i − Σ |v_j| / D − price · tests − σ, and pricing is exact, so that the value of the restricted
program plus D times the largest worth left is a bound at every step (Farley 1990).
"""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack, identity, vstack

from interpret.rules.pricing import Effort, price_clause
from interpret.rules.search import RuleProblem, TestSet, reaches

ROUNDS = 400


def upper_bound(problem: RuleProblem, objective: float, effort: Effort) -> float:
    """The smallest bound found within the effort; it stops once it meets the objective."""
    positive = problem.weights > 0
    worth = problem.weights[positive]
    if not len(worth) or not len(problem.candidates.tests):
        return 0.0
    limit = problem.clauses
    shared = np.where(positive, 0.0, problem.weights / limit)
    best = problem.bound
    columns: list[np.ndarray] = []
    costs: list[float] = []
    known: set[TestSet] = set()
    duals, sigma = worth.copy(), 0.0
    master = 0.0
    for _ in range(ROUNDS):
        weights = shared.copy()
        weights[positive] = duals
        priced = price_clause(problem, weights, effort)
        if (priced is not None and not priced.exact) or effort.stopped:
            break
        left = max(0.0, priced.value - sigma) if priced else 0.0
        best = min(best, master + limit * left)
        if left <= 1e-9 * max(1.0, best) or reaches(objective, best):
            break
        if priced.clause in known:
            break
        known.add(priced.clause)
        rows = problem.candidates.coverage(priced.clause)
        columns.append(rows[positive])
        length = problem.candidates.length([priced.clause])
        costs.append(problem.price * length - float(shared[rows].sum()))
        master, duals, sigma = _master(worth, np.array(columns), np.array(costs), limit)
    return max(best, objective)


def _master(
    worth: np.ndarray, columns: np.ndarray, costs: np.ndarray, limit: int
) -> tuple[float, np.ndarray, float]:
    """The restricted program's value and its dual prices of rows and of the limit on clauses."""
    n, k = len(worth), len(columns)
    cover = hstack([identity(n), csr_matrix(-columns.T.astype(float))])
    count = csr_matrix(np.concatenate([np.zeros(n), np.ones(k)])[None])
    solved = linprog(
        np.concatenate([-worth, costs]),
        A_ub=vstack([cover, count]).tocsr(),
        b_ub=np.concatenate([np.zeros(n), [limit]]),
        bounds=[(0, 1)] * n + [(0, None)] * k,
        method="highs",
    )
    duals = -solved.ineqlin.marginals
    return -solved.fun, duals[:n], float(duals[n])
