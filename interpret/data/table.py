"""Table: the columns of a file as coded categories. Every complaint about a file is a DataError."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from math import inf
from typing import Literal

import numpy as np
import pandas as pd

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats import read_cells

Kind = Literal["category", "number", "identifier", "constant"]

MOST_NUMBERS = 12  # different numbers that still count as categories
IDENTIFIER_SHARE, IDENTIFIER_ROWS = 0.9, 20
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, eq=False)
class Column:
    """An attribute: its distinct values and, for each row, the index of its value (int32).

    Values are the cells' texts, numbers first and in their order, then by text; None, an empty
    cell, is the last. The kind tells what the column can be used for.
    """

    name: str
    values: tuple[str | None, ...]
    codes: np.ndarray
    kind: Kind

    @cached_property
    def counts(self) -> np.ndarray:
        """How many rows have each value."""
        return np.bincount(self.codes, minlength=len(self.values))

    @property
    def missing(self) -> int:
        """How many cells are empty."""
        return int(self.counts[-1]) if self.values[-1] is None else 0

    @property
    def is_numeric(self) -> bool:
        """Whether every cell that is not empty is a number."""
        there = [value for value in self.values if value is not None]
        return bool(there) and all(number(value) is not None for value in there)


@dataclass(frozen=True, eq=False)
class Table:
    """The rows of a file. The digest is the SHA-256 of its bytes, in hexadecimal."""

    name: str
    digest: str
    columns: tuple[Column, ...]
    notices: tuple[str, ...] = ()

    @property
    def n_rows(self) -> int:
        return len(self.columns[0].codes)

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
        kept = np.arange(self.n_rows)[indices]
        columns = (replace(column, codes=column.codes[kept]) for column in self.columns)
        return replace(self, columns=tuple(columns))

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
        _column(title, coded.texts, coded.codes)
        for title, coded in zip(cells.header, cells.columns, strict=True)
    )
    _check_header(columns)
    return Table(name, sha256(raw).hexdigest(), columns, cells.notices)


def number(text: str | None) -> float | None:
    """The finite number a cell holds, written with a decimal point, or None."""
    if text is None or not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) < inf else None


def _column(name: str, texts: tuple[str, ...], codes: np.ndarray) -> Column:
    stripped = [text.strip() or None for text in texts]
    values = tuple(sorted(set(stripped), key=_order))
    place = {value: code for code, value in enumerate(values)}
    codes = np.array([place[value] for value in stripped], dtype=np.int32)[codes]
    return Column(name, values, codes, _kind(values, codes))


def _order(value: str | None) -> tuple[int, float, str]:
    if value is None:
        return 2, 0, ""
    amount = number(value)
    return (1, 0, value) if amount is None else (0, amount, value)


def _kind(values: tuple[str | None, ...], codes: np.ndarray) -> Kind:
    if len(values) == 1:
        return "constant"
    there = [value for value in values if value is not None]
    n_cells = len(codes) - (np.count_nonzero(codes == len(there)) if None in values else 0)
    if all(number(value.replace(",", ".")) is not None for value in there):
        return "number" if len(there) > MOST_NUMBERS else "category"
    if n_cells >= IDENTIFIER_ROWS and len(there) > IDENTIFIER_SHARE * n_cells:
        return "identifier"
    return "category"


def _check_header(columns: tuple[Column, ...]) -> None:
    names = [column.name for column in columns]
    mend = "Put a line with the column names on top."
    if all(number(name) is not None for name in names):
        raise DataError(
            "The first line must hold the column names, and it holds only numbers: "
            f"{listed(map(quoted, names))}. {mend}"
        )
    if all((column.name or None) in column.values for column in columns):
        raise DataError(
            "The first line must hold the column names, and each of its cells "
            f"({listed(map(quoted, names))}) is also a value of its column. {mend}"
        )
    if "" in names:
        raise DataError(
            f"Every column needs a name, and column {names.index('') + 1} has no name in the "
            "first line. Name the column, or remove it."
        )
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise DataError(
            f"Column names must differ, and {listed(map(quoted, repeated))} "
            f"{'stands' if len(repeated) == 1 else 'stand'} more than once in the first line. "
            "Rename columns, or put a line with the column names on top if the first line is data."
        )
