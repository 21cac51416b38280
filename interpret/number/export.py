"""A number's sum as Python, SQL or pandas code that predicts elsewhere."""

from collections.abc import Callable

from interpret.data.complaints import one_line
from interpret.number.explanation import NumberExplanation
from interpret.present import code
from interpret.rules.logic import Clause, Formula


def number_as_python(e: NumberExplanation) -> str:
    """A function of a row that needs no library."""
    formula = _formula(e)
    doubtful = code.doubtful_in(e.preparation, formula)
    return (
        f"{code.functions_in_python(e.preparation, formula)}"
        "def predict(row):\n"
        '    """The number; row: attribute to text, None where a cell is empty.\n\n'
        '    None where a condition hangs on a cell that cannot be read.\n    """\n'
        f"    # {_comment(e)}\n"
        f"{code.row_in_python(e.preparation, formula)}"
        f"{code.sums_in_python(_terms(e), doubtful)}"
        "    if known is None:\n"
        "        return None\n"
        f"    total = {e.base!r}\n"
        "    for effect in known:\n"
        "        total += effect\n"
        "    return total\n"
    )


def number_as_sql(e: NumberExplanation) -> str:
    """A query in standard SQL: every column, and the number as "predicted"; NULL is empty."""
    formula = _formula(e)
    predicted = code.sum_in_sql(e.base, _terms(e), code.cells_of(e.preparation, formula))
    comments = [_comment(e)] + [code.IN_SQL] * bool(code.doubtful_in(e.preparation, formula))
    return code.sql_query(comments, {"predicted": predicted}, "data", e.preparation, formula)


def number_as_pandas(e: NumberExplanation) -> str:
    """Statements that turn `data`, a frame of text, into a Series `predicted`."""
    formula = _formula(e)
    lines = [
        "import pandas as pd",
        "",
        f"# {_comment(e)}",
        *code.DATA_IN_PANDAS,
        *code.frame_in_pandas(e.preparation, formula),
        f"total = pd.Series({e.base!r}, index=data.index)",
        *code.sums_in_pandas(_terms(e), code.doubtful_in(e.preparation, formula)),
        "predicted = total.mask(is_open)  # empty where it hangs on a cell that cannot be read",
    ]
    return "\n".join(lines) + "\n"


def _formula(e: NumberExplanation) -> Formula:
    """All the terms as one formula, by which the code finds the columns to read."""
    return Formula(tuple(term.clause for term in e.terms))


def _terms(e: NumberExplanation) -> list[tuple[Clause, float]]:
    return [(term.clause, term.effect) for term in e.terms]


def _comment(e: NumberExplanation) -> str:
    return one_line(f"{e.target} predicted; from {e.table}, SHA-256 {e.digest[:12]}…")


OF_A_NUMBER: dict[str, Callable[[NumberExplanation], str]] = {
    "sql": number_as_sql,
    "py": number_as_python,
}
