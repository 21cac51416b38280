"""The rule to take away: as text, and as Python, SQL and pandas that give its verdicts elsewhere.

If there is a card, they give its points and chances too. How each language asks for a condition is
in interpret.present.code. Names and values in comments stay on one line, and no comment is where
Python looks for an encoding.
"""

from collections.abc import Sequence

from interpret.answers.points.card_figures import POINTS
from interpret.answers.points.shown import code as points_code
from interpret.answers.points.shown.text import text_of_card
from interpret.answers.points.shown.words import ranges_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import DRAFTED, proof_words
from interpret.answers.rule.answer.truth import AS_THE_MODEL
from interpret.answers.rule.answer.version import version_words
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.beside_truth import rows_beside
from interpret.answers.rule.sentences.verdict import verdict
from interpret.data.complaints import one_line
from interpret.present import code, wording
from interpret.rules.logic import Formula

OPEN_IN_PYTHON = "None where that hangs on a cell that cannot be read."


def as_text(e: Explanation) -> str:
    """The whole answer to read: the rule in words and as logic, its figures, what is proven."""
    otherwise = f"otherwise {e.no_words}"
    last = [("as logic", str(e.rule.formula)), ("table", f"{e.table}, SHA-256 {e.digest}")]
    return f"{with_card(e, answer_lines(e, [otherwise], last=last))}\n"


def with_card(e: Explanation, rule: Sequence[str]) -> str:
    """The lines of the rule's form and those of the card, the form that comes first before."""
    card = text_of_card(e)
    forms = [card, rule] if e.first == POINTS else [rule, card]
    return "\n\n".join("\n".join(form) for form in forms if form)


def answer_lines(
    e: Explanation,
    below_rule: Sequence[str] = (),
    rates: Sequence[str] = (),
    last: Sequence[tuple[str, str]] = (),
) -> list[str]:
    """An answer line by line: the rule, the verdict, what is proven, and the figures.

    below_rule, rates, last: further lines under the rule, under the first figures and at the end.
    """
    part, summary = e.judged_on, verdict(e)
    figures = [
        (AS_THE_MODEL if e.of_model else "right", wording.share_words(e.rule_right[part].accuracy)),
        ("agrees with the machine", wording.share_words(e.fidelity[part])),
        ("the machine is right", wording.share_words(e.machine_right[part].accuracy)),
        ("the majority guess is right", wording.percent(e.majority[part].value)),
    ]
    others = [
        ("length", wording.length_words(e.rule.formula)),
        *words.score_lines(e),
        ("machine", words.machine_words(e)),
        *last,
    ]
    lines = [
        words.heading(e),
        *(f"  {line}" for line in wording.rule_lines(e.rule.formula)),
        *below_rule,
        "",
        f"{summary.headline}. {summary.sentence}",
        proof_words(e),
        "",
        f"On {words.counted_rows(e)}:",
        *(f"  {label:<28}{value}" for label, value in figures),
        *(f"  {name:<52}{rule}, the model {model}" for name, model, rule in rows_beside(e)[1:]),
        *rates,
        *(f"  {label:<28}{value}" for label, value in others),
        *(f"Note: {note}" for note in (words.landmarks_words(e), *e.notices) if note),
    ]
    return list(map(one_line, lines))


def as_python(e: Explanation) -> str:
    """A function `rule` of a row that needs nothing but Python, and those of a card."""
    formula, whole = e.rule.formula, needed(e)
    doubtful = code.doubtful_in(e.preparation, formula)
    clauses = (code.python_clause(clause, doubtful) for clause in formula.clauses)
    either = "\n        or ".join(f"({clause})" for clause in clauses) or "False"
    value = f"{'not ' if formula.denied else ''}(\n        {either}\n    )"
    return (
        f"{points_code.IN_PYTHON if e.points else ''}"
        f"{code.functions_in_python(e.preparation, whole)}"
        "def rule(row):\n"
        '    """Whether the rule holds; row: attribute to text, None where a cell is empty.\n\n'
        f'    {OPEN_IN_PYTHON}\n    """\n'
        f"{''.join(f'    # {line}{chr(10)}' for line in _comments(e))}"
        f"{code.row_in_python(e.preparation, formula)}"
        f"{code.known_in_python(value, doubtful)}"
        "    return known\n"
        f"{points_code.python_points(e)}"
    )


def as_sql(e: Explanation, table: str = "data") -> str:
    """A query in standard SQL: every column, 1 or 0 as "rule"; NULL is an empty cell.

    For a card also "points", "chance" and "verdict", which is that of the first form.
    """
    formula, whole = e.rule.formula, needed(e)
    cells = code.cells_of(e.preparation, whole)
    fires, otherwise = (0, 1) if formula.denied else (1, 0)
    clauses = [code.sql_clause(clause, cells) for clause in formula.clauses]
    whens = "".join(f"        WHEN {clause} THEN {fires}\n" for clause in clauses)
    case = f"CASE\n{whens}        ELSE {otherwise}\n    END" if whens else str(otherwise)
    name = code.identifier(table)
    comments = _comments(e)
    if code.has_ranges(whole):
        comments.append("numbers must be written as learned, with a hyphen as minus, or be NULL")
    for dates in code.dates_of(e.preparation, whole):
        comments.append(f"{dates.attribute} must hold dates written {dates.way}, or NULL")
    comments = list(map(one_line, comments))
    head = "".join(f"-- {line}\n" for line in comments)
    columns = [f"{name}.*", f'{case} AS "rule"', *points_code.sql_points(e, case, cells)]
    return f"{head}SELECT\n    {f',{chr(10)}    '.join(columns)}\nFROM {name};\n"


def as_pandas(e: Explanation) -> str:
    """Statements that turn `data`, a frame of text, into a Series `rule` of bool. For a card also
    `points`, `chance` and `verdict`, which is that of the first form. What hangs on a cell that
    cannot be read is None, and of points and chances NaN.
    """
    formula, whole = e.rule.formula, needed(e)
    doubtful = code.doubtful_in(e.preparation, formula)
    lines = [
        *(["import numpy as np"] if e.points else []),
        "import pandas as pd",
        "",
        *(f"# {line}" for line in _comments(e)),
        "# data: a DataFrame of text in which empty cells are missing, as from",
        '# pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])',
        *code.frame_in_pandas(e.preparation, whole),
        *code.KNOWN_IN_PANDAS,
        "sure, possible = (",
        "    pd.Series(False, index=data.index)",
        *(f"    | ({code.pandas_clause(clause, doubtful)})" for clause in formula.clauses),
        "    for unread in (False, True)",
        ")",
        f"rule = known({'~' if formula.denied else ''}sure, sure != possible)",
        *points_code.pandas_points(e),
    ]
    return "\n".join(lines) + "\n"


def _comments(e: Explanation) -> list[str]:
    """What the verdict means and where it comes from, each on one line whatever the data hold."""
    positive = e.yes_words
    comments = [f"{positive} where the rule holds; from {e.table}, SHA-256 {e.digest[:12]}…"]
    if e.rule.is_draft:
        comments.append(DRAFTED)
    if e.version is not None:
        comments.append(version_words(e.version))
    if e.points is not None:
        comments.append(points_code.verdict_words(e, e.points))
        comments += filter(None, [ranges_words(e.points)])
    for dates in e.preparation.dates:
        used = [name for name in needed(e).attributes if name in dates.parts]
        comments += [f"{name} is made of the date in {dates.attribute}" for name in used]
    return list(map(one_line, comments))


def needed(e: Explanation) -> Formula:
    """All tests of rule and card, as one formula."""
    card = () if e.points is None else e.points.card.clauses
    return Formula((*e.rule.formula.clauses, *card))
