"""A bound that no rule within the limits exceeds, from a linear program over all clauses.

For a rule f of at most D clauses, let z_k say that clause k is in f, and ξ_i ≤ 1 that a positive
row i is covered, ξ_i ≤ Σ z_k over the clauses covering i. A negative row j that f covers is counted
by Σ z_k over the clauses covering j at least once and at most D times, so its weight |v_j| is at
least the sum of |v_j| / D over these clauses. Hence

    max Σ v_i ξ_i − Σ_k z_k (price · tests_k + Σ_{j in k, v_j < 0} |v_j| / D)
    s.t. ξ_i ≤ Σ_{k covers i} z_k,  ξ ≤ 1,  Σ z_k ≤ D,  z ≥ 0

is at least the objective of every rule within the limits. So is, by weak duality, for any prices π
≥ 0 of the positive rows,

    Σ_i max(0, v_i − π_i) + D · max(0, max_k worth_k),
    worth_k = Σ_{i in k} π_i − Σ_{j in k} |v_j| / D − price · tests_k

and the clause of the largest worth is priced exactly. The prices come from column generation: they
are optimal for the clauses known so far. They solve the program's dual, whose rows are the clauses,

    max Σ π_i − D m   s.t. worth_k ≤ m for each clause known,  0 ≤ π_i ≤ v_i,  m ≥ 0

and give the bound and more clauses: the one of the largest worth, and others met in the search.

Closing the gap: if the bound on every rule is spare + D · worth, a rule of objective o has no
clause that is worth less than worth − (bound − o). If few other clauses are left, the problem over
them is solved exactly by an integer program, with a covered negative row counted once:

    max Σ v_i ξ_i − Σ |v_j| η_j − price Σ_k tests_k z_k
    s.t. ξ_i ≤ Σ_{k covers i} z_k,  η_j ≥ z_k for each k covering j,  Σ z_k ≤ D,  z binary
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from interpret.rules.integer_program import Program, solve
from interpret.rules.pricing import Effort, every_clause, per_clause, price_clause, program_work
from interpret.rules.search import Prices, RuleProblem, reaches
from interpret.rules.single_tests import TestSet
from kernels.examples import distinct

MOST_ROUNDS = 400
LITTLE = 1 / 4  # of the effort, where the bound will leave a large gap anyway
MOST_CLAUSES, COLUMNS, PAIRS = 5000, 400, 20_000
SHARP = 1e-4  # of a mean weight; this price of a test decides between rules of equal objective


@dataclass(frozen=True, eq=False)
class Bound:
    """A bound on the objective of every rule, with its derivation.

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
    value, which more clauses only raise: if that value leaves more than half of the gap between the
    objective and the problem's own bound, little effort is made. known: clauses to start with.
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


def prices_of(problem: RuleProblem, bound: Bound) -> Prices:
    """The prices that a bound of the problem's distinct rows follows from, at the problem's own."""
    of_rows = np.zeros(len(problem.weights))
    of_rows[problem.kinds[0]] = np.maximum(0.0, bound.weights)
    return Prices(tuple(of_rows.tolist()), bound.worth)


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
        """The prices π of the positive rows, and the bound by these clauses; None if HiGHS
        fails.
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


def close(
    problem: RuleProblem, clauses: list[TestSet], bound: Bound, effort: Effort
) -> tuple[list[TestSet], float]:
    """The best rule and its bound; both are unchanged if too many clauses may matter."""
    objective = problem.objective(clauses)
    least = bound.worth - (bound.value - objective)
    candidates = every_clause(problem, bound.weights, least, MOST_CLAUSES, effort)
    if candidates is None:
        return clauses, bound.value
    columns = undominated(problem, candidates)
    solved = _integer(problem, columns, objective, effort) if len(columns) <= COLUMNS else None
    if solved is None:
        return clauses, bound.value
    better, most = solved
    if problem.objective(better) > objective:
        clauses, objective = better, problem.objective(better)
    return clauses, min(bound.value, max(most, objective))


def shortest(
    problem: RuleProblem, clauses: list[TestSet], effort: Effort
) -> tuple[list[TestSet], bool]:
    """The shortest rule of the same objective as these clauses, and whether that is proven.

    The problem is solved again from the known rule, at a price by which length decides between
    rules of equal objective. If tests cost nothing and the rule covers exactly the positive rows,
    only length counts; else each test costs a tiny amount more.
    """
    if not clauses:
        return clauses, True
    length = problem.single_tests.length(clauses)
    positive, negative = problem.weights > 0, problem.weights < 0
    said = problem.single_tests.verdict(clauses)
    if problem.price == 0 and not (positive & ~said | negative & said).any():
        step, dear = 1.0, length + 1.0
        sharp = replace(
            problem, weights=dear * positive - dear * problem.clauses * negative, price=step
        )
    else:
        step = SHARP * float(np.abs(problem.weights).mean())
        sharp = replace(problem, price=problem.price + step)
    objective = sharp.objective(clauses)
    bound = upper_bound(sharp, objective + step / 2, effort, clauses)
    if bound is None:
        return clauses, False
    most = bound.value
    better = clauses
    if most >= objective + step / 2:
        better, most = close(sharp, clauses, bound, effort)
    lost = problem.objective(clauses) - problem.objective(better)
    if lost > 1e-9 * max(1.0, problem.total):
        return clauses, False
    return better, most < sharp.objective(better) + step / 2


def undominated(problem: RuleProblem, clauses: Sequence[TestSet]) -> list[TestSet]:
    """The clauses that no other clause can replace in any rule.

    A clause can be replaced by one that covers all of its positive rows, no further negative rows,
    and, if tests cost something, has no more tests.
    """
    single, positive = problem.single_tests, problem.weights > 0
    heavy = problem.weights != 0
    good = [(single.coverage(clause) == positive)[heavy] for clause in clauses]
    bits = [int.from_bytes(np.packbits(rows).tobytes(), "big") for rows in good]
    lengths = [single.length([clause]) for clause in clauses]
    order = sorted(range(len(clauses)), key=lambda k: (-bits[k].bit_count(), lengths[k]))
    kept: list[int] = []
    for k in order:
        most = lengths[k] if problem.price > 0 else np.inf
        if not any(bits[k] | bits[b] == bits[b] and lengths[b] <= most for b in kept):
            kept.append(k)
    return [clauses[k] for k in kept]


def _integer(
    problem: RuleProblem, clauses: list[TestSet], objective: float, effort: Effort
) -> tuple[list[TestSet], float] | None:
    """The best rule of these clauses and a bound on it; None if the program is too large.

    objective: of a known rule; if none better is found, the rule is [].
    """
    if not clauses:
        return [], 0.0
    program = _program(problem, clauses)
    if program is None:
        return None

    def rule_of(chosen: np.ndarray) -> list[TestSet]:
        return [clause for clause, is_chosen in zip(clauses, chosen, strict=True) if is_chosen]

    def value_of(chosen: np.ndarray) -> float:
        return problem.objective(rule_of(chosen)) if chosen.sum() <= problem.clauses else -inf

    solved = solve(program, objective, value_of, effort, per_clause(problem))
    return [] if solved.chosen is None else rule_of(solved.chosen), solved.bound


def _program(problem: RuleProblem, clauses: list[TestSet]) -> Program | None:
    """The program; its variables are whether each row is covered (positive rows first), then
    whether each clause is chosen.

    Rows that the same clauses cover are merged.
    """
    covers = np.array([problem.single_tests.coverage(clause) for clause in clauses])
    first, of = distinct(covers.T.view(np.uint8))
    covers, gains = covers[:, first], np.bincount(of, problem.weights, minlength=len(first))
    positive = gains > 0
    i, k = np.nonzero(covers[:, positive].T)
    j, negatives = np.nonzero(covers[:, ~positive].T)
    if len(j) > PAIRS:
        return None
    n, n_positive, pairs = len(gains), int(positive.sum()), len(j)
    place = n_positive + np.arange(pairs)
    rows = [np.arange(n_positive), i, place, place]
    columns = [np.arange(n_positive), n + k, n_positive + j, n + negatives]
    signs = [1.0, -1.0, -1.0, 1.0]
    rows.append(np.full(len(clauses), n_positive + pairs))
    columns.append(n + np.arange(len(clauses)))
    signs.append(1.0)
    entries = np.repeat(signs, [len(part) for part in rows])
    shape = n_positive + pairs + 1, n + len(clauses)
    matrix = csr_matrix((entries, (np.concatenate(rows), np.concatenate(columns))), shape)
    most = np.zeros(shape[0])
    most[-1] = problem.clauses
    costs = problem.price * np.array([problem.single_tests.length([c]) for c in clauses])
    value = np.concatenate([gains[positive], gains[~positive], -costs])
    return Program(value, matrix, most, len(clauses))
