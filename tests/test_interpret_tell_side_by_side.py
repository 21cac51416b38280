"""Runs in words and two beside each other: what is the same, what differs, and nothing else."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from interpret.data.reading import read_table
from interpret.forms.explain import explain
from interpret.present.duration_words import duration_words
from interpret.present.wording import clause_words
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.tell.rule.side_by_side import (
    BOTH,
    FIRST,
    SECOND,
    Asked,
    beside,
    clause_lines,
    everything,
)
from tests.planted import either, neither, planted

FIXED = {"kernel": "linear", "C": 1.0, "fit_to": "weights", "price": 0.0}
FIXED |= {"side": "for", "language": "monotone"}
CLAUSES = [Clause((Is(name, (value,)),)) for name, value in product("ab", "xy")]


def run(table=None, classes=(("yes",),), versions=None, result=True, **settings):
    """A run of a planted table as a page has it."""
    table = table or planted(either, n=60)
    asked = Settings(**FIXED | settings)
    found = [explain(table, replace(asked, positive=c)) for c in classes] if result else []
    spec = {"settings": asked.to_dict(), "table": table.name, "versions": versions or {}}
    return Asked("explain", table.name, table.digest, spec, tuple(found))


@pytest.fixture(scope="module")
def one():
    return run()


def test_a_run_beside_itself_differs_in_nothing_and_shares_every_clause(one):
    shown = beside(one, one)
    assert shown.settings == ()
    assert not any(line.differs for line in shown.figures)
    (rules,) = shown.rules
    assert rules.title == "class = yes"
    assert {where for where, _ in rules.lines} == {BOTH}


def test_rules_for_other_classes_stand_under_both(one):
    (rules,) = beside(one, run(classes=(("no",),))).rules
    assert rules.title == "class = yes and class = no"


def test_what_was_asked_differently_is_all_that_is_listed(one):
    other = run(seed=7, drop=("t",), C=float("inf"), versions={"numpy": "0"}, result=False)
    shown = beside(one, replace(other, rules=(), digest="0" * 64))
    assert {line.what: (line.first, line.second) for line in shown.settings} == {
        "digest of the data": (f"{one.digest[:12]}…", "000000000000…"),
        "seed": ("0", "7"),
        "drop": ("none", "t"),
        "C": ("1", "hard margin"),
        "version of numpy": ("–", "0"),
    }
    assert (shown.figures, shown.rules) == ((), ())


def test_every_setting_of_a_run_is_said(one):
    said = everything(one)
    for name in Settings().to_dict():
        assert name.replace("_", " ") in said
    assert said["data"] == "planted.csv"


@pytest.mark.parametrize("first", range(0, 16, 3))
def test_each_clause_stands_where_it_is(first):
    def of(number, denied=False):
        chosen = [c for place, c in enumerate(CLAUSES) if number >> place & 1]
        return Formula(tuple(chosen), denied)

    for second in range(16):
        one, other = of(first), of(second)
        lines = clause_lines(one, other)
        for place, clause in enumerate(CLAUSES):
            here, there = first >> place & 1, second >> place & 1
            where = {(1, 1): BOTH, (1, 0): FIRST, (0, 1): SECOND}.get((here, there))
            said = [own for own, words in lines if words == clause_words(clause)]
            assert said == ([where] if where else [])
        denied = clause_lines(one, of(second, denied=True))
        assert BOTH not in [where for where, _ in denied]
        assert len(denied) == len(one.clauses) + len(other.clauses)
    long = Formula((Clause((Is("b", ("y",)), IsNot("a", ("x", "y")))),))
    again = Formula((Clause((IsNot("a", ("y", "x")), Is("b", ("y",)))),))
    assert [where for where, _ in clause_lines(long, again)] == [BOTH], "in any order"


def test_rules_are_put_beside_those_of_the_same_class(one):
    rows = "".join(f"{a},{b},k{(a + b) % 3}\n" for a in range(6) for b in range(6))
    table = read_table(f"a,b,k\n{rows}".encode(), "three.csv")
    three = run(table, [("k0",), ("k1",), ("k2",)])
    two = run(table, [("k2",), ("k0",)], seed=1)
    shown = beside(three, two)
    assert [rules.title for rules in shown.rules] == ["k = k0", "k = k2"]
    assert len([line for line in shown.figures if line.what == "length (k = k2)"]) == 1
    denied = run(planted(neither, n=60), side="against")
    (rules,) = beside(one, denied).rules
    assert "no clause can be in both" in rules.note
    assert BOTH not in {where for where, _ in rules.lines}


def test_figures_of_other_kinds_are_put_beside_each_other_by_name(one):
    figures = {"AUC of linear": "0.900", "AUC of mC(2)": "1.000"}
    asked = replace(one, kind="compare", spec=one.spec | {"kernels": ["linear"]}, rules=())
    shown = beside(
        replace(asked, figures=figures), replace(asked, figures={"AUC of mC(2)": "1.000"})
    )
    by_name = {line.what: line for line in shown.figures}
    assert by_name["AUC of linear"].second == "–"
    assert not by_name["AUC of mC(2)"].differs
    shown = beside(one, asked)
    assert ("kind", "explain", "compare") in [
        (line.what, line.first, line.second) for line in shown.settings
    ]
    assert shown.rules == ()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0.0 s"),
        (0.84, "0.8 s"),
        (9.94, "9.9 s"),
        (12.4, "12 s"),
        (59.6, "1 min 0 s"),
        (185, "3 min 5 s"),
        (7440, "2 h 4 min"),
    ],
)
def test_how_long_it_took_is_said_in_the_unit_that_suits(seconds, said):
    assert duration_words(timedelta(seconds=seconds)) == said
