from dataclasses import replace

import pytest

from interpret.answer.answer import answers
from interpret.answer.denied import denied_words
from interpret.answer.predict import predictors
from interpret.answer.record import document
from interpret.data.reading import read_table
from interpret.explain import explain
from interpret.present.scored import denied_words as scored_words
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings


@pytest.fixture(scope="module")
def table():
    """40 rows, in every fifth of which a is empty, in every tenth b: yes where a is 10 to 19."""
    rows = [
        f"{'' if n % 5 == 0 else n},{'' if n % 10 == 3 else 'pq'[n % 2]},"
        f"{'yes' if 10 <= n < 20 else 'no'}"
        for n in range(40)
    ]
    return read_table("\n".join(["a,b,class", *rows]).encode(), "gaps.csv")


def denied(*tests):
    return Formula(tuple(Clause((test,)) for test in tests), denied=True)


BEYOND = denied(Between("a", above=20), Between("a", to=9))


def test_a_denied_rule_says_yes_where_the_cell_is_empty_and_a_sentence_says_so(table):
    said = "Where “a” is empty, no test on it is met: of 8 such rows the rule says yes on 8."
    assert denied_words(BEYOND, table) == said


def test_a_test_that_an_empty_cell_meets_denies(table):
    both = denied(IsNot("b", ("p",)), Between("a", above=20))
    assert denied_words(both, table) == (
        "Where “a” or “b” is empty, of 12 such rows the rule says yes on 4."
    )


@pytest.mark.parametrize(
    "formula", [replace(BEYOND, denied=False), denied(Is("class", ("no",))), denied()]
)
def test_nothing_is_said_of_other_rules_and_of_columns_without_empty_cells(table, formula):
    assert denied_words(formula, table) == ""


def test_the_answer_and_what_it_says_of_another_file_have_the_sentence(table):
    told = Settings(
        side="against", kernel="linear", C=1.0, language="values", fit_to="labels", price=0.1
    )
    e = explain(table, replace(told, cut=("a=9,19",), drop=("b",), test_size=0.0))
    assert e.rule.formula.denied
    assert any("“a” is empty" in notice for notice in e.notices)
    (scores,) = (one.scores(table) for one in predictors(document(answers([e], table))))
    assert scored_words([scores]) == [e.notices[-1]]
    assert scored_words([scores, scores])[0].startswith("class = yes: Where “a” is empty")
