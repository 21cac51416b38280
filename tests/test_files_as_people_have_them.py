"""Files as people have them: what public bug reports of other tools show, each kind with siblings.

Nothing is searched for that is not tested: machine, side, language and price are given.
"""

import io
import json
from datetime import date, datetime, timedelta

import numpy as np
import pandas as pd
import pytest

from interpret.data.asked import CellsAsked
from interpret.data.attributes import Columns
from interpret.data.read_again import read_as_asked, together
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.rules.logic import Between
from interpret.settings import Settings
from rulescope import load
from tests.made_files import as_workbook

N = 160
RNG = np.random.default_rng(3)
AMOUNTS = np.sort(RNG.choice(np.arange(1_000, 9_000), N, replace=False)) + 0.25
LAB = np.round(np.linspace(0.5, 9.5, N), 3)
DAYS = [date(2021, 1, 1) + timedelta(days=int(own)) for own in RNG.permutation(700)[:N]]
GIVEN = Settings(
    form="rule",
    kernel="linear",
    C=1.0,
    side="for",
    language="values",
    fit_to="labels",
    price=1.0,
    test=0.0,
)


def is_weekend(day):
    return day.weekday() > 4


def csv_of(columns, delimiter=","):
    """The bytes of a CSV file with these columns, quoted where needed."""
    return pd.DataFrame(columns).to_csv(index=False, sep=delimiter).encode()


def with_others(name, cells, says, delimiter=","):
    """A file in which a column decides the class, and two others have nothing to do with it."""
    rng = np.random.default_rng(1)
    cells = list(cells)
    n = len(cells)
    columns = {name: cells, "deck": rng.choice([*"abc"], n), "age": rng.integers(18, 80, n)}
    return csv_of(columns | {"kind": np.where(says, "high", "low")}, delimiter)


def answered(raw, **columns):
    """The table, its answer about the last column, and the answer as a document."""
    table = read_table(raw, "t")
    each = tasks(table, table.names[-1], ("high",), Columns(**columns))
    found = answers(tuple(explain_classes(each, GIVEN)), table, each)
    return table, found[0].explanation, json.loads(json.dumps(document(found)))


def rule_of(raw, **columns):
    _, found, _ = answered(raw, **columns)
    return found.rule.formula


def german(x):
    return f"{x:,.2f}".translate(str.maketrans(",.", ".,"))


def slipped(*texts):
    """A column of laboratory values in which one cell of 16 is another text."""
    return lambda: [
        texts[i // 16 % len(texts)] if i % 16 == 5 else f"{x}" for i, x in enumerate(LAB)
    ]


def days(write):
    return lambda: [write(day) for day in DAYS]


AMOUNT = AMOUNTS > 4_000
WEEKEND = [is_weekend(day) for day in DAYS]


SLIPS = {
    "below a limit": ("<0.5", "<0.5"),
    "a footnote": ("6.8*", "3.5*"),
    "errors of spreadsheets": ("#DIV/0!", "#VALUE!"),
    "words": ("not available", "see remark"),
}


@pytest.mark.parametrize("kind", SLIPS)
def test_a_few_other_texts_leave_a_column_of_numbers_one_and_are_named(kind):
    cells = slipped(*SLIPS[kind])()
    table, found, stored = answered(with_others("lab", cells, LAB > 5))
    rule = found.rule.formula
    ranges = [test for clause in rule.clauses for test in clause.tests if isinstance(test, Between)]
    assert any(test.attribute == "lab" and 4 < test.above < 6 for test in ranges)
    told = " ".join(found.notices + table.notices)
    for text in SLIPS[kind]:
        assert text in told or table.column("lab").missing == 0
    (predictor,) = predictors(stored)
    assert not predictor.scores(table).is_open.any()
    later = ["oops", *cells[1:]]
    scores = predictor.scores(read_table(with_others("lab", later, LAB > 5), "later"))
    assert np.flatnonzero(scores.is_open).tolist() == [0]
    assert any("oops" in sentence for sentence in scores.read)


def test_dates_of_a_workbook_beside_dates_as_texts_are_the_same_dates():
    cells = [
        datetime(day.year, day.month, day.day) if i % 2 else f"{day:%d.%m.%Y}"
        for i, day in enumerate(DAYS)
    ]
    rows = [("born", "deck", "kind")]
    rows += [(cell, "abc"[i % 3], "high" if WEEKEND[i] else "low") for i, cell in enumerate(cells)]
    assert rule_of(as_workbook(rows)).attributes == ("born: weekday",)


LATER = {  # a column to learn from, the same values written otherwise, and which of them are high
    "whole numbers with points": (["3", "2", "1"] * 30, ["3.0", "1.0", "3.0", "2.0", "2.0"],
                                  lambda cell: cell.startswith("3")),
    "capitals": (["True", "False"] * 30, ["TRUE", "FALSE", "TRUE"], lambda cell: cell[0] in "Tt"),
    "another language": (["yes", "no"] * 30, ["Ja", "nein", "oui", "tak", "いいえ"],
                         lambda cell: cell in ("yes", "Ja", "oui", "tak")),
    "digits for words": (["yes", "no"] * 30, ["1", "0", "1.0"],
                         lambda cell: cell in ("yes", "1", "1.0")),
    "codes as numbers": (["01", "02", "03"] * 30, ["1", "3", "1.0"],
                         lambda cell: cell in ("01", "1", "1.0")),
    "decimal commas, few rows": ([f"{x}".replace(".", ",") for x in LAB], ["7,25", "2,50", "8,75"],
                                 lambda cell: float(cell.replace(",", ".")) > 5),
    "commas for points": ([f"{x}" for x in LAB], ["7,25", "2,50", "8,75"],
                          lambda cell: float(cell.replace(",", ".")) > 5),
    "dates": ([f"{day}" for day in DAYS], [f"{day:%d.%m.%Y}" for day in DAYS[:40]],
              lambda cell: is_weekend(pd.to_datetime(cell, dayfirst="." in cell))),
    "blanks around": (["red", "blue", "green"] * 30, [" red", "blue ", "\u00a0red\u00a0"],
                      lambda cell: cell.strip() == "red"),
    "NA as a country": (["NA", "DE", "US"] * 30, ["NA", "DE", "US"], lambda cell: cell == "NA"),
}  # fmt: skip


@pytest.mark.parametrize("kind", LATER)
def test_one_value_in_another_spelling_gets_the_same_verdict(kind):
    first, later, is_high = LATER[kind]
    raw = with_others("x", first, [is_high(cell) for cell in first], ";")
    _, found, stored = answered(raw, keep=("x",))
    assert {name.removesuffix(": weekday") for name in found.rule.formula.attributes} == {"x"}
    (predictor,) = predictors(stored)
    expected = [is_high(cell) for cell in later]
    other = csv_of({"x": later, "deck": ["a"] * len(later), "age": [30] * len(later)}, ";")
    scores = predictor.scores(read_table(other, "later"))
    assert not scores.is_open.any()
    assert scores.rule.tolist() == expected
    as_texts = pd.read_csv(io.BytesIO(other), sep=";", dtype=str, keep_default_na=False)
    assert (load(stored).predict(as_texts) == np.where(expected, "high", "low")).all()


POINTS, COMMAS = (lambda x: german(x)[:-3]), (lambda x: f"{x:,.0f}")


@pytest.mark.parametrize(
    ("first", "delimiter", "later", "other"),
    [
        (lambda x: f"{x:.0f}", ",", POINTS, ";"),
        (POINTS, ";", COMMAS, ","),
        (COMMAS, ",", POINTS, ";"),
        (lambda x: f"${x:,.2f}", ",", lambda x: f"{german(x)} €", ";"),
        (lambda x: f"{x:.1f} kg", ",", lambda x: f"{1000 * x:.0f} g", ","),
        (lambda x: f"{x:.2f}", ",", lambda x: f"{x / 1000:.3f}k", ","),
        (lambda x: f"{x:.2f} €", ",", lambda x: f"{x / 1e6:.6f} Mio. €", ","),
        (lambda x: f"{x / 1000:.4f}k", ",", lambda x: f"{x:.2f}", ","),
        (COMMAS, ",", lambda x: f"{x / 9 if x < 7e3 else x:.3f}".replace(".", ","), ","),
    ],
    ids=[
        *("no marks, then points", "points, then commas", "commas, then points", "$, then €", "kg"),
        *("a thousandth with a k", "millions of euros", "no k where it stood"),
        "commas, then decimals beside what has no mark where thousands have one",
    ],
)
def test_what_may_be_another_number_in_a_later_file_gets_no_verdict(first, delimiter, later, other):
    """3 to 8 would be the first decimals of whole amounts; a rule said yes or no to all rows."""
    _, _, stored = answered(with_others("x", map(first, AMOUNTS), AMOUNT, delimiter))
    (predictor,) = predictors(stored)
    scores = predictor.scores(read_table(with_others("x", map(later, AMOUNTS), AMOUNT, other), "l"))
    assert scores.is_open.all()
    assert any("160 cells of “x” cannot be read as a number" in told for told in scores.read)
    assert not any("were taken to be" in told for told in scores.read)


@pytest.mark.parametrize("slip", [None, "1,2,3"])
def test_two_files_are_read_as_the_first_whatever_is_said_of_its_cells(slip):
    """What is said of the cells is settled on the first file; the second teaches nothing."""
    cells = [f"{x:,.0f}" for x in AMOUNTS]
    asked = CellsAsked(decimals={"x": ","})
    learnt = read_as_asked(read_table(with_others("x", cells, AMOUNT, ";"), "a"), asked)
    later = [f"{x / 7:.3f}".replace(".", ",") for x in AMOUNTS]
    later[5] = slip or later[5]
    other = read_table(with_others("x", later, AMOUNT, ";"), "b")
    both, _ = together(learnt, other, ("x",))
    assert both.n_rows == 2 * N - (slip is not None)
    assert read_as_asked(both, asked) is both
    x = both.column("x")
    assert (x.reading, x.kind) == (learnt.column("x").reading, "number")
    told = [x.values.numbers[code] for code in x.codes[[0, N, -1]]]
    assert told == [float(cells[0].replace(",", ".")), *(round(a / 7, 3) for a in AMOUNTS[[0, -1]])]


UNKNOWN = {  # ways to write numbers, dates and times that are not read
    "weeks": lambda i: f"{DAYS[i]:%G-W%V-%u}",
    "month first with dashes": lambda i: f"{DAYS[i]:%b-%d-%Y}",
    "months": lambda i: f"{DAYS[i]:%b %Y}",
    "two sizes": lambda i: f"{i / 10}M" if i % 2 else f"{i}k",
    "some in thousands": lambda i: f"{1 + i / 10:.1f}k" if i % 2 else f"{200 + i}",
    "two currencies": lambda i: f"{'$€'[i % 2]}{AMOUNTS[i]}",
    "hours and minutes": lambda i: f"{i // 60}h {i % 60}m",
    "other digits": lambda i: "".join(chr(0x660 + int(digit)) for digit in str(i)),
    "marks below": lambda i: f"{int(AMOUNTS[i]):_}",
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_cells_that_look_like_numbers_or_dates_and_are_read_as_texts_are_named(kind):
    """What is left out as naming rows, or is listed value by value, may be a way that we lack."""
    raw = with_others("x", map(UNKNOWN[kind], range(N)), AMOUNT)
    assert any("Read as texts: “x”" in notice for notice in read_table(raw, "t").notices)
    names = with_others("x", [f"P{i:04}" for i in range(N)], AMOUNT)
    assert not read_table(names, "t").notices


AGES = RNG.integers(18, 80, N)


def hints(kinds, boats):
    """What is said of a table with this class, and a column that may be filled in afterwards."""
    raw = csv_of({"boat": boats, "age": AGES[: len(kinds)], "kind": kinds})
    each = tasks(read_table(raw, "t"), "kind", ())
    return [told for told in each[0].notices if "known" in told]


def test_a_class_that_may_mean_unknown_is_hinted_at():
    boats = ["x", "y"] * 60
    (told,) = hints(["NA", "no", "yes"] * 40, boats)
    assert told.startswith("\u201cNA\u201d counts as a class of \u201ckind\u201d, in 40 rows")
    assert hints(["mild", "none", "severe"] * 40, boats) == []
    assert hints(["NA", "yes"] * 60, boats) == []


def test_a_column_that_is_filled_in_afterwards_is_hinted_at():
    kinds = ["high", "low", "low"] * 40
    late = ["" if kind == "low" and i != 5 else f"b{i % 4}" for i, kind in enumerate(kinds)]
    (told,) = hints(kinds, late)
    assert told.startswith(
        "Whether a cell of \u201cboat\u201d is empty tells the class in 119 of 120"
    )
    assert hints(kinds, ["", "x", "y", "z"] * 30) == []
    few = ["high"] * 4 + ["low"] * 116
    assert hints(few, [""] * 4 + ["x", "y"] * 58) == []
