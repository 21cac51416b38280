"""The tests of a rule or a card on a row, in Python, SQL and pandas.

In every form a cell is read as the Reading of its column does, and an empty cell is None or NULL;
a range compares the number in a cell, and holds no text. Cells that were filled in training
are filled, and dates become year, month and weekday. Names and values are quoted by the rules of
the language.
"""

from collections.abc import Mapping
from math import inf

from interpret.data.numbers import PLAIN, number
from interpret.data.preparation import Dates, Preparation
from interpret.data.readings import Reading
from interpret.present import dated, spelled
from interpret.present.spelled import literal
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

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


def python_clause(clause: Clause) -> str:
    """A condition that is true just where the clause holds."""
    return " and ".join(map(python_test, clause.tests)) or "True"


def sql_clause(clause: Clause, cells: Mapping[str, str]) -> str:
    """The same in SQL; false or unknown where the clause does not hold. cells: of cells_of."""
    return " AND ".join(sql_test(test, cells[test.attribute]) for test in clause.tests) or ALWAYS


def pandas_clause(clause: Clause) -> str:
    return " & ".join(map(pandas_test, clause.tests)) or "True"


def row_in_python(preparation: Preparation, formula: Formula) -> str:
    """Statements that turn `row` into the attributes that the formula tests."""
    fills = fills_of(preparation, formula)
    filling = (
        f"    fills = {fills!r}\n"
        "    row = {name: fills.get(name) if own is None else own for name, own in row.items()}\n"
    )
    read = map(spelled.row_in_python, read_of(preparation, formula))
    dates = (
        dated.row_in_python(own, preparation.reading[own.attribute])
        for own in dates_of(preparation, formula)
    )
    return f"{''.join(read)}{''.join(dates)}{filling if fills else ''}"


def functions_in_python(preparation: Preparation, formula: Formula) -> str:
    """The functions that the statements and the tests call."""
    return (
        f"{NUMBER_IN_PYTHON if has_ranges(formula) else ''}"
        f"{spelled.IN_PYTHON if read_of(preparation, formula) else ''}"
        f"{dated.IN_PYTHON if dates_of(preparation, formula) else ''}"
    )


def frame_in_pandas(preparation: Preparation, formula: Formula) -> list[str]:
    """Statements that turn `data` into the attributes that the formula tests."""
    fills, dates = fills_of(preparation, formula), dates_of(preparation, formula)
    read = read_of(preparation, formula)
    return [
        *(spelled.IN_PYTHON.splitlines() if read else []),
        *(line for reading in read for line in spelled.frame_in_pandas(reading)),
        *(dated.IN_PYTHON.splitlines() if dates else []),
        *(
            line
            for own in dates
            for line in dated.frame_in_pandas(own, preparation.reading[own.attribute])
        ),
        *([f"data = data.fillna({fills!r})"] if fills else []),
        *(NUMBERS_IN_PANDAS if has_ranges(formula) else []),
    ]


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
    if isinstance(test, Is | IsNot) and "DOUBLE PRECISION" in cell:
        pass
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
    """Conditions that hold for a number in the range; only for a number, and NaN is not one."""
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
    return any(isinstance(test, Between) for clause in formula.clauses for test in clause.tests)


def fills_of(preparation: Preparation, formula: Formula) -> dict[str, str]:
    """What empty cells of the formula's attributes become."""
    fills = preparation.row(dict.fromkeys(formula.attributes))
    return {name: value for name, value in fills.items() if value is not None}


def dates_of(preparation: Preparation, formula: Formula) -> list[Dates]:
    """The columns of dates that the formula asks for a part of."""
    return [dates for dates in preparation.dates if set(dates.parts) & set(formula.attributes)]


def cells_of(preparation: Preparation, formula: Formula) -> dict[str, str]:
    """The SQL expression of each of the formula's attributes."""
    made: dict[str, str] = {}
    for dates in dates_of(preparation, formula):
        made |= dated.in_sql(dates, identifier(dates.attribute))
    cells = {name: made.get(name, identifier(name)) for name in formula.attributes}
    filled = {
        name: f"COALESCE({cells[name]}, {_literal(fill)})"
        for name, fill in fills_of(preparation, formula).items()
    }
    return cells | filled
