"""A card as people see it: in words, printed, drawn, and as a form in the report."""

import re
from dataclasses import replace

import pytest

from interpret.data.reading import read_table
from interpret.fit.choose_card import Length
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import POINTS, Forms
from interpret.forms.explain import explain
from interpret.forms.study.study import studied
from interpret.forms.whatif.by_hand import row_of
from interpret.forms.whatif.fill_in import form
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Is, IsNot
from interpret.settings import Settings
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import (
    HARDLY,
    chance_text,
    enough,
    form_words,
)
from interpret.tell.rule.poster import Block, ScorecardLine, blocks, on_paper, poster
from interpret.tell.rule.report import document_report, html_report
from interpret.tell.rule.several import at_a_glance
from interpret.tell.rule.words import lines_of, shorter, shorter_words
from interpret.tell.text import as_text
from tests import cards
from tests.test_interpret_forms_whatif import AGES, term
from tests.test_interpret_tell_rule_report import FAST, NAMES, VALUES, Document, hostile_csv

FORMS = Forms(rule=79.0, points=88.0, n=100, folds=5)
CARD = Card(
    (
        term(1, Between("age", above=40)),
        term(3, Between("age", above=60)),
        term(-2, Is("sex", ("m",)), Is("town", ("a", "b"))),
        term(2, Is("sex", ("f",))),
    ),
    2,
)


def carded(raw: bytes, card: Card, **settings) -> Answer:
    """The answer on a table, with this card beside its rule."""
    table = read_table(raw, "<h1>t</h1>.csv")
    a = Answer(explain(table, Settings(**FAST | settings)), table)
    return cards.with_card(a, card, FORMS)


@pytest.mark.parametrize(
    ("points", "cut", "said"),
    [
        ((2, 1), 1, "2 points or more"),
        ((2, 1), 0, "1 point or more"),
        ((2, 1), 3, "4 points or more, which no row has"),
        ((-1,), 0, "1 point or more, which no row has"),
        ((-2, -1), -1, "no point lost"),
        ((-2, 1), -1, "0 points or more"),
    ],
)
def test_the_cut_is_said_as_a_person_counts(points, cut, said):
    terms = (term(given, Between("age", above=40 + given)) for given in points)
    assert enough(Card(tuple(terms), cut)) == said


@pytest.fixture(scope="module")
def monks(root) -> Answer:
    card = Card(
        (
            term(5, Is("jacket", ("red",))),
            term(1, Is("jacket", ("blue", "green"))),
            term(3, Is("head", ("round",)), Is("body", ("round",))),
            term(3, Is("head", ("square",)), Is("body", ("square",))),
            term(-1, Is("tie", ("no",)), Is("smiling", ("no",))),
            term(-1, IsNot("holding", ("flag",))),
        ),
        1,
    )
    return carded((root / "sample_data" / "monks-1.csv").read_bytes(), card)


@pytest.fixture(scope="module")
def hostile() -> Answer:
    terms = [Term(2 - 3 * (i % 2), Clause((Is(NAMES[0], (own,)),))) for i, own in enumerate(VALUES)]
    joined = Clause((Is(NAMES[1], VALUES[:3]), IsNot(NAMES[2], (VALUES[5],))))
    return carded(hostile_csv(), Card((*terms, Term(4, joined)), 1))


def test_terms_of_one_column_stand_together_as_bands():
    assert blocks(CARD, AGES) == (
        Block(
            "age",
            (
                ScorecardLine("40 or less", 0),
                ScorecardLine("above 40, up to 60", 1),
                ScorecardLine("above 60", 4),
            ),
        ),
        Block("", (ScorecardLine("sex is f", 2),)),
        Block("", (ScorecardLine("sex is m and town is a or b", -2),)),
    )
    towns = Card((term(1, Is("town", ("a",))), term(-2, Is("town", ("b", "c")))), 0)
    (town,) = blocks(towns, AGES)
    assert town.lines == (
        ScorecardLine("a", 1),
        ScorecardLine("b or c", -2),
        ScorecardLine("d or e", 0),
    )
    (town,) = blocks(towns, None)
    assert town.lines[-1] == ScorecardLine("any other", 0)


@pytest.mark.parametrize(
    ("forms", "told"),
    [
        (Forms(79.0, 88.0, 100, 5), "Points first: right on 9 more of 100 rows left out in turn."),
        (Forms(88.0, 79.0, 100, 5), "Rule first: right on 9 more of 100 rows left out in turn."),
        (
            Forms(88.0, 86.0, 100, 5),
            "Points first: the rule was right on only 2 more of 100 rows left out in turn, which "
            "may be chance.",
        ),
        (
            Forms(88.2, 88.0, 100, 5),
            "Points first: as often right as the rule, on 88 of 100 rows left out in turn.",
        ),
        (None, ""),
        (Forms(0.0, 0.0, 0, 0), ""),
    ],
)
def test_the_sentence_on_the_forms_claims_what_was_measured(monks, forms, told):
    e = replace(monks.explanation, comparison=forms)
    assert form_words(e) == told
    balanced = replace(e, settings=replace(e.settings, cost="balanced"))
    assert ("left out in turn (both classes counting alike)" in form_words(balanced)) == bool(told)


def test_a_card_that_is_a_rule_is_told_as_a_rule(monks):
    """In the text, on the poster and in the report."""
    one, two = term(2, Is("jacket", ("red",))), term(2, Is("head", ("round",)))
    for clauses, cut, said in [
        ((one,), 1, ["friend = yes when this holds:", "jacket is red", "otherwise friend = no"]),
        (
            (one, two),
            1,
            ["friend = yes when any of these holds:", "jacket is red", "head is round"],
        ),
        (
            (term(-1, Is("jacket", ("red",))), term(-1, Is("head", ("round",)))),
            -1,
            ["friend = no when any of these holds:", "jacket is red", "otherwise friend = yes"],
        ),
    ]:
        e = cards.with_card(monks, Card(clauses, cut), FORMS).explanation
        text, verbose = (as_text(of([e])) for of in (at_a_glance, at_length))
        document = Document(on_paper(e, e.points).markup)
        for line in said:
            assert line in text
            assert line in verbose
            assert line in document.texts
        assert "or more" not in text
        assert "This rule first: right on 9 more of 100 rows" in text


def long_answer(monks, terms):
    """An answer whose card has as many conditions, and shorter ones that were tried."""
    card = Card(tuple(term(1, Is(f"column {i}", ("x",))) for i in range(terms)), terms // 2)
    e = cards.with_card(monks, monks.explanation.points.card, FORMS).explanation
    tried = tuple(Length(k, 2, 50.0 + k, 100, 2.0 * k) for k in range(1, terms))
    return e.with_form(replace(e.points, card=card, lengths=tried))


def test_a_short_answer_stands_beside_a_long_one(monks):
    """The most right one of at most ten conditions, and how to ask for it."""
    e = long_answer(monks, 26)
    assert lines_of(shorter(e)) == 5
    assert shorter_words(e) == "In 5 lines it is right on 55.0 % of the rows left out in turn."
    said = "In 5 lines it is right on 55.0 % of the rows left out in turn: --size 5."
    assert said in as_text(at_a_glance([e]))
    assert shorter(long_answer(monks, 25)) is None
    assert shorter_words(long_answer(monks, 25)) == ""
    rule = replace(e, comparison=Forms(rule=90.0, points=50.0, n=100, folds=5))
    assert shorter(rule) is None


def test_text_from_data_is_no_markup_on_a_card_nor_in_its_pictures(hostile):
    e = hostile.explanation
    card = on_paper(e, e.form(POINTS), hostile).markup
    for markup in (card, *(poster(hostile, own) for own in e.forms)):
        document = Document(markup)
        assert document.tags <= {
            *("table", "caption", "tbody", "tr", "th", "td", "div"),
            *("h2", "h3", "p", "ol", "ul", "li", "span", "small", "strong"),
        }
        assert not document.attributes & {"href", "src", "onerror", "style"}
        assert not set("*$`[]") & set(re.sub(r"&#\d+;|<[^>]*>", "", markup)), "nor Markdown"
    shown = " ".join(Document(card).texts)
    assert VALUES[0] in shown
    assert NAMES[1] in shown


def test_a_report_with_a_card_has_one_script_and_asks_for_nothing(hostile):
    report = html_report(studied([hostile]))
    document = Document(report)
    assert report.count("<script>") == report.count("<script") == 1
    assert re.search(r"script-src 'sha256-[\w+/]{43}='\"", report)
    assert "unsafe-inline'; script" not in report.partition("script-src")[2]
    assert not document.tags & {"a", "b>", "i", "u", "s", "img", "link", "iframe"}
    assert not document.attributes & {"href", "src", "onerror", "onclick", "style"}
    script = report.partition("<script>")[2].partition("</script>")[0]
    assert "alert" not in script
    plain = replace(hostile.explanation, forms=(hostile.explanation.rule_form,), comparison=None)
    assert "<script" not in html_report(studied([Answer(plain, hostile.in_file)]))


def test_the_form_that_comes_first_stands_first_in_a_report(monks):
    e = monks.explanation
    for forms, order in (
        (FORMS, 1),
        (replace(FORMS, rule=91.0), -1),
        (None, -1),
    ):
        report = html_report(studied([Answer(replace(e, comparison=forms), monks.in_file)]))
        card, rule = report.index('class="points"'), report.index('class="lines')
        assert (rule > card) == (order > 0)
    assert 'class="fill-in' in document_report([e]), "without the rows of the table"


@pytest.mark.browser
def test_the_form_in_a_report_adds_up_as_the_card_does(monks, chromium, tmp_path):
    e, scored = monks.explanation, monks.explanation.points
    file = tmp_path / "report.html"
    file.write_text(html_report(studied([monks])), encoding="utf-8")
    context = chromium.new_context(viewport={"width": 390, "height": 900}, offline=True)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    questions = form(scored.card, monks.explained)
    for index in (0, 7, 100, 250, 431):
        row = row_of(monks.explained, e.attributes, index)
        page.get_by_role("button", name="Clear").click()
        assert page.locator("input:checked").count() == 0
        for own, place in zip(questions, page.locator("[data-terms]").all(), strict=True):
            answer = own.answer(row)
            if own.ticked is None:
                place.locator("input").nth(answer).check()
            else:
                place.locator("input").set_checked(answer == own.ticked)
        total = scored.card.total(row)
        assert page.locator(".total").inner_text() == str(total).replace("-", "−")
        chance, (low, high) = scored.chances.at(total)
        chance = "anything from " * (high - low >= HARDLY) + chance_text(chance, (low, high))
        assert page.locator(".chance").inner_text().replace("\N{NO-BREAK SPACE}", " ") == chance
        assert page.locator(".yes").is_visible() == (total > scored.card.cut)
        assert page.locator(".no").is_visible() != (total > scored.card.cut)
        assert page.locator("[data-low]:not([hidden]), .unseen:not([hidden])").count() == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 688, "height": 1030})  # A4 between its margins
    inside = "getComputedStyle(document.querySelector('.poster')).breakInside"
    assert page.evaluate(inside) == "avoid"
    tall = page.locator(".poster").first.bounding_box()["height"]
    assert said == []
    context.close()
    assert tall < 1030, "a page of paper"
