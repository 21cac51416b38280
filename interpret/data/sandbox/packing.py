"""A table, or the reason why there is none, as the bytes that a reading process sends.

Tables are packed by Arrow and the rest as JSON, so unpacking runs no code. A file is read in a fork
of this process with limits on memory and time, on Linux alone: elsewhere forking is not safe, or
the memory of a process cannot be limited.
"""

import json
import os
import resource
import select
import signal
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np

from interpret.data.cells import Coded
from interpret.data.complaints import DataError
from interpret.data.limits import ReadingLimits, TooLargeError
from interpret.data.numbers import Spelling
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from interpret.data.table import Column, Table, Values

TABLE, REFUSAL = b"table...", b"refusal."  # eight bytes that say which of the two follows
NONE = Coded([], np.empty(0, dtype=np.int32))
ABOUT = b"about"  # the key of what Arrow's schema holds beside the columns
LATE = signal.SIGPROF, signal.SIGALRM  # what ends a process whose time of either kind is over
CHUNK = 2**20  # bytes that are taken from a pipe at a time


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
        sentence = (
            "A file must be readable as a table, and Rulescope failed on this one "
            f"({type(error).__name__}). Save it again, or export the table as CSV (UTF-8)."
        )
        sink.write(refusal(DataError(sentence)))
    else:
        pack(table, sink)


def pack(table: Table, sink: IO[bytes]) -> None:
    """Writes a table as it was read from a file."""
    import pyarrow as arrow  # here, because it takes a while to load

    columns = list(table.columns)
    cells = [column.cells or NONE for column in columns]
    shared = [c.codes is column.codes for c, column in zip(cells, columns, strict=True)]
    batch = arrow.record_batch(
        {
            "values": _lists([_texts(column.values) for column in columns]),
            "numbers": _lists([column.values.numbers for column in columns]),
            "codes": _lists([column.codes for column in columns]),
            "cells": _lists([_texts(c.texts) for c in cells]),
            "cells_codes": _lists(
                [
                    NONE.codes if is_same else c.codes
                    for c, is_same in zip(cells, shared, strict=True)
                ]
            ),
        }
    )
    about = {
        "name": table.name,
        "digest": table.digest,
        "notices": table.notices,
        "delimiter": table.delimiter,
        "sheet": table.sheet,
        "sheets": table.sheets,
        "columns": [
            [c.name, c.kind, c.reading and asdict(c.reading), c.cells is not None, is_same]
            for c, is_same in zip(columns, shared, strict=True)
        ],
    }
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
    about = json.loads(batch.schema.metadata[ABOUT])
    columns = tuple(_columns(batch, about["columns"]))
    return Table(
        about["name"],
        about["digest"],
        columns,
        tuple(about["notices"]),
        delimiter=about["delimiter"],
        sheet=about["sheet"],
        sheets=tuple(about["sheets"]),
    )


def _lists(parts: list[Any]) -> Any:
    """One list for each column; parts: arrays of NumPy or Arrow."""
    import pyarrow as arrow

    ends = np.cumsum([0, *map(len, parts)])
    is_array = isinstance(parts[0], np.ndarray)
    joined = arrow.array(np.concatenate(parts)) if is_array else arrow.concat_arrays(parts)
    return arrow.LargeListArray.from_arrays(arrow.array(ends), joined)


def _texts(texts: Sequence[str | None]) -> Any:
    import pyarrow as arrow

    return arrow.array(list(texts), arrow.large_string())


def _columns(batch: Any, about: list[Any]) -> Iterator[Column]:
    fields = ("values", "numbers", "codes", "cells", "cells_codes")
    values, numbers, codes, cells, cells_codes = (_parts(batch[field]) for field in fields)
    for place, (name, kind, given, has_cells, is_same) in enumerate(about):
        held = Values(values(place), numbers(place).copy())
        reading = None if given is None else _reading(given)
        rows = codes(place).copy()
        in_file = None
        if has_cells:
            places = rows if is_same else cells_codes(place).copy()
            declared = reading is not None and reading.declared
            in_file = Coded(cells(place).tolist(), places, declared)
        yield Column(name, held, rows, kind, reading=reading, cells=in_file)


def _reading(given: dict[str, Any]) -> Reading:
    lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Reading(**given | lists | {"spelling": Spelling(**given["spelling"])})


def _parts(lists: Any) -> Callable[[int], np.ndarray]:
    """A function from a column's place to its list."""
    ends, joined = lists.offsets.to_numpy(), lists.values.to_numpy(zero_copy_only=False)
    return lambda place: joined[ends[place] : ends[place + 1]]


def packed_by_fork(
    raw: bytes, name: str, limits: ReadingLimits, sheet: str | None, asked_by: int | None = None
) -> bytes | bytearray:
    """The table in a file, or why there is none, packed by a fork of this process.

    asked_by: a descriptor that becomes readable once whoever asked has gone; the fork then ends,
    since nobody waits for the table. If given, this process is a server's reader, whose standard
    error is a log.
    """
    import pyarrow.compute  # noqa: F401  here, so that the fork need not load it once more

    ours, theirs = os.pipe()
    with warnings.catch_warnings():  # the threads of the linear algebra are made for it
        warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
        fork = os.fork()
    if not fork:
        unused = (0, 1) if asked_by is not None else (0, 1, 2)
        _read(partial(read_and_pack, raw, name, limits, sheet), limits, theirs, unused)
    os.close(theirs)
    try:
        packed = _received(ours, fork, asked_by)
    except BaseException:
        os.kill(fork, signal.SIGKILL)
        raise
    finally:
        os.close(ours)
        _, status = os.waitpid(fork, 0)
    if status == 0 and packed:
        return packed
    is_late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in LATE
    return refusal(limits.too_long() if is_late else limits.broken_off())


def _received(pipe: int, fork: int, asked_by: int | None) -> bytearray:
    """All that comes through a pipe until it ends."""
    packed = bytearray()
    watched = [pipe] if asked_by is None else [pipe, asked_by]
    while True:
        ready, _, _ = select.select(watched, [], [])
        if asked_by in ready:
            os.kill(fork, signal.SIGKILL)
            watched = [pipe]
        elif chunk := os.read(pipe, CHUNK):
            packed += chunk
        else:
            return packed


def _read(
    work: Callable[[IO[bytes]], None], limits: ReadingLimits, pipe: int, unused: Iterable[int]
) -> None:
    """Runs in the fork: reads the file, and ends the process whatever happens."""
    status = 1
    try:
        _let_go(unused)
        _limit(limits)
        with os.fdopen(pipe, "wb") as sink:
            work(sink)
        status = 0
    finally:
        os._exit(status)


def _let_go(unused: Iterable[int]) -> None:
    """Lets go of what belongs to the parent process."""
    for number in (signal.SIGINT, *LATE):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in unused:
        os.dup2(nothing, descriptor)


def _limit(limits: ReadingLimits) -> None:
    """From now on the system ends this process if it takes too much, and before any other."""
    data = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    room = data + limits.memory
    room = room if most == resource.RLIM_INFINITY else min(room, most)
    resource.setrlimit(resource.RLIMIT_DATA, (room, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    signal.setitimer(signal.ITIMER_PROF, limits.longest)
    signal.setitimer(signal.ITIMER_REAL, limits.patience)
