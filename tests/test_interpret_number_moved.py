"""Cuts of a sum are moved to where they leave least; two terms are written anew by their tests."""

import numpy as np
import pytest

from interpret.number.on_rows import SPREAD, OnRows
from interpret.number.sums import best_sum, fit_sum
from interpret.number.validated import _best_cut, _moved, refined
from interpret.rules.logic import Between, Is
from interpret.rules.single_tests import Compatible, SingleTests

CUTS = (20.0, 35.0, 50.0, 65.0, 80.0)


def rows_of(amounts, words, least=3):
    """Tests of a column of numbers at five cuts and of others of two words each."""
    tests = [test for cut in CUTS for test in (Between("x", to=cut), Between("x", cut))]
    blocks = [np.array([[t.met(u).above < t.met(u).to and t != u for u in tests] for t in tests])]
    for name in words:
        tests += [Is(name, ("a",)), Is(name, ("b",))]
        blocks.append(np.zeros((2, 2), dtype=bool))
    covers = [(t.above < amounts) & (amounts <= t.to) if isinstance(t, Between)
              else words[t.attribute] == t.values[0] for t in tests]  # fmt: skip
    own = SingleTests(tuple(tests), np.array(covers), Compatible(tuple(blocks)))
    return OnRows(own, np.ones(len(tests), dtype=bool), 3, least, {"x": amounts})


def drawn(seed, n=120):
    rng = np.random.default_rng(seed)
    amounts = np.round(rng.uniform(0, 100, n), 1)
    amounts[::17] = np.nan
    return rng, amounts, {name: rng.choice(["a", "b"], n) for name in "cd"}


def squares(rows, y, conditions):
    columns = np.array([rows.held_by(tests) for tests in conditions], dtype=float).T
    found = fit_sum(columns, y)
    return float(((y - found.base - columns @ np.array(found.effects)) ** 2).sum())


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_cut_is_moved_to_where_least_squares_leave_least_of_all_places(seed, above):
    rng, amounts, words = drawn(seed)
    rows = rows_of(amounts, words)
    y = rng.normal(size=len(amounts)) + 2.0 * ((amounts > 43) & (words["c"] == "a"))
    y -= y.mean()
    start = Between("x", above=50.0) if above else Between("x", to=50.0)
    others = [[Is("d", ("a",))], [Is("c", ("a",)), Between("x", to=80.0)]]
    moved, _ = _best_cut(rows, y, [*others, [Is("c", ("a",)), start]], 2, start)
    fixed = np.column_stack([np.ones(len(y)), *(rows.held_by(own) for own in others)])
    basis = np.linalg.qr(fixed)[0]
    least = np.inf
    inside = np.unique(amounts[rows.held_by([Is("c", ("a",))]) & ~np.isnan(amounts)])
    for cut in inside[:-1]:
        test = Between("x", above=cut) if above else Between("x", to=cut)
        held = rows.held_by([Is("c", ("a",)), test])
        count = min(held.sum(), len(y) - held.sum())
        new = held.sum() - ((basis.T @ held) ** 2).sum()
        if count >= rows.least and new > SPREAD * count:
            least = min(least, squares(rows, y, [*others, [Is("c", ("a",)), test]]))
    assert squares(rows, y, [*others, [Is("c", ("a",)), moved]]) == pytest.approx(least)


def test_a_cut_stands_half_way_between_the_rows_that_the_other_tests_cover():
    amounts = np.array([10.0, 30, 40, 60, 70, 90] * 5 + [49.0, 51.0] * 5)
    words = {"c": np.array(["a"] * 30 + ["b"] * 10), "d": np.array(["a", "b"] * 20)}
    rows = rows_of(amounts, words)
    y = 5.0 * ((amounts <= 55) & (words["c"] == "a"))
    ((_, moved),) = _moved(rows, y - y.mean(), ((Is("c", ("a",)), Between("x", to=50.0)),))
    assert moved == Between("x", to=50.0)  # not 55: rows of c = b tell nothing of it
    ((_, moved),) = _moved(rows, y - y.mean(), ((Is("c", ("a",)), Between("x", to=80.0)),))
    assert moved == Between("x", to=50.0)


def test_two_conjunctions_become_the_two_tests_that_they_add_up_to():
    """−¬A ∧ ¬B + A ∧ B is A + B − 1: as many terms, with half the tests."""
    rng, amounts, words = drawn(7, 400)
    rows = rows_of(amounts, words, least=10)
    y = 7.0 * (words["c"] == "a") + 6.8 * (words["d"] == "a") + 0.5 * rng.normal(size=400)
    y -= y.mean()
    place = {test: i for i, test in enumerate(rows.single_tests.tests)}
    pool = [tuple(place[Is(name, (word,))] for name in "cd") for word in "ab"]
    found = rows.conditions(best_sum(rows, y, pool, 2).clauses)
    assert {tests[0].attribute for tests in found} == {"c", "d"}
    assert [len(tests) for tests in found] == [1, 1]


def test_a_planted_cut_is_found_to_the_row_and_terms_that_mended_it_are_lost():
    rng, amounts, words = drawn(3, 600)
    rows = rows_of(amounts, words, least=6)
    held = (amounts > 42.3) & (words["c"] == "a")
    y = 8.0 * held + 0.3 * rng.normal(size=600)
    y -= y.mean()
    rough = best_sum(rows, y, [], 12)
    assert len(rough.clauses) > 1
    (tests,) = refined(rows, y, rough)
    assert (rows.held_by(tests) == held).all()
    finer, clauses = rows.holding([tests])
    assert (finer.columns(clauses)[:, 0] == held).all()
    assert finer.coarse.sum() == rows.coarse.sum()
