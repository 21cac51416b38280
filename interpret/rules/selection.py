"""The best rule of given clauses within a number of tests, by an integer program."""

from collections.abc import Sequence
from math import inf

import numpy as np
from scipy.sparse import csr_matrix, hstack, identity, vstack

from interpret.rules.integer_program import Program, solve
from interpret.rules.pricing import Effort, clauses_worth
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet


def selected(
    problem: RuleProblem, clauses: Sequence[TestSet], most: int, effort: Effort
) -> list[int]:
    """Places of the best clauses, were a negative row counted once for each that covers it.

    most: tests in all. Empty where the effort ends before there is a rule.
    """
    single, weights = problem.single_tests, problem.weights
    lengths = np.array([single.length([clause]) for clause in clauses])
    covers = np.array([single.coverage(clause) for clause in clauses])
    costs = covers @ np.maximum(-weights, 0)
    packed = np.packbits(covers[:, weights > 0].T, axis=1)
    _, first, alike = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    worth = np.bincount(alike.ravel(), weights[weights > 0])
    inside = covers[:, weights > 0][:, first]
    k, n = inside.shape
    limits = np.zeros((2, n + k))
    limits[0, n:], limits[1, n:] = lengths, 1
    matrix = vstack([hstack([identity(n), csr_matrix(-inside.T.astype(float))]), limits])
    bounds = np.append(np.zeros(n), [most, problem.clauses])
    program = Program(np.append(worth, -costs), matrix.tocsr(), bounds, k, step=1.0)

    def value_of(chosen: np.ndarray) -> float:
        if lengths[chosen].sum() > most or chosen.sum() > problem.clauses:
            return -inf
        return float(worth[inside[chosen].any(axis=0)].sum() - costs[chosen].sum())

    def spend(shape: tuple[int, int], steps: int) -> bool:
        return effort.spend(clauses_worth(problem, shape, steps))

    chosen = solve(program, 0.0, value_of, spend).chosen
    return [] if chosen is None else np.flatnonzero(chosen).tolist()
