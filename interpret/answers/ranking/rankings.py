"""Rankings from a trained machine: for known users, for typed choices, for all users at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

import numpy as np

from interpret.answers.ranking.choices import Choices
from interpret.answers.ranking.described import Described
from interpret.answers.ranking.measures import best
from interpret.answers.ranking.methods import Komd, ranked
from interpret.answers.ranking.ordering import even
from interpret.answers.ranking.reasons import Place, ranking
from interpret.answers.ranking.tastes import Taste, taste
from interpret.data.complaints import DataError
from interpret.rules.logic import test_to_dict
from kernels.recommender.preference import Preference, Ranker


@dataclass(frozen=True, eq=False)
class Ranked:
    """One user's ranking: the first items with reasons, all scores, and the rule of the taste."""

    chosen: np.ndarray
    places: tuple[Place, ...]
    scores: np.ndarray
    taste: Taste | None


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

        items: their attributes, over which the rule of the user's taste is then found.
        """
        preference = self.prefer(chosen)
        (scores,) = even(next(self.ranker.scores([preference])))
        found = None if items is None else taste(items, preference, scores)
        return Ranked(
            preference.chosen, ranking(self.ranker, preference, scores, top), scores, found
        )

    def lists(self, top: int) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Every user's first items and their scores."""
        R = self.choices.R
        every = chain.from_iterable(ranked(self.ranker, R, np.arange(R.shape[0])))
        for user, scores in enumerate(every):
            first = best(scores, self.choices.chosen(user), top)
            yield user, first, scores[first]

    def columns(self, top: int) -> dict[str, list[Any]]:
        """Every user's first items as columns: user, place, item, score."""
        found: dict[str, list[Any]] = {"user": [], "place": [], "item": [], "score": []}
        for user, first, scores in self.lists(top):
            found["user"] += [self.choices.users[user]] * len(first)
            found["place"] += range(1, len(first) + 1)
            found["item"] += [self.choices.items[i] for i in first]
            found["score"] += [float(score) for score in scores]
        return found


@dataclass(frozen=True)
class Carried:
    """A value of the items' attributes: its share of all recommended and of all items."""

    attribute: str
    value: str
    recommended: float
    catalogue: float

    @property
    def lift(self) -> float:
        return self.recommended / self.catalogue


@lru_cache(maxsize=4)
def carried(rankings: Rankings, items: Described, top: int = 10) -> tuple[Carried, ...]:
    """The attribute values that mark what is recommended to all users, the largest lift first."""
    times = np.zeros(len(rankings.choices.items))
    for _, first, _ in rankings.lists(top):
        times[first] += 1
    weights = times[items.places]
    found = []
    for name in items.attributes:
        column = items.table.column(name)
        if column.cuts:
            continue
        shares = np.bincount(column.codes, weights, len(column.values)) / max(weights.sum(), 1)
        for value, share, count in zip(column.values, shares, column.counts, strict=True):
            if count and value is not None:
                found.append(Carried(name, value, float(share), count / len(items.places)))
    return tuple(
        sorted(found, key=lambda carried_value: -round(carried_value.lift, 9))
    )  # of equal ones in order


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
