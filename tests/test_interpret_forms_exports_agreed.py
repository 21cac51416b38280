"""The share of good rules that agree, as Python, SQL and files of scored rows give it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from pyarrow import parquet

from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.good import Good, Other
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import scored_columns
from interpret.forms.explain import explain
from interpret.forms.exports.code import as_python, as_sql
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.shares import share_of
from tests.command_line import csv_text
from tests.exported import query, run
from tests.large_tables import SMALL
from tests.large_tables import run as command

NAMES = ["job", "age", "day", "class"]
ROWS = [
    ("abc"[i % 3], f"{20 + i * 7 % 40},5", f"2024-0{1 + i % 4}-1{i % 9}", "ny"[0 in (i % 3, i % 7)])
    for i in range(60)
]


def good_rules(cut):
    return (
        Formula((Clause((Between("age", cut),)), Clause((Is("job", ("a",)),)))),
        Formula((Clause((IsNot("job", ("b",)), Between("age", to=cut))),), denied=True),
        Formula((Clause((Is("day: weekday", ("Monday", "Friday")),)),)),
        Formula((), denied=True),
    )


@pytest.fixture(scope="module")
def learnt():
    """An answer with a card, and good rules that were not looked for."""
    table = read_table(csv_text(NAMES, ROWS).encode(), "jobs.csv")
    settings = Settings(kernel="linear", C=1.0, fit_to="labels", price=1.0, form="points")
    e = explain(table, settings)
    half = share_of(np.arange(2) > 0, None)
    others = tuple(
        Other(formula, (), 0.0, 0.0, 0.0, half, half)
        for formula in good_rules(e.preparation.cuts[0].points[0])
    )
    return Answer(replace(e, good=Good((), (), others, 4, 60, half)), table)


@pytest.fixture(scope="module")
def scored(learnt):
    """Rows of which some have cells that cannot be read, and what agreed says of them."""
    cells = [list(row) for row in ROWS]
    cells[0][1], cells[4][1], cells[5][2], cells[7][0] = "old", "", "soon", ""
    rows = read_table(csv_text(NAMES, cells).encode(), "other.csv")
    (predictor,) = predictors(json.loads(json.dumps(document([learnt]))))
    return rows, dict(scored_columns(rows, [predictor.scores(rows)]))["class = y: agreed"]


def test_what_is_exported_says_what_predictions_say(learnt, scored):
    e, (rows, expected) = learnt.explanation, scored
    assert expected.count(None) == 2, "on a word among numbers and on one among dates"
    assert len({*expected}) > 3
    frame = rows.frame()
    (agreed,) = run(as_python(e), "agreed")
    assert [agreed(row) for row in frame.to_dict("records")] == pytest.approx(expected)
    names, found = query(as_sql(e), rows)
    assert names[-5:] == ["rule", "points", "chance", "verdict", "agreed"]
    assert [row[-1] for row in found] == pytest.approx(expected)


def test_the_code_says_which_columns_it_asks_for(learnt):
    e = learnt.explanation
    for write in (as_python, as_sql):
        (line,) = [line for line in write(e).splitlines() if "it asks for" in line]
        assert {*line.split("it asks for ")[1].split(", ")} == {"job", "age", "day"}
        assert "agreed" not in write(replace(e, good=None))


@pytest.mark.slow
def test_rows_scored_where_they_are_have_the_column_too(learnt, scored, tmp_path):
    rows, expected = scored
    written = tmp_path / "answer.json"
    written.write_text(json.dumps(document([learnt])), encoding="utf-8")
    for names in (NAMES, NAMES[:2]):
        table = tmp_path / f"{len(names)}"
        table.mkdir()
        for place in range(2):
            frame = rows.frame()[names].iloc[30 * place : 30 * place + 30]
            frame.to_csv(table / f"{place}.csv", index=False)
        out = tmp_path / f"{len(names)}.parquet"
        status, said, err = command(written, "--predict", table, "--into", out, sample=SMALL)
        assert (status, err) == (0, "")
        found = parquet.read_table(out).to_pydict()
        if names == NAMES:
            assert found["class = y: agreed"] == pytest.approx(expected)
        else:
            assert "class = y: agreed" not in found
            assert "no column agreed, since the table lacks “day”" in said
