"""A cell is read once: however its column is written, an answer says the same of its row."""

import datetime
import json

import numpy as np
import pandas as pd
import pytest

from interpret.answers.rule.answer.answer import answers
from interpret.answers.rule.answer.predict import predictors
from interpret.answers.rule.answer.record import document
from interpret.answers.rule.classes import explain_classes
from interpret.data.frame import frame_table
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.settings import Settings

N = 160


def german(amount):
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def day(written):
    return lambda number: written.format(
        d=datetime.date(2021, 1, 1) + datetime.timedelta(int(number))
    )


WAYS = {  # what the cells mean, and the ways in which people write them; the first is learned from
    "thousands": (
        np.linspace(900, 12_000, N).round(2),
        [
            repr,
            lambda x: f"{x:,.2f}",
            german,
            lambda x: f"{x:,.2f}".replace(",", "\u202f"),
            lambda x: f"${x:,.2f}",
        ],
    ),
    "decimals": (
        np.linspace(1, 9, N).round(2),
        [repr, lambda x: repr(x).replace(".", ","), lambda x: f" {x:.3f} ", lambda x: f"{x} mg"],
    ),
    "whole": (
        np.arange(N) * 37 % 4000 + 1000,
        [str, lambda x: f"{x}.0", lambda x: f"{x:06}", lambda x: f"+{x}"],
    ),
    "yes": (
        np.arange(N) % 3 == 0,
        [str, lambda x: str(x).upper(), lambda x: "ja" if x else "nein", lambda x: str(int(x))],
    ),
    "dates": (
        np.arange(N) * 5,
        [
            day("{d:%Y-%m-%d}"),
            day("{d:%d.%m.%Y}"),
            day("{d:%Y/%m/%d}"),
            day("{d:%d %B %Y}"),
            day("{d:%m/%d/%Y}"),
            day("{d:%Y%m%d}"),
            day("{d:%d.%m.%y} 08:30"),
            day("{d:%b %d, %Y}"),
        ],
    ),
}


def rows_of(kind):
    values, ways = WAYS[kind]
    rng = np.random.default_rng(5)
    values = values[rng.permutation(N)]
    if kind == "dates":
        says = (values + 4) % 7 > 4  # the 1st of January 2021 was a Friday
    else:
        says = values > np.median(values) if kind != "yes" else values
    other = rng.integers(0, 3, N)
    return values.tolist(), ways, np.where(says, "high", "low"), np.array(["a", "b", "c"])[other]


def file_of(cells, other, says, delimiter):
    frame = pd.DataFrame({"x": cells, "other": other, "class": says})
    return frame.to_csv(index=False, sep=delimiter).encode()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("kind", WAYS)
def test_every_way_of_writing_a_column_gets_the_same_verdicts(kind, delimiter):
    values, ways, says, other = rows_of(kind)
    for learned in ways[:2]:
        table = read_table(file_of(map(learned, values), other, says, delimiter), "t")
        each = tasks(table, "class", ("high",))
        found = answers(
            tuple(explain_classes(each, Settings(form="rule", kernel="rules(2,2)", C=1.0))),
            table,
            each,
        )
        (predictor,) = predictors(json.loads(json.dumps(document(found))))
        said = predictor.scores(table).rule
        assert 0 < said.sum() < N
        for way in ways:
            again = predictor.scores(
                read_table(file_of(map(way, values), other, says, delimiter), "u")
            )
            assert not again.unread.any(), again.read
            assert (again.rule == said).all()
            assert (again.machine == predictor.scores(table).machine).all()
        if kind != "dates":
            typed = frame_table(pd.DataFrame({"x": values, "other": other}), "frame")
            assert (predictor.scores(typed).rule == said).all()


def test_a_cell_that_cannot_be_read_has_no_verdict_and_is_said():
    values, ways, says, other = rows_of("decimals")
    table = read_table(file_of(map(ways[0], values), other, says, ","), "t")
    each = tasks(table, "class", ("high",))
    found = answers(
        tuple(explain_classes(each, Settings(form="rule", kernel="rules(2,2)", C=1.0))), table, each
    )
    (predictor,) = predictors(json.loads(json.dumps(document(found))))
    cells = [ways[0](value) for value in values]
    cells[7] = "see remark"
    scores = predictor.scores(read_table(file_of(cells, other, says, ","), "u"))
    assert np.flatnonzero(scores.unread).tolist() == [] or np.flatnonzero(
        scores.unread
    ).tolist() == [7]
