"""Parquet: the typed columns of a file become Cells, or a DataError says why not."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.cells import Cells, Coded, distinct
from interpret.data.complaints import DataError, quoted
from interpret.data.header import check_header, check_width
from interpret.data.limits import check_cells
from interpret.data.typed import typed

if TYPE_CHECKING:
    import pyarrow as arrow

INDEX = re.compile(r"__index_level_\d+__")  # a column that pandas adds


def read_parquet(raw: bytes) -> Cells:
    """The cells of a Parquet file; a DataError, in words for its owner, where it holds no table."""
    from pyarrow import parquet  # here, because it takes a while to load

    with _words(
        "The file begins like a Parquet file, and cannot be read as one. Save it again, or export "
        "the table as CSV (UTF-8)."
    ):
        file = parquet.ParquetFile(BytesIO(raw))
        check_cells(file.metadata.num_rows, file.metadata.num_columns)
        titles = file.schema_arrow.names
        kept = [i for i, name in enumerate(titles) if not INDEX.fullmatch(name)]
        names = tuple(typed(titles[i]) for i in kept)
        check_width(len(names))
        check_header(names, [()] * len(names))
        table = file.read()
        if not table.num_rows:
            raise DataError("The file has columns and no rows in them. Add the rows of the table.")
        table = table.select(kept)
    return cells_of(table)


def cells_of(table: "arrow.Table") -> Cells:
    """The cells of an Arrow table; a DataError names a column that holds no single values."""
    import pyarrow as arrow

    names, columns = tuple(map(typed, table.column_names)), table.columns
    for name, column in zip(names, columns, strict=True):
        if arrow.types.is_nested(column.type):
            raise DataError(
                f"Every cell must hold one value, and those of {quoted(name)} hold several. "
                "Leave the column out, or make columns of its parts."
            )
    return Cells(names, tuple(map(_column, names, columns)))


def _column(name: str, values: "arrow.ChunkedArray") -> Coded:
    """A column of an Arrow table, by its dictionary."""
    import pyarrow as arrow

    with _words(
        f"Dates must lie in the years 1 to 9999 and text must be UTF-8, and {quoted(name)} holds "
        f"something else ({values.type}). Write the column as text, or leave it out."
    ):
        values.validate(full=True)
        if not arrow.types.is_dictionary(values.type):
            values = values.dictionary_encode(null_encoding="encode")
        chunk = values.unify_dictionaries().combine_chunks()
        texts, places = distinct([*map(typed, chunk.dictionary.to_pylist()), ""])
        codes = places[chunk.indices.fill_null(len(places) - 1).to_numpy(zero_copy_only=False)]
    used, codes = np.unique(codes, return_inverse=True)
    return Coded([texts[i] for i in used], codes.astype(np.int32))


@contextmanager
def _words(sentence: str) -> Iterator[None]:
    """What pyarrow cannot read is said in this sentence; pyarrow has many exceptions for it."""
    from pyarrow import ArrowException

    trouble = (ArrowException, ArithmeticError, LookupError, MemoryError, OSError, TypeError)
    try:
        yield
    except DataError:
        raise
    except (*trouble, ValueError):
        raise DataError(sentence) from None
