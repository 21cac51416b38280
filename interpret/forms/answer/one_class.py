"""One class for each row, chosen by the machines of all classes, with its chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.fit.chances import AS_THEY_ARE
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import of_their_sum
from interpret.forms.answer.operating import probabilities
from interpret.forms.answer.predictor import Scores
from interpret.shares import Share, independent, share_of

NO_RULE, SEVERAL_RULES = -1, -2  # in place of a class


@dataclass(frozen=True, eq=False)
class OneClass:
    """The class of each of n rows. place: the class with the highest chance, as an index of
    `classes`, int (n,); chance: that chance, (n,); between: the ends of its 95 % interval, (n,)
    both; by_rules: the class whose rule alone says yes,
    NO_RULE or SEVERAL_RULES, int (n,); right: the number of rows of known class on which the
    machines are right; is_open: rows that have no class, since a cell cannot be read, bool (n,).
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


def one_class(answers: Sequence[Answer], scores: Sequence[Scores]) -> OneClass | None:
    """One class for each row; None unless every one of several classes has an answer.

    answers: with the rows they were learnt from; scores: what each of them says of other rows. Each
    machine's score becomes a probability by a logistic curve through the rows held out, or through
    the training rows where too few were: then nothing tells how far off it is. A row's
    probabilities are divided by their sum. Of equally probable classes the first is taken.
    """
    classes = tuple(a.explanation.positive for a in answers)
    first = answers[0].explanation
    every = {*first.positive, *first.negative}
    if len(answers) < 2 or sum(map(len, classes)) != len(every) or {*sum(classes, ())} != every:
        return None
    curves = [one.predictor.calibration.of_machine for one in scores]
    pairs = [(curve, one.score) for curve, one in zip(curves, scores, strict=True)]
    if all(curve.rows for curve in curves):
        chances = np.array([curve.of(score) for curve, score in pairs])
    else:
        pairs = [(AS_THEY_ARE, score) for _, score in pairs]
        trained = [(a.train.scores, a.train.y) for a in answers]
        chances = np.array(
            [probabilities(*rows, score) for rows, (_, score) in zip(trained, pairs, strict=True)]
        )
    chances /= chances.sum(axis=0)
    place = chances.argmax(axis=0)
    ends = of_their_sum(np.array([curve.between(score) for curve, score in pairs]))
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
