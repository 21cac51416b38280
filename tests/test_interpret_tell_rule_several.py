"""The rules of several classes: judged on the same rows, counted as they stand in the table."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import split
from interpret.forms.answer.answer import answers
from interpret.forms.answer.form import RULE, Forms
from interpret.forms.answer.proof import OF_RULE
from interpret.forms.answer.several import several
from interpret.forms.explain import explain
from interpret.forms.study.study import studied
from interpret.settings import Settings
from interpret.tell.rule.report import html_report
from interpret.tell.rule.several import at_a_glance, several_words
from interpret.tell.text import as_text

FIXED = {
    "kernel": "linear",
    "C": 1.0,
    "side": "for",
    "language": "monotone",
    "fit_to": "labels",
    "price": 1.0,
}


def three_kinds(times=3):
    """The kind is the number of twos in a row of three."""
    rows = [(*cells, f"k{cells.count(2)}") for cells in product(range(3), repeat=3)]
    lines = [",".join(map(str, row)) for row in rows * times if row[-1] != "k3"]
    return read_table("\n".join(["a,b,c,kind", *lines]).encode(), "kinds.csv")


@pytest.fixture(scope="module")
def explained():
    table = three_kinds()
    asked = tasks(table)
    return table, tuple(explain(table, Settings(positive=t.positive, **FIXED)) for t in asked)


def test_every_class_holds_out_the_same_rows_and_each_class_is_among_them():
    table = three_kinds()
    held_out = [split(task, Settings(seed=3))["test"].tolist() for task in tasks(table)]
    assert held_out[0] == held_out[1] == held_out[2]
    kinds = table.frame()["kind"].to_numpy()
    shares = [(kinds[held_out[0]] == k).mean() - (kinds == k).mean() for k in ("k0", "k1", "k2")]
    assert np.abs(shares).max() < 0.03


def test_a_note_on_the_rule_stands_only_where_the_rule_does():
    """At a glance; --verbose shows both forms, and so every note."""
    e = explain(three_kinds(), Settings(positive=("k0",), form="auto", **FIXED))
    e = replace(e, notices=("A note.", f"{OF_RULE} 3 of 4 rows."))
    for forms in (Forms(90.0, 50.0, 100, 5), Forms(50.0, 90.0, 100, 5)):
        glance = as_text(at_a_glance([replace(e, comparison=forms)]))
        assert (OF_RULE in glance) == (forms.first == RULE)
        assert "A note." in glance


@pytest.mark.parametrize("rare", [1, 2, 3])
def test_classes_of_few_rows_are_held_out_where_they_can_be(rare):
    lines = [f"{i % 5},{i % 3},k{i % 2}" for i in range(30)] + ["1,2,rare"] * rare + ["2,2,one"]
    table = read_table("\n".join(["a,b,kind", *lines]).encode(), "t")
    for task in tasks(table):
        parts = split(task, Settings())
        assert sorted([*parts["train"], *parts["test"]]) == list(range(len(lines)))
        assert 0 < task.y[parts["train"]].sum() < len(parts["train"])


def test_the_report_says_what_the_rules_share(explained):
    table, found = explained
    report = html_report(studied(answers(found, table)))
    assert "What do the rules share?" in report
    assert several_words(several(answers(found, table))) in report
