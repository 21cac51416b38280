"""Preparation: how cells are read, as learned on training rows: cuts and values for empty cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isinf
from typing import TypeVar

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.cuts import (
    FINE_PARTS,
    FINEST_PARTS,
    compared_at,
    entropy_cuts,
    given_cuts,
    quantile_cuts,
    variance_cuts,
)
from interpret.data.dates import named_parts
from interpret.data.from_cells import with_dates
from interpret.data.number_task import NumberTask
from interpret.data.room import Width, fits, fitting, information_on, narrowed_words
from interpret.data.table import Column, Table, Values
from interpret.data.task import Task

Points = tuple[float, ...]

HALVES = 2  # parts of a column that is to be used although no cut of it tells the classes apart


@dataclass(frozen=True)
class Cut:
    """A column's cut points, ascending, and of each interval a number that stands for it.

    coarse: those of the points that the machine is asked about; a rule may use all of them.
    """

    attribute: str
    points: tuple[float, ...]
    coarse: tuple[float, ...]
    stands: tuple[str, ...]


@dataclass(frozen=True)
class Fill:
    """What an empty cell of an attribute becomes; of_class: only in training rows of that class."""

    attribute: str
    value: str
    of_class: str | None = None


@dataclass(frozen=True)
class Dates:
    """A column of dates, and the way they are written (interpret.data.dates)."""

    attribute: str
    way: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The attributes that are made of it."""
        return named_parts(self.attribute)


@dataclass(frozen=True)
class Preparation:
    """How cells are read: numbers by their intervals, empty cells filled, all else as it stands.

    measured: the columns of numbers or dates, where usual marks such as NA are read as empty cells.
    """

    cuts: tuple[Cut, ...] = ()
    fills: tuple[Fill, ...] = ()
    dates: tuple[Dates, ...] = ()
    measured: tuple[str, ...] = ()

    def table(self, table: Table) -> Table:
        """A table with its cells as machine and rule read them. It may lack columns."""
        fills = {fill.attribute: fill.value for fill in self.fills if fill.of_class is None}
        cuts = {cut.attribute: cut for cut in self.cuts}
        table = replace(table, columns=tuple(map(self._marks, table.columns)))
        for own in self.dates:
            if own.attribute in table.names:
                table = with_dates(table, own.attribute, own.way)
        columns = []
        for column in table.columns:
            if column.name in fills:
                column = _filled(column, column.missing_rows, fills[column.name])
            columns.append(_cut(column, cuts[column.name]) if column.name in cuts else column)
        return replace(table, columns=tuple(columns))

    def _marks(self, column: Column) -> Column:
        """The column with marks of an empty cell read as they were in training."""
        if column.name in self.measured:
            return column if column.is_numeric else column.unmarked
        return column.written or column

    def training(self, table: Table, target: str, rows: Sequence[int] | np.ndarray) -> Table:
        """The table prepared; in the rows of these indices gaps are also filled by class."""
        for fill in self.fills:
            if fill.of_class is not None:
                is_row = np.zeros(table.n_rows, dtype=bool)
                is_row[np.asarray(rows)] = True
                labels, column = table.column(target), table.column(fill.attribute)
                of_class = labels.codes == labels.values.index(fill.of_class)
                filled = _filled(column, column.missing_rows & is_row & of_class, fill.value)
                table = table.having(filled)
        return self.table(table)

    def row(self, row: Mapping[str, str | None]) -> dict[str, str | None]:
        """The cells of one row, by attribute, with the empty ones filled."""
        fills = {fill.attribute: fill.value for fill in self.fills if fill.of_class is None}
        return {name: fills.get(name) if own is None else own for name, own in row.items()}


AnyTask = TypeVar("AnyTask", Task, NumberTask)


def prepared(task: AnyTask, train: np.ndarray) -> tuple[AnyTask, Preparation]:
    """The task as machine and rule read it, by what is learned on its training rows alone.

    train: indices into the task. Numbers that no cut tells classes apart by are left out, and the
    task's notices say so.
    """
    rows, y = task.table.rows(train), task.y[train]
    cuts = {
        name: _and_at(_cuts_of(rows.column(name), y, task), name, task)
        for name in task.attributes
        if task.table.column(name).kind == "number"
    }
    idle = [name for name, (points, _) in cuts.items() if not points]
    attributes = tuple(name for name in task.attributes if name not in idle)
    notices: list[str] = []
    if idle and not attributes:  # a cut in the middle is better than no attribute at all
        cuts = {name: (quantile_cuts(rows.column(name), HALVES),) * 2 for name in idle}
        attributes = tuple(name for name in idle if cuts[name][0])
        idle = [name for name in idle if name not in attributes]
    if idle:
        notices.append(
            f"Left out: {listed(map(quoted, idle))}; on the training rows no cut of "
            f"{'its' if len(idle) == 1 else 'their'} numbers tells "
            f"{'the rows' if isinstance(task, NumberTask) else 'the classes'} apart."
        )
    if not attributes:
        raise DataError(
            "At least one attribute is needed that tells rows apart, and none is left. "
            f"{' '.join(notices)} Bring more rows, or give cuts by hand."
        )
    attributes, told = _with_room(task.table, rows, y, attributes, cuts)
    notices += told
    preparation = Preparation(
        tuple(_cut_of(rows.column(name), *cuts[name]) for name in attributes if name in cuts),
        tuple(_fills(rows, attributes, task)),
        tuple(_dates(task.table, attributes)),
        tuple(_measured(task)),
    )
    table = preparation.training(task.table, task.target, train)
    notices = [*task.notices, *notices]
    read = replace(task, table=table, attributes=attributes, notices=tuple(notices))
    return read, preparation


def also_cut(preparation: Preparation, train: Table, points: Mapping[str, Points]) -> Preparation:
    """The preparation that cuts columns of numbers at some further points, of a rule alone.

    train: the training rows, with their gaps filled and no number cut.
    """
    cuts = tuple(
        _cut_of(train.column(cut.attribute), tuple(sorted(more)), cut.coarse)
        if (more := {*cut.points, *points.get(cut.attribute, ())}) != {*cut.points}
        else cut
        for cut in preparation.cuts
    )
    return replace(preparation, cuts=cuts)


def _with_room(
    table: Table,
    rows: Table,
    y: np.ndarray,
    attributes: tuple[str, ...],
    cuts: Mapping[str, tuple[Points, Points]],
) -> tuple[tuple[str, ...], list[str]]:
    """The attributes that fit into memory, and a notice where these are not all of them."""
    widths = {
        name: Width.of(rows.column(name), *map(len, cuts[name]))
        if name in cuts
        else Width.of(rows.column(name))
        for name in attributes
    }
    if fits(widths, table.n_rows, rows.n_rows):
        return attributes, []
    information = {
        name: information_on(
            y if y.dtype == bool else y > np.median(y), rows.column(name), *cuts.get(name, ())[:1]
        )
        for name in attributes
    }
    kept = fitting(widths, information, table.n_rows, rows.n_rows)
    return kept, [narrowed_words(kept, len(attributes))]


def _and_at(
    cuts: tuple[Points, Points], name: str, task: Task | NumberTask
) -> tuple[Points, Points]:
    """The cuts, and those at the numbers that conditions on the column ask for."""
    conditions = (*task.columns.pin, *task.columns.pin_clause)
    compared = compared_at(name, conditions)
    if not compared:
        return cuts
    points, coarse = (tuple(sorted({*own, *compared})) for own in cuts)
    return points, coarse


def _cuts_of(column: Column, y: np.ndarray, task: Task | NumberTask) -> tuple[Points, Points]:
    """The points that a rule may cut a column at, and those the machine is asked about."""
    asked = task.columns
    given = dict(map(given_cuts, asked.cut))
    if column.name in given:
        return given[column.name], given[column.name]
    quartiles = quantile_cuts(column)
    if asked.cuts == "quantiles":
        return quartiles, quartiles
    of_class = y.dtype == bool
    changes = (entropy_cuts if of_class else variance_cuts)(column, y)
    if asked.cuts == "entropy":
        points = changes or (quantile_cuts(column, HALVES) if column.name in asked.keep else ())
        return points, points
    coarse = {*changes, *quartiles}
    fine = quantile_cuts(column, FINE_PARTS if of_class else FINEST_PARTS)
    return tuple(sorted(coarse | set(fine))), tuple(sorted(coarse))


def _cut_of(column: Column, points: Points, coarse: Points) -> Cut:
    """The Cut of these points; for each interval stands the median of its rows, if it has any."""
    amounts, counts = column.values.numbers, column.counts
    stands = []
    ends = (-np.inf, *points, np.inf)
    for above, to in pairwise(ends):
        inside = np.flatnonzero((amounts > above) & (amounts <= to) & (counts > 0))
        if len(inside):
            upto = np.cumsum(counts[inside])
            stands.append(column.values[inside[np.searchsorted(upto, upto[-1] / 2)]])
        else:
            stands.append(repr(_between(above, to)))
    return Cut(column.name, points, coarse, tuple(stands))


def _between(above: float, to: float) -> float:
    if isinf(above) or isinf(to):
        return to if isinf(above) else above + max(1.0, abs(above))
    return to


def _cut(column: Column, cut: Cut) -> Column:
    """The column with each number replaced by the one that stands for its interval."""
    amounts = column.values.numbers
    place = np.searchsorted(cut.points, amounts, side="left").astype(np.int32)
    no_numbers = np.flatnonzero(np.isnan(amounts))
    others = [column.values[i] for i in no_numbers]
    place[no_numbers] = len(cut.stands) + np.arange(len(others))
    values = Values((*cut.stands, *others))
    return replace(
        column, values=values, codes=place[column.codes], cuts=cut.points, coarse=cut.coarse
    )


def _dates(table: Table, attributes: Sequence[str]) -> list[Dates]:
    """The columns of dates that attributes are parts of."""
    dates = [
        Dates(column.name, *column.values.ways) for column in table.columns if column.kind == "date"
    ]
    return [own for own in dates if set(own.parts) & set(attributes)]


def _measured(task: Task | NumberTask) -> list[str]:
    """The columns that hold numbers or dates alone, and are not asked for as categories."""
    columns = [own for own in task.table.columns if own.name not in task.columns.as_category]
    return [own.name for own in columns if own.is_numeric or own.kind == "date"]


def _fills(rows: Table, attributes: Sequence[str], task: Task | NumberTask) -> list[Fill]:
    fills: list[tuple[str, str | None, str | None]] = []
    labels = rows.column(task.target)
    classes = (*task.positive, *task.negative)
    for column in map(task.table.column, attributes):
        if not column.missing or task.columns.gaps not in ("frequent", "frequent-in-class"):
            continue
        own = rows.column(column.name)
        if task.columns.gaps == "frequent":
            fills.append((column.name, _usual(own), None))
            continue
        for name in classes:
            inside = own.rows(labels.codes == labels.values.index(name))
            fills.append((column.name, _usual(inside) or _usual(own), name))
    return [Fill(name, value, of_class) for name, value, of_class in fills if value is not None]


def _usual(column: Column) -> str | None:
    """The most frequent value, the first of equals; of numbers the median; None without any."""
    n = len(column.values) - (column.values[-1] is None)
    counts = column.counts[:n]
    if not counts.sum():
        return None
    if column.kind == "number":
        return column.values[int(np.searchsorted(np.cumsum(counts), counts.sum() / 2))]
    return column.values[int(counts.argmax())]


def _filled(column: Column, where: np.ndarray, value: str) -> Column:
    """The column with a value in some of its rows."""
    codes, values = column.codes, column.values
    if value not in values:
        there = values[:-1] if values[-1] is None else values
        values = Values((*there, value, *values[len(there) :]))
        codes = np.where(codes >= len(there), codes + 1, codes)
    return replace(column, values=values, codes=np.where(where, values.index(value), codes))
