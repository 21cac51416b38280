import numpy as np
import pytest

from interpret.number.figures import histogram
from interpret.tell.charts import BAD, NEGATIVE, POSITIVE
from tests.accessible import contrast, rgb


@pytest.mark.parametrize("behind", ["#FCFBF8", "#15191A", POSITIVE, NEGATIVE, BAD])
def test_a_fine_cut_is_seen_on_both_themes_and_over_the_bars(behind):
    figure = histogram("a", np.arange(20.0), np.arange(20) > 9, ("yes", "no"), (), (4.5,)).figure
    colors = {line.line.color for line in figure.layout.shapes if line.x0 == line.x1 == 4.5}
    assert max(contrast(rgb(color), rgb(behind)) for color in colors) >= 3


def test_bars_of_a_class_that_is_bad_news_are_vermilion():
    for bad, colours in (((), [POSITIVE, NEGATIVE]), (("no",), [POSITIVE, BAD])):
        shown = np.arange(20.0), np.arange(20) > 9, ("yes", "no"), ()
        bars = histogram("a", *shown, bad=bad).figure.data
        assert [bar.marker.color for bar in bars] == colours
    for ground in ("#FCFBF8", "#15191A"):
        assert contrast(rgb(BAD), rgb(ground)) >= 3
