"""Versions of a run's rules in the store: numbered, chosen, deleted with the run."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

import jobs.store
from jobs.database import StoreError
from jobs.store import Store
from tests import test_jobs_store

DATA = {"author": "<b>Ann</b> 🙂 '; DROP TABLE versions; --", "note": "x" * 5000}
path, sqlite_url, url = test_jobs_store.path, test_jobs_store.sqlite_url, test_jobs_store.url


def test_versions_come_back_in_order_and_one_of_each_class_is_chosen(url):
    store = Store(url)
    run, other = store.create("explain", {}), store.create("explain", {})
    assert store.versions(run) == []
    assert [store.save_version(run, about, DATA) for about in ("a", "b", "a")] == [1, 2, 3]
    assert store.save_version(other, "a", DATA) == 1
    store.choose_version(run, "a", 1)
    store.choose_version(run, "b", 2)
    store.choose_version(run, "a", 3)
    found = Store(url).versions(run)
    assert [(own.number, own.about, own.chosen) for own in found] == [
        (1, "a", False),
        (2, "b", True),
        (3, "a", True),
    ]
    assert found[0].data == DATA
    store.choose_version(run, "a", None)
    assert [own.chosen for own in store.versions(run)] == [False, True, False]
    store.delete(run)
    assert store.versions(run) == []
    assert len(store.versions(other)) == 1


def test_many_who_save_at_once_each_get_a_number(url):
    store, other = Store(url), Store(url)
    run = store.create("explain", {})
    with ThreadPoolExecutor(4) as pool:
        numbers = pool.map(
            lambda i: (store, other)[i % 2].save_version(run, "a", {"i": i}), range(16)
        )
    assert sorted(numbers) == list(range(1, 17))
    assert sorted(own.data["i"] for own in store.versions(run)) == list(range(16))


def test_of_a_run_that_is_gone_or_full_no_version_is_kept(sqlite_url, monkeypatch):
    store = Store(sqlite_url)
    with pytest.raises(StoreError, match="see whether the run was deleted"):
        store.save_version("never", "a", DATA)
    monkeypatch.setattr(jobs.store, "MOST_VERSIONS", 2)
    run = store.create("explain", {})
    store.save_version(run, "a", DATA)
    store.save_version(run, "a", DATA)
    with pytest.raises(StoreError, match="2 at most"):
        store.save_version(run, "a", DATA)


@pytest.mark.parametrize("change", ["DROP TABLE about", "UPDATE about SET schema = schema - 1"])
def test_a_store_of_another_version_is_one_sentence_and_stays_as_it_is(sqlite_url, path, change):
    Store(sqlite_url).create("explain", {"n": 1})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
        before = list(connection.iterdump())
    with pytest.raises(StoreError, match=r"of this version of Rulescope, .* Move it away"):
        Store(sqlite_url)
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before
