"""Rankings from a trained machine: for known users, typed choices and all users.

The rule of a user's taste has items as its rows, weighed by a ranking machine. A user's machine is
Σ α_j φ(x_j) over the items chosen, less the mean of the others. So a rule over the items'
attributes weighs Σ α_j over the chosen items that it covers, less the share of the others that it
covers (eq. 7.1 of Polato's thesis with the weights of eq. 10.2). The machine has a large λ, so that
every choice counts the same: with a small λ most of a user's α are 0, and a rule could miss those
choices at no cost. On planted tastes, the rule from the large λ also agrees more with the ranking
by the small λ, and is more often the true one (benchmarks/recommend.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

import numpy as np

from interpret.data.complaints import DataError
from interpret.ranking.choices import Choices
from interpret.ranking.judging import best
from interpret.ranking.methods import Komd, even, ranked
from interpret.ranking.reasons import Described, Place, ranking
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Formula, test_to_dict
from interpret.rules.search import Rule, RuleProblem
from interpret.rules.single_tests import SingleTests, single_tests
from kernels.recommender.preference import Preference, Ranker

CLAUSES, LITERALS = 4, 3
EFFORT, SECONDS = 60_000, 5.0
PRICE = 0.6  # of a test, in weights of one choice


@dataclass(frozen=True, eq=False)
class Taste:
    """A rule over the items' attributes, with the bound of its search and its agreement.

    covers: which of the described items the rule covers. fidelity: of the items not chosen, how
    often the ranking puts one that the rule covers above one that it does not; None where it covers
    all or none.
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

    scores: by which the items are ranked, (n_items,).
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
    """How often one of the first is above one of the others; a tie counts as half."""
    if not len(ones) or not len(others):
        return None
    others = np.sort(others)
    both = np.searchsorted(others, ones, "left") + np.searchsorted(others, ones, "right")
    return float(both.mean() / (2 * len(others)))


@dataclass(frozen=True, eq=False)
class Ranked:
    """One user's ranking: the first items with reasons, all scores, and the rule of the taste."""

    chosen: np.ndarray
    places: tuple[Place, ...]
    scores: np.ndarray
    taste: Taste | None


RankedFor = tuple[str | None, Ranked]  # a user's name, None for typed choices


@dataclass(frozen=True, eq=False)
class Rankings:
    """A machine on its choices, ready to rank."""

    choices: Choices
    machine: Komd

    @cached_property
    def ranker(self) -> Ranker:
        return self.machine.ranker(self.choices.R)

    def prefer(self, chosen: Sequence[int]) -> Preference:
        """What a user who chose these items prefers; a DataError where there is no item."""
        if not len(chosen):
            raise DataError("A ranking needs at least one chosen item. Choose one that you like.")
        return self.ranker.prefer(np.array(sorted(set(chosen))))

    def ranked(self, chosen: Sequence[int], top: int, items: Described | None = None) -> Ranked:
        """The ranking for a user who chose these items.

        items: with attributes, over which the rule of the user's taste is then found.
        """
        preference = self.prefer(chosen)
        (scores,) = even(next(self.ranker.scores([preference])))
        rule = None if items is None else taste(items, preference, scores)
        return Ranked(
            preference.chosen, ranking(self.ranker, preference, scores, top), scores, rule
        )

    def columns(self, top: int) -> dict[str, list[Any]]:
        """Every user's first items as columns: user, place, item, score."""
        return self._columns(self._lists(top))

    def _lists(self, top: int) -> Iterator[tuple[str, Iterable[tuple[int, float]]]]:
        R = self.choices.R
        every = chain.from_iterable(ranked(self.ranker, R, np.arange(R.shape[0])))
        for user, scores in enumerate(every):
            first = best(scores, self.choices.chosen(user), top)
            yield self.choices.users[user], zip(first.tolist(), scores[first].tolist(), strict=True)

    def columns_of(self, of_users: Iterable[RankedFor]) -> dict[str, list[Any]]:
        """The rankings of some users as such columns."""
        return self._columns(
            (user or "", ((place.item, place.score) for place in one.places))
            for user, one in of_users
        )

    def _columns(
        self, of_users: Iterable[tuple[str, Iterable[tuple[int, float]]]]
    ) -> dict[str, list[Any]]:
        rows = [
            (user, place, self.choices.items[item], score)
            for user, first in of_users
            for place, (item, score) in enumerate(first, start=1)
        ]
        names = ("user", "place", "item", "score")
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def as_document(user: str | None, ranked_user: Ranked, choices: Choices) -> dict[str, Any]:
    """A ranking as standard JSON: items, each with its reasons, and the taste's rule."""
    names = choices.items
    items = [
        {
            "item": names[place.item],
            "score": place.score,
            "reasons": [{"item": names[r.item], "share": r.share} for r in place.reasons],
            "others": place.others,
            "common": place.common,
        }
        for place in ranked_user.places
    ]
    document = {"user": user, "chosen": [names[i] for i in ranked_user.chosen], "items": items}
    return document | {
        "taste": None if ranked_user.taste is None else taste_document(ranked_user.taste)
    }


def taste_document(rule_of_taste: Taste) -> dict[str, Any]:
    """The rule of a taste as the documents of answers have a rule."""
    rule = rule_of_taste.rule
    clauses = [[test_to_dict(test) for test in clause.tests] for clause in rule.formula.clauses]
    return {
        "text": str(rule.formula),
        "form": "dnf",
        "clauses": clauses,
        "fitted_to": rule.fitted_to,
        "price": rule.price,
        "objective": rule.objective,
        "bound": rule.bound,
        "gap": rule.gap,
        "proven": rule.proven,
        "fidelity": rule_of_taste.fidelity,
        "covers": rule_of_taste.covered,
    }
