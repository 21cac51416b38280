"""The benchmark of claims, and its claims on a few tables; every interval knows its rows."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.special import expit

from benchmarks import calibration, claims
from benchmarks.calibration import Promised, is_step, of_all
from benchmarks.claimed_rows import KINDS, fresh
from benchmarks.claims import CLAIMS, QUICK, Mean, Rate, Told, main
from benchmarks.planted_cards import planted
from benchmarks.tables import table_of
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.shares import independent, share_of
from tests.often import some_now


@cache
def answered(kind, n=80, seed=0):
    make, group, weight = KINDS[kind]
    table = table_of(make(n, np.random.default_rng(seed)))
    return Answer(explain(table, replace(QUICK, test=0.5, group=group, weight=weight)), table)


@pytest.mark.slow
@pytest.mark.parametrize("kind", some_now(KINDS, "groups", "weights"))
def test_every_total_of_a_card_counts_whose_rows_it_has(kind):
    a = answered(kind)
    judged, points = a.judged, a.explanation.points
    totals = points.card.totals(judged.table)
    assert (judged.groups is None) == (kind == "alone")
    for band in points.chances.bands:
        rows = (totals >= band.low) & (totals <= band.high)
        assert band.share == share_of(
            judged.y[rows], None if judged.groups is None else judged.groups[rows]
        )
        if kind != "alone" and band.share.n:
            apart = len(np.unique(judged.groups[rows]))
            assert band.share.n / band.share.effect <= apart * 1.0001 or kind == "groups"


def test_equal_rows_of_a_group_widen_no_interval_beyond_that_of_one_row_each():
    """Every figure of 40 groups of ten equal rows has the interval of 40 rows."""
    a = answered("groups of equal rows")
    e = a.explanation
    for counts in (e.rule_form.right["test"], e.machine_right["test"], e.points.right["test"]):
        for share in counts.rates.values():
            alone = independent(share.hits // 10, share.n // 10)
            assert share.interval == pytest.approx(alone.interval)
    for figures in e.rule_form.of_clauses["test"]:
        alone = independent(figures.rows // 10, figures.n // 10)
        assert figures.coverage.interval == pytest.approx(alone.interval)


def test_fresh_rows_are_of_the_same_source():
    rng = np.random.default_rng(0)
    for kind, (make, _, _) in KINDS.items():
        shares = [(frame.y == "pos").mean() for frame in (make(4000, rng), fresh(kind, rng))]
        assert shares[0] == pytest.approx(shares[1], abs=0.03)


@pytest.mark.long
def test_intervals_of_a_few_tables_cover_as_is_promised():
    rates = list(CLAIMS["coverage"][0](range(2)))
    assert {rate.what.rpartition(": ")[2] for rate in rates} == set(KINDS)
    assert sum(rate.share.hits for rate in rates) >= 0.93 * sum(rate.share.n for rate in rates)


def test_a_promise_is_broken_where_the_whole_interval_of_a_rate_is_beyond_it():
    assert not Rate("", independent(9, 200), most=0.01).is_kept
    assert Rate("", independent(9, 200), most=0.03).is_kept
    assert not Rate("", independent(180, 200), least=0.95).is_kept
    assert Rate("", independent(187, 200), least=0.95).is_kept
    assert Rate("", independent(0, 0), least=0.95).is_kept
    told = Told()
    for number in range(50):
        for _ in range(20):
            told.add("all of a table alike", number >= 5, number)
    assert told.rate("all of a table alike", least=0.95).is_kept  # 45 of 50, not 900 of 1,000


def test_a_mean_over_tables_keeps_its_promise_unless_its_whole_interval_is_beyond():
    assert Mean("slope", (0.8, 1.0, 1.3), 0.9, 1.1).is_kept
    assert Mean("slope", (1.19, 1.2, 1.21), 0.9, 1.1).ends == pytest.approx(
        (1.175, 1.225), abs=1e-3
    )
    assert not Mean("slope", (1.19, 1.2, 1.21), 0.9, 1.1).is_kept
    assert "**broken**" in str(Mean("slope", (0.5, 0.5, 0.51), 0.9, 1.1))


def promised(slope, seed):
    """Chances whose class has a slope of its own on their log odds."""
    rng = np.random.default_rng(seed)
    odds = np.round(rng.normal(0, 1.5, 4000), 1)
    return Promised(expit(odds), rng.random(4000) < expit(slope * odds))


def test_the_slope_of_all_rows_is_that_of_a_jackknife_over_tables():
    found = [promised(slope, seed) for seed, slope in enumerate((0.6, 1.0, 1.4, 1.0))]
    alone = [one.slope for one in found]
    assert alone == pytest.approx([0.6, 1.0, 1.4, 1.0], abs=0.1)
    told = Mean("slope", claims._together(found), 0.9, 1.1)
    assert np.mean(told.values) == pytest.approx(of_all(found).slope, abs=0.03)
    assert told.ends[0] < 0.8 < 1.1 < told.ends[1]
    assert told.is_kept
    assert not Mean("slope", claims._together(found[:1] * 5), 0.9, 1.1).is_kept


def test_tables_without_a_slope_of_their_own_are_named():
    for number in range(12):
        case = planted(number, 60)
        assert is_step("card", number) == is_step("rare class", number) == (not case.wrong)
        assert is_step("noise", number)
        assert not is_step("rule", number)


def test_every_claim_has_a_short_run_and_a_full_one():
    assert all(few < many for _, (few, many) in CLAIMS.values())


def test_a_range_is_held_against_the_share_of_the_rows_that_were_promised_it():
    chance = np.repeat([0.1, 0.4, 0.9], [200, 200, 20])
    came = np.concatenate([np.arange(200) < 24, np.arange(200) < 40, np.zeros(20, dtype=bool)])
    low, high = np.maximum(0, chance - 0.1), np.minimum(1, chance + 0.1)
    assert Promised(chance, came, between=(low, high)).ranges_hold() == [True, False]
    assert Promised(chance, came).ranges_hold() == []


@pytest.mark.slow
def test_nothing_that_is_proven_of_a_card_is_false_on_a_few_tables(monkeypatch):
    rates = list(CLAIMS["optimality"][0](range(4)))
    assert sum(rate.share.n for rate in rates) > 2
    assert all(rate.share.hits == 0 and rate.is_kept for rate in rates)

    def false(*_):
        raise AssertionError

    monkeypatch.setattr(claims, "check_card", false)
    assert not any(rate.is_kept for rate in CLAIMS["optimality"][0](range(4)))


def test_the_command_ends_with_1_where_a_promise_is_broken(monkeypatch, capsys):
    for hits, status in ((0, 0), (90, 1)):
        claim = lambda tables, hits=hits: iter([Rate("nothing", independent(hits, 100), most=0.05)])  # noqa: E731
        monkeypatch.setattr(claims, "CLAIMS", {"nothing": (claim, (1, 2))})
        assert main(["--only", "nothing", "--tables", "1"]) == status
        assert ("**broken**" in capsys.readouterr().out) == bool(status)


def test_a_rare_class_has_rows_to_learn_from_in_every_table():
    for number in range(1000, 1008):
        train, fresh = calibration.KINDS["rare class"](number, 60)
        assert (len(train), (train["class"] == "yes").sum() >= 4) == (60, True)
        assert len(fresh) >= 5_000
        assert (fresh["class"] == "yes").mean() < 0.3
