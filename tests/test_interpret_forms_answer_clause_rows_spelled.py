"""The length of a rule written out with one value for each attribute."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.clause_rows import monotone_length
from interpret.rules.logic import Clause, Formula, Is, IsNot
from tests.small_formulas import every_row, formula, table, values


@pytest.mark.parametrize("seed", range(30))
def test_it_counts_the_value_combinations_that_each_clause_accepts(seed):
    rng = np.random.default_rng(seed)
    rows = table(rng)
    rule = formula(rng, rows)
    clauses = tests = 0
    for clause in rule.clauses:
        names = {test.attribute for test in clause.tests}
        ways = sum(
            clause.accepts(row)
            for row in every_row({name: list(values(rows, name)) for name in names})
        )
        clauses, tests = clauses + ways, tests + ways * len(names)
    single = any(isinstance(t, Is) and len(t) == 1 for c in rule.clauses for t in c.tests)
    if not single:  # one value for an attribute is one clause, whether a row has it or not
        assert monotone_length(rule, rows) == (clauses, tests)
    assert monotone_length(rule, rows)[0] >= clauses


def test_exactly_two_first_values_of_monks_2_take_142_clauses(root):
    table = read_table((root / "sample_data" / "monks-2.csv").read_bytes(), "monks-2.csv")
    first = [column.values[0] for column in table.columns[:-1]]
    names = [column.name for column in table.columns[:-1]]
    pairs = [(i, j) for i in range(6) for j in range(i)]
    truth = Formula(
        tuple(
            Clause(
                tuple(
                    (Is if k in pair else IsNot)(name, (value,))
                    for k, (name, value) in enumerate(zip(names, first, strict=True))
                )
            )
            for pair in pairs
        )
    )
    assert (len(truth.clauses), len(truth)) == (15, 90)
    clauses, tests = monotone_length(truth, table)
    assert tests == 6 * clauses
    assert clauses == truth.holds(table).sum()


def test_another_rule_of_single_values_may_say_the_same_and_be_shorter():
    table = read_table(b"a,b,class\nx,x,n\ny,y,y\nz,z,y\nx,y,n\ny,x,y\nz,x,n\ny,z,y\n", "t")
    both = Clause((IsNot("a", ("x",)), IsNot("b", ("x",))))
    rule = Formula((both, Clause((Is("a", ("y",)),))))
    shorter = Formula(tuple(Clause((Is("a", ("z",)), Is("b", (v,)))) for v in "yz"))
    shorter = Formula((*shorter.clauses, Clause((Is("a", ("y",)),))))
    rows = [{"a": a, "b": b} for a in "xyz" for b in "xyz"]
    assert [*map(rule.accepts, rows)] == [*map(shorter.accepts, rows)]
    assert monotone_length(rule, table) == (5, 9)
    assert (len(shorter.clauses), len(shorter)) == (3, 5)
