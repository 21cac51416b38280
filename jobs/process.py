"""A worker's process as the runner sees it: its run, which may come later, and its output."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from jobs.database import URL

TAIL = 20_000  # bytes of a process's output that reach the log
LONGEST = 300  # characters of a process's last line that reach the page
GENTLE = 10  # the niceness of work that takes long or has already shown an answer


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
