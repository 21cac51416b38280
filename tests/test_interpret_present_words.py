from dataclasses import replace
from math import inf

import pytest

from interpret.explain import explain
from interpret.measures import Confusion, Share
from interpret.present import words
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.study.domain_fidelity import AT_HAND, DRAWN, EVERY, DomainFidelity
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
        (Between("age", 17.5, 30), "17.5 < age ≤ 30"),
    ],
    ids=str,
)
def test_a_test_reads_as_people_say_it(test, said):
    assert words.test_words(test) == said


def test_a_rule_is_one_clause_a_line():
    assert words.rule_lines(Formula((RED, TALL))) == (
        "jacket is red",
        "or age > 17.5 and hat is not flat",
    )
    assert words.rule_lines(Formula((RED,))) == ("jacket is red",)


def test_rules_without_a_test_are_never_and_always():
    assert words.rule_lines(Formula()) == ("never",)
    assert words.rule_lines(Formula((Clause(),))) == ("always",)
    assert words.rule_lines(Formula(denied=True)) == ("always",)


def test_the_heading_says_unless_where_the_lines_must_not_hold(explained):
    assert words.heading(explained) == "class = yes when"
    assert words.heading(with_rule(explained, formula=Formula((RED,), denied=True))) == (
        "class = yes unless"
    )
    assert words.class_name("colour", ("red", None)) == "colour = red or empty"


def test_one_is_one_and_two_are_two():
    assert words.length_words(Formula((RED,))) == "1 clause, 1 test"
    assert words.length_words(Formula((RED, TALL))) == "2 clauses, 3 tests"
    assert words.length_words(Formula()) == "0 clauses, 0 tests"


def test_shares_come_with_their_interval_and_nothing_with_a_dash():
    assert words.percent(0.97249) == "97.2 %"
    assert words.percent(0.97249, 0) == "97 %"
    assert words.percent(None) == "–"
    assert words.share_words(Share(280, 288)) == "97.2 % (94.6 to 98.6)"
    assert words.share_words(Share(0, 0)) == "–"


# -- the verdict --


def judged(e, machine, rule, fidelity, majority=50, part="test"):
    """The explanation with so many of 100 rows right, agreeing, guessed."""

    def right(hits):
        return Confusion(hits, 100 - hits, 0, 0)

    return replace(
        e,
        machine_right=e.machine_right | {part: right(machine)},
        rule_right=e.rule_right | {part: right(rule)},
        fidelity=e.fidelity | {part: Share(fidelity, 100)},
        majority=e.majority | {part: Share(majority, 100)},
    )


REPLACE = "You can replace the machine by this rule"
NOTHING = "The machine has learned nothing to explain"
MORE = "The rule tells more than the machine"
GUESS = "No rule within the limits is better than guessing"


@pytest.mark.parametrize(
    ("machine", "rule", "fidelity", "headline", "good"),
    [
        (98, 98, 100, REPLACE, True),
        (98, 97, 100, REPLACE, True),
        (98, 98, 99, REPLACE, True),
        (98, 99, 92, REPLACE, True),
        (98, 97, 99, "A good summary: it misses 1 in 100", True),
        (98, 92, 94, "A good summary: it misses 6 in 100", True),
        (98, 88, 90, "A good summary: it misses 10 in 100", True),
        (98, 98, 89, "A rough sketch: it misses 11 in 100", False),
        (98, 75, 75, "A rough sketch: it misses 25 in 100", False),
        (98, 74, 74, "No short rule exists", False),
        (98, 51, 52, "No short rule exists", False),
        (98, 50, 99, GUESS, False),
        (50, 55, 99, NOTHING, False),
        (50, 80, 60, MORE, True),
        (40, 30, 90, NOTHING, False),
    ],
)
def test_the_verdict_weighs_fidelity_accuracy_and_the_majority(
    explained, machine, rule, fidelity, headline, good
):
    verdict = words.verdict(judged(explained, machine, rule, fidelity))
    assert (verdict.headline, verdict.good) == (headline, good)
    shown = {NOTHING: [machine, 50], GUESS: [rule, 50, machine], MORE: [rule, 50, machine]}.get(
        headline, [fidelity]
    )
    assert all(f"{n}.0 %" in verdict.sentence or n == 100 for n in shown)
    assert verdict.sentence.endswith(".")


def test_the_verdict_names_the_rows_it_is_about(explained):
    assert "of unseen rows" in words.verdict(judged(explained, 98, 97, 95)).sentence
    assert "all unseen rows" in words.verdict(judged(explained, 98, 98, 100)).sentence
    seen = replace(explained, rows={"train": tuple(range(60)), "test": ()})
    seen = judged(seen, 98, 97, 95, part="train")
    assert words.judged_on(seen) == "train"
    assert "of the training rows" in words.verdict(seen).sentence


def test_without_test_rows_every_sentence_can_be_said():
    table = planted(either, n=40)
    e = explain(table, Settings(positive=("yes",), test_size=0.0, kernel="mDNF(2,2)", C=1.0))
    said = [
        words.heading(e),
        words.verdict(e).sentence,
        words.proof_words(e),
        words.choice_words(e),
        words.machine_words(e),
        words.share_words(e.fidelity["test"]),
    ]
    assert all(said)


@pytest.mark.parametrize(
    ("kind", "hits", "told"),
    [
        (EVERY, 74, "of all 100 possible rows they agree on 74.0 % only"),
        (DRAWN, 74, "of made-up rows they agree on 74.0 % only"),
        (AT_HAND, 74, ""),
        (EVERY, 92, ""),
        (EVERY, 100, ""),
    ],
)
def test_far_less_agreement_elsewhere_is_told_beside_the_verdict(explained, kind, hits, told):
    e = judged(explained, 98, 98, 100)
    said = words.elsewhere_words(e, [DomainFidelity(kind, Share(hits, 100))])
    assert told in said
    assert bool(said) == bool(told)
    assert words.elsewhere_words(e, []) == ""


# -- what is proven --


def with_rule(e, **changes):
    (found,) = e.found
    return replace(e, found=(replace(found, rule=replace(found.rule, **changes)),))


def test_proven_says_what_it_means_and_what_it_does_not(explained):
    said = words.proof_words(explained)
    assert said.startswith(
        "Proven: no rule of at most 10 clauses of at most 5 tests weighs more in"
    )
    assert "not that the world works so" in said
    assert "fits better" in words.proof_words(with_rule(explained, fitted_to="labels"))


def test_a_gap_is_told_as_a_share_of_the_bound(explained):
    said = words.proof_words(with_rule(explained, objective=75.0, bound=100.0))
    assert said.startswith("Not proven")
    assert "by up to 25.0 % of the bound" in said
    none = words.proof_words(with_rule(explained, objective=0.0, bound=0.0))
    assert none.startswith("Proven")


def test_the_machine_is_named_with_its_margin(explained):
    machine = replace(explained.machine, support=1)
    assert words.machine_words(replace(explained, machine=machine)) == (
        "mDNF(2,2), hard margin, 1 support row"
    )
    machine = replace(explained.machine, C=0.25, support=12)
    assert words.machine_words(replace(explained, machine=machine)) == (
        "mDNF(2,2), C = 0.25, 12 support rows"
    )


def test_how_the_rule_was_fitted_is_named_with_what_it_was_measured_by(explained):
    fixed = words.choice_words(explained)
    assert "fitted to the machine's own weights, describing the class, saying only what is" in fixed
    assert "cross-validation" not in fixed
    for fit_to, said in words.FITTED.items():
        choice = replace(
            explained.rule_choice, fit_to=fit_to, side="against", language="values", folds=10
        )
        chosen = words.choice_words(replace(explained, rule_choice=choice))
        assert said in chosen
        assert "the other class, denied" in chosen
        assert "also what is not, and ranges" in chosen
        assert chosen.endswith("chosen by 10-fold cross-validation of the rule")
