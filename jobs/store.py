"""The store: tables, runs, their steps and results, in one database that outlives the server.

Every write is one short transaction. Whoever ends a run first decides how it ended.
"""

import json
import secrets
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, String, Table, Text, insert, select, update
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from jobs.database import (
    IN_MEMORY,
    NO_DRIVER,
    NOT_A_URL,
    StoreError,
    complaint,
    prepare,
    whole_path,
)

ACTIVE = ("queued", "running")
STALE = timedelta(seconds=15)  # a server that has not been heard of for so long is dead
SERVER_STOPPED = "The server stopped before this run ended. Start the run again."

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
BRIEF = [column for column in runs.c if column not in (runs.c.owner, runs.c.result)]


@dataclass(frozen=True)
class Run:
    """One job as the store has it. Times are UTC.

    status: queued, running, done, cancelled, failed or interrupted; cancel: somebody asked to
    stop it; name: of its table; result: also the first answer of a run that is not done.
    """

    id: str
    kind: str
    spec: dict[str, Any]
    digest: str | None
    name: str | None
    status: str
    cancel: bool
    created: datetime
    started: datetime | None
    finished: datetime | None
    error: str | None
    result: dict[str, Any] | None = None

    @property
    def active(self) -> bool:
        return self.status in ACTIVE


class Store:
    """Tables, runs and steps behind a database URL; safe in many threads and processes.

    Every method raises StoreError where the database cannot be used. What is stored is standard
    JSON: NaN and Infinity are a ValueError.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        weakref.finalize(self, self._engine.dispose)
        self.url = self._engine.url.render_as_string(hide_password=False)
        with suppress(IntegrityError), self._transaction() as connection:  # another just made them
            for table in metadata.sorted_tables:
                connection.execute(CreateTable(table, if_not_exists=True))
                for index in table.indexes:
                    connection.execute(CreateIndex(index, if_not_exists=True))

    def save_table(self, digest: str, name: str, raw: bytes) -> None:
        """Keeps a table's bytes once, under the name it came with last."""
        with suppress(IntegrityError), self._transaction() as connection:  # another just kept it
            same = uploads.c.digest == digest
            known = connection.scalar(select(uploads.c.name).where(same))
            if known is None:
                connection.execute(insert(uploads).values(digest=digest, name=name, raw=raw))
            elif known != name:
                connection.execute(update(uploads).where(same).values(name=name))

    def load_table(self, digest: str) -> tuple[str, bytes] | None:
        """The name and the bytes of a table."""
        query = select(uploads.c.name, uploads.c.raw).where(uploads.c.digest == digest)
        with self._transaction() as connection:
            row = connection.execute(query).first()
        return (row.name, bytes(row.raw)) if row else None

    def create(
        self, kind: str, spec: dict[str, Any], digest: str | None = None, owner: str | None = None
    ) -> str:
        """The id of a new queued run; `owner` is the server that will work on it."""
        run_id = secrets.token_urlsafe(9)
        row = {"id": run_id, "owner": owner, "kind": kind, "digest": digest, "spec": _json(spec)}
        with self._transaction() as connection:
            connection.execute(
                insert(runs).values(**row, status="queued", cancel=False, created=_now())
            )
        return run_id

    def get(self, run_id: str) -> Run | None:
        """The whole run."""
        query = _listed(*BRIEF, runs.c.result).where(runs.c.id == run_id)
        with self._transaction() as connection:
            row = connection.execute(query).first()
        return _run(row) if row else None

    def recent(self, limit: int = 20) -> list[Run]:
        """The newest runs first, without their results."""
        query = _listed(*BRIEF).order_by(runs.c.created.desc(), runs.c.id).limit(limit)
        with self._transaction() as connection:
            return [_run(row) for row in connection.execute(query)]

    def start(self, run_id: str) -> bool:
        """Marks a queued run as running; False where it is not queued any more."""
        return self._change(run_id, ("queued",), status="running", started=_now())

    def step(self, run_id: str, data: dict[str, Any]) -> None:
        """Appends a step."""
        number = select(sa.func.coalesce(sa.func.max(steps.c.number) + 1, 0)).where(
            steps.c.run_id == run_id
        )
        row = {"run_id": run_id, "number": number.scalar_subquery(), "data": _json(data)}
        with self._transaction() as connection:
            connection.execute(insert(steps).values(**row))

    def steps(self, run_id: str, after: int = -1) -> list[tuple[int, dict[str, Any]]]:
        """The steps with a number above `after`, in order; the first has number 0."""
        query = select(steps.c.number, steps.c.data).where(
            steps.c.run_id == run_id, steps.c.number > after
        )
        with self._transaction() as connection:
            rows = connection.execute(query.order_by(steps.c.number)).all()
        return [(row.number, json.loads(row.data)) for row in rows]

    def publish(self, run_id: str, result: dict[str, Any]) -> bool:
        """Shows a first answer while the run goes on; False where it does not."""
        return self._change(run_id, ("running",), result=_json(result))

    def finish(
        self,
        run_id: str,
        status: str,
        result: dict[str, Any] | None = None,
        error: str | None = None,
    ) -> bool:
        """Ends a run; False, and nothing changes, where it has ended already.

        Without a result the run keeps what was published.
        """
        values = {"status": status, "finished": _now(), "error": error}
        if result is not None:
            values["result"] = _json(result)
        return self._change(run_id, ACTIVE, **values)

    def cancel(self, run_id: str) -> None:
        """Ends a queued run and asks a running one to stop."""
        if not self._change(run_id, ("queued",), status="cancelled", cancel=True, finished=_now()):
            self._change(run_id, ("running",), cancel=True)

    def cancelled(self, run_id: str) -> bool:
        """Whether somebody asked to stop the run."""
        with self._transaction() as connection:
            return bool(connection.scalar(select(runs.c.cancel).where(runs.c.id == run_id)))

    def wanted(self, run_id: str) -> bool:
        """Whether the run is still worth working on: active and not asked to stop."""
        query = select(runs.c.id).where(
            runs.c.id == run_id, runs.c.status.in_(ACTIVE), runs.c.cancel.is_(False)
        )
        with self._transaction() as connection:
            return connection.scalar(query) is not None

    def beat(self, server: str) -> None:
        """Says that a server is alive, and with it the runs that it owns."""
        with self._transaction() as connection:
            change = update(servers).where(servers.c.id == server).values(beat=_now())
            if not connection.execute(change).rowcount:
                connection.execute(insert(servers).values(id=server, beat=_now()))

    def interrupt_leftovers(self) -> int:
        """Ends the queued and running runs whose server is dead; how many there were."""
        limit = _now(minus=STALE)
        alive = select(servers.c.id).where(servers.c.beat >= limit)
        leftover = (
            runs.c.status.in_(ACTIVE),
            runs.c.created < limit,
            sa.or_(runs.c.owner.is_(None), runs.c.owner.not_in(alive)),
        )
        with self._transaction() as connection:
            if connection.scalar(select(runs.c.id).where(*leftover).limit(1)) is None:
                return 0  # a read needs no lock
            change = update(runs).where(*leftover)
            ended = {"status": "interrupted", "finished": _now(), "error": SERVER_STOPPED}
            return connection.execute(change.values(**ended)).rowcount

    def _change(self, run_id: str, among: tuple[str, ...], **values: Any) -> bool:
        """Compare and set: changes the run where its status is one of these."""
        change = update(runs).where(runs.c.id == run_id, runs.c.status.in_(among))
        with self._transaction() as connection:
            return connection.execute(change.values(**values)).rowcount == 1

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, sa.exc.TimeoutError) as error:
            url = self._engine.url
            place = url.database if url.get_backend_name() == "sqlite" else url
            reason = getattr(error, "orig", None) or error
            raise StoreError(complaint(str(place), str(reason))) from error


def _engine(url: str) -> sa.Engine:
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise StoreError(NOT_A_URL) from None
    if address.get_backend_name() != "sqlite":
        try:
            return sa.create_engine(address, pool_pre_ping=True)
        except (ArgumentError, ImportError) as error:
            raise StoreError(f"{NO_DRIVER} {address.drivername}: {error}.") from error
    if address.database in (None, "", ":memory:"):
        raise StoreError(IN_MEMORY)
    engine = sa.create_engine(address.set(database=whole_path(str(address.database))))
    sa.event.listen(engine, "connect", prepare)
    return engine


def _listed(*columns: Column[Any]) -> Any:
    joined = runs.outerjoin(uploads, runs.c.digest == uploads.c.digest)
    return select(*columns, uploads.c.name).select_from(joined)


def _run(row: sa.Row[Any]) -> Run:
    values = dict(row._mapping)
    for name in ("created", "started", "finished"):
        values[name] = datetime.fromisoformat(values[name]) if values[name] else None
    for name in {"spec", "result"} & values.keys():
        values[name] = json.loads(values[name]) if values[name] else None
    return Run(**values)


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, allow_nan=False)


def _now(minus: timedelta = timedelta(0)) -> str:
    """The time as text that sorts by time."""
    return (datetime.now(UTC) - minus).isoformat(timespec="microseconds")
