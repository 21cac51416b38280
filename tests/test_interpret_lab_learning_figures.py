import json

import pytest

from interpret.lab.learning_figures import (
    Dot,
    descent,
    formulas,
    weights,
)

CURVES = {"GRAM": [(0.1, 0.5, 0.1), (0.2, 0.3, 0.15)], "average": [(0.05, 0.5, 0.1)]}
WAYS = {"GRAM": (0.0, 0.7, 0.0, 0.2, 0.1), "average": (0.2,) * 5}
HOSTILE = '<b>x</b> <a href="https://evil.example">y</a> $z$ **w**'
DOTS = [Dot("a ∧ b", 0.2, 0.9), Dot("a → b", 0.1, 0.95)]


def bars(figure):
    return {bar.name: dict(zip(bar.x, bar.y, strict=True)) for bar in figure.data}


def test_each_way_falls_by_its_steps_towards_the_proven_bound():
    figure = descent(CURVES, 0.15).figure
    assert [(line.name, list(line.y)) for line in figure.data] == [
        ("GRAM", [0.5, 0.3]),
        ("average", [0.5]),
    ]
    assert figure.layout.shapes[0].y0 == 0.15
    assert descent(CURVES, 0.15).text == (
        "Radius-margin ratio: GRAM reaches 0.3 in 2 steps and 0.2 s; average reaches 0.5 in 1 "
        "step and 0.05 s. Proven: none is below 0.15."
    )


@pytest.mark.parametrize(
    ("near", "places"),
    [
        (None, ["1", "2", "3", "4", "identity"]),
        (4, ["1", "2", "3", "4 or identity"]),
        (3, ["1", "2", "3–4 or identity"]),
    ],
)
def test_degrees_as_good_as_the_identity_are_one_bar_and_no_weight_is_lost(near, places):
    shown = bars(weights(WAYS, near).figure)
    assert list(shown["GRAM"]) == places
    for own in shown.values():
        assert sum(own.values()) == pytest.approx(1)


def test_weights_in_words_name_the_heaviest():
    assert weights(WAYS, None).text.startswith(
        "Weights by degree, the heaviest three. GRAM: 0.700 on 2, 0.200 on 4, 0.100 on identity; "
    )


def test_formulas_lie_at_their_ratio_and_auc_beside_the_linear_kernel():
    figure = formulas(DOTS, Dot("linear", 0.5, 0.8), 0.8).figure
    assert list(figure.data[0].x) == [0.2, 0.1]
    assert list(figure.data[0].y) == [0.9, 0.95]
    assert figure.layout.shapes[0].y0 == 0.8
    assert formulas(DOTS, None, 0.8).text == (
        "2 formulas by radius-margin ratio and AUC. The smallest ratio, 0.1, is that of a → b, "
        "whose AUC is 95.00 %. The linear kernel's AUC is 80.00 %."
    )
    assert formulas([], None, 0.8).text == (
        "No formula has a finite ratio. The linear kernel's AUC is 80.00 %."
    )


def test_no_text_is_markup_in_a_figure():
    for figure in (
        descent({HOSTILE: CURVES["GRAM"]}, 0.1).figure,
        weights({HOSTILE: WAYS["GRAM"]}, None).figure,
        formulas([Dot(HOSTILE, 0.1, 0.9)], None, None).figure,
    ):
        written = json.dumps(figure.to_plotly_json(), default=list)
        assert "<b>" not in written
        assert "<a " not in written
        assert "$z" not in written
