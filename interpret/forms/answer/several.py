"""The rules of several classes side by side: which rows they share, and one class for each row."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import bounded, of_their_sum
from interpret.forms.answer.predictor import Scores
from interpret.shares import Share, independent, share_of


@dataclass(frozen=True, eq=False)
class Together:
    """What k rules, one for each class, say of n rows together.

    none, several: on how many rows no rule, and more than one, says yes. named: on how many of the
    rows where exactly one rule says yes that rule is right.
    """

    none: int
    several: int
    named: Share


def together(says: np.ndarray, truth: np.ndarray, groups: np.ndarray | None) -> Together:
    """Counts what k rules say of n rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    A row may be of a class that has no rule. groups: whose rows belong together, int (n,).
    """
    claims = says.sum(axis=0)
    one = claims == 1
    return Together(
        none=int((claims == 0).sum()),
        several=int((claims > 1).sum()),
        named=share_of((says & truth).any(axis=0)[one], None if groups is None else groups[one]),
    )


@dataclass(frozen=True, eq=False)
class Several:
    """What the rules of one table say together of `rows`, indices into the explained table.

    rows: those that no rule was trained on, or all where none are held out.
    """

    rows: np.ndarray
    unseen: bool
    together: Together


def several(answers: Sequence[Answer]) -> Several:
    """The rules of a table's classes side by side."""
    as_read, explanations = answers[0].as_read, [a.explanation for a in answers]
    held_out = set.intersection(*(set(e.rows["test"]) for e in explanations))
    rows = np.array(sorted(held_out), dtype=int) if held_out else np.arange(as_read.n_rows)
    evaluation = as_read.rows(rows)
    says = np.array([e.says(evaluation) for e in explanations])
    truth = np.array([e.positive_rows(evaluation) for e in explanations])
    groups = answers[0].groups
    both = together(says, truth, None if groups is None else groups[rows])
    return Several(rows, bool(held_out), both)


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
