"""Rows scored by the answers for one table, each by the form that comes first."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from interpret.answers.rows import warn_of_open
from interpret.data.table import Column, Table
from interpret.forms.answer.calibration import Calibration
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.good import Good
from interpret.forms.answer.predictor import Predictor
from interpret.forms.answer.reasons import PointsReason, reasons
from interpret.forms.take_away import TakeAway
from interpret.rules.card import Card
from interpret.rules.logic import Formula

# Of each row, (n_rows, …), and whether they hang on a cell that cannot be read, bool (n_rows,).
_Figures = tuple[np.ndarray, np.ndarray]


class Scoring(TakeAway):
    """Scores rows by answers, one or one for each class, each by the form that comes first.

    `classes_` are the classes in order.
    """

    classes_: np.ndarray

    @abstractmethod
    def _rules(self) -> Sequence[Predictor]:
        """The predictor of each answer."""

    @abstractmethod
    def _sizes(self) -> Mapping[str, float]:
        """The weight of the rows of each class, by its text, in the order of classes_."""

    @abstractmethod
    def _table(self, X: Any) -> Table:
        """The rows of X, with the names of columns that the answers use."""

    @abstractmethod
    def _by_label(self, values: Sequence[Any]) -> dict[Any, Any]:
        """A value of each answer, by the label of its class, or by a tuple of labels."""

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row, of shape (n_rows,).

        With two classes it is the verdict of the form that comes first, with more the most probable
        class. X: a frame or an array of shape (n_rows, n_columns) with the columns learned from.
        A row whose class depends on a cell that cannot be read, such as a word among numbers, gets
        None, in an array of objects, and a UserWarning names the cells. Raises ValueError, in one
        sentence, if a column is missing.
        """
        rules, table = self._rules(), self._table(X)
        place, is_open = verdicts(rules, table, self._sizes())
        found = self.classes_[place]
        if is_open.any():
            found = np.where(is_open, None, found.astype(object))
            names = [rule.of_chance for rule in rules] if len(rules) > 1 else _of_form(rules)
            warn_of_open(_columns(rules, names, table), is_open, "class None")
        return found

    def predict_proba(self, X: Any) -> np.ndarray:
        """Each row's probability of each of `classes_`: (n_rows, n_classes), rows sum to 1.

        If a card comes first, this is the chance of the row's total, from a logistic curve fitted
        to the totals of left-out rows (Platt 1999). For a rule there are two sources. One is (k +
        1) / (n + 2), if k of the n training rows of the same clause belong to the class, corrected
        by how overconfident such shares were on left-out rows in validation. The other is a
        logistic curve of the machine's decision value. The one with the lower mean logarithmic loss
        on the held-out rows is used (`calibration_` has both losses), and the first one if no rows
        are held out. With several classes the probabilities are divided by their sum.

        Rows whose probabilities hang on a cell that cannot be read have NaN, and a UserWarning
        names the cells.
        """
        return self._of_rows(probabilities, X)

    def decision_function(self, X: Any) -> np.ndarray:
        """Decision values that agree with `predict`.

        With two classes they have the shape (n_rows,) and are above 0 where `predict` says
        `classes_[1]`. If a card comes first, they are the points minus the cut minus ½, with the
        opposite sign if the card is for `classes_[0]`. For a rule they are the probability of
        `classes_[1]` where `predict` says that class, and that probability minus 1 elsewhere. With
        more classes they have the shape (n_rows, n_classes): the probabilities, plus 1 for the
        class that `predict` says. NaN is as for `predict_proba`.
        """
        return self._of_rows(decisions, X)

    @property
    def rules_(self) -> dict[Any, Formula]:
        """The rule of each explained class, by its label or by the tuple of labels it covers."""
        return self._by_label([rule.e.rule.formula for rule in self._rules()])

    @property
    def rule_(self) -> Formula:
        """The rule, if there is only one."""
        self._one()
        return self._rules()[0].e.rule.formula

    @property
    def others_(self) -> dict[Any, Good | None]:
        """What each rule can do without, and other rules that are about as right on left-out
        training rows, with the keys of `rules_`. None where none were looked for.

        A Good has `without`, for each column of the rule the best rule without it; `cards`, what
        cards without a column lose; `others`, whose `formula` is a rule; and `looked`, how many
        were looked at.
        """
        return self._by_label([e.good for e in self._explanations()])

    @property
    def cards_(self) -> dict[Any, Card]:
        """The card of each class, with the keys of `rules_`. AttributeError if one has none."""
        return self._by_label([rule.e.form(POINTS).card for rule in self._rules()])

    @property
    def card_(self) -> Card:
        """The card, if there is only one."""
        self._one()
        return self._rules()[0].e.form(POINTS).card

    @property
    def calibration_(self) -> dict[Any, Calibration]:
        """For each rule, with the keys of `rules_`, where its probabilities come from.

        `source` is "clause" or "machine". `clause_loss` and `machine_loss` are the mean logarithmic
        losses on `rows` held-out rows, or None if there are none.
        """
        return self._by_label([rule.calibration for rule in self._rules()])

    def reasons(self, X: Any, label: Any = None) -> list[tuple[PointsReason, ...]]:
        """For each row, the terms of the card that moved it furthest towards its verdict.

        There are at most four, the strongest first. Each has its `term`, whether its clause
        `holds`, and by how many points it `carried` the row. X: as for `predict`. label: the class
        whose card is meant, if there are several. A row whose total hangs on a cell that cannot be
        read has none.
        """
        number = self._explanations().index(self._one(label))
        rule, table = self._rules()[number], self._table(X)
        scores = rule.on(POINTS, table)
        card, is_open = scores.form.card, scores.is_open
        columns = _columns([rule], [card.attributes], table)
        warn_of_open(columns, is_open, "no reasons")
        pairs = zip(scores.fired, is_open, strict=True)
        return [() if hangs else reasons(card, held) for held, hangs in pairs]

    def _of_rows(self, figures: Callable[..., _Figures], X: Any) -> np.ndarray:
        """The figures of each row, NaN where they hang on a cell that cannot be read; that is said
        in a warning.
        """
        rules, table = self._rules(), self._table(X)
        found, is_open = figures(rules, table, self._sizes())
        found[is_open] = np.nan
        names = [(*rule.of_chance, *of) for rule, of in zip(rules, _of_form(rules), strict=True)]
        warn_of_open(_columns(rules, names, table), is_open, "no number (NaN)")
        return found


def _of_form(rules: Sequence[Predictor]) -> list[tuple[str, ...]]:
    """The attributes that the form asks for that comes first, of each answer."""
    return [rule.e.form(rule.e.first).card.attributes for rule in rules]


def _columns(
    rules: Sequence[Predictor], names: Sequence[Sequence[str]], table: Table
) -> list[Column]:
    """The columns of a table, as they are read, that attributes of each answer are made of."""
    found: dict[str, Column] = {}
    for rule, of_rule in zip(rules, names, strict=True):
        rows = rule.e.preparation.table(table)
        found |= {one.name: one for one in rule.e.preparation.sources(rows, of_rule)}
    return [*found.values()]


def verdicts(
    rules: Sequence[Predictor], table: Table, sizes: Mapping[str, float]
) -> tuple[np.ndarray, np.ndarray]:
    """The place of each row's class among those of sizes, int (n_rows,), and whether it depends on
    a cell that cannot be read, bool (n_rows,).

    One rule or card gives its verdict, as the most frequent class of that side; several give the
    most probable class, and of equally probable ones the first. sizes: class -> its rows.
    """
    if len(rules) > 1:
        together, is_open = probabilities(rules, table, sizes)
        return _likeliest(together), is_open
    (rule,), place = rules, [*sizes]
    yes, no = (
        place.index(max(group, key=sizes.__getitem__))
        for group in (rule.e.positive, rule.e.negative)
    )
    scores = rule.on(rule.e.first, table)
    return np.where(scores.says, yes, no), scores.is_open


def probabilities(rules: Sequence[Predictor], table: Table, sizes: Mapping[str, float]) -> _Figures:
    """How probable each class is in each row: (n_rows, n_classes), with rows that sum to 1.

    Classes that one answer does not tell apart share its probability in proportion to their rows.
    """
    found = [rule.chance(table) for rule in rules]
    together = _together(rules, [chance for chance, _ in found], sizes)
    return together, np.any([is_open for _, is_open in found], axis=0)


def decisions(rules: Sequence[Predictor], table: Table, sizes: Mapping[str, float]) -> _Figures:
    """Decision values that agree with the verdicts, as in `Scoring.decision_function`."""
    if len(rules) == 1 and len(sizes) == 2 and rules[0].e.first == POINTS:
        scored = rules[0].on(POINTS, table)
        above = scored.totals - scored.form.card.cut - 0.5
        return above if rules[0].e.positive == ([*sizes][1],) else -above, scored.is_open
    scores, is_open = probabilities(rules, table, sizes)
    verdict = _likeliest(scores)
    if len(rules) == 1:
        verdict, hangs = verdicts(rules, table, sizes)
        is_open = is_open | hangs
    scores[np.arange(len(scores)), verdict] += 1
    return scores[:, 1] - 1 if scores.shape[1] == 2 else scores, is_open


def _likeliest(probability: np.ndarray) -> np.ndarray:
    """The place of each row's most probable class, the first of equally probable ones."""
    places: np.ndarray = probability.argmax(axis=1)
    return places


def _together(
    rules: Sequence[Predictor], chances: Sequence[np.ndarray], sizes: Mapping[str, float]
) -> np.ndarray:
    of_groups = np.array([*chances, 1 - chances[0]][: max(2, len(rules))])
    return _divided(rules, of_groups / of_groups.sum(axis=0), sizes)


def _divided(
    rules: Sequence[Predictor], of_groups: np.ndarray, sizes: Mapping[str, float]
) -> np.ndarray:
    """The probability of each group of classes divided among its classes: (n_rows, n_classes).

    of_groups: (n_groups, n_rows).
    """
    groups = [rule.e.positive for rule in rules]
    if len(rules) == 1:
        groups.append(rules[0].e.negative)
    shares = np.zeros((of_groups.shape[1], len(sizes)))
    place = {name: i for i, name in enumerate(sizes)}
    counts = np.array([*sizes.values()], dtype=float)
    for names, share in zip(groups, of_groups, strict=True):
        places = [place[name] for name in names]
        shares[:, places] = share[:, None] * counts[places] / counts[places].sum()
    return shares
