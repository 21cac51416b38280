"""A card as Python, SQL and pandas, beside its rule: the points, the chance and the verdict.

The points of a row are whole numbers that are added up, so that every form of the code scores
exactly what stands on the card. The verdict is that of the form that comes first.
"""

from collections.abc import Mapping

from interpret.answers.points.card_figures import POINTS, CardFigures
from interpret.answers.rule.answer.explanation import Explanation
from interpret.present import code
from interpret.rules.logic import Formula

IN_PYTHON = "from math import exp\n"
STEEPEST = 700  # beyond it, e to this power is too large for other programs


def verdict_words(e: Explanation, scored: CardFigures) -> str:
    """When the points say that a row is of the class, and which form gives the verdict."""
    form = "the points, which come" if e.first == POINTS else "the rule, which comes"
    return (
        f"by points {e.yes_words} where they are more than "
        f"{scored.card.cut}; the verdict is that of {form} first"
    )


def python_points(e: Explanation) -> str:
    """Functions of a row: `points`, `chance` and `verdict`."""
    if e.points is None:
        return ""
    card, chances = e.points.card, e.points.chances
    formula = Formula(card.clauses)
    doubtful = code.doubtful_in(e.preparation, formula)
    added = "".join(
        f"        {term.points} * ({code.python_clause(term.clause, doubtful)}),\n"
        for term in card.terms
    )
    first = f"None if points(row) is None else points(row) > {card.cut}"
    return (
        "\n\ndef points(row):\n"
        '    """The points that the card adds up; row, and None: as for rule."""\n'
        f"{code.row_in_python(e.preparation, formula)}"
        f"{code.known_in_python(f'[{chr(10)}{added}    ]', doubtful)}"
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
        f"    return {first if e.first == POINTS else 'rule(row)'}\n"
    )


def sql_points(e: Explanation, rule: str, cells: Mapping[str, code.CellInSql]) -> list[str]:
    """Columns: "points", "chance" and "verdict". rule: that of the rule; cells: of cells_of.

    The points are written out in each, since a table may have columns of these names.
    """
    if e.points is None:
        return []
    card, chances = e.points.card, e.points.chances
    added = "".join(
        f"\n      + CASE WHEN {code.sql_clause(term.clause, cells)} THEN {term.points} ELSE 0 END"
        for term in card.terms
    )
    points = f"(0{added})"
    verdict = f"CASE WHEN {points} > {card.cut} THEN 1 ELSE 0 END" if e.first == POINTS else rule
    log_odds = f"{chances.slope!r} * {points} + {chances.offset!r}"
    return [
        f'{points} AS "points"',
        f'{chances.least!r} + {chances.span!r} / (1 + EXP(-({log_odds}))) AS "chance"',
        f'{verdict} AS "verdict"',
    ]


def pandas_points(e: Explanation) -> list[str]:
    """Statements that make Series: `points`, `chance` and `verdict`."""
    if e.points is None:
        return []
    card, chances = e.points.card, e.points.chances
    terms = [(term.clause, term.points) for term in card.terms]
    formula = Formula(card.clauses)
    return [
        "total = pd.Series(0, index=data.index)",
        *code.sums_in_pandas(terms, code.doubtful_in(e.preparation, formula)),
        "points = total.mask(is_open)",
        f"log_odds = {chances.slope!r} * points + {chances.offset!r}",
        f"chance = {chances.least!r} + {chances.span!r} / "
        f"(1 + np.exp(-log_odds.clip(lower=-{STEEPEST})))",
        f"verdict = known(total > {card.cut}, is_open)" if e.first == POINTS else "verdict = rule",
    ]
