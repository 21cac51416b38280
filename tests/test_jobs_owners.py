"""Whose runs and tables they are; how much one may take; logs without cells."""

import json
import logging
import sys

import pytest

from interpret.data.complaints import DataError
from jobs.log import JsonLines
from jobs.owners import DEFAULTS, MEGABYTE, Owners, Person, Quotas, Use
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


def test_an_admin_sees_numbers_alone(owners):
    owners.store.save_table(DIGEST, "secret.csv", b"a,b\n1,2\n")
    owners.hold(ADA, DIGEST)
    for person in (ADA, ADA, BOB):
        owners.own(owners.store.create("explain", {"table": "secret.csv"}, DIGEST), person)
    first = owners.runs_of(ADA)[0]
    owners.store.start(first)
    owners.store.finish(first, "done", {"x": 1})
    size = len(b"a,b\n1,2\n") + len('{"x": 1}')
    assert owners.uses() == [Use(ADA.name, 2, 1, size), Use(BOB.name, 1, 1, 0)]
    assert owners.use(None) == Use("", 3, 2, size)
    assert "secret" not in str(owners.uses())


def test_quotas_are_of_the_environment_and_said_in_one_sentence():
    assert Quotas.of({}, sign_in=False) == Quotas()
    assert Quotas.of({}, sign_in=True) == Quotas(*DEFAULTS.values())
    asked = dict.fromkeys(DEFAULTS, "2")
    few = Quotas.of(asked, sign_in=False)
    assert few == Quotas(2, 2, 2)
    few.check_rows(2)
    few.check_runs(Use("", 9, 1, 0))
    few.check_room(Use("", 0, 0, MEGABYTE), MEGABYTE)
    for check, sentence in (
        (lambda: few.check_rows(3), "A table may have 2 rows on this server, and this one has 3."),
        (lambda: few.check_runs(Use("", 2, 2, 0)), "At most 2 of your runs"),
        (lambda: few.check_room(Use("", 0, 0, MEGABYTE), MEGABYTE + 1), "may take 2 MB"),
    ):
        with pytest.raises(DataError, match=sentence):
            check()
    for nonsense in ("many", "-1", "0", "1.5", "9" * 5000):
        with pytest.raises(DataError, match="must be a whole number above 0"):
            Quotas.of({next(iter(DEFAULTS)): nonsense}, sign_in=False)


def test_a_line_of_the_log_holds_no_cell():
    def line(name, message, *arguments, error=None, **fields):
        record = logging.LogRecord(name, logging.WARNING, "x.py", 1, message, arguments, error)
        vars(record).update(fields)
        told = json.loads(JsonLines().format(record))
        assert "secret" not in json.dumps(told)
        return told

    told = line("jobs.runner", "The process of run %s said:\n%s", "r1", "secret cell", run="r1")
    assert (told["event"], told["run"]) == ("The process of run %s said:\n%s", "r1")
    assert line("other", "a secret cell")["event"] == "str"
    assert "table" not in line("dashboard", "Done.", table="secret.csv")
    try:
        raise ValueError("secret cell")
    except ValueError:
        told = line("rulescope", "A page could not be shown.", error=sys.exc_info())
    assert told["error"] == "ValueError"
    assert told["at"][-1].startswith("test_a_line_of_the_log_holds_no_cell:")
