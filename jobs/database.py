"""The database of runs: opened so that many processes can use it, its tables, and a run as a value.

Its failures are put into words. `about` holds the SCHEMA of the store. Raise it when what is stored
can no longer be read; a store of another schema is refused and left unchanged.
"""

import hashlib
import json
import sqlite3
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, String, Table, Text
from sqlalchemy.exc import ArgumentError

URL = "RULESCOPE_DATABASE_URL"  # the environment's name for the store

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
REMOVED = "removed or exchanged"
ANOTHER = "another version"

SCHEMA = 1
ACTIVE = ("queued", "running")


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


LOCKED = (
    "must be free for writing, and another program has kept it locked for "
    f"{WAITS.lock:.0f} s. Try again, or close that program."
)
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
        raise StoreError(f"{NO_DRIVER} {address.drivername}: {str(error).rstrip('.')}.") from error
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

metadata = sa.MetaData()
uploads = Table(
    "uploads",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("raw", sa.LargeBinary, nullable=False),
)
runs = Table(
    "runs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", String(16)),
    Column("kind", String(32), nullable=False),
    Column("digest", String(64)),
    Column("status", String(16), nullable=False, index=True),
    Column("cancel", sa.Boolean, nullable=False),
    Column("created", String(32), nullable=False, index=True),
    Column("started", String(32)),
    Column("finished", String(32)),
    Column("error", Text),
    Column("spec", Text, nullable=False),
    Column("result", Text),
)
steps = Table(
    "steps",
    metadata,
    Column("run_id", String(16), primary_key=True),
    Column("number", sa.Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
servers = Table(
    "servers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("beat", String(32), nullable=False),
)
owners = Table(
    "owners",
    metadata,
    Column("run_id", String(16), primary_key=True),
    Column("person", String(64), nullable=False, index=True),
    Column("shared", sa.Boolean, nullable=False),
)
about = Table("about", metadata, Column("schema", sa.Integer, primary_key=True))
holdings = Table(
    "holdings",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("digest", String(64), primary_key=True),
)
WHOLE = [column for column in runs.c if column is not runs.c.owner]
BRIEF = [column for column in WHOLE if column is not runs.c.result]


@dataclass(frozen=True)
class Run:
    """A run as it is stored. Times are UTC.

    status: queued, running, done, cancelled, failed or interrupted; cancel: whether somebody asked
    to stop it; text: its result as JSON, which is a first answer while the run goes on.
    """

    id: str
    kind: str
    spec: dict[str, Any]
    digest: str | None
    status: str
    cancel: bool
    created: datetime
    started: datetime | None
    finished: datetime | None
    error: str | None
    text: str | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of its table, as the person who started it knows it."""
        name: str = self.spec.get("table", "")
        return name

    @cached_property
    def result(self) -> dict[str, Any] | None:
        """The document of the answer, None if there is none yet; do not change it."""
        return json.loads(self.text) if self.text else None

    @cached_property
    def version(self) -> str:
        """A digest that changes with the result; empty if there is none."""
        return hashlib.sha256(self.text.encode()).hexdigest() if self.text else ""

    @property
    def active(self) -> bool:
        return self.status in ACTIVE

    @property
    def duration(self) -> timedelta | None:
        """The time from its start to its end, or until now; None if it never started."""
        return (self.finished or datetime.now(UTC)) - self.started if self.started else None

    def document(self) -> dict[str, Any]:
        """The document of the answer; "run" has all that is needed to repeat it."""
        about = {
            "id": self.id,
            "kind": self.kind,
            "table": self.name,
            "digest": self.digest,
            "spec": self.spec,
            "status": self.status,
            "error": self.error,
        }
        times = {"created": self.created, "started": self.started, "finished": self.finished}
        stamps = {name: time.isoformat() if time else None for name, time in times.items()}
        return {**(self.result or {}), "run": about | stamps}


def run_of(row: sa.Row[Any]) -> Run:
    values = dict(row._mapping)
    if "result" in values:
        values["text"] = values.pop("result")
    for name in ("created", "started", "finished"):
        values[name] = datetime.fromisoformat(values[name]) if values[name] else None
    values["spec"] = json.loads(values["spec"])
    return Run(**values)


def now(minus: timedelta = timedelta(0)) -> str:
    """The time as text that sorts by time."""
    return (datetime.now(UTC) - minus).isoformat(timespec="microseconds")
