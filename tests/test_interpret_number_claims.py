"""What is claimed of a number: no sum of noise, intervals of unseen rows, who carries an effect."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t
from sklearn.linear_model import RidgeCV

from benchmarks.planted_numbers import noise, planted
from interpret.data.reading import read_table
from interpret.number.explain import carriers, explain_number
from interpret.number.explanation import explained_rows, holds_of
from interpret.number.judged import effect_intervals
from interpret.number.sums import fit_sum
from interpret.settings import Settings
from interpret.tell.number import answer, words
from interpret.tell.page import as_page
from interpret.tell.text import as_text
from tests.often import some_now

pytestmark = pytest.mark.slow
PLANTED = planted(300, mixed=True, terms=2, columns=6, ratio=1.5, seed=2).frame


def explained(frame, **settings):
    table = read_table(frame.to_csv(index=False).encode(), "table.csv")
    return table, explain_number(table, Settings(target="y", **settings))


@pytest.mark.parametrize("number", some_now([1, 3, 7, 11], 3, 11))
def test_of_noise_nothing_is_shown_and_the_figures_say_why(number):
    """Log-normal numbers and counts, zero-inflated ones and those of a t distribution."""
    _, e = explained(noise(number), size="autox2")
    assert not e.terms
    assert words.headline(e) == "Nothing here explains y better than its mean"
    told = as_text(answer.at_length(e)), as_page(answer.page_of(e))
    for text in told:
        assert "Nothing here explains y better than its mean" in text
        assert words.folds_words(e) in text
    assert e.judged["test"].explained.value == pytest.approx(0)
    assert e.predicted == pytest.approx([e.mean] * len(e.predicted))


@pytest.mark.parametrize("seed", range(6))
def test_the_rows_that_carry_an_effect_undo_it(seed):
    random = np.random.default_rng(seed)
    columns = (random.random((80, 3)) < 0.4).astype(float)
    y = random.normal(size=80) + 2.0 * columns[:, 0]
    far = np.flatnonzero(columns[:, 1])[: 2 + seed % 3]
    y[far] += 60.0
    y[columns[:, 1] > 0] -= 1.0
    whole = fit_sum(columns, y).effects
    found = carriers(columns, y)
    assert found[1]
    assert set(found[1]) <= set(far.tolist())
    for place, few in enumerate(found):
        if few:
            rest = np.delete(np.arange(80), few)
            left = fit_sum(columns[rest], y[rest]).effects[place]
            assert left * np.sign(whole[place]) <= 0.1 * abs(whole[place]) + 1e-9


def test_rows_that_carry_an_effect_are_named_as_they_stand_in_the_file():
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"u": ["a"] * 6 + ["b"] * 94, "v": random.choice(list("ab"), 100)})
    frame["y"] = np.round(random.normal(size=100) + 30 * (frame.u == "a"), 3)
    _, e = explained(frame, size="autox1", test=0.0)
    (term,) = e.terms
    assert term.carried_by == ()  # six rows
    _, e = explained(frame.iloc[2:], size="autox1", test=0.0)
    assert e.terms[0].carried_by == (1, 2, 3, 4)
    assert words.carried_words(e) == [
        "Without rows 1, 2, 3, 4 nothing is left of what u is a does."
    ]


def test_intervals_are_of_rows_that_did_not_choose_the_conditions():
    table, e = explained(PLANTED, size="autox2")
    assert e.terms
    assert (
        "95 % intervals of the unseen rows, so that an effect may lie outside"
        in words.interval_words(e)
    )
    held = holds_of(e, explained_rows(e, table))
    test = list(e.rows["test"])
    told = effect_intervals(held[test].astype(float), PLANTED["y"].to_numpy()[test])
    for term, (low, high) in zip(e.terms, told, strict=True):
        assert term.low == pytest.approx(low)
        assert term.high == pytest.approx(high)


def test_without_unseen_rows_the_caution_stands_wherever_the_intervals_do():
    _, e = explained(PLANTED, size="autox2", test=0.0)
    assert e.terms
    said = words.interval_words(e)
    assert "intervals too narrow" in said
    assert said in as_text(answer.at_length(e))
    assert said in as_page(answer.page_of(e))


def test_an_interval_needs_rows_that_hold_the_condition_and_rows_that_lack_it():
    random = np.random.default_rng(0)
    rare, often = np.arange(60) < 3, random.random(60) < 0.5
    columns = np.column_stack([rare, often, often]).astype(float)
    assert effect_intervals(columns, random.normal(size=60)) == [(None, None)] * 3
    (_, (low, high)) = effect_intervals(columns[:, :2], random.normal(size=60))
    assert low < high


def test_intervals_are_those_of_fits_without_each_row():
    random = np.random.default_rng(5)
    columns = (random.random((40, 2)) < 0.4).astype(float)
    y = random.normal(size=40) + columns[:, 0]
    without = [fit_sum(np.delete(columns, i, 0), np.delete(y, i)).effects for i in range(40)]
    effects = np.array(fit_sum(columns, y).effects)
    spread = np.sqrt(((np.array(without) - effects) ** 2).sum(axis=0))
    for (low, high), effect, one, held in zip(
        effect_intervals(columns, y), effects, spread, columns.T, strict=True
    ):
        rows = int(min(held.sum(), 40 - held.sum()))
        assert (low + high) / 2 == pytest.approx(effect)
        assert (high - low) / 2 == pytest.approx(t.ppf(0.975, rows - 1) * one)


def test_intervals_of_groups_are_wider_than_those_of_their_rows():
    random = np.random.default_rng(3)
    groups = np.repeat(np.arange(20), 10)
    column = (groups % 2).astype(float)[:, None]
    y = random.normal(size=20)[groups] + 0.1 * random.normal(size=200)
    ((low, high),) = effect_intervals(column, y, groups)
    ((inner, outer),) = effect_intervals(column, y)
    assert high - low > 1.5 * (outer - inner)


def test_ridge_regression_is_chosen_by_folds_that_keep_groups_together(monkeypatch):
    frame, given = PLANTED.copy(), []
    frame["g"] = np.arange(len(frame)) // 7
    monkeypatch.setattr(
        "interpret.number.explanation.RidgeCV",
        lambda **settings: given.append(settings) or RidgeCV(**settings),
    )
    _, e = explained(frame, group="g", size="autox1")
    groups = frame["g"].to_numpy()[list(e.rows["train"])]
    (own,) = given
    assert len(own["cv"]) > 1
    for inside, outside in own["cv"]:
        assert not {*groups[inside]} & {*groups[outside]}
    explained(PLANTED, size="autox1")
    assert given[1]["cv"] is None
