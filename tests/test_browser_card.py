"""The card of points in a real browser: legible to everybody, and text from data stays text."""

import json

import pytest
from playwright.sync_api import expect

from interpret.forms.answer.record import document
from interpret.forms.whatif.by_hand import with_points
from interpret.present.wording import clause_words
from interpret.tell.rule.card import or_more
from jobs.store import Store
from tests import cards, test_browser, test_interpret_tell_rule_card
from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit
from tests.test_browser import turn_to
from tests.test_interpret_tell_rule_report import NAMES, VALUES, hostile_csv
from tests.test_pages import run_of

pytestmark = pytest.mark.browser
open_page = test_browser.open_page
hostile = test_interpret_tell_rule_card.hostile
WIDTHS = {"light": 390, "dark": 1280}


@pytest.fixture(scope="module")
def link(server, hostile) -> str:
    """The address of a stored answer with a card whose every word is hostile."""
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    answer = json.loads(json.dumps(document([hostile])))
    return f"/find_rule?run={run_of(store, hostile_csv(), 'done', answer)}"


def test_a_hostile_card_is_text_and_everybody_can_read_it(open_page, link):
    page = open_page(width=390)
    visit(page, link)
    page.get_by_role("tab", name="Points: ").click()
    card = page.locator(".poster:visible")
    expect(card.get_by_text("Add up the points of what holds")).to_be_visible()
    tags = card.locator("*").evaluate_all("all => all.map(own => own.tagName)")
    assert {own.lower() for own in tags} <= {
        *("div", "h2", "h3", "p", "span", "ul", "li", "table", "caption", "tbody", "tr", "th"),
        *("td", "small", "strong"),
    }
    inside = page.get_by_test_id("stMain")
    none = "a[href*='example.com'], img, script:not(#address), u, s, i, .katex"
    assert inside.locator(f"{none}, b").count() == 0
    assert VALUES[0] in card.inner_text()
    assert NAMES[0] in card.inner_text()
    turn_to(page, "Alternatives")
    expect(page.get_by_role("slider", name="Say yes with")).to_be_visible()
    assert inside.locator(f"{none}, b > b").count() == 0
    for scheme in GROUNDS:
        draw_in(page, scheme)
        width = WIDTHS[scheme]
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert found_by_axe(page) == [], scheme


def test_the_live_card_counts_as_python_does_wherever_cut_and_points_are_moved(
    open_page, link, hostile
):
    page = open_page(width=1280)
    visit(page, link)
    turn_to(page, "Alternatives")
    line = page.get_by_role("slider", name="Say yes with")
    scored, judged = hostile.explanation.points, hostile.judged
    card, low = scored.card, scored.card.totals(judged.table).min()
    points, cut = [term.points for term in card.terms], card.cut
    keep = page.get_by_role("button", name="Keep this card")
    expect(keep).to_be_disabled()

    def check() -> None:
        right = judged.right(with_points(card, points, cut).holds(judged.table))
        expect(line).to_have_attribute("aria-valuetext", or_more(cut))
        flagged = right.true_positive + right.false_positive
        said = f"Flags {flagged} of {len(judged.y)} unseen rows, {right.true_positive} of them"
        expect(page.locator(".flags").last).to_contain_text(said)
        expect(page.locator(".flags").last).to_contain_text(f"misses {right.false_negative}.")

    check()
    line.press("Home")
    cut = int(low) - 1
    check()
    line.press("ArrowRight")
    cut += 1
    check()
    fields = page.get_by_role("spinbutton", name="Points of")
    expect(fields).to_have_count(len(points))
    for place in (0, len(points) - 1):
        points[place] = 7 - place
        named = page.get_by_role("spinbutton", name=f"Points of: {words(card, place)}", exact=True)
        named.fill(str(points[place]))
        check()
    page.get_by_role("button", name="Back to the card as it was").click()
    changed, (points, cut) = (points, cut), ([term.points for term in card.terms], card.cut)
    check()
    points, cut = changed
    for place in (0, len(points) - 1):
        named = page.get_by_role("spinbutton", name=f"Points of: {words(card, place)}", exact=True)
        named.fill(str(points[place]))
    keep.click()
    expect(page.get_by_text("Changed by hand").first).to_be_visible()
    expect(keep).to_be_disabled()
    assert page.url.partition("run=")[2] != link.partition("run=")[2]


def words(card, place) -> str:
    return " ".join(clause_words(card.terms[place].clause).split())


def test_what_holds_is_switched_and_adds_up(open_page, server, root):
    a = cards.with_card(cards.clinic(), cards.UNDATED)
    store = Store(f"sqlite:///{server.log.parent / 'runs.sqlite'}")
    lines = (root / "sample_data" / "clinic.csv").read_bytes().split(b"\n")
    raw, answer = b"\n".join(lines[:161]), json.loads(json.dumps(document([a])))
    page = open_page(width=390)
    visit(page, f"/find_rule?run={run_of(store, raw, 'done', answer)}")
    turn_to(page, "Alternatives")
    total = page.locator(".total")
    expect(total).to_have_text("0")
    page.get_by_role("checkbox", name="age > 60").check()
    expect(total).to_have_text("4")
    expect(page.locator(".promise")).to_be_visible()
    page.get_by_role("spinbutton", name="Points of: age > 60").fill("9")
    expect(total).to_have_text("9")
    expect(page.locator(".promise")).to_be_hidden()
