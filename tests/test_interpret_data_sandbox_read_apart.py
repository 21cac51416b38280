"""Files read in a process of their own: the same table, or one sentence, whatever becomes of it."""

import faulthandler
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.limits import LIMITS, ReadingLimits, TooLargeError
from interpret.data.reading import read_table
from interpret.data.sandbox import read_apart as apart
from interpret.data.sandbox.packing import pack, unpacked
from interpret.data.sandbox.read_apart import read_apart
from tests.made_files import as_workbook
from tests.patience import until
from tests.test_interpret_data_reading_formats import FILES

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")
ODD = (
    "name;price;day;one;gone\n"
    + "".join(f"ä {i % 7};{i},5;2024-{1 + i % 12:02}-01;x;NA\n" for i in range(40))
    + "\t;NA;;x;\n"
)
SLOW = b'a,b\n"' + b"x" * 10 + b'",y\n' + b'"x",y\n' * 2_000_000  # what is quoted is read by Python


def same(one, other):
    assert (one.name, one.digest) == (other.name, other.digest)
    assert (one.notices, one.kept, one.delimiter) == (other.notices, other.kept, other.delimiter)
    for own, twin in zip(one.columns, other.columns, strict=True):
        same_column(own, twin)


def same_column(own, twin):
    assert (own.name, own.kind, own.values) == (twin.name, twin.kind, twin.values)
    assert np.array_equal(own.values.numbers, twin.values.numbers, equal_nan=True)
    assert own.codes.dtype == twin.codes.dtype
    assert own.codes.flags.writeable
    assert np.array_equal(own.codes, twin.codes)
    assert own.reading == twin.reading
    assert (own.cells is None) == (twin.cells is None)
    assert own.in_file.texts == twin.in_file.texts
    assert own.in_file.declared == twin.in_file.declared
    assert np.array_equal(own.in_file.codes, twin.in_file.codes)


def in_a_server(action):
    """What an action gives in a process of several threads, which must not be forked."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(action).result()


@pytest.fixture
def program(monkeypatch):
    """This process is taken for one of a single thread, as the command line is."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


@pytest.fixture(params=["program", "server"])
def reads(request):
    """read_apart as the command line and as the page come to it."""
    if request.param == "program":
        request.getfixturevalue("program")
        return read_apart
    return lambda *asked: in_a_server(lambda: read_apart(*asked))


@pytest.fixture
def fresh_readers():
    """No reader is ready: those that start go with this test."""
    apart._end_all()
    yield
    apart._end_all()


@pytest.mark.parametrize("name", [*FILES, "odd"])
def test_what_was_packed_is_the_table_that_was_read(name):
    table = read_table(FILES.get(name, ODD.encode()), "t “ä” \n.csv")
    packed = BytesIO()
    pack(table, packed)
    same(unpacked(packed.getvalue()), table)


def test_a_file_read_apart_is_the_same_table(reads):
    for raw in (ODD.encode(), FILES["Excel"], FILES["Parquet"]):
        same(reads(raw, "t.csv"), read_table(raw, "t.csv"))


def test_the_sheet_that_was_asked_for_is_read_apart_too(reads):
    raw = as_workbook(
        [("a", "b"), *[("1", "x"), ("2", "y")] * 9], [("c", "d"), ("3", "z"), ("4", "u")]
    )
    assert reads(raw, "t").names == ("a", "b")
    same(reads(raw, "t", LIMITS, "sheet 1"), read_table(raw, "t", LIMITS, "sheet 1"))
    assert reads(raw, "t", LIMITS, "sheet 1").names == ("c", "d")
    with pytest.raises(DataError, match=r"no sheet “x”\. Its sheets are “sheet 0”, “sheet 1”"):
        reads(raw, "t", LIMITS, "x")


def test_what_is_no_table_is_the_same_sentence(reads):
    for raw in (b"", b"a,b\nx,\x00\n", b"PK\x03\x04 no workbook", b"a\n1\n"):
        with pytest.raises(DataError) as here:
            read_table(raw, "t")
        with pytest.raises(DataError) as there:
            reads(raw, "t")
        assert str(there.value) == str(here.value)
        assert type(there.value) is type(here.value)


def test_a_table_that_could_be_read_in_portions_is_said_to_be(reads):
    with pytest.raises(TooLargeError, match="may hold 0 MB"):
        reads(b"a,b\n1,2\n3,4\n", "t", ReadingLimits(bytes=10))


def ended(by):
    def read(raw, name, limits, sheet):
        faulthandler.disable()  # pytest's, which would tell of every crash
        by()

    return read


def fill():
    held = []
    while True:
        held.append(bytearray(10**7))


def loop():
    while True:
        pass


def crash(number):
    return lambda: os.kill(os.getpid(), number)


HAZARDS = {
    "memory": (fill, "within 0.5 GB of memory"),
    "time": (loop, "in 0.5 seconds of computing"),
    "a segmentation fault": (crash(signal.SIGSEGV), "broke off"),
    "an abort": (os.abort, "broke off"),
    "an end without a word": (lambda: os._exit(0), "broke off"),
    "somebody": (crash(signal.SIGKILL), "broke off"),
    "an error of the program": (lambda: [].pop(), "IndexError"),
    "too deep a recursion": (lambda: deep(0), "RecursionError"),
}


@LINUX
def test_a_process_that_waits_for_ever_is_ended_as_well(program, monkeypatch):
    monkeypatch.setattr("interpret.data.sandbox.packing.read_table", ended(lambda: time.sleep(60)))
    with pytest.raises(DataError, match=r"or 0.5 on a busy machine"):
        read_apart(b"a,b\n1,2\n", "t", ReadingLimits(patience=0.5))


@pytest.mark.slow
def test_where_no_process_can_be_started_it_is_said(reads, monkeypatch, fresh_readers):
    def refuse(*given, **more):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(DataError, match="none could be started: resource temporarily"):
        reads(b"a,b\n1,2\n", "t")


def deep(n):
    return deep(n + 1)


@LINUX
@pytest.mark.parametrize("hazard", HAZARDS)
def test_whatever_ends_the_reading_is_one_sentence(hazard, program, monkeypatch):
    by, part = HAZARDS[hazard]
    monkeypatch.setattr("interpret.data.sandbox.packing.read_table", ended(by))
    limits = ReadingLimits(memory=2**29, longest=0.5 if hazard == "time" else 120.0)
    before = children()  # of other tests in this process
    with pytest.raises(DataError) as refusal:
        read_apart(b"a,b\n1,2\n", "t", limits)
    said = str(refusal.value)
    assert part in said
    assert said.isprintable()
    assert len(said) < 300
    assert {*children()} <= {*before}


FAILS = """
from interpret.data.sandbox import packing, read_apart as apart

def read_table(raw, name, limits, sheet):
    import os, sys
    print("no word of a fork reaches a user")
    os.write(2, b"nor of a library")
    return 1 / 0

packing.read_table = read_table
try:
    apart.read_apart(b"", "t")
except ValueError as error:
    print(error)
"""


@LINUX
@pytest.mark.slow
def test_nothing_but_the_sentence_reaches_who_called_the_program(root):
    said = subprocess.run([sys.executable, "-c", FAILS], cwd=root, capture_output=True, text=True)
    assert said.stderr == ""
    assert said.stdout.splitlines() == [
        "A file must be readable as a table, and Rulescope failed on this one "
        "(ZeroDivisionError). Save it again, or export the table as CSV (UTF-8)."
    ]


def children(of=None):
    """The processes that a process has started."""
    found = []
    for place in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208
        try:
            with open(f"/proc/{place}/stat") as file:  # noqa: PTH123
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == (of or os.getpid()):
            found.append(int(place))
    return [own for own in found if own not in {reader.pid for reader in apart._ready}]


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGALRM, signal.SIGKILL])
def test_a_server_and_its_readers_go_on_where_a_file_ends_its_process(number, fresh_readers):
    same(in_a_server(lambda: read_apart(ODD.encode(), "t")), read_table(ODD.encode(), "t"))
    (reader,) = apart._ready
    with ThreadPoolExecutor(2) as pool:
        hostile = pool.submit(read_apart, SLOW, "slow")
        (fork,) = until(lambda: children(reader.pid))
        other = pool.submit(read_apart, ODD.encode(), "t")
        same(other.result(60), read_table(ODD.encode(), "t"))
        os.kill(fork, number)
        with pytest.raises(DataError, match="seconds" if number == signal.SIGALRM else "broke off"):
            hostile.result(30)
    assert reader in apart._ready, "it reads the next file"
    same(in_a_server(lambda: read_apart(ODD.encode(), "t")), read_table(ODD.encode(), "t"))


@LINUX
@pytest.mark.slow
def test_a_reader_that_was_killed_is_replaced(fresh_readers):
    apart.get_ready()
    apart.get_ready()
    (idle,) = apart._ready
    idle.kill()
    idle.wait()
    in_a_server(lambda: read_apart(ODD.encode(), "t"))
    (other,) = apart._ready
    with ThreadPoolExecutor(1) as pool:
        hostile = pool.submit(read_apart, SLOW, "slow")
        (fork,) = until(lambda: children(other.pid))
        other.kill()
        with pytest.raises(DataError, match="broke off"):
            hostile.result(30)
    os.kill(fork, signal.SIGKILL)  # it would end by itself, at its limit at the latest
    in_a_server(lambda: read_apart(ODD.encode(), "t"))


@LINUX
@pytest.mark.slow
def test_a_reader_that_hangs_is_ended_with_a_sentence(fresh_readers):
    apart.get_ready()
    os.kill(apart._ready[0].pid, signal.SIGSTOP)
    with pytest.raises(DataError, match="or 1 on a busy machine"):
        in_a_server(lambda: read_apart(ODD.encode(), "t", ReadingLimits(patience=1.0, grace=0.5)))
    assert apart._ready == []


SERVER = """
import sys, threading
from interpret.data.sandbox import read_apart as apart
from tests.test_interpret_data_sandbox_read_apart import SLOW

threading.Thread(target=apart.read_apart, args=(SLOW, "slow"), daemon=True).start()
while not apart._turns._value < apart.AT_ONCE:
    pass
print("reads", flush=True)
sys.stdin.read()
"""


@LINUX
@pytest.mark.slow
def test_a_server_that_is_killed_leaves_no_process_behind(root):
    command = [sys.executable, "-c", SERVER]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=root, **pipes) as server:
        server.stdout.readline()
        (reader,) = until(lambda: children(server.pid))
        (fork,) = until(lambda: children(reader))
        server.kill()
    until(lambda: not any(os.path.exists(f"/proc/{own}") for own in (reader, fork)))  # noqa: PTH110


def test_what_is_read_at_a_time_is_bounded(monkeypatch):
    """Two files may take all of their limit; more would take the machine."""
    most, now, lock = [0], [0], threading.Lock()

    def request(*asked):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.02)
        with lock:
            now[0] -= 1
        return b'refusal.["no", false]'

    monkeypatch.setattr(apart, "_requested", request)
    with ThreadPoolExecutor(8) as pool:
        all(
            isinstance(own.exception(), DataError)
            for own in [pool.submit(read_apart, b"", "") for _ in range(16)]
        )
    assert most == [apart.AT_ONCE]
