"""A denied rule of single tests is one clause, on every row of every table."""

import numpy as np

from interpret.data.reading import read_table
from interpret.forms.explain import explain
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, said_when
from interpret.settings import Settings


def some_table(rng, gaps):
    rows = [
        f"{'' if gaps and rng.random() < 0.2 else rng.integers(6)},{rng.choice([*'abc'])}"
        for _ in range(40)
    ]
    return read_table("\n".join(["x,colour", *rows]).encode(), "t.csv")


def some_test(rng):
    cut = float(rng.integers(5)) + 0.5
    return [
        Between("x", above=cut),
        Between("x", to=cut),
        Is("colour", (str(rng.choice([*"abc"])),)),
        IsNot("colour", (str(rng.choice([*"abc"])),)),
    ][rng.integers(4)]


def test_the_verdict_is_the_same_and_no_longer():
    rng, changed = np.random.default_rng(0), 0
    for number in range(300):
        table = some_table(rng, gaps=number % 2)
        clauses = [
            Clause(tuple(some_test(rng) for _ in range(1 + (rng.random() < 0.2))))
            for _ in range(rng.integers(1, 4))
        ]
        denied = Formula(tuple(clauses), denied=True)
        said = said_when(denied, table)
        assert (said.holds(table) == denied.holds(table)).all()
        assert len(said) <= len(denied)
        if said != denied:
            changed += 1
            assert not said.denied
        elif number % 2 == 0:
            assert any(len(clause) > 1 for clause in denied.clauses)
        assert said_when(Formula(tuple(clauses)), table) == Formula(tuple(clauses))
    assert changed > 100


def test_where_a_number_may_be_empty_the_denial_stays():
    table = read_table(b"x,colour\n1,a\n,b\n3,a\n", "t.csv")
    denied = Formula((Clause((Between("x", above=2.0),)),), denied=True)
    assert said_when(denied, table) == denied


def test_an_answer_says_when_unless_its_side_was_asked_for():
    draw = np.random.default_rng(1)
    rows = [("late", "work", "bad")]
    for _ in range(300):
        late, work = draw.integers(5), draw.choice(["yes", "no", "part"])
        rows.append((late, work, "yes" if late > 2 and work == "no" else "no"))
    table = read_table("\n".join(",".join(map(str, row)) for row in rows).encode(), "t.csv")
    asked = {"positive": ("yes",), "kernel": "linear", "C": 1.0, "fit_to": "labels"}
    open_side = explain(table, Settings(**asked))
    against = explain(table, Settings(**asked, side="against"))
    assert not open_side.rule.formula.denied
    assert str(open_side.rule.formula) == "late > 2 ∧ work = no"
    assert against.rule.formula.denied
    assert (against.says(table) == open_side.says(table)).all()
