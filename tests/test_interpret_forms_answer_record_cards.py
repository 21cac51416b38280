"""The document of an answer with a card: it comes back, and is checked."""

from dataclasses import replace

import pytest

from interpret.data.complaints import DataError
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document, restore, to_dict
from interpret.rules import logic
from tests import cards
from tests.cards import CLINIC, card, with_card, written

plain, answer = cards.plain, cards.carded


def test_an_answer_with_a_card_comes_back(answer):
    kept = written(document([answer]))
    (restored,) = restore(kept)
    assert restored == answer.explanation
    assert written(document(answers([restored], answer.in_file))) == kept


def test_the_points_of_the_document_say_what_the_card_says(answer):
    part = written(to_dict(answer.explanation))
    assert part["first"] == answer.explanation.first == "points"
    own, rows = part["points"], answer.explained.frame().to_dict("records")
    terms = [
        (term["points"], logic.Clause(tuple(map(logic.test_from_dict, term["clause"]))))
        for term in own["terms"]
    ]
    said = [sum(n for n, clause in terms if clause.accepts(row)) > own["cut"] for row in rows]
    assert said == CLINIC.holds(answer.explained).tolist()
    assert 0.2 < sum(said) / len(said) < 0.8


def test_without_a_card_the_rule_comes_first(plain):
    kept = written(document([plain]))
    own = kept["explanations"][0]
    assert (own["first"], own["points"], own["forms"]) == ("rule", None, None)
    assert restore(kept) == (plain.explanation,)


def test_which_form_comes_first_follows_from_the_rows_neither_was_chosen_on(answer):
    e = answer.explanation
    for rule, first in ((90.0, "rule"), (86.0, "points")):
        assert to_dict(replace(e, comparison=replace(e.comparison, rule=rule)))["first"] == first
    assert to_dict(replace(e, comparison=None))["first"] == "rule"


def test_terms_in_another_order_keep_their_worth(answer):
    kept = written(document([answer]))
    own = kept["explanations"][0]["points"]
    own["terms"].reverse()
    own["worth"].reverse()
    assert restore(kept) == (answer.explanation,)


def test_a_card_without_terms_comes_back(plain):
    empty = with_card(plain, card(-1))
    kept = written(document([empty]))
    assert restore(kept) == (empty.explanation,)


SPOILED = {
    "points of 0": (lambda p: p["terms"][0].update(points=0), "must not be 0"),
    "half a point": (lambda p: p["terms"][0].update(points=1.5), "terms.0.points"),
    "a cut of text": (lambda p: p.update(cut="4"), "cut"),
    "no cut": (lambda p: p.pop("cut"), "cut"),
    "a worth less": (lambda p: p["worth"].pop(), "each term of the card must have its worth"),
    "a share above 1": (lambda p: p["auc"].update(train=1.5), "auc.train"),
    "an unknown aim": (lambda p: p.update(fitted_to="luck"), "fitted_to"),
    "an end of a chance's range above 1": (
        lambda p: p["chances"]["bands"][0].update(between=[0, 2]),
        "bands.0.between",
    ),
    "a chance above 1": (lambda p: p["chances"]["bands"][0].update(chance=2), "bands.0.chance"),
    "another attribute": (
        lambda p: p["terms"][0]["clause"][0].update(attribute="moon"),
        "the card must ask for attributes of the machine",
    ),
    "fewer rows": (
        lambda p: p["fidelity"]["train"].update(n=10**6),
        "each figure must be of all rows",
    ),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_spoiled_is_told_in_a_sentence(answer, how):
    spoil, told = SPOILED[how]
    kept = written(document([answer]))
    spoil(kept["explanations"][0]["points"])
    with pytest.raises(DataError, match=told):
        restore(kept)


def test_forms_are_of_a_card(answer):
    kept = written(document([answer]))
    kept["explanations"][0]["points"] = None
    with pytest.raises(DataError, match="a card must be there"):
        restore(kept)
