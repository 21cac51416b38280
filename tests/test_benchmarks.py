"""Benchmarks say what they need, and what they measure with is right."""

import pytest

from benchmarks import recommend, tables


def test_a_table_that_is_absent_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tables, "DATA", tmp_path)
    with pytest.raises(SystemExit) as ended:
        tables.recipe_task("tic-tac-toe")
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "thesis-recipes.json must lie in ../shared/data" in said.err
    assert not said.out


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--help"], 0, "usage: "),
        (["thesis", "no-such-file.csv"], 2, "no-such-file.csv must lie in"),
    ],
)
def test_the_benchmark_of_recommending_takes_help_and_files(
    words, status, says, monkeypatch, capsys
):
    monkeypatch.setattr("sys.argv", ["recommend", *words])
    with pytest.raises(SystemExit) as ended:
        recommend.main()
    assert ended.value.code == status
    assert says in "".join(capsys.readouterr())
