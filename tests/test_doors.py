"""What comes in and goes out by the command line: files, results, absurd values."""

import json
import os
import sys

import pytest

import rulescope
from interpret import command
from interpret.answers.document import DocumentLimits, read_document
from interpret.command import Results
from interpret.cores import JOBS, jobs_asked
from interpret.data.complaints import DataError
from interpret.settings import USED, Settings, SettingsError
from tests import command_line
from tests.command_line import cheaply, csv_text, run

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


@pytest.mark.parametrize("option", ["--json", "--html", "--export"])
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
            jobs_asked({JOBS: jobs})
        assert len(str(told.value)) < 300


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000])
def test_an_absurd_path_is_refused_in_a_sentence(write, path):
    table = write(TABLE)
    refused(path)
    for option in ("--json", "--test", "--predict", "--export"):
        assert len(refused(table, option, path)) < 6000


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_what_never_ends_is_no_file(write, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    table, (control, terminal) = write(TABLE), os.openpty()
    try:
        for path in ("/dev/zero", pipe, os.ttyname(terminal)):
            assert "a device or a pipe" in refused(path)
            for option in ("--test", "--predict"):
                assert "a device or a pipe" in refused(table, option, path)
    finally:
        os.close(terminal)
        os.close(control)


# -- contradictions --


@pytest.mark.parametrize("name", USED)
def test_a_column_that_is_used_cannot_be_dropped(name):
    given = ("a",) if isinstance(getattr(Settings(), name), tuple) else "a"
    with pytest.raises(SettingsError, match="cannot both name the same column"):
        Settings(**{name: given, "drop": ("a",)})


# -- columns and cells --


def test_a_dropped_column_may_be_missing_in_the_second_file(write):
    rows = [("xy"[i % 2], f"n{i}", "yn"[i % 2]) for i in range(40)]
    table = write(csv_text(["a", "b", "c"], rows))
    other = write(csv_text(["a", "c"], [(a, c) for a, _, c in rows[:10]]), "other.csv")
    asked = ["--form", "rule", "--drop", "b", "--test"]
    assert command_line.run(table, *command_line.cheaply(*asked, other))[0] == 0
    assert "“a”" in refused(table, *asked, write("b,c\nn,y\n", "neither.csv"))


# -- documents --


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("answer")
    rows = [(i % 9, "xyz"[i % 3], i % 4, "yn"[i % 9 + i % 4 > 5]) for i in range(150)]
    table, file = folder / "table.csv", folder / "answer.json"
    table.write_text(csv_text(["a", "b", "d", "c"], rows))
    status, _, err = run(table, *cheaply("--form", "points", "--json", file))
    assert (status, err) == (0, "")
    return table, file.read_bytes()


def altered(answer, change):
    document = json.loads(answer[1])
    change(document["explanations"][0])
    return json.dumps(document).encode()


def with_points(*points):
    def change(part):
        column = next(iter(part["points"]["terms"]))["clause"][0]["attribute"]
        part["points"]["terms"] = [
            {"points": n, "clause": [{"attribute": column, "above": i, "to": None}]}
            for i, n in enumerate(points)
        ]
        part["points"]["worth"] = [0.0] * len(points)

    return change


def with_slope(slope):
    return lambda part: part["points"]["chances"].update(slope=slope)


def with_support(n):
    def change(part):
        rows = part["machine"]["support_rows"]
        rows["variables"] *= n
        rows["holds"], rows["weights"] = [[0]] * n, [1.0] * n

    return change


TOO_MUCH_SUPPORT = with_support(12_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_points(*[2**52] * 1_001), "at most 1,000 terms"),
        (with_points(2**52), "at most 1,000,000,000,000 points"),
        (with_slope(1e-320), "slope of chances"),
        (with_slope(-1e30), "slope of chances"),
        (TOO_MUCH_SUPPORT, "support rows times variables"),
    ],
)
def test_what_is_over_the_limits_of_a_document_is_said(answer, write, change, told):
    table, _ = answer
    file = write(altered(answer, change), "altered.json")
    assert told in refused(file, "--predict", table)
    if change != TOO_MUCH_SUPPORT:  # exports need no machine
        assert told in refused(file, "--export", file.with_name("rule.sql"))
    with pytest.raises(ValueError, match=told):
        rulescope.load(file)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"{", b'{"a": ' + b"9" * 5000 + b", ", "a number of 5,000 digits"),
        (b"{", b'{"a": NaN, ', "NaN"),
        (b"{", b'{"a": -Infinity, ', "-Infinity"),
        (b"{", b'{"a": 1, "a": 2, ', "twice"),
        (b"{", b'{"a": ' + b"[" * 10**5 + b"]" * 10**5 + b", ", "too deep"),
    ],
)
def test_json_that_no_answer_has_is_refused_in_a_sentence(answer, write, old, new, told):
    file = write(answer[1].replace(old, new, 1), "altered.json")
    assert told in refused(file, "--predict", answer[0])
    with pytest.raises(ValueError, match=told):
        rulescope.load(file)


def test_a_document_may_begin_with_a_byte_order_mark(answer, write):
    marked = write(b"\xef\xbb\xbf" + answer[1], "marked.json")
    plain = write(answer[1], "plain.json")
    assert run(marked, "--predict", answer[0]) == run(plain, "--predict", answer[0])


def test_a_document_has_a_longest_length():
    with pytest.raises(DataError, match="bytes, over the limit"):
        read_document(b'{"a": "' + b"x" * 100 + b'"}', DocumentLimits(length=50))
    assert read_document(b"{a,b\n" + b"1,2\n" * 100, DocumentLimits(length=50)) is None
