"""Two questions to SQL about all rows: what the columns hold, and rows to learn from.

Every row has a key (Source.order). Of each class the rows with the lowest keys are the sample, and
those with the next ones are rows beside it that the machine is judged on. So the same rows are
drawn however an engine reads them, as long as keys repeat.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.cells import typed
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.parquet import cells_of
from interpret.data.learn_reading import blanks_around
from interpret.data.numbers import number
from interpret.data.read_again import read_by
from interpret.data.reading import table_of
from interpret.data.table import Table
from interpret.documents import as_json
from interpret.large.source import Source
from interpret.present.sql_texts import identifier, literal
from kernels.draws import quotas

if TYPE_CHECKING:
    import pyarrow as arrow

LEAST = 20  # rows of each class in the sample, if a class has that many
MOST_VALUES = 10_000  # of a column that are counted one by one
MOST_CLASSES = 1_000  # that are drawn by their shares
PLACE, KEY = "rulescope place", "rulescope key"


@dataclass(frozen=True)
class Held:
    """What one column of all rows holds.

    empty: how many cells have no value; values: how many rows have each value, None if the sample
    alone has more than MOST_VALUES; low, high: the ends of a column of numbers, else None; blanks:
    those but the usual one that stand around some values.
    """

    name: str
    empty: int
    values: Mapping[str, int] | None = None
    low: float | None = None
    high: float | None = None
    blanks: str = ""


@as_json.register
def _(held: Held) -> dict[str, object]:
    values = None if held.values is None else len(held.values)
    ends = {"low": held.low, "high": held.high}
    return {"name": held.name, "empty": held.empty, "values": values, **ends}


@dataclass(frozen=True, eq=False)
class Drawn:
    """Rows that were drawn: their cells, and their numbers in the files, None in a database."""

    cells: "arrow.Table"
    rows: np.ndarray | None

    def __len__(self) -> int:
        return int(self.cells.num_rows)


@dataclass(frozen=True, eq=False)
class Learnt:
    """What all rows hold; the rows to learn from; and others, to judge a machine by."""

    source: Source
    target: str
    columns: tuple[Held, ...]
    sample: Drawn
    beside: Drawn

    def column(self, name: str) -> Held:
        return next(column for column in self.columns if column.name == name)

    @property
    def labelled(self) -> int:
        """How many rows have a class."""
        return self.source.rows - self.column(self.target).empty

    @cached_property
    def table(self) -> Table:
        """The sample as the table to explain; each row has the number that it has in the files.

        Blanks are those around the values of all rows, for SQL trims no others than it is told.
        """
        table = self._table(self.sample)
        columns = []
        for column in table.columns:
            if column.reading and (blanks := self.column(column.name).blanks):
                column = replace(column, reading=replace(column.reading, blanks=blanks))
            columns.append(column)
        return replace(table, columns=tuple(columns))

    @cached_property
    def others(self) -> Table:
        """The rows beside the sample, read as these are."""
        if not len(self.beside):
            return self.table.rows(np.zeros(0, dtype=int))
        readings = [column.reading for column in self.table.columns if column.reading]
        return read_by(self._table(self.beside), readings)

    def _table(self, drawn: Drawn) -> Table:
        source = self.source
        cells = cells_of(drawn.cells, source.declared)
        return replace(table_of(cells, source.name, source.digest), kept=drawn.rows)


def learnt(source: Source, target: str | None, seed: int, is_cut: bool = False) -> Learnt:
    """A DataError if there is no such target. is_cut: whether it is a number that --above cuts."""
    target = source.names[-1] if target is None else target
    if target not in source.names:
        raise DataError(
            f"The table has no column {quoted(target)}. Its columns are "
            f"{listed(map(quoted, source.names))}."
        )
    held = _spans(source, [target])[0] if is_cut else _values(source, target)
    sample, beside = _drawn(source, held, seed)
    others = [name for name in source.names if name != target]
    few = [n for n in others if len(sample.cells.column(n).unique()) <= MOST_VALUES]
    told = [held, *(_values(source, name) for name in few)]
    told += _spans(source, [name for name in others if name not in few])
    columns = {column.name: column for column in told}
    return Learnt(source, target, tuple(columns[n] for n in source.names), sample, beside)


def _values(source: Source, name: str) -> Held:
    """A column whose values are counted one by one."""
    cell = identifier(name)
    told = source.ask(
        f"SELECT {cell} AS value, COUNT(*) AS n FROM {source.relation} GROUP BY {cell}"
    )
    values: Counter[str] = Counter()
    raw, counts = told.to_pydict().values()
    for value, n in zip(raw, counts, strict=True):
        values[typed(value)] += int(n)
    blanks = blanks_around(value for value in raw if isinstance(value, str))
    empty = values.pop("", 0)
    amounts = [amount for text in values if (amount := number(text)) is not None]
    low, high = None, None
    if source.is_amount(name) and amounts:
        low, high = min(amounts), max(amounts)
    return Held(name, empty, values, low, high, blanks)


def _spans(source: Source, names: list[str]) -> list[Held]:
    """Columns of too many values: how many cells are empty, and the ends of numbers."""
    if not names:
        return []
    parts = []
    for name in names:
        amount = f"CAST({identifier(name)} AS DOUBLE PRECISION)"
        ends = [f"MIN({amount})", f"MAX({amount})"] if source.is_amount(name) else ["NULL", "NULL"]
        parts += [f"COUNT({identifier(name)})", *ends]
    columns = ", ".join(f"{sql} AS told{place}" for place, sql in enumerate(parts))
    told = [c[0].as_py() for c in source.ask(f"SELECT {columns} FROM {source.relation}").columns]
    return [
        Held(name, source.rows - told[at], None, told[at + 1], told[at + 2])
        for at, name in zip(range(0, len(told), 3), names, strict=True)
    ]


def _drawn(source: Source, target: Held, seed: int) -> tuple[Drawn, Drawn]:
    """The rows to learn from, and those beside them."""
    sizes, name = source.sizes, target.name
    values = target.values
    if target.empty == source.rows:
        raise DataError(
            f"The class {quoted(name)} must have at least two values, and all its cells are "
            "empty. Choose another column as the class, or add rows."
        )
    by_class = values is not None and len(values) <= MOST_CLASSES
    classes = values if by_class and values else {"": source.rows - target.empty}
    n = np.array([*classes.values()], dtype=np.int64)
    first = quotas(n, sizes.sample, LEAST)
    second = quotas(n - first, sizes.beside, 0)
    wanted = {c: int(w) for c, w in zip(classes, first + second, strict=True)}
    shares = {c: min(1.0, (w + 6 * sqrt(w) + 20) / classes[c]) for c, w in wanted.items()}
    limit = source.order.limit
    if by_class:
        cell, values_of = _class_cell(source, name)
        whens = "".join(f" WHEN {values_of(c)} THEN {limit(s)}" for c, s in shares.items())
        most = limit(max(shares.values(), default=0.0))  # of a class that SQL writes otherwise
        is_wanted = f"{identifier(KEY)} <= CASE {cell}{whens} ELSE {most} END"
    else:
        is_wanted = f"{identifier(KEY)} <= {limit(*shares.values())}"
    columns = ", ".join(map(identifier, source.names))
    place = f", {source.place} AS {identifier(PLACE)}" if source.place else ""
    rows = source.ask(
        f"SELECT * FROM (SELECT {columns}{place}, {source.order.sql(seed)} AS {identifier(KEY)} "
        f"FROM {source.relation}) AS keyed WHERE {identifier(name)} IS NOT NULL AND {is_wanted}"
    )
    keys = rows.column(KEY).to_numpy()
    in_order = np.argsort(keys, kind="stable")
    cells = rows.column(name).to_pylist()
    labels = np.array([typed(cells[i]) if by_class else "" for i in in_order], dtype=object)
    of_class = [in_order[labels == c] for c in classes]
    both = zip(of_class, first, second, strict=True)
    parts = [(places[:one], places[one : one + two]) for places, one, two in both]
    whole = rows.select(list(source.names))
    order = rows.column(PLACE).to_numpy() if source.place else keys
    drawn = []
    for part in zip(*parts, strict=True):
        chosen = np.concatenate(part)
        chosen = chosen[np.argsort(order[chosen], kind="stable")]
        drawn.append(Drawn(whole.take(chosen), order[chosen] if source.place else None))
    return drawn[0], drawn[1]


def _class_cell(source: Source, name: str) -> tuple[str, Callable[[str], str]]:
    """An expression of a row's class, and how a class is written beside it."""
    if source.is_amount(name):
        double = "CAST({} AS DOUBLE PRECISION)"
        return double.format(identifier(name)), lambda text: double.format(literal(text))
    text = f"CAST({identifier(name)} AS VARCHAR)"
    return f"TRIM({text})" if source.kinds[name] == "text" else text, literal
