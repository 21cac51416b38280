"""Opens a database so that many processes can use it, and puts its failures into words."""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

URL = "RULESCOPE_DATABASE_URL"  # the environment's name for the store


@dataclass(frozen=True)
class Waits:
    """How many seconds to wait.

    lock: for a locked database, in each statement; beat: between two signs of life of a server;
    stale: until a server without signs of life counts as dead; grace: for a process to stop.
    """

    lock: float = 10.0
    beat: float = 3.0
    stale: float = 15.0
    grace: float = 5.0


WAITS = Waits()


class StoreError(RuntimeError):
    """The store of runs cannot be used now; the message tells the user what to do."""


NOT_A_URL = (
    "The store of runs must be a database URL such as sqlite:///runs.sqlite or "
    "postgresql://user@host/name, and another text was given. Correct it."
)
IN_MEMORY = (
    "The store of runs must be a file, because every run is worked on by a process of its own, "
    "and a database in memory was given. Name a file, as in sqlite:///runs.sqlite."
)
NO_DRIVER = (
    "The store of runs must be a database that can be opened here: install the driver with pip, "
    "or use sqlite:///runs.sqlite. There is none for"
)
NO_ROOM = "needs room on its disk, and the disk is full. Free some space and try again."
LOCKED = (
    "must be free for writing, and another program has kept it locked for "
    f"{WAITS.lock:.0f} s. Try again, or close that program."
)
REMOVED = "removed or exchanged"
ANOTHER = "another version"
COMPLAINTS = {
    ANOTHER: "must be of this version of Rulescope, and what is there is of another. It is left as "
    "it is. Move it away (a new one is made at the next start), or name another place.",
    REMOVED: "must stay where it is while it is used, and that file was removed or exchanged. Put "
    "it back, or start the server again, which then makes a new one.",
    "locked": LOCKED,
    "lock timeout": LOCKED,
    "full": NO_ROOM,
    "No space left": NO_ROOM,
    "readonly": "must be writable, and it is read-only. Change the rights of the file and its "
    "folder, or name another place.",
    "unable to open": "must be a file that can be opened and written, and it cannot. Change the "
    "rights of the file and its folder, or name another place.",
    "not a database": "must be a database of runs, and that file is something else. Move the file "
    "away (a new one is made at the next start), or name another place.",
    "malformed": "must be a sound database, and that file is damaged. Move the file away (a new "
    "one is made at the next start), or put a copy of it back.",
}


def complaint(place: str, reason: str) -> str:
    """A driver's message as a sentence on the store at that place."""
    reason = reason.strip().partition("\n")[0]
    for sign, sentence in COMPLAINTS.items():
        if sign in reason:
            return f"The store of runs, {place}, {sentence}"
    return (
        f"The store of runs, {place}, must be a database that can be read and written, and it "
        f"answers: {reason.rstrip('.')}. See that it is there and works, and try again."
    )


def whole_path(path: str) -> str:
    """The absolute path, which means the same to every process; its folder is made if necessary."""
    whole = Path(path).absolute()
    try:
        whole.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The store of runs, {whole}, needs a folder that can be written, and there is none: "
            f"{(error.strerror or str(error)).lower()}. Create it, or name another place."
        ) from error
    return str(whole)


def identity(file: Path | None) -> tuple[int, int] | None:
    """What distinguishes the file from any other, even one put in its place; None if it is gone."""
    try:
        status = file.stat() if file else None
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None


def engine(url: str, waits: Waits) -> sa.Engine:
    """The database at that URL; a StoreError if it cannot be one."""
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise StoreError(NOT_A_URL) from None
    if address.get_backend_name() == "sqlite":
        if address.database in (None, "", ":memory:"):
            raise StoreError(IN_MEMORY)
        address = address.set(database=whole_path(str(address.database)))
        options: dict[str, Any] = {}
    else:
        options = {"pool_pre_ping": True}
    if address.drivername in ("postgresql", "postgresql+psycopg"):
        options["connect_args"] = {"connect_timeout": round(waits.lock)}
    try:
        engine = sa.create_engine(address, **options)
    except (ArgumentError, ImportError) as error:
        raise StoreError(f"{NO_DRIVER} {address.drivername}: {error}.") from error
    prepared = PREPARED.get(engine.dialect.driver)
    if prepared:
        sa.event.listen(engine, "connect", lambda made, _record: prepared(made, waits.lock))
    return engine


def prepare_sqlite(connection: sqlite3.Connection, patience: float) -> None:
    """Sets up SQLite so that readers never wait for the writer, and writers wait for each other."""
    connection.execute(f"PRAGMA busy_timeout = {patience * 1000:.0f}")
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:  # this one statement ignores busy_timeout
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    connection.execute("PRAGMA synchronous = NORMAL")


def prepare_postgresql(connection: Any, patience: float) -> None:
    """Sets up PostgreSQL so that no statement waits forever for a lock."""
    connection.execute(f"SET lock_timeout = '{patience * 1000:.0f}ms'")
    connection.commit()


PREPARED = {"pysqlite": prepare_sqlite, "psycopg": prepare_postgresql}
