"""A cell that cannot be read is said and counted, and nothing hangs on it unless that is asked."""

import csv
import io
import itertools
import json
import random

import numpy as np
import pandas as pd
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data.cells import Coded
from interpret.data.from_cells import column_of
from interpret.data.reading import read_table
from interpret.data.readings import UNREAD, Reading
from interpret.data.table import Table
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, fired, open_clauses
from rulescope import PointsClassifier, RuleClassifier, load
from tests import cards, command_line
from tests.command_line import run

pytestmark = pytest.mark.slow

write, plain, carded = command_line.write, cards.plain, cards.carded
FIGURES = ("predict_proba", "decision_function")
OPTIONS = ("--set", "fit-to=labels", "--set", "price=1", "--set", "language=values")
CELLS = {"a": ["1", "2", "3"], "b": ["x", "y", ""], "c": ["1", "2", "9"]}  # what a cell may hold


def some_test(rng, name):
    if name == "b" or rng.random() < 0.3:
        kind = rng.choice([Is, IsNot])
        values = [value or None for value in CELLS[name]]
        return kind(name, tuple(rng.sample(values, rng.randint(1, 2))))
    return Between(name, *rng.choice([(1.0, float("inf")), (float("-inf"), 2.0), (1.0, 2.0)]))


def table_of(rows):
    """rows: mappings of columns to values, None where empty."""
    columns = []
    for name in CELLS:
        values = [row[name] for row in rows]
        coded = Coded([value or "" for value in values], np.arange(len(rows), dtype=np.int32))
        reading = Reading(name, "text" if name == "b" else "number")
        column = column_of(name, coded, reading)
        columns.append(column)
    return Table("t", "", tuple(columns))


@pytest.mark.parametrize("seed", range(60))
def test_a_verdict_is_open_exactly_where_a_cell_that_cannot_be_read_changes_it(seed):
    """By enumeration of what the cells may hold; no clause here asks a column twice."""
    rng = random.Random(seed)
    clauses = tuple(
        Clause(tuple(some_test(rng, name) for name in rng.sample([*CELLS], rng.randint(1, 2))))
        for _ in range(rng.randint(1, 2))
    )
    formula = Formula(clauses, denied=rng.random() < 0.5)
    hidden = UNREAD + "soon"
    rows = [
        dict(zip(CELLS, cells, strict=True))
        for cells in itertools.product(*([*map(str, values), hidden] for values in CELLS.values()))
    ]
    table = table_of(rows)
    hanging = open_clauses(formula.clauses, table)
    surely = fired(formula.clauses, table)
    is_open = hanging.any(axis=1) & ~surely.any(axis=1)
    for i, row in enumerate(rows):
        free = [CELLS[name] if value == hidden else [value] for name, value in row.items()]
        filled = [
            {name: value or None for name, value in zip(CELLS, cells, strict=True)}
            for cells in itertools.product(*free)
        ]
        for j, clause in enumerate(formula.clauses):
            said = {clause.accepts(one) for one in filled}
            assert hanging[i, j] or said == {bool(surely[i, j])}
            assert not hanging[i, j] or len(said) == 2
        if not is_open[i]:
            assert {formula.accepts(one) for one in filled} == {surely[i].any() != formula.denied}


# -- at every door --


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """An answer about yes where lab is above 5 or colour is red, as a file."""
    folder = tmp_path_factory.mktemp("unread")
    rng = random.Random(3)
    rows = [
        (round(rng.uniform(1, 9), 1), rng.choice(["red", "blue", "green"]), rng.choice("mf"))
        for _ in range(200)
    ]
    lines = [f"{a},{b},{c},{'yes' if a > 5 or b == 'red' else 'no'}" for a, b, c in rows]
    table, answer = folder / "table.csv", folder / "answer.json"
    table.write_text("\n".join(["lab,colour,sex,ill", *lines]))
    status, _, err = run(table, *command_line.cheaply(*OPTIONS), "--json", answer)
    assert (status, err) == (0, "")
    return table, answer


NEW = (
    "lab,colour,sex,ill\n7.5,blue,m,yes\nsoon,blue,m,yes\nsee remark,red,f,yes\n"
    "2.5,green,f,no\nsoon,green,f,no\n8.5,green,f,yes\n" + "1.5,blue,f,no\n" * 30
)


def scored(answer, rows, tmp_path, *options):
    path = tmp_path / "scored.csv"
    status, out, err = run(answer, "--predict", rows, "--csv", path, *options)
    assert (status, err) == (0, "")
    header, *cells = csv.reader(io.StringIO(path.read_text()))
    return out, {name: [row[i] for row in cells] for i, name in enumerate(header)}


def test_without_a_word_such_rows_have_no_verdict_and_the_reason_stands_beside(
    learned, write, tmp_path
):
    """Red is yes whatever the lab says."""
    said, columns = scored(learned[1], write(NEW), tmp_path)
    assert columns["ill = yes: rule"][:6] == ["yes", "", "yes", "no", "", "yes"]
    assert columns["ill = yes: machine"][:6] == ["yes", "", "", "no", "", "yes"]
    assert columns["ill = yes: score"][1:3] == ["", ""]
    assert columns["cannot be read"][:6] == [
        "", "lab = soon", "lab = see remark", "", "lab = soon", "",
    ]  # fmt: skip
    assert "3 cells of “lab” cannot be read as a number: “see remark”, “soon”." in said
    assert "No verdict where a cell that cannot be read decides: rule on 2 rows, machine on" in said
    assert "says ill = yes on 3 of 36 rows, the machine on 2" in said.replace("say ", "says ")
    assert "Of the 33 rows whose class is known" in said


def test_a_file_in_which_no_row_has_a_verdict_is_told_in_words(learned, write, tmp_path):
    said, columns = scored(learned[1], write("lab,colour,sex\n" + "soon,blue,m\n" * 20), tmp_path)
    assert {*columns["ill = yes: rule"]} == {""}
    assert "says ill = yes on 0 of 20 rows, the machine on 0." in said


def test_a_card_says_nothing_where_its_total_is_not_known(carded):
    (predictor,) = predictors(cards.written(document([carded])))
    rows = [
        "patient,admitted,age,bmi,pressure,pulse,smoker,pain,ward",
        "x,2024-01-07,61,25,130,88,yes,strong,B",
        "x,2024-01-07,old,25,130,88,yes,strong,B",
        "x,2024-01-07,61,25,low,88,yes,strong,B",
        "x,2024-01-07,61,25,130,fast,yes,strong,B",
        "x,2024-01-07,61,25,130,fast,no,strong,B",
    ]
    table = read_table("\n".join(rows).encode(), "new.csv")
    scores = predictor.scores(table)
    assert scores.points.is_open.tolist() == [False, True, True, False, True]
    assert scores.points.says.tolist() == [True, False, False, True, False]


def test_rows_of_a_test_file_are_left_out(learned, write, tmp_path):
    table, test = learned[0], write(NEW)
    answer = tmp_path / "own.json"
    said = command_line.answer(table, *OPTIONS, "--test", test, "--json", answer)
    assert "3 rows of the test file have a cell that cannot be read, and nothing is judged" in said
    assert "3 cells of “lab” cannot be read as a number: “see remark”, “soon”." in said
    (e,) = json.loads(answer.read_text())["explanations"]
    assert len(e["rows"]["test"]) == 33
    left_out = command_line.answer(table, *OPTIONS, "--test", test, "--drop", "lab")
    assert "of the test file" not in left_out


def test_in_files_scored_where_they_are_such_rows_have_no_verdict(learned, tmp_path):
    folder, out = tmp_path / "rows", tmp_path / "out"
    folder.mkdir()
    frame = pd.read_csv(io.StringIO(NEW), dtype=str)
    parquet.write_table(arrow.Table.from_pandas(frame), folder / "1.parquet")
    status, said, err = run(learned[1], "--predict", folder, "--into", f"{out}.parquet")
    assert (status, err) == (0, "")
    assert "On 2 rows a cell that cannot be read decides" in said
    found = parquet.read_table(f"{out}.parquet").to_pydict()
    verdicts = found["ill = yes: rule"][:6]
    assert verdicts == ["yes", None, "yes", "no", None, "yes"]


# -- Python --


def test_python_has_no_verdict_there_and_warns(learned):
    rows = pd.read_csv(io.StringIO(NEW), dtype=str).drop(columns="ill")
    found = load(learned[1])
    with pytest.warns(UserWarning, match="3 cells of “lab” cannot be read.*class None") as told:
        empty = found.predict(rows).tolist()
    assert len(told) == 1
    assert empty.count(None) in (2, 3)
    certain = rows.assign(lab=rows["lab"].where(rows["colour"] == "red", "7"))
    assert None not in found.predict(certain.assign(sex="?!")).tolist()


def test_an_estimator_needs_only_its_rule_s_cells():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"lab": rng.uniform(1, 9, 200).round(1), "other": rng.uniform(1, 9, 200)})
    y = np.where(X["lab"] > 5, 1, 0)
    asked = {"kernel": "linear", "C": 1.0, "fit_to": "labels", "price": 1.0}
    rule = RuleClassifier(**asked).fit(X, y)
    assert rule.rule_.attributes == ("lab",)
    new = X.astype(object)[:5]
    new.loc[0, "lab"], new.loc[1, "other"] = "soon", "soon"
    with pytest.warns(UserWarning, match="“soon”. As that decides, 1 row has class None."):
        assert rule.predict(new).tolist() == [None, *y[1:5].tolist()]
    assert rule.predict(X).dtype == y.dtype
    assert rule.predict(new[1:]).tolist() == y[1:5].tolist()
    assert_figures_are_empty_there(rule, new, [0])
    three = RuleClassifier(**asked).fit(X, np.digitize(X["lab"], [3, 6]))
    assert_figures_are_empty_there(three, new, [0])
    card = PointsClassifier(**asked).fit(X, y)
    assert card.card_.attributes == ("lab",)
    assert_figures_are_empty_there(card, new, [0], (*FIGURES, "reasons"))
    with pytest.warns(UserWarning, match="1 row has class None"):
        assert three.predict(new).tolist()[0] is None


def assert_figures_are_empty_there(found, rows, expected, figures=FIGURES):
    """No probability, range, decision value or reason of these rows, and one warning of each."""
    for name in figures:
        of = getattr(found, name)
        with pytest.warns(UserWarning, match="“soon”. As that decides, 1 row has no") as told:
            own = of(rows)
        assert len(told) == 1
        empty = [not one for one in own] if name == "reasons" else np.isnan(own)
        empty = np.reshape(empty, (len(rows), -1))
        assert (empty.all(axis=1) == empty.any(axis=1)).all()
        assert np.flatnonzero(empty.any(axis=1)).tolist() == expected


def test_a_number_is_empty(tmp_path, write):
    rng = random.Random(1)
    rows = [(rng.randint(1, 400) / 10, rng.choice("ab")) for _ in range(150)]
    lines = "\n".join(f"{a},{b},{100 * (a > 20) + 5 + rng.random():.2f}" for a, b in rows)
    table, answer, path = write(f"size,kind,rent\n{lines}\n"), tmp_path / "a.json", tmp_path / "o"
    assert run(table, "--json", answer)[0] == 0
    new = write("size,kind,rent\n30.5,a,105\nlarge,a,105\n12.5,b,5\n" + "9.5,a,5\n" * 20, "new.csv")
    status, said, _ = run(answer, "--predict", new, "--csv", path)
    assert status == 0
    assert "1 cell of “size” cannot be read as a number: “large”." in said
    assert "Nothing is predicted for 1 row where a cell that cannot be read decides" in said
    assert "is predicted for 22 rows" in said
    columns = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert columns["rent: predicted"][1] == ""
    assert columns["cannot be read"][1] == "size = large"
    frame = pd.read_csv(new, dtype=str)
    with pytest.warns(UserWarning, match="“large”. As that decides, 1 row has no number"):
        assert np.flatnonzero(np.isnan(load(answer).predict(frame))).tolist() == [1]
