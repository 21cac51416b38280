"""A row clause by clause, against what the rule says of it."""

import numpy as np
import pytest

from interpret.answers.rule.sentences.row_words import tried_clauses
from interpret.answers.rule.whatif.row import row_of, rule_verdict
from interpret.rules.logic import Between, Clause, Formula, Is
from tests import small_formulas

RULE = Formula(
    (
        Clause((Between("late", above=2.5),)),
        Clause((Is("work", ("none",)), Between("income", to=300))),
        Clause((Is("work", ("none",)), Is("town", ("x",)))),
    )
)


def test_what_holds_comes_first_then_what_fails_the_fewest_tests():
    row = {"late": "1", "work": "none", "income": "500", "town": None}
    told = tried_clauses(rule_verdict(RULE, row), row)
    assert [own.holds for own in told] == [False] * 3
    tests = [{test.words: test.has for test in own.tests} for own in told]
    assert sorted(tests, key=str) == [
        {"income ≤ 300": "here 500", "work is none": ""},
        {"late > 2.5": "here 1"},
        {"town is x": "here (empty)", "work is none": ""},
    ]
    row |= {"income": "200"}
    assert [own.holds for own in tried_clauses(rule_verdict(RULE, row), row)] == [
        True,
        False,
        False,
    ]
    assert tried_clauses(rule_verdict(Formula(), row), row) == ()


@pytest.mark.parametrize("seed", range(10))
def test_a_clause_is_ticked_where_it_holds(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng, rows=12)
    formula = small_formulas.formula(rng, table)
    for index in range(table.n_rows):
        row = row_of(table, table.names, index)
        told = tried_clauses(rule_verdict(formula, row), row)
        expected = [bool(clause.holds(table)[index]) for clause in formula.clauses]
        assert [own.holds for own in told] == sorted(expected, reverse=True)
        assert all(any(test.has for test in own.tests) != own.holds for own in told)
