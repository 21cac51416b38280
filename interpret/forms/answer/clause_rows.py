"""The clauses of a rule as rows of figures."""

from dataclasses import dataclass
from typing import Any

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.roles import groups_in
from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import known_class
from interpret.measures import ClauseFigures, clause_figures
from interpret.present import wording
from interpret.shares import Share

COLUMNS = (
    *("class", "clause", "tests", "rows", "coverage", "coverage_low", "coverage_high"),
    *("right", "precision", "precision_low", "precision_high", "recall"),
    *("lift", "lift_low", "lift_high", "unique_rows", "measured_on"),
)


@dataclass(frozen=True)
class ClausesOn:
    """The figures of each clause, on how many rows, and what these rows are called."""

    figures: tuple[ClauseFigures, ...]
    n_rows: int
    rows: str


def of_part(e: Explanation, part: str) -> ClausesOn:
    """On the rows trained on ("train") or held out ("test"), as they were counted once."""
    n = len(e.rows[part])
    called = counted(n, "training row" if part == "train" else "unseen row")
    return ClausesOn(e.rule_form.of_clauses[part], n, called)


def of_rows(e: Explanation, table: Table) -> ClausesOn:
    """On rows with their class, their cells as in a file; a DataError where a class is unknown."""
    truth = known_class(e.target, e.positive, e.negative, table)
    if not truth.known.all():
        classes = listed(map(quoted, (*e.positive, *e.negative)))
        raise DataError(
            f"Each row must be of one of the classes {classes}, and of {table.n_rows:,} rows "
            f"{int((~truth.known).sum()):,} are not. Leave these rows out."
        )
    figures = clause_figures(
        e.rule.formula,
        e.preparation.table(table),
        truth.y,
        groups_in(table, e.settings.roles.group),
    )
    return ClausesOn(figures, table.n_rows, counted(table.n_rows, "given row"))


def clause_rows(e: Explanation, measured: ClausesOn) -> list[dict[str, Any]]:
    """A row for each clause, with the names of COLUMNS.

    A clause is right where a row is of the class that it describes: the positive one, or the other
    one for a denied rule. lift is the precision over the share of that class among the rows, and
    its interval that of the precision over the same share. unique_rows are the rows that no other
    clause covers. All intervals hold at 95 % (Wilson). Figures without any row are None.
    """
    formula = e.rule.formula
    described = wording.one_of(e.negative if formula.denied else e.positive)
    lines = zip(formula.clauses, measured.figures, strict=True)
    return [
        {
            "class": described,
            "clause": wording.clause_words(clause) if clause.tests else "always",
            "tests": len(clause.tests),
            "rows": figures.rows,
            **_with_ends("coverage", figures.coverage),
            "right": figures.right,
            **_with_ends("precision", figures.probability),
            "recall": figures.share,
            **_lift(figures, measured.n_rows),
            "unique_rows": figures.alone,
            "measured_on": measured.rows,
        }
        for clause, figures in lines
    ]


def _with_ends(name: str, share: Share, over: float = 1.0) -> dict[str, float | None]:
    low, high = share.interval or (None, None)
    return {
        end: None if value is None or not over else value / over
        for end, value in ((name, share.value), (f"{name}_low", low), (f"{name}_high", high))
    }


def _lift(figures: ClauseFigures, n_rows: int) -> dict[str, float | None]:
    return _with_ends("lift", figures.probability, figures.of_class / n_rows if n_rows else 0.0)
