"""The rule inside a user's taste: items are the rows, weighed by a ranking machine.

A user's machine is Σ α_j φ(x_j) over the items chosen less the mean of the others, so a rule over
the items' attributes weighs Σ α_j over the chosen items that it covers less the share of the others
that it does (as eq. 7.1 of Polato's thesis, with the weights of eq. 10.2). The machine has a large
λ, so that every choice counts the same: with a small λ most of a user's α are 0, and a rule could
miss those choices at no cost. On planted tastes, the rule from the large λ also agrees more with
the ranking by the small λ, and is more often the true one (benchmarks/recommend.py).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from interpret.answers.ranking.described import Described
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Formula
from interpret.rules.search import Rule, RuleProblem
from interpret.rules.single_tests import SingleTests, single_tests
from kernels.recommender.preference import Preference

CLAUSES, LITERALS = 4, 3
EFFORT, SECONDS = 60_000, 5.0
PRICE = 0.6  # of a test, in weights of one choice


@dataclass(frozen=True, eq=False)
class Taste:
    """A rule over the items' attributes, with the bound of its search and its agreement.

    covers: which of the described items the rule covers. fidelity: how often the ranking puts an
    item that it covers above one that it does not, both not chosen; None where it covers all or
    none.
    """

    rule: Rule
    covers: np.ndarray
    n_chosen: int
    fidelity: float | None

    @property
    def formula(self) -> Formula:
        return self.rule.formula

    @property
    def covered(self) -> int:
        """How many of the described items the rule covers."""
        return int(self.covers.sum())


@lru_cache(maxsize=8)
def tests_of(items: Described) -> SingleTests:
    """The tests that a rule over the items can hold."""
    return single_tests(items.table, items.attributes, "monotone")


def taste(items: Described, preference: Preference, scores: np.ndarray) -> Taste:
    """The heaviest rule over the attributes of what a user chose.

    scores: those by which all items are ranked, (n_items,).
    """
    place = np.full(len(scores), -1)
    place[items.places] = np.arange(len(items.places))
    at = place[preference.chosen]
    weights = np.full(len(items.places), -1 / max(preference.others, 1))
    weights[at[at >= 0]] = 1 / len(preference.chosen)
    price = PRICE / max(len(preference.chosen), 1)
    problem = RuleProblem(tests_of(items), weights, CLAUSES, LITERALS, price, "weights")
    rule = ExactSearch(effort=EFFORT, time_limit=SECONDS).search(problem)
    covers = rule.formula.holds(items.table)
    rest = np.ones(len(weights), dtype=bool)
    rest[at[at >= 0]] = False
    ranked = scores[items.places]
    return Taste(
        rule, covers, len(preference.chosen), _above(ranked[rest & covers], ranked[rest & ~covers])
    )


def _above(ones: np.ndarray, others: np.ndarray) -> float | None:
    """How often one of the first is above one of the second; a tie is half."""
    if not len(ones) or not len(others):
        return None
    others = np.sort(others)
    both = np.searchsorted(others, ones, "left") + np.searchsorted(others, ones, "right")
    return float(both.mean() / (2 * len(others)))
