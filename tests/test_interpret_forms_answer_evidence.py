"""What unseen rows prove: exact tests against their definitions, and how often chance passes."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from interpret.forms.answer.evidence import (
    CHANCE,
    Duel,
    against_guess,
    against_machine,
    tells_apart,
)
from interpret.forms.explain import explain
from interpret.measures import Apart, Confusion, apart, confusion
from interpret.settings import Settings
from tests.planted import either, planted


def tail(wins, n):
    """The probability of so many heads or more of n fair coins."""
    return sum(comb(n, k) for k in range(wins, n + 1)) / 2**n


@pytest.mark.parametrize("first", range(13))
@pytest.mark.parametrize("second", range(13))
def test_a_duel_is_won_where_fair_coins_would_rarely_fall_so(first, second):
    n = first + second
    won, lost = tail(first, n) < CHANCE, tail(second, n) < CHANCE
    assert Duel(first, second).winner == won - lost
    assert Duel(first, second).rows == n


@pytest.mark.parametrize("counting", [(5.0, 1.0), (0.2, 3.0), (1.5, 0.75)])
def test_where_classes_do_not_count_alike_a_duel_goes_by_what_its_rows_count_for(counting):
    rng, winners = np.random.default_rng(7), set()
    for _ in range(60):
        first, second = (tuple(rng.integers(0, 6, 2).tolist()) for _ in range(2))
        duel = Duel(sum(first), sum(second), apart=Apart(first, second), counting=counting)
        sums = np.zeros(1)
        for of in (0, 1):
            for _ in range(first[of] + second[of]):
                sums = np.concatenate([sums + counting[of], sums - counting[of]])
        found = sum(
            each * (won - lost) for each, won, lost in zip(counting, first, second, strict=True)
        )
        is_rare = np.mean(sums >= abs(found) - 1e-9) < CHANCE and found != 0
        assert duel.winner == (np.sign(found) if is_rare else 0)
        winners.add(duel.winner)
    assert winners == {-1, 0, 1}


@pytest.mark.slow
def test_by_costs_the_cheaper_of_rule_and_machine_is_ahead():
    e = explain(planted(either, n=200, wrong=0.1), Settings(cost=9.0, C=1.0, kernel="linear"))
    counts = {"first": (0, 12), "second": (8, 0)}  # nine times as dear
    costly = e.with_form(replace(e.rule_form, apart={"train": Apart(), "test": Apart(**counts)}))
    assert against_machine(costly, costly.rule_form, "test").winner == -1


def hits_by_chance(counts):
    """The probability of so many hits or more when yes is said on rows drawn at random."""
    of_class = counts.true_positive + counts.false_negative
    said = counts.true_positive + counts.false_positive
    most = min(of_class, said)
    ways = (
        comb(of_class, k) * comb(counts.n - of_class, said - k)
        for k in range(counts.true_positive, most + 1)
    )
    return sum(ways) / comb(counts.n, said)


def test_a_verdict_tells_the_classes_apart_where_chance_rarely_hits_so_often():
    rng = np.random.default_rng(0)
    told = []
    for _ in range(300):
        truth = rng.random(rng.integers(2, 60)) < rng.uniform(0.05, 0.6)
        said = truth ^ (rng.random(len(truth)) < rng.uniform(0.0, 0.6))
        counts = confusion(said, truth, None)
        told.append(tells_apart(counts))
        assert told[-1] == (hits_by_chance(counts) < CHANCE)
    assert 50 < sum(told) < 250
    assert not tells_apart(confusion(truth & False, truth, None))
    assert not tells_apart(Confusion(0, 0, 0, 0))


@pytest.mark.slow
def test_rows_on_which_rule_and_machine_differ_are_shared_between_them():
    e = explain(planted(either, n=90, wrong=0.1), Settings(kernel="linear", C=1.0, seed=1))
    table = planted(either, n=90, wrong=0.1)
    rows = np.array(e.rows["test"])
    truth = e.positive_rows(table)[rows]
    machine = np.array(e.machine.scores)[rows] > 0
    rule = e.rule.formula.holds(table)[rows]
    duel = against_machine(e, e.rule_form, "test")
    assert (rule != machine).any(), "else nothing is compared"
    assert duel.first == ((rule == truth) & (machine != truth)).sum()
    assert duel.second == ((rule != truth) & (machine == truth)).sum()
    guess = e.positives["train"] * 2 > len(e.rows["train"])
    against = against_guess(e, e.rule_form.right["test"])
    assert against.first == ((rule == truth) & (truth != guess)).sum()
    assert against.second == ((rule != truth) & (truth == guess)).sum()
    other = replace(e, positives={"train": len(e.rows["train"]), "test": 0})
    turned = against_guess(other, e.rule_form.right["test"])
    assert turned.rows == (~rule).sum() if not guess else turned.rows == rule.sum()


def test_where_two_verdicts_differ_is_counted_by_class():
    rng = np.random.default_rng(3)
    first, second, y = rng.random((3, 80)) < 0.5
    found = apart(first, second, y, None)
    for of, is_of in enumerate((y, ~y)):
        assert found.first[of] == sum(
            a == t != b for a, b, t, i in zip(first, second, y, is_of, strict=True) if i
        )
        assert found.second[of] == sum(
            b == t != a for a, b, t, i in zip(first, second, y, is_of, strict=True) if i
        )
