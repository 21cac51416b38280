"""Exports of rules in Python: the same methods for every value that holds rules."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpret.data.cells import typed
from interpret.data.complaints import listed, quoted
from interpret.data.frame import frame_of, rows_with_class
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.clause_rows import COLUMNS, clause_rows, of_part, of_rows
from interpret.forms.answer.explanation import Explanation
from interpret.forms.exports.code import as_python, as_sql
from interpret.forms.study.study import studied
from interpret.present.dialects import dialect_named
from interpret.present.wording import clause_words
from interpret.tell.blocks import Block
from interpret.tell.html import as_piece
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.report import document_report, html_report
from interpret.tell.text import as_text

if TYPE_CHECKING:
    import pandas as pd


class TakeAway(ABC):
    """Rules as text, code, tables and notebook output.

    If there are rules for several classes, `label` names the class that is meant. Without it there
    must be only one rule; otherwise an AttributeError lists the labels.
    """

    @abstractmethod
    def _explanations(self) -> Sequence[Explanation]:
        """The rules with their figures, at least one."""

    def _with_rows(self) -> Sequence[Answer]:
        """The same with the rows they were found on, or () if the rows are not at hand."""
        return ()

    def _told_first(self) -> Sequence[Block]:
        """What is told before the answers."""
        return ()

    def to_text(self) -> str:
        """The answers as a text: rules, verdicts, figures, and what is proven."""
        return as_text([*self._told_first(), *at_length(self._explanations())])

    def to_sql(self, table: str = "data", label: Any = None, dialect: str = "duckdb") -> str:
        """A query with every column of `table` and the rule's verdict as 1 or 0.

        If there is a card, it also has the points, the chance, and the verdict of the form that
        comes first. dialect: whose SQL it is, "duckdb", "postgres" or "spark".
        """
        return as_sql(self._one(label), table, dialect=dialect_named(dialect))

    def to_python(self, label: Any = None) -> str:
        """The source of a function `rule(row)`, which needs only Python, 3.10 or newer.

        If there is a card, also of `points(row)`, `chance(row)`, and `verdict(row)` by the form
        that comes first.
        """
        return as_python(self._one(label))

    def to_html(self) -> str:
        """The report as one page that opens offline and loads nothing from other hosts.

        The report of a document read by `rulescope.load` has no part that needs rows.
        """
        if answers := self._with_rows():
            return html_report(studied(answers), self._told_first())
        return document_report(self._explanations())

    def rules_frame(self, X: Any = None, y: Any = None, label: Any = None) -> "pd.DataFrame":
        """The clauses as a DataFrame, one row for each, with figures on rows of your choice.

        X: a frame or an array of shape (n_rows, n_columns). y: the class of each of its rows.
        Without both, figures are on the training rows, where a rule looks better than it is.
        label: the class whose rule is meant; by default all. Raises ValueError if only one of X and
        y is given, if a column is missing, or if a row has a class that the rules do not know.

        The columns are: `class`, which the clause describes; `clause` in words; its number of
        `tests`; `rows`, how many it covers, and `coverage`, their share; `right`, how many of them
        belong to the class, and `precision`, their share; `recall`, their share of the class;
        `lift`, the precision divided by the share of the class among all rows; `unique_rows`, how
        many rows no other clause covers; `measured_on`, which rows these are. `_low` and `_high`
        are the ends of 95 % intervals (Wilson 1927; for the lift, those of the precision divided by
        the same share).
        """
        chosen = self._explanations() if label is None else [self._one(label)]
        if (X is None) != (y is None):
            raise ValueError("Give both X and y, or neither for figures on the training rows.")
        rows: list[dict[str, Any]] = []
        for e in chosen:
            if X is None:
                measured = of_part(e, "train")
            else:
                measured = of_rows(e, rows_with_class(X, y, e.target, self._column_names()))
            rows += clause_rows(e, measured)
        return frame_of(rows, COLUMNS)

    def points_frame(self, label: Any = None) -> "pd.DataFrame":
        """The terms of the cards as a DataFrame, one row for each.

        The columns are: `class`, which the points are for; `term`, its place on the card from 1;
        `clause` in words; its number of `tests`; `points`. label: the class whose card is meant; by
        default all. Raises ValueError if there is no card.
        """
        chosen = self._explanations() if label is None else [self._one(label)]
        with_card = [(e.yes_words, e.points) for e in chosen if e.points]
        if not with_card:
            raise ValueError("There is no card in this answer. Explain with form='points'.")
        rows = [
            {
                "class": name,
                "term": number,
                "clause": clause_words(term.clause),
                "tests": len(term.clause),
                "points": term.points,
            }
            for name, scored in with_card
            for number, term in enumerate(scored.card.terms, 1)
        ]
        return frame_of(rows, ("class", "term", "clause", "tests", "points"))

    def _repr_html_(self) -> str:
        return as_piece([*self._told_first(), *at_length(self._explanations())])

    def _column_names(self) -> Sequence[str] | None:
        """The names of an array's columns, or None if they are x0, x1 and so on."""
        return None

    def _one(self, label: Any = None) -> Explanation:
        """The rule of a class, or the only rule. AttributeError if it is not clear which one."""
        all_of_them = self._explanations()
        if label is None and len(all_of_them) == 1:
            return all_of_them[0]
        for e in all_of_them:
            if label is not None and typed(label) in e.positive:
                return e
        known = listed(quoted(*e.positive) for e in all_of_them)
        raise AttributeError(
            f"There is a rule for each of {known}. Name one of them as label, or use rules_."
        )
