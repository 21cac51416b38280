"""Where a card stands beside the rule: in the list of runs, and where it errs."""

from dataclasses import replace

import pytest

from interpret.forms.kind import KIND
from interpret.forms.study.study import studied
from interpret.forms.whatif.by_hand import by_hand, with_points
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.rule.brief import rates
from interpret.tell.rule.card import outer_words
from interpret.tell.rule.figures.simple_ways import rows
from interpret.tell.rule.figures.verdicts import rate_rows, rates_words
from interpret.tell.rule.report import html_report
from tests import cards
from tests.cards import CLINIC, FORMS

plain, answer = cards.plain, cards.carded
RULE_FIRST = replace(FORMS, rule=90.0)


@pytest.fixture(scope="module")
def changed(answer):
    card = with_points(CLINIC, [5, *(own.points for own in CLINIC.terms[1:])], 3)
    return by_hand(answer, card)


def of_forms(a, forms):
    return replace(a, explanation=replace(a.explanation, comparison=forms))


def test_both_forms_stand_beside_the_simple_ways_and_the_first_stands_out(answer):
    class Studied:
        baselines = ()

    for first, name in ((answer, "the card"), (of_forms(answer, RULE_FIRST), "the rule")):
        e = first.explanation
        shown = rows(e, Studied)
        assert [row.name.partition(" (")[0] for row in shown] == [
            "the rule",
            "the card",
            "the machine",
        ]
        assert shown[1].dots[0].value == e.points.right["test"].accuracy.value
        marked = [row.name for row in shown if row.dots[0].colour == svg.OCHRE]
        assert [own.partition(" (")[0] for own in marked] == [name]
        held = e.forms[0].card.holds(first.judged.table)
        assert first.judged.right(held) == e.forms[0].right["test"]


def test_the_list_of_runs_says_which_form_came_first_and_how_often_it_is_right(answer):
    for first, own, size in (
        (answer, answer.explanation.points.right, "points for 7 lines"),
        (of_forms(answer, RULE_FIRST), answer.explanation.rule_form.right, None),
    ):
        e = first.explanation
        size = size or wording.length_words(e.rule.formula)
        assert KIND.outcome((e,)) == f"{wording.percent(own['test'].accuracy.value)} right, {size}"
    e = answer.explanation
    by_rule = of_forms(answer, RULE_FIRST).explanation
    assert KIND.outcome((e, e)).endswith("right, 2 cards")
    assert KIND.outcome((e, by_rule)).endswith("right, 2 rules and cards")
    assert KIND.outcome((by_rule, by_rule)).endswith("right, 2 rules")


def test_where_it_errs_is_told_of_the_form_that_comes_first(answer):
    e = answer.explanation
    counts = e.points.right["test"]
    assert e.forms[0].right == e.points.right
    assert "from top to bottom card and rule, and the machine" in rates_words(e)
    assert rate_rows(e)[1].dots[0].words.startswith(f"card {counts.true_positive:,} of")
    told = rates(e)
    head, rows = told.head[1:], told.rows[:-2]
    assert head == ["machine", "card", "rule"]
    assert rows[0][2] == wording.share_words(counts.accuracy)
    assert rows[-1][2] == f"{e.points.auc['test']:.3f}"
    assert [form.called for form in e.forms] == head[1:]
    in_report = html_report(studied((answer,)))
    for text in ("How often are machine, rule and card right?", rows[-1][2]):
        assert text in in_report
    by_rule = of_forms(answer, RULE_FIRST).explanation
    assert rates(by_rule).head == ["", "machine", "rule", "card"]
    assert by_rule.forms[0].right == e.rule_form.right
    assert rate_rows(by_rule)[0].dots[0].words.startswith("rule ")


def test_beside_what_was_chosen_among_stands_how_right_both_are_on_rows_left_out(answer):
    e = answer.explanation
    told = (
        "Rule and card were also made anew without some of the training rows, again and again, "
        "and judged on those. How to make them was chosen without those rows as well, except that "
        "after the first time the machine, what the card is fitted to and its largest points are "
        "the answer's. The rule was right on 80.0 % of them, the card on 86.0 %."
    )
    assert outer_words(e) == told
    balanced = replace(e, settings=replace(e.settings, cost="balanced"))
    assert "judged on those (both classes counting alike). How to" in outer_words(balanced)
    alone = of_forms(answer, None)
    assert outer_words(alone.explanation) == ""
