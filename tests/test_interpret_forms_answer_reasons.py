"""Rows scored with the document of a card: points, chance, verdict, and why."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.drift import stills
from interpret.forms.answer.form import Forms
from interpret.forms.answer.predictor import predictor_of, predictors
from interpret.forms.answer.reasons import MOST_REASONS, reason_words, reasons
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import scored_columns
from interpret.rules.logic import Is
from interpret.tell.rule.scored import still_words, verdict_words
from tests import cards
from tests.cards import CLINIC, card, with_card, written

plain, answer = cards.plain, cards.carded
RULE_FIRST = Forms(90.0, 86.0, 100, 5)


def told(answer, table):
    (own,) = predictors(written(document([answer])))
    scores = own.scores(table)
    return scores, dict(scored_columns(table, [scores]))


def test_scored_rows_have_points_chance_verdict_and_reasons(answer):
    scores, columns = told(answer, answer.in_file)
    rows = answer.explained.frame().to_dict("records")
    totals = [CLINIC.total(row) for row in rows]
    assert columns["care = diet: points"] == totals
    assert columns["care = diet: verdict"] == ["yes" if n > CLINIC.cut else "no" for n in totals]
    chances = answer.explanation.points.chances
    assert columns["care = diet: chance"] == chances.of(np.array(totals)).tolist()
    for end, name in enumerate(("chance from", "chance to")):
        ends = [chances.at(total)[1][end] for total in totals]
        assert columns[f"care = diet: {name}"] == pytest.approx(ends, abs=1e-6)
    for row, cell in zip(rows, columns["care = diet: reasons"], strict=True):
        fired = np.array([term.clause.accepts(row) for term in CLINIC.terms])
        assert cell == "; ".join(map(reason_words, reasons(CLINIC, fired)))
    assert any("does not hold: age > 60 (+4)" in cell for cell in columns["care = diet: reasons"])
    said = sum(n > CLINIC.cut for n in totals)
    ruled, _ = told(with_card(answer, CLINIC, RULE_FIRST), answer.in_file)
    first, second = verdict_words(scores), verdict_words(ruled)
    assert first.startswith(f"The card says care = diet on {said} of {len(totals)} rows, the rule")
    assert " the card is right on " in first
    assert f", the card on {said}, the machine on " in second
    assert "; rule and machine agree on" in second
    assert " the rule is right on " in second


def test_the_verdict_is_of_the_form_that_comes_first(answer):
    for forms, said in ((answer.explanation.comparison, "points"), (RULE_FIRST, "rule")):
        own = with_card(answer, CLINIC, forms)
        scores, columns = told(own, answer.in_file)
        assert scores.predictor.e.first == said
        expected = scores.points.says if said == "points" else scores.rule
        assert (np.array(columns["care = diet: verdict"]) == "yes").tolist() == expected.tolist()
        at_hand = predictor_of(own).scores(answer.in_file)
        assert at_hand.says.tolist() == expected.tolist()
    assert scores.rule.tolist() != scores.points.says.tolist()


def test_without_a_card_the_columns_are_as_before(plain):
    _, columns = told(plain, plain.in_file)
    assert [name for name in columns if name.startswith("care = ")] == [
        f"care = diet: {what}" for what in ("rule", "machine", "score", "lines that hold")
    ]


def test_values_never_seen_and_marks_of_empty_cells_get_their_points(answer):
    rows = [
        "patient,admitted,age,bmi,pressure,pulse,smoker,pain,ward",
        "x,2024-01-07,61,25,124,88,no,severe,B",
        "x,2024-01-07,?,n/a,,NA,no,,Z",
        "x,soon,-1e9,1e300,125,0,maybe,new,A",
    ]
    table = read_table("\n".join(rows).encode(), "new.csv")
    _, columns = told(answer, table)
    # 61 years, bmi 25 in ward B, severe, January; low pressure, no smoker with a slow pulse, Sunday
    assert columns["care = diet: points"] == [4 + 2 + 2 + 1 - 1 - 3 - 2, 2 + 1 - 2, None]
    assert "pain = new" in columns["not seen in training"][2]


def test_whether_the_card_still_holds_is_judged_as_a_rule_is(answer):
    """The rows held out against themselves, and with each class turned into the other."""
    (predictor,) = predictors(written(document([answer])))
    held_out = answer.in_file.rows(np.array(answer.explanation.rows["test"]))
    held_out = replace(held_out, digest="of another file")
    scores = predictor.scores(held_out)
    of_card, of_rule = stills(scores, held_out)
    assert (of_card.form.name, of_rule.form.name) == ("points", "rule")
    right = answer.explanation.points.right["test"].accuracy
    assert (of_card.right.hits, of_card.expected) == (right.hits, pytest.approx(right.value))
    assert "The card" in still_words(of_card).replace("Whether the card", "The card")
    turned = replace(scores, truth=replace(scores.truth, y=~scores.points.says))
    (worst, _) = stills(turned, held_out)
    assert still_words(worst).startswith("The card is weaker than it was: it is right on 0.0 %")
    again = stills(predictor.scores(answer.in_file), answer.in_file)
    assert "the table that the card was learnt from" in again[0].why
    bare = replace(predictor, e=replace(predictor.e, forms=(predictor.e.rule_form,)))
    assert [own.form.name for own in stills(bare.scores(held_out), held_out)] == ["rule"]


def every_row(own):
    return (np.array(bits, dtype=bool) for bits in itertools.product((0, 1), repeat=len(own.terms)))


POINTS = (5, 3, 3, 1, -1, -2, -2, -4)


def test_reasons_are_what_carried_a_row_furthest_from_the_opposite_one():
    own = card(2, *((n, Is(f"a{place}", ("x",))) for place, n in enumerate(POINTS)))
    for fired in every_row(own):
        total = int(own.points @ fired)
        found = reasons(own, fired)
        # what each term carries: how much nearer the total is to the furthest one because of it
        if total > own.cut:
            carried = [n * f - min(0, n) for n, f in zip(own.points, fired, strict=True)]
            assert sum(carried) == total - own.least
        else:
            carried = [max(0, n) - n * f for n, f in zip(own.points, fired, strict=True)]
            assert sum(carried) == own.most - total
        ordered = sorted((n for n in carried if n), reverse=True)
        assert [one.carried for one in found] == ordered[:MOST_REASONS]
        for one in found:
            place = own.terms.index(one.term)
            assert (one.carried, one.holds) == (carried[place], bool(fired[place]))
        assert [(-one.carried, not one.holds) for one in found] == sorted(
            (-one.carried, not one.holds) for one in found
        )
