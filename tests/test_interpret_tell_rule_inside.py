"""What "auto" chose: every choice with what it was measured against."""

import re
from dataclasses import replace
from math import inf

import pytest

from interpret.forms.explain import explain
from interpret.settings import Settings
from interpret.tell.rule.inside import NOT_COMPARED, choices
from tests.judged import with_rule
from tests.planted import either, planted

NAMES = [
    "kernel",
    "C",
    "fitted to",
    "side",
    "language",
    "price of a condition",
    "lines of a rule at most",
    "conditions in a line at most",
]


@pytest.fixture(scope="module")
def automatic():
    return explain(planted(either, n=80, wrong=0.1), Settings())


def test_every_choice_is_told_with_what_it_was_measured_against(automatic):
    made = {one.what: one for one in choices(automatic)}
    assert list(made) == NAMES
    assert all(one.asked == "auto" for one in made.values())
    best = automatic.machine_choice.candidates[0]
    kernel = made["kernel"]
    assert kernel.taken == automatic.machine.kernel
    assert kernel.measured.startswith(f"{best.kernel} {100 * best.accuracy:.1f} %, ")
    assert {"rules(10,5)", "mDNF(3,2)", "linear"} <= set(
        re.split(r" [0-9.]+ %(?:, | )", kernel.measured)
    )
    assert f"{automatic.machine_choice.folds}-fold cross-validation" in kernel.measured
    assert "hard margin" in made["C"].measured
    assert made["side"].measured.count("%") == 2
    prices = made["price of a condition"].measured
    for one in automatic.rule_choice.path:
        assert (
            f"{one.price:g}: {100 * one.accuracy:.1f} % with {one.tests:.1f} conditions" in prices
        )


def test_a_hard_margin_that_cannot_be_is_told_with_the_c_trained(automatic):
    hard = replace(automatic.machine_choice, C=inf)
    machine = replace(automatic.machine, asked_C=inf, C=16.0)
    made = choices(replace(automatic, machine_choice=hard, machine=machine))
    assert made[1].taken == "hard margin, which these rows do not allow: trained with 16"


def test_a_price_that_was_raised_to_keep_the_rule_short_is_told(automatic):
    assert "raised" not in choices(replace_price(automatic, 1.0))[5].measured
    assert "; then raised to" in choices(replace_price(automatic, 3.0))[5].measured


def replace_price(e, times):
    """The explanation whose rule cost so many times the chosen price of a condition."""
    choice = replace(e.rule_choice, fit_to="labels", price=0.5)
    return with_rule(replace(e, rule_choice=choice), price=0.5 * times)


def test_where_nothing_could_be_compared_that_is_said(automatic):
    """As where a class has one training row."""
    plain = replace(automatic.rule_choice, candidates=(), path=(), folds=0, promised=None)
    e = replace(automatic, rule_choice=plain)
    assert [one.measured for one in choices(e)[2:6]] == [NOT_COMPARED] * 4
