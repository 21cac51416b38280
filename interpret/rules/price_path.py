"""A whole path of prices: for each price of a test a good rule, each started from the last.

Two ways meet: a rule grown from nothing while the price falls, and a full tree's positive leaves
pruned while it rises. At each price the heavier of the two counts.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from interpret.rules.greedy import by_beam, fitting, improve
from interpret.rules.pricing import Effort
from interpret.rules.search import Candidates, RuleProblem, TestSet

LEAVES = 400


def price_path(
    problem: RuleProblem, prices: Sequence[float], effort: Effort
) -> list[list[TestSet]]:
    """A rule for each price, in the order of the prices, which must rise."""
    if not len(problem.candidates.tests):
        return [[] for _ in prices]
    grown: list[list[TestSet]] = []
    clauses: list[TestSet] = []
    for price in reversed(prices):
        priced = replace(problem, price=price)
        clauses = improve(priced, clauses, by_beam(priced, effort), passes=1)
        grown.append(clauses)
    grown.reverse()
    clauses = tree_clauses(problem)
    path = []
    for price, other in zip(prices, grown, strict=True):
        priced = replace(problem, price=price)
        clauses = improve(priced, fitting(priced, clauses), by_beam(priced, effort), passes=1)
        path.append(max(other, clauses, key=priced.objective))
    return path


def tree_clauses(problem: RuleProblem) -> list[TestSet]:
    """The positive leaves of a full tree on the row weights, as clauses of the language's tests.

    Where the language has no test for the denial of another, the clause does without; a leaf that
    is left without any test is no clause.
    """
    rows = np.flatnonzero(problem.weights)
    positive = problem.weights[rows] > 0
    if not len(rows) or positive.all() or not positive.any():
        return []
    tree = DecisionTreeClassifier(max_leaf_nodes=LEAVES, random_state=0)
    tree.fit(
        problem.candidates.by_rows[rows], positive, sample_weight=np.abs(problem.weights[rows])
    )
    inner, denials = tree.tree_, _denials(problem.candidates)
    clauses: list[TestSet] = []
    pending: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while pending:
        node, tests = pending.pop()
        if inner.children_left[node] < 0:
            if tests and inner.value[node][0][1] > inner.value[node][0][0]:
                clauses.append(tuple(sorted(set(tests))))
            continue
        test = int(inner.feature[node])
        denial = denials[test]
        pending.append((inner.children_left[node], (*tests, denial) if denial >= 0 else tests))
        pending.append((inner.children_right[node], (*tests, test)))
    return list(dict.fromkeys(clauses))


def _denials(candidates: Candidates) -> list[int]:
    """For each test the test that holds just where it does not, or -1."""
    by_rows = {row.tobytes(): i for i, row in enumerate(candidates.covers)}
    return [by_rows.get((~row).tobytes(), -1) for row in candidates.covers]
