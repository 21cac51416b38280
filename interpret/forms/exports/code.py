"""An answer as Python and SQL that give its verdicts elsewhere.

A rule is an OR of clauses; a card's points are whole numbers that are added up, so that every form
of the code scores exactly what stands on the card. The verdict is that of the form that comes
first. How each language asks for a condition is in interpret.present. Names and values in
comments stay on one line, and no comment is where Python looks for an encoding.
"""

from collections.abc import Collection

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, CardForm
from interpret.forms.answer.proof import BY_HAND, DRAFTED
from interpret.present import code, sql
from interpret.present.dialects import DUCKDB, Dialect
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula
from interpret.tell.rule.card import ranges_words

OPEN_IN_PYTHON = "None where that hangs on a cell that cannot be read."
STEEPEST = 700  # beyond it, e to this power is too large for other programs


def as_python(e: Explanation) -> str:
    """A function `rule` of a row that needs nothing but Python, and those of a card."""
    formula, points = e.rule.formula, e.points
    doubtful = code.doubtful_in(e.preparation, formula)
    return (
        f"{'' if points is None else f'from math import exp{chr(10)}'}"
        f"{code.functions_in_python(e.preparation, tested_by(e))}"
        "def rule(row):\n"
        '    """Whether the rule holds; row: attribute to text, None where a cell is empty.\n\n'
        f'    {OPEN_IN_PYTHON}\n    """\n'
        f"{code.comments_in_python(_comments(e), e.preparation, tested_by(e))}"
        "    row = read(row)\n"
        f"{code.known_in_python(_value_in_python(formula, doubtful), doubtful)}"
        "    return known\n"
        f"{'' if points is None else _card_in_python(e, points)}"
    )


def _value_in_python(formula: Formula, doubtful: Collection[str]) -> str:
    """An expression that is true where the formula holds."""
    clauses = (code.python_clause(clause, doubtful) for clause in formula.clauses)
    either = "\n        or ".join(f"({clause})" for clause in clauses) or "False"
    return f"{'not ' if formula.denied else ''}(\n        {either}\n    )"


def _card_in_python(e: Explanation, scored: CardForm) -> str:
    """Functions of a row: `points`, `chance` and `verdict`."""
    card, chances = scored.card, scored.chances
    formula = Formula(card.clauses)
    doubtful = code.doubtful_in(e.preparation, formula)
    added = code.sums_in_python(_terms(card), doubtful)
    by_points = (
        f"    total = points(row)\n    return None if total is None else total > {card.cut}\n"
    )
    return (
        "\n\ndef points(row):\n"
        '    """The points that the card adds up; row, and None: as for rule."""\n'
        "    row = read(row)\n"
        f"{added}"
        "    return None if known is None else sum(known)\n"
        "\n\ndef chance(row):\n"
        '    """How probable the class is, by the points."""\n'
        "    total = points(row)\n"
        "    if total is None:\n"
        "        return None\n"
        f"    log_odds = {chances.slope!r} * total + {chances.offset!r}\n"
        f"    return {chances.least!r} + {chances.span!r} / (1 + exp(min({STEEPEST}, -log_odds)))\n"
        "\n\ndef verdict(row):\n"
        '    """What the form that comes first says."""\n'
        f"{by_points if e.first == POINTS else f'    return rule(row){chr(10)}'}"
    )


def as_sql(
    e: Explanation, table: str = "data", kinds: sql.Kinds = sql.UNKNOWN, dialect: Dialect = DUCKDB
) -> str:
    """A query: every column, 1 or 0 as "rule"; an empty cell is NULL or "".

    For a card also "points", "chance" and "verdict", which is that of the first form. What hangs on
    a cell that cannot be read is NULL. kinds: what an engine says that the columns hold. A
    DataError where names of columns are the same in SQL.
    """
    sql.check_names(e.preparation, tested_by(e))
    cells = sql.cells_of(e.preparation, tested_by(e), dialect, kinds)
    return sql.of_table(*verdicts_in_sql(e, cells), _comments(e), table)


def verdicts_in_sql(e: Explanation, cells: sql.CellsInSql) -> tuple[sql.CellsInSql, dict[str, str]]:
    """What the forms say in SQL, by the names of their columns, and the steps to it."""
    rule = cells.verdict(e.rule.formula)
    if e.points is None:
        return cells, {"rule": rule}
    card, chances = e.points.card, e.points.chances
    cells, names = cells.then({"rule": rule, "points": cells.total(0, _terms(card))})
    points = names["points"]
    sign = "-" if chances.offset < 0 else "+"
    log_odds = f"{chances.slope!r} * {points} {sign} {abs(chances.offset)!r}"
    return cells, names | {
        "chance": f"{chances.least!r} + {chances.span!r} / (1 + EXP(-({log_odds})))",
        "verdict": sql.above(points, card.cut) if e.first == POINTS else names["rule"],
    }


def _comments(e: Explanation) -> list[str]:
    """What the verdict means and where it comes from, each on one line whatever the data hold."""
    positive = e.yes_words
    comments = [f"{positive} where the rule holds; from {e.table}, SHA-256 {e.digest[:12]}…"]
    if e.rule.is_draft:
        comments.append(DRAFTED)
    if e.by_hand:
        comments.append(BY_HAND)
    if e.points is not None:
        form = "the points, which come" if e.first == POINTS else "the rule, which comes"
        comments.append(
            f"by points {positive} where they are more than {e.points.card.cut}; the verdict is "
            f"that of {form} first"
        )
        comments += filter(None, [ranges_words(e.points)])
    for dates in e.preparation.dates:
        used = [name for name in tested_by(e).attributes if name in dates.parts]
        comments += [f"{name} is made of the date in {dates.attribute}" for name in used]
    return comments


def tested_by(e: Explanation) -> Formula:
    """All tests of rule and card, as one formula."""
    return Formula(tuple(clause for form in e.forms for clause in form.clauses))


def _terms(card: Card) -> list[tuple[Clause, float]]:
    return [(term.clause, term.points) for term in card.terms]
