"""An answer ready to score any rows: its rule, card and machine, with nothing fitted anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import NO_ANSWER
from interpret.answers.rows import (
    NotedCells,
    check_columns,
    noted_cells,
    unread_in,
)
from interpret.data.cuts import cut_between, halves, numbers_of
from interpret.data.roles import groups_in
from interpret.data.table import Table
from interpret.fit.chances import Curve
from interpret.fit.machine import Support, support
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import (
    BY_CLAUSE,
    CLAUSE,
    Calibration,
    bounded,
    calibrated,
    shares_of,
)
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, RULE, CardForm, Chances, Form
from interpret.forms.answer.proof import denied_words
from interpret.forms.answer.record import AGAIN
from interpret.forms.answer.shapes import (
    OF_EXPLANATION,
    CalibrationShape,
    ProfileShape,
    SupportShape,
    explanation_of,
)
from interpret.forms.answer.spread import NO_ROWS, Profile, profile_of
from interpret.measures import Confusion, confusion
from interpret.rules.logic import Is, fired, holds, open_clauses


@dataclass(frozen=True, eq=False)
class FormScores:
    """What a form says of each row of a table.

    fired: which of its clauses hold, bool (n_rows, n_clauses); is_open: in which rows it hangs on a
    cell that cannot be read, bool (n_rows,): of a rule the verdict, of a card the total.
    """

    form: Form
    fired: np.ndarray
    is_open: np.ndarray

    @cached_property
    def totals(self) -> np.ndarray:
        """The points of each row, as far as its cells can be read: int (n_rows,)."""
        return np.asarray(self.fired @ self.form.card.points)

    @property
    def says(self) -> np.ndarray:
        """Its verdicts: bool (n_rows,), False where it has none."""
        return (self.totals > self.form.card.cut) & ~self.is_open

    @property
    def chances(self) -> Chances:
        """How probable the class is at each total of a card."""
        assert isinstance(self.form, CardForm)
        return self.form.chances


@dataclass(frozen=True, eq=False)
class Truth:
    """The class of each row. y: whether it is positive; known: whether it is known; both bool
    (n_rows,).
    """

    y: np.ndarray
    known: np.ndarray


@dataclass(frozen=True, eq=False)
class Scores:
    """What a predictor says of each row of a table.

    forms: what each form says, the one that comes first before; machine: its verdicts, bool
    (n_rows,); score: its decision values, (n_rows,), above 0 where it says yes; unseen: an entry
    for each attribute with values that no training row had; empty: what a denied rule says where a
    cell is empty, in words; truth: the class, None if the table lacks its column, and known only
    where `decided`; open_machine: where its verdict hangs on a cell that cannot be read, bool
    (n_rows,); not_read: an entry for each column with such cells; read: what is said of how the
    cells were read; groups: whose rows belong together, int (n_rows,), None where every row stands
    alone or the table lacks the column of groups.
    """

    predictor: "Predictor"
    forms: tuple[FormScores, ...]
    machine: np.ndarray
    score: np.ndarray
    unseen: tuple[NotedCells, ...]
    empty: str
    truth: Truth | None
    open_machine: np.ndarray
    not_read: tuple[NotedCells, ...] = ()
    read: tuple[str, ...] = ()
    groups: np.ndarray | None = None

    @property
    def of_rule(self) -> FormScores:
        """What the rule says."""
        return next(one for one in self.forms if one.form.name == RULE)

    @property
    def points(self) -> FormScores | None:
        """What the card says; None without a card."""
        return next((one for one in self.forms if one.form.name == POINTS), None)

    @property
    def rule(self) -> np.ndarray:
        """The verdicts of the rule: bool (n_rows,)."""
        return self.of_rule.says

    @property
    def says(self) -> np.ndarray:
        """The verdicts of the form that comes first: bool (n_rows,)."""
        return self.forms[0].says

    @property
    def on_curve(self) -> tuple[Curve, np.ndarray]:
        """The curve that tells the chance of the class by the first form, and where on it each row
        is, float (n_rows,): as `Predictor.chance`.
        """
        first, calibration = self.forms[0], self.predictor.calibration
        if isinstance(first.form, CardForm):
            return first.chances.curve, first.totals
        if calibration.source == CLAUSE:
            odds = shares_of(self.predictor.e).log_odds(first.fired)
            return calibration.of_clauses, odds
        return calibration.of_machine, self.score

    @property
    def is_open(self) -> np.ndarray:
        """Where rule, machine or card hangs on a cell that cannot be read: bool (n_rows,)."""
        return np.any([self.open_machine, *(one.is_open for one in self.forms)], axis=0)

    @property
    def decided(self) -> np.ndarray:
        """On which rows rule, machine and card all have a verdict: bool (n_rows,)."""
        return ~self.is_open

    def right(self, said: np.ndarray) -> Confusion:
        """A verdict, bool (n_rows,), against the class, on the rows whose class is known."""
        if self.truth is None:
            return Confusion(0, 0, 0, 0)
        known = self.truth.known
        return confusion(said[known], self.truth.y[known], self.groups_of(known))

    def groups_of(self, rows: np.ndarray) -> np.ndarray | None:
        """Which of some rows, bool (n_rows,), belong together."""
        return None if self.groups is None else self.groups[rows]


@dataclass(frozen=True, eq=False)
class Predictor:
    """An answer to one class, ready for any table that has the attributes.

    calibration: the source of the rule's probabilities; profile: how frequent each value was when
    the rule was found.
    """

    e: Explanation
    support: Support
    calibration: Calibration = BY_CLAUSE
    profile: Profile = NO_ROWS

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that machine, rule and card read."""
        of_forms = (name for form in self.e.forms for name in form.card.attributes)
        return tuple(dict.fromkeys((*self.support.encoding.attributes, *of_forms)))

    @property
    def of_chance(self) -> tuple[str, ...]:
        """The attributes that the chance of a row is told by."""
        if self.e.first == POINTS:
            return self.e.form(POINTS).card.attributes
        if self.calibration.source == CLAUSE:
            return self.e.rule.formula.attributes
        return self.attributes

    def scores(self, table: Table) -> Scores:
        """What machine, rule and card say of each row; a DataError names missing columns."""
        prepared = self.e.preparation.table(table)
        said = tuple(sentence for sentence in prepared.notices if sentence not in table.notices)
        return replace(self.scores_of_prepared(prepared), read=said)

    def scores_of_prepared(self, table: Table) -> Scores:
        """What machine, rule and card say of each row of a table that is already prepared."""
        score, open_machine = self._decisions(table), self._unread(table)
        sources = self.e.preparation.sources(table, self.attributes)
        scores = Scores(
            predictor=self,
            forms=tuple(form_scores(form, table) for form in self.e.forms),
            machine=(score > 0) & ~open_machine,
            score=score,
            unseen=_never_seen(self.support, table),
            empty=denied_words(self.e.rule.formula, table),
            truth=self.truth(table),
            open_machine=open_machine,
            not_read=noted_cells((column, column.values.unread) for column in sources),
            groups=groups_in(table, self.e.settings.roles.group),
        )
        known = scores.decided
        return replace(
            scores,
            truth=scores.truth and replace(scores.truth, known=scores.truth.known & known),
        )

    def on(self, name: str, table: Table) -> FormScores:
        """What a form says of each row; the table needs only the columns of that form.

        A DataError where one is missing.
        """
        form = self.e.form(name)
        rows = self._rows(table, form.card.attributes)
        return form_scores(form, rows)

    def chance(self, table: Table) -> tuple[np.ndarray, np.ndarray]:
        """How probable it is that each row is of the positive class, float (n_rows,), and whether
        that hangs on a cell that cannot be read, bool (n_rows,).

        By the card where it comes first; else by the share of the rule's clause, or by the machine,
        as the rows held out have decided.
        """
        curve, x, is_open = self._curve(table)
        return bounded(curve.of(x)), is_open

    def truth(self, table: Table) -> Truth | None:
        """The class of each row; None where the table lacks its column."""
        if self.e.target not in table.names:
            return None
        return known_class(self.e.target, self.e.positive, self.e.negative, table)

    def _curve(self, table: Table) -> tuple[Curve, np.ndarray, np.ndarray]:
        """The curve of chances, where on it each row is, and where that cannot be read."""
        if self.e.first == POINTS:
            card = self.on(POINTS, table)
            return card.chances.curve, card.totals, card.is_open
        of_clauses, clauses = self.calibration.source == CLAUSE, self.e.rule.formula.clauses
        rows = self._rows(table, self.of_chance)
        hanging = np.any(open_clauses(clauses, rows), axis=1) if of_clauses else self._unread(rows)
        if not of_clauses:
            return self.calibration.of_machine, self._decisions(rows), hanging
        odds = shares_of(self.e).log_odds(fired(clauses, rows))
        return self.calibration.of_clauses, odds, hanging

    def _rows(self, table: Table, needed: Sequence[str]) -> Table:
        """The rows as they are read; a DataError unless all these columns are there."""
        rows = self.e.preparation.table(table)
        check_columns(rows.names, needed)
        return rows

    def _unread(self, table: Table) -> np.ndarray:
        """On which rows the machine hangs on a cell that cannot be read, for it reads every cell:
        bool (n_rows,).
        """
        return unread_in(table, self.support.encoding.attributes)

    def _decisions(self, table: Table) -> np.ndarray:
        """The machine's decision values on rows that are prepared, float (n_rows,)."""
        check_columns(table.names, self.attributes)
        return np.concatenate([self.support.scores(part) for part in table.blocks()])


def form_scores(form: Form, rows: Table) -> FormScores:
    """What a form says of rows that are prepared.

    A rule is certain where one clause surely holds, or all surely fail; a card where its total is.
    """
    holding, is_open = fired(form.clauses, rows), np.any(open_clauses(form.clauses, rows), axis=1)
    if form.name == RULE:
        is_open &= ~holding.any(axis=1)
    return FormScores(form, holding, is_open)


def predictor_of(a: Answer) -> Predictor:
    """The predictor of an answer that is at hand, as its document would give it."""
    e = a.explanation
    held = support(e.machine, a.train.table, e.attributes)
    return Predictor(e, held, calibrated(a), profile_of(a.explained, e.attributes, a.groups))


def _predictor(given: dict[str, Any]) -> Predictor:
    support, calibration, profile = map(given.pop, ("support", "calibration", "profile"))
    predictor = Predictor(explanation_of(given), support, calibration, profile)
    if not {*support.encoding.attributes} <= {*predictor.e.attributes}:
        raise ValueError("support rows must be of the attributes")
    return predictor


_Predictor = doc.into(
    doc.fields_of(
        Explanation,
        **OF_EXPLANATION,
        support=doc.at(SupportShape, "machine"),
        calibration=CalibrationShape,
        profile=ProfileShape,
    ),
    _predictor,
)
_Predictors = doc.an_object(
    table=doc.an_object(name=str, digest=str), explanations=doc.many(_Predictor, least=1)
)


def predictors(document: Mapping[str, Any]) -> tuple[Predictor, ...]:
    """A predictor for each class that a document explains; a DataError for any other document."""
    read = doc.restored(_Predictors, document, NO_ANSWER, AGAIN)
    table, digest = read["table"]["name"], read["table"]["digest"]
    return tuple(
        replace(one, e=replace(one.e, table=table, digest=digest)) for one in read["explanations"]
    )


def known_class(
    target: str, positive: tuple[str, ...], negative: tuple[str, ...], table: Table
) -> Truth:
    """The class of each row of a table that has its column."""
    column = table.column(target)
    cut = cut_between(positive, negative)
    if cut is not None and not set(column.values) <= {*positive, *negative, None}:
        amounts = numbers_of(table, target)
        is_above = positive == halves(cut)[:1]
        y = amounts > cut if is_above else amounts <= cut
        return Truth(y, ~np.isnan(amounts))
    both = Is(target, (*positive, *negative))
    return Truth(holds(Is(target, positive), column), holds(both, column))


def _never_seen(support: Support, table: Table) -> tuple[NotedCells, ...]:
    """The values that no training row had, by attribute."""
    return noted_cells(
        (column := table.column(name), is_new & ~column.values.unread)
        for name, is_new in support.encoding.unseen(table).items()
    )
