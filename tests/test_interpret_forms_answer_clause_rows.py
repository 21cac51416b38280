import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.clause_rows import rule_list
from interpret.rules.logic import Clause, Formula, Is
from interpret.shares import Share


def test_a_small_list_by_hand():
    # shape, size, class: round holds 3 of 4, big 2 of 2, red none
    rows = ["round,small,1", "round,big,1", "round,big,1", "round,small,0", "flat,small,0"]
    table = read_table("\n".join(["shape,size,class", *rows]).encode(), "t.csv")
    y = np.array([True, True, True, False, False])
    round_, big = Clause((Is("shape", ("round",)),)), Clause((Is("size", ("big",)),))
    nothing = Clause((Is("shape", ("square",)),))
    read = rule_list(Formula((nothing, round_, big)), table, y, None)
    assert [one.clause for one in read.clauses] == [big, round_, nothing]
    assert [one.precision for one in read.clauses] == [Share(2, 2), Share(3, 4), Share(0, 0)]
    assert [one.adds for one in read.clauses] == [Share(2, 2), Share(1, 2), Share(0, 0)]
    assert read.describes is True
    assert read.otherwise == Share(1, 1)


def test_of_equally_precise_clauses_the_one_that_covers_more_comes_first():
    table = read_table(b"a,b,class\nx,u,1\nx,v,1\ny,v,0\n", "t.csv")
    small, large = Clause((Is("b", ("u",)),)), Clause((Is("a", ("x",)),))
    read = rule_list(Formula((small, large)), table, np.array([True, True, False]), None)
    assert [one.clause for one in read.clauses] == [large, small]
    assert read.clauses[1].adds == Share(0, 0)


def test_the_default_alone_stands_for_a_rule_without_clauses():
    table = read_table(b"a,class\nx,1\ny,0\nz,0\n", "t.csv")
    read = rule_list(Formula(), table, np.array([True, False, False]), None)
    assert read.clauses == ()
    assert read.otherwise == Share(2, 3)


@pytest.mark.parametrize("denied", [False, True])
def test_the_list_is_right_as_often_as_the_formula(denied):
    rng = np.random.default_rng(0)
    for _ in range(30):
        cells = rng.integers(3, size=(40, 4))
        lines = [",".join("abc"[cell] for cell in row) for row in cells]
        table = read_table("\n".join(["p,q,r,s", *lines]).encode(), "t.csv")
        y = rng.random(40) < 0.5
        drawn = [rng.permutation(4)[: rng.integers(1, 3)] for _ in range(rng.integers(1, 6))]
        formula = Formula(
            tuple(
                Clause(tuple(Is("pqrs"[a], ("abc"[rng.integers(3)],)) for a in some))
                for some in drawn
            ),
            denied,
        )
        read = rule_list(formula, table, y, None)
        shares = [one.adds for one in read.clauses] + [read.otherwise]
        assert sum(share.n for share in shares) == table.n_rows
        assert sum(share.hits for share in shares) == (formula.holds(table) == y).sum()
        values = [one.precision.value or 0 for one in read.clauses]
        assert values == sorted(values, reverse=True)
