"""Files of strangers, read in a process of their own.

If reading crashes or takes too much, only that process ends, and the caller gets a sentence. A
program of one thread forks. A server has many threads, with which a fork is not safe, so it keeps
readers ready (interpret.data.sandbox.reader).
"""

import atexit
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from interpret.data.complaints import DataError
from interpret.data.limits import LIMITS, ReadingLimits
from interpret.data.sandbox import reader
from interpret.data.sandbox.packing import refusal, unpacked
from interpret.data.table import Table

AT_ONCE = 2  # files that are read at a time: each may take all of its memory
ROOT = Path(__file__).parents[__name__.count(".")]
ALONE = {"OPENBLAS_NUM_THREADS": "1"}  # a process of one thread is safely forked

_turns = threading.Semaphore(AT_ONCE)
_lock = threading.Lock()
_ready: list[subprocess.Popen[bytes]] = []  # readers that nobody asks at the moment


def read_apart(
    raw: bytes, name: str, limits: ReadingLimits = LIMITS, sheet: str | None = None
) -> Table:
    """As read_table, in a process of its own.

    The DataError that says why there is no table also covers a process that crashed, took too long
    or, on Linux, took too much memory.
    """
    try:
        return unpacked(_packed(raw, name, limits, sheet))
    except OSError as error:
        raise DataError(
            "A file is read by a process of its own, and none could be started: "
            f"{(error.strerror or str(error)).lower()}. Try again later."
        ) from None


def _packed(raw: bytes, name: str, limits: ReadingLimits, sheet: str | None) -> bytes | bytearray:
    if sys.platform == "linux" and threading.active_count() == 1:
        from interpret.data.sandbox.packing import packed_by_fork

        return packed_by_fork(raw, name, limits, sheet)
    with _turns:
        return _requested(raw, name, limits, sheet)


def get_ready() -> None:
    """Starts a reader if there is none, so that the first file need not wait for one."""
    with _lock, suppress(OSError):  # a failure is reported to whoever brings a file
        if not _ready:
            _ready.append(_started())


def _requested(raw: bytes, name: str, limits: ReadingLimits, sheet: str | None) -> bytes:
    """The answer of a reader, which is kept for the next file if it is still alive."""
    process = _taken()
    late = threading.Timer(limits.patience + limits.grace, process.kill)
    late.start()
    began = time.monotonic()
    packed = None
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):  # it has just ended
            request = json.dumps([name, asdict(limits), sheet]).encode()
            reader.send(process.stdin, request, raw)
            packed = reader.receive(process.stdout)
    finally:
        late.cancel()
        if packed is None:
            _end(process)
        else:
            with _lock:
                _ready.append(process)
    if packed is not None:
        return packed
    is_late = time.monotonic() - began > limits.patience
    return refusal(limits.too_long() if is_late else limits.broken_off())


def _taken() -> subprocess.Popen[bytes]:
    """A living reader, which now belongs to the caller."""
    with _lock:
        while _ready:
            process = _ready.pop()
            if process.poll() is None:
                return process
            _end(process)
    return _started()


def _started() -> subprocess.Popen[bytes]:
    """A new reader, in a session of its own: Ctrl+C is for the server."""
    return subprocess.Popen(
        [sys.executable, "-m", reader.__name__],
        cwd=ROOT,
        env=os.environ | ALONE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()


@atexit.register
def _end_all() -> None:
    with _lock:
        while _ready:
            _end(_ready.pop())
