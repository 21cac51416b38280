"""The small pictures: what they draw is what was counted, and no text of theirs becomes markup."""

from dataclasses import replace
from math import comb
from xml.etree import ElementTree

import pytest

from interpret.forms.explain import explain
from interpret.measures import Confusion, Costs
from interpret.settings import Settings
from interpret.tell import svg
from interpret.tell.rule.figures.verdicts import rate_rows, rates
from interpret.tell.svg import Plotted, Row, axis, intervals
from tests.planted import either, planted

HOSTILE = '"><script>alert(1)</script><a href="x">&amp;\n'


@pytest.fixture(scope="module")
def explained():
    settings = Settings(
        kernel="linear", C=1.0, side="for", language="monotone", fit_to="labels", price=0.5
    )
    return explain(planted(either, n=60), settings)


def drawn(picture):
    """The picture read as XML; its tags without their name space."""
    assert "\n" not in picture
    return ElementTree.fromstring(picture)


def of(root, tag):
    return [own for own in root.iter() if own.tag == tag]


@pytest.mark.parametrize("text", [HOSTILE, "<b>x</b>", "a\u202eb", "x" * 500])
def test_text_in_a_picture_becomes_no_markup(text):
    dot = Plotted(0.5, (0.4, 0.6), text)
    root = drawn(intervals([Row(text, (dot,))], str))
    assert {own.tag for own in root.iter()} <= {"svg", "text", "title", "circle", "line", "g"}
    assert not any("href" in own.attrib or "style" in own.attrib for own in root.iter())


def judged_as(e, counts):
    return e.with_form(replace(e.rule_form, right=dict.fromkeys(("train", "test"), counts)))


def test_the_rates_of_form_and_machine_are_dots_on_one_axis(explained):
    counts = Confusion(30, 20, 10, 40)
    e = judged_as(explained, counts)
    right, finds, named, spared, agrees = rate_rows(e)
    for row, hits, n in ((right, 70, 100), (finds, 30, 40), (named, 30, 50), (spared, 40, 60)):
        rule, machine = row.dots
        assert rule.value == pytest.approx(hits / n)
        assert rule.words.startswith(f"rule {hits} of {n}, ")
        assert (rule.full, machine.full) == (True, False)
    assert [dot.value for dot in agrees.dots] == [e.rule_form.fidelity[e.judged_on].value]
    assert len(of(drawn(rates(e)), "circle")) == 9
    none = judged_as(e, Confusion(0, 0, 3, 7))
    assert len(rate_rows(none)[2].dots) == 1, "the rule names no row, the machine does"


def test_dots_stand_where_their_figures_are():
    shown = [
        Row("one", (Plotted(0.25, (0.2, 0.3), "a"), Plotted(0.5, (0.4, 0.6), "b"))),
        Row("two", (Plotted(0.75, (0.7, 0.9), "c"),)),
    ]
    low, high, step = axis(shown)
    assert low <= 0.2 < 0.9 <= high
    assert (high - low) / step == pytest.approx(round((high - low) / step))
    root = drawn(intervals(shown, "{:.2f}".format))
    at = {own[0].text: float(own.attrib["cx"]) for own in of(root, "circle")}
    assert at["c"] - at["b"] == pytest.approx(at["b"] - at["a"], abs=0.2)
    for own in of(root, "line"):
        assert 0 <= float(own.attrib["x1"]) <= float(own.attrib["x2"]) <= svg.WIDTH


def test_the_interval_of_costs_holds_what_they_are_as_often_as_it_says():
    """Every outcome of 25 rows by its probability, of which the interval must hold 95 %."""
    n, misses, alarms, costs = 25, 0.12, 0.2, Costs(5.0, 1.0)
    truth, held = costs.miss * misses + costs.false_alarm * alarms, 0.0
    for m in range(n + 1):
        for f in range(n + 1 - m):
            chance = comb(n, m) * comb(n - m, f) * misses**m * alarms**f
            chance *= (1 - misses - alarms) ** (n - m - f)
            low, high = costs.between(Confusion(0, f, m, n - m - f))
            held += chance * (low <= truth <= high)
    assert 0.94 <= held <= 0.985
    low, high = Costs().between(Confusion(10, 0, 0, 10))
    assert low == 0 < high, "no error on twenty rows is no proof that there is none"


def test_the_interval_of_balanced_accuracy_holds_it_as_often_as_it_says():
    found, spared, held = 0.7, 0.9, 0.0
    for hits in range(21):
        for right in range(31):
            chance = comb(20, hits) * found**hits * (1 - found) ** (20 - hits)
            chance *= comb(30, right) * spared**right * (1 - spared) ** (30 - right)
            low, high = Confusion(hits, 30 - right, 20 - hits, right).balanced_ends
            held += chance * (low <= (found + spared) / 2 <= high)
    assert 0.94 <= held <= 0.985
