"""Sums of clauses and their integers, beside brute force and other solvers."""

from itertools import combinations, product
from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize

from interpret.data.reading import read_table
from interpret.fit.cards_on_folds import facts_of
from interpret.fit.fit_card import summed, with_integers
from interpret.fit.sample import Sample
from interpret.rules.cards.integer_points import curve, moved, rounded
from interpret.rules.cards.logistic import (
    AGAINST,
    FOR,
    LABELS,
    RowsToFit,
    Try,
    chances,
    chances_and_losses,
    fit_logistic,
)
from interpret.rules.cards.path import BITS, Newton, _beam, gaining, on_integers, path
from interpret.rules.demands import NOTHING, Demands
from interpret.rules.logic import Between, IsNot

RIDGE = 1.0


def facts_on(rows, y, demands=NOTHING, literals=2):
    header = [f"c{place}" for place in range(len(rows[0]))]
    text = "\n".join(",".join(row) for row in [header, *rows])
    table = read_table(text.encode(), "made.csv")
    sample = Sample.of(table, tuple(table.names), np.array(y, dtype=bool))
    return facts_of(sample, Try(LABELS, RIDGE, literals), None, "values", demands)


def words(rng, n, columns, values="abc"):
    return [[str(rng.choice(list(values))) for _ in range(columns)] for _ in range(n)]


@pytest.mark.parametrize("z", [-750.0, -700.5, -30.0, -1.0, -1e-9, 0.0, 1e-3, 2.5, 40.0])
def test_the_exponential_and_the_loss_are_those_of_mathematics(z):
    rows = np.array([z, 0.5, z])  # what a row gets does not depend on the others
    small = exp(-abs(z))
    expected = (small if z < 0 else 1) / (1 + small)
    assert chances(rows)[::2] == pytest.approx([expected] * 2, rel=1e-13)
    expected = log(1 + exp(-abs(z))) + max(z, 0)
    of_rows, losses = chances_and_losses(rows)
    assert (of_rows == chances(rows)).all()
    assert losses[::2] == pytest.approx([expected] * 2, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("seed", range(8))
def test_a_sum_has_the_least_loss_that_another_solver_finds(seed):
    rng = np.random.default_rng(seed)
    columns = rng.random((4, 30)) < 0.4
    targets, each = rng.random(30), rng.random(30) + 0.5
    rows = RowsToFit(targets, each, RIDGE)

    def loss(weights):
        z = weights[:-1] @ columns + weights[-1]
        own = np.logaddexp(0, z) - targets * z
        return (each * own).sum() + 0.5 * RIDGE * (weights[:-1] ** 2).sum()

    weights, least, worth = fit_logistic(columns, rows, np.zeros(5))
    other = minimize(loss, np.zeros(5), tol=1e-12)
    assert least == pytest.approx(loss(weights), rel=1e-9)
    assert least <= other.fun + 1e-6
    for j in range(4):  # about what the loss grows by without it
        without = fit_logistic(np.delete(columns, j, 0), rows, np.zeros(4))[1]
        assert worth[j] == pytest.approx(without - least, rel=0.3, abs=1e-3)


@pytest.mark.parametrize("seed", range(10))
def test_a_wide_beam_finds_the_clause_of_the_largest_gain_that_there_is(seed):
    rng = np.random.default_rng(seed)
    facts = facts_on(words(rng, 24, 3), rng.random(24) < 0.5)
    single = facts.singles[FOR]
    r, c = rng.normal(size=24), rng.random(24) / 4
    left, yields = on_integers(r), on_integers(c)

    def score(clause):
        held = single.coverage(clause)
        if left[held].sum() <= 0:
            return 0.0
        gain = left[held].sum() / sqrt(2.0**BITS * (yields[held].sum() + 2.0**BITS))
        return gain / round(len(clause) ** 0.4, 9)

    n = len(single.tests)
    ones = [(t,) for t in range(n)]
    twos = [
        (a, b)
        for a, b in combinations(range(n), 2)
        if single.tests[a].attribute != single.tests[b].attribute
    ]
    best = max(map(score, [*ones, *twos]))
    found = gaining(single, left, yields, 2)
    assert found[0][1] == pytest.approx(score(found[0][0]))
    prices = np.array([0.0, 1.0, round(2**0.4, 9)])
    _, scores = _beam(Newton(single.grid, left, yields, 2**BITS, prices), 500)
    assert scores[0] == pytest.approx(best)
    assert found[0][1] <= best * (1 + 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_path_has_the_best_sum_met_of_each_length_and_falls(seed):
    rng = np.random.default_rng(seed)
    rows = words(rng, 60, 4)
    facts = facts_on(rows, [row[0] == "a" or row[1:3] == ["b", "b"] for row in rows])
    sums = path(facts, 6)
    losses = [own.loss for own in sums]
    assert losses == sorted(losses, reverse=True)
    assert [len(own.members) for own in sums] == list(range(len(sums)))
    for own in sums:
        columns, start = facts.columns(own.members), np.zeros(len(own.weights))
        again = fit_logistic(columns, facts.rows, start)
        assert own.loss == pytest.approx(again[1], rel=1e-7)
        for column in facts.columns(own.members):
            assert 0 < column.sum() < 60  # never always true, and never false


@pytest.mark.parametrize("seed", range(6))
def test_no_condition_says_again_what_another_says(seed):
    """Neither on nine tenths of each other's rows, nor as another one with more tests."""
    rng = np.random.default_rng(seed)
    ages = rng.integers(20, 60, 120)
    rows = [[str(age), *own] for age, own in zip(ages, words(rng, 120, 3, "ab"), strict=True)]
    y = [
        (int(row[0]) > 40 and row[1] == "a") or row[2] == "b" or rng.random() < 0.1 for row in rows
    ]
    facts = facts_on(rows, y)
    longest = path(facts, 8)[-1].members
    points = with_integers(facts, *summed(facts, 6, 8), 3).members
    assert len(longest) > 2
    for members in (longest, points):
        clauses = [{*facts.clause(member).tests} for member in members]
        covers = [facts.column(member) for member in members]
        for (one, first), (other, second) in combinations(zip(clauses, covers, strict=True), 2):
            assert (first & second).sum() < 0.9 * max(first.sum(), second.sum())
            assert not one < other
            assert not other < one
            assert (first != ~second).any()
        assert not any(len(own) == 1 and isinstance(*own, IsNot) for own in clauses)


def test_more_of_a_number_only_adds_where_that_is_demanded():
    rng = np.random.default_rng(0)
    age, dose = rng.integers(20, 60, 200), rng.integers(0, 9, 200)
    y = (np.abs(age - 40) < 9) ^ (rng.random(200) < 0.1)  # the demand goes against the truth
    rows = [[str(a), str(d)] for a, d in zip(age, dose, strict=True)]
    facts = facts_on(rows, y, Demands(above=("c0",)))
    assert facts.singles[FOR] is not facts.singles[AGAINST]
    for own in path(facts, 6):
        for member, weight in zip(own.members, own.weights[:-1], strict=True):
            for test in facts.clause(member).tests:
                if test.attribute == "c0":
                    assert (weight > 0) == (test.to == np.inf)


@pytest.mark.parametrize("seed", range(6))
def test_the_scale_and_offset_of_totals_are_the_best(seed):
    rng = np.random.default_rng(seed)
    totals = rng.integers(-6, 7, 40)
    targets, each = (rng.random(40) < chances(np.array([0.4]))).astype(float), rng.random(40) + 0.5

    def loss(own):
        z = own[0] * totals + own[1]
        return (each * (np.logaddexp(0, z) - targets * z)).sum() + 0.5 * 3.0 * own[0] ** 2

    a, b, least = curve(totals, RowsToFit(targets, each, 3.0), 1, (0.1, 0.0))
    assert least == pytest.approx(loss((a, b)), rel=1e-9)
    assert least <= minimize(loss, (0.1, 0.0), tol=1e-12).fun + 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_no_single_step_of_the_integers_makes_the_loss_smaller(seed):
    rng = np.random.default_rng(seed)
    columns = rng.random((3, 40)) < 0.5
    truth = 2.0 * columns[0] - columns[1] + rng.normal(size=40)
    rows = RowsToFit((truth > 0.5).astype(float), np.ones(40), RIDGE)
    weights = fit_logistic(columns, rows, np.zeros(4))[0]
    start = rounded(columns, weights, rows, 4)
    none = np.zeros(3, dtype=np.int64)
    points, a, _, loss = moved(columns, start, rows, 4, none)

    def best(own):
        own = np.array(own)
        return curve(own @ columns, rows, (own**2).sum(), (0.1, 0.0))[2]

    assert loss == pytest.approx(best(points), rel=1e-7)
    assert loss <= best(start) + 1e-9
    assert a > 0
    for j, step in product(range(3), (-1, 1)):
        other = points.copy()
        other[j] += step
        if abs(other[j]) <= 4:
            assert loss <= best(other) * (1 + 1e-7)


def test_a_clause_moves_its_cut_to_the_next_one_and_to_no_other():
    facts = facts_on(
        [[str(n), "ab"[n % 2]] for n in range(12)], [n > 5 for n in range(12)], literals=1
    )
    single = facts.singles[FOR]
    member = next(own.members[0] for own in path(facts, 1) if own.members)
    (test,) = facts.clause(member).tests

    def cut(own):
        return own.above if own.to == np.inf else own.to

    cuts = sorted({cut(one) for one in single.tests if isinstance(one, Between)})
    own = [facts.clause(other).tests[0] for other in facts.moved(member)]
    at = cuts.index(cut(test))
    assert {cut(one) for one in own} == {cuts[i] for i in (at - 1, at + 1) if 0 <= i < len(cuts)}
    assert all((one.to == np.inf) == (test.to == np.inf) for one in own)
