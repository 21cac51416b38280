"""Reads a file in a fork of this process with limits on memory and time, on Linux alone.

Elsewhere forking is not safe, or the memory of a process cannot be limited.
"""

import os
import resource
import select
import signal
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO

from interpret.data.limits import ReadingLimits
from interpret.data.sandbox.packing import read_and_pack, refusal

LATE = signal.SIGPROF, signal.SIGALRM  # what ends a process whose time of either kind is over
CHUNK = 2**20  # bytes that are taken from a pipe at a time


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
