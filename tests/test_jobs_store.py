import re
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

import jobs.store
from jobs.database import WAITS, StoreError, Waits
from jobs.store import Store

SPEC = {"n": 3, "names": ["ä", "🙂", "NUL \0", "'; DROP TABLE runs; --"], "price": None}
ENDS = ("done", "cancelled", "failed", "interrupted")


POSTGRES = pytest.param("postgres_url", marks=pytest.mark.services)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


@pytest.fixture(params=["sqlite_url", POSTGRES])
def url(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def sqlite_url(path):
    return f"sqlite:///{path}"


@pytest.fixture
def store(url):
    return Store(url)


@pytest.fixture
def sqlite_store(sqlite_url):
    return Store(sqlite_url)


def test_a_run_comes_back_as_it_was_given(store):
    before = datetime.now(UTC)
    run = store.get(store.create("count", SPEC, "a" * 64))
    assert (run.kind, run.spec, run.digest, run.status) == ("count", SPEC, "a" * 64, "queued")
    assert before <= run.created <= datetime.now(UTC)
    assert (run.started, run.finished, run.result, run.error) == (None, None, None, None)


def test_a_run_that_never_was_is_none(store):
    assert store.get("never") is None
    assert store.steps("never") == []
    assert store.status("never") is None
    assert not store.finish("never", "done", {})


def test_everything_is_there_for_the_next_process(store, url):
    run_id = store.create("count", SPEC)
    store.start(run_id)
    store.step(run_id, {"count": 1})
    store.finish(run_id, "done", {"count": 1})
    other = Store(url)
    assert other.get(run_id) == store.get(run_id)
    assert other.steps(run_id) == [(0, {"count": 1})]


def test_recent_runs_are_listed_newest_first_with_the_table_they_are_about(store):
    store.save_table("d", "wards.csv", b"a,b\n")
    named = ["", "", "mine.csv", ""]
    ids = [store.create("count", {"table": own}, "d" if own else None) for own in named]
    store.start(ids[3])
    store.finish(ids[3], "done", {"big": "x" * 1000})
    listed = store.recent()[:3]
    assert [run.id for run in listed] == ids[:0:-1]
    assert [run.name for run in listed] == ["", "mine.csv", ""]
    assert listed[0].status == "done"


def test_a_table_is_kept_once_under_the_name_it_came_with_first(store):
    assert store.load_table("d") is None
    assert store.table_name("d") is None
    store.save_table("d", "b ä 🙂.csv", b"\xff\0raw")
    store.save_table("d", "a.csv", b"\xff\0raw")
    assert store.load_table("d") == b"\xff\0raw"
    assert store.table_name("d") == "b ä 🙂.csv"


def test_what_a_run_calls_its_table_is_its_own(store):
    store.save_table("d", "ward 7.csv", b"a,b\n")
    mine = store.create("count", {"table": "ward 7.csv"}, "d")
    store.save_table("d", "other name.csv", b"a,b\n")
    other = store.create("count", {"table": "other name.csv"}, "d")
    assert [store.get(own).name for own in (mine, other)] == ["ward 7.csv", "other name.csv"]
    assert sorted(run.name for run in store.recent()) == ["other name.csv", "ward 7.csv"]


def test_steps_are_numbered_in_order_and_read_from_where_one_stopped(store):
    first, other = store.create("count", {}), store.create("count", {})
    for n in range(4):
        store.step(first, {"n": n})
        store.step(other, {"m": n})
    assert store.steps(first) == [(n, {"n": n}) for n in range(4)]
    assert store.steps(first, after=1) == [(2, {"n": 2}), (3, {"n": 3})]
    assert store.steps(first, after=3) == []


def test_a_published_answer_stands_while_the_run_goes_on_and_when_it_ends_without_one(store):
    run_id = store.create("count", {})
    assert not store.publish(run_id, {"count": 0})
    store.start(run_id)
    assert store.publish(run_id, {"count": 1})
    assert store.get(run_id).result == {"count": 1}
    assert store.get(run_id).active
    store.finish(run_id, "cancelled")
    assert store.get(run_id).result == {"count": 1}
    assert not store.publish(run_id, {"count": 2})
    assert store.get(run_id).result == {"count": 1}


@pytest.mark.parametrize("first", ENDS)
def test_who_ends_a_run_first_decides_how_it_ended(store, first):
    run_id = store.create("count", {})
    store.start(run_id)
    assert store.finish(run_id, first, {"by": first})
    ended = store.get(run_id)
    for later in ENDS:
        assert not store.finish(run_id, later, {"by": "another"}, "another")
    store.cancel(run_id)
    assert not store.start(run_id)
    assert store.get(run_id) == ended
    assert ended.created <= ended.started <= ended.finished


def test_of_many_that_end_a_run_at_once_one_does(store):
    run_id = store.create("count", {})
    gate, won = threading.Barrier(8), []

    def end(number):
        gate.wait()
        won.append(store.finish(run_id, "done", {"by": number}) and number)

    threads = [threading.Thread(target=end, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [number for number in won if number] == [store.get(run_id).result["by"]]


def test_cancelling_ends_a_queued_run_at_once_and_asks_a_running_one(store):
    queued, running = store.create("count", {}), store.create("count", {})
    store.start(running)
    assert store.status(queued) is not None
    assert store.status(running) is not None
    store.cancel(queued)
    store.cancel(running)
    assert store.get(queued).status == "cancelled"
    assert store.get(queued).finished
    assert not store.start(queued)
    assert store.get(running).status == "running"
    assert store.get(queued).cancel
    assert store.get(running).cancel
    assert store.status(running) is None


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_not_standard_json_is_refused_and_changes_nothing(store, number):
    run_id = store.create("count", {})
    store.start(run_id)
    before = store.get(run_id)
    for write in (
        lambda: store.create("count", {"x": number}),
        lambda: store.step(run_id, {"x": number}),
        lambda: store.publish(run_id, {"x": number}),
        lambda: store.finish(run_id, "done", {"x": [number]}),
    ):
        with pytest.raises(ValueError, match="JSON"):
            write()
    assert store.get(run_id) == before
    assert store.steps(run_id) == []
    assert len(store.recent()) == 1


def test_only_runs_of_dead_servers_are_leftovers(store, monkeypatch):
    moment = datetime.now(UTC)
    monkeypatch.setattr(
        jobs.store,
        "now",
        lambda minus=timedelta(0): (moment - minus).isoformat("T", "microseconds"),
    )
    store.beat("dead")
    store.beat("alive")
    runs = {
        (owner, status): store.create("count", {}, owner=owner)
        for owner in ("dead", "alive", None)
        for status in ("queued", "running", "done")
    }
    for (_, status), run_id in runs.items():
        if status != "queued":
            store.start(run_id)
    for (_, status), run_id in runs.items():
        if status == "done":
            store.finish(run_id, "done", {})
    assert store.interrupt_leftovers() == 0, "the dead one may still be late"
    moment += timedelta(seconds=WAITS.stale)
    store.beat("alive")
    assert store.interrupt_leftovers() == 0, "not a moment too early"
    moment += timedelta(microseconds=1)
    fresh = store.create("count", {}, owner="dead")
    assert store.interrupt_leftovers() == 4
    for (owner, status), run_id in runs.items():
        left = owner != "alive" and status != "done"
        assert store.get(run_id).status == ("interrupted" if left else status)
    assert "Start the run again" in store.get(runs["dead", "queued"]).error
    assert store.get(fresh).status == "queued"
    assert store.interrupt_leftovers() == 0


def test_a_folder_that_is_not_there_is_made_and_a_relative_path_made_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = Store("sqlite:///deep/down/runs.sqlite")
    run_id = store.create("count", {})
    monkeypatch.chdir(tmp_path.parent)
    assert Store(store.url).get(run_id) == store.get(run_id)
    assert (tmp_path / "deep" / "down" / "runs.sqlite").exists()


def test_many_may_open_a_new_store_at_once(url):
    gate, made, failed = threading.Barrier(8), [], []

    def make():
        gate.wait()
        try:
            made.append(Store(url).create("count", {}))
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert {run.id for run in Store(url).recent()} == set(made)


def test_a_reader_neither_waits_for_a_writer_nor_keeps_it_waiting(sqlite_url, path):
    sqlite_store = Store(sqlite_url, waits=Waits(lock=0.0))  # who has to wait is refused
    run_id = sqlite_store.create("count", {})
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN")
    assert other.execute("SELECT count(*) FROM steps").fetchone() == (0,)
    sqlite_store.step(run_id, {"n": 1})
    other.execute("COMMIT")
    other.execute("BEGIN IMMEDIATE")
    assert sqlite_store.steps(run_id) == [(0, {"n": 1})]
    assert sqlite_store.interrupt_leftovers() == 0
    other.close()


def test_a_writer_waits_for_another_to_end(sqlite_store, path):
    run_id = sqlite_store.create("count", {})
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    writing = threading.Thread(target=sqlite_store.step, args=(run_id, {"n": 1}))
    writing.start()
    writing.join(0.1)
    assert writing.is_alive()
    other.close()
    writing.join()
    assert sqlite_store.steps(run_id) == [(0, {"n": 1})]


def test_a_store_that_stays_locked_says_so(path):
    store = Store(f"sqlite:///{path}", waits=Waits(lock=0.1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"must be free for writing, .* locked"):
        store.create("count", {})
    other.close()
    store.create("count", {})


def test_a_store_without_room_says_so_and_keeps_what_it_has(sqlite_store):
    run_id = sqlite_store.create("count", {"n": 1})
    sa.event.listen(
        sqlite_store._engine, "begin", lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1")
    )
    with pytest.raises(StoreError, match=r"disk is full\. Free some space"):
        sqlite_store.save_table("d", "a.csv", b"x" * 100_000)
    assert sqlite_store.get(run_id).spec == {"n": 1}
    assert sqlite_store.load_table("d") is None


def test_a_file_that_is_no_store_is_left_alone(path):
    path.write_text("a,b,class\n1,2,yes\n" * 100)
    content = path.read_bytes()
    with pytest.raises(StoreError, match=r"must be a database of runs, .* Move the file"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == content


def test_an_address_that_cannot_be_used_says_what_to_do(tmp_path):
    (tmp_path / "file").touch()
    for url, said in {
        "": "database URL such as",
        "runs.sqlite": "database URL such as",
        "sqlite://": "Name a file",
        "sqlite:///:memory:": "Name a file",
        f"sqlite:///{tmp_path / 'file' / 'runs.sqlite'}": "needs a folder",
    }.items():
        with pytest.raises(StoreError, match=said):
            Store(url)


def test_a_complaint_names_the_place_and_never_a_password(tmp_path):
    with pytest.raises(StoreError, match=re.escape(str(tmp_path))):
        Store(f"sqlite:///{tmp_path}")
    with pytest.raises(StoreError, match="driver with pip") as caught:
        Store("nosuch://user:secret@host/name")
    assert "secret" not in str(caught.value)


def test_a_deleted_run_leaves_nothing_behind_and_the_others_alone(store):
    store.save_table("d", "a.csv", b"a\n1\n")
    gone, kept = store.create("count", {}, "d"), store.create("count", {}, "d")
    for run_id in (gone, kept):
        store.start(run_id)
        store.step(run_id, {"n": 1})
    store.delete(gone)
    store.delete("never")
    assert store.get(gone) is None
    assert store.status(gone) is None, "who works on it hears that it may stop"
    store.step(gone, {"n": 2})
    assert not store.publish(gone, {"n": 2})
    assert not store.finish(gone, "done", {"n": 2})
    assert store.steps(gone) == []
    assert store.steps(kept) == [(0, {"n": 1})]
    assert [run.id for run in store.recent()] == [kept]
    assert store.load_table("d") == b"a\n1\n", "a run of it is left"


def test_a_table_is_deleted_with_its_last_run_unless_it_is_to_be_kept(store):
    for digest in ("d", "e"):
        store.save_table(digest, "a.csv", b"a\n1\n")
    store.delete(store.create("count", {}, "d"), keeping=["d"])
    store.delete(store.create("count", {}))
    assert store.load_table("d")
    store.delete(store.create("count", {}, "d"), keeping=["e"])
    assert store.load_table("d") is None
    assert store.load_table("e")


def test_a_table_of_items_is_deleted_with_the_last_run_that_names_it(store):
    for digest in ("1" * 64, "2" * 64, "3" * 64):
        store.save_table(digest, "a.csv", b"a\n1\n")
    choices, items, other = "1" * 64, "2" * 64, "3" * 64
    spec = {"items": items}
    one, same, last = (
        store.create("recommend", spec, digest) for digest in (choices, other, other)
    )
    store.delete(one)
    assert store.load_table(choices) is None
    assert store.load_table(items), "another run names it"
    store.delete(same)
    store.delete(last, keeping=[items])
    assert store.load_table(other) is None
    assert store.load_table(items)
    store.delete(store.create("recommend", {"items": None}, choices))
    store.delete(store.create("recommend", spec, choices))
    assert store.load_table(items) is None


def test_only_the_runs_asked_for_are_listed(store):
    ids = [store.create("count", {"n": n}) for n in range(3)]
    assert [run.id for run in store.recent()] == ids[::-1]
    assert [run.id for run in store.recent(among={ids[0], ids[2], "never"})] == [ids[2], ids[0]]
    assert store.recent(among=()) == []


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
