"""What a server keeps of tables is bound by their bytes, and goes with all that follows from it."""

import gc
import weakref

import pytest
import streamlit as st

from dashboard import kept, services
from interpret.settings import Settings
from tests.command_line import csv_text


def a_file(i, rows=40):
    """A table of which no other is a copy."""
    return csv_text(["a", "b", "c"], [(f"{i}x{n}", n % 7, "yn"[n % 2]) for n in range(rows)])


@pytest.fixture(autouse=True)
def nothing_kept():
    st.cache_resource.clear()
    kept._used.clear()
    yield
    st.cache_resource.clear()
    kept._used.clear()


def read(i, rows=40):
    """The table, and the tasks that follow from it."""
    table = services.read_file(a_file(i, rows).encode(), "t.csv")
    return table, services.tasks_of(table.digest, Settings())


def columns_alive(of):
    gc.collect()
    return sum(reference() is not None for reference in of)


@pytest.mark.slow
def test_twenty_tables_leave_as_many_as_there_is_room_for(monkeypatch):
    room = 5
    monkeypatch.setattr(kept, "MOST", room * services.read_file(a_file(0).encode(), "").nbytes)
    of_tables, of_tasks = [], []
    for i in range(20):
        table, tasks = read(i)
        of_tables.append(weakref.ref(table.columns[0]))
        of_tasks.append(weakref.ref(tasks[0].table.columns[0]))
        del table, tasks
        assert columns_alive(of_tables) <= room
        assert columns_alive(of_tasks) <= room
    assert columns_alive(of_tables[-room:]) == room


def test_the_last_used_stay_and_the_newest_does_however_large_it_is(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2.5 * services.read_file(a_file(0).encode(), "").nbytes)
    first, second = ([weakref.ref(read(i)[0].columns[0])] for i in (0, 1))
    read(0)  # used again
    read(2)
    assert (columns_alive(first), columns_alive(second)) == (1, 0)
    large = [weakref.ref(read(3, rows=4000)[0].columns[0])]
    assert (columns_alive(first), columns_alive(large)) == (0, 1)
    assert read(3, rows=4000)[0].columns[0] is large[0]()


def test_a_table_knows_about_how_many_bytes_it_takes():
    table = services.read_file(a_file(0, 1000).encode(), "t.csv")
    codes, texts = 3 * 4 * 1000, 100 * (1000 + 7 + 2)
    assert codes + texts <= table.nbytes <= 2 * (codes + texts)
