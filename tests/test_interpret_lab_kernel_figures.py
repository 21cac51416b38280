"""The figures of a comparison: numbers as given, text from data harmless, words that agree."""

import numpy as np
import pytest

from interpret.lab import kernel_figures as figures
from tests.test_interpret_tell_figures import HOSTILE, texts


def panel(hovered="a = b", label="ANDs of 2"):
    K = np.array([[1, 0.5, 0.25], [0.5, 1, 0], [0.25, 0, 1]])
    is_positive, is_wrong = np.array([True, True, False]), np.array([False, True, False])
    points = np.array([[0, 1], [2, 3], [4, 5.0]])
    return figures.Panel(
        label, K, points, is_positive, is_wrong, [[hovered]] * 3, np.array([0.5, 0.5]), np.eye(2)[0]
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_no_figure_lets_markup_from_data_through(text):
    own = panel(text, text)
    made = [
        figures.gram(own, text, text).figure,
        figures.plane(own, text, text).figure,
        figures.similarity(own).figure,
        figures.auc_dots({text: (0.5, 0.75)}).figure,
        figures.ratio_scatter({text: (0.5, 0.75)}).figure,
        figures.expressiveness({text: (0.1, 0.2)}).figure,
    ]
    for figure in made:
        for shown in texts(figure.to_dict()):
            assert not set(text) & set("<>$%&") or text not in shown


def test_kernels_are_in_the_order_given_with_a_dot_for_every_fold_and_their_mean():
    folds, means = figures.auc_dots({"a": (0.9, 1.0), "b": (0.5, 0.7)}).figure.data
    assert list(zip(folds.x, folds.y, strict=True)) == [(0.9, 0), (1.0, 0), (0.5, 1), (0.7, 1)]
    assert list(means.x) == pytest.approx([0.95, 0.6])
    words = figures.auc_dots({"a": (0.9, 1.0), "b": (0.5, 0.7)}).text
    assert words.index("a 0.9500") < words.index("b 0.6000 (folds 0.5000 to 0.7000)")


def test_a_small_difference_of_auc_does_not_fill_the_chart():
    figure = figures.ratio_scatter({"a": (0.1, 0.9998), "b": (0.2, 1.0)}).figure
    low, high = figure.layout.yaxis.range
    assert high - low > 0.01
    assert high < 1.002, "no AUC is above 1"
    assert figures.ratio_scatter({"a": (0.1, 0.9)}).text.endswith("a: ratio 0.1, AUC 0.9000.")


def test_every_kernel_has_a_mark_of_its_own_that_the_legend_names():
    points = {f"kernel {i}": (0.1 + 0.001 * i, 0.9) for i in range(20)} | {"far": (0.5, 0.5)}
    drawn = figures.ratio_scatter(points).figure
    assert [own.name for own in drawn.data] == list(points)
    assert [(*own.x, *own.y) for own in drawn.data] == list(points.values())
    assert len({(own.marker.color, own.marker.symbol) for own in drawn.data}) == len(points)
    assert drawn.layout.xaxis.type == "linear"
    wide = {name: (10 ** (20 * ratio), auc) for name, (ratio, auc) in points.items()}
    assert figures.ratio_scatter(wide).figure.layout.xaxis.type == "log"


def test_a_gram_matrix_has_one_scale_and_a_line_between_the_classes():
    figure = figures.gram(panel(), "yes", "no").figure
    shades = np.asarray(figure.data[0].z)
    assert shades[0].tolist() == [255, 128, 64]
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 255)
    assert {(line.x0, line.y0) for line in figure.layout.shapes} == {(1.5, -0.5), (-0.5, 1.5)}
    assert "0.500 within a class, 0.125 between" in figures.gram(panel(), "yes", "no").text


def test_wrong_rows_are_ringed_in_the_plane():
    yes, no, wrong = figures.plane(panel(), "yes", "no").figure.data
    assert (len(yes.x), len(no.x)) == (2, 1)
    assert (list(wrong.x), list(wrong.y)) == ([2], [3])
    assert "1 of 3 rows told wrong" in figures.plane(panel(), "yes", "no").text


def test_the_similarity_of_pairs_is_told_by_its_mean():
    same, apart = figures.similarity(panel()).figure.data
    assert (list(same.y), list(apart.y)) == ([0.5, 0.5], [1, 0])
    assert "0.50 in the same class, 0.25 in different" in figures.similarity(panel()).text
