"""The Reporter between a run and the store: steps go one way, the wish to stop the other."""

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from jobs.database import StoreError
from jobs.store import SERVER_STOPPED, Store

PERIOD = 0.1  # seconds between two looks: at most ten steps a second are written


class Reporter:
    """Passes the progress of one run to the store, and the wish to stop back to the run.

    A thread writes the newest step, and checks whether the run is still wanted and its server still
    alive, so that the work never waits for the store. If the server has died, the run is marked as
    interrupted, and the process ends in the middle of whatever it is computing. on_answer: called
    whenever there is an answer to show while the work goes on.
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
        """Writes the last step, even if it came only a moment ago, and stops reporting.

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
        """Logs it once: a lost report does not stop the work."""
        if str(error) != self._last_words:
            self._last_words = str(error)
            sys.stderr.write(f"{error}\n")
