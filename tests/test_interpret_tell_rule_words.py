from math import inf

import pytest

from interpret.forms.explain import explain
from interpret.forms.study.other_rows import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.measures import Confusion
from interpret.present import wording
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.rule.words import (
    elsewhere_words,
    score_lines,
)
from tests.judged import judged, with_rule
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


def test_a_weight_and_a_score_each_stand_beside_the_most_of_their_own(explained):
    ((name, told),) = score_lines(explained)
    assert name == "weight"
    assert told.endswith(f"of this kind and length has over {explained.rule.bound:.6g}")
    priced = with_rule(explained, price=2.0, objective=7.0, bound=9.0)
    lines = dict(score_lines(priced))
    assert lines["score"] == "7; no rule of this kind and length has over 9"
    assert lines["score is"].endswith("minus 2 for each condition")
    assert f"no rule of any kind weighs over {explained.machine.bound:.6g}" in lines["weight"]
