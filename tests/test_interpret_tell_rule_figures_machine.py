from collections import defaultdict
from html import unescape

import numpy as np
import pytest

from interpret.forms.answer.relevance import LiteralWeight
from interpret.tell import charts
from interpret.tell.rule.figures.machine import ATTRIBUTES, SEGMENTS, relevance
from tests.accessible import contrast, rgb

HOSTILE = [
    '<b>x</b> <a href="https://example.com">y</a>',
    "a<br>b",
    "<extra>z</extra>",
    "$x^2$",
    "%{y} %{x:.2f}",
    "&lt;i&gt; &#36;",
    "**bold**",
    "2020-01-01",
]


def texts(part):
    """Every text in a figure."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for name, below in part.items():
            if name != "template":
                yield from texts(below)
    elif isinstance(part, list | tuple | np.ndarray):
        for below in part:
            yield from texts(below)


@pytest.mark.parametrize("text", HOSTILE)
def test_escaped_text_holds_no_markup_and_is_the_text_again_when_its_entities_are_read(text):
    escaped = charts.escape(text)
    assert not set(escaped) & set("<>$%")
    assert unescape(escaped) == text


def test_escaped_text_is_one_line_that_no_control_reverses_and_not_too_long():
    assert charts.escape("a\r\n\tb\u202ec\u2028d") == "a b c d"
    assert charts.escape(None) == "(empty)"
    assert unescape(charts.escape("<" * 100, 5)) == "<<<<…"


def test_no_figure_lets_markup_from_data_through():
    weights = [LiteralWeight(name, name, w) for w, name in enumerate(HOSTILE, start=1)]
    shown = [
        relevance(weights).figure,
    ]
    for figure in shown:
        for text in texts(figure.to_plotly_json()):
            assert "example.com" not in text or "&lt;a href=" in text
            assert not any(
                markup in text for markup in ("<b>", "<a ", "$", "%{y} ", "a<br>", ">z<")
            )


def test_values_that_weigh_the_same_stand_in_the_order_of_the_column():
    """One of two values weighs what the other does not, and rounding makes one of them larger."""
    told = []
    for noise in (1e-12, -1e-12):
        weights = [
            LiteralWeight("head", "round", -1.52),
            LiteralWeight("head", "square", 1.52 + noise),
            LiteralWeight("head", "bald", 2.0),
        ]
        bars = relevance([weights[1], LiteralWeight("head", "wide", 1.52), *weights]).figure.data
        told.append((relevance(weights).text, [bar.text for bar in bars]))
    assert told[0] == told[1]
    assert "head: bald +2, round -1.52, square +1.52." in told[0][0]


def test_the_relevance_of_each_attribute_adds_up_on_both_sides():
    rng = np.random.default_rng(0)
    weights = [
        LiteralWeight(f"a{i}", f"v{j}", float(w))
        for i in range(5)
        for j, w in enumerate(rng.normal(size=3 * i + 1))
    ]
    expected, found, pieces = defaultdict(float), defaultdict(float), defaultdict(int)
    for literal in weights:
        expected[literal.attribute, literal.weight > 0] += literal.weight
    figure = relevance(weights).figure
    names = figure.layout.yaxis.ticktext
    for bars in figure.data:
        ends = defaultdict(float)
        for base, length, row, told in zip(bars.base, bars.x, bars.y, bars.customdata, strict=True):
            name, _, weight = told
            assert names[row] == name
            assert base == pytest.approx(ends[name])  # no piece overlaps another
            assert 0 < length / weight < 1
            ends[name] = base + weight
            found[name, weight > 0] += weight
            pieces[name, weight > 0] += 1
    assert found == pytest.approx(expected)
    assert max(pieces.values()) == SEGMENTS + 1


def test_the_first_attributes_have_a_bar_and_the_rest_are_counted():
    weights = [LiteralWeight(f"a{i}", "x", 40.0 - i) for i in range(35)]
    figure = relevance(weights).figure
    assert figure.layout.yaxis.ticktext == tuple(f"a{i}" for i in range(ATTRIBUTES))
    assert "20 of 35 attributes" in figure.layout.xaxis.title.text
    assert "and 30 more attributes" in relevance(weights).text
    few = relevance(weights[:3]).figure
    assert "attributes" not in few.layout.xaxis.title.text
    assert few.layout.height < figure.layout.height


@pytest.mark.parametrize("background", ["#FCFBF8", "#F3F1EA", "#15191A", "#1E2425"])
def test_colors_can_be_told_from_every_background(background):
    for color in (charts.NEGATIVE, *charts.FAMILY_COLORS):
        assert contrast(rgb(color), rgb(background)) >= 3


def test_text_on_colors_can_be_read():
    for color in (charts.POSITIVE, charts.NEGATIVE):
        assert contrast(rgb(color), rgb("#FFFFFF")) >= 4.5
