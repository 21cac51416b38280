"""The command line as a program: files, encodings, standard output."""

import os
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from tests import command_line
from tests.command_line import answer, cheaply, document, refusal, run, standard_json

pytestmark = pytest.mark.slow

monks, write = command_line.monks, command_line.write


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.opened, self.loaded = set(), []

    def handle_starttag(self, tag, attributes):
        self.opened.add(tag)
        self.loaded += [v for k, v in attributes if k in ("src", "href") and not v.startswith("#")]


def test_json_and_html_go_to_files_beside_the_answer_in_words(monks, tmp_path):
    out = answer(monks(1), "--json", tmp_path / "a.json", "--html", tmp_path / "a.html")
    assert "jacket is red" in out
    d = standard_json((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert "∧" in d["explanations"][0]["rule"]["text"]
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    parsed = Tags()
    parsed.feed(page)
    assert parsed.loaded == []
    assert "jacket is red" in page


def test_what_cannot_be_read_or_written_gets_one_sentence(tmp_path, monks):
    assert "arguments are required: TABLE" in run("--seed", "1")[2]
    assert "no such file" in refusal(tmp_path / "absent.csv")
    assert "or a delimited one (.csv, .tsv, .csv.gz, .tsv.gz), and there is none in" in refusal(
        tmp_path
    )
    assert "null byte" in refusal("a\0b")
    assert "is not one" in refusal(monks(1), "--json", tmp_path)


def test_a_file_name_that_is_no_text_is_made_text(monks, tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.csv")
    path.write_bytes(monks(1).read_bytes())
    assert document(path)["table"]["name"] == "caf�.csv"
    answer(path, "--json", tmp_path / "a.json")
    assert "caf�" in (tmp_path / "a.json").read_text(encoding="utf-8")


ROWS = ("top", "middle", "bottom")


# -- as a program of its own --


def program(root, *argv, **options):
    environment = os.environ | {"OMP_NUM_THREADS": "1"} | options.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "interpret", *argv],
        cwd=root,
        env=environment,
        capture_output=True,
        timeout=600,
        check=False,
        **options,
    )


def test_monks_1_ends_with_a_proven_rule_that_is_right(root, tmp_path):
    ended = program(root, "sample_data/monks-1.csv", "--json", str(tmp_path / "a.json"))
    assert (ended.returncode, ended.stderr) == (0, b"")
    (e,) = standard_json((tmp_path / "a.json").read_text(encoding="utf-8"))["explanations"]
    assert (e["rule"]["proven"], e["accuracy"]["test"]) == (True, 1.0)
    assert [len(e["rule"]["clauses"]), e["rule"]["tests"]] == [4, 7]
    assert "better: proven." in ended.stdout.decode()


def test_the_document_alone_is_on_standard_output_whatever_its_encoding(root):
    options = cheaply("--json", "-", "--set", "language=values", "--form", "rule")
    ended = program(root, "sample_data/monks-3.csv", *options, env={"PYTHONIOENCODING": "ascii"})
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "∧" in standard_json(ended.stdout.decode("ascii"))["explanations"][0]["rule"]["text"]


def test_a_complaint_is_one_line_and_status_2(root):
    ended = program(root, "no such file.csv")
    assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (2, b"", 1)


def test_a_reader_that_leaves_gets_no_traceback(root):
    command = [
        sys.executable,
        "-m",
        "interpret",
        "sample_data/monks-1.csv",
        *cheaply("--json", "-", "--form", "rule"),
    ]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as left:
        left.stdout.close()
        assert left.stderr.read() == b""
        assert left.wait(60) == 0
