"""The answer as a workbook for Excel and its like, in which every text stays a text.

Sheets: the answers to read, the clauses with their figures, and the decision table of each rule; if
there is a card, also the card, and rows to fill in, whose points are added up by formulas. No other
sheet holds formulas. In a decision table each clause is a row, the last row says what holds
otherwise, and the first row that fits decides. A cell has in words what the clause asks of the
column; an empty cell takes any value.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from interpret.forms.answer.clause_rows import COLUMNS, all_clause_rows
from interpret.forms.answer.explanation import Explanation
from interpret.forms.exports.card_sheets import add_sheets
from interpret.forms.exports.pmml_fields import labels
from interpret.present.csv_file import as_csv, put
from interpret.present.wording import test_words
from interpret.rules.logic import Clause
from interpret.tell.rule.brief import at_length
from interpret.tell.text import as_text

WIDEST = 80  # characters of a column


def as_workbook(explanations: Sequence[Explanation]) -> bytes:
    """The content of a file of the format xlsx."""
    from openpyxl import Workbook  # here, as it takes a while to load

    book = Workbook()
    book.remove(book.active)
    _sheet(book, "Answer", [[line] for line in as_text(at_length(explanations)).splitlines()])
    rows = [[row[name] for name in COLUMNS] for row in all_clause_rows(explanations)]
    _sheet(book, "Clauses", [list(COLUMNS), *rows])
    for number, e in enumerate(explanations, 1):
        names, cells = decision_rows(e)
        said = [
            ["first row that fits", e.yes_words],
            [],
            names,
            *cells,
        ]
        _sheet(book, "Decisions" if len(explanations) == 1 else f"Decisions {number}", said)
        if e.points is not None:
            add_sheets(book, e, e.points, "" if len(explanations) == 1 else f" {number}")
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _sheet(book: Any, title: str, rows: Iterable[Sequence[object]]) -> None:
    from openpyxl.utils import get_column_letter

    sheet, widths = book.create_sheet(title), dict[int, int]()
    for y, cells in enumerate(rows, 1):
        for x, value in enumerate(cells, 1):
            put(sheet.cell(y, x), value)
            widths[x] = min(WIDEST, max(widths.get(x, 0), len(str(value or ""))))
    for x, width in widths.items():
        sheet.column_dimensions[get_column_letter(x)].width = width + 2


def as_decision_csv(e: Explanation) -> str:
    """The decision table as CSV: a column for each attribute, then the class."""
    names, rows = decision_rows(e)
    return as_csv(zip(names, zip(*rows, strict=True), strict=True))


def decision_rows(e: Explanation) -> tuple[list[str], list[list[str]]]:
    """The names of the table's columns, and the cells of its rows."""
    formula = e.rule.formula
    yes, no = labels(e)
    on, otherwise = (no, yes) if formula.denied else (yes, no)

    def cells(clause: Clause) -> list[str]:
        tests_of = {name: list[str]() for name in formula.attributes}
        for test in clause.tests:
            tests_of[test.attribute].append(test_words(test))
        return [" and ".join(tests) for tests in tests_of.values()]

    rows = [[*cells(clause), on] for clause in formula.clauses]
    last = [*([""] * len(formula.attributes)), otherwise]
    return [*formula.attributes, e.target], [*rows, last]
