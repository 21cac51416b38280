"""Weights and groups: what they do to rows, and what they may be."""

from dataclasses import replace

import numpy as np
import pytest

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.roles import Roles, ties_of
from interpret.data.task import tasks
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import explain
from interpret.settings import Settings
from interpret.shares import design_effect
from interpret.tell.rule.verdict import verdict
from tests.often import some_now

pytestmark = pytest.mark.slow

QUICK = {"kernel": "linear", "C": 1.0}
ONE_WAY = {"fit_to": "weights", "side": "for", "language": "values", "price": 0.0}
WEIGHED = Settings(target="class", weight="w", **QUICK)


def table(header, rows):
    text = "\n".join([",".join(header), *(",".join(map(str, row)) for row in rows)])
    return read_table(text.encode(), "t.csv")


def some_rows(n, seed=0):
    rng = np.random.default_rng(seed)
    a, b, c = rng.integers(0, 3, (3, n))
    y = np.where((a == 1) | (b == 2) & (c == 0), "yes", "no")
    y = np.where(rng.random(n) < 0.1, "no", y)
    return [(f"a{i}", f"b{j}", f"c{k}", own) for i, j, k, own in zip(a, b, c, y, strict=True)]


@pytest.mark.parametrize("seed", some_now(range(3), 0))
def test_a_whole_weight_is_the_row_so_many_times(seed):
    rows = some_rows(60, seed)
    weights = np.random.default_rng(seed).integers(0, 4, len(rows))
    names = ("a", "b", "c", "class")
    weighed = table((*names, "w"), [(*row, w) for row, w in zip(rows, weights, strict=True)])
    repeated = table(names, [row for row, w in zip(rows, weights, strict=True) for _ in range(w)])
    settings = Settings(target="class", test=0, **ONE_WAY, **QUICK)
    one = explain(weighed, replace(settings, weight="w"))
    other = explain(repeated, settings)
    assert one.rule == other.rule
    assert [share.hits for share in _shares(one)] == [share.hits for share in _shares(other)]
    assert one.attributes == other.attributes


def _shares(e):
    right = e.rule_form.right["train"]
    machine = e.machine_right["train"].accuracy
    return right.accuracy, right.sensitivity, e.rule_form.fidelity["train"], machine


@pytest.mark.parametrize("seed", some_now(range(40), 0, 1))
def test_what_is_drawn_by_chance_is_not_found_by_weights(seed):
    """Copies of a row on both sides of a split would make a rule right that knows them by heart."""
    rng = np.random.default_rng(seed)
    heaviest = (5, 2.5)[seed % 2]
    rows = rng.integers(0, 3, (120, 5)), rng.integers(0, 2, 120), rng.integers(1, 6, 120)
    weighed = [(*cells, y, heaviest * w / 5) for cells, y, w in zip(*rows, strict=True)]
    e = explain(table(("a", "b", "c", "d", "e", "class", "w"), weighed), WEIGHED)
    assert not verdict(e, e.rule_form).found
    assert e.rule_form.right["test"].accuracy.effect > 1.1


@pytest.mark.parametrize("scale", [1, 0.25])
def test_no_split_separates_the_copies_of_a_row(scale):
    rows = [(*row, scale * (1 + i % 3)) for i, row in enumerate(some_rows(60))]
    weighed = table(("a", "b", "c", "class", "w"), rows)
    e = explain(weighed, WEIGHED)
    kept = tasks(weighed, "class", (), e.settings.columns)[0].table.row_numbers
    assert not set(kept[list(e.rows["train"])]) & set(kept[list(e.rows["test"])])


def test_weights_that_are_not_whole_count_each_row_as_a_group():
    rows = [(*row, 0.25 + (i % 3) / 2) for i, row in enumerate(some_rows(60))]
    weighed = table(("a", "b", "c", "class", "w"), rows)
    e = explain(weighed, Settings(target="class", weight="w", **QUICK))
    numbers = tasks(weighed, "class", (), e.settings.columns)[0].table.row_numbers
    assert not set(numbers[list(e.rows["train"])]) & set(numbers[list(e.rows["test"])])
    assert e.rule_form.right["test"].accuracy.effect > 2
    assert "w" not in e.attributes
    (again,) = restore(document(answers([e], weighed)))
    assert again == e


def test_a_leak_through_groups_disappears():
    """Patients have one class and one hidden trait: by rows it is learned, by groups it is not."""
    rng = np.random.default_rng(0)
    sick = rng.random(40) < 0.5
    traits = rng.integers(0, 2, (40, 6))  # of the patient, and nothing to do with the class
    rows = [
        (*(f"t{value}" for value in traits[p]), f"p{p}", "yes" if sick[p] else "no")
        for p in range(40)
        for _ in range(6)
    ]
    visits = table(("q", "r", "s", "t", "u", "v", "patient", "class"), rows)
    settings = Settings(target="class", seed=1, kernel="rules(10,5)", C=64.0, fit_to="labels")
    leaking = explain(visits, Settings(**{**vars(settings), "drop": ("patient",)}))
    honest = explain(visits, Settings(**{**vars(settings), "group": "patient"}))
    assert leaking.machine_right["test"].accuracy.rate > 0.85
    assert honest.machine_right["test"].accuracy.rate < 0.7
    assert "patient" not in honest.attributes
    low, high = honest.rule_form.right["test"].accuracy.ends
    assert high - low > 0.3  # of about twelve patients, though of 72 rows


def test_the_design_effect_is_that_of_groups():
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(200), 5)
    alike = np.repeat(rng.random(200) < 0.6, 5)
    assert 4.4 < design_effect(alike, groups) < 5.6  # each group is one case
    assert design_effect(rng.random(1000) < 0.6, groups) < 1.3**2
    assert design_effect(np.ones(10, dtype=bool), np.arange(10) // 5) == 5


@pytest.mark.parametrize(
    ("role", "cells", "told"),
    [
        ("weight", [-1] + [2] * 39, "from 0 to .* has “-1”"),
        ("weight", ["much"] + [2] * 39, "from 0 to .* has “much”"),
        ("weight", [1] * 39 + ["inf"], "from 0 to .* has “inf”"),
        ("weight", ["1e308"] * 40, "from 0 to 1e\\+100, and .* has “1e.308”"),
        ("weight", [0] * 40, "above 0"),
        ("group", ["g"] * 40, "same in all"),
        ("test", ["no"] * 40, "held out and some left"),
        ("class", ["x", "y"] * 20, "one role|no other role"),
    ],
)
def test_a_column_that_cannot_have_its_role_is_one_sentence(role, cells, told):
    rows = [(*row, cell) for row, cell in zip(some_rows(40), cells, strict=True)]
    own = table(("a", "b", "c", "class", "role"), rows)
    given = {"group": "class"} if role == "class" else {role: "role"}
    with pytest.raises(DataError, match=told):
        explain(own, Settings(target="class", **given, **QUICK))


def test_two_roles_of_one_column_are_one_sentence():
    own = table(("a", "b", "c", "class"), some_rows(40))
    with pytest.raises(DataError, match="one role"):
        tasks(own, "class", (), Columns(roles=Roles(weight="a", group="a")))


def test_fractions_among_the_weights_bind_copies_in_rows_without_any():
    rows = [(*row, 1 if i else 0.5) for i, row in enumerate(some_rows(60))]
    weighed = table(("a", "b", "c", "class", "w"), rows)
    (task,) = tasks(weighed, "class", (), Columns(roles=Roles(weight="w")))
    whole = np.flatnonzero(task.table.row_numbers > 1)
    ties = ties_of(task.table.rows(whole), Roles(weight="w"))
    assert ties.groups.tolist() == task.table.row_numbers[whole].tolist()
