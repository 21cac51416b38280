"""What can be taken away of rules in Python: the same methods for every value that holds rules."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpret.answers.points.scored import POINTS
from interpret.answers.points.shown.pmml import as_scorecard
from interpret.answers.points.shown.tables import condition
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.exports.dmn import as_dmn
from interpret.answers.rule.exports.export import as_pandas as pandas_statements
from interpret.answers.rule.exports.export import as_python, as_sql, as_text
from interpret.answers.rule.exports.markdown import as_markdown
from interpret.answers.rule.exports.pmml import as_pmml
from interpret.answers.rule.sentences.clause_rows import COLUMNS, clause_rows, of_part, of_rows
from interpret.data.complaints import listed, quoted
from interpret.data.frame import frame_of
from interpret.data.frames import rows_with_class
from interpret.data.typed import typed
from interpret.present.wording import class_name

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

    from interpret.answers.rule.figures.plots import SvgFigure


class TakeAway(ABC):
    """Rules as text, code and tables, as figures, and as a notebook shows them.

    Where there are rules for several classes, `label` names the class that is meant. Without it
    there must be only one rule; else an AttributeError lists the labels.
    """

    @abstractmethod
    def _explanations(self) -> Sequence[Explanation]:
        """The rules with their figures, one at least."""

    def _with_rows(self) -> Sequence[Answer]:
        """The same with the rows that they were found on; none if the rows are not at hand."""
        return ()

    def to_text(self) -> str:
        """The answers to read: rules, verdicts, figures, what is proven."""
        return "\n".join(map(as_text, self._explanations()))

    def to_markdown(self) -> str:
        """The same as Markdown, in which no text of the data is formatting."""
        return as_markdown(self._explanations())

    def to_sql(self, table: str = "data", label: Any = None) -> str:
        """A query in standard SQL: every column of `table`, and the rule's verdict as 1 or 0.

        For a card also its points, the chance, and the verdict of the form that comes first.
        """
        return as_sql(self._one(label), table)

    def to_python(self, label: Any = None) -> str:
        """The source of a function `rule(row)`, which needs nothing but Python.

        For a card also `points(row)`, `chance(row)`, and the first form's `verdict(row)`.
        """
        return as_python(self._one(label))

    def to_pandas(self, label: Any = None) -> str:
        """The source of statements that turn a DataFrame `data` into a Series `rule` of booleans.
        For a card also `points`, `chance`, and the first form's `verdict`.
        """
        return pandas_statements(self._one(label))

    def to_pmml(self, label: Any = None, form: str | None = None) -> str:
        """PMML 4.4, for programs that score rows: a RuleSet, or a Scorecard with reason codes.

        form: "rule" or "points"; by default the one that comes first. Raises ValueError where there
        is no card.
        """
        e = self._one(label)
        return as_scorecard(e) if (form or e.first) == POINTS else as_pmml(e)

    def to_dmn(self, label: Any = None) -> str:
        """The rule as a decision table of DMN 1.3."""
        return as_dmn(self._one(label))

    def to_excel(self, path: str | Path) -> None:
        """Writes a workbook (.xlsx): the answers to read, the clauses, the decision tables.

        Every text in it is a text; none is taken for a formula.
        """
        from interpret.answers.rule.exports.workbook import (
            as_workbook,  # openpyxl takes a while to load
        )

        Path(path).write_bytes(as_workbook(self._explanations()))

    def to_html(self, *, appendix: bool = False) -> str:
        """The report: a whole page that opens offline and asks no other host for anything.

        appendix: with every figure, choice and setting. For a document read by `rulescope.load`, it
        has no appendix and no part that needs rows.
        """
        if answers := self._with_rows():
            from interpret.answers.rule.report.report import (
                html_report,  # plotly takes a second to load
            )
            from interpret.answers.rule.study.studied import studied

            return html_report(studied(answers), appendix=appendix)
        from interpret.answers.rule.report.document_report import document_report

        return document_report(self._explanations())

    def rules_frame(self, X: Any = None, y: Any = None, label: Any = None) -> "pd.DataFrame":
        """The clauses as a DataFrame, one row for each, with figures on rows of your choice.

        X: a frame or an array of shape (n_rows, n_columns), y: the class of each of its rows; where
        both are left out, the training rows, on which a rule looks better than it is. label: whose
        rule; by default every rule's. Raises ValueError where only one of X and y is given, a
        column is missing, or a row has a class that the rules do not know.

        The columns: `class` that the clause describes, `clause` in words, its number of `tests`;
        `rows` that it covers, and `coverage`, their share; `right`, those of the class, and
        `precision`, their share; `recall`, their share of the class; `lift`, the precision over
        the share of the class among all rows; `unique_rows`, which no other clause covers; in words
        `measured_on`, which rows these are. `_low` and `_high` are the ends of intervals at 95 %
        (Wilson 1927; of the lift those of the precision, over the same share).
        """
        chosen = self._explanations() if label is None else [self._one(label)]
        if (X is None) != (y is None):
            raise ValueError("Figures need both X and y, or neither: then training rows are meant.")
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

        The columns: `class` that the points are for, `term`, its place on the card from 1, `clause`
        in words, its number of `tests`, `points`. label: whose card; by default every card's.
        Raises ValueError where there is none.
        """
        chosen = self._explanations() if label is None else [self._one(label)]
        with_card = [(class_name(e.target, e.positive), e.points) for e in chosen if e.points]
        if not with_card:
            raise ValueError(
                "There is no card in this answer. Take PointsClassifier, or explain with "
                "form='points' or form='auto'."
            )
        rows = [
            {
                "class": name,
                "term": number,
                "clause": condition(term.clause),
                "tests": len(term.clause),
                "points": term.points,
            }
            for name, scored in with_card
            for number, term in enumerate(scored.card.terms, 1)
        ]
        return frame_of(rows, ("class", "term", "clause", "tests", "points"))

    def plot(self, name: str = "relevance", label: Any = None) -> "go.Figure | SvgFigure":
        """A figure of the page, as Plotly has it, or as SVG that a notebook shows.

        name: `relevance` (what carries the machine's decision), `confusions`, `roc`, `reliability`,
        `decision_curve`, `search`, `generations`, `descent`, `machines`, `prices`, `lengths`,
        `front` (the best rule of each length) or `overlap` of several rules; as SVG `rows` (a
        hundred dots), `lines` (which lines of the rule cover the same rows), `simple_ways`, and of
        a card `totals`, `calibration`, `conditions` (what each is worth) or `nomogram`. For `front`
        and `simple_ways` the answer is studied some seconds. `rows` and `confusions` are of the
        form that comes first. Raises ValueError where this answer has no such figure.
        """
        from interpret.answers.rule.figures.plots import (  # so does this
            OF_STUDY,
            OVERLAP,
            overlapping,
            plotted,
        )
        from interpret.answers.rule.study.study import study

        answers = self._with_rows()
        if name == OVERLAP:
            return overlapping(answers)
        e = self._one(label)
        a = next((a for a in answers if a.explanation is e), None)
        return plotted(name, e, a, study(a) if a and name in OF_STUDY else None)

    def _repr_html_(self) -> str:
        from interpret.answers.rule.report.notebook import notebook_html

        return notebook_html(self._explanations())

    def _column_names(self) -> Sequence[str] | None:
        """What the columns of an array are called, where that is not x0, x1 and so on."""
        return None

    def _one(self, label: Any = None) -> Explanation:
        """The rule of a class, or the only rule; an AttributeError where it is not clear which."""
        all_of_them = self._explanations()
        if label is None and len(all_of_them) == 1:
            return all_of_them[0]
        for e in all_of_them:
            if label is not None and typed(label) in e.positive:
                return e
        known = listed(quoted(*e.positive) for e in all_of_them)
        raise AttributeError(
            f"There is a rule for each of {known}: name one as label, or take rules_."
        )
