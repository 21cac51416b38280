"""A test file of one's own on the command line."""

import json

import pytest

from tests.command_line import run
from tests.test_interpret_data_roles import some_rows

pytestmark = pytest.mark.slow

CHEAP = ("--kernel", "linear", "--set", "C=1", "--set", "fit-to=labels", "--set", "side=for")
CHEAP += ("--set", "language=values", "--set", "price=1")


@pytest.fixture
def files(tmp_path):
    rows = some_rows(90)
    rows[-1] = ("new", *rows[-1][1:])
    for name, own in (("one.csv", rows[:60]), ("two.csv", rows[60:])):
        lines = ["a,b,c,class", *map(",".join, own)]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "one.csv", tmp_path / "two.csv"


def test_a_rule_is_judged_on_a_file_of_ones_own(files, tmp_path):
    answer = tmp_path / "answer.json"
    status, told, _ = run(files[0], *CHEAP, "--test", files[1], "--verbose", "--json", answer)
    assert status == 0
    assert "in held-out rows alone, and cannot be learned: “a” (1 row)." in told
    (e,) = json.loads(answer.read_text(encoding="utf-8"))["explanations"]
    assert e["rows"]["train"] == list(range(60))
    assert e["rows"]["test"] == list(range(60, 90))
    assert e["attributes"] == ["a", "b", "c"]


def test_a_file_of_other_columns_is_one_sentence(files, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("a,x\n1,2\n3,4\n", encoding="utf-8")
    status, _, told = run(files[0], *CHEAP, "--test", other)
    assert (status, told.count("\n")) == (2, 1)
    assert "it lacks" in told
