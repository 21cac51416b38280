"""The verdict: claims only what the unseen rows prove, and says which of two is right."""

import re
from dataclasses import replace
from itertools import product

import pytest

from interpret.forms.explain import explain
from interpret.measures import Confusion
from interpret.settings import Settings
from interpret.tell.rule.brief import measured
from interpret.tell.rule.verdict import surety
from tests.judged import judged, verdict_on_rule
from tests.often import some_now
from tests.planted import either, planted

BETTER = "The rule is better than the machine it came from"
REPLACE = "You can replace the machine by this rule"
SUMMARY = "A good summary of the machine"
AS_RIGHT = "The rule is right as often as the machine"
SKETCH = "A rough sketch of the machine"
PART = "The rule says only part of what the machine does"
ALONE = "The rule is surely better than guessing, its machine is not"
GUESS = "The rule found is not surely better than guessing"
NOTHING = "Neither the rule nor its machine is surely better than guessing"
APART = "The rule tells the classes apart, but may be right no more often than a guess"


@pytest.fixture(scope="module")
def explained():
    settings = Settings(
        positive=("yes",), kernel="mDNF(2,2)", C=1.0, fit_to="weights", price=0.0, side="for"
    )
    return explain(planted(either, n=60), replace(settings, language="monotone"))


def counts(right, n):
    """So many of n rows right, as even between the classes as can be."""
    half = n // 2
    hits = right // 2
    return Confusion(right - hits, n - half - (right - hits), half - hits, hits)


CASES = [
    # rows, machine right, rule right, agree; headline, good, found
    (130, 99, 130, 99, BETTER, True, True),
    (130, 126, 126, 130, REPLACE, True, True),
    (130, 126, 125, 129, REPLACE, True, True),
    (24, 24, 24, 24, f"{SUMMARY}: they differ on none of 24 rows", True, True),
    (300, 296, 284, 286, f"{SUMMARY}: they differ on 5 in 100", True, True),
    (1000, 990, 970, 978, f"{SUMMARY}: they differ on 2 in 100", True, True),
    (100, 89, 90, 85, AS_RIGHT, True, True),
    (100, 98, 80, 80, f"{SKETCH}: they differ on 20 in 100", False, True),
    (100, 98, 70, 70, PART, False, True),
    (100, 50, 80, 60, BETTER, True, True),
    (100, 54, 66, 60, ALONE, True, True),
    (100, 98, 54, 52, GUESS, False, False),
    (100, 55, 54, 91, NOTHING, False, False),
    (24, 14, 15, 23, NOTHING, False, False),
    (1000, 500, 500, 1000, NOTHING, False, False),
]


@pytest.mark.parametrize(("n", "machine", "rule", "agree", "headline", "good", "found"), CASES)
def test_each_grade_is_given_where_its_rows_prove_it(
    explained, n, machine, rule, agree, headline, good, found
):
    e = judged(explained, counts(rule, n), counts(machine, n), agree)
    said = verdict_on_rule(e)
    assert (said.headline, said.good, said.found) == (headline, good, found)
    assert f"{100 * rule / n:.1f} %" in said.sentence
    assert f"{100 * machine / n:.1f} %" in said.sentence
    assert f"{n:,} unseen rows" in said.sentence
    assert said.sentence.endswith(".")


@pytest.mark.parametrize(
    ("rule", "says"),
    [(98, "Surely better"), (54, "Not surely better"), (50, "No better"), (46, "Worse")],
)
def test_better_is_said_only_of_what_was_better_than_always_saying_the_same(explained, rule, says):
    e = judged(explained, counts(rule, 100), counts(98, 100), rule)
    assert re.fullmatch(f"{says} than always saying (yes|no)", surety(e, e.rule_form).words)


def test_costs_stand_with_what_each_error_costs(explained):
    costly = replace(explained.settings, cost=5.0)
    e = judged(replace(explained, settings=costly), counts(80, 100), counts(98, 100), 80)
    assert measured(e, e.rule_form).endswith("(a miss costs 5, a false alarm 1).")


def test_who_is_right_where_rule_and_machine_differ_is_told(explained):
    e = judged(explained, counts(130, 130), counts(99, 130), 99)
    assert (
        "Where rule and machine differ, on 31 rows, the rule is right on all of them"
        in verdict_on_rule(e).sentence
    )
    e = judged(explained, counts(284, 300), counts(296, 300), 286)
    told = verdict_on_rule(e).sentence
    assert "on 14 rows, the rule is right on 1 and the machine on 13" in told
    assert "the machine is surely right more often" in told
    e = judged(explained, counts(125, 130), counts(126, 130), 129)
    assert "on 1 row, the machine is right: that does not prove" in verdict_on_rule(e).sentence


def test_no_sentence_denies_rules_that_were_never_looked_at(explained):
    """Only a proof may say that there is no rule."""
    for n, rule, machine, apart in product((24, 100, 900), (0.5, 0.7, 1), (0.5, 1), (0, 0.2)):
        own, other = round(rule * n), round(machine * n)
        agree = n - max(abs(own - other), round(apart * n))
        e = judged(explained, counts(own, n), counts(other, n), agree)
        said = verdict_on_rule(e)
        text = f"{said.headline} {said.sentence}".lower()
        assert "no rule" not in text
        assert "no short rule" not in text
        assert "exists" not in text


def test_few_rows_are_said(explained):
    few = verdict_on_rule(judged(explained, counts(24, 24), counts(24, 24), 24))
    assert "Only 24 unseen rows: on others the rule may be right in anything from 86" in (
        few.sentence
    )
    assert "replace" not in few.headline
    many = verdict_on_rule(judged(explained, counts(150, 150), counts(150, 150), 150))
    assert "Only" not in many.sentence


def test_without_held_out_rows_there_is_no_grade():
    e = explain(planted(either, n=60), Settings(kernel="mDNF(2,2)", C=1.0, test=0.0))
    said = verdict_on_rule(e)
    assert said.headline == "Not judged: no rows were held out"
    assert not said.good
    assert not said.found
    assert "On 60 training rows the rule is right on 100.0 %" in said.sentence
    assert "how often it is right on others is not known" in said.sentence


def test_a_rare_class_told_apart_is_found_though_a_guess_may_be_right_as_often(explained):
    """12 of 100 rows are positive; the rule finds 10 of them and 12 others."""
    rule, machine = Confusion(10, 12, 2, 76), Confusion(11, 0, 1, 88)
    said = verdict_on_rule(judged(explained, rule, machine, 87))
    assert (said.headline, said.good, said.found) == (APART, False, True)
    assert "always guessing the more frequent class on 88.0 %" in said.sentence
    assert "Where it departs from that guess, on 22 rows, it is right on 10" in said.sentence
    assert "Where rule and machine differ, on 13 rows, the machine is right on all" in said.sentence
    perfect = Confusion(4, 0, 0, 56)
    said = verdict_on_rule(judged(explained, perfect, perfect, 60))
    assert (said.headline, said.good, said.found) == (APART, False, True)
    alike = replace(explained.settings, cost="balanced")
    said = verdict_on_rule(judged(replace(explained, settings=alike), perfect, perfect, 60))
    assert (said.headline.split(":")[0], said.good) == (SUMMARY, True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now([11, 12, 13], 12))
def test_noise_is_not_graded_good(seed):
    """The class of each row is drawn whatever stands in it."""
    table = planted(lambda *row: False, n=90, wrong=0.5, seed=seed)
    fast = Settings(kernel="mDNF(3,2)", C=1.0, fit_to="labels", side="for", language="monotone")
    said = verdict_on_rule(explain(table, replace(fast, price=1.0)))
    assert not said.good
    assert said.headline in (NOTHING, GUESS)
