"""Ctrl+C at any moment of any work: status 130, one line, no process left, nothing half written."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from pyarrow import csv, parquet
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from interpret.program import STATUS, STOPPED
from tests.browser import free_port
from tests.command_line import CHEAP, csv_text
from tests.large_tables import survey

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")

END = 4  # bytes by which a file that was written to its end is known
BEFORE = {  # limits below which no small work comes
    "processes": "import interpret.cores as c;"
    "c.on_cores.__wrapped__.__defaults__ = (c.Thresholds(0, 0),);",
    "large text": "from interpret.data.limits import LIMITS;"
    "object.__setattr__(LIMITS, 'bytes', 1000);",
}
START = (
    "import signal, sys, runpy; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from interpret.program import stoppable; stoppable(); print('ready', flush=True);{}"
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)

FEW_CHOICES = [text for pair in CHEAP for text in pair]
RULE = ["--form", "rule", *FEW_CHOICES]
GENETIC = ["--set", "search=genetic", "--set", "generations=40"]
FILES = ["--json", "OUT/a.json", "--html", "OUT/a.html"]
EXPORTS = [text for end in ("sql", "py") for text in ("--export", f"OUT/r.{end}")]
WORK = {  # what is asked; IN is a folder of inputs, OUT one for results
    "rule": ["interpret", "IN/table.csv", *RULE, *FILES, *EXPORTS],
    "both forms": ["rulescope", "IN/table.csv", *FEW_CHOICES, *FILES],
    "processes": ["rulescope", "IN/table.csv", *FILES],
    "genetic": ["interpret", "IN/table.csv", *RULE, *GENETIC, *FILES],
    "number": ["rulescope", "IN/amounts.csv", *FILES, "--export", "OUT/r.py"],
    "prediction": ["rulescope", "IN/table.json", "--predict", "IN/table.csv", "--csv", "OUT/s.csv"],
    "exports": ["rulescope", "IN/table.json", *EXPORTS],
    "files": ["interpret", "IN/files", *RULE, *FILES],
    "large text": ["interpret", "IN/large.csv", *RULE, *FILES],
    "scored files": [
        *("interpret", "IN/files.json", "--predict", "IN/files", "--into", "OUT/rows.parquet")
    ],
    "ranking": [
        *("rulescope", "recommend", "IN/choices.csv", "--json", "OUT/a.json", "--csv", "OUT/a.csv")
    ],
}


def asked(work, inputs, out):
    return [text.replace("IN/", f"{inputs}/").replace("OUT/", f"{out}/") for text in WORK[work]]


def started(asked, root, scratch, before=""):
    """A program that says when it can be interrupted; what it keeps for itself goes to scratch."""
    program = subprocess.Popen(
        [sys.executable, "-c", START.format(before), *asked],
        cwd=root,
        env=os.environ | {"TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout.readline() == "ready\n"
    return program


def ended_cleanly(asked, after, root, scratch, before=""):
    """The status, once no process is left, nor anything that it kept for itself.

    after: seconds until the interrupt, or None for no interrupt.
    """
    with started(asked, root, scratch, before) as program:
        if after is not None:
            time.sleep(after)
            program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=600)
    if program.returncode == 0:  # it was done before
        assert out
        assert not err
    else:
        assert (program.returncode, err) == (STATUS, STOPPED), after
    assert not within_ten_seconds(scratch)
    assert [own.name for own in scratch.iterdir() if "compiled" not in own.name] == []
    return program.returncode


def left(scratch):
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"TMPDIR={scratch}\0".encode() in file.read_bytes():
                found.append(file.parent.name)
        except OSError:
            continue
    return found


def within_ten_seconds(scratch):
    """The processes that are still left then."""
    for _ in range(100):
        if not left(scratch):
            break
        time.sleep(0.1)
    return left(scratch)


@pytest.fixture
def scratch(tmp_path):
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 0.1, 0.3, 1])
def test_an_interrupt_while_modules_load_is_one_line(root, scratch, after):
    ended_cleanly(["rulescope", "sample_data/monks-1.csv"], after, root, scratch)


@pytest.fixture(scope="module")
def inputs(root, tmp_path_factory):
    """A folder with tables of all kinds, and answers for two of them."""
    folder, scratch = tmp_path_factory.mktemp("in"), tmp_path_factory.mktemp("scratch")
    rows = [(i % 9, "xyz"[i % 3], i * i % 11, "yn"[i % 9 + i % 4 > 5]) for i in range(150)]
    (folder / "table.csv").write_text(csv_text(["x", "b", "d", "c"], rows))
    amounts = [(*row[1:], 3 * row[0] + i % 2) for i, row in enumerate(rows)]
    (folder / "amounts.csv").write_text(csv_text(["b", "d", "c", "amount"], amounts))
    choices = [(i % 40, (i * i + i // 40) % 23) for i in range(400)]
    (folder / "choices.csv").write_text(csv_text(["user", "item"], choices))
    (folder / "files").mkdir()
    rows = survey(20_000)
    parquet.write_table(rows, folder / "files" / "a.parquet", row_group_size=1000)
    csv.write_csv(rows, folder / "large.csv")
    for name in ("table.csv", "files"):
        answer = ["interpret", f"{folder}/{name}", *RULE, "--json", f"{folder}/{name[:5]}.json"]
        ended_cleanly(answer, None, root, scratch)
    return folder


def ends(out):
    """How every result ends."""
    return {
        str(file.relative_to(out)): file.read_bytes()[-END:]
        for file in out.rglob("*")
        if file.is_file()
    }


@pytest.mark.long
@pytest.mark.parametrize("work", WORK)
def test_interrupts_at_fifty_random_moments_are_one_line_each(
    root, tmp_path, scratch, inputs, work
):
    before = BEFORE.get(work, "")
    out, moments = tmp_path / "out", random.Random(0)
    out.mkdir()
    begun = time.monotonic()
    assert ended_cleanly(asked(work, inputs, out), None, root, scratch, before) == 0
    took, whole = time.monotonic() - begun, ends(out)
    assert whole
    for i in range(50):
        own = tmp_path / str(i)
        own.mkdir()
        after = moments.uniform(0, took)
        status = ended_cleanly(asked(work, inputs, own), after, root, scratch, before)
        found = ends(own)
        assert found.items() <= whole.items()
        assert found == whole or status


def visit(port, until):
    """Asks for a page as a browser does, as soon as there is a server, and takes what comes."""
    while not until.is_set():
        with (
            suppress(OSError, WebSocketException),
            connect(f"ws://localhost:{port}/_stcore/stream") as page,
        ):
            asked = BackMsg()
            asked.rerun_script.query_string = ""
            page.send(asked.SerializeToString())
            for _ in page:
                continue
        time.sleep(0.1)


@pytest.mark.long
def test_a_server_with_a_visitor_ends_at_fifty_random_moments_in_one_line(root, tmp_path, scratch):
    moments = random.Random(0)
    for i in range(50):
        port, gone, after = free_port(), threading.Event(), moments.uniform(0, 8)
        visitor = threading.Thread(target=visit, args=(port, gone))
        visitor.start()
        asked = ["rulescope", "serve", f"--port={port}", f"--var={tmp_path / str(i)}"]
        with started(asked, root, scratch) as program:
            time.sleep(after)
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=600)
        gone.set()
        visitor.join()
        assert (program.returncode, err) == (STATUS, STOPPED), after
        assert not out or f"http://localhost:{port}" in out
        assert not within_ten_seconds(scratch)
