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

and the clause of the largest worth is priced exactly. The bound on rules of d to D clauses is

    Σ_i max(0, v_i − π_i) + max(D w, d w),   w = max_k worth_k, which may be negative for d > 0.

The more clauses there must be, the more they cost; the fewer there may be, the more a negative row
counts. So the range of their number is halved where the bound is largest.

The prices come from column generation: they are optimal for the clauses known so far. They solve
the program's dual, whose rows are the clauses,

    max Σ π_i − max(D m, d m)   s.t. worth_k ≤ m for each clause known,  0 ≤ π_i ≤ v_i

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

MOST_ROUNDS, MOST_PARTS = 400, 12
LITTLE = 1 / 4  # of the effort, where the bound will leave a large gap anyway
MOST_CLAUSES, COLUMNS, PAIRS = 5000, 400, 20_000
SHARP = 1e-4  # of a mean weight; this price of a test decides between rules of equal objective


@dataclass(frozen=True, eq=False)
class Bound:
    """A bound on the objective of every rule of `least` to `most` clauses, with its derivation.

    value: the bound; weights: the row weights at which a clause's worth is measured, (n_rows,);
    worth: the largest worth of any clause; known: clauses met on the way.
    """

    value: float
    weights: np.ndarray
    worth: float
    least: int = 0
    most: int = 0
    known: tuple[TestSet, ...] = ()


def by_number(
    problem: RuleProblem, objective: float, effort: Effort, whole: Bound
) -> tuple[Bound, ...]:
    """Bounds on the rules of each number of clauses but 0. whole: the bound on all of them.

    The range whose bound is largest is halved, until that meets the objective or the effort ends.
    """
    parts = [replace(whole, least=1)]
    while len(parts) < MOST_PARTS:
        top = max(parts, key=lambda part: part.value)
        if reaches(objective, top.value) or top.least == top.most:
            break
        middle = (top.least + top.most) // 2
        ends = (top.least, middle), (middle + 1, top.most)
        halves = [_of_number(problem, objective, effort, top.known, *some) for some in ends]
        if effort.stopped or max(part.value for part in halves) > top.value:
            break
        parts = [*(part for part in parts if part is not top), *halves]
    return tuple(sorted(parts, key=lambda part: part.least))


def _of_number(
    problem: RuleProblem,
    objective: float,
    effort: Effort,
    known: Iterable[TestSet],
    least: int,
    most: int,
) -> Bound:
    """The smaller of two bounds on rules of `least` to `most` clauses: with prices or without."""
    weights = np.minimum(0.0, problem.weights / most)
    free = problem.total - least * problem.price
    without = Bound(free, weights, -problem.price, least, most, tuple(known))
    priced = upper_bound(replace(problem, clauses=most), objective, effort, known, least)
    return without if priced is None or priced.value > free else priced


def upper_bound(
    problem: RuleProblem,
    objective: float,
    effort: Effort,
    known: Iterable[TestSet] = (),
    fewest: int = 0,
) -> Bound | None:
    """The smallest bound found within the effort; None if the effort ends before there is one.

    The search ends as soon as the bound meets the objective. No bound can be below the program's
    value, which more clauses only raise: if that value leaves more than half of the gap between the
    objective and the problem's own bound, little effort is made. known: clauses to start with;
    fewest: clauses that a rule must have.
    """
    positive, limit = problem.weights > 0, problem.clauses
    worth = problem.weights[positive]
    prices = np.where(positive, 0.0, problem.weights / limit)
    if not len(worth) or not len(problem.single_tests.tests):
        return Bound(0.0, prices, 0.0, fewest, limit)
    program = _Program(problem, prices, fewest)
    for clause in known:
        program.add(clause)
    best: Bound | None = None
    for _ in range(MOST_ROUNDS):
        solved = program.duals(effort)
        if solved is None:
            break
        duals, floor, least = solved
        much = effort.spent > effort.limit * LITTLE
        if much and least - objective > (problem.bound - objective) / 2:
            break
        weights = prices.copy()
        weights[positive] = duals
        priced = price_clause(problem, weights, effort, floor)
        if effort.stopped or (priced is not None and not priced.exact):
            break
        spare = float(np.maximum(0.0, worth - duals).sum())
        most = priced.value if priced else floor
        value = spare + max(limit * most, fewest * most)
        if best is None or value < best.value:
            best = Bound(value, weights, most, fewest, limit)
        if priced is None or priced.clause in program.known or reaches(objective, best.value):
            break
        for clause in (priced.clause, *priced.others):
            program.add(clause)
    return None if best is None else replace(best, known=tuple(program.known))


def prices_of(problem: RuleProblem, parts: Iterable[Bound]) -> tuple[Prices, ...]:
    """The prices that bounds of the problem's distinct rows follow from, at the problem's own."""
    prices = []
    for part in parts:
        of_rows = np.zeros(len(problem.weights))
        of_rows[problem.kinds[0]] = np.maximum(0.0, part.weights)
        prices.append(Prices(max(1, part.least), part.most, tuple(of_rows.tolist()), part.worth))
    return tuple(prices)


class _Program:
    """The dual program over some of the clauses, for rules of at least `fewest` clauses."""

    def __init__(self, problem: RuleProblem, prices: np.ndarray, fewest: int) -> None:
        self.problem, self.prices, self.fewest = problem, prices, fewest
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

    def duals(self, effort: Effort) -> tuple[np.ndarray, float, float] | None:
        """The prices π of the positive rows, m where it is negative, and the bound by these
        clauses; None if HiGHS fails.
        """
        worth = self.problem.weights[self.positive]
        if not self.covers:
            return worth, 0.0, 0.0
        n, k = len(worth), len(self.covers)
        below = np.inf if self.fewest else 0.0  # m is the difference of the last two variables
        solved = linprog(
            np.concatenate([-np.ones(n), [self.problem.clauses, -self.fewest]]),
            A_ub=np.column_stack([np.array(self.covers, dtype=float), -np.ones(k), np.ones(k)]),
            b_ub=self.costs,
            bounds=np.column_stack([np.zeros(n + 2), np.append(worth, [np.inf, below])]),
            method="highs",
        )
        effort.spend(program_work((k, n), solved.nit) // per_clause(self.problem))
        if solved.status != 0:
            return None
        floor = min(0.0, float(solved.x[n] - solved.x[n + 1]))
        return np.clip(solved.x[:n], 0.0, worth), floor, float(worth.sum() + solved.fun)


def close(
    problem: RuleProblem, clauses: list[TestSet], parts: Sequence[Bound], effort: Effort
) -> tuple[list[TestSet], float]:
    """The best rule and its bound; both are unchanged if too many clauses may matter."""
    objective, value = problem.objective(clauses), max(0.0, *(part.value for part in parts))
    candidates: list[TestSet] = []
    for part in parts:
        if not reaches(objective, part.value):
            least = part.worth - (part.value - objective)
            found = every_clause(problem, part.weights, least, MOST_CLAUSES, effort)
            if found is None:
                return clauses, value
            candidates += found
    columns = undominated(problem, list(dict.fromkeys(candidates)), COLUMNS)
    solved = _integer(problem, columns, objective, effort) if len(columns) <= COLUMNS else None
    if solved is None:
        return clauses, value
    better, most = solved
    if problem.objective(better) > objective:
        clauses, objective = better, problem.objective(better)
    return clauses, min(value, max(most, objective))


def not_excluded(problem: RuleProblem, objective: float, effort: float) -> list[TestSet]:
    """The clauses that no bound excludes from rules of this objective or more.

    Where more than MOST_CLAUSES may be in rules of some number of clauses, those worth the most of
    them. effort: how many clauses may be priced, half of them for bounds; some of the clauses are
    missing where it ends.
    """
    problem, proof, listing = problem.distinct, Effort(effort / 2), Effort(effort / 2)
    whole, kept = upper_bound(problem, objective, proof), dict[TestSet, None]()
    for part in by_number(problem, objective, proof, whole) if whole else ():
        left, some = part.value - objective, None
        while some is None and left >= 0 and not listing.stopped:
            some = every_clause(problem, part.weights, part.worth - left, MOST_CLAUSES, listing)
            left /= 2
        kept |= dict.fromkeys(some or ())
    return [*kept]


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
        better, most = close(sharp, clauses, [bound], effort)
    lost = problem.objective(clauses) - problem.objective(better)
    if lost > 1e-9 * max(1.0, problem.total):
        return clauses, False
    return better, most < sharp.objective(better) + step / 2


def undominated(
    problem: RuleProblem, clauses: Sequence[TestSet], at_most: float = inf
) -> list[TestSet]:
    """The clauses that no other clause can replace in any rule; some of them if more than at_most.

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
        most = lengths[k] if problem.price > 0 else inf
        if not any(bits[k] | bits[b] == bits[b] and lengths[b] <= most for b in kept):
            kept.append(k)
        if len(kept) > at_most:
            break
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
