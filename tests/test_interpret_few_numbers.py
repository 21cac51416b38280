"""Columns of few whole numbers take ranges and single values; of equals, the range."""

from itertools import combinations

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.explain import explain
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Between
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.settings import Settings
from tests.made_files import as_parquet
from tests.small_rules import as_searched, weights

RACED = {"kernel": "linear", "C": 1.0}


def loans(says, n=300, late=5):
    """Late payments, a code of three values, a word, and a class that `says` makes of a row."""
    rng = np.random.default_rng(0)
    lines = ["late,code,word,bad"]
    for _ in range(n):
        row = int(rng.integers(late)), int(rng.integers(1, 4)), str(rng.choice([*"abc"]))
        lines.append(",".join(map(str, (*row, "yes" if says(*row) else "no"))))
    return read_table("\n".join(lines).encode(), "loans.csv")


def rule(table, **asked):
    return str(explain(table, Settings(positive=("yes",), **RACED, **asked)).rule.formula)


@pytest.mark.parametrize(
    ("says", "rule_said"),
    [
        (lambda late, code, word: late > 1, "late > 1"),
        (lambda late, code, word: late < 2, "late ≤ 1"),
        (lambda late, code, word: late == 3, "late = 3"),
        (lambda late, code, word: code == 2, "code = 2"),
        (lambda late, code, word: code != 2, "code ≠ 2"),
        (lambda late, code, word: code == 3, "code > 2"),  # worth the same as “code = 3”
        (lambda late, code, word: late > 1 and code == 2, "code = 2 ∧ late > 1"),
    ],
)
def test_late_payments_are_compared_and_a_code_is_asked_for_its_value(says, rule_said):
    assert rule(loans(says)) == rule_said


def test_of_three_counts_the_highest_is_above_the_others():
    assert rule(loans(lambda late, code, word: late == 2, late=3)) == "late > 1"


def test_of_two_numbers_a_value_says_it():
    assert rule(loans(lambda late, code, word: late == 1 and word == "a", late=2)) == (
        "late = 1 ∧ word = a"
    )


def test_what_is_declared_a_category_takes_single_values_only():
    table = loans(lambda late, code, word: late > 1)
    told = rule(table, read=("late=category",))
    assert told == "late ≠ 0 ∧ late ≠ 1"
    coded = "\n".join(
        ["late,bad", *(f"{i % 5:02},{'yes' if i % 5 > 1 else 'no'}" for i in range(200))]
    )
    assert ">" not in rule(read_table(coded.encode(), "coded.csv"))
    declared = {
        "late": [str(i % 5) for i in range(200)],
        "bad": ["yes" if i % 5 > 1 else "no" for i in range(200)],
    }
    assert ">" not in rule(read_table(as_parquet(declared), "r.parquet"))


def heaviest(asked, most):
    """Every clause of up to so many tests, of either kind, that weighs most at its price."""
    single, found = asked.single_tests, []
    for n in range(1, most + 1):
        for clause in combinations(range(len(single.tests)), n):
            objective = asked.objective([clause])
            found.append((round(objective, 9), -single.length([clause]), clause))
    top = max(found)[:2]
    return top, [clause for objective, length, clause in found if (objective, length) == top]


@pytest.mark.parametrize("seed", range(60))
def test_of_the_heaviest_clauses_the_one_with_ranges_is_taken(seed):
    """A twin by enumeration: none of the heaviest and shortest clauses asks for fewer numbers."""
    rng = np.random.default_rng(seed)
    lines = [f"{rng.integers(4)},{rng.integers(3)},{rng.choice([*'xy'])}" for _ in range(14)]
    table = read_table("\n".join(["late,code,word", *lines]).encode(), "t.csv")
    single = single_tests(table, table.names, "values")
    price = float(rng.choice([0.25, 1.0]))
    asked = RuleProblem(single, weights(rng, table.n_rows), clauses=1, literals=2, price=price)
    (objective, _), clauses = heaviest(asked, 2)
    (found,) = as_searched(ExactSearch().search(asked), asked) or ((),)
    if objective <= 0:
        assert found == ()
        return
    assert found in clauses

    def asks(clause):
        return sum(
            not isinstance(single.tests[test], Between) and single.tests[test].attribute != "word"
            for test in clause
        )

    assert asks(found) == min(map(asks, clauses))
