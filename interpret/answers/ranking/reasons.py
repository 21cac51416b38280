"""Why an item stands where it does: the chosen items that carry its score, with their shares."""

from dataclasses import dataclass
from math import fsum

import numpy as np

from interpret.answers.ranking.measures import best
from interpret.answers.ranking.ordering import even, first
from kernels.recommender.preference import Preference, Ranker

REASONS = 3  # chosen items named for each


@dataclass(frozen=True)
class Reason:
    """A chosen item and its share of a score."""

    item: int
    share: float


@dataclass(frozen=True)
class Place:
    """An item in a user's ranking. score = Σ shares of the reasons + others − common.

    others: the shares of the chosen items that are not named; common: its similarity to what was
    not chosen, the same for every reason.
    """

    item: int
    score: float
    reasons: tuple[Reason, ...]
    others: float
    common: float


def place(ranker: Ranker, preference: Preference, item: int) -> Place:
    """The reasons of one item's score, the largest first."""
    shares, common = ranker.parts(preference, item)
    largest = first(even(shares[None].copy())[0], np.zeros(len(shares), dtype=bool), REASONS)
    named = tuple(
        Reason(int(preference.chosen[i]), float(shares[i])) for i in largest if shares[i] > 0
    )
    others = fsum(np.delete(shares, largest[: len(named)]))
    return Place(item, fsum([*(r.share for r in named), others, -common]), named, others, common)


def ranking(
    ranker: Ranker, preference: Preference, scores: np.ndarray, top: int
) -> tuple[Place, ...]:
    """The first items that a user did not choose, with reasons. Items of nobody stand last."""
    return tuple(
        place(ranker, preference, int(item)) for item in best(scores, preference.chosen, top)
    )


def neighbours(ranker: Ranker, item: int, n: int = 10) -> list[tuple[int, float]]:
    """The n items most similar to one, each with its similarity."""
    row = ranker.K.row(item)
    return [(int(other), float(row[other])) for other in best(row, np.array([item]), n)]
