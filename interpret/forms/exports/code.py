"""An answer as Python and SQL that give its verdicts elsewhere.

A rule is an OR of clauses; a card's points are whole numbers that are added up, so that every form
of the code scores exactly what stands on the card. The verdict is that of the form that comes
first. How each language asks for a condition is in interpret.present.code. Names and values in
comments stay on one line, and no comment is where Python looks for an encoding.
"""

from collections.abc import Collection, Mapping

from interpret.data.complaints import one_line
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, CardForm
from interpret.forms.answer.proof import BY_HAND, DRAFTED
from interpret.present import code
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
        f"{''.join(f'    # {line}{chr(10)}' for line in _comments(e))}"
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


def as_sql(e: Explanation, table: str = "data", kinds: code.Kinds = code.UNKNOWN) -> str:
    """A query in standard SQL: every column, 1 or 0 as "rule"; an empty cell is NULL or "".

    For a card also "points", "chance" and "verdict", which is that of the first form. What hangs on
    a cell that cannot be read is NULL. kinds: what an engine says that the columns hold. A
    DataError where names of columns are the same in SQL.
    """
    code.check_names(e.preparation, tested_by(e))
    comments = _comments(e)
    if code.doubtful_in(e.preparation, tested_by(e)):
        comments.append(code.IN_SQL)
    return code.sql_query(comments, columns_in_sql(e, kinds), table)


def columns_in_sql(e: Explanation, kinds: code.Kinds) -> dict[str, str]:
    """What an answer says as columns of the table, by their names."""
    whole = tested_by(e)
    verdicts = verdicts_in_sql(e, code.cells_of(e.preparation, whole, kinds))
    return {
        name: code.with_cells(sql, e.preparation, whole, kinds) for name, sql in verdicts.items()
    }


def verdicts_in_sql(e: Explanation, cells: Mapping[str, code.CellInSql]) -> dict[str, str]:
    """What the forms say in SQL, by the names of their columns. cells: of cells_of."""
    rule = _rule_in_sql(e.rule.formula, cells)
    return {"rule": rule} | ({} if e.points is None else _card_in_sql(e, e.points, rule, cells))


def _rule_in_sql(formula: Formula, cells: Mapping[str, code.CellInSql]) -> str:
    fires, otherwise = (0, 1) if formula.denied else (1, 0)
    cases = [code.sql_cases(clause, cells, fires) for clause in formula.clauses]
    whens = "".join(
        f"        {case}\n" for kind in zip(*cases, strict=True) for case in kind if case
    )
    return f"CASE\n{whens}        ELSE {otherwise}\n    END" if whens else str(otherwise)


def _card_in_sql(
    e: Explanation, scored: CardForm, rule: str, cells: Mapping[str, code.CellInSql]
) -> dict[str, str]:
    """Columns: "points", "chance" and "verdict". rule: that of the rule; cells: of cells_of.

    The points are written out in each, since a table may have columns of these names.
    """
    card, chances = scored.card, scored.chances
    points = f"({code.sum_in_sql(0, _terms(card), cells)})"
    above = code.above_in_sql(points, card.cut)
    log_odds = f"{chances.slope!r} * {points} + {chances.offset!r}"
    return {
        "points": points,
        "chance": f"{chances.least!r} + {chances.span!r} / (1 + EXP(-({log_odds})))",
        "verdict": above if e.first == POINTS else rule,
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
    if code.doubtful_in(e.preparation, tested_by(e)):
        comments.append(code.AS_LEARNED)
    return list(map(one_line, comments))


def tested_by(e: Explanation) -> Formula:
    """All tests of rule and card, as one formula."""
    return Formula(tuple(clause for form in e.forms for clause in form.clauses))


def _terms(card: Card) -> list[tuple[Clause, float]]:
    return [(term.clause, term.points) for term in card.terms]
