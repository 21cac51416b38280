"""An answer ready to score any rows: its rule, card and machine, with nothing fitted anew."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import NO_ANSWER
from interpret.answers.noted_cells import NotedCells, noted_cells
from interpret.answers.points.card_figures import MACHINE, POINTS, RULE, CardFigures
from interpret.answers.rows import check_columns
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.calibration import (
    BY_CLAUSE,
    CLAUSE,
    Calibration,
    bounded,
    calibrated,
    shares_of,
)
from interpret.answers.rule.answer.denied import denied_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.profile import NO_ROWS, Profile, profile_of
from interpret.answers.rule.answer.record import AGAIN
from interpret.answers.rule.answer.shapes import (
    OF_EXPLANATION,
    CalibrationShape,
    ProfileShape,
    SupportShape,
    explanation_of,
)
from interpret.answers.unread import NONE, REFUSED, Unread, check_read, unread_in, verdict
from interpret.data.amounts import cut_between, numbers_of
from interpret.data.roles import Truth, groups_in
from interpret.data.table import Table
from interpret.fit.machine import Support, support
from interpret.measures import Confusion, confusion
from interpret.rules.card import Card
from interpret.rules.logic import Formula, Is, fired, holds, open_clauses


@dataclass(frozen=True, eq=False)
class CardScores:
    """What a card says of each row of a table.

    fired: which clauses hold, bool (n_rows, n_terms); is_open: in which rows a clause hangs on a
    cell that cannot be read, so that the total is not known, bool (n_rows,); unread: what is said
    of these.
    """

    scored: CardFigures
    fired: np.ndarray
    is_open: np.ndarray
    unread: Unread = NONE

    @cached_property
    def totals(self) -> np.ndarray:
        """The points of each row, as far as its cells can be read: int (n_rows,)."""
        return np.asarray(self.fired @ self.scored.card.points)

    @property
    def says(self) -> np.ndarray:
        """Its verdicts: bool (n_rows,)."""
        return verdict(self.totals > self.scored.card.cut, self.is_open, self.unread)

    @property
    def chance(self) -> np.ndarray:
        """How probable the class is by the total: float (n_rows,)."""
        return self.scored.chances.of(self.totals)


@dataclass(frozen=True, eq=False)
class Scores:
    """What a predictor says of each row of a table.

    rule, machine: their verdicts, bool (n_rows,); score: the machine's decision values, (n_rows,),
    above 0 where it says yes; fired: which clauses hold, bool (n_rows, n_clauses); a denied formula
    says no because they hold; unseen: an entry for each attribute with values that no training row
    had; empty: what a denied rule says where a cell is empty, in words; truth: the class, None if
    the table lacks its column, and known only where `decided`; beside: the true class where `truth`
    is another model's answer; open_rule, open_machine: whose verdicts hang on a cell that cannot be
    read, bool (n_rows,); unread: what these say; not_read: an entry for each column with such
    cells; read: what is said of how the cells were read; points: what the card says, None without a
    card; groups: whose rows belong together, int (n_rows,), None where every row stands alone or
    the table lacks the column of groups.
    """

    predictor: "Predictor"
    rule: np.ndarray
    machine: np.ndarray
    score: np.ndarray
    fired: np.ndarray
    unseen: tuple[NotedCells, ...]
    empty: str
    truth: Truth | None
    open_rule: np.ndarray
    open_machine: np.ndarray
    unread: Unread = NONE
    not_read: tuple[NotedCells, ...] = ()
    read: tuple[str, ...] = ()
    beside: Truth | None = None
    points: CardScores | None = None
    groups: np.ndarray | None = None

    @property
    def every(self) -> tuple[str, ...]:
        """What has a verdict: RULE, MACHINE, and POINTS where there is a card."""
        return (RULE, MACHINE) if self.points is None else (RULE, MACHINE, POINTS)

    def by(self, what: str) -> tuple[np.ndarray, np.ndarray]:
        """A verdict, and where it hangs on a cell that cannot be read: bool (n_rows,), twice."""
        if what == POINTS and self.points is not None:
            return self.points.says, self.points.is_open
        if what == MACHINE:
            return self.machine, self.open_machine
        return self.rule, self.open_rule

    @property
    def says(self) -> np.ndarray:
        """The verdicts of the form that comes first: bool (n_rows,)."""
        return self.by(self.predictor.e.first)[0]

    @property
    def is_open(self) -> np.ndarray:
        """Where rule, machine or card hangs on a cell that cannot be read: bool (n_rows,)."""
        return np.any([self.by(what)[1] for what in self.every], axis=0)

    @property
    def decided(self) -> np.ndarray:
        """On which rows rule, machine and card all have a verdict: bool (n_rows,)."""
        return ~self.is_open | (self.unread != NONE)

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
    def formula(self) -> Formula:
        """The rule."""
        return self.e.rule.formula

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that machine, rule and card read."""
        card = () if self.e.points is None else self.e.points.card.attributes
        needed = (*self.support.encoding.attributes, *self.formula.attributes, *card)
        return tuple(dict.fromkeys(needed))

    def scores(self, table: Table, unread: Unread = NONE) -> Scores:
        """What machine, rule and card say of each row; a DataError names missing columns.

        unread: what is said of a row where a cell that cannot be read would decide.
        """
        prepared = self.e.preparation.table(table)
        said = tuple(sentence for sentence in prepared.notices if sentence not in table.notices)
        return replace(self.scores_of_prepared(prepared, unread), read=said)

    def scores_of_prepared(self, table: Table, unread: Unread = NONE) -> Scores:
        """What machine, rule and card say of each row of a table that is already prepared."""
        score, card, formula = self._decisions(table), self.e.points, self.formula
        sources = self.e.preparation.sources(table, self.attributes)
        open_rule, open_machine = self._is_open(table, RULE), self._is_open(table, MACHINE)
        points = None
        if card is not None:
            points = CardScores(card, card.card.fired(table), self._is_open(table, POINTS), unread)
        scores = Scores(
            predictor=self,
            rule=verdict(formula.holds(table), open_rule, unread),
            machine=verdict(score > 0, open_machine, unread),
            score=score,
            fired=fired(formula.clauses, table),
            unseen=_never_seen(self.support, table),
            empty=denied_words(formula, table),
            truth=self.truth(table),
            beside=self._beside(table),
            open_rule=open_rule,
            open_machine=open_machine,
            unread=unread,
            not_read=noted_cells((column, column.values.unread) for column in sources),
            points=points,
            groups=groups_in(table, self.e.settings.roles.group),
        )
        check_read(sources, scores.is_open, unread)
        known = scores.decided
        return replace(
            scores,
            truth=scores.truth and replace(scores.truth, known=scores.truth.known & known),
            beside=scores.beside and replace(scores.beside, known=scores.beside.known & known),
        )

    def read(self, table: Table, by: str, unread: Unread) -> tuple[Table, np.ndarray]:
        """The rows as they are read, and whose verdict hangs on a cell that cannot be read.

        by: RULE, CLAUSE, POINTS or MACHINE, whose columns the table needs. A DataError where one is
        missing, or where a row is open and that is to be refused.
        """
        rows = self.e.preparation.table(table)
        check_columns(rows.names, self._needed(by))
        is_open = self._is_open(rows, by)
        check_read(self.e.preparation.sources(rows, self._needed(by)), is_open, unread)
        return rows, is_open

    @property
    def card(self) -> Card:
        """The card; an AttributeError where there is none."""
        if self.e.points is None:
            raise AttributeError(
                "There is no card in this answer: its settings ask for rules alone. Take "
                "PointsClassifier, or explain with form='points' or form='auto'."
            )
        return self.e.points.card

    def on_card(self, table: Table, unread: Unread = REFUSED) -> CardScores:
        """What the card says of each row; the table needs only the columns of the card."""
        card = self.card
        rows, is_open = self.read(table, POINTS, unread)
        assert self.e.points is not None
        return CardScores(self.e.points, card.fired(rows), is_open, unread)

    def says(self, table: Table, unread: Unread = REFUSED) -> tuple[np.ndarray, np.ndarray]:
        """What the form that comes first says of each row, and whether that hangs on a cell that
        cannot be read: bool (n_rows,), twice. The table needs only the columns of that form.
        """
        if self.e.first == POINTS:
            scores = self.on_card(table, unread)
            return scores.says, scores.is_open
        rows, is_open = self.read(table, RULE, unread)
        return verdict(self.formula.holds(rows), is_open, unread), is_open

    def chance(self, table: Table, unread: Unread = REFUSED) -> tuple[np.ndarray, np.ndarray]:
        """How probable it is that each row is of the positive class, float (n_rows,), and whether
        that hangs on a cell that cannot be read, bool (n_rows,).

        By the card where it comes first; else by the share of the rule's clause, or by the machine,
        as the rows held out have decided.
        """
        if self.e.first == POINTS:
            scores = self.on_card(table, unread)
            return bounded(scores.chance), scores.is_open
        rows, is_open = self.read(table, self.calibration.source, unread)
        if self.calibration.source != CLAUSE:
            return bounded(self.calibration.curve(self._decisions(rows))), is_open
        share = shares_of(self.e).of(fired(self.formula.clauses, rows))
        return self.calibration.of_clauses.of(share), is_open

    def truth(self, table: Table) -> Truth | None:
        """The class of each row; None where the table lacks its column."""
        if self.e.target not in table.names:
            return None
        return known_class(self.e.target, self.e.positive, self.e.negative, table)

    def _card(self, by: str) -> Card:
        """The card of a form; POINTS is that of the rule where there is no other."""
        points = self.e.points
        return Card.of(self.formula) if by != POINTS or points is None else points.card

    def _needed(self, by: str) -> tuple[str, ...]:
        """The attributes that rule, card or machine reads."""
        return self.attributes if by == MACHINE else self._card(by).attributes

    def _is_open(self, table: Table, by: str) -> np.ndarray:
        """On which rows rule, card or machine hangs on a cell that cannot be read: bool (n_rows,).

        A rule is certain where one clause surely holds, or all surely fail; a card where its total
        is, and a clause's share where it is known which clauses hold. A machine reads every cell.
        """
        if by == MACHINE:
            return unread_in(table, self.support.encoding.attributes)
        clauses = self._card(by).clauses
        hanging = np.any(open_clauses(clauses, table), axis=1)
        return hanging & ~fired(clauses, table).any(axis=1) if by == RULE else hanging

    def _decisions(self, table: Table) -> np.ndarray:
        """The machine's decision values on rows that are prepared, float (n_rows,)."""
        check_columns(table.names, self.attributes)
        return np.concatenate([self.support.scores(part) for part in table.blocks()])

    def _beside(self, table: Table) -> Truth | None:
        """The true class of each row, None where the table lacks its column."""
        truth = self.e.truth
        if truth is None or truth.column not in table.names:
            return None
        column = table.column(truth.column)
        is_yes = holds(Is(truth.column, truth.positive), column)
        return Truth(truth.column, truth.positive, is_yes, ~column.missing_rows)


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
        return Truth(target, positive, amounts > cut, ~np.isnan(amounts))
    both = Is(target, (*positive, *negative))
    return Truth(target, positive, holds(Is(target, positive), column), holds(both, column))


def _never_seen(support: Support, table: Table) -> tuple[NotedCells, ...]:
    """The values that no training row had, by attribute."""
    return noted_cells(
        (column := table.column(name), is_new & ~column.values.unread)
        for name, is_new in support.encoding.unseen(table).items()
    )
