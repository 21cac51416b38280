"""--export: files by the endings of their names, from a table and from an answer."""

import json

import pytest

from tests.command_line import OPTIONS, numbers
from tests.command_line import run as told

TWO = "a,b,class\n" + "1,1,yes\n1,0,no\n0,1,no\n0,0,no\n1,1,yes\n" * 8
THREE = "a,b,class\n" + "1,1,up/down\n1,0,Up-Down\n0,1,no\n0,0,no\n" * 8
ENDINGS = ("sql", "py")


def exports(folder, name, endings=ENDINGS):
    return [option for own in endings for option in ("--export", folder / f"{name}.{own}")]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "two.csv").write_text(TWO, encoding="utf-8")
    (tmp_path / "three.csv").write_text(THREE, encoding="utf-8")
    (tmp_path / "numbers.csv").write_text(numbers(), encoding="utf-8")
    return tmp_path


def test_a_table_and_its_answer_give_the_same_files(folder):
    answer = folder / "answer.json"
    asked = [folder / "two.csv", *OPTIONS, "--json", answer, *exports(folder, "first")]
    assert told(*asked)[0] == 0
    status, said, _ = told(answer, *exports(folder, "second"))
    assert status == 0
    assert said.startswith("Written: ")
    for ending in ENDINGS:
        first, second = (folder / f"{name}.{ending}" for name in ("first", "second"))
        assert first.read_bytes() == second.read_bytes(), ending
    place = {}
    exec(compile((folder / "first.py").read_text(encoding="utf-8"), "rule", "exec"), place)
    assert place["rule"]({"a": "1", "b": "1"})
    assert not place["rule"]({"a": "1", "b": "0"})


def test_each_class_has_a_file_of_its_own_name(folder):
    (folder / "out").mkdir()
    status, said, _ = told(
        folder / "three.csv", *OPTIONS, *exports(folder / "out", "rule", ["sql"])
    )
    assert status == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        *("rule-Up-Down-1.sql", "rule-no.sql", "rule-up-down-3.sql")
    ]
    assert "A file for each rule: " in said


def test_a_number_is_exported_as_code(folder):
    answer = folder / "number.json"
    asked = [folder / "numbers.csv", "--size=2x1", "--json", answer]
    assert told(*asked, *exports(folder, "first", ["py", "sql"]))[0] == 0
    assert told(answer, *exports(folder, "second", ["py", "sql"]))[0] == 0
    for ending in ("py", "sql"):
        first, second = (folder / f"{name}.{ending}" for name in ("first", "second"))
        assert first.read_bytes() == second.read_bytes()
    status, _, error = told(*asked, *exports(folder, "third", ["xlsx"]))
    assert status == 2
    assert "a file whose name ends in .sql or .py" in error
    assert not (folder / "third.xlsx").exists()


def test_an_answer_is_exported_and_predicts_at_once(folder):
    answer, scored = folder / "answer.json", folder / "scored.csv"
    told(folder / "two.csv", *OPTIONS, "--json", answer)
    asked = [answer, "--predict", folder / "two.csv", "--csv", scored]
    status, said, _ = told(*asked, *exports(folder, "rule", ["sql"]))
    assert status == 0
    assert "Written: " in said
    assert scored.exists()
    assert (folder / "rule.sql").exists()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("rule.txt", "a file whose name ends in .sql or .py"),
        ("rule", "a file whose name ends in .sql"),
        ("nowhere/rule.sql", "a file in a folder that exists"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(folder, path, sentence):
    status, said, error = told(folder / "two.csv", *OPTIONS, "--export", folder / path)
    assert (status, said) == (2, "")
    assert sentence in error


def test_another_document_is_no_answer(folder):
    other = folder / "other.json"
    other.write_text(json.dumps({"schema": 1, "kind": "recommend"}), encoding="utf-8")
    status, _, error = told(other, *exports(folder, "rule", ["sql"]))
    assert status == 2
    assert "--export writes rules and sums, and this is a ranking" in error
