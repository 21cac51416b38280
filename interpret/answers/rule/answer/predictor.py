"""A rule and its machine, ready to classify any rows; nothing is fitted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from interpret.answers.points.card_figures import POINTS, RULE, CardFigures
from interpret.answers.rows import check_columns
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.calibration import (
    BY_CLAUSE,
    CLAUSE,
    Calibration,
    Shares,
    bounded,
    calibrated,
    shares_of,
)
from interpret.answers.rule.answer.denied import denied_words
from interpret.answers.rule.answer.profile import UNKNOWN, Then
from interpret.answers.rule.answer.record import AGAIN
from interpret.answers.rule.answer.version import Version
from interpret.data.amounts import cut_between, numbers_of
from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.data.read_again import unread_words
from interpret.data.readings import is_unread
from interpret.data.roles import Truth, groups_in
from interpret.data.table import Table
from interpret.fit.machine import Support, support
from interpret.measures import Confusion, confusion
from interpret.present.wording import class_name
from interpret.rules.logic import Formula, Is, Value, fired, holds


@dataclass(frozen=True, eq=False)
class Unseen:
    """Values of an attribute that no training row had, as machine and rule read the cells.

    place: for each row the index of its value among these, -1 where its value is not one of them;
    int (n_rows,).
    """

    attribute: str
    values: tuple[Value, ...]
    place: np.ndarray

    @property
    def rows(self) -> int:
        """How many rows have such a value."""
        return int(np.count_nonzero(self.place >= 0))


@dataclass(frozen=True, eq=False)
class CardScores:
    """What a card says of each row of a table.

    fired: which clauses hold, bool (n_rows, n_terms).
    """

    scored: CardFigures
    fired: np.ndarray

    @cached_property
    def totals(self) -> np.ndarray:
        """The points of each row: int (n_rows,)."""
        return np.asarray(self.fired @ self.scored.card.points)

    @property
    def says(self) -> np.ndarray:
        """Its verdicts: bool (n_rows,)."""
        return self.totals > self.scored.card.cut

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
    the table lacks its column; beside: the true class where `truth` is another model's answer;
    unread: the rows with a cell that cannot be read, on which nothing is decided, bool (n_rows,);
    read: what is said of how the cells were read;
    points: what the card says, None without a card; groups: whose rows belong together, int
    (n_rows,), None where every row stands alone or the table lacks the column of groups.
    """

    predictor: "Predictor"
    rule: np.ndarray
    machine: np.ndarray
    score: np.ndarray
    fired: np.ndarray
    unseen: tuple[Unseen, ...]
    empty: str
    truth: Truth | None
    unread: np.ndarray
    read: tuple[str, ...] = ()
    beside: Truth | None = None
    points: CardScores | None = None
    groups: np.ndarray | None = None

    @property
    def says(self) -> np.ndarray:
        """The verdicts of the form that comes first: bool (n_rows,)."""
        return self.points.says if self.points and self.predictor.first == POINTS else self.rule

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
    """One class's rule and machine, ready for any table that has the attributes.

    of_model: whether the target is another model's answer; beside: the column of the true class and
    its positive values, where there is such a column; shares, calibration: the sources of
    probabilities, shares None where a document does not hold them; points: the card beside the
    rule, where there is one; first: the form that comes first; group: the column that says which
    rows belong together.
    """

    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    formula: Formula
    preparation: Preparation
    support: Support
    is_draft: bool = False
    version: Version | None = None
    then: Then = UNKNOWN
    of_model: bool = False
    beside: tuple[str, tuple[str, ...]] | None = None
    shares: Shares | None = None
    calibration: Calibration = BY_CLAUSE
    points: CardFigures | None = None
    first: str = RULE
    group: str | None = None

    @property
    def yes_words(self) -> str:
        """The positive class in words."""
        return class_name(self.target, self.positive)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that machine, rule and card read."""
        card = () if self.points is None else self.points.card.attributes
        needed = (*self.support.encoding.attributes, *self.formula.attributes, *card)
        return tuple(dict.fromkeys(needed))

    def scores(self, table: Table) -> Scores:
        """What machine, rule and card say of each row; a DataError names missing columns."""
        prepared = self.preparation.table(table)
        said = tuple(sentence for sentence in prepared.notices if sentence not in table.notices)
        return replace(self.scores_of_prepared(prepared), read=said)

    def scores_of_prepared(self, table: Table) -> Scores:
        """What machine, rule and card say of each row of a table that is already prepared."""
        score, card = self._decisions(table), self.points
        return Scores(
            predictor=self,
            rule=self.formula.holds(table),
            machine=score > 0,
            score=score,
            fired=fired(self.formula.clauses, table),
            unseen=_never_seen(self.support, table),
            empty=denied_words(self.formula, table),
            truth=self.truth(table),
            beside=self._beside(table),
            unread=unread_in(table, self.attributes),
            points=None if card is None else CardScores(card, card.card.fired(table)),
            groups=groups_in(table, self.group),
        )

    def prepared(self, table: Table) -> Table:
        """The rows as they are read; a DataError where one has a cell that cannot be read."""
        rows = self.preparation.table(table)
        if unread_in(rows, self.attributes).any():
            columns = [rows.column(name) for name in self.attributes if name in rows.names]
            unread = " ".join(sentence for column in columns for sentence in unread_words(column))
            raise DataError(
                f"Every cell must be written so that it can be read. {unread} Mend these cells, or "
                "leave their rows out."
            )
        return rows

    def by_clause(self, table: Table) -> tuple[np.ndarray, np.ndarray]:
        """For each row, whether the rule holds, bool, and its clause's share of the positive class.
        The machine is not asked, and the table needs only the columns of the rule.
        """
        rows = self.prepared(table)
        check_columns(rows.names, self.formula.attributes)
        if self.shares is None:
            raise DataError(
                "An answer says how probable a class is by the figures of its clauses, and this "
                f"one has none. {AGAIN}"
            )
        holding = fired(self.formula.clauses, rows)
        return holding.any(axis=1) != self.formula.denied, self.shares.of(holding)

    def probability(self, table: Table) -> np.ndarray:
        """How probable it is that each row is of the positive class, float (n_rows,).

        By the share of its clause, or by the machine, as the rows held out have decided.
        """
        if self.calibration.source == CLAUSE:
            return self.calibration.of_clauses.of(self.by_clause(table)[1])
        return bounded(self.calibration.curve(self._decisions(self.prepared(table))))

    def truth(self, table: Table) -> Truth | None:
        """The class of each row; None where the table lacks its column."""
        if self.target not in table.names:
            return None
        truth = known_class(self.target, self.positive, self.negative, table)
        return replace(truth, known=truth.known & ~unread_in(table, self.attributes))

    def _decisions(self, table: Table) -> np.ndarray:
        """The machine's decision values on rows that are prepared, float (n_rows,)."""
        check_columns(table.names, self.attributes)
        return np.concatenate([self.support.scores(part) for part in table.blocks()])

    def _beside(self, table: Table) -> Truth | None:
        """The true class of each row, None where the table lacks its column."""
        if self.beside is None or self.beside[0] not in table.names:
            return None
        name, positive = self.beside
        column = table.column(name)
        return Truth(name, positive, holds(Is(name, positive), column), ~column.missing_rows)


def unread_in(table: Table, names: Sequence[str]) -> np.ndarray:
    """Which rows have a cell in one of these columns that cannot be read: bool (n_rows,)."""
    unread = np.zeros(table.n_rows, dtype=bool)
    for name in names:
        if name in table.names:
            unread |= table.column(name).unread
    return unread


def predictor_of(a: Answer) -> Predictor:
    """The predictor of an answer that is at hand, as its document would give it."""
    e = a.explanation
    return Predictor(
        target=e.target,
        positive=e.positive,
        negative=e.negative,
        formula=e.rule.formula,
        preparation=e.preparation,
        support=support(e.machine, a.train.table, e.attributes),
        is_draft=e.rule.is_draft,
        version=e.version,
        of_model=e.of_model,
        shares=shares_of(e),
        calibration=calibrated(a),
        points=e.points,
        first=e.first,
        group=e.settings.roles.group,
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


def _never_seen(support: Support, table: Table) -> tuple[Unseen, ...]:
    """The values that no training row had, by attribute."""
    found = []
    for name, is_new in support.encoding.unseen(table).items():
        column = table.column(name)
        is_read = np.array([not is_unread(value) for value in column.values], dtype=bool)
        new = np.flatnonzero(is_new & is_read & (column.counts > 0))
        if len(new):
            place = np.full(len(column.values), -1)
            place[new] = np.arange(len(new))
            values = tuple(column.values[i] for i in new)
            found.append(Unseen(name, values, place[column.codes]))
    return tuple(found)
