"""Cells: a file of any format as a header and columns of coded texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import FEW, as_written

if TYPE_CHECKING:
    import pyarrow as arrow

MICROSECOND, HOUR = timedelta(microseconds=1), timedelta(hours=1)
Text = TypeVar("Text", str, str | None)
ROW_ID = "row id"  # the name of a first column without one
ROWS_AT_ONCE = 256  # so that a block stays in the processor's cache


def typed(value: object) -> str:
    """A cell as a person would type it into a CSV file."""
    match value:
        case str():
            return value.replace("\0", "").strip()  # a NUL is no letter: no CSV file may hold one
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            if value != value:
                return ""
            return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
        case datetime():
            is_day = value.time() == time() and value.tzinfo is None
            return value.date().isoformat() if is_day else value.isoformat(" ")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return _clock(value)
        case bytes():
            return value.decode("utf-8", "replace")
        case _:
            return str(value)


def _clock(duration: timedelta) -> str:
    """A duration as h:mm:ss, with any number of hours."""
    hours, rest = divmod(abs(duration) // MICROSECOND, HOUR // MICROSECOND)
    sign = "-" if duration < timedelta() else ""
    return f"{sign}{hours}{str(rest * MICROSECOND)[1:]}"


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of cells: the distinct texts as they stand in the file, and each row's index.

    declared: whether the file itself declares the cells as texts or categories, as Parquet does, so
    that they are not numbers or dates written as texts.
    """

    texts: list[str]
    codes: np.ndarray
    declared: bool = False


@dataclass(frozen=True, eq=False)
class Cells:
    """The header, one Coded column for each of its names, and notices for the owner of the file.

    delimiter: between the cells, None in a file of another kind; sheet: the sheet of a workbook
    that was read; sheets: all its sheets, hidden ones last.
    """

    header: tuple[str, ...]
    columns: tuple[Coded, ...]
    notices: tuple[str, ...] = ()
    delimiter: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()


def named(header: Sequence[str], columns: Sequence[Coded], notices: Sequence[str]) -> Cells:
    """The cells of a file in which columns may lack a name; empty columns without a name are
    dropped.

    No name is made up where the header is itself a row of values.
    """
    there = [i for i, column in enumerate(columns) if header[i] or column.texts != [""]]
    is_values = all(header[i] in columns[i].texts for i in there)
    given = tuple(header[i] for i in there)
    names, notice = (given, ()) if is_values else titled(given)
    return Cells(names, tuple(columns[i] for i in there), (*notices, *notice))


def titled(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of columns, with one made up for each that has none, and a notice of these.

    A first column is then taken to identify the rows, and others are named by their places. Where
    most names are lacking, the header is no header, and they stay empty.
    """
    if not all(names) and 2 * sum(map(bool, names)) < len(names):
        return tuple(names), ()
    titles, named_so = list(names), []
    for place, name in enumerate(names, 1):
        if not name:
            plain = ROW_ID if place == 1 else f"column {place}"
            title = next(free for free in _numbered(plain) if free not in titles)
            titles[place - 1] = title
            named_so.append(f"column {place} is called {quoted(title)}")
    return tuple(titles), (f"The header lacks names: {listed(named_so)}.",) if named_so else ()


def _numbered(name: str) -> Iterator[str]:
    """The name, and then the name with a number appended."""
    yield name
    yield from (f"{name} {n}" for n in count(2))


def coded(rows: Iterator[Sequence[str]], width: int) -> tuple[Coded, ...]:
    """The columns of rows, each `width` texts wide; a DataError where there is no row."""
    first = list(islice(rows, FEW + 1))
    if 0 < len(first) <= FEW:
        return tuple(Coded(*distinct(cells)) for cells in zip(*first, strict=True))
    import pyarrow as arrow  # here, because it takes a while to load

    columns: list[list[arrow.Array]] = [[] for _ in range(width)]
    rows = chain(first, rows)
    while some := list(islice(rows, ROWS_AT_ONCE)):
        for column, cells in zip(columns, zip(*some, strict=True), strict=True):
            column.append(arrow.array(cells, arrow.string()))
    if not columns[0]:
        raise DataError("The file has a header and no rows under it. Add rows.")
    return tuple(Coded(*distinct(arrow.concat_arrays(column))) for column in columns)


def distinct(cells: "arrow.Array | Sequence[Text]") -> tuple[list[Text], np.ndarray]:
    """The distinct texts in order of first appearance, and the index of each cell's (int32)."""
    if len(cells) <= FEW and isinstance(cells, list | tuple):
        places: dict[Text, int] = {}
        codes = [places.setdefault(cell, len(places)) for cell in cells]
        return list(places), np.array(codes, dtype=np.int32)
    import pyarrow as arrow

    texts = arrow.array(cells, arrow.string()).dictionary_encode(null_encoding="encode")
    return texts.dictionary.to_numpy(zero_copy_only=False).tolist(), texts.indices.to_numpy()


def without_dictionaries(table: "arrow.Table") -> "arrow.Table":
    """The table with columns that are dictionary-encoded decoded."""
    import pyarrow as arrow

    plain = [
        field.with_type(field.type.value_type) if arrow.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(arrow.schema(plain))


def by_dictionary(cells: "arrow.DictionaryArray") -> tuple[list[str], np.ndarray, int]:
    """The distinct texts of cells, each cell's index, and the index of the empty text."""
    texts, places = distinct([*map(typed, _values(cells.dictionary)), ""])
    codes = places[cells.indices.fill_null(len(places) - 1).to_numpy(zero_copy_only=False)]
    return texts, codes, int(places[-1])


def _values(cells: "arrow.Array") -> list[Any]:
    import pyarrow as arrow

    if cells.type in (arrow.float16(), arrow.float32()):
        return [as_written(amount) for amount in cells.to_numpy(zero_copy_only=False)]
    return cells.to_pylist()
