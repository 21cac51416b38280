"""Who owns runs and tables on a server where people sign in.

A run belongs to the person who started it, who may share it: then everybody who is signed in can
open it by its link. Sharing can be withdrawn. A table is held by everyone who uploaded it, until
they delete their last run on it. Nothing here looks into a table.
"""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import insert, select, update

from jobs.database import holdings, owners, runs
from jobs.store import Store


@dataclass(frozen=True)
class Person:
    """Who is signed in: a key that nobody else has, and the name shown."""

    key: str
    name: str


@dataclass(frozen=True)
class Owners:
    """What people own in the store. Every method can raise a StoreError, as in Store."""

    store: Store

    def own(self, run_id: str, person: Person) -> None:
        """Records that a new run belongs to this person."""
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
            self.store.execute(insert(holdings).values(person=person.key, digest=digest))

    def may_see(self, person: Person, digest: str) -> bool:
        """Whether this person uploaded the table, or may open a run that uses it."""
        is_allowed = sa.or_(owners.c.person == person.key, owners.c.shared.is_(True))
        of_run = select(runs.c.id).join(owners, owners.c.run_id == runs.c.id)
        query = of_run.where(runs.c.digest == digest, is_allowed).limit(1)
        return self._holds(person, digest) or self.store.scalar(query) is not None

    def _holds(self, person: Person, digest: str) -> bool:
        query = _tables_of(person.key).where(holdings.c.digest == digest)
        return self.store.scalar(query) is not None


def _runs_of(key: str) -> sa.Select[tuple[str]]:
    return select(owners.c.run_id).where(owners.c.person == key)


def _tables_of(key: str) -> sa.Select[tuple[str]]:
    return select(holdings.c.digest).where(holdings.c.person == key)
