"""A planted card is found again, its chances are true, and noise is called nothing."""

import numpy as np
import pandas as pd
import pytest

from benchmarks.calibration import answered, by_card
from benchmarks.planted_cards import CLASS, FRESH, columns_of, noise, planted
from interpret.data.reading import read_table
from interpret.fit.chances import platt
from interpret.forms.answer.form import POINTS
from interpret.tell.rule.verdict import surety
from tests.often import some_now

pytestmark = pytest.mark.slow


def test_a_planted_card_without_noise_is_found_again():
    columns = columns_of(9, 0, 400 + FRESH, np.random.default_rng(0))
    held = np.array(
        [
            columns["c0"] == "a",
            columns["c3"] == "a",
            columns["c6"] == "a",
            (columns["c1"] != "b") & (columns["c2"] != "c"),
            (columns["c4"] != "b") & (columns["c5"] != "c"),
        ]
    )
    truth = held.sum(axis=0) > 2
    frame = pd.DataFrame(columns | {CLASS: np.where(truth, "yes", "no")})
    e = answered(frame[:400])
    assert e.points is not None
    fresh = read_table(frame[400:].to_csv(index=False).encode(), "fresh.csv")
    own = e.preparation.table(fresh)
    assert (e.points.card.holds(own) == truth[400:]).mean() > 0.99
    fired = e.points.card.fired(own).T
    met = [
        any(abs(np.corrcoef(clause, term)[0, 1]) > 0.999 for term in fired)
        for clause in held[:, 400:]
    ]
    assert sum(met) >= 3  # several cards say the same of all rows, and the shortest is taken
    assert len(e.points.card.terms) <= 2 * len(held)


@pytest.mark.long
def test_chances_of_a_planted_card_are_true_on_fresh_rows():
    case = planted(2, 1000)
    assert by_card((case.train, case.fresh)).slope == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize("number", some_now(range(3), 0))
def test_no_card_of_noise_is_called_better_than_a_guess(number):
    e = answered(noise(4 * number), test=0.3)  # of 100 rows
    assert not surety(e, e.form(POINTS)).good


def test_a_curve_is_not_flattened_by_few_large_scores():
    rng = np.random.default_rng(0)
    scores = np.append(rng.normal(size=2000), [20.0, -20.0])
    y = rng.random(len(scores)) < 1 / (1 + np.exp(-scores))
    slope, _ = platt(scores, y)
    assert 0.9 < slope < 1.1
