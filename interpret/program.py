"""A program of its own: how it loads its libraries, and how it ends on Ctrl+C.

At any moment from its first import on, it ends with one line and status 130. An exception would not
do: code that is being imported, compiled or called back may swallow it or turn it into another one.
So the handler ends the program itself, with the processes that it started. Until this module is
loaded nothing is handled, so it imports next to nothing itself.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

STOPPED = "Stopped at your request.\n"
STATUS = 130  # the status that shells give a program ended by Ctrl+C
SEMAPHORES = "/dev/shm"  # has those of loky's processes, whose own removal would print warnings
unfinished: set[str] = set()  # files and folders half written, to be removed


@contextmanager
def loading() -> Iterator[None]:
    """Switches garbage collection off while a program loads its libraries.

    Libraries are a million objects that stay. Python would search them again and again while it
    loads them, and at times afterwards, which takes a tenth of the whole time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def stoppable() -> None:
    """From now on Ctrl+C ends this program, unless somebody else handles or ignores it."""
    _handled_from_now(signal.default_int_handler, _end)


def finished() -> None:
    """Ignores Ctrl+C from now on, since the command has printed its result."""
    _handled_from_now(_end, signal.SIG_IGN)


def _handled_from_now(before: Any, now: Any) -> None:
    if signal.getsignal(signal.SIGINT) is before:
        try:
            signal.signal(signal.SIGINT, now)
        except ValueError:  # only the main thread can handle signals
            return


def _end(number: int, frame: Any) -> None:  # noqa: ARG001
    """Handles the signal: ends the processes that this program started, says so, and exits."""
    stderr = os.dup(2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # threads may still report ended processes
    while started := _descendants():
        for process in started:
            try:
                os.kill(process, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
            except OSError:
                continue
    for path in (*unfinished, *_semaphores()):
        _remove(path)
    os.write(stderr, STOPPED.encode())
    os._exit(STATUS)


def _semaphores() -> list[str]:
    """The semaphores that loky's resource tracker, killed with the others, cannot remove."""
    names = os.listdir(SEMAPHORES) if os.path.isdir(SEMAPHORES) else ()
    begins = f"sem.loky-{os.getpid()}-"
    return [os.path.join(SEMAPHORES, name) for name in names if name.startswith(begins)]


def _remove(path: str) -> None:
    """Removes a file or a folder of files, to which working threads may still add some."""
    for _ in range(100):
        try:
            if not os.path.isdir(path):
                os.unlink(path)
                return
            for name in os.listdir(path):
                os.unlink(os.path.join(path, name))
            os.rmdir(path)
        except OSError:
            if not os.path.lexists(path):
                return


def _descendants() -> list[int]:
    """The living descendants of this process; empty where the system does not list processes."""
    parents: dict[int, int] = {}
    for name in filter(str.isdecimal, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if state not in "ZX":
            parents[int(name)] = int(parent)
    descendants: list[int] = []
    among = {os.getpid()}
    while among:
        among = {process for process, parent in parents.items() if parent in among}
        descendants += among
    return descendants
