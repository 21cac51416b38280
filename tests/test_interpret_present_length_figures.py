"""The one curve of length: both lines as they were measured, and what taking a place fixes."""

from dataclasses import replace

import pytest

from interpret.answers.rule.figures.length_figures import (
    AGREES,
    RIGHT,
    lengths,
    lengths_text,
    place_words,
)
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.measured import RuleCandidate
from interpret.rules.logic import Clause, Formula, Is
from interpret.rules.trade_off import FrontPoint

CURVE = tuple(
    RuleCandidate("labels", "for", "values", price, hits, 100, tests, 1.0)
    for price, hits, tests in ((4.0, 60.0, 1.5), (1.0, 72.0, 3.2), (0.25, 80.0, 9.0))
)
POINTS = tuple(
    FrontPoint(Formula((Clause(tuple(Is(f"a{i}", ("x",)) for i in range(n))),)), agrees, 50)
    for n, agrees in ((1, 30), (3, 45))
)


@pytest.mark.parametrize(("curve", "points"), [(CURVE, POINTS), (CURVE, ()), ((), POINTS)])
def test_each_line_is_what_was_measured_and_knows_its_points(curve, points):
    figure = lengths(curve, 1, points, 0)
    lines = {line.customdata[0][0]: line for line in figure.data}
    assert set(lines) == {RIGHT} & {RIGHT if curve else ""} | {AGREES} & {AGREES if points else ""}
    if curve:
        assert list(zip(lines[RIGHT].x, lines[RIGHT].y, strict=True)) == [
            (one.tests, one.hits / 100) for one in curve
        ]
        assert [list(own) for own in lines[RIGHT].customdata] == [[RIGHT, i] for i in range(3)]
        assert lines[RIGHT].marker.size.index(15) == 1
    if points:
        assert list(zip(lines[AGREES].x, lines[AGREES].y, strict=True)) == [(1, 0.6), (3, 0.9)]
        assert lines[AGREES].marker.size.index(15) == 0


def test_the_curve_in_words_names_the_answer_and_the_rule_shown():
    told = lengths_text(CURVE, 1, POINTS, 0)
    assert "1.5 tests 60.0 %; 3.2 tests, the answer, 72.0 %" in told
    assert "1 test, shown below, 60.0 %; 3 tests 90.0 %" in told


def test_what_stays_fixed_is_said_with_the_mean_as_a_mean():
    choice = RuleChoice("weights", "for", "values", 1.0, 10, 5, folds=5)
    told = place_words(replace(CURVE[0], side="against"), choice, (10, 5))
    for text in (
        "had 1.5 tests on average in 5 folds",
        "right on 60.0 % of the rows left out",
        "may be longer or shorter",
        "fitted to the labels, describing the other class, denied, in the language “values”",
        "at a price of 4 for a test, with at most 10 clauses of 5 tests.",
    ):
        assert text in told
