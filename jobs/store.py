"""The store: tables, runs, their steps and their results, in a database that outlives the server.

Every write is one short transaction. Whoever ends a run first decides how it ended.
"""

import json
import secrets
import weakref
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from jobs.database import (
    ACTIVE,
    ANOTHER,
    BRIEF,
    REMOVED,
    SCHEMA,
    WAITS,
    WHOLE,
    Run,
    StoreError,
    Waits,
    about,
    complaint,
    engine,
    holdings,
    identity,
    metadata,
    now,
    owners,
    run_of,
    runs,
    servers,
    steps,
    uploads,
)

LAST_DONE = 20
NEWEST = select(*BRIEF).order_by(runs.c.created.desc(), runs.c.id)
TURNS = 0x52756C65  # an arbitrary number, the lock for creating tables
SERVER_STOPPED = "The server stopped before this run ended. Start the run again."


class Store:
    """Tables, runs and steps in the database at a URL; safe to use from many threads and processes.

    Every method raises StoreError if the database cannot be used, or if its file is no longer the
    one that was opened. What is stored is standard JSON: NaN and Infinity are a ValueError.
    """

    def __init__(self, url: str, makes: bool = True, waits: Waits = WAITS) -> None:
        """makes: whether to create a missing database; otherwise it is a StoreError."""
        self.waits = waits
        self._engine = engine(url, waits)
        weakref.finalize(self, self._engine.dispose)
        self.url = self._engine.url.render_as_string(hide_password=False)
        self._file: Path | None = None
        if self._engine.url.get_backend_name() == "sqlite":
            self._file = Path(str(self._engine.url.database))
        if not makes and self._file is not None and not self._file.exists():
            raise StoreError(complaint(str(self._file), REMOVED))
        self._identity: tuple[int, int] | None = None
        with self.transaction() as connection:
            if not _has_tables(connection):
                raise StoreError(complaint(self._place, ANOTHER))
        self._identity = identity(self._file)

    def save_table(self, digest: str, name: str, raw: bytes) -> None:
        """Stores a table's bytes once, under the first name it had.

        Each run has its own name for its table (`Run.name`).
        """
        with (
            suppress(IntegrityError),
            self.transaction() as connection,
        ):  # another has just stored it
            same = uploads.c.digest == digest
            if connection.scalar(select(uploads.c.digest).where(same)) is None:
                connection.execute(insert(uploads).values(digest=digest, name=name, raw=raw))

    def has_table(self, digest: str) -> bool:
        """Whether the table with that digest is stored."""
        return self.table_name(digest) is not None

    def table_name(self, digest: str) -> str | None:
        """The first name of the table with that digest; None if it is not stored."""
        name: str | None = self.scalar(select(uploads.c.name).where(uploads.c.digest == digest))
        return name

    def load_table(self, digest: str) -> bytes | None:
        """The bytes of the table with that digest; None if it is not stored."""
        raw = self.scalar(select(uploads.c.raw).where(uploads.c.digest == digest))
        return None if raw is None else bytes(raw)

    def create(
        self, kind: str, spec: dict[str, Any], digest: str | None = None, owner: str | None = None
    ) -> str:
        """Stores a new queued run and returns its id; owner: the server that will compute it."""
        run_id = secrets.token_urlsafe(9)
        row = {"id": run_id, "owner": owner, "kind": kind, "digest": digest, "spec": _json(spec)}
        self.execute(insert(runs).values(**row, status="queued", cancel=False, created=now()))
        return run_id

    def get(self, run_id: str) -> Run | None:
        """The whole run."""
        rows = self.rows(select(*WHOLE).where(runs.c.id == run_id))
        return run_of(rows[0]) if rows else None

    def recent(self, among: Collection[str] | None = None) -> list[Run]:
        """The newest runs first, without their results.

        among: the ids of the only runs to consider.
        """
        query = NEWEST if among is None else NEWEST.where(runs.c.id.in_(among))
        return list(map(run_of, self.rows(query)))

    def queue(self) -> list[Run]:
        """All active runs, and the last that are done, as a measure of time; without results."""
        active = self.rows(NEWEST.where(runs.c.status.in_(ACTIVE)))
        done = self.rows(NEWEST.where(runs.c.status == "done").limit(LAST_DONE))
        return list(map(run_of, (*active, *done)))

    def start(self, run_id: str) -> bool:
        """Marks a queued run as running; False if it is no longer queued."""
        return self._change(run_id, ("queued",), status="running", started=now())

    def status(self, run_id: str) -> str | None:
        """The status of the run; None if it is no longer wanted."""
        query = select(runs.c.status).where(
            runs.c.id == run_id, runs.c.status.in_(ACTIVE), runs.c.cancel.is_(False)
        )
        status: str | None = self.scalar(query)
        return status

    def step(self, run_id: str, data: dict[str, Any]) -> None:
        """Appends a step, unless the run has been deleted."""
        number = select(sa.func.coalesce(sa.func.max(steps.c.number) + 1, 0)).where(
            steps.c.run_id == run_id
        )
        row = select(runs.c.id, number.scalar_subquery(), sa.literal(_json(data)))
        names = ["run_id", "number", "data"]
        self.execute(insert(steps).from_select(names, row.where(runs.c.id == run_id)))

    def steps(self, run_id: str, after: int = -1) -> list[tuple[int, dict[str, Any]]]:
        """The steps with a number above `after`, in order; the first has number 0."""
        query = select(steps.c.number, steps.c.data).where(
            steps.c.run_id == run_id, steps.c.number > after
        )
        rows = self.rows(query.order_by(steps.c.number))
        return [(row.number, json.loads(row.data)) for row in rows]

    def publish(self, run_id: str, result: dict[str, Any]) -> bool:
        """Stores a first answer while the run goes on; False if it does not go on."""
        return self._change(run_id, ("running",), result=_json(result))

    def finish(
        self,
        run_id: str,
        status: str,
        result: dict[str, Any] | None = None,
        error: str | None = None,
    ) -> bool:
        """Ends a run; False, and nothing changes, if it has ended already.

        Without a result, the run keeps what was published.
        """
        values = {"status": status, "finished": now(), "error": error}
        if result is not None:
            values["result"] = _json(result)
        return self._change(run_id, ACTIVE, **values)

    def cancel(self, run_id: str) -> None:
        """Ends a queued run, and asks a running one to stop."""
        ended = {"status": "cancelled", "cancel": True, "finished": now()}
        if not self._change(run_id, ("queued",), **ended):
            self._change(run_id, ("running",), cancel=True)

    def delete(self, run_id: str, keeping: Collection[str | None] = ()) -> None:
        """Deletes a run with its steps, its result and its owner, which also stops it.

        If this was the last run of its owner that uses its table, or the table of items that its
        spec names, the owner no longer holds that table; a table without runs and holders is
        deleted. Tables with digests in `keeping` stay.
        """
        with self.transaction() as connection:
            query = select(runs.c.digest, runs.c.spec).where(runs.c.id == run_id)
            digest, spec = connection.execute(query).first() or (None, "{}")
            person = connection.scalar(select(owners.c.person).where(owners.c.run_id == run_id))
            for table in (steps, owners):
                connection.execute(sa.delete(table).where(table.c.run_id == run_id))
            connection.execute(sa.delete(runs).where(runs.c.id == run_id))
            for used in {digest, json.loads(spec).get("items")} - {None, *keeping}:
                of_it = (runs.c.digest == used) | runs.c.spec.contains(used, autoescape=True)
                others = select(runs.c.id).where(of_it)
                their_own = others.where(owners.c.run_id == runs.c.id, owners.c.person == person)
                held = holdings.c.digest == used
                theirs = (held, holdings.c.person == person, ~their_own.exists())
                connection.execute(sa.delete(holdings).where(*theirs))
                nobodys = (~others.exists(), ~select(holdings.c.person).where(held).exists())
                connection.execute(sa.delete(uploads).where(uploads.c.digest == used, *nobodys))

    def beat(self, server: str) -> None:
        """Records that a server is alive, and with it the runs that it owns."""
        with self.transaction() as connection:
            change = update(servers).where(servers.c.id == server).values(beat=now())
            if not connection.execute(change).rowcount:
                connection.execute(insert(servers).values(id=server, beat=now()))

    def interrupt_leftovers(self) -> int:
        """Ends the active runs whose server has died; returns how many there were."""
        limit = now(minus=timedelta(seconds=self.waits.stale))
        alive = select(servers.c.id).where(servers.c.beat >= limit)
        leftover = (
            runs.c.status.in_(ACTIVE),
            runs.c.created < limit,
            sa.or_(runs.c.owner.is_(None), runs.c.owner.not_in(alive)),
        )
        with self.transaction() as connection:
            if connection.scalar(select(runs.c.id).where(*leftover).limit(1)) is None:
                return 0  # a read needs no lock
            change = update(runs).where(*leftover)
            ended = {"status": "interrupted", "finished": now(), "error": SERVER_STOPPED}
            return connection.execute(change.values(**ended)).rowcount

    def _change(self, run_id: str, among: tuple[str, ...], **values: Any) -> bool:
        """Changes the run if its status is one of these; returns whether it did."""
        change = update(runs).where(runs.c.id == run_id, runs.c.status.in_(among))
        return self.execute(change.values(**values)) == 1

    def check(self) -> None:
        """Raises a StoreError if the database does not answer."""
        self.rows(select(1))

    def rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """Runs a query in its own transaction; returns the rows."""
        with self.transaction() as connection:
            return connection.execute(query).all()

    def scalar(self, query: sa.Executable) -> Any:
        """Runs a query in its own transaction; returns the first value, None if there is none."""
        with self.transaction() as connection:
            return connection.scalar(query)

    def execute(self, change: sa.Executable) -> int:
        """Makes a change in its own transaction; returns how many rows changed."""
        with self.transaction() as connection:
            return connection.execute(change).rowcount

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """One short transaction; if anything goes wrong in it, a StoreError is raised."""
        if self._identity is not None and identity(self._file) != self._identity:
            raise StoreError(
                complaint(str(self._file), REMOVED)
            )  # otherwise SQLite would create it
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, sa.exc.TimeoutError) as error:
            reason = getattr(error, "orig", None) or error
            raise StoreError(complaint(self._place, str(reason))) from error

    @property
    def _place(self) -> str:
        """The name of the store in a complaint."""
        return str(self._file or self._engine.url)


def _has_tables(connection: sa.Connection) -> bool:
    """Whether the tables are of this version; missing ones are created.

    Processes that create them at the same time take turns.
    """
    if about.name not in _names(connection):
        of_postgresql = f"SELECT pg_advisory_xact_lock({TURNS})"
        is_postgresql = connection.dialect.name == "postgresql"
        connection.exec_driver_sql(of_postgresql if is_postgresql else "BEGIN IMMEDIATE")
        if _names(connection) & metadata.tables.keys():
            return about.name in _names(connection)
        metadata.create_all(connection, checkfirst=False)
        connection.execute(insert(about).values(schema=SCHEMA))
    return connection.scalar(select(about.c.schema)) == SCHEMA


def _names(connection: sa.Connection) -> set[str]:
    """The names of the tables that are there now."""
    return set(sa.inspect(connection).get_table_names())


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, allow_nan=False)
