"""Two rows in a hundred positive: what is right nearly always by never saying yes is not good."""

from dataclasses import replace

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.proof import BALANCED, proof_words, settings_asked
from interpret.forms.explain import explain
from interpret.measures import confusion
from interpret.settings import Settings
from interpret.tell.settings_words import changed_words
from tests.judged import verdict_on_rule as graded
from tests.planted import planted

QUICK = {"kernel": "linear", "fit_to": "labels", "side": "for", "language": "monotone"}


def rare(p, q, r, s, t):
    return p == "a" and q == "b" and s == "z" and t == "u"


@pytest.fixture(scope="module")
def table():
    """3 % positive by a rule, and as many more by mistake."""
    return planted(rare, n=900, wrong=0.05, values=("abc", "abc", "xy", "xyz", "uv"))


@pytest.fixture(scope="module")
def explained(table):
    return {cost: explain(table, Settings(cost=cost, C=1.0, **QUICK)) for cost in (1.0, "balanced")}


def test_balanced_classes_are_chosen_for_and_found(explained):
    plain, balanced = explained[1.0], explained["balanced"]
    right = balanced.rule_form.right["test"]
    assert right.balanced_accuracy > plain.rule_form.right["test"].balanced_accuracy
    assert right.sensitivity.value > 0.3
    assert "q = b" in str(balanced.rule.formula)
    machine = balanced.machine_right["train"]
    assert machine.balanced_accuracy > plain.machine_right["train"].balanced_accuracy


def test_where_the_best_rule_never_says_yes_both_classes_count_alike():
    """40 of 400 are positive, and a third of the rows with p = a: no rule is right more often."""
    rows = [("a", "yes")] * 28 + [("a", "no")] * 56 + [("b", "yes")] * 12 + [("b", "no")] * 304
    lines = ["p,q,class", *(f"{p},{'xyz'[i % 3]},{label}" for i, (p, label) in enumerate(rows))]
    few = read_table("\n".join(lines).encode(), "few.csv")
    asked = {"positive": ("yes",), "form": "rule", "price": 1.0, **QUICK}
    plain, auto = (explain(few, Settings(cost=own, **asked)) for own in (1.0, "auto"))
    assert plain.never_says_yes
    assert not plain.rule.formula.clauses
    assert "Proven" not in proof_words(plain)
    assert BALANCED not in plain.notices
    assert (BALANCED in auto.notices, auto.settings.cost) == (True, "balanced")
    assert settings_asked(auto).cost == "auto"
    assert "cost" not in changed_words(settings_asked(auto))
    assert [str(clause) for clause in auto.rule.formula.clauses] == ["p = a"]


def judged(e, said, settings):
    """The explanation of a rule and a machine that say so."""
    rng = np.random.default_rng(0)
    truth = rng.permutation(len(said)) < 0.02 * len(said)
    verdicts = said(truth) if callable(said) else said
    counts = confusion(verdicts, truth, None)
    majority = confusion(np.zeros(len(truth), dtype=bool), truth, None).accuracy
    both = {"train": counts, "test": counts}
    agrees = dict.fromkeys(both, replace(counts.accuracy, hits=counts.n))
    return replace(
        e.with_form(replace(e.rule_form, right=both, fidelity=agrees)),
        settings=settings,
        machine_right=both,
        majority=dict.fromkeys(both, majority),
    )


def test_always_no_does_not_read_as_good(explained):
    never = np.zeros(1000, dtype=bool)
    for settings in (Settings(), Settings(cost="balanced")):
        verdict = graded(judged(explained[1.0], never, settings))
        assert not verdict.good
        assert "50.0 %" in verdict.sentence
        assert verdict.sentence.count("the more frequent") <= 1


def test_a_hair_above_the_majority_is_told_with_its_balanced_accuracy(explained):
    e = explained[1.0]
    truth = np.random.default_rng(0).permutation(1000) < 20
    said = truth & (np.cumsum(truth) <= 2)
    verdict = graded(judged(e, said, Settings()))
    assert "The classes are uneven" in verdict.sentence
    assert verdict.sentence.count("guessing the more frequent") == 1
    assert "55.0 % (balanced accuracy" in verdict.sentence
    assert "the setting “cost”, balanced" in verdict.sentence


def test_a_machine_that_finds_the_rare_class_has_learned_something(explained):
    """Right in 90 of 100 rows, less than by never saying yes, and of both classes alike."""
    truth = np.random.default_rng(0).permutation(1000) < 20
    wrong = np.random.default_rng(1).random(1000) < 0.1
    e = judged(explained[1.0], truth ^ wrong, Settings(cost="balanced"))
    assert graded(e).good
    assert not graded(replace(e, settings=Settings())).good
