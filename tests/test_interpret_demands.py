"""Demands from the settings to the document: every rule keeps them, and its words say so."""

import io
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import proof_words
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import explain
from interpret.rules.logic import Between, Clause, Is
from interpret.settings import Settings, SettingsError

SAMPLES = Path(__file__).parents[1] / "sample_data"
CHEAP = {"kernel": "mDNF(2,2)", "C": 1.0, "language": "monotone", "fit_to": "labels", "price": 0.0}


@cache
def monks():
    return read_table((SAMPLES / "monks-1.csv").read_bytes(), "monks-1.csv")


@cache
def ages():
    rng = np.random.default_rng(0)
    age, sex = rng.integers(20, 80, 240), rng.choice(["f", "m"], 240)
    noise = rng.random(240) < 0.1
    lines = [
        f"{a},{s},{rng.integers(9)},{'yes' if (a > 45) ^ n else 'no'}"
        for a, s, n in zip(age, sex, noise, strict=True)
    ]
    return read_table("\n".join(["age,sex,luck,ill", *lines]).encode(), "ages.csv")


def explained(table, **settings):
    return explain(table, Settings(**(CHEAP | settings)))


def test_a_pinned_condition_stands_in_every_clause_and_its_number_is_a_cut():
    e = explained(ages(), pin=("age > 33",), only=("not luck",))
    assert e.rule.formula.clauses
    assert all(
        any(isinstance(t, Between) and t.attribute == "age" and t.above >= 33 for t in own.tests)
        for own in e.rule.formula.clauses
    )
    (cut,) = (own for own in e.preparation.cuts if own.attribute == "age")
    assert 33 in cut.points
    assert "luck" not in e.rule.formula.attributes
    assert "luck" in e.attributes  # the machine still reads it
    assert "hold “age > 33” in every line and never ask for “luck”" in proof_words(e)


@pytest.mark.parametrize("search", ["exact", "genetic"])
def test_a_pinned_clause_stays_under_every_search(search):
    small = {"population": 20, "generations": 5}
    e = explained(monks(), search=search, pin_clause=("jacket = blue and head = square",), **small)
    pinned = Clause((Is("jacket", ("blue",)), Is("head", ("square",))))
    assert pinned in e.rule.formula.clauses
    assert e.rule.objective <= e.rule.bound + 1e-9
    assert restore(document(answers([e], monks())))[0].rule_choice == e.rule_choice


def test_a_pinned_clause_that_covers_no_row_stays_and_changes_no_verdict():
    rows = [
        f"{a},{'q' if a == 'b' else 'p'},{n % 3},{'yes' if n % 3 == 1 else 'no'}"
        for n, a in enumerate("aabb" * 15)
    ]
    table = read_table("\n".join(["x,z,n,class", *rows]).encode(), "same.csv")
    e = explained(table, positive=("yes",), keep=("z",), pin_clause=("x = a and z = q",))
    pinned = Clause((Is("x", ("a",)), Is("z", ("q",))))
    assert pinned in e.rule.formula.clauses
    assert e.rule_form.right["test"].accuracy.rate == 1
    for part in ("train", "test"):
        (own,) = (
            figures
            for clause, figures in zip(
                e.rule.formula.clauses, e.rule_form.of_clauses[part], strict=True
            )
            if clause == pinned
        )
        assert (own.rows, own.right) == (0, 0)
    assert restore(document(answers([e], table)))[0].rule == e.rule


@pytest.mark.parametrize("side", ["for", "against"])
def test_a_direction_makes_a_rule_that_only_rises(side):
    e = explained(ages(), side=side, only=("age up",))
    assert "age" in e.rule.formula.attributes
    for sex, luck in product("fm", "048"):
        rows = ({"age": str(age), "sex": sex, "luck": luck} for age in range(20, 80))
        said = [e.rule.formula.accepts(row) for row in rows]
        assert said == sorted(said)


@pytest.mark.slow
def test_demands_with_everything_left_to_be_chosen():
    e = explain(ages(), Settings(pin=("sex = f",), kernel="linear", C=1.0))
    assert e.rule_choice.side == "for"
    assert e.rule_choice.candidates
    assert all(Is("sex", ("f",)) in own.tests for own in e.rule.formula.clauses)


def test_a_pinned_clause_that_covers_no_row_is_kept():
    e = explained(
        monks(),
        pin_clause=(
            "head = round and body = square and smiling = no and tie = no and jacket = blue and "
            "holding = balloon",
        ),
    )
    assert max(len(own) for own in e.rule.formula.clauses) == 6


def test_what_is_pinned_needs_a_rule_for_the_class():
    with pytest.raises(SettingsError, match="side is against"):
        Settings(pin=("head = round",), side="against")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--pin", "head = 9"], "is never “9”"),
        (["--pin", "head = round", "--pin", "head = square"], "no value of “head” passes"),
        ([f"--only=not {name}" for name in monks().names[:-1]], "every column is forbidden"),
        (["--pin", "nonsense"], "must begin with one of the columns"),
    ],
)
def test_the_command_line_refuses_in_one_line(options, told):
    out, err = io.StringIO(), io.StringIO()
    path = str(SAMPLES / "monks-1.csv")
    assert main([path, "--kernel", "linear", *options], out, err) == 2
    assert told in err.getvalue()
    assert err.getvalue().count("\n") == 1


def test_a_number_has_no_demands():
    out, err = io.StringIO(), io.StringIO()
    path = str(SAMPLES / "flats.csv")
    assert main([path, "--target", "rent", "--only", "not size"], out, err) == 2
    assert "'rent > 900'" in err.getvalue()
