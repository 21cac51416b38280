"""Whether a rule still holds on a second file: found, missed by chance, and never without drift."""

import json
import re
from functools import cache

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.drift import (
    CANNOT_SAY,
    HOLDS,
    MARGIN,
    WEAKER,
    _chance_of_so_few,
    expectation,
    still,
)
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.measures import Confusion, confusion
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.rule.scored import still_blocks, still_words
from interpret.tell.text import as_text
from tests.command_line import cheaply, run
from tests.judged import judged_anew
from tests.often import some_now

CHEAP = {"kernel": "linear", "C": 1.0, "side": "for", "fit_to": "labels", "price": 4.0}


def rows_of(rng, n, flipped=0.1, shift=0.0):
    """Ill where the age is above 50, but for some; shift: of the share of women."""
    age = rng.integers(20, 80, n)
    sex = np.where(rng.random(n) < 0.5 + shift, "f", "m")
    ill = (age > 50) ^ (rng.random(n) < flipped)
    cells = zip(age, sex, rng.integers(3, size=n), np.where(ill, "yes", "no"), strict=True)
    return [",".join(map(str, row)) for row in cells]


def table_of(rows, header="age,sex,luck,ill"):
    return read_table("\n".join([header, *rows]).encode(), "rows.csv")


@cache
def learnt(test=0.3):
    table = table_of(rows_of(np.random.default_rng(0), 600))
    e = explain(table, Settings(**CHEAP, language="monotone", test=test))
    return json.loads(json.dumps(document(answers([e], table))))


def still_of_rule(scores, table):
    return still(scores, scores.of_rule, table)


def judged(rows, given=None, header="age,sex,luck,ill"):
    table = table_of(rows, header)
    (predictor,) = predictors(given or learnt())
    return still_of_rule(predictor.scores(table), table)


@pytest.mark.slow
@pytest.mark.parametrize(("times", "allowed"), some_now([(20, 1), (80, 4)], (20, 1)))
def test_without_drift_it_is_hardly_ever_called_weaker(times, allowed):
    """The rows held out and those of the file are both drawn anew each time, from one source."""
    (predictor,) = predictors(learnt())
    rng, verdicts = np.random.default_rng(1), []
    for number in range(times):
        before, after = (table_of(rows_of(rng, n)) for n in (2000, 20 + 1600 * number // times))
        then = predictor.scores(before)
        drawn = judged_anew(predictor, then)
        verdicts.append(still_of_rule(drawn.scores(after), after).verdict)
    assert verdicts.count(WEAKER) <= allowed
    assert verdicts.count(HOLDS) > times / 4


def test_a_rule_that_is_right_less_often_is_called_weaker():
    rng = np.random.default_rng(2)
    found = judged(rows_of(rng, 400, flipped=0.3))
    assert found.verdict == WEAKER
    assert any(own.precision.surely for own in found.clauses)
    assert "is weaker than it was: it is right on" in still_words(found)


def test_other_shares_of_classes_and_values_are_told_and_are_no_loss():
    rng = np.random.default_rng(3)
    old = [row for row in rows_of(rng, 3000, shift=0.4) if int(row.split(",")[0]) > 40][:900]
    found = judged(old)
    assert found.verdict == HOLDS
    sure = {(own.attribute, own.value) for own in found.values if own.share.surely}
    assert ("sex", "f") in sure
    assert any(name == "age" for name, _ in sure)
    said = as_text(still_blocks(found))
    assert "sex = f " in said
    assert "Then: the rows held out when the rule was found." in " ".join(said.split())
    assert found.expected == pytest.approx(found.right.rate, abs=0.05)


def test_few_rows_one_class_no_class_and_unknown_classes_are_a_sentence():
    rng = np.random.default_rng(4)
    few = judged(rows_of(rng, 12, flipped=0.0))
    assert few.verdict in (HOLDS, CANNOT_SAY)
    one = judged([row for row in rows_of(rng, 300) if row.endswith("yes")])
    assert one.verdict in (HOLDS, CANNOT_SAY)
    bare = [row.rpartition(",")[0] for row in rows_of(rng, 30)]
    none = judged(bare, header="age,sex,luck")
    assert (none.verdict, none.right.n) == (CANNOT_SAY, 0)
    assert "the file has no column “ill”" in still_words(none)
    strange = judged([f"{row.rpartition(',')[0]},maybe" for row in rows_of(rng, 30)])
    assert "no row has a class in “ill”" in still_words(strange)
    new = judged([row.replace("f", "x") for row in rows_of(rng, 300)])
    assert ("sex", "any other value") in {(own.attribute, own.value) for own in new.values}


def test_without_rows_held_out_nothing_is_compared():
    found = judged(rows_of(np.random.default_rng(5), 100), learnt(0))
    assert found.verdict == CANNOT_SAY
    assert "no rows were held out when the rule was found" in still_words(found)
    assert not found.clauses


def test_the_chance_of_so_few_hits_is_that_of_all_ways_to_place_them():
    pairs = [(Share(8, 10), Share(3, 6)), (Share(5, 5), Share(2, 4))]
    rng, n, times = np.random.default_rng(6), 20_000, 0
    for _ in range(n):
        drawn = 0
        for then, now in pairs:
            hits = np.arange(then.n + now.n) < then.hits + now.hits
            drawn += int(rng.permutation(hits)[: now.n].sum())
        times += drawn <= 5
    assert _chance_of_so_few(pairs) == pytest.approx(times / n, abs=0.02)


def drawn(rng, n, sensitivity, specificity, size=1):
    """What a verdict does on n rows of which 40 % are of the class, each row standing `size` times,
    and whose rows belong together."""
    y = rng.random(n) < 0.4
    right = rng.random(n) < np.where(y, sensitivity, specificity)
    each = np.repeat(np.arange(n), size)
    return confusion((y == right)[each], y[each], None if size == 1 else each)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 6])
@pytest.mark.parametrize("n_then", some_now([60, 200, 2000], 200))
def test_a_loss_of_more_than_five_points_is_hardly_ever_called_none(n_then, size):
    """The loss is just above 5 points in each class; both sides are drawn anew each time."""
    rng, said, times = np.random.default_rng(n_then), 0, 200
    for number in range(times):
        then = drawn(rng, n_then, 0.85, 0.9, size)
        now = drawn(rng, 100 + 50 * number, 0.799, 0.849, size)
        said += expectation(then, now)[1] <= MARGIN
    assert said <= 0.04 * times


def test_what_is_expected_is_the_rate_of_each_class_then_by_the_classes_now():
    then, now = Confusion(18, 10, 2, 90), Confusion(30, 3, 10, 7)
    expected, most_lost = expectation(then, now)
    assert expected == pytest.approx((40 * 18 / 20 + 10 * 90 / 100) / 50)
    assert most_lost > expected - now.accuracy.rate
    (low, _), of_class, others = now.accuracy.ends, Share(18, 20), Share(90, 100)
    above = (0.8 * (of_class.ends[1] - 0.9)) ** 2 + (0.2 * (others.ends[1] - 0.9)) ** 2
    reach = (above + (now.accuracy.rate - low) ** 2) ** 0.5
    assert most_lost == pytest.approx(expected - now.accuracy.rate + reach)


def test_groups_of_the_second_file_widen_its_intervals():
    rows = rows_of(np.random.default_rng(8), 80)
    table = table_of(
        [f"{row},{i // 4}" for i, row in enumerate(np.repeat(rows, 4))], "age,sex,luck,ill,who"
    )
    given = json.loads(json.dumps(learnt()))
    (alone,) = predictors(given)
    given["explanations"][0]["settings"]["group"] = "who"
    (grouped,) = predictors(given)
    by_rows, by_groups = (still_of_rule(one.scores(table), table).right for one in (alone, grouped))
    assert (by_groups.hits, by_groups.n) == (by_rows.hits, by_rows.n) == (by_rows.hits, 320)
    assert np.diff(by_groups.ends) > 1.9 * np.diff(by_rows.ends)
    without = table_of(rows)
    assert "as the file has no column “who”" in still_of_rule(grouped.scores(without), without).why


def test_the_command_line_says_whether_it_holds_and_who_is_wronged(tmp_path):
    rng = np.random.default_rng(7)
    answer, later, table = tmp_path / "answer.json", tmp_path / "later.csv", tmp_path / "t.csv"
    answer.write_text(json.dumps(learnt()), encoding="utf-8")
    later.write_text("\n".join(["age,sex,luck,ill", *rows_of(rng, 400, 0.3)]), encoding="utf-8")
    assert "The rule is weaker than it was" in run(answer, "--predict", later)[1]
    table.write_text("\n".join(["age,sex,luck,ill", *rows_of(rng, 300)]), encoding="utf-8")
    options = ["--drop", "sex", "--by", "sex", "--by", "luck", "--kernel", "linear"]
    _, said, _ = run(table, *cheaply(*options))
    assert "Who is wronged, on 90 unseen rows\n" in said
    assert re.search("sex = f +rule +[0-9]+ ", said)
    status, _, complaint = run(table, "--by", "height")
    assert (status, "height" in complaint) == (2, True)


def test_of_the_table_that_it_was_learnt_from_nothing_is_claimed():
    rows = rows_of(np.random.default_rng(0), 600)
    own = judged(rows)
    assert own.verdict == CANNOT_SAY
    assert "the table that the rule was learnt from, and 420 of its rows" in still_words(own)
    assert judged(rows[:-1]).verdict == HOLDS
    of_another = learnt()["table"] | {"digest": "0" * 64}
    assert judged(rows, learnt() | {"table": of_another}).verdict == HOLDS
