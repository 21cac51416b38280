"""Table: the columns of a file as coded categories. Every complaint about a file is a DataError."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from typing import Literal

import numpy as np
import pandas as pd
import pyarrow as arrow
import pyarrow.compute as compute

from interpret.data.cells import distinct
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.dates import days, named_parts, parts, ways_of_writing
from interpret.data.formats import read_cells
from interpret.data.header import check_header
from interpret.data.marks import is_mark
from interpret.data.numbers import numbers_in

Kind = Literal["category", "number", "identifier", "constant", "duplicate", "date"]

MOST_NUMBERS = 12  # different numbers that still count as categories
IDENTIFIER_SHARE, IDENTIFIER_ROWS = 0.9, 20
IDENTIFIER_NAME = re.compile(r"(?i:\b|_)(?i:id|nr|no|key|index|uuid)(?:\b|_)|[a-z]I[dD]$")


class Values(tuple[str | None, ...]):
    """The distinct values of a column; the numbers they are are read once, if not known already."""

    def __new__(cls, values: Iterable[str | None], numbers: np.ndarray | None = None) -> "Values":
        made = super().__new__(cls, values)
        if numbers is not None:
            made.numbers = numbers
        return made

    @cached_property
    def numbers(self) -> np.ndarray:
        """The number each value is, NaN where it is none: (n_values,)."""
        return numbers_in(arrow.array(self, arrow.string()))

    @cached_property
    def ways(self) -> tuple[str, ...]:
        """The ways of writing dates in which each value is one; of more than one none is sure."""
        return ways_of_writing(self)


@dataclass(frozen=True, eq=False)
class Column:
    """An attribute: its distinct values and, for each row, the index of its value (int32).

    Values are the cells' texts, numbers first and in their order, then by text; None, an empty
    cell, is the last. The kind tells what the column can be used for. cuts: the points that its
    numbers are told apart by, ascending; then each value stands for an interval. coarse: those of
    the cuts that a machine is asked about. written: the rows' cells as they stand in the file,
    where usual marks of an empty cell were read as one (interpret.data.marks).
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

    kept: which rows of the file these are, None for all of them. commas: the columns of numbers
    that the file writes with decimal commas.
    """

    name: str
    digest: str
    columns: tuple[Column, ...]
    notices: tuple[str, ...] = ()
    kept: np.ndarray | None = None
    commas: tuple[str, ...] = ()

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

    def having(self, column: Column) -> "Table":
        """The same table with this column in the place of the one of its name."""
        columns = (column if own.name == column.name else own for own in self.columns)
        return replace(self, columns=tuple(columns))

    def with_dates(self, name: str, way: str) -> "Table":
        """The table with columns for year, month and weekday of a column's dates, if it has none.

        A cell that is no date written in this way stands in all three as it is.
        """
        column, titles = self.column(name), named_parts(name)
        if set(titles) <= set(self.names):
            return self
        read = days(column.values, way)
        told = np.array([[value or "" for value in column.values]] * len(titles), dtype=object)
        told[:, ~np.isnat(read)] = parts(read[~np.isnat(read)])
        added = []
        for title, own in zip(titles, told, strict=True):
            if title not in self.names:
                texts, places = distinct(own)
                added.append(column_of(title, texts, places[column.codes]))
        return replace(self, columns=(*self.columns, *added))

    def frame(self) -> pd.DataFrame:
        """The cells as text, None where empty, of shape (n_rows, n_columns)."""
        cells = {c.name: np.array(c.values, dtype=object)[c.codes] for c in self.columns}
        return pd.DataFrame(cells, dtype=object)

    def _instead_of(self, name: str) -> str:
        folded = {own.casefold(): own for own in self.names}
        close = get_close_matches(name.casefold(), folded, n=3)
        if close:
            return f"Did you mean {' or '.join(quoted(folded[own]) for own in close)}?"
        return f"Its columns are {listed(map(quoted, self.names))}."


def read_table(raw: bytes, name: str) -> Table:
    """The Table in a file of any format that interpret.data.formats knows."""
    cells = read_cells(raw)
    columns = tuple(
        column_of(title, coded.texts, coded.codes)
        for title, coded in zip(cells.header, cells.columns, strict=True)
    )
    check_header(cells.header, [column.values for column in columns])
    commas = tuple(
        column.name
        for column, coded in zip(columns, cells.columns, strict=True)
        if column.kind == "number" and "," in "".join(coded.texts)
    )
    notices = list(cells.notices)
    texts = (column for column in columns if column.kind in ("category", "identifier"))
    unclear = [column.name for column in texts if len(column.values.ways) > 1]
    if unclear:
        notices.append(
            f"It is not clear which number is the day in {listed(map(quoted, unclear))}, so its "
            "dates are taken as texts. Write them as 2024-12-31 to use year, month and weekday."
        )
    if commas:
        notices.append(
            f"Decimal commas were read as points, in {listed(map(quoted, commas))}: 1,5 is 1.5."
        )
    return Table(name, sha256(raw).hexdigest(), columns, tuple(notices), commas=commas)


def coarsely_cut(table: Table) -> Table:
    """The table with its numbers cut only where a machine is asked about them."""
    return replace(table, columns=tuple(replace(c, cuts=c.coarse) for c in table.columns))


def column_of(name: str, texts: list[str], codes: np.ndarray) -> Column:
    """The column of cells: the distinct texts as they stand in a file, each row's index of one."""
    stripped = [text.strip() or None for text in texts]
    if _has_commas(stripped):
        stripped = [text and text.replace(",", ".") for text in stripped]
    if stripped != texts:
        stripped, places = distinct(stripped)
        codes = places[codes]
    cells = arrow.array(stripped, arrow.string())
    amounts = numbers_in(cells)
    order = _order(cells, amounts)
    values = Values(np.array(stripped, dtype=object)[order].tolist(), amounts[order])
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order))
    codes = place[codes]
    column = Column(name, values, codes, _kind(name, values, codes))
    bare = column.unmarked
    if bare is column:
        return column
    read = column_of(name, [value or "" for value in bare.values], bare.codes)
    return replace(read, written=column) if _measures(read) else column


def _measures(column: Column) -> bool:
    """Whether the cells that are not empty are numbers, or dates, and differ."""
    if column.is_numeric:
        return len(np.unique(column.values.numbers[:-1])) > 1
    return column.kind == "date" and len(column.values) > 2


def _has_commas(texts: Sequence[str | None]) -> bool:
    """Whether these are many numbers, written with decimal commas."""
    if len(texts) <= MOST_NUMBERS or "," not in "".join(filter(None, texts)):
        return False
    pointed = [text.replace(",", ".") for text in texts if text]
    return not np.isnan(numbers_in(arrow.array(pointed))).any()


def _order(texts: arrow.StringArray, amounts: np.ndarray) -> np.ndarray:
    """The places of the texts in order: numbers, then others, then the empty cell."""
    table = arrow.table({"amount": amounts, "text": texts})
    keys = [("amount", "ascending"), ("text", "ascending")]
    return compute.sort_indices(table, sort_keys=keys).to_numpy()


def _kind(name: str, values: Values, codes: np.ndarray) -> Kind:
    if len(values) == 1:
        return "constant"
    there = len(values) - (values[-1] is None)
    n_cells = int(np.count_nonzero(codes < there))
    numbers = values.numbers[:there]
    all_differ = n_cells >= IDENTIFIER_ROWS and there > IDENTIFIER_SHARE * n_cells
    if np.isnan(numbers).any():
        if len(values.ways) == 1:
            return "date"
        return "identifier" if all_differ else "category"
    if all_differ and (numbers == np.floor(numbers)).all():
        counted = numbers[-1] - numbers[0] < there / IDENTIFIER_SHARE
        if counted or IDENTIFIER_NAME.search(name):
            return "identifier"
    return "number" if there > MOST_NUMBERS else "category"
