"""Table and Column: the cells of a file, a column as its distinct values and each row's index.

A table is also made of possible rows: all combinations of values, or rows drawn from them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Literal

import numpy as np

from interpret.data.asked import NOTHING_SAID, CellsAsked
from interpret.data.cells import Coded
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.dates import instants
from interpret.data.numbers import numbers_in
from interpret.data.readings import UNREAD, Reading, is_unread

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 4096  # of a table that a machine is asked about
MOST_PLACES = 2**62  # different combinations of cells that one number can tell apart
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
    def instants(self) -> tuple[np.ndarray, np.ndarray]:
        """The instant each value is, and which values tell their zone (interpret.data.dates)."""
        return instants(self)

    @cached_property
    def unread(self) -> np.ndarray:
        """Which values stand for a cell that could not be read: bool (n_values,)."""
        return np.array(list(map(is_unread, self)), dtype=bool)


@dataclass(frozen=True, eq=False)
class Column:
    """An attribute: its distinct values and, for each row, the index of its value (int32).

    Values are plain texts, as the reading makes them: numbers first, ascending, then other texts;
    None, an empty cell, is the last. kind: what the column can be used for; cuts: the points at
    which its numbers are divided, ascending, in which case each value stands for an interval;
    coarse: the cuts that the machine's variables are made of; reading: what its cells mean, None of
    a column that no file holds; cells: the cells as they stand in the file, None if they are the
    values.
    """

    name: str
    values: Values
    codes: np.ndarray
    kind: Kind
    cuts: tuple[float, ...] = ()
    coarse: tuple[float, ...] = ()
    reading: Reading | None = None
    cells: Coded | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.values, Values):
            object.__setattr__(self, "values", Values(self.values))

    def rows(self, indices: np.ndarray) -> "Column":
        """The same column with these rows alone."""
        codes, cells = self.codes[indices], self.cells
        if cells is not None:
            is_same = cells.codes is self.codes
            cells = replace(cells, codes=codes if is_same else cells.codes[indices])
        return replace(self, codes=codes, cells=cells)

    def of_made_rows(self, codes: np.ndarray) -> "Column":
        """The column in rows that no file holds; codes: the index of each value, (n_rows,)."""
        return replace(self, codes=codes.astype(np.int32), cells=None)

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
    def in_file(self) -> Coded:
        """The cells as they stand in the file, "" where they are empty."""
        if self.cells is not None:
            return self.cells
        declared = self.reading is not None and self.reading.declared
        texts = [(value or "").removeprefix(UNREAD) for value in self.values]
        return Coded(texts, self.codes, declared)

    @property
    def texts(self) -> np.ndarray:
        """What stands in each row in the file: texts, None where it is empty, (n_rows,)."""
        cells = self.in_file
        return np.array([text or None for text in cells.texts], dtype=object)[cells.codes]

    @property
    def unread(self) -> np.ndarray:
        """Which rows have a cell that the reading could not read: bool (n_rows,)."""
        return self.values.unread[self.codes]


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of a file. The digest is the SHA-256 of its bytes, in hexadecimal.

    kept: which rows of the file these are, None for all; delimiter: what stands between its cells,
    None in a file of another kind; sheet: the sheet of a workbook on which they stand, of all its
    sheets, hidden ones last; copies: whether rows of one number are copies of one row, which
    stay together in every split; asked: what the user said of the cells before they were read.
    """

    name: str
    digest: str
    columns: tuple[Column, ...]
    notices: tuple[str, ...] = ()
    kept: np.ndarray | None = None
    delimiter: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    copies: bool = False
    asked: CellsAsked = NOTHING_SAID

    @property
    def n_rows(self) -> int:
        return len(self.columns[0].codes)

    @property
    def nbytes(self) -> int:
        """About how many bytes the cells take: their codes, and a hundred for each text."""
        read = sum(column.codes.nbytes + 100 * len(column.values) for column in self.columns)
        cells = [column.cells for column in self.columns if column.cells is not None]
        return read + sum(column.codes.nbytes + 100 * len(column.texts) for column in cells)

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
        """The cells as in the file, None where empty, of shape (n_rows, n_columns)."""
        import pandas as pd  # here, because it takes a while to load

        return pd.DataFrame({c.name: c.texts for c in self.columns}, dtype=object)

    def _instead_of(self, name: str) -> str:
        folded = {title.casefold(): title for title in self.names}
        close = get_close_matches(name.casefold(), folded, n=3)
        if close:
            return f"Did you mean {' or '.join(quoted(folded[match]) for match in close)}?"
        return f"Its columns are {listed(map(quoted, self.names))}."


def domain_size(table: Table, attributes: Sequence[str]) -> int:
    """The number of possible rows: combinations of values that occur in the table."""
    return prod(len(_seen(table.column(name))) for name in attributes)


def every_possible_row(table: Table, attributes: Sequence[str]) -> Table:
    """A table of every possible row, once each; domain_size says how many these are."""
    return possible(table, attributes, 0, domain_size(table, attributes))


def possible(table: Table, attributes: Sequence[str], start: int, stop: int) -> Table:
    """Possible rows start to stop − 1, in the order of their values."""
    numbers, codes = np.arange(start, stop), []
    for name in reversed(attributes):
        seen = _seen(table.column(name))
        numbers, place = np.divmod(numbers, len(seen))
        codes.append(seen[place])
    return _of(table, attributes, codes[::-1])


def crossed(table: Table, attributes: Sequence[str], n: int, rng: np.random.Generator) -> Table:
    """n rows, each a mixture of two random rows of the table, in shares drawn for each anew."""
    one, other = rng.integers(table.n_rows, size=(2, n))
    share = rng.random(n)
    codes = []
    for name in attributes:
        column = table.column(name).codes
        codes.append(np.where(rng.random(n) < share, column[other], column[one]))
    return _of(table, attributes, codes)


def marginal(table: Table, attributes: Sequence[str], n: int, rng: np.random.Generator) -> Table:
    """n rows, each attribute drawn independently, a value as often as it occurs in the table."""
    drawn = [table.column(name).codes[rng.integers(table.n_rows, size=n)] for name in attributes]
    return _of(table, attributes, drawn)


def _seen(column: Column) -> np.ndarray:
    return np.flatnonzero(column.counts).astype(np.int32)


def _of(table: Table, attributes: Sequence[str], codes: Sequence[np.ndarray]) -> Table:
    columns = (
        table.column(name).of_made_rows(coded)
        for name, coded in zip(attributes, codes, strict=True)
    )
    return replace(table, columns=tuple(columns), kept=None)
