"""A machine's operating point: errors at a cut, probabilities, net benefit."""

import numpy as np
import pytest

from interpret.forms.answer.calibration import (
    at_cut,
    benefits,
    cuts_of,
    net_benefit,
    probabilities,
    reliability,
)
from interpret.tell.rule.figures.machine import decision_curve
from interpret.tell.rule.figures.machine import reliability as reliability_chart


@pytest.fixture
def rows():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=600)
    return scores, rng.random(600) < 1 / (1 + np.exp(-2 * scores))


def test_probabilities_are_those_by_which_the_rows_were_drawn(rows):
    scores, y = rows
    found = probabilities(scores[:400], y[:400], scores)
    assert np.abs(found - 1 / (1 + np.exp(-2 * scores))).max() < 0.12
    assert (np.diff(found[np.argsort(scores)]) >= 0).all()


def test_bins_hold_all_rows_and_say_what_they_are(rows):
    scores, y = rows
    found = probabilities(scores, y, scores)
    bins = reliability(found, y, None)
    assert sum(one.positive.n for one in bins) == 600
    assert sum(one.positive.hits for one in bins) == y.sum()
    inside = [
        one.positive.ends[0] - 0.05 <= one.probability <= one.positive.ends[1] + 0.05
        for one in bins
    ]
    assert all(inside)
    grouped = reliability(found, y, np.arange(600) // 300)
    assert any(one.positive.effect > 1 for one in grouped)
    assert reliability_chart(bins).figure.data[1].x[0] == bins[0].probability
    assert "said" in reliability_chart(bins).text


def test_net_benefit_is_counted_row_by_row(rows):
    scores, y = rows
    said, cut = scores > 0.3, 0.2
    own = sum(1.0 if true else -0.25 for said_yes, true in zip(said, y, strict=True) if said_yes)
    assert net_benefit(said, y, cut) == pytest.approx(own / 600)
    found = probabilities(scores, y, scores)
    curve = benefits(found, said, y)
    for one in curve:
        assert one.machine == pytest.approx(net_benefit(found >= one.cut, y, one.cut))
    near = min(curve, key=lambda one: abs(one.cut - y.mean()))
    assert near.always == pytest.approx(0, abs=0.02)  # there always and never are worth the same
    assert decision_curve(curve, 0.3).figure.data[1].name == "rule"


def test_a_higher_cut_finds_fewer_and_errs_less_when_it_says_yes(rows):
    scores, y = rows
    found = probabilities(scores, y, scores)
    counts = [at_cut(found, y, None, cut) for cut in cuts_of(found)]
    hits = [own.true_positive for own in counts]
    assert hits == sorted(hits, reverse=True)
    assert 0.5 in cuts_of(found)
