"""The thesis lab in a real browser: from a table to a running evolution in two clicks."""

import re

import pytest
from playwright.sync_api import expect

from tests import test_browser
from tests.accessible import found_by_axe
from tests.browser import GROUNDS, draw_in, settle, visit

pytestmark = pytest.mark.browser
open_page = test_browser.open_page
WIDE, TELEPHONE = {"width": 1360, "height": 768}, {"width": 390, "height": 844}


@pytest.fixture
def page(open_page):
    page = open_page()
    page.set_viewport_size(WIDE)
    page.emulate_media(reduced_motion="reduce")
    return page


def now(page) -> int:
    """The generation that is on stage."""
    head = page.locator(".stage .head").text_content()
    return int(re.search(r"Generation ([\d,]+)", head)[1].replace(",", ""))


def test_from_a_table_to_a_running_evolution_in_two_clicks(page):
    visit(page)
    page.get_by_role("button", name="Thesis lab").click()
    stage = page.locator(".stage")
    expect(stage).to_be_visible(timeout=120_000)
    settle(page)
    box = stage.bounding_box()
    assert box["y"] + box["height"] <= WIDE["height"]
    for said in ("fidelity", "accuracy", "relevance", "bound: no rule weighs more than"):
        expect(stage.get_by_text(said).first).to_be_in_viewport()
    last = now(page)
    page.wait_for_timeout(1500)
    assert now(page) == last > 0, "nothing moves before it is asked to"
    played = stage.get_by_role("button", name="Play")
    played.focus()
    page.keyboard.press("Enter")
    expect(stage.get_by_role("button", name="Pause")).to_be_focused()
    expect(stage.locator(".head")).not_to_have_text(re.compile("^Generation 0:"))
    page.keyboard.press("Enter")
    paused = now(page)
    assert 0 < paused < last
    page.wait_for_timeout(1500)
    assert now(page) == paused
    slider = stage.get_by_role("slider", name="Generation")
    slider.focus()
    page.keyboard.press("Home")
    assert now(page) == 0
    page.keyboard.press("ArrowRight")
    assert 0 < now(page) < last
    assert slider.get_attribute("aria-valuetext").startswith(f"Generation {now(page):,}: ")
    for size in (WIDE, TELEPHONE):
        page.set_viewport_size(size)
        settle(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
        whole = stage.evaluate(
            "e => [e, ...e.querySelectorAll('svg, p, ul')].every("
            "own => own.scrollWidth <= own.clientWidth + 1)"
        )
        assert whole, size
        for scheme in GROUNDS:
            draw_in(page, scheme)
            assert found_by_axe(page) == [], (size, scheme)
