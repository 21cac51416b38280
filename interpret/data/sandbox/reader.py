"""The reader: a process kept ready to read files one after the other, for whoever started it.

`python -m interpret.data.sandbox.reader` takes requests on standard input, answers on standard
output and ends with its input. On Linux a fork of it reads each file (limited_fork).
"""

import json
import struct
import sys
from io import BytesIO
from typing import IO

from interpret.data.limits import LIMITS, ReadingLimits
from interpret.data.sandbox.packing import read_and_pack, refusal

SIZE = struct.Struct("<Q")  # of what follows, in bytes


def send(sink: IO[bytes], *parts: bytes | bytearray) -> None:
    """Writes parts of a request or an answer, each after its size."""
    for part in parts:
        sink.write(SIZE.pack(len(part)))
        sink.write(part)
    sink.flush()


def receive(source: IO[bytes]) -> bytes | None:
    """The next part of a request or an answer; None where there is none."""
    size = source.read(SIZE.size)
    if len(size) < SIZE.size:
        return None
    (wanted,) = SIZE.unpack(size)
    part = source.read(wanted)
    return part if len(part) == wanted else None


def main(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answers every request: a file's name, the limits of its reading and a sheet; its bytes."""
    _get_ready()
    while (request := receive(requests)) is not None and (raw := receive(requests)) is not None:
        name, limits, sheet = json.loads(request)
        send(answers, _packed(raw, name, ReadingLimits(**limits), sheet, requests.fileno()))
        del raw


def _get_ready() -> None:
    """Loads what it takes to read a file of any format."""
    from pyarrow import compute, csv, parquet  # noqa: F401

    read_and_pack(b"a,b\n1,2\n", "", LIMITS, None, BytesIO())


def _packed(
    raw: bytes, name: str, limits: ReadingLimits, sheet: str | None, requests: int
) -> bytes | bytearray:
    if sys.platform == "linux":
        from interpret.data.sandbox.packing import packed_by_fork

        return packed_by_fork(raw, name, limits, sheet, requests)
    packed = BytesIO()
    try:
        read_and_pack(raw, name, limits, sheet, packed)
    except MemoryError:
        return refusal(limits.broken_off())
    return packed.getvalue()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
