from dataclasses import replace
from math import inf

import pytest

from interpret.forms.answer.proof import proof_words
from interpret.forms.explain import explain
from interpret.forms.study.other_rows import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.measures import Confusion
from interpret.present import wording
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.rule.words import (
    FITTED,
    choice_words,
    counted_rows,
    elsewhere_words,
    heading,
    machine_words,
    many_looks_words,
    score_lines,
)
from tests.judged import judged, verdict_on_rule, with_rule
from tests.planted import either, planted

RED = Clause((Is("jacket", ("red",)),))
TALL = Clause((IsNot("hat", ("flat",)), Between("age", above=17.5)))


@pytest.fixture(scope="module")
def explained():
    settings = Settings(
        positive=("yes",),
        kernel="mDNF(2,2)",
        C=inf,
        fit_to="weights",
        side="for",
        language="monotone",
        price=0.0,
    )
    return explain(planted(either, n=60), settings)


# -- tests, clauses, rules --


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (Is("jacket", ("red",)), "jacket is red"),
        (Is("jacket", ("red", "blue", "green")), "jacket is blue, green or red"),
        (Is("jacket", (None,)), "jacket is empty"),
        (IsNot("jacket", ("red", None)), "jacket is not red or empty"),
        (Between("age", above=17.5), "age > 17.5"),
        (Between("age", to=30), "age ≤ 30"),
        (Between("age", 17.5, 30), "age > 17.5 and ≤ 30"),
    ],
    ids=str,
)
def test_a_test_reads_as_people_say_it(test, said):
    assert wording.test_words(test) == said


def test_a_rule_is_one_clause_a_line():
    assert wording.rule_lines(Formula((RED, TALL))) == (
        "jacket is red",
        "or age > 17.5 and hat is not flat",
    )
    assert wording.rule_lines(Formula((RED,))) == ("jacket is red",)


def test_rules_without_a_test_are_never_and_always():
    assert wording.rule_lines(Formula()) == ("never",)
    assert wording.rule_lines(Formula((Clause(),))) == ("always",)
    assert wording.rule_lines(Formula(denied=True)) == ("always",)


def test_the_heading_says_unless_where_the_lines_must_not_hold(explained):
    assert heading(explained) == "class = yes when"
    assert heading(with_rule(explained, formula=Formula((RED,), denied=True))) == (
        "class = yes unless"
    )
    assert wording.class_name("colour", ("red", None)) == "colour = red or empty"


def test_one_is_one_and_two_are_two():
    assert wording.length_words(Formula((RED,))) == "1 line, 1 condition"
    assert wording.length_words(Formula((RED, TALL))) == "2 lines, 3 conditions"
    assert wording.length_words(Formula()) == "0 lines, 0 conditions"


def test_shares_come_with_their_interval_and_nothing_with_a_dash():
    assert wording.percent(0.97249) == "97.2 %"
    assert wording.percent(0.97249, 0) == "97 %"
    assert wording.percent(None) == "–"
    assert wording.share_words(Share(280, 288)) == "97.2 % (94.6 to 98.6)"
    assert wording.share_words(Share(0, 0)) == "–"


def test_without_test_rows_every_sentence_can_be_said():
    table = planted(either, n=40)
    e = explain(table, Settings(positive=("yes",), test=0.0, kernel="mDNF(2,2)", C=1.0))
    said = [
        heading(e),
        verdict_on_rule(e).sentence,
        proof_words(e),
        choice_words(e),
        machine_words(e),
        wording.share_words(e.rule_form.fidelity["test"]),
    ]
    assert all(said)


@pytest.mark.parametrize(
    ("kind", "hits", "told"),
    [
        (EVERY, 74, "possible rows, many of which may never occur, they agree on 74.0 % only"),
        (DRAWN, 74, "Of made-up rows, many of which may never occur, they agree on 74.0 %"),
        (AT_HAND, 74, ""),
        (EVERY, 92, ""),
        (EVERY, 100, ""),
    ],
)
def test_far_less_agreement_elsewhere_is_told_beside_the_verdict(explained, kind, hits, told):
    e = judged(explained, Confusion(49, 1, 1, 49), Confusion(49, 1, 1, 49), 100)
    said = elsewhere_words(e, [DomainFidelity(kind, Share(hits, 100))])
    assert told in said
    assert bool(said) == bool(told)
    assert elsewhere_words(e, []) == ""


def test_the_machine_is_named_with_its_margin(explained):
    machine = replace(explained.machine, support=1)
    assert machine_words(replace(explained, machine=machine)) == (
        "mDNF(2,2), hard margin, 1 support row"
    )
    machine = replace(explained.machine, C=0.25, support=12)
    assert machine_words(replace(explained, machine=machine)) == (
        "mDNF(2,2), C = 0.25, 12 support rows"
    )


def test_how_the_rule_was_fitted_is_named_with_what_it_was_measured_by(explained):
    fixed = choice_words(explained)
    assert fixed == (
        "fitted to the machine's own weights; describes the class; asks what value a column has; "
        "conditions are free"
    )
    for fit_to, said in FITTED.items():
        choice = replace(
            explained.rule_choice, fit_to=fit_to, side="against", language="values", folds=10
        )
        chosen = choice_words(replace(explained, rule_choice=choice))
        assert said in chosen
        assert "the other class, and says yes elsewhere" in chosen
        assert "in which range a number lies" in chosen
        assert chosen.endswith("chosen by 10-fold cross-validation of the rule")
    assert "possible rows, many of which may never occur" in FITTED["domain"]


def test_rows_are_counted_with_their_noun(explained):
    assert counted_rows(explained) == f"{len(explained.rows['test'])} unseen rows"
    one = replace(explained, rows={"train": tuple(range(60)), "test": (60,)})
    assert counted_rows(one) == "1 unseen row"
    none = replace(explained, rows={"train": tuple(range(1200)), "test": ()})
    assert counted_rows(none) == "1,200 training rows"


def test_a_weight_and_a_score_each_stand_beside_the_most_of_their_own(explained):
    ((name, told),) = score_lines(explained)
    assert name == "weight"
    assert told.endswith(f"of this kind and length has over {explained.rule.bound:.6g}")
    priced = with_rule(explained, price=2.0, objective=7.0, bound=9.0)
    lines = dict(score_lines(priced))
    assert lines["score"] == "7; no rule of this kind and length has over 9"
    assert lines["score is"].endswith("minus 2 for each condition")
    assert f"no rule of any kind weighs over {explained.machine.bound:.6g}" in lines["weight"]


def test_choosing_by_figures_is_said_to_make_them_too_good(explained):
    assert "a little less right on others" in many_looks_words(explained)
    seen = replace(explained, rows=explained.rows | {"test": ()})
    assert "rows that the rules were made from" in many_looks_words(seen)
