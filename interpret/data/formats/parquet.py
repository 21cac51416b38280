"""Parquet: the typed columns of a file become Cells, or a DataError says why not."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.cells import Cells, Coded, by_dictionary, typed
from interpret.data.complaints import DataError, one_line, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.limits import ReadingLimits

if TYPE_CHECKING:
    import pyarrow as arrow

NOTICE = b"rulescope notice"  # the key of metadata in which we tell of a table that we wrote
MOST_NOTICE = 1_000  # characters of it
INDEX = re.compile(r"__index_level_\d+__")  # a column that pandas adds


def read_parquet(raw: bytes, limits: ReadingLimits) -> Cells:
    """The cells of a Parquet file; a DataError, in words for its owner, where it holds no table."""
    from pyarrow import parquet  # here, because it takes a while to load

    with _words(
        "The file begins like a Parquet file, and cannot be read as one. Save it again, or export "
        "the table as CSV (UTF-8)."
    ):
        file = parquet.ParquetFile(BytesIO(raw))
        metadata, schema = file.metadata, file.schema_arrow
        limits.check_cells(metadata.num_rows, metadata.num_columns)
        groups = map(metadata.row_group, range(metadata.num_row_groups))
        limits.check_texts(sum(group.total_byte_size for group in groups))
        kept = [i for i, name in enumerate(schema.names) if not INDEX.fullmatch(name)]
        names = tuple(typed(schema.names[i]) for i in kept)
        check_width(len(names))
        check_header(names, [()] * len(names))
        check_single(names, [schema.types[i] for i in kept])
        texts = [field.name for field in schema if _is_text(field.type)]
        declared = [field.name for field in schema if is_declared(field.type)]
        table = parquet.ParquetFile(BytesIO(raw), read_dictionary=texts).read()
        if not table.num_rows:
            raise DataError("The file has columns and no rows. Add rows.")
        table = table.select(kept)
        limits.check_texts(sum(map(_characters, table.columns)))
    notice = (schema.metadata or {}).get(NOTICE, b"").decode("utf-8", "replace")
    notices = (one_line(notice[:MOST_NOTICE]),) if notice else ()
    return replace(cells_of(table, declared), notices=notices)


def cells_of(table: "arrow.Table", declared: Collection[str] = ()) -> Cells:
    """The cells of an Arrow table; a DataError names a column that holds no single values.

    declared: the columns that are declared as texts or categories where the table comes from.
    """
    names = tuple(map(typed, table.column_names))
    check_single(names, table.schema.types)
    is_declared = [name in declared for name in table.column_names]
    return Cells(names, tuple(map(_column, names, table.columns, is_declared)))


def check_single(names: Iterable[str], types: "Iterable[arrow.DataType]") -> None:
    """A DataError unless every cell holds one value."""
    import pyarrow as arrow

    for name, kind in zip(names, types, strict=True):
        if arrow.types.is_nested(kind):
            raise DataError(
                f"Every cell must hold one value, and those of {quoted(name)} hold several. "
                "Leave the column out, or make columns of its parts."
            )


def is_declared(kind: "arrow.DataType") -> bool:
    """Whether this type says that the cells are texts or categories."""
    from pyarrow import types

    kinds = types.is_dictionary, types.is_string, types.is_large_string, types.is_string_view
    return any(is_kind(kind) for is_kind in kinds)


def _is_text(kind: "arrow.DataType") -> bool:
    """Whether a column of this type is kept by its distinct texts, however often each stands."""
    from pyarrow import types

    kinds = types.is_string, types.is_large_string, types.is_binary, types.is_large_binary
    return any(is_kind(kind) for is_kind in kinds)


def _characters(column: "arrow.ChunkedArray") -> int:
    """The length of all texts of a column that is kept by its distinct ones, else 0."""
    from pyarrow import compute, types

    if not (types.is_dictionary(column.type) and _is_text(column.type.value_type)):
        return 0
    n = 0
    for chunk in column.chunks:
        counts = np.bincount(chunk.indices.drop_null(), minlength=len(chunk.dictionary))
        lengths = compute.binary_length(chunk.dictionary).fill_null(0)
        n += int(counts @ lengths.to_numpy(zero_copy_only=False).astype(np.int64))
    return n


def _column(name: str, values: "arrow.ChunkedArray", declared: bool) -> Coded:
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
        texts, codes, _ = by_dictionary(chunk)
    used, codes = np.unique(codes, return_inverse=True)
    return Coded([texts[i] for i in used], codes.astype(np.int32), declared)


@contextmanager
def _words(sentence: str) -> Iterator[None]:
    """Turns pyarrow's many exceptions for a file it cannot read into this one sentence."""
    from pyarrow import ArrowException

    trouble = (ArrowException, ArithmeticError, LookupError, OSError, TypeError)
    try:
        yield
    except (DataError, MemoryError):  # the reading process itself deals with memory
        raise
    except (*trouble, ValueError):
        raise DataError(sentence) from None
