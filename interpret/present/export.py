"""The rule to take away: as text, and as Python, SQL and pandas that give its verdicts elsewhere.

In every form a cell is compared as text, without blanks around it, and an empty cell is None or
NULL; a range compares the number in a cell, and holds no text. Cells that the rule was trained to
fill are filled, and of dates year, month and weekday are made. Names and values are quoted by the
rules of the language; in comments they stay on one line, and no comment stands where Python looks
for an encoding.
"""

from collections.abc import Sequence
from math import inf

from interpret.answer.explanation import Explanation
from interpret.answer.proof import DRAFTED, proof_words
from interpret.answer.truth import AS_THE_MODEL
from interpret.answer.version import version_words
from interpret.data.complaints import one_line
from interpret.data.preparation import Dates, Preparation
from interpret.present import dated, words
from interpret.present.beside_truth import rows_beside
from interpret.present.verdict import verdict
from interpret.rules.logic import Between, Formula, Is, IsNot, Test, Value

ALWAYS, NEVER = "1 = 1", "1 = 0"
NUMBER_IN_PYTHON = """import re


def number(cell):
    \"\"\"The number in a cell; of a text NaN, which is in no range.\"\"\"
    digits = r"[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?"
    found = float(cell) if re.fullmatch(digits, str(cell)) else float("nan")
    return found if found - found == 0 else float("nan")


"""
NUMBERS_IN_PANDAS = [
    "digits = r'[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?'",
    "def numbers(cells):",
    "    is_number = cells.astype(str).str.fullmatch(digits)",
    "    found = cells.where(is_number).astype(float)",
    "    return found.where(found - found == 0)",
]


def as_text(e: Explanation) -> str:
    """The whole answer to read: the rule in words and as logic, its figures, what is proven."""
    otherwise = f"otherwise {words.class_name(e.target, e.negative)}"
    last = [("as logic", str(e.rule.formula)), ("table", f"{e.table}, SHA-256 {e.digest}")]
    return "".join(f"{line}\n" for line in answer_lines(e, [otherwise], last=last))


def answer_lines(
    e: Explanation,
    below_rule: Sequence[str] = (),
    rates: Sequence[str] = (),
    last: Sequence[tuple[str, str]] = (),
) -> list[str]:
    """An answer line by line: the rule, the verdict, what is proven, and the figures.

    below_rule, rates, last: what stands besides under the rule, the first figures and all of them.
    """
    part, found = e.judged_on, verdict(e)
    figures = [
        (AS_THE_MODEL if e.of_model else "right", words.share_words(e.rule_right[part].accuracy)),
        ("agrees with the machine", words.share_words(e.fidelity[part])),
        ("the machine is right", words.share_words(e.machine_right[part].accuracy)),
        ("the majority guess is right", words.percent(e.majority[part].value)),
    ]
    others = [
        ("length", words.length_words(e.rule.formula)),
        *words.score_lines(e),
        ("machine", words.machine_words(e)),
        *last,
    ]
    lines = [
        words.heading(e),
        *(f"  {line}" for line in words.rule_lines(e.rule.formula)),
        *below_rule,
        "",
        f"{found.headline}. {found.sentence}",
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
    """A function of a row that needs nothing but Python."""
    formula = e.rule.formula
    clauses = [" and ".join(map(python_test, clause.tests)) or "True" for clause in formula.clauses]
    either = "\n        or ".join(f"({clause})" for clause in clauses) or "False"
    fills, dates = fills_of(e.preparation, formula), dates_of(e.preparation, formula)
    filling = (
        f"    fills = {fills!r}\n"
        "    row = {name: fills.get(name) if own is None else own for name, own in row.items()}\n"
    )
    return (
        f"{NUMBER_IN_PYTHON if has_ranges(e.rule.formula) else ''}"
        f"{dated.IN_PYTHON if dates else ''}"
        "def rule(row):\n"
        '    """Whether the rule holds; row: attribute to text, None where a cell is empty."""\n'
        f"{''.join(f'    # {line}{chr(10)}' for line in _comments(e))}"
        f"{''.join(map(dated.row_in_python, dates))}"
        f"{filling if fills else ''}"
        f"    return {'not ' if formula.denied else ''}(\n"
        f"        {either}\n"
        "    )\n"
    )


def as_sql(e: Explanation, table: str = "data") -> str:
    """A query in standard SQL: every column, and 1 or 0 as "rule"; NULL is an empty cell."""
    formula, cells = e.rule.formula, cells_of(e.preparation, e.rule.formula)
    fires, otherwise = (0, 1) if formula.denied else (1, 0)
    clauses = [
        " AND ".join(sql_test(test, cells[test.attribute]) for test in clause.tests) or ALWAYS
        for clause in formula.clauses
    ]
    whens = "".join(f"        WHEN {clause} THEN {fires}\n" for clause in clauses)
    case = f"CASE\n{whens}        ELSE {otherwise}\n    END" if whens else str(otherwise)
    name = identifier(table)
    comments = _comments(e)
    if has_ranges(e.rule.formula):
        comments.append("where a range is asked for, cells must be numbers or NULL")
    for dates in dates_of(e.preparation, e.rule.formula):
        comments.append(f"{dates.attribute} must hold dates written {dates.way}, or NULL")
    comments = list(map(one_line, comments))
    head = "".join(f"-- {line}\n" for line in comments)
    return f'{head}SELECT\n    {name}.*,\n    {case} AS "rule"\nFROM {name};\n'


def as_pandas(e: Explanation) -> str:
    """Statements that make of `data`, a frame of text, a Series `rule` of bool."""
    formula, fills, dates = (
        e.rule.formula,
        fills_of(e.preparation, e.rule.formula),
        dates_of(e.preparation, e.rule.formula),
    )
    clauses = [" & ".join(map(pandas_test, clause.tests)) or "True" for clause in formula.clauses]
    lines = [
        "import pandas as pd",
        "",
        *(f"# {line}" for line in _comments(e)),
        "# data: a DataFrame of text in which empty cells are missing, as from",
        '# pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])',
        *(dated.IN_PYTHON.splitlines() if dates else []),
        *(line for own in dates for line in dated.frame_in_pandas(own)),
        *([f"data = data.fillna({fills!r})"] if fills else []),
        *(NUMBERS_IN_PANDAS if has_ranges(e.rule.formula) else []),
        "rule = pd.Series(False, index=data.index)",
        *(f"rule |= {clause}" for clause in clauses),
        *(["rule = ~rule"] if formula.denied else []),
    ]
    return "\n".join(lines) + "\n"


def python_test(test: Test) -> str:
    cell = f"row[{test.attribute!r}]"
    match test:
        case Is(_, (None,)):
            return f"{cell} is None"
        case IsNot(_, (None,)):
            return f"{cell} is not None"
        case Is(_, (value,)):
            return f"{cell} == {value!r}"
        case IsNot(_, (value,)):
            return f"{cell} != {value!r}"
        case Is(_, values):
            return f"{cell} in {values!r}"
        case IsNot(_, values):
            return f"{cell} not in {values!r}"
        case Between():
            return " and ".join(_bounds(test, f"number({cell})"))


def sql_test(test: Test, cell: str) -> str:
    """A condition that is true just where the test holds; where not, it is false or unknown."""
    match test:
        case Is(_, values):
            listed = [f"{cell} {_among('=', 'IN', values)}"] if _texts(values) else []
            empty = [f"{cell} IS NULL"] if None in values else []
            return _either([*listed, *empty], " OR ") or NEVER
        case IsNot(_, values):
            listed = [f"{cell} {_among('<>', 'NOT IN', values)}"] if _texts(values) else []
            if None in values:
                return " AND ".join([*listed, f"{cell} IS NOT NULL"])
            return _either([*listed, f"{cell} IS NULL"], " OR ") if listed else ALWAYS
        case Between():
            number = f"CAST({cell} AS DOUBLE PRECISION)"
            return " AND ".join(_bounds(test, number, "="))


def pandas_test(test: Test) -> str:
    cell = f"data[{test.attribute!r}]"
    match test:
        case Is(_, values):
            empty = [f"{cell}.isna()"] if None in values else []
            listed = [f"{cell}.isin({_texts(values)!r})"] if _texts(values) or not empty else []
            return _either([*listed, *empty], " | ")
        case IsNot(attribute, values):
            return f"~{pandas_test(Is(attribute, values))}"
        case Between():
            return " & ".join(f"({bound})" for bound in _bounds(test, f"numbers({cell})"))


def _bounds(test: Between, number: str, equal: str = "==") -> list[str]:
    """Conditions that hold for a number in the range; only for a number, of which NaN is none."""
    low = [f"{number} > {float(test.above)!r}"] if test.above > -inf else []
    high = [f"{number} <= {float(test.to)!r}"] if test.to < inf else []
    return low + high or [f"{number} {equal} {number}"]


def _either(conditions: list[str], word: str) -> str:
    """Any of the conditions, fit to stand among others."""
    return f"({word.join(conditions)})" if len(conditions) > 1 else "".join(conditions)


def _texts(values: tuple[Value, ...]) -> list[str]:
    return [value for value in values if value is not None]


def _among(one: str, many: str, values: tuple[Value, ...]) -> str:
    literals = list(map(_literal, _texts(values)))
    return f"{one} {literals[0]}" if len(literals) == 1 else f"{many} ({', '.join(literals)})"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def has_ranges(formula: Formula) -> bool:
    """Whether some test asks for a range of numbers."""
    return any(isinstance(test, Between) for own in formula.clauses for test in own.tests)


def fills_of(preparation: Preparation, formula: Formula) -> dict[str, str]:
    """What empty cells of the formula's attributes become."""
    fills = preparation.row(dict.fromkeys(formula.attributes))
    return {name: value for name, value in fills.items() if value is not None}


def dates_of(preparation: Preparation, formula: Formula) -> list[Dates]:
    """The columns of dates that the formula asks for a part of."""
    return [own for own in preparation.dates if set(own.parts) & set(formula.attributes)]


def cells_of(preparation: Preparation, formula: Formula) -> dict[str, str]:
    """What stands for each of the formula's attributes in SQL."""
    made: dict[str, str] = {}
    for dates in dates_of(preparation, formula):
        made |= dated.in_sql(dates, identifier(dates.attribute))
    cells = {name: made.get(name, identifier(name)) for name in formula.attributes}
    filled = {
        name: f"COALESCE({cells[name]}, {_literal(fill)})"
        for name, fill in fills_of(preparation, formula).items()
    }
    return cells | filled


def _comments(e: Explanation) -> list[str]:
    """What the verdict means and where it comes from, each on one line whatever the data hold."""
    positive = words.class_name(e.target, e.positive)
    comments = [f"{positive} where the rule holds; from {e.table}, SHA-256 {e.digest[:12]}…"]
    if e.rule.is_draft:
        comments.append(DRAFTED)
    if e.version is not None:
        comments.append(version_words(e.version))
    for dates in e.preparation.dates:
        used = [name for name in e.rule.formula.attributes if name in dates.parts]
        comments += [f"{name} is made of the date in {dates.attribute}" for name in used]
    comments += [
        f"{name} must be empty where a mark like NA, ? or - says so" for name in _gaps_tested(e)
    ]
    return list(map(one_line, comments))


def _gaps_tested(e: Explanation) -> list[str]:
    """The columns of numbers or dates of which the rule asks whether a cell is empty."""
    whole = {part: dates.attribute for dates in e.preparation.dates for part in dates.parts}
    tests = [test for clause in e.rule.formula.clauses for test in clause.tests]
    tested = [test.attribute for test in tests if None in getattr(test, "values", ())]
    fills = fills_of(e.preparation, e.rule.formula)
    names = dict.fromkeys(whole.get(name, name) for name in (*tested, *fills))
    return [name for name in names if name in e.preparation.measured]
