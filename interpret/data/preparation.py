"""Preparation: how cells are read, empty ones too, as a value that reads any table the same way."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.complaints import counted, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.from_cells import with_dates
from interpret.data.numbers import numbers_in
from interpret.data.read_again import holds_whole, read_by
from interpret.data.readings import DROPPED, Reading
from interpret.data.table import Column, Table, Values


@dataclass(frozen=True)
class Cut:
    """A column's cut points, ascending, and for each interval a number that stands for it.

    coarse: those of the points that the machine is asked about; a rule may use all of them.
    """

    attribute: str
    points: tuple[float, ...]
    coarse: tuple[float, ...]
    stands: tuple[str, ...]


@dataclass(frozen=True)
class Dates:
    """A column of dates, and the way they are written, "" where that differs."""

    attribute: str
    way: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The attributes that are made of it."""
        return named_parts(self.attribute)


@dataclass(frozen=True)
class Preparation:
    """How rows are read: cells by the reading of their column, numbers by their intervals, all else
    as it stands.
    """

    cuts: tuple[Cut, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def reading(self) -> dict[str, Reading]:
        """The readings by the names of their columns."""
        return {reading.column: reading for reading in self.readings}

    @property
    def dates(self) -> tuple[Dates, ...]:
        """The columns of dates."""
        dated = (reading for reading in self.readings if reading.meaning == "date")
        return tuple(Dates(reading.column, reading.way) for reading in dated)

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns of numbers or dates, where marks of an empty cell are read as empty."""
        return tuple(reading.column for reading in self.readings if reading.meaning != "text")

    @property
    def of_parts(self) -> dict[str, Dates]:
        """Year, month and weekday, by their names, with the column of dates that each is of."""
        return {part: dates for dates in self.dates for part in dates.parts}

    def table(self, table: Table) -> Table:
        """A table with its cells as machine and rule read them. It may lack columns."""
        cuts = {cut.attribute: cut for cut in self.cuts}
        whole = [cut.attribute for cut in self.cuts if holds_whole(numbers_in(cut.stands))]
        table = read_by(table, self.readings, whole)
        for reading in self.readings:
            if reading.meaning == "date" and reading.column in table.names:
                table = with_dates(table, reading.column)
        columns = (_cut(c, cuts[c.name]) if c.name in cuts else c for c in table.columns)
        return replace(table, columns=tuple(columns))

    def sources(self, table: Table, names: Sequence[str]) -> list[Column]:
        """The columns of a prepared table that attributes of these names are read from."""
        parts, there = self.of_parts, set(table.names)
        of_date = {part: parts[part].attribute for part in parts if parts[part].attribute in there}
        of = dict.fromkeys(of_date.get(name, name) for name in names)
        return [table.column(name) for name in of if name in there]


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


TELLING = 4  # times fewer errors than the majority guess, for emptiness to predict the class
MOST_WRONG = 0.05  # of the rows
LEAST_TOLD = 10  # rows that emptiness gets right and the majority guess does not

GAPS = {
    "value": "an empty cell counts as a value of its own",
    "drop-row": "rows with one are left out",
}


def gappy(table: Table, attributes: Sequence[str]) -> np.ndarray:
    """Which rows have an empty cell in one of the attributes: bool (n_rows,)."""
    gaps = [table.column(name).missing_rows for name in attributes]
    return np.any(gaps, axis=0)


def empty_cells(
    table: Table, attributes: Sequence[str], gaps: str, of_file: Container[str]
) -> list[str]:
    """A sentence on the file's empty cells in these columns, or in the dates they are parts of.

    of_file: the names of the file's columns.
    """
    dates = [dated.name for dated in table.columns if dated.kind == "date"]
    whole = {part: name for name in dates for part in named_parts(name) if part not in of_file}
    names = dict.fromkeys(whole.get(name, name) for name in attributes)
    holey = [column for column in map(table.column, names) if column.missing]
    if not holey:
        return []
    n_cells = sum(column.missing for column in holey)
    outcome = GAPS[gaps]
    if gaps == "drop-row":
        n_rows = int(gappy(table, attributes).sum())
        outcome = f"{counted(n_rows, 'row')} with one {'is' if n_rows == 1 else 'are'} left out"
    return [
        f"In the columns that are used {counted(n_cells, 'cell')} "
        f"{'is' if n_cells == 1 else 'are'} empty "
        f"(in {listed(quoted(column.name) for column in holey)}); {outcome}."
    ]


def marks_in_class(labels: Column) -> list[str]:
    """A sentence on a class of three or more that looks like an unknown one."""
    sizes = dict(zip(labels.values, labels.counts.tolist(), strict=True))
    marks = [value for value, n in sizes.items() if n and value in DROPPED]
    if len(marks) != 1 or sum(n > 0 and value is not None for value, n in sizes.items()) < 3:
        return []
    return [
        f"{quoted(marks[0])} counts as a class of {quoted(labels.name)}, in "
        f"{counted(sizes[marks[0]], 'row')}. If the class is unknown there, leave the cells empty."
    ]


def told_by_gaps(table: Table, target: str, attributes: Sequence[str]) -> list[str]:
    """A sentence on each column whose emptiness predicts the class."""
    labels, sentences = table.column(target), []
    n_wrong = table.n_rows - labels.counts.max(initial=0)
    for column in map(table.column, attributes):
        if not column.missing:
            continue
        sides = (labels.codes[column.missing_rows], labels.codes[~column.missing_rows])
        wrong = sum(len(side) - np.bincount(side).max(initial=0) for side in sides)
        is_telling = TELLING * wrong < n_wrong and n_wrong - wrong >= LEAST_TOLD
        if is_telling and wrong <= MOST_WRONG * table.n_rows:
            sentences.append(
                f"Whether a cell of {quoted(column.name)} is empty tells the class in "
                f"{table.n_rows - wrong:,} of {table.n_rows:,} rows. If it is filled in only once "
                "the class is known, leave the column out."
            )
    return sentences
