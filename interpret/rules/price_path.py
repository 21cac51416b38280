"""A whole path of prices: for each price of a test a good rule, each started from the last.

Two ways meet: a rule grown from nothing while the price falls, and a full tree's positive leaves
pruned while it rises. Both choose from one pool of clauses; at each price the heaviest rule counts.
"""

from collections.abc import Sequence

from interpret.rules.pool import Places, Pool
from interpret.rules.pricing import Effort, whole
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import TestSet
from interpret.rules.tree_leaves import leaves

LEAVES = 400


def price_path(
    problem: RuleProblem, prices: Sequence[float], effort: Effort
) -> list[list[TestSet]]:
    """A good rule for each price of a test, in the order of the prices, which must rise."""
    pool = Pool(problem, effort)
    return [pool.rule(rule) for rule in path_of(pool, prices)]


def path_of(pool: Pool, prices: Sequence[float]) -> list[Places]:
    """A good rule of the pool for each price, which must rise; the pool grows on the way."""
    if not len(pool.problem.single_tests.tests):
        return [[] for _ in prices]
    settled = set[frozenset[int]]()

    def repriced(rule: Places, price: float) -> Places:
        """Each rule is repriced only once, at the first price at which it stands."""
        if frozenset(rule) not in settled:
            settled.add(frozenset(rule))
            rule = pool.repriced(rule, price)
            settled.add(frozenset(rule))
        return rule

    grown: list[Places] = []
    rule: Places = []
    for price in reversed(prices):
        rule = repriced(pool.grown(rule, price), price)
        grown.append(rule)
    pruned = pool.fitted(tree_clauses(pool.problem), prices[0])
    path = []
    for price, other in zip(prices, reversed(grown), strict=True):
        pruned = pool.tidy(pool.choose(pool.tidy(pruned, price), price), price)
        rules = (pruned, pool.choose(rule, price), pool.choose(other, price))
        rule = repriced(max(rules, key=lambda candidate: pool.objective(candidate, price)), price)
        path.append(rule)
    return path


def tree_clauses(problem: RuleProblem) -> list[TestSet]:
    """The positive leaves of a full tree on the row weights, as clauses of the language's tests.

    Where the language has no test for a denial, the clause leaves it out; a leaf without any test
    left gives no clause.
    """
    weights, _ = whole(problem.weights)
    if not (weights > 0).any() or not (weights < 0).any():
        return []
    ways, depths = leaves(problem.single_tests.grid, weights, LEAVES)
    clauses = (
        tuple(sorted(set(way[:depth])))
        for way, depth in zip(ways.tolist(), depths.tolist(), strict=True)
    )
    return list(dict.fromkeys(clauses))
