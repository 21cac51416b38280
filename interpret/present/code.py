"""The tests of a rule or a card on a row in Python, and what SQL shares with it.

A cell is read as the Reading of its column does, and an empty cell is None; a range compares the
number in a cell, and holds no text. Cells that were filled in training are filled, and dates become
year, month and weekday. What hangs on a cell that cannot be read is None too: it is found twice, as
if tests of such cells failed and as if they held, and given where both are the same.
"""

from collections.abc import Collection, Iterable
from math import inf

from interpret.data.complaints import one_line
from interpret.data.preparation import Dates, Preparation
from interpret.data.readings import UNREAD, Reading, may_be_unread
from interpret.present import cells_in_python
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test

NUMBER_IN_PYTHON = """import re


def number(cell):
    \"\"\"The number in a cell; of a text NaN, which is in no range.\"\"\"
    digits = r"[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?"
    found = float(cell) if re.fullmatch(digits, str(cell)) else float("nan")
    return found if found - found == 0 else float("nan")


"""
AS_LEARNED = (
    "each cell is read as those learned from were written; what hangs on another one is empty, "
    "also where a whole column is written otherwise"
)


def comments_in_python(comments: Iterable[str], preparation: Preparation, formula: Formula) -> str:
    """Comments of a function, each on one line whatever the data hold, and how cells are read."""
    hangs = [AS_LEARNED] if doubtful_in(preparation, formula) else []
    return "".join(f"    # {one_line(comment)}\n" for comment in (*comments, *hangs))


def python_clause(clause: Clause, doubtful: Collection[str] = ()) -> str:
    """A condition that is true just where the clause holds.

    doubtful: attributes whose cells may be unread, where a test says what `unread` is.
    """
    return " and ".join(python_test(test, doubtful) for test in clause.tests) or "True"


def known_in_python(value: str, doubtful: Collection[str]) -> str:
    """Statements that find `known`, a value of one line or several, or None where it is open."""
    if not doubtful:
        return f"    known = {value}\n"
    cells = "".join(f"row[{name!r}], " for name in doubtful)
    return (
        "    told = [\n"
        f"        {value.replace(chr(10), chr(10) + 4 * ' ')}\n"
        f"        for unread in {{False, UNREAD in ({cells.rstrip()})}}\n"
        "    ]\n"
        "    known = told[0] if told[0] == told[-1] else None\n"
    )


def sums_in_python(terms: Iterable[tuple[Clause, float]], doubtful: Collection[str]) -> str:
    """Statements that find `known`: a list of what each clause that holds brings, or None."""
    brought = (f"        {given!r} * ({python_clause(one, doubtful)}),\n" for one, given in terms)
    return known_in_python(f"[\n{''.join(brought)}    ]", doubtful)


def functions_in_python(preparation: Preparation, formula: Formula) -> str:
    """The functions that the tests call, and `read`, which turns a row into the attributes."""
    readings = read_of(preparation, formula)
    dates = [(one, preparation.reading[one.attribute]) for one in dates_of(preparation, formula)]
    read = cells_in_python.functions_in_python(
        of_dates=bool(dates),
        of_others=bool(readings),
        of_words=any(reading.words for reading in readings),
    )
    of_row = cells_in_python.read_in_python(readings, dates, fills_of(preparation, formula))
    return f"{NUMBER_IN_PYTHON if has_ranges(formula) else ''}{read}{of_row}"


def python_test(test: Test, doubtful: Collection[str] = ()) -> str:
    cell = f"row[{test.attribute!r}]"
    if test.attribute in doubtful:
        return f"(unread if {cell} == UNREAD else {python_test(test)})"
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
            low = f"{float(test.above)!r} < " if test.above > -inf else ""
            high = f" <= {float(test.to)!r}" if test.to < inf else ""
            return f"{low}number({cell}){high if low or high else f' == number({cell})'}"


def has_ranges(formula: Formula) -> bool:
    """Whether some test asks for a range of numbers."""
    return any(isinstance(test, Between) for clause in formula.clauses for test in clause.tests)


def fills_of(preparation: Preparation, formula: Formula) -> dict[str, str]:
    """What empty cells of the formula's attributes become."""
    marks = {reading.column: reading.gap for reading in preparation.readings}
    gaps = {name: marks.get(name) for name in formula.attributes}
    return {name: mark for name, mark in gaps.items() if mark not in (None, UNREAD)}


def dates_of(preparation: Preparation, formula: Formula) -> list[Dates]:
    """The columns of dates that the formula asks for a part of."""
    return [dates for dates in preparation.dates if set(dates.parts) & set(formula.attributes)]


def doubtful_in(preparation: Preparation, formula: Formula) -> tuple[str, ...]:
    """The formula's attributes whose cells may be such that they cannot be read."""
    of_dates = [part for dates in dates_of(preparation, formula) for part in dates.parts]
    others = (one.column for one in read_of(preparation, formula) if may_be_unread(one))
    return tuple(name for name in (*others, *of_dates) if name in formula.attributes)


def read_of(preparation: Preparation, formula: Formula) -> list[Reading]:
    """The readings of the columns of numbers and texts that the formula asks for."""
    return [
        reading
        for reading in preparation.readings
        if reading.column in formula.attributes and reading.meaning != "date"
    ]


def sources_of(preparation: Preparation, formula: Formula) -> list[Reading]:
    """The readings of all columns that the formula asks for, of numbers, texts and then dates."""
    dated = dates_of(preparation, formula)
    whole = [preparation.reading[dates.attribute] for dates in dated]
    return read_of(preparation, formula) + whole
