"""The rule as a table of decisions for a spreadsheet.

Each clause is a row, the last row says what holds otherwise, and the first row that fits decides. A
cell has in words what the clause asks of the column; an empty cell takes any value.
"""

from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.exports.pmml_fields import labels
from interpret.present.csv_file import as_csv
from interpret.present.wording import test_words
from interpret.rules.logic import Clause


def as_decision_csv(e: Explanation) -> str:
    """The table as CSV: a column for each attribute, then the class."""
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
