"""Who is wronged: rates by group as counted by hand."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.forms.study.groups import groups, named_groups
from interpret.forms.study.study import studied
from interpret.settings import Settings
from interpret.tell.rule.report import html_report
from interpret.tell.rule.wronged import (
    dotted_rows,
    group_dots,
    group_name,
    groups_words,
)
from interpret.tell.svg import intervals_text

CHEAP = Settings(
    kernel="mDNF(2,2)",
    C=1.0,
    side="for",
    language="monotone",
    fit_to="labels",
    price=10.0,
    effort=2000,
    drop=("sex", "id"),
)


def table_of(values, y, names):
    rows = [
        "".join(f"{cell}," for cell in row) + label for row, label in zip(values, y, strict=True)
    ]
    return read_table("\n".join([",".join([*names, "ill"]), *rows]).encode(), "t.csv")


@cache
def clinic(seed=0, n=400):
    """Ill is a0 = v1; but of the women with a1 = v2 half are labelled at random."""
    rng = np.random.default_rng(seed)
    a = [[f"v{i}" for i in rng.integers(3, size=3)] for _ in range(n)]
    sex, age = rng.choice(["f", "m", ""], n, p=[0.5, 0.45, 0.05]), rng.integers(20, 80, n)
    ill = np.array([row[0] == "v1" for row in a])
    bad = (sex == "f") & np.array([row[1] == "v2" for row in a])
    ill = np.where(bad, rng.random(n) < 0.5, ill)
    rows = [[*own, s, g, i] for i, (own, s, g) in enumerate(zip(a, sex, age, strict=True))]
    return table_of(rows, np.where(ill, "yes", "no"), ["a0", "a1", "a2", "sex", "age", "id"])


@cache
def answered(form="rule"):
    return Answer(explain(clinic(), replace(CHEAP, form=form)), clinic())


def says(a, rows):
    """The verdicts of the form that comes first, whichever it is, without asking which."""
    card = a.explanation.points and a.explanation.points.card
    return card.totals(rows) > card.cut if card else a.explanation.rule.formula.holds(rows)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["rule", "points"])
def test_every_rate_of_a_group_is_what_is_counted_by_hand(form):
    a = answered(form)
    assert "sex" not in a.explanation.attributes
    shown = groups(a, ["sex", "a1"], least=5)
    assert {group.columns for group in shown.groups} == {("sex",), ("a1",), ("sex", "a1")}
    frame = a.as_read.frame().iloc[a.judged.places]
    verdicts = {
        "machine": a.judged.scores > 0,
        a.explanation.form(form).called: says(a, a.judged.table),
    }
    y = (frame["ill"] == "yes").to_numpy()
    for group in shown.groups:
        own = np.ones(len(frame), dtype=bool)
        for name, value in zip(group.columns, group.values, strict=True):
            own &= (frame[name].fillna("(empty)") == value).to_numpy()
        for who in shown.who:
            said, true = verdicts[who][own], y[own]
            by_hand = {
                "right": (said == true, true | True),
                "false alarms": (said, ~true),
                "misses": (~said, true),
                "says yes": (said, true | True),
                "precision": (true, said),
            }
            for name, share in group.of(who).rates.items():
                hits, among = by_hand[name]
                assert (share.hits, share.n) == ((hits & among).sum(), among.sum())
                assert share.interval is None or share.ends[0] <= share.rate <= share.ends[1]


def test_small_groups_are_told_together_and_numbers_are_taken_in_quarters():
    a = answered()
    shown = groups(a, ["id", "age"], least=10)
    assert ("id",) in {group.columns for group in shown.groups}  # numbers, however many differ
    labels, of = named_groups(a.as_read, "age")
    assert len(labels) == 4
    assert np.bincount(of).min() > 60
    nothing = groups(a, ["a0"], least=10_000)
    assert nothing.groups == ()
    assert sum(own.rows for own in nothing.few) == nothing.rows
    assert "tell too little to be shown" in groups_words(nothing)[0]


def test_what_cannot_be_grouped_is_one_sentence():
    with pytest.raises(DataError, match="are not the class, and “ill” is none"):
        groups(answered(), ["ill"], 5)
    with pytest.raises(DataError, match="“height” is none"):
        groups(answered(), ["height"], 5)
    with pytest.raises(DataError, match="4 columns at once"):
        groups(answered(), ["a0", "a1", "a2", "sex", "age"], 5)


def test_a_difference_that_is_there_is_told_and_chance_is_not():
    told = " ".join(groups_words(groups(answered(), ["sex", "a1"], 10)))
    assert "Where sex = f and a1 = v2, “right” of the" in told
    assert "No rate" in " ".join(groups_words(groups(answered(), ["a2"], 10)))


@pytest.mark.parametrize("form", ["rule", "points"])
def test_the_report_has_the_rates_of_groups_that_are_asked_about(form):
    a = answered(form)
    name = a.explanation.form(form).called
    assert "Who is wronged?" not in html_report(studied([a]))
    page = html_report(studied([a], by=("sex",)))
    assert "Who is wronged?" in page
    assert "sex = f" in page
    assert f"Right, by group. Full: the {name}" in page


def test_each_group_has_a_dot_of_rule_and_machine_for_a_rate():
    a = answered()
    shown = groups(a, ["sex"], 10)
    everyone, *own = dotted_rows(a.explanation, shown, "misses")
    assert everyone.name.startswith("all rows (")
    for row, group in zip(own, shown.groups, strict=True):
        assert row.name == f"{group_name(group)} ({group.form.n} rows)"
        missed = group.form.rates["misses"]
        assert (row.dots[0].value, row.dots[0].ends) == (missed.rate, missed.ends)
        assert [dot.full for dot in row.dots] == [True, False]
    told = intervals_text(dotted_rows(a.explanation, shown, "misses"))
    assert "sex = f" in told
    assert group_dots(a.explanation, shown, "misses").startswith("<svg")
