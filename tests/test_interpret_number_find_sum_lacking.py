"""What sums lose without a column, against squares counted row by row; copies of columns."""

import io
import json
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.data.task import number_task
from interpret.number.explain import explain_number
from interpret.number.find_sum import sums_without
from interpret.number.kind import number_document, restore_number
from interpret.number.number_data import number_data
from interpret.number.validated import judged_sums, validated, whole_sum
from interpret.rules.logic import Clause
from interpret.settings import Settings
from interpret.shares import Lacking
from interpret.tell.number.answer import without
from interpret.tell.number.words import good_words
from interpret.tell.text import as_text
from tests.command_line import csv_text
from tests.often import some_now

pytestmark = pytest.mark.slow
TABLES = 50


def random_table(random, n=60):
    """A number that two or three of four columns move, with noise."""
    cells = random.integers(0, [2, 3, 2, 4], (n, 4))
    effects = random.normal(0, 2, 3) * (random.random(3) < 0.8)
    y = cells[:, 0] * effects[0] + ((cells[:, 1] == 1) & (cells[:, 2] == 0)) * effects[1]
    y = y + (cells[:, 3] > 1) * effects[2] + random.normal(0, 0.5, n)
    rows = [(*(f"v{cell}" for cell in row[:3]), row[3], f"{own:.3f}")
            for row, own in zip(cells, y, strict=True)]  # fmt: skip
    return read_table(csv_text([*"abcd", "y"], rows).encode(), "tiny.csv")


def squares(data, fold, conditions):
    """The squared error of each row left out by the sum with these conditions, and by the mean."""
    train, z = data.parts["train"], data.z
    held = [Clause(tuple(tests)).holds(data.task.table) for tests in conditions]
    design = np.column_stack([np.ones(len(z)), *held])
    inside, outside = train[fold.inside], train[fold.outside]
    effects = np.linalg.lstsq(design[inside], z[inside], rcond=None)[0]
    return (z[outside] - design[outside] @ effects) ** 2, (z[outside] - z[inside].mean()) ** 2


def explained_less(data, ours, theirs):
    """How much less of the variation of the rows left out their sums explain, for each row."""
    with_it, without_it, of_mean = [], [], []
    for fold, one, other in zip(data.folds, ours, theirs, strict=True):
        missed, around = squares(data, fold, one)
        with_it.append(missed)
        of_mean.append(around)
        without_it.append(squares(data, fold, other)[0])
    lost = np.concatenate(without_it) - np.concatenate(with_it)
    return lost / np.concatenate(of_mean).mean()


@pytest.mark.parametrize("block", some_now(range(6), 0))
def test_what_is_lost_is_the_difference_of_squares_row_by_row(block, monkeypatch):
    looked, anew = 0, []

    def remembered(*given):
        anew.append(judged_sums(*given))
        return anew[-1]

    monkeypatch.setattr("interpret.number.find_sum.judged_sums", remembered)
    for seed in range(TABLES * block, TABLES * (block + 1)):
        table, settings = random_table(np.random.default_rng(seed)), Settings(literals=2, seed=seed)
        data = number_data(number_task(table, "y", settings.columns), settings)
        nothing = [[] for _ in data.folds]
        sums, conditions = validated(data, nothing, lambda: None), whole_sum(data, [])
        anew.clear()
        found = sums_without(data, sums, conditions, lambda: None)
        asked = {test.attribute for tests in conditions for test in tests}
        assert {one.loss.column for one in found} == asked
        assert [one.loss.lost for one in found] == sorted(
            (o.loss.lost for o in found), reverse=True
        )
        rows = [explained_less(data, sums.conditions, one.conditions) for one in anew]
        for one in found:
            near = [np.abs(lost.mean() - one.loss.lost) for lost in rows]
            place = int(np.argmin(near))
            error = rows[place].std(ddof=1) / np.sqrt(len(rows[place]))
            assert near[place] < 1e-9, seed
            assert one.loss.low <= one.loss.lost - 1.95 * error
            assert one.loss.is_good or one.loss.lost > error
            of_folds = [tests for of_fold in anew[place].conditions for tests in of_fold]
            names = {test.attribute for tests in (*of_folds, *one.conditions) for test in tests}
            assert one.loss.column not in names
            looked += 1
    assert looked > TABLES


def copies(n=300):
    """b and its copy d move y alike, so a sum can do without either; c moves it alone."""
    random = np.random.default_rng(3)
    a, b, c = random.integers(0, 2, (3, n))
    y = 2 * b + 4 * c + random.normal(0, 0.5, n)
    rows = [(f"v{one}", f"v{two}", f"v{three}", f"v{two}", f"{own:.3f}")
            for one, two, three, own in zip(a, b, c, y, strict=True)]  # fmt: skip
    return csv_text([*"abcd", "y"], rows).encode()


@lru_cache(maxsize=1)
def explained():
    table = read_table(copies(), "copies.csv")
    return table, explain_number(table, Settings(target="y"))


def test_a_copy_can_go_and_the_condition_on_the_same_rows_is_in_every_good_sum():
    table, e = explained()
    of = {one.column: one for one in e.lacking}
    (copy,) = {"b", "d"} & {*of}
    assert of["c"].is_needed
    assert not of["c"].is_good
    assert of[copy].is_good
    assert next(iter(of)) == "c"
    assert all(not term.not_without for term in e.terms)  # the copy has a term on the same rows
    searched, always = good_words(e)
    assert f"Without “{copy}” sums are about as good" in searched
    assert all(f"{name} is v" in always for name in (copy, "c"))
    assert restore_number(json.loads(json.dumps(number_document(table, e)))).lacking == e.lacking


def test_a_loss_that_is_surely_a_gain_is_no_loss_in_words():
    _, e = explained()
    by = {"c": (0.3, 0.2, 0.4), "b": (-0.011, -0.019, -0.004), "d": (0.001, -0.01, 0.012)}
    lacking = tuple(
        Lacking(column=column, lost=lost, low=low, high=high)
        for column, (lost, low, high) in by.items()
    )
    assert good_words(replace(e, lacking=lacking))[0].endswith(
        "Without “b” sums explain more. Without “d” sums are about as good: they lose at most one "
        "standard error."
    )
    gained = good_words(replace(e, lacking=lacking[:2]))[0]
    assert gained.endswith("Without “b” sums explain more.")
    assert good_words(replace(e, lacking=lacking[:1]))[0].endswith("are measurably worse.")
    assert "explained variation lost (−: gained)" in as_text(without(e))


def test_a_condition_that_a_good_sum_lacks_is_not_said_to_be_in_all():
    _, e = explained()
    some = tuple(
        term if "c" in str(term.clause) else replace(term, not_without=("b",)) for term in e.terms
    )
    assert "c is v" in good_words(replace(e, terms=some))[1]
    assert "b is" not in good_words(replace(e, terms=some))[1]
    none = tuple(replace(term, again=0) for term in e.terms)
    assert good_words(replace(e, terms=none))[1].startswith("None of these conditions is in")
    assert without(replace(e, lacking=())) == []


def test_the_command_says_what_is_lost_without_a_column(tmp_path):
    (tmp_path / "copies.csv").write_bytes(copies())
    out = io.StringIO()
    assert main([str(tmp_path / "copies.csv"), "--verbose"], out, out) == 0
    assert "Which columns can it do without?\n" in out.getvalue()
