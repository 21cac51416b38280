"""Table and Column: the cells of a file, a column as its distinct values and each row's index."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.dates import ways_of_writing
from interpret.data.numbers import numbers_in
from interpret.data.times import TimeReading, time_readings

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 4096  # of a table that a machine is asked about
MOST_PLACES = 2**62  # different combinations of cells that one number can tell apart
MARKS = frozenset(  # usual marks of an empty cell, read as empty among numbers or dates only
    {"na", "n/a", "n.a.", "#n/a", "nan", "null", "k.a.", "missing", "unknown"}
    | {"?", "-", "--", "."}
)
LONGEST_MARK = max(map(len, MARKS))
Kind = Literal["category", "number", "identifier", "constant", "duplicate", "date"]


class Values(tuple[str | None, ...]):
    """The distinct values of a column. The numbers in them are read once, or given by the maker."""

    def __new__(cls, values: Iterable[str | None], numbers: np.ndarray | None = None) -> "Values":
        made = super().__new__(cls, values)
        if numbers is not None:
            made.numbers = numbers
        return made

    @cached_property
    def numbers(self) -> np.ndarray:
        """The number each value is, NaN where it is none: (n_values,)."""
        return numbers_in(self)

    @cached_property
    def ways(self) -> tuple[str, ...]:
        """The ways of writing in which every value is a date; if several, none is certain."""
        return ways_of_writing(self)

    @cached_property
    def time_readings(self) -> list[TimeReading]:
        """The values as times, in the ways that read the most of them."""
        return time_readings(self, self.numbers, self.ways)


@dataclass(frozen=True, eq=False)
class Column:
    """An attribute: its distinct values and, for each row, the index of its value (int32).

    Values are the cells' texts: numbers first, ascending, then other texts; None, an empty cell, is
    the last. kind: what the column can be used for; cuts: the points at which its numbers are
    divided, ascending, in which case each value stands for an interval; coarse: the cuts that the
    machine's variables are made of; written: the column as it stands in the file, if marks of an
    empty cell (MARKS) were read as empty.
    """

    name: str
    values: Values
    codes: np.ndarray
    kind: Kind
    cuts: tuple[float, ...] = ()
    coarse: tuple[float, ...] = ()
    written: "Column | None" = None

    def __post_init__(self) -> None:
        if not isinstance(self.values, Values):
            object.__setattr__(self, "values", Values(self.values))

    def rows(self, indices: np.ndarray) -> "Column":
        """The same column with these rows alone."""
        written = self.written and self.written.rows(indices)
        return replace(self, codes=self.codes[indices], written=written)

    @cached_property
    def counts(self) -> np.ndarray:
        """How many rows have each value."""
        return np.bincount(self.codes, minlength=len(self.values))

    @property
    def missing(self) -> int:
        """How many cells are empty."""
        return int(self.counts[-1]) if self.values[-1] is None else 0

    @property
    def missing_rows(self) -> np.ndarray:
        """Which rows have an empty cell: bool (n_rows,)."""
        is_last = self.codes == len(self.values) - 1
        return is_last if self.values[-1] is None else np.zeros_like(is_last)

    @property
    def is_numeric(self) -> bool:
        """Whether every cell that is not empty is a number."""
        n = len(self.values) - (self.values[-1] is None)
        return n > 0 and bool(np.isfinite(self.values.numbers[:n]).all())

    @property
    def unmarked(self) -> "Column":
        """The column with every usual mark of an empty cell read as one."""
        no_numbers = np.flatnonzero(np.isnan(self.values.numbers))
        marks = [i for i in no_numbers if is_mark(self.values[i])]
        if not marks:
            return self
        is_gap = np.array([value is None for value in self.values])
        is_gap[marks] = True
        kept = [self.values[i] for i in np.flatnonzero(~is_gap)]
        place = np.where(is_gap, len(kept), np.cumsum(~is_gap) - 1).astype(np.int32)
        return replace(self, values=Values((*kept, None)), codes=place[self.codes])


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of a file. The digest is the SHA-256 of its bytes, in hexadecimal.

    kept: which rows of the file these are, None for all; commas: the columns of numbers that the
    file writes with decimal commas; copies: whether rows of one number are copies of one row, which
    stay together in every split.
    """

    name: str
    digest: str
    columns: tuple[Column, ...]
    notices: tuple[str, ...] = ()
    kept: np.ndarray | None = None
    commas: tuple[str, ...] = ()
    copies: bool = False

    @property
    def n_rows(self) -> int:
        return len(self.columns[0].codes)

    @property
    def row_numbers(self) -> np.ndarray:
        """What number each row has in the file, the first under the header 1: (n_rows,)."""
        return 1 + (np.arange(self.n_rows) if self.kept is None else self.kept)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    def column(self, name: str) -> Column:
        """The column of that name; a DataError names those that are close."""
        if name not in self._by_name:
            raise DataError(f"The table has no column {quoted(name)}. {self._instead_of(name)}")
        return self._by_name[name]

    def rows(self, indices: np.ndarray | Sequence[int]) -> "Table":
        """The same table with these rows alone. Values and kinds stay those of the whole table."""
        chosen = np.arange(self.n_rows)[indices]
        columns = (column.rows(chosen) for column in self.columns)
        return replace(self, columns=tuple(columns), kept=self.row_numbers[chosen] - 1)

    def blocks(self) -> "Iterator[Table]":
        """The rows in their order, ROWS_AT_ONCE at a time; nothing of a table without rows."""
        for start in range(0, self.n_rows, ROWS_AT_ONCE):
            yield self.rows(np.arange(start, min(start + ROWS_AT_ONCE, self.n_rows)))

    def keys(self, names: Sequence[str]) -> list[np.ndarray]:
        """Numbers that each hold the cells of as many columns as fit: int64 (n_rows,).

        Rows of equal cells have equal numbers, and rows sort by them as by their cells.
        """
        keys: list[np.ndarray] = []
        room = MOST_PLACES
        for column in map(self.column, names):
            room *= len(column.values)
            if room >= MOST_PLACES:
                keys.append(np.zeros(self.n_rows, dtype=np.int64))
                room = len(column.values)
            keys[-1] *= len(column.values)
            keys[-1] += column.codes
        return keys

    def having(self, column: Column) -> "Table":
        """The same table with this column in the place of the one of its name."""
        columns = (column if other.name == column.name else other for other in self.columns)
        return replace(self, columns=tuple(columns))

    def frame(self) -> "pd.DataFrame":
        """The cells as text, None where empty, of shape (n_rows, n_columns)."""
        import pandas as pd  # here, because it takes a while to load

        cells = {c.name: np.array(c.values, dtype=object)[c.codes] for c in self.columns}
        return pd.DataFrame(cells, dtype=object)

    def _instead_of(self, name: str) -> str:
        folded = {title.casefold(): title for title in self.names}
        close = get_close_matches(name.casefold(), folded, n=3)
        if close:
            return f"Did you mean {' or '.join(quoted(folded[match]) for match in close)}?"
        return f"Its columns are {listed(map(quoted, self.names))}."


def coarsely_cut(table: Table) -> Table:
    """The table with its numbers divided at the coarse cuts alone, which the machine knows."""
    return replace(table, columns=tuple(replace(c, cuts=c.coarse) for c in table.columns))


def is_mark(value: str | None) -> bool:
    """Whether a cell holds a usual mark of an empty cell."""
    return value is not None and len(value) <= LONGEST_MARK and value.casefold() in MARKS
