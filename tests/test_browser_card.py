"""The card of points in a real browser: legible to everybody, and text from data stays text."""

import json

import pytest
from playwright.sync_api import expect

from interpret.forms.answer.record import document
from interpret.measures import percent
from interpret.tell.rule.card import or_more
from jobs.store import Store
from tests import test_browser, test_interpret_tell_card
from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit
from tests.test_browser import turn_to
from tests.test_interpret_tell_report import NAMES, VALUES, hostile_csv
from tests.test_pages import run_of

pytestmark = pytest.mark.browser
open_page = test_browser.open_page
hostile = test_interpret_tell_card.hostile
WIDTHS = {"light": 390, "dark": 1280}
CUTS = "How many points should say yes?"
PANELS = {
    "Rows": ("Fill it in",),
    "Alternatives": (CUTS, "Change the points"),
    "Inside the machine": ("What is each condition worth?",),
}


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
        *("div", "h2", "p", "span", "ul", "li", "table", "caption", "tbody", "tr", "th", "td"),
        *("svg", "text", "title", "rect", "circle", "line", "g"),
    }
    inside = page.get_by_test_id("stMain")
    assert inside.locator("a[href*='example.com'], img, script, b, u, s, i, .katex").count() == 0
    assert VALUES[0] in card.inner_text()
    assert NAMES[0] in card.inner_text()
    for tab, panels in PANELS.items():
        turn_to(page, tab)
        for panel in panels:
            page.get_by_text(panel, exact=True).click()
            settle(page)
        assert inside.locator("a[href*='example.com'], img, script, b, u, s, i").count() == 0
        for scheme in GROUNDS:
            draw_in(page, scheme)
            width = WIDTHS[scheme]
            page.set_viewport_size({"width": width, "height": 900})
            settle(page)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            assert found_by_axe(page) == [], (tab, scheme)


def test_the_cut_is_moved_by_keys(open_page, link, hostile):
    page = open_page(width=1280)
    visit(page, link)
    turn_to(page, "Alternatives")
    page.get_by_text(CUTS, exact=True).click()
    line = page.get_by_role("slider", name="Say yes with")
    scored, judged = hostile.explanation.points, hostile.judged
    totals = scored.card.totals(judged.table)

    def expect_cut(cut: int) -> None:
        found = int((judged.y & (totals > cut)).sum())
        expect(line).to_have_attribute("aria-valuetext", or_more(cut))
        expect(page.get_by_test_id("stMetricValue").first).to_have_text(
            percent(found / judged.y.sum())
        )

    expect_cut(scored.card.cut)
    line.press("Home")
    expect_cut(totals.min() - 1)
    line.press("ArrowRight")
    expect_cut(totals.min())
    line.press("End")
    expect_cut(totals.max())
