"""The same parts on a real cluster of this machine, and what comes of clusters that are none."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from pyarrow import parquet

from interpret import cluster, cores
from interpret.__main__ import main
from interpret.answers.rule.answer.answer import answers
from interpret.answers.rule.answer.record import document
from interpret.answers.rule.explain import explain
from interpret.cluster import on_cluster
from interpret.data.complaints import DataError
from interpret.settings import Settings
from tests.cluster_parts import dies, dies_once, process, until_stopped
from tests.test_any_load import TABLE, without_seconds

pytestmark = [pytest.mark.services, pytest.mark.filterwarnings("ignore::UserWarning:distributed")]

ASKED = Settings(kernel="mDNF(2,2)", C=1.0, fit_to="weights", language="monotone")


@pytest.fixture(scope="module")
def address():
    """A scheduler and two workers, processes of their own."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        scheduler_kwargs={"allowed_failures": 1},
    ) as own:
        yield own.scheduler_address


@pytest.fixture
def sent():
    """However little work it is, it is sent."""
    with cores.on_cores(1, cores.Thresholds(far=0)):
        yield


def test_parts_run_in_the_workers_and_come_in_their_order(address, sent):
    with on_cluster(address, 1) as told:
        found = list(cores.run(process, [(n,) for n in range(6)], 1.0))
    assert [n for n, _ in found] == list(range(6))
    assert os.getpid() not in {own for _, own in found}
    assert "2 workers of 2 cores in all" in told


def test_the_answer_is_byte_for_byte_that_of_one_core(address, sent):
    def said():
        return without_seconds(document(answers([explain(TABLE, ASKED)], TABLE)))

    here = said()
    with on_cluster(address, 1):
        assert said() == here


def test_a_worker_that_dies_is_survived(address, sent, tmp_path):
    parts = [(str(tmp_path / "died"),), ("",), ("",)]
    with on_cluster(address, 1):
        assert list(cores.run(dies_once, parts, 1.0)) == [own for (own,) in parts]


def test_cancel_reaches_the_parts(address, sent, tmp_path):
    asked, mark = count(), tmp_path / "stopped"
    with on_cluster(address, 1):
        parts = [(str(mark),)]
        assert list(cores.run(until_stopped, parts, 1.0, lambda: next(asked) < 8)) == []
        for _ in range(200):
            if mark.exists():
                break
            time.sleep(0.05)
    assert mark.exists()


def test_other_versions_are_named(address, monkeypatch):
    here = cluster.own_versions() | {"numpy": "1.0"}
    theirs = cluster.own_versions
    monkeypatch.setattr(cluster, "own_versions", lambda: here)
    with pytest.raises(DataError, match=r"numpy .* instead of 1\.0"):
        cluster._check_versions(_Answers(theirs()), address)


class _Answers:
    """A cluster of one worker with these versions."""

    def __init__(self, versions):
        self.versions = versions

    def wait_for_workers(self, n, seconds):
        pass

    def run(self, function):
        return {"tcp://one": self.versions}


ALONE = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as own:
        print(own.scheduler_address, flush=True)
        time.sleep(600)
"""


def test_a_scheduler_that_goes_is_one_sentence(sent, root, tmp_path):
    script = tmp_path / "alone.py"
    script.write_text(ALONE)
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment, cwd=root
    ) as alone:
        address, asked = alone.stdout.readline().strip(), count()

        def go_on():
            if next(asked) == 2:
                alone.kill()
            return True

        with on_cluster(address, 1), pytest.raises(DataError, match="does not answer any more"):
            list(cores.run(until_stopped, [(str(tmp_path / "stopped"),)], 1.0, go_on))


def test_a_cluster_without_workers_is_refused():
    class _Empty(_Answers):
        def wait_for_workers(self, n, seconds):
            raise TimeoutError

    with pytest.raises(
        DataError, match=r"has no workers\. Start some with `dask worker tcp://one`"
    ):
        cluster._check_versions(_Empty({}), "tcp://one")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "gopher://there"])
def test_an_address_nobody_answers_is_one_sentence_and_status_2(address, root, monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS", 1)
    out, err = io.StringIO(), io.StringIO()
    table = root / "sample_data" / "monks-1.csv"
    assert main([str(table), "--dask", address], out, err) == 2
    assert out.getvalue() == ""
    assert err.getvalue().startswith("--dask or RULESCOPE_DASK must be local, or the address of")
    assert err.getvalue().count("\n") == 1


def test_a_cluster_of_its_own_cores_gives_the_answer_of_one_core(root):
    table = root / "sample_data" / "monks-1.csv"
    asked = [str(table), "--kernel", "mDNF(2,2)", "--C", "1", "--fit-to", "weights"]
    asked += ["--side", "for", "--language", "monotone", "--price", "1", "--form", "rule", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "interpret", *asked, "-", "--dask", "local", "--jobs", "2"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    out, err = io.StringIO(), io.StringIO()
    assert main([*asked, "-"], out, err) == 0
    assert without_seconds(json.loads(done.stdout)) == without_seconds(json.loads(out.getvalue()))


def test_files_are_read_where_the_workers_are(address, sent, tmp_path):
    from interpret.large import learn
    from interpret.large.source import Sizes, source
    from tests.large_tables import survey

    parquet.write_table(survey(300), tmp_path / "a.parquet", row_group_size=50)
    files = source(tmp_path.as_uri(), sizes=Sizes(portion=100))
    here = learn.learnt(files, None, 0)
    with on_cluster(address, 1):
        there = learn.learnt(files, None, 0)
        (tmp_path / "a.parquet").unlink()
        with pytest.raises(DataError, match=r"a\.parquet” was changed, was removed"):
            learn.learnt(files, None, 0)
    assert there.columns == here.columns
    assert there.sample.cells.to_pylist() == here.sample.cells.to_pylist()


@pytest.mark.parametrize(("where", "after"), [("", 2), ("local", 1), ("local", 8)])
def test_an_interrupted_command_leaves_no_process(where, after, root, tmp_path):
    from tests.large_tables import survey

    parquet.write_table(survey(60_000), tmp_path / "a.parquet", row_group_size=1000)
    mark = f"RULESCOPE_TEST={tmp_path.name}"
    name, value = mark.split("=")
    asked = [str(tmp_path), "--jobs", "2", "--dask", where, "--json", str(tmp_path / "a.json")]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *asked],
        cwd=root,
        env=os.environ | {name: value},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout.readline() == "ready\n"
        time.sleep(after)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    said = "Stopped at your request, before there was a result.\n"
    assert (program.returncode, out, err) == (130, "", said)
    assert not (tmp_path / "a.json").exists()
    for _ in range(100):
        if not _alive(mark):
            break
        time.sleep(0.1)
    assert _alive(mark) == []


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
if __name__ == "__main__":
    from interpret.__main__ import main
    from interpret.command import run
    print("ready", flush=True)
    sys.exit(run(main))
"""


def _alive(mark):
    """The processes in whose environment the mark stands."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark.encode() in file.read_bytes():
                found.append(file.parent.name)
    return found


def test_a_part_that_ends_every_worker_is_said_in_one_sentence(address, sent):
    with on_cluster(address, 1), pytest.raises(DataError, match="ended 2 workers of the cluster"):
        list(cores.run(dies, [()], 1.0))
