"""Where a card stands beside the rule: in the list of runs, and where it errs."""

from collections import defaultdict
from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.relevance import LiteralWeight
from interpret.forms.explain import explain
from interpret.forms.kind import KIND
from interpret.forms.study.study import studied
from interpret.present import wording
from interpret.settings import Settings
from interpret.tell import charts, svg
from interpret.tell.rule.brief import rates
from interpret.tell.rule.figures.machine import SEGMENTS, relevance
from interpret.tell.rule.figures.simple_ways import rows
from interpret.tell.rule.figures.verdicts import (
    RIGHT,
    cards_tried,
    lengths,
    place_words,
    rate_rows,
    rates_words,
    rules_tried,
)
from interpret.tell.rule.report import html_report
from tests import cards
from tests.accessible import contrast, rgb
from tests.cards import FORMS

plain, answer = cards.plain, cards.carded
RULE_FIRST = replace(FORMS, rule=90.0)


def of_forms(a, forms):
    return replace(a, explanation=replace(a.explanation, comparison=forms))


def test_both_forms_stand_beside_the_simple_ways_and_the_first_stands_out(answer):
    class Studied:
        baselines = ()

    for first, name in ((answer, "the card"), (of_forms(answer, RULE_FIRST), "the rule")):
        e = first.explanation
        shown = rows(e, Studied)
        assert [row.name.partition(" (")[0] for row in shown] == [
            "the rule",
            "the card",
            "the machine",
        ]
        assert shown[1].dots[0].value == e.points.right["test"].accuracy.value
        marked = [row.name for row in shown if row.dots[0].colour == svg.OCHRE]
        assert [own.partition(" (")[0] for own in marked] == [name]
        held = e.forms[0].card.holds(first.judged.table)
        assert first.judged.right(held) == e.forms[0].right["test"]


def test_the_list_of_runs_says_which_form_came_first_and_how_often_it_is_right(answer):
    for first, own, size in (
        (answer, answer.explanation.points.right, "points for 7 lines"),
        (of_forms(answer, RULE_FIRST), answer.explanation.rule_form.right, None),
    ):
        e = first.explanation
        size = size or wording.length_words(e.rule.formula)
        assert KIND.outcome((e,)) == f"{wording.percent(own['test'].accuracy.value)} right, {size}"
    e = answer.explanation
    by_rule = of_forms(answer, RULE_FIRST).explanation
    assert KIND.outcome((e, e)).endswith("right, 2 cards")
    assert KIND.outcome((e, by_rule)).endswith("right, 2 rules and cards")
    assert KIND.outcome((by_rule, by_rule)).endswith("right, 2 rules")


def test_where_it_errs_is_told_of_the_form_that_comes_first(answer):
    e = answer.explanation
    counts = e.points.right["test"]
    assert e.forms[0].right == e.points.right
    assert "from top to bottom card and rule, and the machine" in rates_words(e)
    assert rate_rows(e)[1].dots[0].words.startswith(f"card {counts.true_positive:,} of")
    told = rates(e)
    head, rows = told.head[1:], told.rows[:-2]
    assert head == ["machine", "card", "rule"]
    assert rows[0][2] == wording.share_words(counts.accuracy)
    assert rows[-1][2] == f"{e.points.auc['test']:.3f}"
    assert [form.called for form in e.forms] == head[1:]
    in_report = html_report(studied((answer,)))
    for text in ("How often are machine, rule and card right?", rows[-1][2]):
        assert text in in_report
    by_rule = of_forms(answer, RULE_FIRST).explanation
    assert rates(by_rule).head == ["", "machine", "rule", "card"]
    assert by_rule.forms[0].right == e.rule_form.right
    assert rate_rows(by_rule)[0].dots[0].words.startswith("rule ")


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


@pytest.mark.parametrize("background", ["#FCFBF8", "#F3F1EA", "#15191A", "#1E2425"])
def test_colors_can_be_told_from_every_background(background):
    for color in (charts.NEGATIVE, *charts.FAMILY_COLORS):
        assert contrast(rgb(color), rgb(background)) >= 3


def test_text_on_colors_can_be_read():
    for color in (charts.POSITIVE, charts.NEGATIVE):
        assert contrast(rgb(color), rgb("#FFFFFF")) >= 4.5


CURVE = tuple(
    RuleCandidate("labels", "for", "values", price, hits, 100, tests, 1.0)
    for price, hits, tests in ((4.0, 60.0, 1.5), (1.0, 72.0, 3.2), (0.25, 80.0, 9.0))
)
CHOICE = RuleChoice("labels", "for", "values", 1.0, 10, 5, folds=5, curve=CURVE)
TRIED = rules_tried(CHOICE)


def test_the_line_of_rules_is_what_was_measured_and_knows_its_points():
    (line,) = lengths((TRIED,)).figure.data
    assert list(zip(line.x, line.y, strict=True)) == [(one.tests, one.hits / 100) for one in CURVE]
    assert [list(own) for own in line.customdata] == [[RIGHT, i] for i in range(3)]
    assert line.marker.size.index(15) == 1


@pytest.mark.slow
def test_cards_of_each_length_stand_beside_rules_of_each_length(root):
    table = read_table((root / "sample_data" / "monks-3.csv").read_bytes(), "monks-3.csv")
    scored = explain(table, Settings(kernel="linear", C=1.0, form="points")).points
    line = cards_tried(scored)
    assert len(line.at) == len(scored.lengths) > 2
    assert line.at[0][0] == 0
    assert scored.lengths[line.answer].terms == len(scored.card.terms)
    (drawn,) = lengths((cards_tried(None), line)).figure.data
    assert list(zip(drawn.x, drawn.y, strict=True)) == list(line.at)
    assert (
        "Points, right on left-out training rows, by length: 0 conditions " in lengths((line,)).text
    )


def test_what_stays_fixed_is_said_with_the_mean_as_a_mean():
    told = place_words(replace(CURVE[0], side="against"), CHOICE, (10, 5))
    for text in (
        "had 1.5 conditions on average in 5 folds",
        "right on 60.0 % of the rows left out",
        "may be longer or shorter",
        "fitted to the labels, describing the other class, in the language “values”",
        "at a price of 4 for a condition, with at most 10 lines of 5 conditions.",
    ):
        assert text in told
