"""Who owns runs and tables on a server where people sign in, and how much each person uses.

A run belongs to the person who started it, who may share it: then everybody who is signed in can
open it by its link. Sharing can be withdrawn. A table is held by everyone who uploaded it, until
they delete their last run on it. Nothing here looks into a table.
"""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import insert, select, update

from jobs.schema import ACTIVE, ASIDE, holdings, owners, people, runs, uploads
from jobs.store import Store


@dataclass(frozen=True)
class Person:
    """Who is signed in: a key that nobody else has, the name shown, and whether it is an admin."""

    key: str
    name: str
    is_admin: bool = False


@dataclass(frozen=True)
class Use:
    """What somebody uses: how many runs, how many of them active, bytes of tables and answers."""

    name: str
    runs: int
    active: int
    size: int


@dataclass(frozen=True)
class Owners:
    """What the store knows about people. Every method can raise a StoreError, as in Store."""

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
        """What this person uses, or everybody together."""
        mine = [] if person is None else [runs.c.id.in_(_runs_of(person.key))]
        held = [] if person is None else [uploads.c.digest.in_(_tables_of(person.key))]
        in_a_place = runs.c.status.in_(ACTIVE) & runs.c.kind.not_in(ASIDE)
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
        """What each person uses, by name."""
        known = self.store.rows(select(people.c.key, people.c.name))
        return sorted(
            (self.use(Person(row.key, row.name)) for row in known), key=lambda use: use.name
        )

    def _holds(self, person: Person, digest: str) -> bool:
        query = _tables_of(person.key).where(holdings.c.digest == digest)
        return self.store.scalar(query) is not None

    def _know(self, person: Person) -> None:
        """Stores the name that belongs to a key."""
        same = people.c.key == person.key
        with self.store.transaction() as connection:
            change = update(people).where(same).values(name=person.name)
            if not connection.execute(change).rowcount:
                connection.execute(insert(people).values(key=person.key, name=person.name))


def _runs_of(key: str) -> sa.Select[tuple[str]]:
    return select(owners.c.run_id).where(owners.c.person == key)


def _tables_of(key: str) -> sa.Select[tuple[str]]:
    return select(holdings.c.digest).where(holdings.c.person == key)
