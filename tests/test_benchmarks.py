"""Benchmarks say what they need, and what they measure with is right."""

import subprocess
import sys

import pytest

from benchmarks import tables


def test_a_table_that_is_absent_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tables, "DATA", tmp_path)
    with pytest.raises(SystemExit) as ended:
        tables.recipe_task("tic-tac-toe")
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "thesis-recipes.json must lie in ../shared/data" in said.err
    assert not said.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--help"], 0, "usage: "),
        (["thesis", "no-such-file.csv"], 2, "no-such-file.csv must lie in"),
    ],
)
def test_the_benchmark_of_recommending_takes_help_and_files(root, words, status, says):
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.recommend", *words],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status
    assert says in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
