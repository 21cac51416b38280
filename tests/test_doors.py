"""What comes in and goes out by the command line: files, results, absurd values, Ctrl+C."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpret import command
from interpret.command import Results
from interpret.cores import jobs_asked
from interpret.data.complaints import DataError
from interpret.present.csv_file import as_csv
from interpret.settings import CONTRADICTORY, Settings, SettingsError
from tests import command_line
from tests.command_line import csv_text, run

write = command_line.write

TABLE = csv_text(["a", "b", "c"], [("xy"[i % 2], i % 7, "yn"[i % 2]) for i in range(60)]).replace(
    "\r\n", "\n"
)
DIGITS = "9" * 5000


def refused(*given):
    status, out, err = run(*given)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


# -- results and inputs --


@pytest.mark.parametrize("option", ["--json", "--html", "--appendix", "--export"])
@pytest.mark.parametrize("called", ["same", "dotted", "link", "hard link"])
def test_no_result_is_written_over_an_input(write, option, called):
    table = write(TABLE, "in.py")
    other = table.with_name("other.py")
    if called == "link":
        other.symlink_to(table)
    elif called == "hard link":
        other.hardlink_to(table)
    else:
        other = table if called == "same" else f"{table.parent}/./in.py"
    told = refused(table, option, other)
    assert "over a file that is read" in told
    assert table.read_text() == TABLE


def test_no_result_is_written_over_another_input(write):
    table, other = write(TABLE), write(TABLE + "x,1,y\n", "other.csv")
    for option in ("--test", "--predict"):
        assert "over a file" in refused(table, option, other, "--json", other)
    assert other.read_text() == TABLE + "x,1,y\n"
    part = write("", "part.parquet")
    for given in (part.parent, part.parent / "*.parquet"):
        with pytest.raises(SettingsError, match="over a file"):
            Results({"json": str(part)}, sys.stdout, inputs=(str(given),))


def test_two_results_need_two_files(write):
    table = write(TABLE)
    for other in ("out.json", "./out.json", "OUT.json"):
        told = refused(
            table, "--json", table.parent / "out.json", "--html", f"{table.parent}/{other}"
        )
        assert "a file of its own" in told
    Results({"json": os.devnull, "html": os.devnull}, sys.stdout)


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "out.json"
    file.write_text("old")
    file.chmod(0o640)
    results = Results({"json": str(file)}, sys.stdout)

    def full(self, target):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(command.Path, "replace", full)
        with pytest.raises(SettingsError, match="no space left"):
            results.write("json", "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("out.json", "old")]
    results.write("json", "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("out.json", "new")]
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "file").write_text("old")
    Results({"json": str(tmp_path / "link")}, sys.stdout).write("json", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


# -- absurd values --


@pytest.mark.parametrize("jobs", [DIGITS, "0", "-1", "", "1.5", "²", "nan"])
def test_an_absurd_number_of_jobs_is_refused_in_a_sentence(jobs):
    if jobs:
        with pytest.raises(DataError, match="number of jobs") as told:
            jobs_asked(jobs)
        assert len(str(told.value)) < 300


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000])
def test_an_absurd_path_is_refused_in_a_sentence(write, path):
    table = write(TABLE)
    refused(path)
    for option in ("--json", "--test", "--predict", "--export"):
        assert len(refused(table, option, path)) < 6000


@pytest.mark.parametrize("value", [DIGITS, "-" + DIGITS, "nan", "inf", "1e999", ""])
@pytest.mark.parametrize("option", ["--seed", "--test-size", "--price", "--clauses", "--C"])
def test_an_absurd_value_is_refused_in_a_sentence(write, option, value):
    if option != "--C" or value not in ("inf", "1e999", DIGITS):
        assert len(refused(write(TABLE), f"{option}={value}")) < 6000


# -- contradictions --


@pytest.mark.parametrize(("one", "other"), CONTRADICTORY)
def test_two_settings_that_contradict_each_other_are_refused(one, other):
    def given(name):
        return ("a",) if isinstance(getattr(Settings(), name), tuple) else "a"

    with pytest.raises(SettingsError, match="cannot both name the same column"):
        Settings(**{one: given(one), other: given(other)})


# -- columns and cells --


def test_a_dropped_column_may_be_missing_in_the_second_file(write):
    rows = [("xy"[i % 2], f"n{i}", "yn"[i % 2]) for i in range(40)]
    table = write(csv_text(["a", "b", "c"], rows))
    other = write(csv_text(["a", "c"], [(a, c) for a, _, c in rows[:10]]), "other.csv")
    asked = ["--form", "rule", "--drop", "b", "--test"]
    assert command_line.run(table, *command_line.cheaply(*asked, other))[0] == 0
    assert "“a”" in refused(table, *asked, write("b,c\nn,y\n", "neither.csv"))


@pytest.mark.parametrize("sign", ["-", "+"])
def test_a_sign_alone_is_no_formula(sign):
    assert as_csv([("a", [sign, f"{sign}1+1", f"{sign}a"])]).splitlines() == [
        "a",
        sign,
        f"'{sign}1+1",
        f"'{sign}a",
    ]


# -- Ctrl+C --

FORMS = [
    ["interpret", "sample_data/monks-1.csv"],
    ["rulescope", "sample_data/monks-1.csv", "--jobs", "2"],
    ["rulescope", "sample_data/flats.csv", "--target", "rent"],
    ["rulescope", "recommend", "sample_data/film-choices.csv"],
    ["interpret", "sample_data/clinic.csv", "--dask", "local", "--jobs", "2"],
]


def interrupted(asked, after, root, mark):
    """Status, output and errors of a command that gets Ctrl+C so many seconds after its start."""
    code = (
        "import signal, sys, runpy; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from interpret.stopping import stoppable; stoppable(); print('ready', flush=True);"
        "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, *asked],
        cwd=root,
        env=os.environ | {"RULESCOPE_TEST": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout.readline() == "ready\n"
        time.sleep(after)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=120)
    return program.returncode, out, err


def ended_cleanly(asked, after, root, mark):
    status, out, err = interrupted(asked, after, root, mark)
    if status == 0:  # it was done before
        assert out
        assert not err
    else:
        assert (status, out, err) == (130, "", command.STOPPED), after
    for _ in range(100):
        if not left(mark):
            return
        time.sleep(0.1)
    assert not left(mark)


def left(mark):
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"RULESCOPE_TEST={mark}".encode() in file.read_bytes():
                found.append(file.parent.name)
        except OSError:
            continue
    return found


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("after", [0, 0.1, 0.3, 1])
def test_an_interrupt_while_modules_load_is_one_line(root, tmp_path, after):
    ended_cleanly(FORMS[1], after, root, tmp_path.name)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("asked", FORMS, ids=" ".join)
def test_interrupts_at_fifty_random_moments_are_one_line_each(root, tmp_path, asked):
    moments = random.Random(0)
    for _ in range(50):
        ended_cleanly(asked, moments.uniform(0, 8), root, tmp_path.name)
