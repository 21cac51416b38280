"""Whose runs and tables they are."""

import pytest

from jobs.owners import Owners, Person
from jobs.store import Store
from tests import test_jobs_store

ADA, BOB = Person("a" * 64, "ada@example.org"), Person("b" * 64, "bob@example.org")
DIGEST = "d" * 64


path, sqlite_url, url = test_jobs_store.path, test_jobs_store.sqlite_url, test_jobs_store.url


@pytest.fixture
def owners(url):
    return Owners(Store(url))


def test_a_run_opens_for_its_owner_and_while_it_is_shared_for_all(owners):
    run_id = owners.store.create("explain", {"table": "t"}, DIGEST)
    unowned = owners.store.create("explain", {"table": "t"}, DIGEST)
    owners.own(run_id, ADA)
    assert owners.may_open(ADA, run_id)
    assert not owners.may_open(BOB, run_id)
    assert not owners.may_open(ADA, unowned)
    owners.share(BOB, run_id, True)  # not his to share
    assert not owners.may_open(BOB, run_id)
    owners.share(ADA, run_id, True)
    assert owners.may_open(BOB, run_id)
    assert owners.may_see(BOB, DIGEST)
    assert not owners.owns(BOB, run_id)
    owners.share(ADA, run_id, False)
    assert not owners.may_open(BOB, run_id)
    assert not owners.may_see(BOB, DIGEST)
    assert owners.runs_of(ADA) == (run_id,)
    owners.store.delete(run_id)
    assert not owners.may_open(ADA, run_id)
    assert owners.runs_of(ADA) == ()


def asked(owners, person, digest=DIGEST, **spec):
    run_id = owners.store.create("recommend", {"table": "t"} | spec, digest)
    owners.own(run_id, person)
    return run_id


@pytest.mark.parametrize("first", [ADA, BOB])
def test_a_table_goes_with_its_last_holder(owners, first):
    store, (last,) = owners.store, {ADA, BOB} - {first}
    for person in (ADA, BOB):
        owners.hold(person, DIGEST)
        store.save_table(DIGEST, "t.csv", b"a,b\n1,2\n")
    mine = [asked(owners, first) for _ in range(2)]
    store.delete(mine[0])
    assert owners.may_see(first, DIGEST), "a run of theirs is left"
    store.delete(mine[1])
    assert not owners.may_see(first, DIGEST)
    assert owners.may_see(last, DIGEST)
    assert store.load_table(DIGEST), "the other one brought it too, and has no run yet"
    store.delete(asked(owners, first))  # as by a link
    assert store.has_table(DIGEST)
    store.delete(asked(owners, last), keeping=[DIGEST])
    assert owners.may_see(last, DIGEST), "it is open"
    store.delete(asked(owners, last))
    assert not store.has_table(DIGEST)
    assert not owners.may_see(last, DIGEST)


def test_a_table_of_items_goes_with_its_last_holder_too(owners):
    items = "e" * 64
    for person in (ADA, BOB):
        owners.hold(person, items)
        owners.store.save_table(items, "films.csv", b"a,b\n1,2\n")
    owners.store.delete(asked(owners, ADA, items=items))
    assert owners.store.has_table(items)
    owners.store.delete(asked(owners, BOB, items=items))
    assert not owners.store.has_table(items)


def test_a_table_is_seen_by_who_brought_it(owners):
    owners.store.save_table(DIGEST, "t.csv", b"a,b\n1,2\n")
    owners.hold(ADA, DIGEST)
    owners.hold(ADA, DIGEST)
    assert owners.may_see(ADA, DIGEST)
    assert not owners.may_see(BOB, DIGEST)
