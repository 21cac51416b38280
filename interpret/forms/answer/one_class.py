"""One class for each row, chosen by the first forms of all classes, with its chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.forms.answer.calibration import bounded, of_their_sum
from interpret.forms.answer.predictor import Scores
from interpret.shares import Share, independent, share_of

NO_RULE, SEVERAL_RULES = -1, -2  # in place of a class


@dataclass(frozen=True, eq=False)
class OneClass:
    """The class of each of n rows. place: the class with the highest chance, as an index of
    `classes`, int (n,); chance: that chance, (n,); between: the ends of its 95 % interval, (n,)
    both; by_rules: the class whose rule alone says yes, NO_RULE or SEVERAL_RULES, int (n,); right:
    the number of rows of known class that get theirs; is_open: rows that have no class, since a
    cell cannot be read, bool (n,).
    """

    classes: tuple[tuple[str, ...], ...]
    place: np.ndarray
    chance: np.ndarray
    between: tuple[np.ndarray, np.ndarray]
    by_rules: np.ndarray
    right: Share
    is_open: np.ndarray

    @property
    def counts(self) -> list[int]:
        """How many rows get each class."""
        return np.bincount(self.place[~self.is_open], minlength=len(self.classes)).tolist()


def one_class(scores: Sequence[Scores]) -> OneClass | None:
    """One class for each row; None unless every one of several classes has an answer.

    scores: what the answer of each class says of the rows. A row's chances, each by the form that
    comes first, are divided by their sum. Of equally probable classes the first is taken.
    """
    classes = tuple(s.predictor.e.positive for s in scores)
    every = {*classes[0], *scores[0].predictor.e.negative}
    if len(scores) < 2 or sum(map(len, classes)) != len(every) or {*sum(classes, ())} != every:
        return None
    curves = [s.on_curve for s in scores]
    chances = np.array([bounded(curve.of(x)) for curve, x in curves])
    chances /= chances.sum(axis=0)
    place = chances.argmax(axis=0)
    ends = of_their_sum(np.array([curve.between(x) for curve, x in curves]))
    low, high = ends[place, :, np.arange(len(place))].T
    rules = np.array([score.rule for score in scores])
    claims = rules.sum(axis=0)
    is_open = np.any([score.is_open for score in scores], axis=0)
    by_rules = np.where(claims == 1, rules.argmax(axis=0), np.where(claims, SEVERAL_RULES, NO_RULE))
    right = _right(place, scores)
    return OneClass(classes, place, chances.max(axis=0), (low, high), by_rules, right, is_open)


def _right(place: np.ndarray, scores: Sequence[Scores]) -> Share:
    known, hit = np.zeros(len(place), dtype=bool), np.zeros(len(place), dtype=bool)
    for i, scored in enumerate(scores):
        if scored.truth is None:
            return independent(0, 0)
        known |= scored.truth.known
        hit |= scored.truth.y & scored.truth.known & (place == i)
    groups = scores[0].groups_of(known)
    return share_of(hit[known], groups)
