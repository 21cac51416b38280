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
from typing import TYPE_CHECKING, Any

import numpy as np

from interpret.data.cells import typed
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.parquet import cells_of
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
    alone has more than MOST_VALUES; low, high: the ends of a column of numbers, else None.
    """

    name: str
    empty: int
    values: Mapping[str, int] | None = None
    low: float | None = None
    high: float | None = None


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
        """The sample as the table to explain; each row has the number that it has in the files."""
        return self._table(self.sample)

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
    (held,) = _profile(source, [target], [] if is_cut else [target])
    sample, beside = _drawn(source, held, seed)
    others = [name for name in source.names if name != target]
    few = [n for n in others if len(sample.cells.column(n).unique()) <= MOST_VALUES]
    columns = {column.name: column for column in (*_profile(source, others, few), held)}
    return Learnt(source, target, tuple(columns[n] for n in source.names), sample, beside)


def _profile(source: Source, names: list[str], few: list[str]) -> list[Held]:
    """What columns hold. few: those whose values are counted."""
    parts = [
        f"SELECT {place} AS place, {source.text(name)} AS value, COUNT(*) AS n, NULL AS low, "
        f"NULL AS high FROM {source.relation} GROUP BY {identifier(name)}"
        if name in few
        else f"SELECT {place} AS place, NULL AS value, COUNT({identifier(name)}) AS n, "
        f"{_end('MIN', source, name)} AS low, {_end('MAX', source, name)} AS high "
        f"FROM {source.relation}"
        for place, name in enumerate(names)
    ]
    if not parts:
        return []
    told = source.ask(" UNION ALL ".join(parts)).to_pydict()
    rows: list[list[tuple[Any, ...]]] = [[] for _ in names]
    for place, *row in zip(
        *(told[key] for key in ("place", "value", "n", "low", "high")), strict=True
    ):
        rows[place].append(tuple(row))
    return [
        _held(source, name, cells, name in few) for name, cells in zip(names, rows, strict=True)
    ]


def _end(which: str, source: Source, name: str) -> str:
    if source.kinds[name] not in ("number", "float"):
        return "NULL"
    return f"{which}(CAST({identifier(name)} AS DOUBLE PRECISION))"


def _held(source: Source, name: str, rows: list[tuple[Any, ...]], is_few: bool) -> Held:
    if not is_few:
        ((_, n, low, high),) = rows
        return Held(name, source.rows - n, None, low, high)
    values: Counter[str] = Counter()
    for text, n, *_ in rows:
        values[cell_text(text, source, name)] += n
    empty = values.pop("", 0)
    amounts = [amount for text in values if (amount := number(text)) is not None]
    is_amount = source.kinds[name] in ("number", "float") and amounts
    ends = (min(amounts), max(amounts)) if is_amount else (None, None)
    return Held(name, empty, values, *ends)


def cell_text(text: str | None, source: Source, name: str) -> str:
    """A cell as the engine writes it, as it is written in a table that fits."""
    if text is None or source.kinds[name] == "text":
        return typed(text)
    return typed(float(text)) if source.kinds[name] == "float" else text.lower()


def _drawn(source: Source, target: Held, seed: int) -> tuple[Drawn, Drawn]:
    """The rows to learn from, and those beside them."""
    sizes, name = source.sizes, target.name
    values = target.values
    by_class = values is not None and len(values) <= MOST_CLASSES
    classes = dict(values) if by_class and values else {"": source.rows - target.empty}
    n = np.array([*classes.values()], dtype=np.int64)
    first = quotas(n, sizes.sample, LEAST)
    second = quotas(n - first, sizes.beside, 0)
    wanted = {c: int(w) for c, w in zip(classes, first + second, strict=True)}
    shares = {c: min(1.0, (w + 6 * sqrt(w) + 20) / classes[c]) for c, w in wanted.items()}
    limit = source.order.limit
    if by_class:
        cell, values_of = _class_cell(source, name)
        whens = "".join(f" WHEN {values_of(c)} THEN {limit(s)}" for c, s in shares.items())
        is_wanted = f"{identifier(KEY)} <= CASE {cell}{whens} END"
    else:
        is_wanted = f"{identifier(KEY)} <= {limit(*shares.values())}"
    columns = ", ".join(map(identifier, source.names))
    place = f", {source.place} AS {identifier(PLACE)}" if source.place else ""
    rows = source.ask(
        f"SELECT * FROM (SELECT {columns}{place}, {source.order.sql(seed)} AS {identifier(KEY)} "
        f"FROM {source.relation}) AS keyed WHERE {identifier(name)} IS NOT NULL AND {is_wanted}"
    )
    keys = rows.column(KEY).to_numpy()
    tell = (
        [cell_text(t, source, name) for t in _texts(rows.column(name))]
        if by_class
        else [""] * len(keys)
    )
    in_order = np.argsort(keys, kind="stable")
    labels = np.array(tell, dtype=object)[in_order]
    of_class = [in_order[labels == c] for c in classes]
    both = zip(of_class, first, second, strict=True)
    parts = [(places[:one], places[one : one + two]) for places, one, two in both]
    cells = rows.select(list(source.names))
    drawn = []
    for part in zip(*parts, strict=True):
        chosen = np.concatenate(part) if part else np.zeros(0, dtype=int)
        if not source.place:
            chosen = chosen[np.argsort(keys[chosen], kind="stable")]
            drawn.append(Drawn(cells.take(chosen), None))
            continue
        places = rows.column(PLACE).to_numpy()[chosen]
        ordered = np.argsort(places, kind="stable")
        drawn.append(Drawn(cells.take(chosen[ordered]), places[ordered]))
    return drawn[0], drawn[1]


def _class_cell(source: Source, name: str) -> tuple[str, Callable[[str], str]]:
    """An expression of a row's class, and how a class is written beside it."""
    if source.kinds[name] in ("number", "float"):
        return f"CAST({identifier(name)} AS DOUBLE PRECISION)", lambda text: repr(float(text))
    text = source.text(name)
    return f"TRIM({text})" if source.kinds[name] == "text" else text, literal


def _texts(cells: "arrow.ChunkedArray") -> list[str | None]:
    return [None if cell is None else typed(cell) for cell in cells.to_pylist()]
