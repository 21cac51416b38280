"""Demands from the settings to the document: every rule keeps them, and its words say so."""

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import proof_words
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import explain
from interpret.settings import Settings
from tests.command_line import run

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


def test_what_is_forbidden_is_not_asked_for_and_the_words_say_so():
    e = explained(ages(), only=("not luck", "not sex = f"))
    assert e.rule.formula.clauses
    assert "luck" not in e.rule.formula.attributes
    assert "luck" in e.attributes  # the machine still reads it
    assert "never ask for “luck” and never name “sex” = “f”" in proof_words(e)
    assert restore(document(answers([e], ages())))[0].rule_choice == e.rule_choice


@pytest.mark.parametrize("side", ["for", "against"])
def test_a_direction_makes_a_rule_that_only_rises(side):
    e = explained(ages(), side=side, only=("age up",))
    assert "age" in e.rule.formula.attributes
    for sex, luck in product("fm", "048"):
        rows = ({"age": str(age), "sex": sex, "luck": luck} for age in range(20, 80))
        said = [e.rule.formula.accepts(row) for row in rows]
        assert said == sorted(said)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--only", "not head = 9"], "is never “9”"),
        ([f"--only=not {name}" for name in monks().names[:-1]], "every column is forbidden"),
        (["--only", "nonsense"], "A rule can keep to demands"),
    ],
)
def test_the_command_line_refuses_in_one_line(options, told):
    status, _, complaint = run(SAMPLES / "monks-1.csv", "--kernel", "linear", *options)
    assert (status, complaint.count("\n")) == (2, 1)
    assert told in complaint
