"""The tests of a rule or a card on a row, in Python, SQL and pandas.

In every form a cell is read as the Reading of its column does, and an empty cell is None or NULL;
a range compares the number in a cell, and holds no text. Cells that were filled in training
are filled, and dates become year, month and weekday. What hangs on a cell that cannot be read is
None or NULL too: it is found twice, as if tests of such cells failed and as if they held, and given
where both are the same. Names and values are quoted by the rules of the language.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import NamedTuple

from interpret.data.complaints import DataError, one_line, quoted
from interpret.data.dates import PARTS
from interpret.data.numbers import number
from interpret.data.preparation import Dates, Preparation
from interpret.data.readings import UNREAD, Reading, may_be_unread
from interpret.present import cells_in_python
from interpret.present.cells_in_sql import (
    IS_UNREAD,
    VALUE,
    CellKind,
    direct_in_sql,
    read_in_sql,
)
from interpret.present.texts_in_sql import identifier, literal, named_in_sql
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

Kinds = Mapping[str, CellKind]  # what the engine says that a column holds
UNKNOWN: Kinds = {}
ALWAYS, NEVER = "1 = 1", "1 = 0"
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
IN_SQL = "times of day behind dates are not checked"


class CellInSql(NamedTuple):
    """The SQL expression of an attribute, whether it is a number and no text, an expression that
    says whether it cannot be read, "" where that cannot be, and a text whose emptiness is not told,
    which takes less time and is enough where a test names values, "" where there is none.
    """

    sql: str
    is_number: bool = False
    unread: str = ""
    bare: str = ""


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


def sql_cases(clause: Clause, cells: Mapping[str, CellInSql], holds: object) -> tuple[str, str]:
    """The case of CASE in which a clause surely holds, and that in which it only may, if there is
    one: its value is NULL.
    """
    sure, possible = [], []
    for test in clause.tests:
        cell = cells[test.attribute]
        passes = sql_test(test, cell)
        sure += [f"NOT {cell.unread}", passes] if cell.unread else [passes]
        possible.append(f"({cell.unread} OR {passes})" if cell.unread else passes)
    may_differ = any(cells[test.attribute].unread for test in clause.tests)
    either = f"WHEN {' AND '.join(possible)} THEN NULL" if may_differ else ""
    return f"WHEN {' AND '.join(sure) or ALWAYS} THEN {holds}", either


def sum_in_sql(
    base: float, terms: Iterable[tuple[Clause, float]], cells: Mapping[str, CellInSql]
) -> str:
    """An expression: the base, and what each clause that holds brings; NULL where that is open.

    cells: of cells_of.
    """
    return repr(base) + "".join(
        f"\n      + CASE {' '.join(filter(None, sql_cases(clause, cells, given)))} ELSE 0 END"
        for clause, given in terms
    )


def above_in_sql(points: str, cut: float) -> str:
    """1 where points are more than a cut, 0 where they are not, NULL where they are open."""
    return f"CASE WHEN {points} > {cut} THEN 1 WHEN {points} <= {cut} THEN 0 END"


def check_names(preparation: Preparation, formula: Formula) -> None:
    """A DataError where a column that is tested has a twin, of which SQL may read either."""
    for reading in sources_of(preparation, formula):
        if reading.twin:
            raise DataError(
                "In SQL the names of columns must differ in more than the size of their letters, "
                f"and {quoted(reading.column)} and {quoted(reading.twin)} do not. Rename one of "
                "them and search again, or take Python."
            )


def sql_query(comments: Iterable[str], columns: Mapping[str, str], table: str) -> str:
    """A query of every column of a table, and of others by name."""
    selected = [f"{identifier(table)}.*"]
    selected += [f"{sql} AS {identifier(name)}" for name, sql in columns.items()]
    head = "".join(f"-- {one_line(line)}\n" for line in comments)
    return f"{head}SELECT\n    {f',{chr(10)}    '.join(selected)}\nFROM {identifier(table)};\n"


def with_cells(sql: str, preparation: Preparation, formula: Formula, kinds: Kinds = UNKNOWN) -> str:
    """An expression of the formula's cells (cells_of) as one of the columns of the table."""
    sources = [
        read_in_sql(one, kinds.get(one.column))
        for one in sources_of(preparation, formula)
        if direct_in_sql(one, kinds.get(one.column)) is None
    ]
    if not sources:
        return sql
    return f"(SELECT {sql} FROM\n      {(',' + chr(10) + 6 * ' ').join(sources)})"


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


def sql_test(test: Test, cell_of: CellInSql) -> str:
    """A condition that is true just where the test holds; where not, it is false or unknown."""
    cell = cell_of.sql
    if cell_of.bare and not isinstance(test, Between) and None not in test.values:
        cell = cell_of.bare
    if cell_of.is_number and not isinstance(test, Between):
        kept = (v for v in test.values if v is None or number(v) is not None)
        test = replace(test, values=tuple(kept))
    match test:
        case Is(_, values):
            listed = [f"{cell} {_among('=', 'IN', values, cell_of)}"] if _texts(values) else []
            empty = [f"{cell} IS NULL"] if None in values else []
            return _either([*listed, *empty], " OR ") or NEVER
        case IsNot(_, values):
            listed = [f"{cell} {_among('<>', 'NOT IN', values, cell_of)}"] if _texts(values) else []
            if None in values:
                return " AND ".join([*listed, f"{cell} IS NOT NULL"])
            return _either([*listed, f"{cell} IS NULL"], " OR ") if listed else ALWAYS
        case Between():
            amount = cell if cell_of.is_number else f"CAST({cell} AS DOUBLE PRECISION)"
            low = [f"{amount} > {float(test.above)!r}"] if test.above > -inf else []
            high = [f"{amount} <= {float(test.to)!r}"] if test.to < inf else []
            return " AND ".join(low + high) or f"{amount} = {amount}"


def _either(conditions: list[str], word: str) -> str:
    """Any of the conditions, fit to stand among others."""
    return f"({word.join(conditions)})" if len(conditions) > 1 else "".join(conditions)


def _texts(values: tuple[Value, ...]) -> list[str]:
    return [value for value in values if value is not None]


def _among(one: str, many: str, values: tuple[Value, ...], cell: CellInSql) -> str:
    literals = [_literal(text, cell) for text in _texts(values)]
    return f"{one} {literals[0]}" if len(literals) == 1 else f"{many} ({', '.join(literals)})"


def _literal(text: str, cell: CellInSql) -> str:
    return repr(number(text)) if cell.is_number else literal(text)


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


def cells_of(
    preparation: Preparation, formula: Formula, kinds: Kinds = UNKNOWN
) -> dict[str, CellInSql]:
    """The SQL expression of each of the formula's attributes, where the cells are read."""
    cells = {name: CellInSql(identifier(name)) for name in formula.attributes}
    for reading in read_of(preparation, formula):
        where = identifier(reading.column)
        if direct := direct_in_sql(reading, kinds.get(reading.column)):
            sql, unread, bare = direct
            cells[reading.column] = CellInSql(sql, reading.meaning == "number", unread, bare)
            continue
        unread = f"{where}.{IS_UNREAD}" if may_be_unread(reading) else ""
        cells[reading.column] = CellInSql(f"{where}.{VALUE}", reading.meaning == "number", unread)
    for dates in dates_of(preparation, formula):
        where = identifier(dates.attribute)
        for name, part in zip(dates.parts, PARTS, strict=True):
            sql = f"{where}.{named_in_sql(part)}"
            cells[name] = CellInSql(sql, part != PARTS[-1], f"{where}.{IS_UNREAD}")
    for name, fill in fills_of(preparation, formula).items():
        sql = f"COALESCE({cells[name].sql}, {_literal(fill, cells[name])})"
        cells[name] = cells[name]._replace(sql=sql, bare="")
    return cells
