"""A table, or the reason why there is none, as the bytes that a reading process sends.

Tables are packed by Arrow and the rest as JSON, so unpacking runs no code.
"""

import json
import traceback
from collections.abc import Callable, Iterator
from typing import IO, Any

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.limits import ReadingLimits, TooLargeError
from interpret.data.reading import read_table
from interpret.data.table import Column, Table, Values

TABLE, REFUSAL = b"table...", b"refusal."  # eight bytes that say which of the two follows
ABOUT = b"about"  # the key of what Arrow's schema holds beside the columns


def read_and_pack(
    raw: bytes, name: str, limits: ReadingLimits, sheet: str | None, sink: IO[bytes]
) -> None:
    """Reads a file and writes its table, or the sentence that says why there is none.

    The caller deals with a MemoryError. A programmer's trace goes to standard error.
    """
    try:
        table = read_table(raw, name, limits, sheet)
    except MemoryError:
        raise
    except DataError as error:
        sink.write(refusal(error))
    except Exception as error:
        traceback.print_exception(error)
        told = (
            "A file must be readable as a table, and Rulescope failed on this one "
            f"({type(error).__name__}). Save it again, or export the table as CSV (UTF-8)."
        )
        sink.write(refusal(DataError(told)))
    else:
        pack(table, sink)


def pack(table: Table, sink: IO[bytes]) -> None:
    """Writes a table as it was read from a file."""
    import pyarrow as arrow  # here, because it takes a while to load

    columns = list(_in_order(table))
    batch = arrow.record_batch(
        {
            "name": arrow.array([column.name for column in columns], arrow.large_string()),
            "kind": [column.kind for column in columns],
            "is_written": [column.written is not None for column in columns],
            "values": _lists(columns, lambda column: column.values, _texts),
            "numbers": _lists(columns, lambda column: column.values.numbers, np.concatenate),
            "codes": _lists(columns, lambda column: column.codes, np.concatenate),
        }
    )
    about = [table.name, table.digest, table.notices, table.commas]
    batch = batch.replace_schema_metadata({ABOUT: json.dumps(about).encode()})
    sink.write(TABLE)
    with arrow.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)


def refusal(error: DataError) -> bytes:
    """The packed sentence that says why there is no table."""
    return REFUSAL + json.dumps([str(error), isinstance(error, TooLargeError)]).encode()


def unpacked(packed: bytes | bytearray) -> Table:
    """The table; where there is none, the DataError that says why."""
    import pyarrow as arrow

    kind, rest = packed[: len(TABLE)], memoryview(packed)[len(TABLE) :]
    if kind == REFUSAL:
        sentence, in_portions = json.loads(bytes(rest))
        raise (TooLargeError if in_portions else DataError)(sentence)
    batch = arrow.ipc.open_stream(rest).read_next_batch()
    columns = _columns(batch)
    name, digest, notices, commas = json.loads(batch.schema.metadata[ABOUT])
    return Table(name, digest, tuple(columns), tuple(notices), commas=tuple(commas))


def _in_order(table: Table) -> Iterator[Column]:
    """Every column, each followed by the one that it was written as, where that differs."""
    for column in table.columns:
        yield column
        if column.written is not None:
            yield column.written


def _lists(
    columns: list[Column], part: Callable[[Column], Any], joined: Callable[[list[Any]], Any]
) -> Any:
    """One list for each column, of a part of it."""
    import pyarrow as arrow

    parts = [part(column) for column in columns]
    ends = np.cumsum([0, *map(len, parts)])
    return arrow.LargeListArray.from_arrays(arrow.array(ends), arrow.array(joined(parts)))


def _texts(parts: list[Values]) -> Any:
    import pyarrow as arrow

    return arrow.array([text for values in parts for text in values], arrow.large_string())


def _columns(batch: Any) -> Iterator[Column]:
    names, kinds, is_written = (
        batch[field].to_pylist() for field in ("name", "kind", "is_written")
    )
    values, numbers, codes = (_parts(batch[field]) for field in ("values", "numbers", "codes"))
    places = iter(range(len(names)))

    def made(place: int) -> Column:
        held = Values(values(place), numbers(place).copy())
        written = made(next(places)) if is_written[place] else None
        return Column(names[place], held, codes(place).copy(), kinds[place], written=written)

    return map(made, places)


def _parts(lists: Any) -> Callable[[int], np.ndarray]:
    """A function from a column's place to its list."""
    ends, joined = lists.offsets.to_numpy(), lists.values.to_numpy(zero_copy_only=False)
    return lambda place: joined[ends[place] : ends[place + 1]]
