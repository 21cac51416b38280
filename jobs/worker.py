"""The worker: a process that computes one run, `python -m jobs.worker [RUN_ID]`.

Without an id it loads everything and then waits for an id on standard input; if the input ends, so
does the process.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from interpret.cores import jobs_asked, on_cores
from interpret.data.complaints import DataError
from interpret.program import loading
from interpret.registry import Result, RunRequest, kind_of
from jobs.database import URL, Run, StoreError
from jobs.runner import give_way
from jobs.store import SERVER_STOPPED, Store

if TYPE_CHECKING:  # a waiting worker does not load it
    from interpret.data.table import Table

PERIOD = 0.1  # seconds between two checks, so at most ten steps a second are written
PATIENCE = 60.0  # seconds for which a result is kept while the store cannot take it
T = TypeVar("T")


class Reporter:
    """Passes the progress of one run to the store, and the wish to stop back to the run.

    A thread writes the newest step, and checks whether the run is still wanted and its server still
    alive, so that the work never waits for the store. If the server has died, the run is marked as
    interrupted, and the process ends in the middle of its computation. on_answer: called whenever
    there is an answer to show while the work goes on.
    """

    def __init__(
        self, store: Store, run_id: str, on_answer: Callable[[], None] = lambda: None
    ) -> None:
        self.store = store
        self.stopped = False
        self._run_id, self._on_answer = run_id, on_answer
        self._began = time.monotonic()
        self._server = os.getppid()
        self._wanted = True
        self._newest: dict[str, Any] | None = None
        self._failure: Exception | None = None
        self._last_words = ""
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def step(self, data: dict[str, Any]) -> bool:
        """Reports a step, adding the seconds since the work began.

        False tells the work to stop and to return its best answer so far.
        """
        with self._lock:
            self._newest = data | {"seconds": round(time.monotonic() - self._began, 3)}
        if self._failure is not None:
            raise self._failure
        self.stopped = not self._wanted
        return not self.stopped

    def publish(self, result: dict[str, Any]) -> None:
        """Shows a first answer while the work goes on."""
        try:
            self.store.publish(self._run_id, result)
        except StoreError as error:
            self._mention(error)
        else:
            self._on_answer()

    def close(self) -> None:
        """Writes the last step, however recent, and stops reporting.

        Raises StoreError if it cannot be written; closing again tries again.
        """
        self._over.set()
        self._thread.join()
        self._write_newest()

    def _watch(self) -> None:
        while not self._over.wait(PERIOD):
            if os.getppid() != self._server:
                self._leave()
            try:
                self._write_newest()
                self._wanted = self.store.status(self._run_id) is not None
            except StoreError as error:
                self._mention(error)
            except Exception as error:  # raised again where the work reports
                self._failure = error
                return

    def _write_newest(self) -> None:
        with self._lock:
            newest, self._newest = self._newest, None
        if newest is None:
            return
        try:
            self.store.step(self._run_id, newest)
        except StoreError:
            with self._lock:
                self._newest = self._newest or newest
            raise

    def _leave(self) -> None:
        try:
            self.store.finish(self._run_id, "interrupted", error=SERVER_STOPPED)
        finally:
            os._exit(1)

    def _mention(self, error: StoreError) -> None:
        """Logs the error once; a lost report does not stop the work."""
        if str(error) != self._last_words:
            self._last_words = str(error)
            sys.stderr.write(f"{error}\n")


def work(store: Store, run_id: str) -> None:
    """Computes a queued run and stores how it ended."""
    if not _insist(lambda: store.start(run_id)):
        return  # it was cancelled or deleted, or its server counted as dead
    run = _insist(lambda: store.get(run_id))
    if run is None:
        return  # it was deleted
    try:
        status, result = _outcome(store, run)
        _insist(lambda: store.finish(run_id, status, result))
    except StoreError:
        raise
    except Exception as error:
        sentence = _blame(error)
        _insist(lambda: store.finish(run_id, "failed", error=sentence))


def _outcome(store: Store, run: Run) -> tuple[str, Result | None]:
    reporter = Reporter(store, run.id, give_way)
    try:
        with on_cores(jobs_asked()):
            result = kind_of(run.kind).work(request_of(run, store), reporter)
    finally:
        _insist(reporter.close)
    return ("cancelled" if reporter.stopped else "done"), result


def request_of(run: Run, store: Store) -> RunRequest:
    """The input of a run, with its table from the store."""
    from jobs.sources import on_all_rows, origin  # here, because it loads NumPy

    raw = store.load_table(run.digest or "")

    def table() -> "Table":
        from interpret.data.reading import read_table

        if raw is None:
            raise DataError(
                "The table of this run must be in the store, and it is not. Load it again."
            )
        sheet = run.spec.get("settings", {}).get("sheet")
        return read_table(raw, run.name, sheet=sheet)  # as it was read when it was loaded

    whence = None if raw is None else origin(raw)
    return RunRequest(run.spec, table, None if whence is None else partial(on_all_rows, whence))


def main(argv: list[str]) -> int:
    run_id = argv[0] if argv else _handed()
    if not run_id:
        return 0
    try:
        work(Store(os.environ[URL], makes=False), run_id)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def get_ready() -> None:
    """Loads what a run needs, including compiled loops."""
    from interpret.forms.kind import rehearse

    rehearse()


def _handed() -> str:
    """The id from standard input; "" if the server has ended and none will come."""
    with loading():
        get_ready()
    return sys.stdin.readline().strip()


def _insist(write: Callable[[], T]) -> T:
    """Repeats a write for PATIENCE seconds, while the database is locked or the disk is full."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return write()
        except StoreError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def _blame(error: Exception) -> str:
    """The sentence for the user; details for programmers go to the log."""
    if isinstance(error, DataError):
        return str(error)
    traceback.print_exception(error)
    return (
        f"Rulescope failed on this run: {type(error).__name__}. "
        "The details are in the server's log."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
