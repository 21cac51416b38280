"""Who owns runs and tables, where people sign in, and how much each person uses.

A run belongs to who started it; its owner may let everybody who is signed in open it by its link,
and withdraw that. A table is known to whoever brought it. Nothing here looks into a table.
"""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import delete, insert, select, update

from jobs.schema import ACTIVE, ASIDE, holdings, owners, people, runs, uploads
from jobs.store import Store


@dataclass(frozen=True)
class Person:
    """Who is signed in: a key that no other person has, the name shown, and whether an admin."""

    key: str
    name: str
    is_admin: bool = False


@dataclass(frozen=True)
class Use:
    """What somebody uses: all runs, runs queued or at work, bytes of tables and answers."""

    name: str
    runs: int
    active: int
    size: int


@dataclass(frozen=True)
class Owners:
    """What the store knows of its people. Every method raises StoreError as the store's do."""

    store: Store

    def own(self, run_id: str, person: Person) -> None:
        """Notes that a new run is this person's."""
        self._know(person)
        with self.store.transaction() as connection:
            row = {"run_id": run_id, "person": person.key, "shared": False}
            connection.execute(insert(owners).values(**row))

    def owns(self, person: Person, run_id: str) -> bool:
        query = select(owners.c.run_id).where(
            owners.c.run_id == run_id, owners.c.person == person.key
        )
        with self.store.transaction() as connection:
            return connection.scalar(query) is not None

    def may_open(self, person: Person, run_id: str) -> bool:
        """Whether the run is this person's, or one that its owner shares."""
        is_allowed = sa.or_(owners.c.person == person.key, owners.c.shared.is_(True))
        query = select(owners.c.run_id).where(owners.c.run_id == run_id, is_allowed)
        with self.store.transaction() as connection:
            return connection.scalar(query) is not None

    def is_shared(self, run_id: str) -> bool:
        query = select(owners.c.shared).where(owners.c.run_id == run_id)
        with self.store.transaction() as connection:
            return bool(connection.scalar(query))

    def share(self, person: Person, run_id: str, shared: bool) -> None:
        """Shares a run of this person's, or withdraws it; another's is left as it is."""
        of_person = (owners.c.run_id == run_id, owners.c.person == person.key)
        with self.store.transaction() as connection:
            connection.execute(update(owners).where(*of_person).values(shared=shared))

    def runs_of(self, person: Person) -> tuple[str, ...]:
        """The ids of this person's runs."""
        query = select(owners.c.run_id).where(owners.c.person == person.key)
        with self.store.transaction() as connection:
            return tuple(connection.scalars(query))

    def hold(self, person: Person, digest: str) -> None:
        """Notes that this person brought a table."""
        if not self._holds(person, digest):
            self._know(person)
            with self.store.transaction() as connection:
                connection.execute(insert(holdings).values(person=person.key, digest=digest))

    def may_see(self, person: Person, digest: str) -> bool:
        """Whether the table is one that this person brought, or of a run that they may open."""
        is_allowed = sa.or_(owners.c.person == person.key, owners.c.shared.is_(True))
        of_run = select(runs.c.id).join(owners, owners.c.run_id == runs.c.id)
        query = of_run.where(runs.c.digest == digest, is_allowed).limit(1)
        if self._holds(person, digest):
            return True
        with self.store.transaction() as connection:
            return connection.scalar(query) is not None

    def forget(self, run_id: str) -> None:
        """Forgets the owner of a deleted run."""
        with self.store.transaction() as connection:
            connection.execute(delete(owners).where(owners.c.run_id == run_id))

    def use(self, person: Person | None) -> Use:
        """What this person uses, or all people together."""
        mine = [] if person is None else [runs.c.id.in_(_runs_of(person.key))]
        held = [] if person is None else [uploads.c.digest.in_(_tables_of(person.key))]
        in_a_place = runs.c.status.in_(ACTIVE) & runs.c.kind.not_in(ASIDE)
        counted = [
            sa.func.count(runs.c.id),
            sa.func.sum(sa.case((in_a_place, 1), else_=0)),
            sa.func.sum(sa.func.length(runs.c.result)),
        ]
        with self.store.transaction() as connection:
            n, active, answers = connection.execute(select(*counted).where(*mine)).one()
            size = select(sa.func.sum(sa.func.length(uploads.c.raw))).where(*held)
            tables = connection.scalar(size)
        name = "" if person is None else person.name
        return Use(name, n, active or 0, (tables or 0) + (answers or 0))

    def uses(self) -> list[Use]:
        """What each person uses, by name."""
        with self.store.transaction() as connection:
            known = connection.execute(select(people.c.key, people.c.name)).all()
        return sorted((self.use(Person(*row)) for row in known), key=lambda use: use.name)

    def _holds(self, person: Person, digest: str) -> bool:
        query = select(holdings.c.digest).where(
            holdings.c.person == person.key, holdings.c.digest == digest
        )
        with self.store.transaction() as connection:
            return connection.scalar(query) is not None

    def _know(self, person: Person) -> None:
        """Keeps the name that belongs to a key."""
        same = people.c.key == person.key
        with self.store.transaction() as connection:
            change = update(people).where(same).values(name=person.name)
            if not connection.execute(change).rowcount:
                connection.execute(insert(people).values(key=person.key, name=person.name))


def _runs_of(key: str) -> sa.Select[tuple[str]]:
    return select(owners.c.run_id).where(owners.c.person == key)


def _tables_of(key: str) -> sa.Select[tuple[str]]:
    return select(holdings.c.digest).where(holdings.c.person == key)
