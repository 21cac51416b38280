"""What the rule and the machine of a stored answer say of the rows of any table.

The document of interpret.answer.record is all that is needed: nothing is fitted, and the table that
was learnt from need not be there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from interpret.answer.denied import denied_words
from interpret.answer.profile import UNKNOWN, Then
from interpret.answer.record import AGAIN
from interpret.answer.shapes import (
    ClausesShape,
    CountsShape,
    FormulaShape,
    Names,
    PreparationShape,
    ProfileShape,
    SupportShape,
    VersionShape,
)
from interpret.answer.version import Version
from interpret.data.amounts import cut_between, numbers_of
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.preparation import Preparation
from interpret.data.roles import Truth
from interpret.data.table import Table
from interpret.documents import an_object, into, many, may_lack, restored
from interpret.fit.machine import Support
from interpret.rules.logic import Formula, Is, Value, holds
from interpret.rules.search import DRAFT

NO_ANSWER = (
    "What predicts must be an answer of Rulescope, as --json and the page's JSON download write it"
)


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
class Scores:
    """What a rule and its machine say of each row of a table.

    rule, machine: their verdicts, bool (n_rows,); score: the machine's decision values, (n_rows,),
    above 0 where it says yes; fired: which clauses hold, bool (n_rows, n_clauses), which in a
    denied formula are why it says no; unseen: an entry for each attribute with values that no
    training row had; empty: what a denied rule says where a cell is empty, in words; truth: which
    rows are positive, known: of which rows the class is known, both bool (n_rows,), None without
    the column of the class; is_draft: whether a settled rule was to follow; version: of the rule,
    where it was changed by hand; of_model: whether the class is another model's answer; beside: the
    true class then.
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


@dataclass(frozen=True, eq=False)
class Predictor:
    """One class's rule and machine, ready for any table that has the attributes.

    of_model: whether the target is another model's answer; beside: the column of the true class and
    its positive values, where there is one beside that.
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

    def scores(self, table: Table) -> Scores:
        """What they say of each row; a DataError names columns that are missing."""
        return self.scores_as_read(self.preparation.table(table))

    def scores_as_read(self, table: Table) -> Scores:
        """The same of rows that are prepared."""
        needed = (*self.support.encoding.attributes, *self.formula.attributes)
        check_columns(table, tuple(dict.fromkeys(needed)))
        score = np.concatenate([self.support.scores(part) for part in table.blocks()])
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
        )

    def labels(self, table: Table) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Which rows are positive and for which it is known, bool; None without the class."""
        if self.target not in table.names:
            return None, None
        return labels(self.target, self.positive, self.negative, table)

    def _beside(self, table: Table) -> Truth | None:
        """The true class of each row, None where the table lacks its column."""
        if self.beside is None or self.beside[0] not in table.names:
            return None
        name, positive = self.beside
        column = table.column(name)
        return Truth(name, positive, holds(Is(name, positive), column), ~column.missing_rows)


def labels(
    target: str, positive: tuple[str, ...], negative: tuple[str, ...], table: Table
) -> tuple[np.ndarray, np.ndarray]:
    """Which rows of a table with the class are positive, and of which it is known: bool."""
    column = table.column(target)
    cut = cut_between(positive, negative)
    if cut is not None and not set(column.values) <= {*positive, *negative, None}:
        amounts = numbers_of(table, target)
        return amounts > cut, ~np.isnan(amounts)
    both = Is(target, (*positive, *negative))
    return holds(Is(target, positive), column), holds(both, column)


def _predictor(given: Mapping[str, Any]) -> Predictor:
    truth = given.get("truth")
    own = Predictor(
        target=given["target"],
        positive=given["positive"],
        negative=given["negative"],
        formula=given["rule"],
        preparation=given.get("preparation", Preparation()),
        support=given["machine"],
        is_draft=given.get("search", {}).get("stopped_by") == DRAFT,
        version=given.get("version"),
        then=_then(given),
        of_model=given.get("settings", {}).get("explain") is not None,
        beside=None if truth is None else (truth["column"], truth["positive"]),
    )
    if not {*own.formula.attributes, *own.support.encoding.attributes} <= {*given["attributes"]}:
        raise ValueError("the rule and the support rows must be of the attributes")
    return own


def _then(given: Mapping[str, Any]) -> Then:
    """What the rows were of which the rule was found, as far as the document holds it."""
    figures = given.get("figures", {})
    rule = figures.get("rule", {}).get("test")
    if rule is None or not rule.n:
        return Then(profile=given.get("profile"))
    return Then(rule, figures.get("clauses", {}).get("test", ()), given.get("profile"))


_Figures = an_object(
    rule=may_lack(an_object(test=CountsShape)), clauses=may_lack(an_object(test=ClausesShape))
)
_Predictor = into(
    an_object(
        target=str,
        positive=Names,
        negative=Names,
        attributes=Names,
        rule=FormulaShape,
        preparation=may_lack(PreparationShape),
        machine=SupportShape,
        search=may_lack(an_object(stopped_by=may_lack(str))),
        version=may_lack(VersionShape),
        figures=may_lack(_Figures),
        profile=may_lack(ProfileShape),
        settings=may_lack(an_object(explain=may_lack(str | None))),
        truth=may_lack(an_object(column=str, positive=Names)),
    ),
    _predictor,
)
_Answer = an_object(explanations=many(_Predictor, least=1))


def predictors(document: Mapping[str, Any]) -> tuple[Predictor, ...]:
    """One for each class that a document explains; a DataError where it is no such document."""
    found: tuple[Predictor, ...] = restored(_Answer, document, NO_ANSWER, AGAIN)["explanations"]
    return found


def read_document(raw: bytes) -> dict[str, Any] | None:
    """The JSON object that a file holds; None where it holds something else."""
    if not raw.lstrip().startswith(b"{"):
        return None
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def check_columns(table: Table, attributes: tuple[str, ...]) -> None:
    """A DataError unless the table has them all; it names those that are close."""
    missing = [name for name in attributes if name not in table.names]
    if not missing:
        return
    others = {own.casefold(): own for own in table.names if own not in attributes}

    def named(name: str) -> str:
        close = get_close_matches(name.casefold(), others, n=1)
        return quoted(name) + (f" (is it {quoted(others[close[0]])}?)" if close else "")

    raise DataError(
        "The table must have the columns that the machine was trained on, and it lacks "
        f"{listed(map(named, missing))}. Add them, or rename the columns that hold them."
    )


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
