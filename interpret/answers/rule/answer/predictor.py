"""A rule and its machine, ready to classify any rows; nothing is fitted."""

from dataclasses import dataclass

import numpy as np

from interpret.answers.points.scored import POINTS, RULE, Scored
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
from interpret.data.roles import Truth
from interpret.data.table import Table
from interpret.fit.machine import Support, support
from interpret.rules.logic import Formula, Is, Value, holds


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

    fired: which clauses hold, bool (n_rows, n_terms); totals: the points, int (n_rows,).
    """

    scored: Scored
    fired: np.ndarray
    totals: np.ndarray

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
    """What a rule and its machine say of each row of a table.

    rule, machine: their verdicts, bool (n_rows,); score: the machine's decision values, (n_rows,),
    above 0 where it says yes; fired: which clauses hold, bool (n_rows, n_clauses); a denied formula
    says no because they hold; unseen: an entry for each attribute with values that no training row
    had; empty: what a denied rule says where a cell is empty, in words; truth: which rows are
    positive, known: which rows have a known class, both bool (n_rows,), None if the table lacks the
    column of the class; is_draft: whether the rule is a draft; version: of the rule, where it was
    changed by hand; of_model: whether the class is another model's answer; beside: in that case,
    the true class; points: what the card says, None without a card; first: the form that comes
    first, "rule" or "points".
    """

    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    formula: Formula
    rule: np.ndarray
    machine: np.ndarray
    score: np.ndarray
    fired: np.ndarray
    unseen: tuple[Unseen, ...]
    empty: str
    truth: np.ndarray | None
    known: np.ndarray | None
    is_draft: bool = False
    version: Version | None = None
    of_model: bool = False
    beside: Truth | None = None
    points: CardScores | None = None
    first: str = RULE

    @property
    def says(self) -> np.ndarray:
        """The verdicts of the form that comes first: bool (n_rows,)."""
        return self.points.says if self.points and self.first == POINTS else self.rule


@dataclass(frozen=True, eq=False)
class Predictor:
    """One class's rule and machine, ready for any table that has the attributes.

    of_model: whether the target is another model's answer; beside: the column of the true class and
    its positive values, where there is such a column; shares, calibration: the sources of
    probabilities, shares None where a document does not hold them; points: the card beside the
    rule, where there is one; first: the form that comes first.
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
    points: Scored | None = None
    first: str = RULE

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that machine, rule and card read."""
        card = () if self.points is None else self.points.card.attributes
        needed = (*self.support.encoding.attributes, *self.formula.attributes, *card)
        return tuple(dict.fromkeys(needed))

    def scores(self, table: Table) -> Scores:
        """What machine, rule and card say of each row; a DataError names missing columns."""
        return self.scores_of_prepared(self.preparation.table(table))

    def scores_of_prepared(self, table: Table) -> Scores:
        """The same for rows that are already prepared."""
        score = self._decisions(table)
        fired = [clause.holds(table) for clause in self.formula.clauses]
        truth, known = self.labels(table)
        return Scores(
            target=self.target,
            positive=self.positive,
            negative=self.negative,
            formula=self.formula,
            rule=self.formula.holds(table),
            machine=score > 0,
            score=score,
            fired=np.array(fired, dtype=bool).reshape(len(fired), table.n_rows).T,
            unseen=_never_seen(self.support, table),
            empty=denied_words(self.formula, table),
            truth=truth,
            known=known,
            is_draft=self.is_draft,
            version=self.version,
            of_model=self.of_model,
            beside=self._beside(table),
            points=self._points(table),
            first=self.first,
        )

    def by_clause(self, table: Table) -> tuple[np.ndarray, np.ndarray]:
        """For each row, whether the rule holds, bool, and its clause's share of the positive class.
        The machine is not asked, and the table needs only the columns of the rule.
        """
        rows = self.preparation.table(table)
        check_columns(rows.names, self.formula.attributes)
        if self.shares is None:
            raise DataError(
                "An answer says how probable a class is by the figures of its clauses, and this "
                f"one has none. {AGAIN}"
            )
        clauses = self.formula.clauses
        fired = np.array([clause.holds(rows) for clause in clauses], dtype=bool)
        fired = fired.reshape(len(clauses), rows.n_rows).T
        return fired.any(axis=1) != self.formula.denied, self.shares.of(fired)

    def probability(self, table: Table) -> np.ndarray:
        """How probable it is that each row is of the positive class, float (n_rows,).

        By the share of its clause, or by the machine, as the rows held out have decided.
        """
        if self.calibration.source == CLAUSE:
            return bounded(self.by_clause(table)[1])
        return bounded(self.calibration.curve(self._decisions(self.preparation.table(table))))

    def labels(self, table: Table) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Which rows are positive, and which have a known class, bool; None without the class."""
        if self.target not in table.names:
            return None, None
        return labels(self.target, self.positive, self.negative, table)

    def _decisions(self, table: Table) -> np.ndarray:
        """The machine's decision values on rows that are prepared, float (n_rows,)."""
        check_columns(table.names, self.attributes)
        return np.concatenate([self.support.scores(part) for part in table.blocks()])

    def _points(self, table: Table) -> CardScores | None:
        """What the card says of rows that are prepared."""
        if self.points is None:
            return None
        fired = self.points.card.fired(table)
        return CardScores(self.points, fired, fired @ self.points.card.points)

    def _beside(self, table: Table) -> Truth | None:
        """The true class of each row, None where the table lacks its column."""
        if self.beside is None or self.beside[0] not in table.names:
            return None
        name, positive = self.beside
        column = table.column(name)
        return Truth(name, positive, holds(Is(name, positive), column), ~column.missing_rows)


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
    )


def labels(
    target: str, positive: tuple[str, ...], negative: tuple[str, ...], table: Table
) -> tuple[np.ndarray, np.ndarray]:
    """Which rows of a table with the class are positive, and which have a known class: bool."""
    column = table.column(target)
    cut = cut_between(positive, negative)
    if cut is not None and not set(column.values) <= {*positive, *negative, None}:
        amounts = numbers_of(table, target)
        return amounts > cut, ~np.isnan(amounts)
    both = Is(target, (*positive, *negative))
    return holds(Is(target, positive), column), holds(both, column)


def _never_seen(support: Support, table: Table) -> tuple[Unseen, ...]:
    """The values that no training row had, by attribute."""
    found = []
    for name, is_new in support.encoding.unseen(table).items():
        column = table.column(name)
        new = np.flatnonzero(is_new & (column.counts > 0))
        if len(new):
            place = np.full(len(column.values), -1)
            place[new] = np.arange(len(new))
            values = tuple(column.values[i] for i in new)
            found.append(Unseen(name, values, place[column.codes]))
    return tuple(found)
