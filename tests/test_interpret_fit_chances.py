"""The chances of cards: learned from left-out rows, never 0 or 1, and at one with the verdicts."""

from dataclasses import replace
from functools import partial
from itertools import product
from string import ascii_lowercase

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from interpret.data.reading import read_table
from interpret.fit.cards_on_folds import Request
from interpret.fit.chances import (
    BINS,
    OF_CARDS,
    OF_ONE,
    SHIFTED,
    SIBLINGS,
    SURELY,
    LeftOutOdds,
    log_odds,
)
from interpret.fit.choose_card import MADE_ONCE, choose_card
from interpret.fit.fit_card import choose_points, fitted_card
from interpret.fit.machine import classifier
from interpret.fit.parts import parts_of, read_parts, tasks_asked
from interpret.forms.answer.form import Chances, along
from interpret.forms.answer.judging import changed_card, found_card
from interpret.forms.explain import explain
from interpret.settings import Settings
from interpret.shares import wilson
from interpret.tell.rule.card import HARDLY, chance_text, contradicted_words
from tests.often import some_now

SMALL = Settings(
    target="class",
    positive=("yes",),
    form="points",
    kernel="mDNF(2,2)",
    C=1.0,
    fit_to="labels",
    size="4x1",
    price=1.0,
    side="for",
    language="monotone",
    test=0,
)


def left_out(seed, pays=0.5):
    """Log odds that are too sure by a factor of about two, of few rows or of many."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 200))
    odds = np.round(rng.normal(0, 2, n), 1) + rng.normal(0, 0.8)
    y = rng.random(n) < expit(rng.uniform(0.2, 1.2) * odds + rng.normal(0, 0.5))
    low = rng.normal(0, 0.3)
    return LeftOutOdds(odds, y, n / float(rng.choice([1, 2])), pays, (low, low + 0.3))


def loss(own, slope, shift, believed):
    """The penalised loss, row by row, as it is defined."""
    total = 0.0
    for z, positive in zip(slope * own.odds + shift, own.y, strict=True):
        chance = own.least + (1 - 2 * own.least) / (1 + np.exp(-z))
        total -= np.log(chance if positive else 1 - chance) * own.n / len(own.y)
    total += 0.5 * ((slope - max(0.3, 1 - OF_CARDS[0] / own.n**0.5)) / believed) ** 2
    return total + at_shift(own, shift)


def at_shift(own, shift):
    return 0.5 * ((shift - log_odds(inside(own, own.pays))) / SHIFTED) ** 2


def best(own, believed):
    start = [0.8, log_odds(inside(own, own.pays))]
    return minimize(lambda x: loss(own, *x, believed), start, method="Nelder-Mead", tol=1e-10)


def inside(own, chance):
    return (chance - own.least) / (1 - 2 * own.least)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(12), 0, 1))
@pytest.mark.parametrize("pays", [0.5, 0.2])
def test_the_curve_is_the_best_one_that_passes_the_cut(seed, pays):
    own = left_out(seed, pays)
    slope, shift = own.curve()
    level = log_odds(inside(own, pays))
    believed = OF_CARDS[1]
    free = best(own, believed)
    near = best(own, min(believed, max(0.1, own.n / 500)))
    lost = [loss(own, *one.x, np.inf) - at_shift(own, one.x[1]) for one in (near, free)]
    assert abs(lost[0] - lost[1] - SURELY) > 1e-3
    if lost[0] - lost[1] < SURELY:
        free, believed = near, min(believed, max(0.1, own.n / 500))
    if free.x[0] <= 0:
        assert (slope, shift) == own.flat
        return
    crossing = (level - free.x[1]) / free.x[0]
    low, high = own.between
    if low <= crossing <= high:
        assert (slope, shift) == pytest.approx(tuple(free.x), abs=1e-4)
        return
    bound = low if crossing < low else high
    # On the line through the bound the slope alone is free, and no shift is usual.
    of_slope = [
        loss(own, s, level - s * bound, believed) - 0.5 * (s * bound / SHIFTED) ** 2
        for s in np.linspace(0, 3, 601)
    ]
    kept = float(np.linspace(0, 3, 601)[int(np.argmin(of_slope))])
    apart = min(of_slope) - free.fun
    if kept > 0 and apart < SURELY - 0.01:
        assert (slope, shift) == pytest.approx((kept, level - kept * bound), abs=0.02)
    elif apart > SURELY + 0.01:
        assert (slope, shift) == pytest.approx(tuple(free.x), abs=1e-4)


@pytest.mark.parametrize("seed", range(8))
def test_how_unsure_a_curve_is_follows_from_its_rows_one_by_one(seed):
    own = left_out(seed)
    slope, shift = own.curve()
    information, each = np.diag([1 / OF_CARDS[1] ** 2, 1 / SHIFTED**2]), own.n / len(own.y)
    if not slope:
        information = np.zeros((2, 2))
    chances = []
    for z in own.odds:
        step = 1e-6
        p, more = (
            own.least + (1 - 2 * own.least) * expit(slope * z + shift + by) for by in (0, step)
        )
        rise = (more - p) / step
        information += each * rise**2 / (p * (1 - p)) * np.outer([z, 1], [z, 1])
        chances.append(p)
    groups: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for z, p, y in zip(own.odds, chances, own.y, strict=True):
        middle = (own.odds < z).sum() + (own.odds == z).sum() / 2
        groups[int(middle * BINS // len(own.y))].append((p * (1 - p) * each, (y - p) * each))
    told = [(sum(w for w, _ in group), sum(d for _, d in group)) for group in groups if group]
    w, away = np.array([one for one, _ in told]), np.array([d / one for one, d in told])
    excess = (w * away**2).sum() - (len(w) - 1)
    beside = OF_ONE / np.sqrt(own.n) + max(0.0, excess / (w.sum() - (w**2).sum() / w.sum()))
    spread, middle, least = own.unsure(slope, shift)
    for z in (-2.0, 0.0, 1.5):
        if slope:
            variance = np.array([z, 1]) @ np.linalg.inv(information) @ np.array([z, 1])
        else:
            variance = 1 / information[1, 1]
        found = spread**2 * (z - middle) ** 2 + least**2
        assert found == pytest.approx(SIBLINGS * variance + beside, rel=1e-3)


def test_a_range_holds_the_chance_and_reaches_as_far_as_no_row_in_so_many():
    steep = Chances(2.0, 0.0, 60, least=1 / 62, unsure=(0.2, 0.0, 0.5))
    totals = np.arange(-40, 41)
    low, high = steep.between(totals)
    assert (low <= steep.of(totals)).all()
    assert (steep.of(totals) <= high).all()
    assert low.min() == pytest.approx(0.0, abs=1e-9)
    assert high[0] == pytest.approx(wilson(0, 60)[1], abs=1e-9)
    assert (low == 1 - high[::-1]).all() or low == pytest.approx(1 - high[::-1])
    moved = replace(steep, unsure=along(steep.unsure, 0.5, -3.0))
    for total in (-4, 0, 10):  # the same deviation at x = total / 2 − 3
        there = np.hypot(0.2 * (total / 2 - 3), 0.5)
        spread, middle, least = moved.unsure
        assert np.hypot(spread * (total - middle), least) == pytest.approx(there)


def test_no_curve_promises_what_few_rows_cannot_know():
    odds = np.array([-9.0] * 10 + [9.0] * 10)
    for rows, n in ((1, 20), (50, 1000)):
        own = LeftOutOdds(np.tile(odds, rows), np.tile(odds > 0, rows), n, 0.5, (-1, 1))
        slope, shift = own.curve()
        chance = own.least + (1 - 2 * own.least) * expit(slope * np.array([-1e3, 1e3]) + shift)
        assert chance == pytest.approx([1 / (n + 2), 1 - 1 / (n + 2)], rel=1e-5)


def made(number, n=60, columns=6):
    """A table whose class follows a few weak signs, or none, more or less rare."""
    rng = np.random.default_rng(number)
    signs = rng.random((n, columns)) < rng.uniform(0.2, 0.8, columns)
    weights = rng.normal(0, (0.0, 1.0, 2.5)[number % 3], columns)
    odds = (signs - signs.mean(axis=0)) @ weights - (0.0, 1.5)[number // 3 % 2]
    y = rng.random(n) < expit(odds)
    y[:4] = [True, False, True, False]
    return lines(signs, y)


def lines(signs, y, more=None):
    more = {} if more is None else more
    told = [",".join([*ascii_lowercase[: signs.shape[1]], *more, "class"])]
    for i, (row, positive) in enumerate(zip(signs, y, strict=True)):
        cells = ["x" if own else "o" for own in row] + [str(own[i]) for own in more.values()]
        told.append(",".join([*cells, "yes" if positive else "no"]))
    return read_table("\n".join(told).encode(), "made.csv")


def card_of(table, settings):
    """The card alone, without a rule and a machine beside it; labels need none."""
    (task,) = tasks_asked(table, settings)
    rows = read_parts(task, settings)
    train = rows.train.counted(settings.counting)
    svc = classifier("linear", 1.0, None, settings)
    request = Request(settings, rows.demands)
    choice = choose_points(choose_card(train, svc, request, division=MADE_ONCE))
    found = fitted_card(train, choice, None, request)
    parts = parts_of(rows.task, rows.parts, np.zeros(rows.task.table.n_rows))
    return found_card(found, choice, parts, settings.lost), parts


def disagree(own):
    """Whether a chance speaks against its verdict at some total that the card can give."""
    sums = {0}
    for term in own.card.terms:
        sums |= {total + term.points for total in sums}
    totals = np.array(sorted(sums))
    chance, says = own.chances.of(totals), totals > own.card.cut
    pays = own.chances.pays
    assert ((chance > 0) & (chance < 1)).all()
    assert (np.diff(chance) >= 0).all()
    return bool((says & (chance < pays - 1e-6) | ~says & (chance > pays + 1e-6)).any())


class _Words:
    yes_words = "class = yes"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("costs", "tables"),
    some_now(
        [*product(({}, {"cost": 4.0}, {"cost": "balanced"}), (4, 15))],
        *(({"cost": 4.0}, 4), ({}, 4)),
    ),
)
def test_no_chance_speaks_against_its_verdict_unless_the_card_says_why(costs, tables):
    explained = 0
    for number in range(tables):
        own, _ = card_of(made(number), replace(SMALL, **costs))
        if disagree(own):
            explained += 1
            assert own.contradicted
            assert contradicted_words(_Words, own)
    assert explained <= 2


def test_a_cut_set_by_hand_is_said_to_be_so():
    own, parts = card_of(made(2), SMALL)
    moved = changed_card(own, replace(own.card, cut=own.card.least - 1), parts, Settings().lost)
    assert moved.contradicted
    assert "by hand" in contradicted_words(_Words, moved)
    assert not own.contradicted
    assert contradicted_words(_Words, own) == ""


@pytest.mark.long
def test_chances_of_cards_from_few_rows_are_true_on_fresh_ones():
    """Slope of the class on the log odds: 1 where chances are true, below where too sure."""
    from sklearn.linear_model import LogisticRegression

    told, came, held = [], [], []
    for number in range(1, 90, 3):
        table = made(number, 2060, 12)
        own, _ = card_of(table.rows(np.arange(60)), replace(SMALL, size="12x1"))
        fresh = table.rows(np.arange(60, 2060))
        column = fresh.column("class")
        told.append(own.chances.of(own.card.totals(fresh)))
        came.append((np.array(column.values) == "yes")[column.codes])
        totals = own.card.totals(fresh)
        for total in np.unique(totals):
            rows = came[-1][totals == total]
            low, high = own.chances.at(int(total))[1]
            if len(rows) >= 100:
                held.append(np.floor(100 * low) <= 100 * rows.mean() <= np.ceil(100 * high))
    assert np.mean(held) >= 0.93
    told, came = np.concatenate(told), np.concatenate(came)
    odds = np.log(told / (1 - told))
    slope = LogisticRegression(C=np.inf).fit(odds[:, None], came).coef_[0, 0]
    assert 0.85 <= slope <= 1.15
    for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 1)):
        there = (told >= low) & (told < high)
        assert abs(told[there].mean() - came[there].mean()) < 0.07


def of_roles(**roles):
    rng = np.random.default_rng(3)
    n = 80
    signs = rng.random((n, 3)) < 0.5
    y = signs.sum(axis=1) + rng.random(n) > 2
    more = {"stand": rng.integers(1, 4, n), "who": np.arange(n) // 3}
    table = lines(signs, y, more)
    others = tuple({*more} - {*roles.values()})
    return table, replace(SMALL, drop=others, **roles)


@pytest.mark.parametrize(
    "settings",
    [
        partial(of_roles, weight="stand"),
        partial(of_roles, group="who"),
        partial(of_roles, only=("not a",)),
        partial(of_roles, cost=1000.0),
    ],
)
def test_chances_rise_between_0_and_1_whatever_rows_and_demands_are(settings):
    table, asked = settings()
    own = explain(table, asked).points
    assert disagree(own) == own.contradicted
    assert all(0 < band.chance < 1 for band in own.chances.bands)


def test_few_rows_tell_a_range_and_many_rows_one_number():
    assert chance_text(0.1234, (0.11, 0.14)) == "12.3 %"
    assert chance_text(0.1234, (0.058, 0.192)) == "5 to 20 %"
    few, _ = card_of(made(1), SMALL)
    assert " to " in chance_text(*few.chances.at(few.card.cut))
    low, high = few.chances.at(few.card.cut)[1]
    assert high - low >= HARDLY
    many, _ = card_of(made(1, 12000), SMALL)
    widths = [np.subtract(*band.between[::-1]) for band in many.chances.bands]
    assert max(widths) < 0.3 < max(np.subtract(*band.between[::-1]) for band in few.chances.bands)
    for band in few.chances.bands:
        assert 0 <= band.between[0] <= band.chance <= band.between[1] <= 1
