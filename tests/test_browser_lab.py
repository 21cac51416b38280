"""The thesis lab in a real browser: from a table to a running evolution in two clicks."""

import re

import pytest
from playwright.sync_api import expect

from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit

pytestmark = pytest.mark.browser
WIDE, TELEPHONE = {"width": 1360, "height": 768}, {"width": 390, "height": 844}


@pytest.fixture
def page(new_page):
    """Its console is not watched: Plotly rejects the promise of an animation that is paused."""
    page = new_page()
    page.set_viewport_size(WIDE)
    page.emulate_media(reduced_motion="reduce")
    return page


def now(page) -> int:
    """The generation that is on stage."""
    head = page.locator(".st-key-stage text", has_text=re.compile("^Generation ")).first
    return int(re.search(r"Generation ([\d,]+)", head.text_content())[1].replace(",", ""))


def test_from_a_table_to_a_running_evolution_in_two_clicks(page):
    visit(page)
    page.get_by_role("button", name="Thesis lab").click()
    stage = page.locator(".st-key-stage .js-plotly-plot")
    expect(stage).to_be_visible(timeout=120_000)
    settle(page)
    box = stage.bounding_box()
    assert box["y"] + box["height"] <= WIDE["height"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= WIDE["width"]
    for said in ("fidelity", "accuracy", "relevance", "bound: no rule weighs more than"):
        expect(stage.locator("text", has_text=said).first).to_be_in_viewport()
    last = now(page)
    page.wait_for_timeout(1500)
    assert now(page) == last > 0, "nothing moves before it is asked to"
    stage.locator(".updatemenu-button").first.click()
    page.wait_for_function(
        "last => [...document.querySelectorAll('.st-key-stage text')].some(text => {"
        "const told = text.textContent.match(/^Generation ([\\d,]+)/);"
        "return told && 0 < +told[1].replace(',', '') && +told[1].replace(',', '') < last})",
        arg=last,
    )
    stage.locator(".updatemenu-button").nth(1).click()
    page.wait_for_timeout(1500)
    paused = now(page)
    page.wait_for_timeout(1500)
    assert now(page) == paused < last
    for scheme in GROUNDS:
        draw_in(page, scheme)
        assert found_by_axe(page) == [], scheme
    page.set_viewport_size(TELEPHONE)
    settle(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TELEPHONE["width"]
