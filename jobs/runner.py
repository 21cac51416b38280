"""The runner: starts a process for each run of this server, and makes sure that every run ends."""

import atexit
import logging
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from pathlib import Path
from statistics import median
from typing import IO, Any

from interpret.data.complaints import counted
from interpret.versions import versions
from jobs.database import URL, Run, StoreError
from jobs.store import SERVER_STOPPED, Store

TAIL = 20_000  # bytes of a process's output that reach the log
LONGEST = 300  # characters of a process's last line that reach the page
GENTLE = 10  # the niceness of work that takes long or has already shown an answer

ROOT = Path(__file__).parents[__name__.count(".")]  # the folder that holds `jobs` or `rulescope`
WORKER = f"{__package__}.worker"  # the module that a process runs
SLOTS = max(1, (os.cpu_count() or 2) - 1)
LOOK = 0.25  # seconds between two checks of a process
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Process:
    """A process and its output. A process that waits for a run reads the run's id from its input.

    If the server dies, the input ends, and so does the waiting process.
    """

    popen: subprocess.Popen[bytes]
    output: IO[bytes]

    @classmethod
    def start(cls, command: Sequence[str], folder: Path, url: str, waits: bool) -> "Process":
        """Starts a process in that folder, for the store at that URL; OSError if that fails.

        It has a session of its own, so that Ctrl+C reaches only the server, which then ends it
        properly.
        """
        with ExitStack() as stack:
            output = stack.enter_context(tempfile.TemporaryFile())
            popen = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ | {URL: url},  # arguments would show a password
                stdin=subprocess.PIPE if waits else subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows'
            )
            stack.pop_all()
        return cls(popen, output)

    @property
    def lives(self) -> bool:
        return self.popen.poll() is None

    @property
    def waited(self) -> bool:
        """Whether it was started before there was a run for it."""
        return self.popen.stdin is not None

    def takes(self, run_id: str) -> bool:
        """Gives a waiting process its run; False if it has died."""
        given = self.popen.stdin
        if given is None or not self.lives:
            return False
        try:
            given.write(f"{run_id}\n".encode())
            given.close()
        except OSError:  # it has just died
            return False
        return True

    def forget(self) -> None:
        """Closes the input of a process that is no longer needed, which ends it."""
        if self.popen.stdin is not None:
            with suppress(OSError):
                self.popen.stdin.close()
        self.output.close()

    def said(self) -> str:
        """The end of its output."""
        self.output.seek(max(0, self.output.seek(0, os.SEEK_END) - TAIL))
        return self.output.read().decode("utf-8", "replace").strip()


def give_way(pid: int | None = None) -> None:
    """Lowers the priority of a process and its children, so that pages stay responsive.

    pid: of a process that leads a session, None for this one; any other process is left alone.
    """
    leader = pid or os.getpid()
    with suppress(OSError, AttributeError):  # it has just ended; Windows knows no such thing
        if os.getsid(leader) == leader:
            niceness = os.getpriority(os.PRIO_PROCESS, leader)
            os.setpriority(os.PRIO_PGRP, leader, max(niceness, GENTLE))


def why(code: int, said: str) -> str:
    """The sentence on why a process ended before its run did."""
    if code < 0:
        name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
        return (
            f"The process of this run was killed ({name}): memory ran out, or somebody ended it. "
            "Start the run again, with fewer rows if it happens again."
        )
    if code == 0:
        return (
            "The process of this run did not find it in the store of runs, which may have been "
            "exchanged at that moment. Start the run again."
        )
    last = said.rpartition("\n")[2].strip()[:LONGEST].rstrip(".")
    return (
        f"The process of this run ended without an answer (exit status {code}). "
        + (f"It said: {last}. " if last else "")
        + "The details are in the server's log."
    )


Outcome = tuple[str, str | None]
_open: set["Runner"] = set()


class Runner:
    """Computes each run in a process of its own, at most `slots` at a time.

    A daemon thread watches each process. A server has one runner. Runs left behind by dead servers
    are marked as interrupted, at the start and later on. `close_all` ends all processes, and their
    runs become interrupted. After a call of `prepare`, one process is always ready with everything
    loaded that a run needs.
    """

    def __init__(self, store: Store, slots: int = SLOTS) -> None:
        self.store, self._waits = store, store.waits
        self._slots = threading.Semaphore(slots)
        self._name = secrets.token_urlsafe(9)
        self._lock = threading.Lock()
        self._unsettled: dict[str, subprocess.Popen[bytes] | None] = {}
        self._spare: Process | None = None
        self._keeps_spare, self._begun = False, 0.0
        self._closed = threading.Event()
        self._look_after()
        threading.Thread(target=self._keep_alive, daemon=True).start()
        _open.add(self)

    def start(self, kind: str, spec: dict[str, Any], digest: str | None = None) -> str:
        """Starts a new run, which is computed as soon as a slot is free, and returns its id.

        The digest and the spec, to which the versions in use are added, suffice to repeat it.
        """
        if self._closed.is_set():
            raise RuntimeError("A runner must be open to start a run; this one is closed.")
        self.store.beat(self._name)
        run_id = self.store.create(kind, spec | {"versions": versions()}, digest, owner=self._name)
        with self._lock:
            self._unsettled[run_id] = None
        threading.Thread(target=self._supervise, args=(run_id,), daemon=True).start()
        return run_id

    def prepare(self) -> None:
        """Keeps a process ready from now on, so that the next run need not load anything."""
        with self._lock:
            self._keeps_spare = True
            if self._closed.is_set() or (self._spare and self._spare.lives):
                return
            if self._spare:
                self._spare.forget()
                self._spare = None
            try:
                self._spare = self._process()
            except OSError as error:
                LOG.warning("No process can be kept ready: %s", error.strerror)

    def close(self) -> None:
        """Ends every process; runs that were still active become interrupted."""
        _open.discard(self)
        self._closed.set()
        with self._lock:
            unsettled, spare, self._spare = dict(self._unsettled), self._spare, None
        processes = [process for process in unsettled.values() if process is not None]
        if spare:
            spare.forget()
            processes.append(spare.popen)
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
        try:
            for run_id in unsettled:
                self.store.finish(run_id, "interrupted", error=SERVER_STOPPED)
        except StoreError as error:
            LOG.warning("%s", error)

    def _keep_alive(self) -> None:
        beat = self._waits.beat
        while not self._closed.wait(beat):
            self._look_after()
            if self._keeps_spare and time.monotonic() - self._begun > beat:  # not beside a draft
                self.prepare()

    def _look_after(self) -> None:
        try:
            if self._unsettled:
                self.store.beat(self._name)
            self.store.interrupt_leftovers()
        except StoreError as error:
            LOG.warning("%s", error)

    def _supervise(self, run_id: str) -> None:
        with self._slots:
            status, error = self._work(run_id)
        while not self._settled(run_id, status, error) and not self._closed.wait(self._waits.beat):
            pass
        with self._lock:
            del self._unsettled[run_id]

    def _work(self, run_id: str, spare: bool = True) -> Outcome:
        """How the run ended. spare: whether the process that is kept ready may take it."""
        try:
            process = self._begin(run_id, spare)
        except OSError as error:
            return "failed", (
                f"The process for this run could not be started: {error.strerror}. "
                "Start the run again when the machine has less to do."
            )
        if process is None:
            return "interrupted", SERVER_STOPPED  # unless it was cancelled in the queue
        with process.output:
            unwanted = self._wait(process.popen, run_id)
            said = process.said()
        if said:
            LOG.warning("The process of run %s said:\n%s", run_id, said, extra={"run": run_id})
        if self._closed.is_set():
            return "interrupted", SERVER_STOPPED
        if unwanted:
            return "cancelled", None
        if process.waited and self._status(run_id) == "queued":  # it died before it took the run
            return self._work(run_id, spare=False)
        return "failed", why(process.popen.returncode, said)

    def _begin(self, run_id: str, spare: bool) -> Process | None:
        """A process for the run, the spare one if allowed; None if the run is no longer wanted."""
        if not self._wanted(run_id):
            return None
        with self._lock:
            if self._closed.is_set():
                return None
            process = None
            if spare:
                process, self._spare = self._spare, None
            self._begun = time.monotonic()
            if process is None or not process.takes(run_id):
                if process:
                    process.forget()
                process = self._process(run_id)
            self._unsettled[run_id] = process.popen
        return process

    def _process(self, *run_id: str) -> Process:
        """A new process for the run, or one that waits for any run."""
        command = [sys.executable, "-m", WORKER, *run_id]
        return Process.start(command, ROOT, self.store.url, waits=not run_id)

    def _wait(self, process: subprocess.Popen[bytes], run_id: str) -> bool:
        """Waits until the process ends; True if the run was no longer wanted by then."""
        unwanted_since = None
        began, is_gentle = time.monotonic(), False
        while True:
            try:
                process.wait(LOOK)
                return unwanted_since is not None
            except subprocess.TimeoutExpired:
                now = time.monotonic()
                if not is_gentle and now - began > self._waits.beat:
                    is_gentle = True
                    give_way(process.pid)
                if unwanted_since is None:
                    unwanted_since = None if self._wanted(run_id) else now
                elif now - unwanted_since > self._waits.grace:
                    process.kill()

    def _wanted(self, run_id: str) -> bool:
        return self._status(run_id) is not None

    def _status(self, run_id: str) -> str | None:
        """The status of the run; None if it is no longer wanted."""
        try:
            return self.store.status(run_id)
        except StoreError as error:
            LOG.warning("%s", error)
            return "running"

    def _settled(self, run_id: str, status: str, error: str | None) -> bool:
        """Ends the run unless its process did so; False if the store cannot be used."""
        try:
            self.store.finish(run_id, status, error=error)
        except StoreError as failure:
            LOG.warning("%s", failure)
            return False
        return True


@atexit.register
def close_all() -> None:
    """Closes every runner of this process, when it exits or when a server shuts down."""
    for runner in tuple(_open):
        runner.close()


def ahead(run: Run, others: Sequence[Run]) -> list[Run]:
    """The runs that have a slot or get one before this run."""
    before = [
        earlier
        for earlier in others
        if earlier.status == "queued" and earlier.created < run.created
    ]
    at_work = [other for other in others if other.status == "running" and other.id != run.id]
    return at_work + before


def waiting_words(run: Run, others: Sequence[Run]) -> str:
    """How many runs are ahead, with the time estimated from ended runs; "" if none is ahead."""
    first = ahead(run, others)
    if run.status != "queued" or not first:
        return ""
    n = len(first)
    sentence = f"Waiting for a free place: {counted(n, 'run')} {'is' if n == 1 else 'are'} ahead."
    took = [
        other.duration.total_seconds()
        for other in others
        if other.status == "done" and other.duration
    ]
    if not took:
        return sentence
    been = [other.duration.total_seconds() if other.duration else 0.0 for other in first]
    left = sum(max(0.0, median(took) - seconds) for seconds in been) / SLOTS
    tens = timedelta(seconds=10 * max(1, ceil(left / 10)))
    return f"{sentence} Going by the last runs, that takes about {duration_words(tens)}."


def duration_words(duration: timedelta) -> str:
    """How long something took, in the unit that suits it: 0.8 s, 12 s, 3 min 5 s, 2 h 4 min."""
    seconds = duration.total_seconds()
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, of_hour = divmod(minutes, 60)
    return f"{hours} h {of_hour} min" if hours else f"{minutes} min {rest} s"
