"""KS, Gini and the stability index against their definitions, written out."""

import math
import random

import numpy as np
import pytest

from interpret.forms.answer.form import Band
from interpret.forms.answer.totals import PointsStability, gini, ks, stability
from interpret.shares import Share
from interpret.tell.rule.scored import stability_words


def drawn(seed, n=40):
    rng = random.Random(seed)
    return (
        np.array([rng.randint(-6, 6) for _ in range(n)]),
        np.array([rng.random() < 0.4 for _ in range(n)]),
    )


@pytest.mark.parametrize("seed", range(20))
def test_ks_and_gini_by_pairs_and_at_every_total(seed):
    totals, y = drawn(seed)
    for_class, others = totals[y].tolist(), totals[~y].tolist()

    def below(own, at):
        return sum(total <= at for total in own) / len(own)

    assert ks(totals, y) == pytest.approx(
        max(abs(below(for_class, at) - below(others, at)) for at in range(-7, 8))
    )
    pairs = [(a > b) - (a < b) for a in for_class for b in others]
    assert gini(totals, y) == pytest.approx(sum(pairs) / len(pairs))


def test_of_one_class_there_is_neither():
    totals, y = drawn(0)
    for one in (np.zeros_like(y), np.ones_like(y)):
        assert ks(totals, one) is gini(totals, one) is None


def bands(counts, judged=False):
    return [
        Band(low, low + 1, 0.5, (0.4, 0.6), Share(0, n if judged else 3), 0 if judged else n)
        for low, n in zip(range(-4, 2 * len(counts) - 4, 2), counts, strict=True)
    ]


@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_the_index_is_the_sum_over_ranges_of_totals(seed, judged):
    rng = random.Random(seed)
    counts = [rng.choice([0, 1, 5, 20, 60]) for _ in range(9)]
    counts[rng.randrange(9)] += 1
    totals = np.array([rng.randint(-9, 17) for _ in range(rng.choice([1, 7, 200]))])
    found = stability(bands(counts, judged), totals)
    # the parts, band by band: closed as soon as they hold a tenth of the rows
    parts, own = [], []
    for place, n in enumerate(counts):
        own.append(place)
        if sum(counts[k] for k in own) >= sum(counts) / 10 and n:
            parts.append(own)
            own = []
    if own:
        parts = [*parts[:-1], parts[-1] + own] if parts else [own]
    index = 0.0
    for part in parts:
        low = -math.inf if part is parts[0] else 2 * part[0] - 4
        high = math.inf if part is parts[-1] else 2 * part[-1] - 3
        then = sum(counts[k] for k in part)
        now = sum(low <= total <= high for total in totals)
        e = (then + 0.5) / (sum(counts) + len(parts) / 2)
        a = (now + 0.5) / (len(totals) + len(parts) / 2)
        index += (a - e) * math.log(a / e)
    assert found.parts == len(parts)
    assert found.index == pytest.approx(index)
    assert [own.then for own in found.ranges] == [sum(counts[k] for k in part) for part in parts]
    assert sum(own.now for own in found.ranges) == len(totals)
    assert (found.then, found.now) == (sum(counts), len(totals))


def test_the_same_rows_are_stable_and_others_are_not():
    rng = np.random.default_rng(0)
    then = rng.integers(-4, 14, 4000)
    counts = [int(((then >= low) & (then <= low + 1)).sum()) for low in range(-4, 14, 2)]
    again = stability(bands(counts), rng.integers(-4, 14, 4000))
    assert again.index < 4 * again.by_chance < 0.1
    assert stability(bands(counts), rng.integers(4, 14, 4000)).index > 0.25
    assert stability(bands(counts), np.zeros(0, dtype=int)) is None
    assert stability([], then) is None
    assert stability(bands([0, 0]), then).then == 6  # the judged rows, where none are told


def test_the_limits_are_those_of_credit():
    for index, said in ((0.09, "as they did"), (0.1, "somewhat"), (0.25, "much differently")):
        told = stability_words(PointsStability(index, 10, 0.01, 1000, 200))
        assert said in told
        assert f"PSI {index:.2f}, of which" in told
        assert "of 200 rows beside 1,000 in 10 ranges" in told
