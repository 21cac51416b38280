"""A test file of one's own, and a model's answer, on the command line."""

import io
import json

import numpy as np
import pytest

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.forms.answer.predictor import predictors
from tests.test_interpret_data_roles import some_rows

pytestmark = pytest.mark.slow

CHEAP = ("--kernel", "linear", "--set", "C=1", "--set", "fit-to=labels", "--set", "side=for")
CHEAP += ("--set", "language=values", "--set", "price=1")


def run(*options):
    out, err = io.StringIO(), io.StringIO()
    return main([str(own) for own in (*options, *CHEAP)], out, err), out.getvalue(), err.getvalue()


@pytest.fixture
def files(tmp_path):
    rows = [
        (*row, str(0.7 if row[0] == "a1" else 0.2 + i / 999)) for i, row in enumerate(some_rows(90))
    ]
    rows[-1] = ("new", *rows[-1][1:])
    for name, own in (("one.csv", rows[:60]), ("two.csv", rows[60:])):
        lines = ["a,b,c,truth,score", *map(",".join, own)]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "one.csv", tmp_path / "two.csv"


def test_a_model_is_explained_and_judged_on_a_file_of_ones_own(files, tmp_path):
    answer = tmp_path / "answer.json"
    options = (
        "--test",
        files[1],
        "--explain",
        "score",
        "--positive",
        "above 0.5",
        "--target",
        "truth",
    )
    report = tmp_path / "report.html"
    status, told, _ = run(files[0], *options, "--verbose", "--json", answer, "--html", report)
    assert status == 0
    assert "says what the model says" in told
    assert "in held-out rows alone, and cannot be learned: “a” (1 row)." in told
    (e,) = json.loads(answer.read_text(encoding="utf-8"))["explanations"]
    assert e["rows"]["train"] == list(range(60))
    assert e["rows"]["test"] == list(range(60, 90))
    assert e["attributes"] == ["a", "b", "c"]
    assert sum(e["truth"]["cases"]["test"]) == 30
    assert "What model, rule and truth say" in report.read_text(encoding="utf-8")
    status, told, _ = main_predict(answer, files[1])
    assert status == 0
    first, _, rest = told.partition("On the rows of this file")
    assert "Of the 30 rows with the model's answer the rule says what the model says on" in first
    assert ": it says what the model says on" in told
    assert "is right on" not in first, "of a model's answers nothing is right or wrong"
    assert "right, by the truth" in rest
    cases = rest.partition("What model, rule and truth say:\n")[2].splitlines()[1:9]
    assert sum(int(line.split()[-1]) for line in cases) == 30, "all rows that have both"
    (right,) = [line for line in told.splitlines() if "  right, by the truth" in line]
    own = read_table(files[1].read_bytes(), "two.csv")
    (said,) = [one.scores(own) for one in predictors(json.loads(answer.read_text()))]
    by_hand = np.mean(said.rule == np.array([row == "yes" for row in cells(own, "truth")]))
    assert f"  {100 * by_hand:.1f} % (" in right


def cells(table, name):
    column = table.column(name)
    return [column.values[code] for code in column.codes]


def test_without_the_model_s_answer_the_rule_stands_alone_beside_the_truth(files, tmp_path):
    answer, rows = tmp_path / "answer.json", tmp_path / "rows.csv"
    options = (
        "--explain",
        "score",
        "--positive",
        "above 0.5",
        "--target",
        "truth",
        "--json",
        answer,
    )
    assert run(files[0], *options)[0] == 0
    lines = files[1].read_text(encoding="utf-8").splitlines()
    rows.write_text("\n".join(line.rpartition(",")[0] for line in lines), encoding="utf-8")
    status, told, _ = main_predict(answer, rows)
    assert status == 0
    (right,) = [line for line in told.splitlines() if "  right, by the truth" in line]
    assert right.split()[0] == "–"
    assert "the model says" not in told.split("On the rows")[1]


def main_predict(answer, rows):
    out, err = io.StringIO(), io.StringIO()
    return main([str(answer), "--predict", str(rows)], out, err), out.getvalue(), err.getvalue()


def test_a_score_without_a_cut_and_a_file_of_other_columns_are_one_sentence(files, tmp_path):
    status, _, told = run(files[0], "--explain", "score", "--target", "truth")
    assert (status, told.count("\n")) == (2, 1)
    assert "the cut above which" in told
    other = tmp_path / "other.csv"
    other.write_text("a,x\n1,2\n3,4\n", encoding="utf-8")
    status, _, told = run(files[0], "--test", other)
    assert (status, told.count("\n")) == (2, 1)
    assert "it lacks" in told
