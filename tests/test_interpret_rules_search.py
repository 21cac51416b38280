from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Formula, Is
from interpret.rules.search import Rule, RuleProblem
from interpret.rules.single_tests import Compatible, single_tests
from tests.small_rules import all_clauses, problem

MANY = range(60)
TABLE = read_table(
    b"coin,size,grade,same,class\n"
    b"heads,1,a,k,?\ntails,2,b,k,?\nheads,4,,k,?\ntails,8,c,k,?\nheads,16,a,k,?\n",
    "t.csv",
)


def said(language, table=TABLE, attributes=("coin", "size", "grade", "same")):
    return [str(test) for test in single_tests(table, attributes, language).tests]


def test_the_monotone_language_has_each_value_of_what_varies():
    assert said("monotone") == [
        *("coin = heads", "coin = tails"),
        *("size = 1", "size = 2", "size = 4", "size = 8", "size = 16"),
        *("grade = a", "grade = b", "grade = c", "grade = (empty)"),
    ]


def test_the_language_of_values_denies_them_and_cuts_numbers_where_that_is_new():
    assert said("values", attributes=("coin", "grade")) == [
        *("coin = heads", "coin = tails"),
        *("grade = a", "grade = b", "grade = c", "grade = (empty)"),
        *("grade ≠ a", "grade ≠ b", "grade ≠ c", "grade ≠ (empty)"),
    ]
    assert said("values", attributes=("size",)) == [
        *("size ≤ 1", "size > 1", "size ≤ 3", "size > 3", "size ≤ 5", "size > 5"),
        *("size ≤ 10", "size > 10", "size = 2", "size = 4", "size = 8"),
        *("size ≠ 2", "size ≠ 4", "size ≠ 8"),
    ]


def test_only_values_of_the_rows_at_hand_make_tests():
    assert said("values", TABLE.rows([0, 1])) == [
        *("coin = heads", "coin = tails", "size = 1", "size = 2", "grade = a", "grade = b"),
    ]
    assert said("monotone", TABLE.rows([0])) == []
    assert single_tests(TABLE, (), "values").covers.shape == (0, 5)


@pytest.mark.parametrize("language", ["monotone", "values"])
def test_two_tests_may_meet_unless_one_implies_or_excludes_the_other(language):
    single = single_tests(TABLE, ("coin", "size", "grade"), language)
    for (i, one), (j, other) in combinations(enumerate(single.tests), 2):
        expected = True
        if one.attribute == other.attribute:
            values = TABLE.column(one.attribute).values
            passes = [(one.accepts(value), other.accepts(value)) for value in values]
            excluded = not any(a and b for a, b in passes)
            implied = all(b for a, b in passes if a) or all(a for a, b in passes if b)
            expected = not excluded and not implied
        assert single.compatible.pair(i, j) == single.compatible.pair(j, i) == expected, (
            one,
            other,
        )
    n = range(len(single.tests))
    rows = single.compatible.rows(n)
    assert (rows == [[single.compatible.pair(i, j) for j in n] for i in n]).all()
    assert not rows.diagonal().any()
    assert all((single.compatible.row(i) == rows[i]).all() for i in n)


def test_the_pairs_of_very_many_tests_take_little_memory():
    block = ~np.eye(22, dtype=bool)
    compatible = Compatible((block,) * 5000)  # as a matrix of all pairs 12 GB
    n = len(compatible)
    assert n == 110_000
    assert compatible.rows([0, n - 1]).sum(axis=1).tolist() == [n - 1, n - 1]
    assert not compatible.pair(23, 23)


def test_what_the_candidates_cover_is_what_their_formulas_say():
    for seed in MANY:
        asked, rng = problem(seed), np.random.default_rng(seed)
        single = single_tests(TABLE, ("coin", "size", "grade"), ("monotone", "values")[seed % 2])
        clauses = all_clauses(single, 2)
        rule = [clauses[i] for i in rng.integers(len(clauses), size=3)]
        formula = single.formula(rule)
        assert single.verdict(rule).tolist() == formula.holds(TABLE).tolist()
        assert single.length(set(rule)) == len(formula)
        assert single.formula(rule, denied=True) == Formula(formula.clauses, denied=True)
        some = rng.permutation(5)[:3]
        assert single.rows(some).verdict(rule).tolist() == (
            formula.holds(TABLE.rows(some)).tolist()
        )
        weights = rng.normal(size=5)
        asked = RuleProblem(single, weights, price=0.3)
        assert asked.objective(rule) == pytest.approx(
            weights[formula.holds(TABLE)].sum() - 0.3 * single.length(rule)
        )


def test_a_rule_knows_how_far_it_is_from_its_bound():
    rule = Rule(Formula(), "weights", 0.0, 99.0, 100.0, "effort")
    assert rule.gap == 1
    assert not rule.proven
    assert replace(rule, objective=100 - 9e-6).proven
    assert not replace(rule, objective=100 - 1.1e-5).proven
    assert replace(rule, objective=100.1).gap == 0
    assert not replace(rule, objective=0.5e-8, bound=1e-8).proven
    assert replace(rule, objective=1e-8, bound=1e-8).proven


@pytest.mark.parametrize("scale", [2.0**-27, 2.0**-60])
@pytest.mark.parametrize("seed", range(0, 60, 6))
def test_small_weights_are_searched_and_proven_as_large_ones_are(seed, scale):
    """A power of two rounds nothing: the same rule, its figures that much smaller."""
    asked = problem(seed)
    total = max(1.0, asked.total)
    own = replace(asked, weights=asked.weights / total, price=asked.price / total)
    small = replace(own, weights=scale * own.weights, price=scale * own.price)
    told = []
    one = ExactSearch(effort=5_000).search(own)
    other = ExactSearch(effort=5_000).search(small, told.append)
    assert other.formula == one.formula
    assert other.proven == one.proven == (other.stopped_by == "proof")
    assert (other.objective, other.bound) == (scale * one.objective, scale * one.bound)
    assert other.price == small.price
    assert all(progress.bound <= scale * own.total for progress in told)


def test_the_bound_is_the_weight_of_the_rows_worth_covering_less_the_price_of_a_test():
    single = single_tests(TABLE, ("coin", "size"), "monotone")
    asked = RuleProblem(single, np.array([1.0, -2.0, 3.0, 0.0, 0.5]))
    assert asked.total == asked.bound == 4.5
    assert replace(asked, price=1.0).bound == 3.5
    assert replace(asked, price=10.0).bound == 0
    alike = RuleProblem(single_tests(TABLE, ("coin",), "monotone"), asked.weights)
    assert alike.total == 4.5  # heads: 1 + 3 + 0.5, tails: −2
    assert replace(alike, weights=np.array([1.0, -2.0, -3.0, 2.5, 0.5])).total == 0.5
    assert Is("coin", ("heads",)) in alike.distinct.single_tests.tests
