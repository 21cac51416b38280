import numpy as np

from interpret.number.figures import histogram
from interpret.tell.charts import BAD, NEGATIVE, POSITIVE
from tests.accessible import contrast, rgb


def test_bars_of_a_class_that_is_bad_news_are_vermilion():
    for bad, colours in (((), [POSITIVE, NEGATIVE]), (("9 or less",), [POSITIVE, BAD])):
        bars = histogram("a", np.arange(20.0), 9.0, bad).figure.data
        assert [bar.marker.color for bar in bars] == colours
    for ground in ("#FCFBF8", "#15191A"):
        assert contrast(rgb(BAD), rgb(ground)) >= 3
