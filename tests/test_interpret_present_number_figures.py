import numpy as np
import pytest

from interpret.answers.number.figures import histogram
from interpret.present.charts import NEGATIVE, POSITIVE


def luminance(color):
    """As WCAG 2 defines it."""
    shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("behind", ["#FCFBF8", "#15191A", POSITIVE, NEGATIVE])
def test_a_fine_cut_is_seen_on_both_themes_and_over_the_bars(behind):
    figure = histogram("a", np.arange(20.0), np.arange(20) > 9, ("yes", "no"), (), (4.5,))
    colors = {line.line.color for line in figure.layout.shapes if line.x0 == line.x1 == 4.5}
    assert max(contrast(color, behind) for color in colors) >= 3
