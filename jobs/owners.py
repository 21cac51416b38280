"""Who owns runs and tables on a server where people sign in, and how much each person uses.

A run belongs to the person who started it, who may share it: then everybody who is signed in can
open it by its link. Sharing can be withdrawn. A table is held by everyone who uploaded it, until
they delete their last run on it. Nothing here looks into a table.

One person may use only a part of a server: rows of a table, runs at a time, room on its disk. The
environment sets these limits. Where people sign in there are defaults. Elsewhere only limits that
are set apply, to everybody together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import insert, select, update

from interpret.data.complaints import DataError, quoted
from jobs.database import ACTIVE, holdings, owners, people, runs, uploads
from jobs.store import Store

ROWS, RUNS, MEGABYTES = "RULESCOPE_MAX_ROWS", "RULESCOPE_MAX_RUNS", "RULESCOPE_MAX_MB"
DEFAULTS = {ROWS: 1_000_000, RUNS: 4, MEGABYTES: 2_000}  # where people sign in
MEGABYTE = 2**20
LONGEST = 12  # digits


@dataclass(frozen=True)
class Person:
    """Who is signed in: a key that nobody else has, the name shown, and whether it is an admin."""

    key: str
    name: str
    is_admin: bool = False


@dataclass(frozen=True)
class Use:
    """A person's use: the numbers of runs and of active ones, and bytes of tables and answers."""

    name: str
    runs: int
    active: int
    size: int


@dataclass(frozen=True)
class Owners:
    """People in the store, and what they own. Every method can raise a StoreError, as in Store."""

    store: Store

    def own(self, run_id: str, person: Person) -> None:
        """Records that a new run belongs to this person."""
        self._know(person)
        row = {"run_id": run_id, "person": person.key, "shared": False}
        self.store.execute(insert(owners).values(**row))

    def owns(self, person: Person, run_id: str) -> bool:
        query = _runs_of(person.key).where(owners.c.run_id == run_id)
        return self.store.scalar(query) is not None

    def may_open(self, person: Person, run_id: str) -> bool:
        """Whether the run belongs to this person, or is shared by its owner."""
        is_allowed = sa.or_(owners.c.person == person.key, owners.c.shared.is_(True))
        query = select(owners.c.run_id).where(owners.c.run_id == run_id, is_allowed)
        return self.store.scalar(query) is not None

    def is_shared(self, run_id: str) -> bool:
        return bool(self.store.scalar(select(owners.c.shared).where(owners.c.run_id == run_id)))

    def share(self, person: Person, run_id: str, shared: bool) -> None:
        """Shares this person's run, or stops sharing it; a run of somebody else does not change."""
        of_person = (owners.c.run_id == run_id, owners.c.person == person.key)
        self.store.execute(update(owners).where(*of_person).values(shared=shared))

    def runs_of(self, person: Person) -> tuple[str, ...]:
        """The ids of this person's runs."""
        return tuple(row.run_id for row in self.store.rows(_runs_of(person.key)))

    def hold(self, person: Person, digest: str) -> None:
        """Records that this person uploaded a table."""
        if not self._holds(person, digest):
            self._know(person)
            self.store.execute(insert(holdings).values(person=person.key, digest=digest))

    def may_see(self, person: Person, digest: str) -> bool:
        """Whether this person uploaded the table, or may open a run that uses it."""
        is_allowed = sa.or_(owners.c.person == person.key, owners.c.shared.is_(True))
        of_run = select(runs.c.id).join(owners, owners.c.run_id == runs.c.id)
        query = of_run.where(runs.c.digest == digest, is_allowed).limit(1)
        return self._holds(person, digest) or self.store.scalar(query) is not None

    def use(self, person: Person | None) -> Use:
        """The use of this person, or of everybody together."""
        mine = [] if person is None else [runs.c.id.in_(_runs_of(person.key))]
        held = [] if person is None else [uploads.c.digest.in_(_tables_of(person.key))]
        in_a_place = runs.c.status.in_(ACTIVE)
        counted = [
            sa.func.count(runs.c.id),
            sa.func.sum(sa.case((in_a_place, 1), else_=0)),
            sa.func.sum(sa.func.length(runs.c.result)),
        ]
        n, active, answers = tuple(self.store.rows(select(*counted).where(*mine))[0])
        size = select(sa.func.sum(sa.func.length(uploads.c.raw))).where(*held)
        tables = self.store.scalar(size)
        name = "" if person is None else person.name
        return Use(name, n, active or 0, (tables or 0) + (answers or 0))

    def uses(self) -> list[Use]:
        """The use of each person, by name."""
        known = self.store.rows(select(people.c.key, people.c.name))
        return sorted(
            (self.use(Person(row.key, row.name)) for row in known), key=lambda use: use.name
        )

    def _holds(self, person: Person, digest: str) -> bool:
        query = _tables_of(person.key).where(holdings.c.digest == digest)
        return self.store.scalar(query) is not None

    def _know(self, person: Person) -> None:
        """Stores the name of a key."""
        same = people.c.key == person.key
        with self.store.transaction() as connection:
            change = update(people).where(same).values(name=person.name)
            if not connection.execute(change).rowcount:
                connection.execute(insert(people).values(key=person.key, name=person.name))


def _runs_of(key: str) -> sa.Select[tuple[str]]:
    return select(owners.c.run_id).where(owners.c.person == key)


def _tables_of(key: str) -> sa.Select[tuple[str]]:
    return select(holdings.c.digest).where(holdings.c.person == key)


@dataclass(frozen=True)
class Quotas:
    """The limits, None for no limit. Each check raises a DataError in one sentence."""

    rows: int | None = None
    runs: int | None = None
    megabytes: int | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str], sign_in: bool) -> "Quotas":
        """The limits that the environment sets; a DataError if one is not a number."""
        return cls(*(_number(environment, name, sign_in) for name in DEFAULTS))

    def check_rows(self, n_rows: int) -> None:
        """Raises if a table has too many rows."""
        if self.rows is not None and n_rows > self.rows:
            raise DataError(
                f"A table may have {self.rows:,} rows on this server, and this one has {n_rows:,}. "
                "Take a sample of its rows."
            )

    def check_runs(self, use: Use) -> None:
        """Raises if another run cannot be started now."""
        if self.runs is not None and use.active >= self.runs:
            raise DataError(
                f"At most {self.runs:,} of your runs may be waiting or at work at once, and "
                f"{use.active:,} are. Wait until one has ended, or cancel one."
            )

    def check_room(self, use: Use, more: int = 0) -> None:
        """Raises if there is no room for this many more bytes."""
        if self.megabytes is not None and use.size + more > self.megabytes * MEGABYTE:
            raise DataError(
                f"Your tables and answers may take {self.megabytes:,} MB on this server, and with "
                f"this they would take {(use.size + more) / MEGABYTE:,.0f} MB. Delete runs that "
                "you no longer need."
            )


def _number(environment: Mapping[str, str], name: str, sign_in: bool) -> int | None:
    text = environment.get(name, "").strip()
    if not text:
        return DEFAULTS[name] if sign_in else None
    if not text.isdecimal() or len(text) > LONGEST or int(text) < 1:
        raise DataError(
            f"{name} must be a whole number above 0, of at most {LONGEST} digits; got "
            f"{quoted(text)}. Set it anew."
        )
    return int(text)
