"""Runs in words and two beside each other: what is the same, what differs, and nothing else."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.form import Version
from interpret.forms.explain import explain
from interpret.present.wording import clause_words
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.tell.blocks import Lines, Pair, Sentence, Table
from interpret.tell.rule.brief import in_brief
from interpret.tell.rule.side_by_side import SAME, ComparedRun, everything, side_by_side
from interpret.tell.text import as_text
from jobs.runner import duration_words
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
    return ComparedRun("explain", table.name, table.digest, spec, tuple(found))


@pytest.fixture(scope="module")
def one():
    return run()


def tables(blocks):
    """Tables with a line for both runs, by their titles."""
    told = [own for own in blocks if isinstance(own, Table) and own.head[1:] == ["first", "second"]]
    return {own.caption: {name: (one, other) for name, one, other in own.rows} for own in told}


def columns(blocks):
    """The answers on each class, as the lines of both rules."""
    return [
        [part[0] for part in own.parts]
        for own in blocks
        if isinstance(own, Pair) and isinstance(own.parts[0][0], Lines)
    ]


def test_a_run_beside_itself_differs_in_nothing_and_shares_every_clause(one):
    shown = side_by_side(one, one)
    assert tables(shown) == {}
    assert Sentence(SAME, quiet=True) in shown
    ((first, second),) = columns(shown)
    assert first == second
    assert all("in both" in line.cells for line in first.lines[:-1])


def test_rules_for_other_classes_stand_under_both(one):
    ((first, second),) = columns(side_by_side(one, run(classes=(("no",),))))
    assert first.caption.startswith("class = yes")
    assert second.caption.startswith("class = no")


def test_what_was_asked_differently_is_all_that_is_listed(one):
    other = run(seed=7, drop=("t",), C=float("inf"), versions={"numpy": "0"}, result=False)
    shown = side_by_side(one, replace(other, rules=(), digest="0" * 64))
    assert tables(shown) == {
        "What was asked differently": {
            "digest of the data": (f"{one.digest[:12]}…", "000000000000…"),
            "seed": ("0", "7"),
            "drop": ("none", "t"),
            "C": ("1", "hard margin"),
            "version of numpy": ("–", "0"),
        }
    }
    assert columns(shown) == []


def test_every_setting_of_a_run_is_said(one):
    said = everything(one)
    for name in Settings().to_dict():
        assert name.replace("_", " ") in said
    assert said["data"] == "planted.csv"


@pytest.mark.parametrize("first", range(0, 16, 3))
def test_each_clause_has_a_mark_where_both_rules_have_it(one, first):
    (e,) = one.rules

    def of(number, denied=False):
        chosen = [c for place, c in enumerate(CLAUSES) if number >> place & 1]
        return as_version(e, Formula(tuple(chosen), denied))

    def marks(explanation, other):
        *lines, _ = in_brief(explanation, explanation.rule_form, other)[0].lines
        return {line.text: line.cells[-1] == "in both" for line in lines}

    for second in range(16):
        told = marks(of(first), of(second))
        both = {clause_words(CLAUSES[place]) for place in range(4) if (first & second) >> place & 1}
        assert {text for text, is_in in told.items() if is_in} == both
        assert not any(marks(of(first), of(second, denied=True)).values())
    long = Formula((Clause((Is("b", ("y",)), IsNot("a", ("x", "y")))),))
    again = Formula((Clause((IsNot("a", ("y", "x")), Is("b", ("y",)))),))
    assert all(marks(as_version(e, long), as_version(e, again)).values()), "in any order"


def as_version(e, formula):
    """The answer with that rule in place of its own."""
    version = Version(1, "", "", "", e.positive, "rule", Card.of(formula))
    figures = tuple(next(iter(e.rule_form.of_clauses["test"])) for _ in formula.clauses)
    of_clauses = dict.fromkeys(e.rule_form.of_clauses, figures)
    form = replace(e.rule_form, card=version.card, of_clauses=of_clauses)
    return replace(e.with_form(form), version=version)


def test_rules_are_put_beside_those_of_the_same_class(one):
    rows = "".join(f"{a},{b},k{(a + b) % 3}\n" for a in range(6) for b in range(6))
    table = read_table(f"a,b,k\n{rows}".encode(), "three.csv")
    three = run(table, [("k0",), ("k1",), ("k2",)])
    two = run(table, [("k2",), ("k0",)], seed=1)
    captions = [[own.caption[:6] for own in pair] for pair in columns(side_by_side(three, two))]
    assert captions == [2 * ["k = k0"], 2 * ["k = k2"]]
    denied = run(planted(neither, n=60), side="against")
    shown = side_by_side(one, denied)
    assert "no line can be in both" in as_text(shown)
    assert not any("in both" in line.cells for own in columns(shown)[0] for line in own.lines)


def test_figures_of_other_kinds_are_put_beside_each_other_by_name(one):
    figures = {"AUC of linear": "0.900", "AUC of mC(2)": "1.000"}
    asked = replace(one, kind="compare", spec=one.spec | {"kernels": ["linear"]}, rules=())
    shown = side_by_side(
        replace(asked, figures=figures), replace(asked, figures={"AUC of mC(2)": "1.000"})
    )
    assert tables(shown)["What each came to"] == {
        "AUC of linear": ("0.900", "–"),
        "AUC of mC(2)": ("1.000", "1.000"),
    }
    asked_differently = tables(side_by_side(one, asked))["What was asked differently"]
    assert asked_differently["kind"] == ("explain", "compare")


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
