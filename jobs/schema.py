"""The tables of the database, and a run as a value.

`about` holds the SCHEMA of the store. Raise it when what is stored can no longer be read; a store
of another schema is refused and left unchanged.
"""

import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, String, Table, Text

SCHEMA = 1
ACTIVE = ("queued", "running")

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
versions = Table(  # of a run's rule, as changed by hand; about: the class of the rule
    "versions",
    metadata,
    Column("run_id", String(16), primary_key=True),
    Column("number", sa.Integer, primary_key=True, autoincrement=False),
    Column("about", Text, nullable=False),
    Column("chosen", sa.Boolean, nullable=False),
    Column("data", Text, nullable=False),
)
servers = Table(
    "servers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("beat", String(32), nullable=False),
)
people = Table(
    "people",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("name", Text, nullable=False),
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


@dataclass(frozen=True)
class SavedVersion:
    """A version of one of a run's rules. about: its class; data: as it was saved."""

    number: int
    about: str
    chosen: bool
    data: dict[str, Any]


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
