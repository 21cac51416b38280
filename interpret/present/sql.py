"""The tests of a rule or a card in SQL, on cells that are read once.

A condition is true where it holds, and NULL where a cell that cannot be read decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf

from interpret.data.complaints import DataError, one_line, quoted
from interpret.data.numbers import EXACT, digits, number
from interpret.data.preparation import Preparation
from interpret.data.readings import Reading
from interpret.present.cells_in_sql import Cell, CellKind, Reader, Steps
from interpret.present.code import AS_LEARNED, dates_of, sources_of
from interpret.present.dialects import DUCKDB, Dialect
from interpret.rules.logic import Between, Clause, Formula, Is, Test

Kinds = Mapping[str, CellKind]  # what the engine says that a column holds
UNKNOWN: Kinds = {}
GIVEN = "a column … is given is true, false of an empty cell, and NULL of one that cannot be read"
ALWAYS, NEVER = "1 = 1", "1 = 0"
ROW = "every column"
INDENT = ",\n        "


@dataclass(frozen=True)
class CellsInSql:
    """The cells that a formula asks for.

    steps: by which they are read; of: each by its attribute; may_be_open: whether some may be such
    that they cannot be read; ends: what the last steps are called.
    """

    reader: Reader
    steps: Steps
    of: Mapping[str, Cell]
    may_be_open: bool
    ends: tuple[str, ...] = ("cells",)

    def condition(self, clause: Clause) -> str:
        """True just where the clause holds; where not, it is false, or NULL."""
        tests = [self._test(test) for test in clause.tests]
        return " AND ".join(f"({t})" if " OR " in t and tests[1:] else t for t in tests) or ALWAYS

    def verdict(self, formula: Formula) -> str:
        """1 or 0, or NULL where that is open."""
        conditions = list(map(self.condition, formula.clauses)) or [NEVER]
        if self.may_be_open:
            lines = "\n            OR ".join(f"({one})" for one in conditions)
            return f"CAST({'NOT ' * formula.denied}(\n            {lines}\n        ) AS INTEGER)"
        fires, otherwise = (0, 1) if formula.denied else (1, 0)
        whens = "".join(f"\n            WHEN {one} THEN {fires}" for one in conditions)
        return f"CASE{whens}\n            ELSE {otherwise}\n        END"

    def total(self, base: float, terms: Iterable[tuple[Clause, float]]) -> str:
        """The base, and what each clause that holds brings; NULL where that is open."""
        lines = [amount(base)] if base else []
        for clause, given in terms:
            condition = self.condition(clause)
            lines.append(
                f"{amount(given)} * CAST({condition} AS INTEGER)"
                if self.may_be_open
                else f"CASE WHEN {condition} THEN {amount(given)} ELSE 0 END"
            )
        return "\n        + ".join(lines) or "0"

    def then(self, columns: Mapping[str, str]) -> "tuple[CellsInSql, dict[str, str]]":
        """A further step, and what its columns are called there."""
        names = {name: self.reader.named(name) for name in columns}
        step = {names[name]: sql for name, sql in columns.items()}
        steps, ends = [*self.steps, step], (*self.ends, "scored")
        return replace(self, steps=steps, ends=ends if self.steps else ("scored",)), names

    def query(self, selected: Sequence[str], relation: str, kept: Sequence[str] = ()) -> str:
        """A query of a relation. kept: expressions of it that the steps keep."""
        if not self.steps:
            return f"SELECT\n    {f',{chr(10)}    '.join(selected)}\nFROM {relation}"
        last, steps = relation, list[str]()
        is_held = self.reader.dialect.step if len(self.steps) > 2 else "AS"
        called = [f"step_{place}" for place in range(1, 1 + len(self.steps) - len(self.ends))]
        for name, step in zip((*called, *self.ends), self.steps, strict=True):
            columns = [sql if sql == made else f"{sql} AS {made}" for made, sql in step.items()]
            columns = [*(["*"] if steps else kept), *columns]
            query = f"    SELECT\n        {INDENT.join(columns)}\n    FROM {last}"
            steps.append(f"{name} {is_held} (\n{query}\n)")
            last = name
        chosen = ",\n    ".join(selected)
        return f"WITH {', '.join(steps)}\nSELECT\n    {chosen}\nFROM {last}"

    def _test(self, test: Test) -> str:
        cell = self.of[test.attribute]
        if isinstance(test, Between):
            known = f"{cell.given} AND " if self.may_be_open and cell.given else ""
            return known + _range(test, cell, self.reader.dialect)
        values = [value for value in test.values if value is not None]
        if cell.is_number:
            listed = [amount(known) for known in map(number, values) if known is not None]
        else:
            listed = list(map(self.reader.dialect.literal, values))
        is_empty = None in test.values
        if is_empty and not cell.given:
            listed.append("''")
        is_one = isinstance(test, Is)
        among = _among(cell.sql, is_one, listed)
        if not cell.given:
            return among or f"{cell.sql} {'<>' if is_one else '='} {cell.sql}"
        other, word = (cell.missing, "OR") if is_one == is_empty else (cell.given, "AND")
        if not among:
            return other if is_empty else f"{cell.given} {word} {cell.missing}"
        is_plain = word == "AND" and is_one and not self.may_be_open
        return among if is_plain else f"{other} {word} {among}"


def _among(sql: str, is_one: bool, listed: Sequence[str]) -> str:
    """A condition that a value is one of those listed, or none of them; "" of none."""
    if len(listed) > 1:
        return f"{sql} {'IN' if is_one else 'NOT IN'} ({', '.join(listed)})"
    return "".join(f"{sql} {'=' if is_one else '<>'} {one}" for one in listed)


def _range(test: Between, cell: Cell, dialect: Dialect) -> str:
    sql = cell.sql if cell.is_number else f"CAST(NULLIF({cell.sql}, '') AS {dialect.double})"
    low = [f"{sql} > {amount(test.above)}"] if test.above > -inf else []
    high = [f"{sql} <= {amount(test.to)}"] if test.to < inf else []
    return " AND ".join(low + high) or f"{sql} = {sql}"


def amount(value: float) -> str:
    """A number that every engine takes as the same double; of many digits by its exponent."""
    text = digits(value)
    return f"{text}e0" if len(text) > EXACT and "e" not in text else text


def above(points: str, cut: float) -> str:
    """1 where points are more than a cut, 0 where they are not, NULL where they are open."""
    return f"CASE WHEN {points} > {cut} THEN 1 WHEN {points} <= {cut} THEN 0 END"


def cells_of(
    preparation: Preparation,
    formula: Formula,
    dialect: Dialect = DUCKDB,
    kinds: Kinds = UNKNOWN,
    taken: Iterable[str] = (),
) -> CellsInSql:
    """taken: names of columns that what is made must not have."""
    reader = Reader(dialect, {name.casefold() for name in (*taken, ROW)})
    dated = {one.attribute: one for one in dates_of(preparation, formula)}
    sources = sources_of(preparation, formula)
    parts = {part for dates in dated.values() for part in dates.parts}
    known = {one.column for one in sources} | parts
    sources += [Reading(name) for name in formula.attributes if name not in known]
    columns = [reader.column(one, kinds.get(one.column), dated.get(one.column)) for one in sources]
    steps = [
        {name: sql for step in several for name, sql in step.items()}
        for several in zip_longest(*(column.steps for column in columns), fillvalue={})
    ]
    of = {name: cell for column in columns for name, cell in column.cells.items()}
    return CellsInSql(reader, steps, of, any(one.may_be_unread for one in columns))


def of_table(
    cells: CellsInSql, columns: Mapping[str, str], comments: Iterable[str], table: str
) -> str:
    """A query of every column of a table, and of others by name, with comments before it."""
    dialect = cells.reader.dialect
    row = dialect.identifier(ROW)
    every = dialect.columns.format(row) if cells.steps else f"{row}.*"
    named = ((sql, dialect.identifier(name)) for name, sql in columns.items())
    selected = [every, *(sql if sql == name else f"{sql} AS {name}" for sql, name in named)]
    kept = dialect.row.format(row)
    notes = [*comments, *([AS_LEARNED, GIVEN] if cells.may_be_open else [])]
    head = "".join(f"-- {one_line(note)}\n" for note in notes)
    relation = f"{dialect.identifier(table)} AS {row}"
    query = cells.query(selected, relation, [kept if kept == row else f"{kept} AS {row}"])
    return f"{head}{query};\n"


def check_names(preparation: Preparation, formula: Formula) -> None:
    """A DataError where a column that is tested has a twin, of which SQL may read either."""
    for reading in sources_of(preparation, formula):
        if reading.twin:
            raise DataError(
                "In SQL the names of columns must differ in more than the size of their letters, "
                f"and {quoted(reading.column)} and {quoted(reading.twin)} do not. Rename one of "
                "them and search again, or take Python."
            )
