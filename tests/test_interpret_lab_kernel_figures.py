"""The figures of a comparison: numbers as given, text from data harmless, words that agree."""

import pytest

from interpret.lab import kernel_figures as figures
from interpret.lab.kernel_figures import Difference
from tests.test_interpret_tell_rule_figures_machine import HOSTILE, texts


@pytest.mark.parametrize("text", HOSTILE)
def test_no_figure_lets_markup_from_data_through(text):
    made = [
        figures.ranked({text: (0.5, 0.75)}, {text: Difference(0, 0, 0)}).figure,
        figures.ratio_scatter({text: (0.5, 0.75)}).figure,
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


def test_a_small_difference_of_auc_does_not_fill_the_chart():
    figure = figures.ratio_scatter({"a": (0.1, 0.9998), "b": (0.2, 1.0)}).figure
    low, high = figure.layout.yaxis.range
    assert high - low > 1
    assert high < 100.2, "no AUC is above 1"
    assert figures.ratio_scatter({"a": (0.1, 0.9)}).text.endswith("a: ratio 0.1, AUC 90.00 %.")


def test_every_kernel_has_a_mark_of_its_own_that_the_legend_names():
    points = {f"kernel {i}": (0.1 + 0.001 * i, 0.9) for i in range(20)} | {"far": (0.5, 0.5)}
    drawn = figures.ratio_scatter(points).figure
    assert [own.name for own in drawn.data] == list(points)
    assert [(*own.x, *own.y) for own in drawn.data] == [
        (ratio, 100 * auc) for ratio, auc in points.values()
    ]
    assert len({(own.marker.color, own.marker.symbol) for own in drawn.data}) == len(points)
    assert drawn.layout.xaxis.type == "linear"
    wide = {name: (10 ** (20 * ratio), auc) for name, (ratio, auc) in points.items()}
    assert figures.ratio_scatter(wide).figure.layout.xaxis.type == "log"
