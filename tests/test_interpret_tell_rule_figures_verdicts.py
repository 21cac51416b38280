"""The curve of length: its lines as they were measured, and what taking a place fixes."""

from dataclasses import replace

import pytest

from interpret.data.reading import read_table
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.explain import explain
from interpret.settings import Settings
from interpret.tell.rule.figures.verdicts import (
    RIGHT,
    cards_tried,
    lengths,
    place_words,
    rules_tried,
)

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


def test_the_curve_in_words_names_the_answer():
    told = lengths((TRIED,)).text
    assert "1.5 conditions 60.0 %; 3.2 conditions, the answer, 72.0 %" in told


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
        "fitted to the labels, describing the other class, denied, in the language “values”",
        "at a price of 4 for a condition, with at most 10 lines of 5 conditions.",
    ):
        assert text in told
