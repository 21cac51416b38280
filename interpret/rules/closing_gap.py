"""Closing the gap: the best rule of the few clauses that can still matter, by an integer program.

If the bound on every rule is spare + D · worth (bound.py), a rule of objective o has no clause that
is worth less than worth − (bound − o). If few other clauses are left, the problem over them is
solved exactly, with a covered negative row counted once:

    max Σ v_i ξ_i − Σ |v_j| η_j − price Σ_k tests_k z_k
    s.t. ξ_i ≤ Σ_{k covers i} z_k,  η_j ≥ z_k for each k covering j,  Σ z_k ≤ D,  z binary
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np
from scipy.sparse import csr_matrix

from interpret.rules.bound import Bound, upper_bound
from interpret.rules.integer_program import Program, solve
from interpret.rules.pricing import Effort, every_clause, per_clause
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet
from kernels.examples import distinct

MOST_CLAUSES, COLUMNS, PAIRS = 5000, 400, 20_000
SHARP = 1e-4  # of a mean weight: the price of a test among rules of equal objective


def close(
    problem: RuleProblem, clauses: list[TestSet], bound: Bound, effort: Effort
) -> tuple[list[TestSet], float]:
    """The best rule and its bound; both stay as they are if too many clauses may matter."""
    objective = problem.objective(clauses)
    least = bound.worth - (bound.value - objective)
    found = every_clause(problem, bound.weights, least, MOST_CLAUSES, effort)
    if found is None:
        return clauses, bound.value
    columns = undominated(problem, found)
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
    rules of equal objective. If tests cost nothing and the rule covers just the positive rows, only
    length counts; else each test costs a tiny amount more.
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

    A clause can be replaced by one that covers all of its positive rows, no negative rows but its
    own, and, if tests cost something, has no more of them.
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
    """The program; its variables: a row's cover (the positive rows first), then the clauses.

    Rows that the same clauses cover are one row.
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
