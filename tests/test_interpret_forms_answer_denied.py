import html
from dataclasses import replace
from html import escape

import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import denied_words
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.study.study import studied
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.tell.rule.report import html_report
from interpret.tell.rule.scored import denied_words as scored_words


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
    said = (
        "The rule says yes on 8 of 8 rows where “a” is empty, of 40 in all: no condition on an "
        "empty cell is met."
    )
    assert denied_words(BEYOND, table) == said


def test_a_test_that_an_empty_cell_meets_denies(table):
    both = denied(IsNot("b", ("p",)), Between("a", above=20))
    assert denied_words(both, table) == (
        "The rule says yes on 4 of 12 rows where “a” or “b” is empty, of 40 in all."
    )


@pytest.mark.parametrize(
    "formula", [replace(BEYOND, denied=False), denied(Is("class", ("no",))), denied()]
)
def test_nothing_is_said_of_other_rules_and_of_columns_without_empty_cells(table, formula):
    assert denied_words(formula, table) == ""


TOLD = Settings(
    side="against", kernel="linear", C=1.0, language="values", fit_to="labels", price=0.1,
    read=("a=9,19",), drop=("b",), test=0.0,
)  # fmt: skip


def test_each_notice_stands_once_in_a_report(table):
    gaps = "\n".join(f"{'' if n % 5 == 0 else n},{'pq'[n % 2]},k{n % 3}" for n in range(60))
    several = read_table(f"a,b,class\n{gaps}".encode(), "several.csv")
    quick = replace(TOLD, read=(), drop=())
    found = [explain(several, replace(quick, positive=(f"k{i}",))) for i in range(3)]
    for explanations, own in (([explain(table, TOLD)], table), (found, several)):
        shown = escape(html.unescape(html_report(studied(answers(explanations, own)))))
        notices = {notice for e in explanations for notice in e.notices}
        assert notices
        assert {own: shown.count(escape(own)) for own in notices} == dict.fromkeys(notices, 1)


def test_the_answer_and_what_it_says_of_another_file_have_the_sentence(table):
    e = explain(table, TOLD)
    assert e.rule.formula.denied
    assert any("“a” is empty" in notice for notice in e.notices)
    (scores,) = (one.scores(table) for one in predictors(document(answers([e], table))))
    assert scored_words([scores]) == [e.notices[-1]]
    assert scored_words([scores, scores])[0].startswith("class = yes: The rule says yes on ")
