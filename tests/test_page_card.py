"""The card of points on the page, without a browser."""

import re
from dataclasses import replace

import pytest

from dashboard import results
from dashboard.panels import predict
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import Forms
from interpret.forms.whatif.fill_in import form
from interpret.forms.whatif.row import row_of
from interpret.rules.card import Card
from interpret.rules.logic import Is, IsNot
from interpret.tell.rule.at_work import STAGES
from interpret.tell.rule.card_proof import proof_line, proof_scope
from rulescope import learning as in_a_bar
from tests import cards, inspected, test_pages
from tests.inspected import labelled, read
from tests.test_interpret_tell_card import FORMS
from tests.test_interpret_whatif_fill_in import term
from tests.test_pages import OTHERS, ROWS, SURE, quiet, run_of

pytestmark = pytest.mark.slow

open_app, store, monks = test_pages.open_app, test_pages.store, test_pages.monks
answer = inspected.answer
PANELS = ("fill_in", "card_cuts", "card_worth", "downloads")
CARD = Card(
    (
        term(5, Is("jacket", ("red",))),
        term(1, Is("jacket", ("blue", "green"))),
        term(3, Is("head", ("round",)), Is("body", ("round",))),
        term(-1, IsNot("holding", ("flag",))),
    ),
    2,
)


@pytest.fixture
def open_card(open_app, store, monks, answer, monkeypatch):
    """Opens the page with a card beside the rule, at a part of the answer, with panels open."""
    found = predict.OF_KIND["explain"][0]  # which keeps what it finds when it is loaded

    def open_page(forms: Forms | None, tab: str, *panels: str):
        own: list[Answer] = []

        def carded(state, run):
            if not own and (there := found(state, run)):
                own.append(cards.with_card(there[0], CARD, forms))
            return tuple(own)

        monkeypatch.setattr(results, "answers", carded)
        return open_app(panels=panels, tab=tab, run=run_of(store, monks, "done", answer)), own[0]

    return open_page


def gauge(at) -> str:
    """What the gauge says, in words."""
    (told,) = re.findall(r'aria-label="(−?\d+ points?, [^"]*)"', read(at))
    return told.replace("&#58;", ":")


def tabs(at) -> list[str]:
    names = [tab.label.partition(":")[0] for tab in at.tabs]
    return [name for name in names if name in ("Rule", "Points")]


def test_the_better_form_comes_first_and_both_are_there(open_card):
    at, a = open_card(FORMS, SURE)
    assert tabs(at) == ["Points", "Rule"]
    told = read(at)
    assert "Points first: right on 9 more of 100 rows left out." in told
    assert "friend = yes with 3 points or more:" in told
    counts = a.explanation.points.right["test"]
    named = counts.positive_predictive_value
    assert f"Flags {named.n} of 130 unseen rows, {named.hits} of them rightly" in told
    assert len(test_pages.lines_of(at)) == 4, "the rule stands in its tab"
    assert not at.checkbox
    proof = a.explanation.points.proof
    assert proof_line(proof) in told
    assert all(sentence in told for sentence in proof_scope(proof))


def test_without_a_comparison_the_rule_comes_first_and_nothing_is_claimed(open_card):
    at, _ = open_card(None, SURE)
    assert tabs(at) == ["Rule", "Points"]
    assert "neither was found on" not in read(at)


def test_a_page_without_a_card_is_as_it_was(open_app, store, monks, answer):
    part = answer["explanations"][0] | {"points": None, "forms": None}
    alone = answer | {"explanations": [part]}
    at = open_app(panels=PANELS, run=run_of(store, monks, "done", alone))
    assert tabs(at) == []
    assert "points" not in read(at)


def test_the_card_is_filled_in_by_hand_and_adds_up(open_card):
    at, _ = open_card(FORMS, ROWS, "fill_in")
    assert gauge(at).startswith("0 points, fewer than 3: friend = no. The chance of friend = yes")
    assert "1 question without an answer, which gives no points." in read(at)
    both = labelled(at.checkbox, r"body is round and head is round (\+3)")
    at = quiet(both.check().run())
    assert gauge(at).startswith("3 points, 3 or more: friend = yes.")
    assert "**+3** body is round and head is round" in read(at)
    jacket = labelled(at.radio, "jacket")
    assert [re.sub(r"\\", "", own) for own in jacket.options] == [
        "red (+5)",
        "blue or green (+1)",
        "yellow (0)",
    ]
    at = quiet(jacket.set_value(1).run())
    assert gauge(at).startswith("4 points")
    assert "without an answer" not in read(at)
    at = quiet(labelled(at.radio, "jacket").set_value(0).run())
    assert gauge(at).startswith("8 points")


def test_a_row_of_the_table_fills_it_and_the_nearest_change_is_told(open_card, monks):
    at, a = open_card(FORMS, ROWS, "fill_in")
    table, questions = read_table(monks, "t"), form(CARD, a.explained)
    for number in (1, 200, 432):
        row = row_of(table, a.explanation.attributes, number - 1)
        at = quiet(labelled(at.number_input, "Start from row").set_value(number).run())
        total = CARD.total(row)
        assert gauge(at).startswith(f"{total} point".replace("-", "−"))
        (told,) = re.findall(r"Nearest change that crosses the cut: (.*)\.", read(at))
        changes = re.findall(r"(\w+) from (\w+) to (\w+)", told)
        turned = row | {name: after for name, _, after in changes}
        assert all(row[name] == before for name, before, _ in changes)
        assert (CARD.total(turned) > CARD.cut) != (total > CARD.cut)
        chosen = next(own for own in questions if own.attribute == "jacket").answer(row)
        assert labelled(at.radio, "jacket").value == chosen
    at = quiet(labelled(at.radio, "jacket").set_value((chosen + 1) % 3).run())
    assert "Nearest change" not in read(at), "it would be of another row than is shown"


def test_every_cut_has_its_rates(open_card):
    at, a = open_card(FORMS, OTHERS, "card_cuts")
    totals = CARD.totals(a.judged.table)
    cut_at = at.select_slider(key=f"card_cut_{a.explanation.digest[:12]}_{hash(CARD)}")
    assert cut_at.value == CARD.cut
    for cut in (CARD.cut, -2, 4):
        at = quiet(at.select_slider(key=cut_at.key).set_value(cut).run())
        found = int((a.judged.y & (totals > cut)).sum())
        shown = {own.label: own.value for own in at.metric}
        assert shown["Sensitivity"] == plain(f"{100 * found / a.judged.y.sum():.1f} %")
    told = read(test_pages.look_at(at, SURE))
    assert "from a logistic curve through" in told
    assert "says what the machine says on" in told


def test_the_page_and_a_bar_know_the_stages_of_a_card():
    assert {"points", "comparing"} <= STAGES.keys() & in_a_bar.STAGES.keys()


def test_a_card_that_never_says_yes_is_shown_as_what_it_is(open_card, monkeypatch):
    monkeypatch.setattr("tests.test_page_card.CARD", replace(CARD, terms=(), cut=0))
    at, _ = open_card(FORMS, ROWS, *PANELS)
    assert "friend = yes never" in read(at)
    assert gauge(at).startswith("0 points, fewer than 1: friend = no.")


def test_the_card_stands_beside_the_rule_in_every_tab(open_card, monkeypatch):
    made = {}
    monkeypatch.setattr(
        "dashboard.panels.find.full.download_list", lambda name, forms: made.update(forms)
    )
    at, _ = open_card(FORMS, ROWS, "downloads")
    assert any('"card says"' in own.proto.columns for own in at.dataframe)
    assert made["Excel"][0]()[:2] == b"PK"
    assert "or more | points |" in made["Markdown"][0]()
    assert "<Scorecard" in made["PMML"][0](), "points come first"
