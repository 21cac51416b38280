"""What errors cost: machine, choice of the rule and verdict follow it."""

from dataclasses import replace

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.rules_on_folds import CRITERIA, Measured, RuleCandidate
from interpret.fit.sample import Way
from interpret.forms.answer.evidence import Duel
from interpret.forms.explain import explain
from interpret.measures import Costs, confusion
from interpret.settings import Settings
from tests.judged import verdict_on_rule

QUICK = Settings(kernel="linear", C=1.0, fit_to="labels", side="for", language="values", price=0.5)


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    a, b, c = rng.integers(0, 4, (3, 200))
    risk = np.where(a == 1, 0.8, np.where(b == 2, 0.4, 0.1))
    bad = rng.random(200) < risk
    rows = zip(a, b, c, np.where(bad, "yes", "no"), strict=True)
    text = "a,b,c,bad\n" + "\n".join(f"a{i},b{j},c{k},{y}" for i, j, k, y in rows)
    return read_table(text.encode(), "t.csv")


def test_costs_are_those_of_each_row():
    rng = np.random.default_rng(1)
    said, truth = rng.random((2, 300)) < 0.4
    costs, counts = Costs(5.0, 2.0), confusion(said, truth, None)
    of_row = np.where(truth & ~said, 5.0, 0.0) + np.where(~truth & said, 2.0, 0.0)
    assert costs.of(counts) == of_row.sum()
    assert costs.right(counts) == pytest.approx(1 - of_row.sum() / (5 * truth + 2 * ~truth).sum())
    assert Costs(3.0, 3.0).right(counts) == pytest.approx(counts.accuracy.rate)
    for yes in (True, False):
        always = confusion(np.full(300, yes), truth, None)
        assert costs.guessing(yes, counts) == costs.of(always)
    assert costs.says_yes(int(truth.sum()), 300) == (
        costs.guessing(True, counts) < costs.guessing(False, counts)
    )
    probability = costs.worthwhile  # there yes and no cost alike
    assert probability * 5 == pytest.approx((1 - probability) * 2)


def test_departing_from_a_guess_must_save_more_than_it_costs():
    assert Duel(60, 40).winner == 0
    assert Duel(60, 40, even=1 / 6).winner == 1
    assert Duel(60, 40, even=5 / 6).winner == -1
    assert Duel(60, 40, effect=20.0, even=1 / 6).winner == 0


def test_the_rule_follows_the_costs(table):
    found = {cost: explain(table, replace(QUICK, cost=cost)) for cost in (0.125, 1.0, 8.0)}
    rights = {cost: e.rule_form.right["train"] for cost, e in found.items()}
    assert rights[8.0].sensitivity.rate > rights[1.0].sensitivity.rate
    assert rights[1.0].sensitivity.rate > rights[0.125].sensitivity.rate
    for cost in (0.125, 8.0):
        assert Costs(cost).of(rights[cost]) <= Costs(cost).of(rights[1.0])
    assert "A miss costs 8" in verdict_on_rule(found[8.0]).sentence


@pytest.mark.slow
@pytest.mark.parametrize("cost", [1e-9, 1e9])
def test_costs_without_measure_have_an_answer(table, cost):
    told = verdict_on_rule(explain(table, replace(QUICK, cost=cost)))
    assert told.headline.startswith("By these costs the rule is not surely better than always")


def test_the_curve_rises_and_holds_the_answer(table):
    choice = explain(table, replace(QUICK, price="auto")).rule_choice
    lengths = [one.tests for one in choice.curve]
    assert lengths == sorted(lengths)
    assert [one.price for one in choice.curve if one.way == choice.way].count(choice.price) >= 1
    best = [one for one in choice.curve if (one.way, one.price) != (choice.way, choice.price)]
    hits = [one.hits for one in best]
    assert hits == sorted(hits)


def measured(hits, tests, n=700):
    right = (np.arange(n) < hits).astype(float)
    candidate = RuleCandidate("weights", "for", "values", float(tests), hits, n, tests, 1.0)
    return Measured(candidate, np.random.default_rng(tests).permutation(right), (1, 1))


def test_a_rule_that_hardly_gains_over_a_guess_gives_way_to_a_longer_one():
    short, long = measured(450, 1), measured(458, 23)  # of 700 rows
    tried = {Way("weights", "for", "values"): [short, long]}
    assert CRITERIA.best_of(tried, 434 / 700) is long
    assert CRITERIA.best_of(tried, 300 / 700) is short  # there it keeps nearly all of the gain
    assert CRITERIA.best_of(tried, 455 / 700) is short  # there no gain is sure
