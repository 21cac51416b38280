"""The figures of a comparison: numbers as given, text from data harmless, words that agree."""

import pytest

from interpret.lab import kernel_figures as figures
from interpret.lab.kernel_figures import Difference
from tests.test_interpret_tell_rule_figures_machine import HOSTILE, texts


@pytest.mark.parametrize("text", HOSTILE)
def test_no_figure_lets_markup_from_data_through(text):
    made = [
        figures.ranked({text: (0.5, 0.75)}, {text: Difference(0, 0, 0)}).figure,
        figures.expressiveness({text: (0.1, 0.2)}).figure,
    ]
    for figure in made:
        for shown in texts(figure.to_dict()):
            assert not set(text) & set("<>$%&") or text not in shown


def test_each_kernel_has_its_folds_its_mean_and_its_interval_against_the_best():
    behind = {"a": Difference(0, 0, 0), "b": Difference(-0.35, -0.4, -0.3)}
    chart = figures.ranked({"a": (0.9, 1.0), "b": (0.5, 0.7)}, behind)
    folds, means = chart.figure.data
    assert list(zip(folds.x, folds.y, strict=True)) == [(90, 0), (100, 0), (50, 1), (70, 1)]
    assert list(means.x) == pytest.approx([95, 60])
    assert means.x[1] + means.error_x.array[1] == pytest.approx(95 - 30)
    assert means.x[1] - means.error_x.arrayminus[1] == pytest.approx(95 - 40)
    assert means.marker.color[0] != means.marker.color[1], "one is surely behind"
    assert chart.text.endswith("a 95.00 %; b 60.00 % (55.00 to 65.00 against the best).")
