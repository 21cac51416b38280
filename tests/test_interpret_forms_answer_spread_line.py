"""The line on which a column's numbers and its cuts are shown."""

from math import inf
from xml.etree import ElementTree

import numpy as np
import pytest

from interpret.forms.answer.spread import BINS, number_line
from interpret.tell.rule.figures.clauses import across, drawn_line, line_text


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [True, False])
def test_a_line_counts_every_row_with_a_number_once(seed, few):
    rng = np.random.default_rng(seed)
    n = rng.integers(0, 9, size=200).astype(float) if few else rng.normal(size=200) ** 3
    n[rng.random(200) < 0.1] = np.nan
    y, cuts = rng.random(200) < 0.3, (float(np.nanmedian(n)), 1.5)
    line = number_line("n", ("yes", "no"), n, y, cuts)
    there = ~np.isnan(n)
    assert np.sum(line.counts, axis=0).tolist() == [(y & there).sum(), (~y & there).sum()]
    ends = [-inf, *sorted(cuts), inf]
    for low, high, own in zip(ends, ends[1:], line.between, strict=False):
        between = there & (n > low) & (n <= high)
        assert own == ((between & y).sum(), (between & ~y).sum())
    assert len(line.counts) == len(line.edges) - 1 <= BINS
    root = ElementTree.fromstring(drawn_line(line))
    for bar in root.iter("rect"):
        assert -0.1 <= float(bar.attrib["x"]) <= 344
        assert 0 <= float(bar.attrib["height"]) <= 56.1
    assert f"{line.between[0][0]} yes" in line_text(line)


@pytest.mark.parametrize("numbers", [[], [3.0], [3.0, 3.0]])
def test_a_line_of_few_numbers_is_still_a_picture(numbers):
    line = number_line("n", ("a", "b"), np.array(numbers), np.ones(len(numbers), dtype=bool), (3,))
    ElementTree.fromstring(drawn_line(line))
    assert 0 <= across(line, -9) <= across(line, 3) <= across(line, 99) <= 344
